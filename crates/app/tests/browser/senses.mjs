// What is seen and heard: by screen readers, by eyes that do not tell red from green, on small and large screens, and in
// long games.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PHONE, count, listed, opened, playByMouse, position } from "./server.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What a program cannot decide: letters on drawings, and buttons with arrows for texts.
const UNDECIDED = ["color-contrast", "label-content-name-mismatch"];

async function findings(page, about) {
  const { violations, incomplete } = await page.evaluate(() => window.axe.run(document));
  const found = [...violations, ...incomplete.filter(({ id }) => !UNDECIDED.includes(id))];
  const told = found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  assert.deepEqual(told, [], about);
}

async function axe(browser, address) {
  for (const game of ["minichess", "threechess", "hop", "gomoku", "hexnim"]) {
    const page = await opened(browser, address, `#game=${game}`, game === "hop" ? PHONE : {});
    await page.evaluate(AXE);
    const inBoth = async (about) => {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await findings(page, `${game}${about}, ${colorScheme}`);
      }
    };
    await playByMouse(page, (await position(page)).legal[0]).catch(() => page.locator("#choice button").first().click());
    await page.locator("summary").first().click();
    await page.locator("#analyse").click();
    await page.waitForFunction(() => document.querySelectorAll("#lines li").length > 0);
    await page.locator("#analyse").click();
    await page.locator("#undo").click();
    await listed(page, 0);
    await inBoth("");
    if (game === "gomoku") {
      await page.locator("#proved").click();
      await page.waitForFunction(() => document.querySelector("#walking").textContent.includes("proved"));
      await inBoth(", a proof");
    }
    await page.locator("#edit").click();
    await page.locator("#palette button").first().waitFor();
    await inBoth(" set up");
    if (game === "hexnim") {
      await page.locator("#discard").click();
      await page.locator("h2 .learn").click();
      await page.waitForFunction(() => document.querySelector("#task").textContent);
      await inBoth(", a lesson");
      await page.locator("#help").click();
      await inBoth(", the keys");
    }
    await page.context().close();
  }
}

async function heard(browser, address) {
  const page = await opened(browser, address, "#game=minichess");
  const said = page.locator('#said[role="status"]');
  const { legal } = await position(page);
  await playByMouse(page, legal[0]);
  assert.equal(await said.textContent(), `White played ${legal[0].move}. Black to move`);
  await page.locator("#back").click();
  await page.waitForFunction(() => document.querySelector("#said").textContent === "White to move");
  await page.context().close();
}

// The light of a colour, and how a colour looks to somebody without the cones for green (Viénot, Brettel, Mollon 1999).
const COLOURS = `
  const rgb = (text) => /^#/.test(text) ? [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) : text.match(/[\\d.]+/g).map(Number).slice(0, 3);
  const linear = (colour) => rgb(colour).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const light = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const deuteranope = ([r, g, b]) => [0.29275 * r + 0.70725 * g, 0.29275 * r + 0.70725 * g, -0.02234 * r + 0.02234 * g + b].map((part) => Math.min(1, Math.max(0, part)));
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
`;

async function colours(browser, address) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await opened(browser, address, "#game=threechess", { colorScheme });
    const pieces = await page.evaluate(`(() => { ${COLOURS}
      const fills = [...new Set([...document.querySelectorAll("#board .figure path[stroke-linejoin]")].map((path) => path.getAttribute("fill")))];
      const seen = fills.map((colour) => light(deuteranope(linear(colour))));
      // In the order of the sides; blue is told by its hue.
      return { fills, ratio: contrast(seen[1], seen[2]) };
    })()`);
    assert.equal(pieces.fills.length, 3);
    assert.ok(pieces.ratio >= 3, `green and red pieces differ in brightness: ${JSON.stringify(pieces)}`);
    await page.context().close();
    const cells = await opened(browser, address, "#game=hexnim&position=..%23/...", { colorScheme });
    const ratio = await cells.evaluate(`(() => { ${COLOURS}
      const fill = (name) => light(linear(getComputedStyle(document.querySelector("#board .tile." + name)).fill));
      return contrast(fill("light"), fill("blocked"));
    })()`);
    assert.ok(ratio >= 3, `crossed cells against free ones: ${ratio.toFixed(2)}, ${colorScheme}`);
    assert.equal(await count(cells, "#board .crossed"), 1, "and they are crossed");
    await cells.context().close();
  }
}

async function columns(browser, address) {
  const games = [
    [2, "minichess&moves=b1c3+d6c4+c3b1+c4d6+b1a3"],
    [3, "threechess&moves=BD2BD4+GD2GD4+RD2RD4+BB1BC3"],
  ];
  for (const [sides, path] of games) {
    const page = await opened(browser, address, `#game=${path}`);
    const lefts = await page.locator("#moves button").evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    assert.equal(new Set(lefts).size, sides, "a column for each side");
    lefts.forEach((left, ply) => assert.equal(left, lefts[ply % sides]));
    await page.context().close();
  }
  // Where the other side begins, the first move stands in its column.
  const page = await opened(browser, address, "#game=minichess&position=kqbnr/ppppp/5/5/PPPPP/RNBQK+b+-+-+0+1&moves=d6c4+b1c3");
  const [first, second] = await page.locator("#moves button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  assert.ok(first > second);
  await page.context().close();
}

// Board, whose turn it is, and the buttons for it are on one screen; a wide one is used.
async function screens(browser, address) {
  for (const game of ["minichess", "threechess", "gomoku"]) {
    const page = await opened(browser, address, `#game=${game}`);
    await page.waitForFunction(() => document.querySelectorAll("#taught .board").length > 1);
    for (const [width, height] of [[1280, 600], [1366, 768], [1920, 1080], [2560, 1080]]) {
      await page.setViewportSize({ width, height });
      const seen = await page.evaluate(() => ({
        tools: document.querySelector(".tools").getBoundingClientRect().bottom,
        board: document.querySelector("#board").getBoundingClientRect(),
        right: Math.max(...[...document.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().right)),
        scrollWidth: document.documentElement.scrollWidth,
        bottom: document.querySelector(".side").getBoundingClientRect().bottom,
      }));
      assert.ok(seen.tools <= height, `${game} at ${width}x${height}: the buttons end at ${seen.tools}`);
      assert.ok(seen.board.height >= 0.45 * height, `${game} at ${width}x${height}: a board of ${seen.board.height}`);
      assert.ok(seen.scrollWidth <= width);
      if (width >= 1920) assert.ok(seen.bottom <= 1.05 * height, `panels side by side end at ${seen.bottom}`);
    }
    await page.context().close();
  }
}

// Sorted milliseconds of forty steps in a game of so many plies.
async function steps(browser, address, plies) {
  const round = ["b1c3", "d6c4", "c3b1", "c4d6"];
  const moves = Array.from({ length: plies }, (_, ply) => round[ply % 4]);
  const path = `#game=minichess&rules=plies%3Dnone,repetition%3D0&moves=${moves.join("+")}&at=${plies / 2}`;
  const page = await opened(browser, address, path);
  await listed(page, plies);
  const times = await page.evaluate(async () => {
    const times = [];
    for (let step = 0; step < 40; step += 1) {
      const before = document.querySelector("#moves [aria-current]");
      const shown = new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector("#moves [aria-current]") === before) return;
          observer.disconnect();
          resolve();
        }).observe(document.querySelector("#moves"), { attributes: true, subtree: true, attributeFilter: ["aria-current"] });
      });
      const since = performance.now();
      document.querySelector(step < 25 ? "#forth" : "#back").click();
      await shown;
      // With what the browser does to lay it out.
      document.querySelector("#moves").getBoundingClientRect();
      times.push(performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    return times.sort((a, b) => a - b);
  });
  assert.deepEqual(page.problems, []);
  await page.context().close();
  return times;
}

// How long the page works on a step through a game of 900 plies.
async function longGame(browser, address) {
  const [short, long] = [await steps(browser, address, 60), await steps(browser, address, 900)];
  const say = (times) => `${times[20].toFixed(1)} ms in the middle, ${times[35].toFixed(1)} ms for nine of ten`;
  console.log(`a step of a game of 900 plies: ${say(long)}; of 60 plies: ${say(short)}`);
  // On an idle machine it is a fraction of a frame; on a busy one no more than in a short game, about.
  assert.ok(long[20] <= Math.max(16, 3 * short[20]), `${long[20]} ms, in a short game ${short[20]} ms`);
}

export default [axe, heard, colours, columns, screens, longGame];
