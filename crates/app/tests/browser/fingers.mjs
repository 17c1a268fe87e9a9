// Fingers on the board: who scrolls or pinches plays nothing, and the board stays where it is.

import assert from "node:assert/strict";
import { PHONE, count, middle, opened, position, withMatch } from "./server.mjs";

// Fingers on the screen, one list of points after the other; all are lifted in the end, or taken away by the system.
async function fingers(page, steps, last = "touchEnd") {
  const client = await page.context().newCDPSession(page);
  const points = (step) => step.map(([x, y], id) => ({ x, y, id }));
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]?.length ?? 0;
    const type = step.length > before ? "touchStart" : "touchMove";
    await client.send("Input.dispatchTouchEvent", { type, touchPoints: points(step) });
    await page.waitForTimeout(16);
  }
  await client.send("Input.dispatchTouchEvent", { type: last, touchPoints: [] });
  await page.waitForTimeout(300);
}

const tap = async (page, tile) => page.touchscreen.tap(...(await middle(page, tile)));

async function nothingByScrolling(browser, address) {
  for (const game of ["gomoku", "minichess"]) {
    const page = await opened(browser, address, `#game=${game}`, PHONE);
    const [x, y] = await middle(page, game === "gomoku" ? 112 : 22);
    const swipe = Array.from({ length: 12 }, (_, step) => [[x, y - 15 * step]]);
    await fingers(page, swipe);
    await page.waitForFunction(() => scrollY > 30); // the page scrolls
    assert.equal(await count(page, "#moves button"), 0, `${game}: a swipe plays nothing`);
    await page.evaluate(() => scrollTo(0, 0));
    const pinch = [[[x, y]], ...Array.from({ length: 8 }, (_, step) => [[x, y - 4 * step], [x + 60, y + 4 * step]])];
    await fingers(page, pinch);
    assert.equal(await count(page, "#moves button"), 0, `${game}: two fingers play nothing`);
    assert.equal(await count(page, "#board .picked, #board .asked"), 0, `${game}: and pick up nothing`);
    await fingers(page, [[[x, y]]], "touchCancel");
    assert.equal(await count(page, "#moves button, #board .picked, #board .asked"), 0, "nor what the system takes away");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

async function otherButtons(browser, address) {
  const page = await opened(browser, address, "#game=gomoku");
  const [x, y] = await middle(page, 112);
  for (const button of ["right", "middle"]) await page.mouse.click(x, y, { button });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 20, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  assert.equal(await count(page, "#moves button"), 0, "neither other buttons nor a drag over empty points");
  await page.mouse.click(x, y);
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
  await page.context().close();
  // A piece is dragged to where it goes.
  const other = await opened(browser, address, "#game=minichess");
  const { legal } = await position(other);
  const [from, to] = await Promise.all(legal[0].tiles.map((tile) => middle(other, tile)));
  await other.mouse.move(...from);
  await other.mouse.down();
  await other.mouse.move(...to, { steps: 5 });
  await other.mouse.up();
  await other.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
  await other.context().close();
}

// Small tiles: a tap asks, another one plays. Large ones play at once.
async function smallTiles(browser, address) {
  const page = await opened(browser, address, "#game=gomoku", PHONE);
  await tap(page, 112);
  await page.locator("#choice").waitFor();
  assert.equal(await page.locator("#choice button").first().textContent(), "Play h8");
  assert.equal(await count(page, "#moves button"), 0, "not played yet");
  await tap(page, 100);
  assert.equal(await page.locator("#choice button").first().textContent(), "Play k9", "another tile instead");
  await tap(page, 100);
  await page.waitForFunction(() => document.querySelector("#moves button")?.textContent === "k9");
  assert.ok(await page.locator("#choice").isHidden());
  await page.locator("summary").first().click();
  await page.locator("#touch").selectOption("direct");
  await page.evaluate(() => scrollTo(0, 0));
  await tap(page, 112);
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  await page.locator("#touch").selectOption("slide");
  await page.evaluate(() => scrollTo(0, 0));
  const [from, to] = [await middle(page, 0), await middle(page, 80)];
  const slide = Array.from({ length: 6 }, (_, step) => [from.map((at, axis) => at + ((to[axis] - at) * step) / 5)]);
  await fingers(page, slide);
  assert.equal(await page.evaluate(() => scrollY), 0, "the page does not scroll under a finger that slides");
  const name = await page.locator('#board [data-tile="80"]').getAttribute("aria-label");
  const last = await page.locator("#moves button").last().textContent();
  assert.equal(name.split(",")[0], last, "what the finger left is played");
  await fingers(page, slide.slice(0, 4), "touchCancel");
  assert.equal(await count(page, "#moves button"), 3, "unless the system takes it away");
  assert.equal(await count(page, "#board .crosshair"), 0);
  await page.context().close();
  const large = await opened(browser, address, "#game=minichess", PHONE);
  const { legal } = await position(large);
  for (const tile of legal[0].tiles) await tap(large, tile);
  await large.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
  await large.context().close();
}

// A move, or one of a match that is looked at, scrolls the list of moves alone.
async function boardStays(browser, address) {
  // Two rows, black and white in turn.
  const moves = ["1", "2"].flatMap((row) => [..."abcdefghijklmn"].map((file) => file + row));
  const played = `#game=gomoku&moves=${moves.join("+")}`;
  const page = await opened(browser, address, played, PHONE);
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 28);
  await page.locator("summary").first().click();
  await page.locator("#touch").selectOption("direct");
  await page.evaluate(() => scrollTo(0, 40));
  await tap(page, 0);
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 29);
  await page.waitForTimeout(100);
  assert.equal(await page.evaluate(() => scrollY), 40, "the board stays");
  const seen = await page.evaluate(() => {
    const [box, item] = ["#moves", "#moves [aria-current]"].map((at) => document.querySelector(at).getBoundingClientRect());
    return item.bottom <= box.bottom + 1 && item.top >= box.top - 1;
  });
  assert.ok(seen, "the list shows the last move");
  await page.context().close();
  const players = ["--a", "engine:nodes=50k,hash=1", "--b", "random", "--games", "1000"];
  await withMatch(["minichess", ...players], async (match) => {
    const live = await opened(browser, match, "", PHONE);
    await live.waitForFunction(() => document.querySelectorAll("#moves button").length > 4);
    await live.evaluate(() => scrollTo(0, 0));
    await live.waitForTimeout(1500);
    assert.equal(await live.evaluate(() => scrollY), 0, "a live match stays in sight");
    await live.context().close();
  });
}

export default [nothingByScrolling, otherButtons, smallTiles, boardStays];
