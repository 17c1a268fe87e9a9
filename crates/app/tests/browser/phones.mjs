// What is seen on a phone, large and small: notices that cover nothing, a graph with axes in words, nothing cut off and
// nothing too small for a finger.

import assert from "node:assert/strict";
import { PHONE, listed, opened, playByMouse, position } from "./server.mjs";

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const SIZES = [PHONE, SMALL];

const box = (page, selector) =>
  page.locator(selector).evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left: Math.round(left), top: Math.round(top), right: Math.round(right), bottom: Math.round(bottom) };
  });

// Whatever can be touched and is in sight, but is below the notice; and the board, if that is.
const covered = (page) =>
  page.evaluate(() => {
    const notice = document.querySelector("#notice");
    const [of, own] = [(element) => element.getBoundingClientRect(), notice.getBoundingClientRect()];
    const others = [...document.querySelectorAll("button, a, input, select, textarea, summary, #board")];
    const isBelow = (element) => {
      const { left, top, right, bottom } = of(element);
      return left < own.right && right > own.left && top < own.bottom - 1 && bottom > own.top + 1;
    };
    return others.filter((one) => !notice.contains(one) && one.checkVisibility() && isBelow(one)).map((one) => one.outerHTML.slice(0, 60));
  });

const heard = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#heard[role=status]").textContent), pattern.source);

async function noticesCoverNothing(browser, address) {
  for (const options of SIZES) {
    const page = await opened(browser, address, "#game=hop", { ...options, tab: "play" });
    await page.locator("#begin").click();
    await page.locator("#level").fill("1");
    await playByMouse(page, (await position(page)).legal[0]);
    await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
    await page.evaluate(() => scrollTo(0, 0));
    const before = [await box(page, "#board"), await box(page, "#undo"), await page.evaluate(() => scrollY)];
    await page.locator("#undo").click();
    await heard(page, /^2 moves taken back\. Undo is possible$/);
    const undo = await box(page, "#notice button");
    const { height } = options.viewport;
    assert.ok(undo.top > height / 2 && undo.bottom <= height, `Undo at ${undo.top}–${undo.bottom} of ${height}: the thumb is there`);
    assert.deepEqual(await covered(page), []);
    assert.deepEqual([await box(page, "#board"), await box(page, "#undo"), await page.evaluate(() => scrollY)], before, "nothing jumps");
    // When it has gone, all stays where it was.
    const tabs = await box(page, "#tabs");
    await page.waitForFunction(() => document.querySelector("#notice").textContent === "");
    assert.deepEqual(await box(page, "#tabs"), tabs);
    await playByMouse(page, (await position(page)).legal[0]);
    await listed(page, 2);
    await page.locator("#undo").click();
    await page.locator("#notice button").click();
    await listed(page, 2);
    // Far below the board it stands below what was touched.
    await page.locator('[data-tab="setup"]').click();
    await page.locator("#link").click();
    await heard(page, /./);
    assert.deepEqual(await covered(page), []);
    const [link, said] = [await box(page, "#link"), await box(page, "#notice")];
    assert.ok(said.top >= link.bottom - 1 && said.top < link.bottom + 40, `${said.top}, below ${link.bottom}`);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

// The axes of the graph are words: which side is up, where both stand alike, which moves are at the ends.
async function graphInWords(browser, address) {
  const games = [
    ["#game=minichess&moves=b1c3+d6c4", ["White wins", "50 %", "Black wins"], "move 10", /^White \d+ %Black \d+ %$/],
    ["#game=threechess&moves=BC2BC3", ["wins", "50 %", "loses"], "move 7", /^Blue \d+ %Green \d+ %Red \d+ %$/],
  ];
  for (const options of [PHONE, SMALL, { colorScheme: "dark" }])
    for (const [path, axis, end, values] of games) {
      const page = await opened(browser, address, path, { ...options, tab: "analyse" });
      const board = await box(page, "#board");
      await page.locator("#annotate").click();
      await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("Annotated"));
      await page.locator("#graph").waitFor();
      assert.deepEqual(await page.locator(".axis span").allTextContents(), axis);
      assert.match(await page.locator("#graph").getAttribute("aria-label"), new RegExp(`at the top ${axis[0]}, at the bottom ${axis[2]}`));
      assert.deepEqual(await page.locator(".feet > span").allTextContents().then(([start, , last]) => [start, last]), ["start", end]);
      assert.match(await page.locator(".values").textContent(), values);
      const parts = page.locator(".axis span, .values > span, #graph");
      const boxes = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, top, right, bottom }) => ({ left, top, right, bottom })));
      for (const [index, a] of boxes.entries())
        for (const b of boxes.slice(index + 1))
          assert.ok(a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1, "no label on another");
      const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= seen, `${wide} pixels of ${seen}`);
      // What is said is of the position on the board, which stays where it is.
      const at = await page.locator(".values").textContent();
      await page.locator("#first").click();
      await page.waitForFunction(() => !document.querySelector("#moves [aria-current]"));
      assert.match(await page.locator(".values").textContent(), values);
      await page.locator("#last").click();
      await page.waitForFunction((at) => document.querySelector(".values").textContent === at, at);
      await page.evaluate(() => scrollTo(0, 0));
      assert.deepEqual(await box(page, "#board"), board, "the board does not jump");
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
}

// Nothing is wider than the screen, cut off in its button, or smaller than 24 pixels beside the board.
async function forFingers(browser, address) {
  const starts = ["minichess&moves=b1c3+d6c4+c3e4&at=3", "threechess", "hop", "gomoku&moves=h8", "hexnim"];
  for (const options of SIZES)
    for (const start of starts) {
      const page = await opened(browser, address, `#game=${start}`, { ...options, tab: "analyse" });
      await page.locator("#analyse").click();
      await page.locator("#lines .pv button").first().waitFor();
      await page.locator("#analyse").click();
      for (const tab of ["play", "analyse", "setup", "rules"]) {
        await page.locator(`#tabs [data-tab="${tab}"]`).click();
        if (tab === "rules") await page.locator("#taught h3").first().waitFor();
        const wrong = await page.evaluate(() => {
          const found = document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} pixels wide`] : [];
          for (const one of document.querySelectorAll("button, a:not(.skip), input, select, textarea, summary")) {
            if (!one.checkVisibility()) continue;
            const { left, right, width, height } = one.getBoundingClientRect();
            const isBox = one.matches("[type=checkbox]");
            const name = `${one.tagName} ${one.id || one.textContent.slice(0, 20)}`;
            if (!isBox && (width < 24 || height < 24)) found.push(`${name}: ${width.toFixed(1)}x${height.toFixed(1)}`);
            if (left < -1 || right > innerWidth + 1) found.push(`${name}: out of sight`);
            const isCut = one.scrollWidth > one.clientWidth + 1 || (one.matches("textarea") && one.scrollHeight > one.clientHeight + 1);
            if (isCut && !one.matches("input")) found.push(`${name}: cut off`);
          }
          const tops = new Set([...document.querySelectorAll("#games a")].map((one) => Math.round(one.getBoundingClientRect().top)));
          if (tops.size > 1) found.push("games in several rows");
          for (const word of document.querySelectorAll(".taught td:first-child code"))
            if (word.checkVisibility() && word.getClientRects().length > 1) found.push(`${word.textContent}: broken`);
          const tools = [...document.querySelectorAll(".tools button")].filter((one) => one.checkVisibility());
          const rows = new Set(tools.map((one) => Math.round(one.getBoundingClientRect().top)));
          if (rows.size > 2) found.push(`${rows.size} rows of buttons`);
          return found;
        });
        assert.deepEqual(wrong, [], `${start}, ${tab}, ${options.viewport.width}`);
      }
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
}

export default [noticesCoverNothing, graphInWords, forFingers];
