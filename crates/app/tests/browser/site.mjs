// The page of `manyply site` in a real browser, with no server but one for files: all five games played and analysed,
// stopped, and played again without a network. `SITE` is the folder.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { BROWSER, count, opened, playByMouse } from "./server.mjs";
import { enginePosition as position, served } from "./static.mjs";
import { toTheFive } from "./walks.mjs";

const SITE = process.env.SITE ?? "../../../../target/site";
// Milliseconds: from a click to the first report, and until an engine has stopped.
const SOON = Number(process.env.SOON ?? 100);
const STOP = Number(process.env.STOP ?? 50);
// Clicks of each kind; the median counts.
const CLICKS = 5;

const GAMES = ["minichess", "threechess", "hop", "gomoku", "hexnim"];
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

// Makes some move.
async function play(page) {
  const { legal } = await position(page);
  await playByMouse(page, legal[legal.length >> 1]);
}

// Starts the analysis; milliseconds until a line is there.
const analysed = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const lines = document.querySelector("#lines");
        lines.replaceChildren();
        const watcher = new MutationObserver(() => {
          if (!lines.querySelector(".pv button")) return;
          watcher.disconnect();
          resolve(performance.now() - started);
        });
        watcher.observe(lines, { childList: true, subtree: true });
        const started = performance.now();
        document.querySelector("#analyse").click();
      }),
  );

// Notes when an engine has answered.
function watchEngines() {
  window.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      this.addEventListener("message", ({ data }) => {
        if (data === null) window.answered = performance.now();
      });
    }
  };
}

// Stops the analysis; milliseconds until its engine has stopped, or null if it had ended by itself.
async function stopped(page) {
  if ((await page.locator("#analyse").getAttribute("aria-pressed")) === "false") return null;
  const clicked = await page.evaluate(() => {
    const now = performance.now();
    document.querySelector("#analyse").click();
    return now;
  });
  await page.waitForFunction((clicked) => window.answered > clicked, clicked);
  return page.evaluate((clicked) => window.answered - clicked, clicked);
}

// Whoever has touched nothing yet sees the page load a second time, isolated. What a test evaluates counts as a touch.
async function untouched(browser, address) {
  const page = await (await browser.newContext()).newPage();
  const again = new Promise((resolve) => {
    let loads = 0;
    page.on("load", () => (loads += 1) === 2 && resolve());
  });
  await page.goto(address);
  await again;
  assert.ok(await page.evaluate(() => crossOriginIsolated), "isolated");
  await page.close();
}

async function game(page, name) {
  await page.goto(`${new URL("/", page.url())}#game=${name}`);
  await page.waitForFunction((name) => location.hash.includes(name) && document.querySelector("#board [data-tile]"), name);
  for (let count = 0; count < 3; count += 1) await play(page);
  const [reports, stops] = [[], []];
  for (let count = 0; count < CLICKS; count += 1) {
    reports.push(await analysed(page));
    await page.waitForTimeout(200);
    const time = await stopped(page);
    if (time !== null) stops.push(time);
    await page.waitForTimeout(50);
  }
  const show = (numbers) => numbers.map((number) => number.toFixed(0)).join(" ");
  console.log(`${name}: first report ${show(reports)} ms, stop ${show(stops)} ms`);
  assert.ok(median(reports) <= SOON, `${name}: the first report in ${SOON} ms`);
  assert.ok(!stops.length || median(stops) <= STOP, `${name}: stopped in ${STOP} ms`);
}

async function walked(page, address) {
  await page.goto(`${address}#game=gomoku`);
  await page.locator("#fresh").click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 0);
  await page.locator("#proved").click();
  await page.waitForFunction(() => document.querySelector("#walking").textContent.startsWith("Black wins in at most 87 plies"));
  assert.ok((await toTheFive(page, false)) < 40);
  assert.equal(await count(page, "#board .ended"), 5);
}

const server = await served(SITE);
const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
try {
  const { address } = server;
  await untouched(browser, address);
  const page = await opened(browser, address, "#game=minichess", { before: (page) => page.addInitScript(watchEngines) });
  // From the second visit on it comes from the browser's own copy, isolated.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => crossOriginIsolated);
  for (const name of GAMES) await game(page, name);

  // The engine plays, too.
  await page.goto(`${address}#game=hop`);
  await page.locator("#fresh").click();
  await page.locator("#play").click();
  await play(page);
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length >= 2);
  await page.locator("#play").click();

  // A proof is loaded when it is asked for, and walked to the five, with White far away.
  await walked(page, address);

  // Without a network all of it is there, and the proof that was asked for.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await server.close();
  for (const name of GAMES) {
    await page.goto(`${address}#game=${name}`);
    await page.reload();
    await page.locator("#board [data-tile]").first().waitFor({ state: "attached" });
    await page.locator("#fresh").click();
    await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 0);
    await play(page);
    await analysed(page);
  }
  await walked(page, address);
  assert.deepEqual(page.problems, []);
} finally {
  await browser.close();
  await server.close();
}
console.log("the site: all five games without a server");
