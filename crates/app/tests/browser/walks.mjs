// Proofs walked on the board: gomoku's from the start to the five, with White far away, and a line of an endgame table.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHONE, PROGRAM, count, listed, opened, playByMouse, position, withProgram } from "./server.mjs";

const told = (page) => page.locator("#walking").textContent();
const waitFor = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#walking").textContent), pattern.source);

// A tile where the loser may move: one that is marked, or the farthest from the middle that is not.
const chosen = (page, isMarked) =>
  page.evaluate((isMarked) => {
    const marked = new Set([...document.querySelectorAll("#board .zone")].map((one) => one.getAttribute("points")));
    const hits = [...document.querySelectorAll("#board .hit")];
    const free = hits.filter((hit) => hit.getAttribute("aria-label").includes(", empty"));
    const found = free.filter((hit) => marked.has(hit.getAttribute("points")) === isMarked);
    return Number((found[0] ?? free[0]).dataset.tile);
  }, isMarked);

// Walks on from where Black is to move; White's stones stand far away, or where an answer is listed. How many moves.
export async function toTheFive(page, isMarked) {
  const over = () => /^Black wins/.test(document.querySelector("#status").textContent);
  const before = await count(page, "#moves button");
  await page.locator("#walking .main").click();
  for (let moves = before + 1; ; moves += 2) {
    await page.waitForFunction((moves) => document.querySelectorAll("#moves button").length >= moves, moves);
    await page.waitForFunction(() => !document.querySelector("#walking").textContent.startsWith("Looking"));
    if (await page.evaluate(over)) return moves;
    await waitFor(page, /Black wins in at most \d+ plies: proved/);
    await page.locator(`#board [data-tile="${await chosen(page, isMarked)}"]`).click({ force: true });
  }
}

async function proof(browser, address) {
  const page = await opened(browser, address, "#game=gomoku", { tab: "" });
  assert.equal(await page.locator("#proved").textContent(), "Black can always win: the proof");
  await page.locator("#proved").click();
  await waitFor(page, /^Black wins in at most 87 plies: proved\. Black plays h8\./);
  assert.match(await told(page), /3\.2·10⁷ moves of the winner/);
  assert.equal(await page.locator("#gauge").getAttribute("aria-label"), "Evaluation: Black 100 %, White 0 %, proven");
  assert.equal(await count(page, "#board .arrow"), 1, "the proof's move is shown");
  const far = await toTheFive(page, false);
  assert.match(await told(page), /five in a row\. This is the end of the line/);
  assert.equal(await count(page, "#board .ended"), 5);
  // Back to a turn of White, and another reply.
  await page.locator("#first").click();
  await waitFor(page, /Black plays h8/);
  for (let ply = 0; ply < 3; ply += 1) await page.locator("#forth").click();
  await waitFor(page, /Every reply|marked replies/);
  for (let ply = 0; ply < 2; ply += 1) await page.locator("#forth").click();
  await waitFor(page, /^Black wins in at most \d+ plies: proved\. The \d+ marked replies .* as if White had passed/);
  const zone = await count(page, "#board .zone");
  assert.ok(zone > 10 && zone < 150, `${zone} replies are marked`);
  await page.locator("#board [data-tile]").first().waitFor({ state: "attached" });
  const before = await count(page, "#moves button");
  await page.locator(`#board [data-tile="${await chosen(page, true)}"]`).click({ force: true });
  await page.waitForFunction((before) => document.querySelectorAll("#moves button").length >= before + 2, before);
  assert.ok(far < 40, `${far} plies, White far away`);
  // Black errs: nothing is proved any more, and leaving takes all marks away.
  await page.locator("#first").click();
  await waitFor(page, /Black plays h8/);
  await page.locator("#walking button", { hasText: "Leave" }).click();
  assert.ok(await page.locator("#walking").isHidden());
  assert.equal(await count(page, "#board .zone, #board .arrow"), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// On a board of 19x19 by the certificate of the plane, which is among the tables: from the start to the five, White far
// away, and where answers are listed.
async function proofOfThePlane(browser) {
  await withProgram(["--tables", "../../../../docs/proofs"], async (address) => {
    const board = (side) => opened(browser, address, `#game=gomoku&rules=size%3D${side}`, { tab: "" });
    for (const [side, isProved] of [[14, false], [16, true]]) {
      const page = await board(side);
      assert.equal(await page.locator("#proved").isVisible(), isProved, `${side}x${side}`);
      await page.context().close();
    }
    let page = await board(19);
    await page.locator("#proved").click();
    await waitFor(page, /^Black wins in at most \d+ plies: proved\. Black plays j10\./);
    assert.match(await told(page), /6\.0·10⁷ moves of the winner/);
    await page.locator("#walking .main").click();
    await waitFor(page, /Every reply has an answer of its own/);
    await page.locator(`#board [data-tile="${await chosen(page, false)}"]`).click({ force: true });
    await waitFor(page, /The \d+ marked replies .* as if White had passed/);
    const zone = await count(page, "#board .zone");
    assert.ok(zone > 100 && zone < 250, `${zone} replies are marked`);
    await page.context().close();
    page = await board(20);
    await page.locator("#proved").click();
    await waitFor(page, /Black plays [jk]1[01]/);
    const plies = await toTheFive(page, true);
    assert.match(await told(page), /five in a row\. This is the end of the line/);
    assert.ok(plies < 99, `${plies} plies`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}

// On a phone, by the other rule; and where nothing is known.
async function proofOnAPhone(browser, address) {
  const page = await opened(browser, address, "#game=gomoku&rules=rule%3Dstandard", { tab: "", ...PHONE });
  await page.locator("#proved").click();
  await waitFor(page, /^Black wins in at most 91 plies/);
  for (let ply = 1; ply <= 4; ply += 1) {
    await page.locator("#walking .main").click();
    await listed(page, ply);
    await waitFor(page, /proved/);
  }
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= seen, `${wide} pixels on a phone of ${seen}`);
  await page.locator('#games [data-game="hop"]').click();
  await page.locator("#walking").waitFor({ state: "hidden" });
  assert.ok(await page.locator("#proved").isHidden());
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// A won ending with the tables for it, to the taken king.
async function table(browser) {
  const folder = await mkdtemp(join(tmpdir(), "manyply-tables-"));
  const made = spawnSync(PROGRAM, ["tables", "minichess", "--up-to", "3", "--dir", folder], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  try {
    await withProgram(["--tables", folder], async (address) => {
      const page = await opened(browser, address, "#game=minichess&position=k4/5/5/5/5/3RK+w+-+-+0+1", { tab: "analyse" });
      await page.locator("#walk").click();
      await waitFor(page, /^White wins in at most \d+ plies: proved\. White plays/);
      const plies = async () => Number(/at most (\d+) plies/.exec(await told(page))[1]);
      const whole = await plies();
      for (let left = whole; left > 0; left -= 1) {
        await waitFor(page, new RegExp(`White wins in at most ${left} plies`));
        await page.locator("#walking .main").click();
        await listed(page, whole - left + 1);
      }
      await waitFor(page, /king.*This is the end of the line/);
      assert.ok(whole > 5, `${whole} plies`);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

// Where nothing is proved a proof is looked for, and that there is none is said.
async function nothingProved(browser, address) {
  const page = await opened(browser, address, "#game=gomoku&rules=rule%3Drenju&moves=h8");
  assert.ok(await page.locator("#proved").isHidden());
  await page.route("**/api/query", (route) => {
    const query = { ...route.request().postDataJSON(), seconds: 0.2 };
    return route.continue({ postData: JSON.stringify(query) });
  });
  const button = page.locator("#walk");
  assert.equal(await button.textContent(), "Look for a proof");
  await button.click();
  await waitFor(page, /No proof of this position was found/);
  assert.doesNotMatch(await told(page), /Go back/);
  const [move] = (await position(page)).legal;
  await playByMouse(page, move);
  await waitFor(page, /No proof of this position/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// A proof is offered where there is one: at the start of a game that is proved, and where a search has found it.
async function proofOffered(browser, address) {
  const offered = async (path, options) => {
    const page = await opened(browser, address, path, options);
    const button = page.locator("#walk");
    const [begin, text] = [await page.locator("#proved").isVisible(), (await button.isVisible()) && (await button.textContent())];
    return [page, begin, text];
  };
  const isOffered = async (path, options, wanted) => {
    const [page, ...found] = await offered(path, options);
    assert.deepEqual(found, wanted, path);
    await page.context().close();
  };
  await isOffered("#game=gomoku", {}, [true, "Walk the proof"]);
  await isOffered("#game=gomoku&rules=size%3D20", {}, [false, "Look for a proof"]);
  await isOffered("#game=gomoku&rules=rule%3Drenju", {}, [false, "Look for a proof"]);
  await isOffered("#game=gomoku&moves=a1", {}, [false, "Look for a proof"]);
  await isOffered("#game=hop", {}, [false, "Look for a proof"]);
  await isOffered("#game=threechess", {}, [false, false]);
  // A program that was built without the file.
  const before = (page) =>
    page.route("**/api/position", async (route) => {
      const response = await route.fetch().catch(() => null);
      if (!response) return route.abort();
      const json = await response.json();
      if (json.proved) json.proved.file = "gomoku-freestyle-15.proof.zst";
      return route.fulfill({ response, json });
    });
  await isOffered("#game=gomoku", { before }, [false, "Look for a proof"]);
  const [page, , text] = await offered("#game=minichess&position=k4/Q4/5/5/5/K4+w+-+-+0+1", {});
  assert.equal(text, "Look for a proof");
  await page.locator("#analyse").click();
  await page.waitForFunction(() => document.querySelector("#walk").textContent === "Walk the proof");
  await page.locator("#analyse").click();
  // Once the game is over nothing is left to be proved.
  const { legal } = await position(page);
  await playByMouse(page, legal.find(({ move }) => move === "a5a6"));
  await page.locator("#walk").waitFor({ state: "hidden" });
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

export default [proof, proofOfThePlane, proofOnAPhone, table, nothingProved, proofOffered];
