// The page says what is known, and no more.

import assert from "node:assert/strict";
import { count, listed, notice, opened, position, withMatch } from "./server.mjs";

const gauge = (page) => page.locator("#gauge").getAttribute("aria-label");
const numbers = (page) => page.locator("#numbers").textContent();
const analysed = async (page) => {
  await page.locator("#analyse").click();
  await page.waitForFunction(() => document.querySelectorAll("#lines li").length > 0);
};

async function liveBar(browser) {
  const players = ["--a", "engine:nodes=50k,hash=1", "--b", "engine:nodes=50k,hash=1", "--games", "1000"];
  await withMatch(["minichess", ...players], async (address) => {
    const page = await opened(browser, address);
    const isSaid = () =>
      /^(Evaluation: White \d+ %, Black \d+ %|Result)/.test(document.querySelector("#gauge").getAttribute("aria-label"));
    await page.waitForFunction(isSaid); // by the players, once one has moved behind the opening
    await page.context().close();
  });
}

async function threeSides(browser, address) {
  const page = await opened(browser, address, "#game=threechess");
  assert.equal(await gauge(page), "Evaluation: not known");
  await analysed(page);
  assert.match(await gauge(page), /^Evaluation: Blue against the others \d+ %$/);
  assert.equal(await count(page, "#gauge > span"), 2, "two parts");
  assert.match(await page.locator("#chips").textContent(), /^Blue against the others: \d+ %$/);
  await page.locator("summary").first().click();
  await page.locator("#model").selectOption("maxn");
  await page.waitForFunction(() => document.querySelectorAll("#chips .chip").length === 3);
  assert.match(await gauge(page), /^Evaluation: Blue \d+ %, Green \d+ %, Red \d+ %$/);
  assert.equal(await count(page, "#gauge .column"), 3);
  await page.context().close();
}

async function scores(browser, address) {
  // An open four: the winning move is no estimate, and takes so many plies at most.
  const won = await opened(browser, address, "#game=gomoku&position=15/15/15/15/15/15/15/6xxxx5/15/15/15/15/15/15/ooo12+x");
  await analysed(won);
  assert.match(await won.locator("#lines .score").first().textContent(), /^win in ≤ \d+/);
  await won.context().close();
  const page = await opened(browser, address, "#game=minichess");
  await analysed(page);
  assert.match(await page.locator("#lines .score").first().textContent(), /^\d+ % [+−]\d\.\d\d$/);
  await page.context().close();
  // Far ahead is far ahead.
  const far = await opened(browser, address, "#game=minichess");
  await far.route("**/api/query", (route) => {
    const line = { multipv: 1, depth: 9, seldepth: 12, score: { cp: -28882 }, pv: ["b1c3"] };
    const answer = { type: "analysis", final: true, bestmove: "b1c3", score: { cp: -28882 }, nodes: 1656, nps: 1656000000, seconds: 0.000001, depth: 9, lines: [line], hashfull: 0 };
    return route.fulfill({ contentType: "application/x-ndjson", body: `${JSON.stringify(answer)}\n` });
  });
  await analysed(far);
  assert.equal(await far.locator("#lines .score").first().textContent(), "< 1 %");
  assert.doesNotMatch(await numbers(far), /\/s/, "a search of a microsecond has no speed");
  await far.context().close();
}

// Which search is at work is said where it is not the usual one, and means that it lacks are not asked of it.
async function searches(browser, address) {
  const page = await opened(browser, address, "#game=threechess");
  await page.locator("summary").first().click();
  await page.locator("#engine").selectOption("mcts");
  await page.locator("#threads").fill("2");
  await analysed(page);
  assert.match(await numbers(page), /· Monte Carlo( |$)/);
  await page.locator("#engine").selectOption("alphabeta");
  await page.waitForFunction(() => !document.querySelector("#numbers").textContent.includes("Monte Carlo"));
  await page.locator("#engine").selectOption("mcts");
  await page.waitForFunction(() => document.querySelector("#numbers").textContent.includes("Monte Carlo"));
  await page.locator("#level").fill("10");
  await page.locator("#human").selectOption({ index: 1 });
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/query") && "level" in request.postDataJSON());
  await page.locator("#play").click();
  assert.equal((await asked).postDataJSON().engine, "mcts");
  await page.context().close();
}

// What the page is about to do or has done is not said where the side to move belongs.
async function placesOfWords(browser, address) {
  const page = await opened(browser, address, "#game=minichess&moves=b1c3+d6c4");
  await page.locator("#annotate").click();
  await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("Annotated"));
  assert.equal(await page.locator("#status").textContent(), "White to move");
  // A hint comes too late for the next position, also where the click on Back takes a second.
  const slowly = (route) => {
    const query = { ...route.request().postDataJSON(), seconds: 5 };
    return route.continue({ postData: JSON.stringify(query) });
  };
  await page.route("**/api/query", slowly);
  await page.locator("#hint").click();
  await page.locator("#back").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Black to move");
  await page.waitForTimeout(6000);
  await page.unroute("**/api/query", slowly);
  assert.doesNotMatch(await notice(page), /Try/);
  assert.equal(await count(page, "#board .arrow"), 0);
  await page.locator("#hint").click();
  await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("Try"));
  await page.context().close();
}

// Numbers that change at least every second, and word of a search that waits.
async function heartbeat(browser, address) {
  const pages = [];
  for (let search = 0; search < 3; search += 1) {
    const page = await opened(browser, address, "#game=gomoku&moves=h8+i9+g7");
    await page.locator("#analyse").click();
    pages.push(page);
  }
  const waits = () => document.querySelector("#numbers").textContent.startsWith("waits for its turn");
  await pages[2].waitForFunction(waits);
  await pages[0].waitForFunction(() => Number(/depth (\d+)/.exec(document.querySelector("#numbers").textContent)?.[1]) >= 6);
  // A second on an idle machine; without a heartbeat it would be a minute.
  for (let second = 0; second < 5; second += 1) {
    const changed = (before) => document.querySelector("#numbers").textContent !== before;
    await pages[0].waitForFunction(changed, await numbers(pages[0]), { timeout: 8000 });
  }
  await pages[0].locator("#analyse").click();
  await pages[2].waitForFunction(() => document.querySelectorAll("#lines li").length > 0);
  for (const page of pages) await page.context().close();
}

// Rules and position belong together.
async function rules(browser, address) {
  const page = await opened(browser, address, "#game=gomoku&moves=h8+i9");
  const field = page.locator("#rules");
  await page.waitForFunction(() => document.querySelector("#rules").value);
  await field.fill((await field.inputValue()).replace("size=15", "size=20"));
  await page.locator("#setup button[type=submit]").click();
  await listed(page, 0);
  assert.equal(await count(page, "#board [data-tile]"), 400);
  assert.match(await field.inputValue(), /size=20/);
  await page.locator("#position").fill("7/7/7/7/7/7/7 x");
  await page.locator("#setup button[type=submit]").click();
  await page.waitForFunction(() => document.querySelectorAll("#board [data-tile]").length === 49);
  assert.match(await field.inputValue(), /size=7/);
  assert.equal((await position(page)).rules, await field.inputValue());
  await page.context().close();
}

export default [liveBar, threeSides, scores, searches, placesOfWords, heartbeat, rules];
