// Nothing is lost: what was taken back, other games, side lines, what files say, and the board when a request fails.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { count, listed, notice, opened, playByMouse, position } from "./server.mjs";

const LINE = "b1c3 d6c4 c3b1 c4d6 b1a3 d6e4 a3b1 e4d6 c2c3 c5c4 a2a3 a5a4 e2e3 e5e4".split(" ");
const game = (moves, at = moves.length) => `#game=minichess&moves=${moves.join("+")}&at=${at}`;
const texts = (page) => page.locator("#moves button").allTextContents();
const undo = (page) => page.locator("#notice button").click();

async function undone(browser, address) {
  const page = await opened(browser, address, game(LINE, 1));
  await listed(page, LINE.length);
  await page.locator("body").press("Backspace");
  await listed(page, 0);
  assert.match(await notice(page), /^14 moves taken back/);
  await undo(page);
  await listed(page, LINE.length);
  assert.deepEqual(await texts(page), LINE);
  await page.locator("#fresh").click();
  await listed(page, 0);
  await page.locator("body").press("Control+z");
  await listed(page, LINE.length);
  await page.locator("#edit").click();
  await page.locator("#palette button").nth(1).click();
  await page.locator('#board [data-tile="12"]').click({ force: true });
  await page.waitForFunction(() => document.querySelector("#position").value.includes("P"));
  await page.locator("#done").click();
  await listed(page, 0);
  await undo(page);
  await listed(page, LINE.length);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// A game with a side line; another game, and back; another tab.
async function otherGames(browser, address) {
  const page = await opened(browser, address, game(LINE.slice(0, 4), 2));
  await listed(page, 4);
  const { legal } = await position(page);
  await playByMouse(page, legal.find(({ move }) => move !== LINE[2]));
  await listed(page, 5);
  const all = await texts(page);
  await page.locator('#games [data-game="hop"]').click();
  await listed(page, 0);
  await playByMouse(page, (await position(page)).legal[0]);
  await page.locator('#games [data-game="minichess"]').click();
  await listed(page, 5);
  assert.deepEqual(await texts(page), all, "the game comes back with its side line");
  assert.equal(await count(page, "#moves .side-line"), 1);
  await page.locator('#games [data-game="hop"]').click();
  await listed(page, 1);
  await page.locator('#games [data-game="minichess"]').click();
  await listed(page, 5);
  // It is written down a moment later.
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("game.minichess")).address === location.hash.slice(1));
  const other = await page.context().newPage();
  await other.goto(page.url());
  await listed(other, 5);
  assert.equal(await count(other, "#moves .side-line"), 1, "in another tab, too");
  await other.goto("about:blank");
  await other.goto(address);
  await listed(other, 5);
  await page.context().close();
}

async function reload(browser, address) {
  const page = await opened(browser, address, "#game=minichess&moves=b1c3+d6c4+c3e4");
  await page.locator("#annotate").click();
  await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("Annotated"));
  await page.locator("#moves .mark").first().waitFor();
  const marks = await page.locator("#moves .mark").allTextContents();
  await page.reload();
  await listed(page, 3);
  await page.locator("#graph").waitFor(); // it survives a reload
  assert.deepEqual(await page.locator("#moves .mark").allTextContents(), marks, "and the marks do");
  await page.context().close();
}

async function files(browser, address) {
  const page = await opened(browser, address, "#game=minichess");
  const text =
    '[White "A. Player"]\n[Date "2026.11.01"]\n\n{At the start.} 1. c2c3 $1 {+0.15/9 0.034s a plan} ' +
    "(1. d2d3 $6 {or so} d5d4 (1... c5c4 2. a2a3)) c5c4 $14 {-0.20/8 0.000s} 2. a2a3 *\n";
  const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator("#file").setInputFiles(file("a.pgn", text));
  await listed(page, 7);
  const shown = await page.locator("#moves").textContent();
  for (const said of ["At the start.", "a plan", "or so", "!", "?!"]) assert.ok(shown.includes(said), `${said} in ${shown}`);
  await page.locator("#format").selectOption("pgn");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  const saved = await readFile(await download.path(), "utf8");
  for (const said of ["A. Player", "2026.11.01", "{At the start.}", "$1", "$6", "$14", "+0.15/9", "a plan", "-0.20/8", "c5c4 2. a2a3"])
    assert.ok(saved.replaceAll("\n", " ").includes(said), `${said} in ${saved}`);
  await page.locator("#fresh").click();
  await listed(page, 0);
  await page.locator("#file").setInputFiles(file("b.pgn", saved));
  await listed(page, 7);
  assert.equal(await page.locator("#moves").textContent(), shown, "opened again it is the same");

  // An archive of three mebibytes.
  const head = '[Match "minichess"]\n[Rules "plies=100"]\n[Contender "x"]\n[Contender "y"]\n[Settings ""]\n\n';
  const record = (number) =>
    `[Game "${number}"]\n[Seats "1 2"]\n[Opening "1"]\n[Start "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1"]\n[OpeningPlies "0"]\n` +
    `[Result "1 -1"]\n[Ending "time"]\n${LINE.slice(0, (number % 10) + 3).map((move) => `${move} {+0.15/9 0.034s 1000n}`).join(" ")}\n\n`;
  const records = Array.from({ length: 9000 }, (_, index) => record(index + 1)).join("");
  assert.ok(records.length > 3 << 20);
  await page.locator("#file").setInputFiles(file("match.txt", head + records));
  await page.locator("#which").waitFor();
  const games = page.locator("#number option");
  assert.equal(await games.count(), 9000);
  assert.equal(await games.nth(707).textContent(), "708. x · y · 1 -1", "who played, and how it ended");
  await page.locator("#number").selectOption("708");
  await listed(page, 11);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

async function links(browser, address) {
  for (const at of ["-1", "x", "1e9", "2.5"]) {
    const page = await opened(browser, address, `#game=minichess&moves=b1c3+d6c4&at=${at}`);
    await listed(page, 2);
    assert.match(await page.locator("#status").textContent(), /White to move/, at);
    await page.context().close();
  }
  const page = await opened(browser, address, "#game=minichess&moves=b1c3+d6c4+a1a6+c3b1&at=1");
  await listed(page, 2);
  assert.match(await notice(page), /^Only 2 of 4 moves can be played/);
  assert.ok((await notice(page)).length < 400);
  // What a link replaces can be had again.
  await page.waitForTimeout(300);
  for (const [before, link] of [[null, "moves=b1c3+zz"], [null, "position=nothing"], ["about:blank", "moves=b1c3+zz"]]) {
    if (before) await page.goto(before);
    await page.goto(`${address}#game=minichess&${link}`);
    await page.locator("#notice button").waitFor();
    await undo(page);
    await listed(page, 2);
    assert.deepEqual(await texts(page), ["b1c3", "d6c4"]);
  }
  // But not from another game.
  await page.locator("#fresh").click();
  await page.locator("#notice button").waitFor();
  await page.locator('#games [data-game="hop"]').click();
  await page.waitForFunction(() => document.querySelector("#notice").textContent === "");
  await page.context().close();
}

async function failures(browser, address) {
  const page = await opened(browser, address, game(LINE, 5));
  await listed(page, LINE.length);
  const [moves, label, status] = await Promise.all([
    texts(page),
    page.locator("#board").innerHTML(),
    page.locator("#status").textContent(),
  ]);
  await page.route("**/api/position", (route) => route.abort());
  const { legal } = await page.evaluate(async () => {
    const headers = { "Content-Type": "application/json" };
    const moves = new URLSearchParams(location.hash.slice(1)).get("moves").split(" ").slice(0, 5);
    const body = JSON.stringify({ game: "minichess", action: "show", id: "", moves });
    const response = await fetch("api/query", { method: "POST", headers, body });
    return { legal: JSON.parse(await response.text()).moves };
  });
  assert.ok(legal.length);
  const attempts = [
    () => page.locator("#first").click(),
    () => page.locator("#undo").click(),
    () => page.locator("#fresh").click(),
    () => page.locator('#games [data-game="hop"]').click(),
    () => page.locator("#moves button").nth(9).click(),
  ];
  for (const attempt of attempts) {
    await attempt();
    await page.waitForFunction(() => document.querySelector("#notice").textContent.includes("does not answer"));
    assert.deepEqual(await texts(page), moves);
    assert.equal(await page.locator("#board").innerHTML(), label, "the board is as it was");
    assert.equal(await page.locator("#status").textContent(), status);
    assert.equal(await page.locator("#moves [aria-current]").textContent(), LINE[4]);
  }
  await page.unroute("**/api/position");
  await page.locator("#forth").click();
  await page.waitForFunction((move) => document.querySelector("#moves [aria-current]").textContent === move, LINE[5]);
  await page.context().close();
}

export default [undone, otherGames, reload, files, links, failures];
