// A game against the engine, and somebody who looks about meanwhile.

import assert from "node:assert/strict";
import { count, listed, notice, opened, playByMouse, position } from "./server.mjs";

// A game in which the engine thinks for seconds about each move; the first move is made.
async function begun(browser, address, { path = "#game=minichess", clock = "", move = true } = {}) {
  const page = await opened(browser, address, path);
  await page.locator("#level").fill("10");
  await page.locator("#clock").selectOption(clock);
  await page.locator("#play").click();
  if (move) await playByMouse(page, (await position(page)).legal[0]);
  return page;
}

// Clicks at once, while the engine still thinks: a click of the mouse waits until the page is at rest, which on a busy
// machine takes seconds.
const atOnce = (page, ...ids) => page.evaluate((ids) => ids.forEach((id) => document.getElementById(id).click()), ids);

async function answersOfOtherPositions(browser, address) {
  const page = await begun(browser, address);
  await atOnce(page, "back");
  await page.waitForTimeout(1200);
  assert.equal(await count(page, "#moves button"), 1, "no answer while another position is looked at");
  assert.equal(await page.locator("#moves [aria-current]").count(), 0);
  await page.locator("#last").click();
  await listed(page, 2);
  assert.equal(await page.locator("#moves .side-line").count(), 0, "it is played where the game stands");
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

async function takenBackWhileItThinks(browser, address) {
  const page = await begun(browser, address, { path: "#game=gomoku" });
  await atOnce(page, "undo");
  await listed(page, 0);
  await page.waitForTimeout(1000);
  assert.equal(await count(page, "#moves button"), 0);
  assert.match(await notice(page), /^1 move taken back/, "and no complaint");
  // Fast clicks among the moves, too.
  await playByMouse(page, (await position(page)).legal[30]);
  await atOnce(page, "back", "forth", "back", "forth", "back", "last");
  await listed(page, 2);
  assert.doesNotMatch(await notice(page), /legal/);
  await page.context().close();
}

async function anotherGame(browser, address) {
  const page = await begun(browser, address);
  await page.locator('#games [data-game="hop"]').click();
  await listed(page, 0);
  await page.waitForTimeout(1000);
  assert.equal(await count(page, "#moves button"), 0, "the answer of one game is not played in another");
  assert.equal(await notice(page), "");
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "false");
  await page.context().close();
}

async function newGameKeepsSides(browser, address) {
  const page = await opened(browser, address, "#game=minichess");
  await page.locator("#level").fill("1");
  await page.locator("#human").selectOption("1");
  await page.locator("#play").click();
  await listed(page, 1);
  await playByMouse(page, (await position(page)).legal[0]);
  await listed(page, 3);
  await page.locator("#fresh").click();
  await listed(page, 1);
  assert.equal(await page.locator("#human").inputValue(), "1");
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "true");
  await page.context().close();
}

async function clockStandsStill(browser, address) {
  const page = await begun(browser, address, { clock: "60+1" });
  await listed(page, 2);
  await page.locator("#back").click();
  await page.waitForFunction(() => document.querySelector("#clocks").textContent.includes("waits"));
  const before = await page.locator("#clocks").textContent();
  await page.waitForTimeout(1500);
  assert.equal(await page.locator("#clocks").textContent(), before, "nobody's time runs while one looks about");
  await page.locator("#last").click();
  await page.waitForFunction((old) => document.querySelector("#clocks").textContent.split("  ")[0] !== old.split("  ")[0], before);
  await page.context().close();
}

async function flagIsAResult(browser, address) {
  const page = await opened(browser, address, "#game=minichess");
  await page.evaluate(() => document.querySelector("#clock").append(new Option("1 s", "1+0")));
  await page.locator("#clock").selectOption("1+0");
  await page.locator("#play").click();
  await page.waitForFunction(() => /^You lose\. Black wins: White has no time left/.test(document.querySelector("#status").textContent));
  assert.match(await page.locator("#gauge").getAttribute("aria-label"), /^Result: White lost, Black won/);
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "false");
  await page.reload();
  await page.waitForFunction(() => /no time left/.test(document.querySelector("#status").textContent));
  await page.context().close();
}

// Whoever has lost plays on.
async function lostPositions(browser, address) {
  const page = await opened(browser, address, "#game=gomoku&moves=h8+a1+i8+a3+j8+a5+k8&at=7");
  await page.locator("#level").fill("3");
  await page.locator("#play").click();
  await listed(page, 8);
  await page.context().close();
}

// A proof that is looked at, another game, a reload: the game goes on as it was.
async function goesOn(browser, address) {
  const page = await opened(browser, address, "#game=gomoku");
  await page.locator("#level").fill("1");
  await page.locator("#clock").selectOption("600+5");
  await page.locator("#human").selectOption("1");
  await page.locator("#play").click();
  await listed(page, 1);
  await page.locator("#walk").click();
  await page.waitForFunction(() => document.querySelector("#play").textContent === "Back to the game");
  await page.waitForFunction(() => /proved|No proof/.test(document.querySelector("#walking").textContent), null, { timeout: 90_000 });
  const { legal } = await position(page);
  await page.locator(`#board [data-tile="${legal[0].tiles[0]}"]`).click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length >= 2);
  await page.locator("#walking button", { hasText: "Leave" }).click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "White to move: your turn");
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "true");
  const tried = await count(page, "#moves button");
  const own = (await position(page)).legal.at(-1);
  await playByMouse(page, own);
  await listed(page, tried + 2);
  assert.equal(await page.locator("#moves > button").nth(1).textContent(), own.move, "what is played is the game");
  await page.waitForTimeout(400);
  await page.reload();
  await listed(page, tried + 2);
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "true");
  assert.equal(await page.locator("#human").inputValue(), "1");
  assert.match(await page.locator("#clocks").textContent(), /^Black (9|10):\d\d  White (9|10):\d\d$/);
  await page.locator('#games [data-game="hop"]').click();
  await listed(page, 0);
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "false");
  await page.locator('#games [data-game="gomoku"]').click();
  await listed(page, tried + 2);
  await playByMouse(page, (await position(page)).legal.at(-9));
  await listed(page, tried + 4);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// Whoever looks at a side line is asked where the game goes on.
async function whereItGoesOn(browser, address) {
  for (const [answer, moves] of [["From here", "b1c3"], ["After its last move", "b1c3 d6c4 c3b1"]]) {
    const page = await opened(browser, address, "#game=minichess&moves=b1c3+d6c4+c3b1&at=1");
    await page.locator("#human").selectOption("none");
    await page.locator("#play").click();
    assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "false");
    await page.locator("#choice button", { hasText: answer }).click();
    await page.locator("#moves > button").nth(moves.split(" ").length).waitFor();
    assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "true");
    const played = await page.locator("#moves > button").allTextContents();
    assert.equal(played.slice(0, moves.split(" ").length).join(" "), moves);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

export default [
  goesOn,
  whereItGoesOn,
  answersOfOtherPositions,
  takenBackWhileItThinks,
  anotherGame,
  newGameKeepsSides,
  clockStandsStill,
  flagIsAResult,
  lostPositions,
];
