// What analysts expect: lines on a small board, own arrows, numbers, threats, mistakes, comments, keys.

import assert from "node:assert/strict";
import { PHONE, count, listed, middle, notice, opened, position } from "./server.mjs";

const SIZES = [{}, PHONE];
const text = (page, selector) => page.locator(selector).textContent();

async function lines(browser, address) {
  for (const options of SIZES) {
    const page = await opened(browser, address, "#game=gomoku&moves=h8+h9", options);
    await page.locator("summary").first().click();
    await page.locator("#depth").fill("3");
    await page.locator("#analyse").click();
    await page.waitForFunction(() => document.querySelector("#numbers").textContent.includes("done"));
    const second = page.locator("#lines li").nth(1).locator("button").nth(1);
    if (options === PHONE) {
      // Held, and let go: one has seen the line and stays.
      await second.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await second.boundingBox();
      const client = await page.context().newCDPSession(page);
      const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
      await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
      await page.locator("#preview .board").waitFor();
      await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    } else {
      await second.hover();
      await page.waitForFunction(() => document.querySelectorAll("#preview .figure").length === 4);
      await page.mouse.move(5, 5);
    }
    await page.locator("#preview").waitFor({ state: "hidden" });
    await listed(page, 2);
    // By keys, too.
    await page.locator("#analyse").focus();
    await second.focus();
    await page.waitForFunction(() => document.querySelectorAll("#preview .figure").length === 4);
    await second.press("Enter");
    await listed(page, 4);
    assert.ok(await page.locator("#preview").isHidden());
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

async function drawings(browser, address) {
  for (const options of SIZES) {
    const page = await opened(browser, address, "#game=gomoku&moves=h8+h9+i8", options);
    await page.locator("summary").first().click();
    await page.locator("#counts").check();
    assert.deepEqual(await page.locator("#board .count").allTextContents(), ["2", "1", "3"]);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("#board .count").length === 3);
    if (options !== PHONE) {
      const [from, to] = [await middle(page, 0), await middle(page, 3)];
      const drag = async (from, to) => {
        await page.mouse.move(...from);
        await page.mouse.down({ button: "right" });
        await page.mouse.move(...to, { steps: 3 });
        await page.mouse.up({ button: "right" });
      };
      await drag(from, to);
      await drag(to, to);
      assert.equal(await count(page, "#board .mine"), 2, "an arrow and a ring");
      await drag(from, to);
      assert.equal(await count(page, "#board .mine"), 1, "the same once more takes it away");
      await listed(page, 3);
      await page.locator("#back").click();
      await page.waitForFunction(() => !document.querySelector("#board .mine"));
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

// What the other side would do if this one passed.
async function threat(browser, address) {
  for (const options of SIZES) {
    const page = await opened(browser, address, "#game=minichess&position=k4/5/5/2n2/K4/5+b+-+-+0+9", options);
    await page.locator("body").press("x");
    await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("If this side passed, White"));
    assert.ok((await count(page, "#board .arrow")) > 0);
    await page.locator('#games [data-game="hexnim"]').click();
    await page.waitForFunction(() => document.querySelector("#threat").hidden);
    await page.goto(`${address}#game=minichess&moves=b1c3`);
    await listed(page, 1);
    await page.locator("body").press("x");
    const estimated = () => /^If this side passed, White would play \w+: winning chances \d+ %$/.test(document.querySelector("#notice").textContent);
    await page.waitForFunction(estimated);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

// A game with a blunder: the summary, the move that was better, and the position as a problem.
async function mistakes(browser, address) {
  for (const options of SIZES) {
    const path = "#game=minichess&position=k4/p4/3q1/5/P4/K2R1+b+-+-+0+9&moves=a6b6+d1d4+b6c6";
    const page = await opened(browser, address, path, options);
    await page.locator("#annotate").click();
    await page.waitForFunction(() => document.querySelector("#notice").textContent.startsWith("Annotated"));
    await page.locator("#verdict").waitFor();
    assert.match(await text(page, "#summary"), /^White: .*\. Black: .*\d (blunder|mistake|inaccurac)\w* \(\?/);
    await page.locator("#human").selectOption("1");
    await page.locator("#retry").click();
    await page.waitForFunction(() => /^1 of \d+\. Black played a6b6/.test(document.querySelector("#task").textContent));
    await page.locator("#exit").click();
    await listed(page, 3);
    await page.locator("#first").click();
    await page.locator("#mistake").click();
    await page.locator("#better").waitFor();
    const wrong = await text(page, "#moves [aria-current]");
    const better = (await text(page, "#better")).replace("Better: ", "");
    assert.ok(wrong.startsWith("a6b6") && better !== "a6b6", `${wrong}, ${better}`);
    await page.locator("#better").click();
    await listed(page, 4);
    assert.equal(await text(page, "#moves [aria-current]"), better, "as a side line");
    // The graph is that of the line where one is.
    await page.locator("#moves > button").first().click();
    await page.locator("#graph").waitFor();
    const width = () => document.querySelector("#graph > path").getAttribute("d").match(/H(\d+)V/)[1] === "3";
    await page.waitForFunction(width);
    await page.locator("#better").click();
    await page.waitForFunction((better) => document.querySelector("#moves [aria-current]").textContent === better, better);
    // The side line gets a comment, becomes the game, and is still so after a reload.
    await page.locator("#comment").fill("keeps the queen");
    await page.locator("#comment").press("Enter");
    assert.match(await text(page, "#moves .side-line"), /keeps the queen/);
    await page.locator("#promote").click();
    await page.waitForFunction(() => !document.querySelector("#moves .side-line [aria-current]"));
    assert.ok(await page.locator("#promote").isHidden());
    await page.waitForTimeout(300);
    await page.reload();
    await listed(page, 4);
    assert.match(await text(page, "#moves > .aside >> nth=0"), /keeps the queen/);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

async function keys(browser, address) {
  for (const options of SIZES) {
    const page = await opened(browser, address, "#game=hop", options);
    await page.locator("body").press("?");
    const dialog = page.locator("#keys");
    await dialog.waitFor();
    for (const line of [/Back \(←\)/, /Show a good move \(H\)/, /passed \(X\)/, /Ctrl-Z/]) assert.match(await dialog.textContent(), line);
    await page.keyboard.press("x");
    assert.ok(await dialog.isVisible());
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.locator("#help").click();
    await dialog.click();
    await dialog.waitFor({ state: "hidden" });
    assert.equal(await notice(page), "");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

export default [lines, drawings, threat, mistakes, keys];
