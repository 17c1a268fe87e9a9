// Somebody who sees the games for the first time: what they are about, a first step, and what comes after the end.

import assert from "node:assert/strict";
import { PHONE, count, listed, middle, notice, opened, playByMouse, position } from "./server.mjs";

async function firstStep(browser, address) {
  for (const options of [{}, PHONE]) {
    const page = await opened(browser, address, "#game=gomoku&position=15/15/15/15/15/15/15/6xxxx5/15/15/15/15/15/15/ooo12+x", options);
    assert.match(await page.locator("#goal").textContent(), /^Five stones in a row win/);
    await page.locator("#begin").click();
    assert.ok(await page.locator("#goal").isHidden());
    assert.equal(await page.locator("#level").inputValue(), "3");
    assert.equal(await page.locator("#human").inputValue(), "0", "who begins has the first move");
    const { legal } = await position(page);
    await playByMouse(page, legal.find(({ move }) => move === "f8"));
    await page.waitForFunction(() => document.querySelector("#status").textContent === "You win. Black wins: five in a row");
    assert.equal(await page.locator("#review").textContent(), "See how it went");
    assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "false");
    await page.locator("#review").click();
    await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("Annotated"));
    await page.locator("#first").click();
    await page.waitForFunction(() => document.querySelector("#status").textContent.startsWith("Black"));
    assert.equal(await page.locator("#status").textContent(), "Black to move. At the end: You win. Black wins: five in a row");
    await page.locator("#rematch").click();
    await listed(page, 0);
    assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "true", "the same once more");
    assert.ok((await position(page)).position.includes("6xxxx5"));
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

async function choices(browser, address) {
  const page = await opened(browser, address, "#game=gomoku&moves=h8");
  const choice = (name) => page.locator(`#choices [data-name="${name}"]`);
  await choice("rule").selectOption("renju");
  await listed(page, 0);
  assert.match((await position(page)).rules, /rule=renju,connect=5,size=15/);
  await choice("size").fill("9");
  await choice("size").press("Tab");
  await page.waitForFunction(() => document.querySelectorAll("#board [data-tile]").length === 81);
  await choice("size").fill("99");
  await choice("size").press("Tab");
  await page.locator("#problem").waitFor();
  assert.match(await page.locator("#problem").textContent(), /^rules: /);
  await page.locator('#games [data-game="minichess"]').click();
  await choice("king").selectOption("royal");
  await page.waitForFunction(() => location.hash.includes("king%3Droyal"));
  assert.equal(await choice("plies").inputValue(), "100");
  // Small boards first, then those of tournaments.
  await page.locator('#games [data-game="hexnim"]').click();
  await page.waitForFunction(() => document.querySelectorAll("#board [data-tile]").length === 25);
  await choice("board").selectOption("random");
  await page.waitForFunction(() => document.querySelectorAll("#board .crossed").length > 0);
  const drawn = (await position(page)).position;
  const { legal } = await position(page);
  await playByMouse(page, legal[0]);
  await page.locator("#fresh").click();
  await listed(page, 0);
  assert.equal((await position(page)).position, drawn, "a new game is on the same board");
  await choice("board").selectOption("start");
  await page.waitForFunction(() => document.querySelectorAll("#board [data-tile]").length === 144);
  assert.equal(await count(page, "#board .crossed"), 0);
  assert.doesNotMatch(await notice(page), /wrong|expected/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// What is not needed is out of sight; the rules are a click away.
async function tabs(browser, address) {
  for (const options of [{}, PHONE]) {
    const page = await opened(browser, address, "#game=hop", { tab: "", ...options });
    const seen = () => page.locator(".card:visible h2").evaluateAll((all) => all.map((one) => one.id.split("-")[0]));
    assert.deepEqual(await seen(), ["play", "moves"], "first of all one plays");
    for (const [tab, panels] of [["analyse", ["analysis", "moves"]], ["setup", ["position"]], ["rules", ["rules"]]]) {
      await page.locator(`#tabs [data-tab="${tab}"]`).click();
      assert.deepEqual(await seen(), panels);
    }
    await page.waitForFunction(() => document.querySelector("#taught").textContent.includes("hopped over is captured"));
    await page.locator('#games [data-game="gomoku"]').click();
    await page.waitForFunction(() => document.querySelector("#taught").textContent.includes("Five stones in a row win"));
    await page.reload();
    await page.locator("#board [data-tile]").first().waitFor({ state: "attached" });
    assert.deepEqual(await seen(), ["rules"], "a reload keeps the choice");
    // What begins elsewhere is shown.
    await page.locator("body").press(" ");
    assert.deepEqual(await seen(), ["analysis", "moves"]);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

// Where people hesitated: what a tab shows is in sight, one knows whose turn it is and at which level, how a move ends that
// could go on, and nothing is given away while one plays.
async function hesitations(browser, address) {
  const page = await opened(browser, address, "#game=hop", { tab: "", ...PHONE });
  await page.locator('#tabs [data-tab="rules"]').tap();
  await page.locator("#taught p").first().waitFor();
  const { top } = await page.locator("#taught p").first().evaluate((first) => first.getBoundingClientRect());
  assert.ok(top > 0 && top < 400, `the rules begin at ${top} of 844 pixels`);
  await page.locator('#games [data-game="hexnim"]').click();
  await page.locator("#begin").click();
  const status = page.locator("#status");
  assert.equal(await status.textContent(), "First to move: your turn");
  await page.locator('#tabs [data-tab="play"]').click();
  await page.locator("#level").fill("1");
  assert.equal(await page.locator("#rank").textContent(), "Level 1 of 10");
  await page.evaluate(() => scrollTo(0, 0));
  const [x, y] = await middle(page, 12);
  await page.touchscreen.tap(x, y);
  await page.locator("#choice").waitFor();
  assert.match(await page.locator("#choice").textContent(), /^Only this, or more\? Play only \d,\dGo on choosing$/);
  await page.locator("#choice button").first().click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  assert.equal(await status.textContent(), "First to move: your turn");
  assert.ok(await page.locator("#choice").isHidden());
  assert.deepEqual(page.problems, []);
  await page.context().close();
  // A lost game, and threats that are not shown while one plays.
  const lost = "#game=gomoku&position=15/15/15/15/15/15/15/6oooo5/15/15/15/15/15/15/xxx12+x";
  const other = await opened(browser, address, lost, { tab: "" });
  assert.ok((await count(other, "#board .threat")) > 0);
  await other.locator("#level").fill("3");
  await other.locator("#begin").click();
  assert.equal(await count(other, "#board .threat"), 0);
  await playByMouse(other, (await position(other)).legal.find(({ move }) => move === "a15"));
  await other.waitForFunction(() => document.querySelector("#status").textContent === "You lose. White wins: five in a row");
  assert.equal(await other.locator("#review").textContent(), "See what went wrong");
  assert.deepEqual(other.problems, []);
  await other.context().close();
}

// Whoever has moved before a game was on is answered after one click.
async function playOn(browser, address) {
  const page = await opened(browser, address, "#game=minichess", { tab: "" });
  await page.locator("#level").fill("1");
  await playByMouse(page, (await position(page)).legal[0]);
  assert.equal(await page.locator("#begin").textContent(), "Play on against the engine");
  await page.locator("#begin").click();
  await listed(page, 2);
  await page.waitForFunction(() => document.querySelector("#status").textContent === "White to move: your turn");
  assert.ok(await page.locator("#begin").isHidden());
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// Moves of cells are told by their cells, those before the position on the board, too.
async function cells(browser, address) {
  const path = "#game=hexnim&position=...../.....&moves=0,0,1,1 3,0,3,3 1,1,2,3&at=2";
  const page = await opened(browser, address, path);
  await page.waitForFunction(() => /0,0$/.test(document.querySelector("#moves button").textContent));
  assert.deepEqual(await page.locator("#moves button").allTextContents(), ["0,0", "3,0–1,0", "1,1–0,1"]);
  await page.locator("#analyse").click();
  await page.waitForFunction(() => document.querySelector("#numbers").textContent.includes("done"));
  assert.match(await page.locator("#lines .pv button").first().textContent(), /^\d,\d(–\d,\d)?$/);
  assert.equal(await page.locator("#analyse").textContent(), "Switch off", "what is done cannot be stopped");
  await page.locator("#analyse").click();
  await page.locator('#tabs [data-tab="rules"]').click();
  await page.locator("#taught details").first().waitFor();
  assert.doesNotMatch(await page.locator("#taught").textContent(), /--random/, "no options of the command line");
  // What is proved is seen in the bar.
  await page.locator('#tabs [data-tab="analyse"]').click();
  await page.locator("#walk").click();
  await page.waitForFunction(() => /(First|Second) wins.*proved/.test(document.querySelector("#walking").textContent));
  assert.match(await page.locator("#gauge.proven").getAttribute("aria-label"), / 100 %.*, proven$/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// What is touched, asked or clicked is in sight, however small the screen is.
async function inSight(browser, address) {
  const page = await opened(browser, address, "#game=hop", { tab: "rules", ...PHONE });
  const seen = (selector) =>
    page.waitForFunction((selector) => {
      const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
      return bottom > top && top >= -5 && bottom <= innerHeight + 5;
    }, selector);
  await page.locator("#taught details").last().scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector("h2 .learn").click());
  for (const selector of ["#board", "#task", "#answer"]) await seen(selector);
  await page.locator("#exit").click();
  await page.locator('#tabs [data-tab="play"]').click();
  await playByMouse(page, (await position(page)).legal[0]);
  await page.evaluate(() => scrollTo(0, 9999));
  await page.evaluate(() => document.querySelector("#moves button").click());
  await seen("#board");
  assert.deepEqual(page.problems, []);
  await page.context().close();
  const low = await opened(browser, address, "#game=threechess", { ...PHONE, viewport: { width: 851, height: 393 } });
  await low.evaluate(() => scrollTo(0, 0));
  const { tiles } = (await position(low)).legal[0];
  for (const tile of tiles) await low.touchscreen.tap(...(await middle(low, tile)));
  const { bottom } = await low.locator("#choice button").first().evaluate((button) => button.getBoundingClientRect());
  assert.ok(bottom <= 393, `the question ends at ${bottom} of 393 pixels`);
  assert.deepEqual(low.problems, []);
  await low.context().close();
}

// What the others have done: pieces that were taken on the way, and both moves of two others.
async function done(browser, address) {
  const path = "#game=hop&position=......../...X..../......../...OX.../......../.O....../......../........+w+10";
  const hop = await opened(browser, address, path);
  const { legal } = await position(hop);
  await playByMouse(hop, legal.find(({ move }) => move === "33-35"));
  await hop.waitForFunction(() => document.querySelector("#status").textContent === "White took 1. Black to move");
  assert.equal(await count(hop, "#board .taken"), 1);
  assert.deepEqual(hop.problems, []);
  await hop.context().close();
  const page = await opened(browser, address, "#game=threechess");
  await page.locator("#level").fill("1");
  await page.locator("#begin").click();
  await playByMouse(page, (await position(page)).legal[0]);
  await page.waitForFunction(() => /^Blue to move: your turn \(Green \w+, Red \w+\)$/.test(document.querySelector("#status").textContent));
  await page.locator("#back").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("You look back"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// On hexnim's first board somebody who sees the end of a game, and nothing before, wins against level 1 now and then;
// and the rules say which board that is.
async function beginners(browser, address) {
  const page = await opened(browser, address, "#game=hexnim", { tab: "rules" });
  assert.equal(await count(page, "#board [data-tile]"), 25);
  await page.waitForFunction(() => /default board is 12x12.* 5x5/.test(document.querySelector("#taught").textContent));
  const won = await page.evaluate(async () => {
    const ask = async (path, question) => {
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(question) });
      return JSON.parse((await response.text()).trim().split("\n").at(-1));
    };
    // The same games each time.
    let seed = 1;
    const below = (bound) => (seed = (seed * 48271) % 2147483647) % bound;
    let won = 0;
    for (let number = 0; number < 12; number += 1) {
      const question = { game: "hexnim", position: Array(5).fill(".....").join("/"), moves: [] };
      for (let ply = 0; ; ply += 1) {
        const { legal, payoffs } = await ask("api/position", question);
        const own = number % 2;
        if (payoffs) {
          won += payoffs[own] > 0 ? 1 : 0;
          break;
        }
        const isOwn = ply % 2 === own;
        const free = new Set(legal.flatMap(({ tiles }) => tiles)).size;
        const { bestmove } = isOwn ? {} : await ask("api/query", { ...question, level: 1 });
        const { best } = isOwn && free <= 6 ? await ask("api/query", { ...question, action: "solve" }) : {};
        question.moves.push(bestmove ?? best?.[0] ?? legal[below(legal.length)].move);
      }
    }
    return won;
  });
  assert.ok(won >= 3 && won < 12, `${won} of 12 games`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

export default [inSight, done, playOn, cells, firstStep, choices, tabs, hesitations, beginners];
