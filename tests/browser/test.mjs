// The page of `manyply serve` in a real browser: each game played, analysed, taken back, set up, saved and opened.

import assert from "node:assert/strict";
import { readFile, writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { opened, playByMouse, position, withServer } from "./server.mjs";

// Where a depth of eight is reached in seconds, and a position to set up.
const GAMES = {
  minichess: { at: "#game=minichess", setup: "k4/5/5/5/3R1/K4 w - - 0 1", wrong: "k4/5/5/5/3R1/K4 x - - 0 1" },
  threechess: { at: "#game=threechess", setup: null, wrong: "nothing" },
  hop: {
    at: "#game=hop",
    setup: "......X./......../......../......../......../.O....../......../........ b 0",
    wrong: "......X./. b",
  },
  gomoku: { at: "#game=gomoku", setup: "15/15/15/15/15/15/7x7/7o7/15/15/15/15/15/15/15 x", wrong: "15/16 x" },
  hexnim: { at: "#game=hexnim&position=..../..../..../....", setup: "..#./..../..../....", wrong: "..x./...." },
};

async function game(browser, address, name, { at, setup, wrong }) {
  const page = await opened(browser, address, at);
  for (let count = 0; count < 3; count += 1) {
    const { legal } = await position(page);
    await playByMouse(page, legal[Math.floor(legal.length / 2)]);
  }
  assert.equal(await page.locator("#moves button").count(), 3, "three moves by mouse");

  await page.locator("#analyse").click();
  const depth = () => {
    const text = document.querySelector("#numbers").textContent;
    return Number(/depth (\d+)/.exec(text)?.[1] ?? 0) >= 8 || text.includes("solved");
  };
  await page.waitForFunction(depth, null, { timeout: 120_000 });
  const best = await page.locator("#lines .pv button").first().textContent();
  const { legal } = await position(page);
  assert.ok(
    legal.some(({ move }) => move === best),
    `${best} is legal`,
  );
  assert.ok((await page.locator("#board .arrow").count()) > 0, "arrows");
  await page.locator("#analyse").click();

  await page.locator("#undo").click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);

  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  const text = await readFile(await download.path(), "utf8");
  const file = join(await mkdtemp(join(tmpdir(), "manyply-")), download.suggestedFilename());
  await writeFile(file, text);
  const moves = await page.locator("#moves button").allTextContents();
  await page.locator("#fresh").click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 0);
  await page.locator("#file").setInputFiles(file);
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  assert.deepEqual(await page.locator("#moves button").allTextContents(), moves, "a saved game is opened again");

  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  assert.deepEqual(await page.locator("#moves button").allTextContents(), moves, "a reload keeps the game");

  await page.locator("#position").fill(wrong);
  await page.locator("#setup button[type=submit]").click();
  await page.locator("#problem").waitFor();
  assert.match(await page.locator("#problem").textContent(), /^position: .+/, "a wrong position is told of");
  if (setup) {
    await page.locator("#position").fill(setup);
    await page.locator("#setup button[type=submit]").click();
    await page.locator("#problem").waitFor({ state: "hidden" });
    const there = (await position(page)).position;
    assert.ok(there.startsWith(setup.split(" ")[0]), `${there} is set up`);
    await page.locator("#edit").click();
    await page.locator("#palette button").nth(1).click();
    await page.locator("#board [data-tile]").nth(1).click({ force: true });
    await page.waitForFunction((old) => document.querySelector("#position").value !== old, there);
    await page.locator("#edit").click();
  }
  assert.deepEqual(page.problems, [], "no complaints, no request that leaves the machine");
  await page.context().close();
}

async function phone(browser, address) {
  for (const [name, { at }] of Object.entries(GAMES)) {
    const page = await opened(browser, address, at, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= seen, `${name}: ${wide} pixels on a phone of ${seen}`);
    await page.context().close();
  }
}

async function keyboard(browser, address) {
  const page = await opened(browser, address, "#game=minichess");
  await page.locator('#board [tabindex="0"]').focus();
  // From the far corner down to the pawn on a2, and a step up.
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Enter", "ArrowUp", "Enter"])
    await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelector("#moves button")?.textContent === "a2a3");
  await page.keyboard.press("ArrowLeft");
  assert.match(await page.locator("#status").textContent(), /to move/);
  await page.context().close();
}

async function engine(browser, address) {
  const page = await opened(browser, address, "#game=minichess");
  await page.locator("#level").fill("2");
  await page.locator("#human").selectOption("1");
  await page.locator("#play").click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
  await page.locator("#play").click();
  await page.locator("#annotate").click();
  await page.waitForFunction(() => document.querySelector("#status").textContent === "annotated", null, {
    timeout: 60_000,
  });
  assert.ok(await page.locator("#graph").isVisible(), "the graph of the annotated game");
  await page.context().close();
}

async function size(browser, address) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.locator("#board [data-tile]").first().waitFor();
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce(
      (sum, { decodedBodySize }) => sum + decodedBodySize,
      0,
    ),
  );
  assert.ok(bytes < 200 * 1024, `${bytes} bytes`);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  console.log(`page and assets ${(bytes / 1024).toFixed(0)} KiB, first paint after ${paint?.toFixed(0)} ms`);
  await context.close();
}

await withServer(async (browser, address) => {
  for (const [name, about] of Object.entries(GAMES)) {
    await game(browser, address, name, about);
    console.log(`${name}: played, analysed, saved, opened, set up`);
  }
  for (const test of [phone, keyboard, engine, size]) {
    await test(browser, address);
    console.log(`${test.name}: ok`);
  }
});
