// The page in Firefox, driven by WebDriver BiDi: every game loaded, played by the mouse, analysed and stopped, a game
// against the engine, rules, lesson, proof, fingers, files; with `SITE`, the page without a server, too. `FIREFOX` is the program.

import assert from "node:assert/strict";
import playwright from "playwright-core";
import { count, listed, middle, notice, opened, playByMouse, position, withProgram } from "./server.mjs";
import { enginePosition, served } from "./static.mjs";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
const GAMES = ["minichess", "threechess", "hop", "gomoku", "hexnim"];
const waitFor = (page, selector, pattern) =>
  page.waitForFunction(
    ([selector, source]) => new RegExp(source).test(document.querySelector(selector).textContent),
    [selector, pattern.source],
    { timeout: 90_000 },
  );

// Goes to what an address says; the page itself stays.
const go = (page, address) =>
  page.evaluate((address) => {
    location.hash = address;
  }, address);

// Three moves by the mouse, an analysis that is stopped, and a move taken back.
async function game(page, name, ask = position) {
  await go(page, `game=${name}`);
  await page.waitForFunction((name) => location.hash.includes(name) && document.querySelector("#board .hit"), name);
  for (let move = 0; move < 3; move += 1) {
    const { legal } = await ask(page);
    await playByMouse(page, legal[legal.length >> 1]);
  }
  await page.locator("#analyse").click();
  await page.locator("#lines .pv button").first().waitFor();
  assert.ok((await count(page, "#board .arrow")) > 0, `${name}: arrows`);
  await page.locator("#analyse").click();
  await page.locator("#undo").click();
  await listed(page, 2);
  console.log(`${name}: played, analysed, taken back`);
}

async function againstTheEngine(page) {
  await page.locator('#games [data-game="hop"]').click();
  await page.locator("#fresh").click();
  await listed(page, 0);
  await page.locator("#level").fill("1");
  await page.locator("#begin").click();
  await playByMouse(page, (await position(page)).legal[0]);
  await listed(page, 2);
  await page.locator("#play").click();
  await page.locator("#fresh").click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length < 2);
}

async function taught(page) {
  await page.locator('#games [data-game="gomoku"]').click();
  await waitFor(page, "#taught", /Five stones in a row win/);
  await page.waitForFunction(() => document.querySelectorAll("#taught .board .wood").length >= 2);
  await page.locator("h2 .learn").click();
  await waitFor(page, "#task", /^1 of 5/);
  await page.locator('#board [aria-label^="j8,"]').focus();
  await page.keyboard.press("Enter");
  await waitFor(page, "#task", /j8 is right/);
  await page.locator("#exit").click();
  await page.locator("#lesson").waitFor({ state: "hidden" });
}

// A proof, White far away.
async function walked(page) {
  await page.locator('#games [data-game="gomoku"]').click();
  await page.waitForFunction(() => location.hash.includes("gomoku"));
  await page.locator("#fresh").click();
  await listed(page, 0);
  await page.locator("#walk").click();
  await waitFor(page, "#walking", /^Black wins in at most 87 plies: proved/);
  await page.locator("#walking .main").click();
  for (const [stone, moves] of [["a15", 3], ["o15", 5], ["a1", 7]]) {
    await waitFor(page, "#walking", /White had passed|Every reply/);
    const [x, y] = await page.locator(`#board [aria-label^="${stone},"]`).evaluate((tile) => {
      scrollTo(0, 0);
      const { left, top, width, height } = tile.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    await page.mouse.click(x, y);
    await listed(page, moves);
  }
  await page.locator("#walking button", { hasText: "Leave" }).click();
}

// What a finger does, as events: a tap plays, asks first on small tiles, and a swipe does nothing.
async function fingers(page) {
  await page.locator('#games [data-game="minichess"]').click();
  await page.locator("#fresh").click();
  await listed(page, 0);
  const finger = (tile, far) =>
    page.locator(`#board [data-tile="${tile}"]`).evaluate((hit, far) => {
      const { left, top, width, height } = hit.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + height / 2 };
      const options = { pointerId: 7, pointerType: "touch", isPrimary: true, button: 0, bubbles: true };
      const send = (type, more) => hit.dispatchEvent(new PointerEvent(type, { ...options, ...at, ...more }));
      send("pointerdown", {});
      if (far) send("pointermove", { clientY: at.clientY - far });
      send(far ? "pointercancel" : "pointerup", {});
    }, far);
  const { legal } = await position(page);
  for (const tile of legal[0].tiles) await finger(tile, 60);
  assert.equal(await count(page, "#board .picked"), 0, "who scrolls picks nothing up");
  for (const tile of legal[0].tiles) await finger(tile, 0);
  await listed(page, 1);
  // A piece is dragged with the mouse.
  const reply = (await position(page)).legal[0];
  await page.evaluate(() => scrollTo(0, 0));
  const [from, to] = [await middle(page, reply.tiles[0]), await middle(page, reply.tiles.at(-1))];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 5 });
  await page.mouse.up();
  await listed(page, 2);
}

// Set up, saved, annotated, and kept through a reload.
async function kept(page) {
  await page.locator("#edit").click();
  await page.locator("#palette button").nth(1).click();
  await page.locator("#discard").click();
  // What is saved, without the browser's dialog.
  const saved = page.evaluate(
    () =>
      new Promise((resolve) => {
        HTMLAnchorElement.prototype.click = () => {};
        URL.createObjectURL = (file) => {
          file.text().then(resolve);
          return "blob:";
        };
        document.querySelector("#save").click();
      }),
  );
  assert.match(await saved, /^\[Event/);
  await page.locator("#annotate").click();
  await waitFor(page, "#notice", /^Annotated/);
  await page.waitForTimeout(300);
  await page.reload();
  await listed(page, 2);
  await page.locator("#graph").waitFor();
}

// `node firefox.mjs` tests all, `node firefox.mjs NAME …` games and tests of these names.
const wanted = process.argv.slice(2);
const isWanted = (name) => !wanted.length || wanted.includes(name);
const browser = await playwright._bidiFirefox.launch({ executablePath: FIREFOX });
console.log(`Firefox ${browser.version()}`);
try {
  await withProgram([], async (address) => {
    const page = await opened(browser, address, "#game=minichess");
    for (const name of GAMES.filter(isWanted)) await game(page, name);
    for (const test of [againstTheEngine, taught, walked, fingers, kept].filter(({ name }) => isWanted(name))) {
      await test(page);
      console.log(`${test.name}: ok`);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
  if (process.env.SITE) {
    const site = await served(process.env.SITE);
    const page = await opened(browser, site.address, "#game=minichess");
    for (const name of GAMES.filter(isWanted)) await game(page, name, enginePosition);
    if (isWanted("walked")) await walked(page);
    assert.deepEqual(page.problems, []);
    await site.close();
    console.log("the site: all five games without a server");
  }
} finally {
  await browser.close();
}
