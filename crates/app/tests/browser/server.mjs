// Starts `manyply serve` and a browser, and ends both.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename, join } from "node:path";
import { chromium } from "playwright-core";

export const PROGRAM = process.env.MANYPLY ?? "../../../../target/release/manyply";
export const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
// While the page is worked on: its files are taken from this folder, so that the program need not be built again.
const PAGE = process.env.MANYPLY_PAGE;

// Starts a match that is shown, and calls `use` with its address and its process until it is done with it.
export async function withMatch(options, use) {
  const match = spawn(PROGRAM, ["match", ...options, "--serve", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  while (!said.includes("\n")) said += (await once(match.stderr, "data"))[0];
  try {
    await use(/http:\S+/.exec(said)[0], match);
  } finally {
    if (match.exitCode === null) match.kill("SIGINT");
  }
}

// Calls `use` with the address of a server that runs with these options.
export async function withProgram(options, use) {
  const server = spawn(PROGRAM, ["serve", "--port", "0", "--hash", "16", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const [first] = await once(server.stdout, "data");
  try {
    return await use(String(first).trim());
  } finally {
    server.kill("SIGINT");
    const [code] = await once(server, "exit");
    if (code !== 130) throw new Error(`the server ended with ${code}, expected 130`);
  }
}

// A page may be closed while a test still answers one of its requests: of that nobody needs to know.
process.on("unhandledRejection", (error) => {
  if (!/TargetClosedError|has been disposed/.test(String(error))) throw error;
});

// Calls `use` with a browser.
export async function withBrowser(use) {
  const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

// Calls `use` with a browser and the address of a running server.
export const withServer = (use) => withBrowser((browser) => withProgram([], (address) => use(browser, address)));

// Fails on anything that the page complains about or asks another machine for. `before` is called with the page before
// it is loaded.
export async function opened(browser, address, path = "", { before, tab = "all", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // Others may be at work on this machine.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  if (PAGE) {
    await context.route(/\.(js|css|svg)$/, (route) =>
      route.fulfill({ path: join(PAGE, basename(new URL(route.request().url()).pathname)) }),
    );
    await context.route(address, (route) => route.fulfill({ path: join(PAGE, "index.html") }));
  }
  // All panels at once, unless a test is about choosing among them.
  await context.addInitScript((tab) => localStorage.getItem("tab") ?? localStorage.setItem("tab", JSON.stringify(tab)), tab);
  page.problems = [];
  // The empty page before it has no store for the tab, which Firefox complains about.
  page.on("pageerror", (error) => page.url() === "about:blank" || page.problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 422")) page.problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !/^(blob|data):/.test(request.url())) page.problems.push(request.url());
  });
  await before?.(page);
  await page.goto(address + path);
  await page.locator("#board [data-tile]").first().waitFor({ state: "attached" });
  return page;
}

// The position on the board as the server tells it.
export const position = (page) =>
  page.evaluate(async () => {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const moves = (wanted.get("moves") ?? "")
      .split(" ")
      .filter(Boolean)
      .slice(0, Number(wanted.get("at") ?? 0));
    const question = { game: wanted.get("game"), rules: wanted.get("rules") ?? "", moves };
    if (wanted.has("position")) question.position = wanted.get("position");
    const response = await fetch("api/position", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
    return response.json();
  });

// Makes a move with the mouse, tile by tile.
export async function playByMouse(page, { move, tiles }) {
  const before = await page.locator("#moves button").count();
  for (const tile of tiles) await page.locator(`#board [data-tile="${tile}"]`).click({ force: true });
  // What could go on is ended by another touch, or by a choice.
  const choice = page.locator("#choice button", { hasText: move }).first();
  if (await choice.isVisible()) await choice.click();
  else if (await page.locator("#board .picked").count())
    await page.locator(`#board [data-tile="${tiles.at(-1)}"]`).click({ force: true });
  await page.waitForFunction((count) => document.querySelectorAll("#moves button").length > count, before);
}

// A phone, as far as a browser can be one.
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const count = (page, selector) => page.locator(selector).count();
export const notice = (page) => page.locator("#notice").textContent();

// The middle of a tile on the screen.
export const middle = (page, tile) =>
  page.locator(`#board [data-tile="${tile}"]`).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });

// Waits until so many moves are listed.
export const listed = (page, wanted) =>
  page.waitForFunction((wanted) => document.querySelectorAll("#moves button").length === wanted, wanted);
