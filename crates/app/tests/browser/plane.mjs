// The board without an edge: Black plays by a certificate to its five, wherever White plays, near or far away.

import assert from "node:assert/strict";
import { PHONE, opened, withProgram } from "./server.mjs";

const PROOFS = new URL("../../../../docs/proofs", import.meta.url).pathname;
const told = (page) => page.locator("#task").textContent();
const waitFor = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#task").textContent), pattern.source);
const stones = async (page) => (await page.locator("#moves").textContent()).split(" ").filter(Boolean);

// Opens it from the page of all games.
async function entered(browser, address, options = {}) {
  const page = await opened(browser, address, "#game=gomoku", { tab: "", ...options });
  await page.locator("header a", { hasText: "Unbounded board" }).click();
  await waitFor(page, /^Black wins in at most 99 plies: proved\. Black plays 0,0\./);
  return page;
}

// Touches the square that is so far from the middle of what is seen.
async function touch(page, columns, rows) {
  const { x, y, width, height } = await page.locator("#board").boundingBox();
  const across = await page.locator("#board").evaluate((board) => board.viewBox.baseVal.width);
  await page.mouse.click(x + width / 2 + (columns * width) / across, y + height / 2 - (rows * width) / across);
}

async function drag(page, dx, dy) {
  const { x, y, width, height } = await page.locator("#board").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 4 });
  await page.mouse.up();
}

async function byMouse(browser, address) {
  const page = await entered(browser, address);
  await page.locator("#next").click();
  await waitFor(page, /^Black played 0,0 and wins in at most 98 plies: proved\. Every square has an answer of its own/);
  assert.deepEqual(await stones(page), ["0,0"]);
  // A link to a part of the page leaves the game as it is.
  await page.evaluate(() => document.querySelector(".skip").click());
  await page.waitForTimeout(100);
  assert.deepEqual(await stones(page), ["0,0"]);
  // A reply next to it, and one far away: no stone is set by dragging.
  await touch(page, 3, 2);
  await waitFor(page, /marked replies have an answer of their own; any other is answered as if White had passed\. Try one/);
  assert.deepEqual(await stones(page), ["0,0", "3,2", "1,1"]);
  const marked = await page.locator("#board .zone").count();
  assert.ok(marked > 50 && marked < 300, `${marked} marked replies`);
  for (let times = 0; times < 3; times += 1) await drag(page, 400, 250);
  assert.equal((await stones(page)).length, 3);
  await touch(page, 0, 0);
  await page.waitForFunction(() => document.querySelector("#moves").textContent.split(" ").length === 5);
  const far = (await stones(page))[3].split(",").map(Number);
  assert.ok(Math.min(...far) < -12, `${far} is far away`);
  // What Black played is on the board, and so is what White plays there.
  assert.ok((await page.locator("#board circle.black").count()) >= 1);
  await page.locator("#undo").click();
  await page.waitForFunction(() => document.querySelector("#moves").textContent.split(" ").length === 3);
  await page.locator("#home").click();
  // To the five, with the keys: White walks away from the stones.
  await page.locator("#board").focus();
  for (let turn = 0; turn < 40 && !/has won/.test(await told(page)); turn += 1) {
    const before = (await stones(page)).length;
    for (const key of ["Shift+ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (before) => /has won/.test(document.querySelector("#task").textContent) ||
        document.querySelector("#moves").textContent.split(" ").length >= before + 2,
      before,
    );
    await waitFor(page, /has won|Try (one|it)\./);
  }
  assert.match(await told(page), /^Black played .* and has won/);
  // The address says it all.
  const address_ = page.url();
  const length = (await stones(page)).length;
  await page.goto("about:blank");
  await page.goto(address_);
  await waitFor(page, /^Black played .* and has won/);
  assert.equal((await stones(page)).length, length);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

async function onAPhone(browser, address) {
  const page = await entered(browser, address, PHONE);
  await page.locator("#rule").selectOption("standard");
  await waitFor(page, /^Black wins in at most \d+ plies: proved\. Black plays 0,0\./);
  await page.locator("#next").tap();
  await waitFor(page, /Try one\./);
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= seen, `${wide} pixels on a phone of ${seen}`);
  // Two fingers of which one leaves the board: the next touch is one again.
  await page.evaluate(() => {
    const board = document.querySelector("#board");
    const send = (type, pointerId) =>
      board.dispatchEvent(new PointerEvent(type, { pointerId, clientX: 100, clientY: 200, bubbles: true }));
    board.setPointerCapture = () => {};
    for (const finger of [11, 12]) send("pointerdown", finger);
    for (const finger of [11, 12]) send("lostpointercapture", finger);
  });
  const { x, y, width, height } = await page.locator("#board").boundingBox();
  await page.touchscreen.tap(x + width / 2, y + height / 2 - (4 * width) / 15);
  await page.waitForFunction(() => document.querySelector("#moves").textContent.split(" ").length === 3);
  assert.equal((await stones(page))[1], "0,4");
  // What no certificate has is said.
  await page.goto(`${address}plane#rule=standard&moves=0,0 1,0 9,9 1,1`);
  await page.reload();
  await waitFor(page, /^Nothing is known of this position/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// There is no link to it where there are no certificates.
async function without(browser, address) {
  const page = await opened(browser, address, "#game=gomoku", { tab: "" });
  assert.equal(await page.locator("header a", { hasText: "Unbounded board" }).count(), 0);
  await page.context().close();
}

async function plane(browser, address) {
  await without(browser, address);
  await withProgram(["--tables", PROOFS], async (own) => {
    await byMouse(browser, own);
    await onAPhone(browser, own);
  });
}

export default [plane];
