// A board set up by hand, where the board is.

import assert from "node:assert/strict";
import { PHONE, listed, opened, position } from "./server.mjs";

const tile = (page, name) => page.locator(`#board [aria-label^="${name},"]`);

async function chess(browser, address, options) {
  const page = await opened(browser, address, "#game=minichess&moves=b1c3+d6c4", options);
  await page.locator("#edit").click();
  const isNear = await page.evaluate(() => {
    const [board, editor] = ["#board", "#editor"].map((at) => document.querySelector(at).getBoundingClientRect());
    return editor.top - board.bottom < 200;
  });
  assert.ok(isNear, "pieces are beside the board");
  const chosen = () => page.locator("#palette [aria-checked=true]").getAttribute("aria-label");
  assert.equal(await chosen(), "white pawn");
  await page.locator("#clear").click();
  await page.waitForFunction(() => !document.querySelector("#board .figure"));
  await page.locator("#wrong").waitFor();
  await page.locator("#done").click();
  assert.ok(await page.locator("#editor").isVisible(), "no position yet: one cannot leave so");
  await page.locator('#palette [aria-label="white king"]').click();
  assert.equal(await chosen(), "white king");
  const colours = await page.evaluate(() =>
    [...document.querySelectorAll("#palette button")].map((button) => getComputedStyle(button).backgroundColor),
  );
  assert.equal(new Set(colours).size, 2, "what is chosen looks different");
  await tile(page, "a1").click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll("#board .figure").length === 1);
  assert.match(await page.locator("#wrong").textContent(), /Black's kings is 0/);
  await page.locator('#palette [aria-label="black king"]').click();
  await tile(page, "e6").click({ force: true });
  await page.locator("#wrong").waitFor({ state: "hidden" });
  await page.locator("#turns select").selectOption("1");
  await page.waitForFunction(() => document.querySelector("#position").value.includes(" b "));
  await tile(page, "e6").click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll("#board .figure").length === 1); // touched again it is gone
  await tile(page, "e5").click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll("#board .figure").length === 2);
  await page.locator("#done").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Black to move");
  assert.ok(await page.locator("#editor").isHidden());
  assert.match((await position(page)).position, /^5\/4k\/5\/5\/5\/K4 b /);
  // Back to the start, and away without a change.
  await page.locator("#edit").click();
  await page.locator("#restart").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .figure").length === 20);
  await page.locator("#discard").click();
  await page.waitForFunction(() => document.querySelectorAll("#board .figure").length === 2);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

async function otherGames(browser, address, options) {
  const three = await opened(browser, address, "#game=threechess", options);
  await three.locator("#edit").click();
  await three.locator("#clear").click();
  await three.locator("#wrong").waitFor();
  for (const [king, at] of [["blue", "BE1"], ["green", "GE1"], ["red", "RE1"]]) {
    await three.locator(`#palette [aria-label="${king} king"]`).click();
    await tile(three, at).click({ force: true });
    await three.locator(`#board [aria-label^="${at}, ${king} king"]`).waitFor({ state: "attached" });
  }
  await three.locator("#turns select").selectOption("2");
  await three.locator("#done").click();
  await three.waitForFunction(() => document.querySelector("#status").textContent === "Red to move");
  await three.context().close();
  const cells = await opened(browser, address, "#game=hexnim&position=.../...", options);
  await cells.locator("#edit").click();
  assert.ok(await cells.locator("#turns").isHidden(), "nobody's turn is part of the position");
  await cells.locator('#board [data-tile="1"]').click({ force: true });
  await cells.waitForFunction(() => document.querySelector("#position").value === ".#./...");
  await cells.locator('#board [data-tile="1"]').click({ force: true });
  await cells.waitForFunction(() => document.querySelector("#position").value === ".../...");
  await cells.locator('#board [data-tile="2"]').click({ force: true });
  await cells.locator("#done").click();
  await listed(cells, 0);
  await cells.waitForFunction(() => decodeURIComponent(location.hash).includes("position=..#/..."));
  assert.equal((await position(cells)).position, "..#/...");
  await cells.context().close();
}

// Whatever is begun meanwhile begins with what was set up; where that is no position, nothing begins.
async function playedFrom(browser, address) {
  const page = await opened(browser, address, "#game=minichess", { viewport: { width: 1280, height: 800 }, tab: "play" });
  await page.locator("#edit").click();
  const status = () => page.locator("#status").textContent();
  await page.locator("#editor").waitFor();
  assert.match(await status(), /^Setting up the board/);
  const { bottom } = await page.locator("#discard").evaluate((button) => button.getBoundingClientRect());
  assert.ok(bottom <= 800, `Discard ends at ${bottom} of 800 pixels`);
  await tile(page, "c3").click({ force: true });
  await page.locator('#board [aria-label^="c3, white pawn"]').waitFor({ state: "attached" });
  await page.locator("#play").click();
  await page.waitForFunction(() => document.querySelector("#play").getAttribute("aria-pressed") === "true");
  assert.ok(await page.locator("#editor").isHidden());
  assert.equal(await status(), "White to move: your turn");
  assert.match((await position(page)).position, /PPPPP.*w/);
  // The game rests, and goes on if nothing is set up.
  await page.locator("#edit").click();
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "false");
  await page.locator("#play").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "White to move: your turn");
  await page.locator("#edit").click();
  await page.locator("#clear").click();
  await page.locator("#wrong").waitFor();
  for (const at of ["#play", '#tabs [data-tab="rules"]', '#games [data-game="hop"]']) {
    await page.locator(at).click();
    await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("Not a position yet"));
    assert.ok(await page.locator("#editor").isVisible(), `${at}: first the position`);
  }
  await page.locator("#discard").click();
  assert.equal(await status(), "White to move: your turn");
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

export const atADesk = (browser, address) => chess(browser, address);
export const onAPhone = (browser, address) => chess(browser, address, PHONE);
export const others = (browser, address) => otherGames(browser, address);

export default [atADesk, onAPhone, others, playedFrom];
