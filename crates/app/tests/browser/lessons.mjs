// The games taught: the rules with pictures that play, a first lesson, and why a game is over.

import assert from "node:assert/strict";
import { PHONE, count, listed, middle, opened, playByMouse, position } from "./server.mjs";

const GAMES = ["minichess", "threechess", "hop", "gomoku", "hexnim"];
const SIZES = [{}, PHONE];
const text = (page, selector) => page.locator(selector).textContent();
const waitFor = (page, selector, pattern) =>
  page.waitForFunction(
    ([selector, source]) => new RegExp(source).test(document.querySelector(selector).textContent),
    [selector, pattern.source],
  );

// Every game's own page, with boards that are drawn and play their moves.
async function taught(browser, address) {
  for (const options of SIZES) {
    const page = await opened(browser, address, "#game=minichess", { tab: "rules", ...options });
    for (const game of GAMES) {
      await page.locator(`#games [data-game="${game}"]`).click();
      const figures = page.locator("#taught figure");
      await page.waitForFunction((game) => document.querySelector("#games [aria-current]").dataset.game === game, game);
      await page.waitForFunction(() => {
        const boards = [...document.querySelectorAll("#taught .board")];
        return boards.length >= 2 && boards.every((board) => board.querySelector(".tile, .wood"));
      });
      assert.ok((await page.locator("#taught figure button").count()) >= 2, `${game}: pictures that play`);
      assert.ok(await page.locator("#taught details p, #taught details ul").first().isHidden(), "what is not needed is folded up");
      const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= seen, `${game}: ${wide} pixels on a screen of ${seen}`);
      assert.equal(await count(page, "#taught [tabindex]"), 0, "boards to look at");
      assert.ok((await figures.first().locator("svg").getAttribute("aria-label")).length > 4);
    }
    // The shortest one, from its first position on.
    await page.locator('#games [data-game="gomoku"]').click();
    const film = page.locator("#taught figure", { hasText: "both ends free" });
    const stones = film.locator(".figure");
    await stones.first().waitFor();
    assert.equal(await stones.count(), 9);
    await film.locator("button").click();
    const numbers = [];
    for (let stone = 6; stone <= 9; stone += 1) {
      await page.waitForFunction((wanted) => {
        const figures = [...document.querySelectorAll("#taught figure")];
        return figures.find((one) => one.textContent.includes("both ends free")).querySelectorAll(".figure").length === wanted;
      }, stone);
      numbers.push(stone);
    }
    assert.deepEqual(numbers, [6, 7, 8, 9], "move by move");
    assert.equal(await film.locator(".ended").count(), 5, "the five are marked");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

// What a page of rules says is text, whatever stands in it.
async function harmless(browser, address) {
  const before = (page) =>
    page.route("**/api/rules", (route) =>
      route.fulfill({
        json: { type: "rules", page: [["p", "<img src=x onerror=alert(1)>", ["b", "<b>"]]], lesson: [] },
      }),
    );
  const page = await opened(browser, address, "#game=hop", { tab: "rules", before });
  await waitFor(page, "#taught", /onerror/);
  assert.equal(await count(page, "#taught img"), 0);
  assert.equal(await text(page, "#taught b"), "<b>");
  await page.context().close();
}

// Makes a move by fingers or by mouse.
async function touch(page, isPhone, tiles) {
  for (const tile of tiles) {
    const [x, y] = await middle(page, tile);
    if (isPhone) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
  }
  const play = page.locator("#choice button").first();
  if (isPhone && (await play.isVisible())) await play.click();
}

async function firstLesson(browser, address) {
  for (const [at, game] of GAMES.entries()) {
    // In turn, so that each way of touching the board is tried on both.
    const options = SIZES[at % 2];
    const isPhone = options === PHONE;
    const page = await opened(browser, address, `#game=${game}`, { tab: "", ...options });
    const { lesson } = await page.evaluate(async (game) => {
      const headers = { "Content-Type": "application/json" };
      return (await fetch("api/rules", { method: "POST", headers, body: JSON.stringify({ game }) })).json();
    }, game);
    assert.equal(lesson.length, 5);
    await page.locator(".state .learn").click();
    for (const [number, { position: there, best, task }] of lesson.entries()) {
      await waitFor(page, "#task", new RegExp(`^${number + 1} of 5\\. `));
      assert.ok((await text(page, "#task")).includes(task.slice(0, 20)), `${game}: what is asked`);
      assert.ok(await page.locator("#hint").isHidden());
      const { legal } = await page.evaluate(
        async ([game, position]) => {
          const headers = { "Content-Type": "application/json" };
          return (await fetch("api/position", { method: "POST", headers, body: JSON.stringify({ game, position }) })).json();
        },
        [game, there],
      );
      const right = legal.find(({ move }) => best.includes(move));
      if (number === 1) {
        const wrong = legal.find(({ move, tiles }) => !best.includes(move) && tiles.length < 3 && tiles[0] !== right.tiles[0]);
        const [first, last] = [wrong.tiles[0], wrong.tiles.at(-1)];
        await touch(page, isPhone, game === "hexnim" ? [first, last] : wrong.tiles);
        await waitFor(page, "#task", /is not it: (\w+ (answers|took|wins)|it wins as well)/);
        await page.locator("#answer").click();
        assert.ok((await count(page, "#board .arrow")) > 0, "a right move is shown");
      }
      // From cell to cell where a single one may go on.
      await touch(page, isPhone, right.tiles.length === 1 && game === "hexnim" ? [right.tiles[0], right.tiles[0]] : right.tiles);
      const choice = page.locator("#choice button", { hasText: new RegExp(`^Play only|${right.move}`) });
      if (await choice.isVisible()) await choice.click();
      await waitFor(page, "#task", /is right\. /);
      if (number === 2) {
        // Whoever comes back goes on.
        await page.locator("#exit").click();
        await page.locator("#begin").waitFor();
        assert.notEqual(new URLSearchParams(page.url().split("#")[1]).get("position"), there, `${game}: the lesson is not the game`);
        await page.reload();
        await page.locator(".state .learn").click();
      } else await page.locator("#next").click();
    }
    await page.waitForFunction(() => document.querySelector("#play").getAttribute("aria-pressed") === "true");
    assert.ok(await page.locator("#lesson").isHidden(), "then a game begins");
    if (game === "hexnim") assert.equal(await count(page, "#board [data-tile]"), 25, "on the board from before the lesson");
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

// A win in three is shown to its end, and once more; by chess for three, too.
async function winsShown(browser, address) {
  for (const [game, solved, move, said] of [
    ["minichess", 4, "b4c3", /is right\..* White wins: Black's king is taken\.$/],
    ["threechess", 4, "GG4GG1", /is right\..*Blue wins/],
  ]) {
    const before = (page) => page.addInitScript(([key, value]) => localStorage.setItem(key, value), [`lesson.${game}`, `${solved}`]);
    const page = await opened(browser, address, `#game=${game}`, { tab: "", before });
    await page.locator(".state .learn").click();
    await waitFor(page, "#task", /^5 of 5/);
    for (const tile of (await position(page)).legal.find((other) => other.move === move).tiles)
      await page.locator(`#board [data-tile="${tile}"]`).click({ force: true });
    for (let time = 0; time < 2; time += 1) {
      await waitFor(page, "#task", /is right/);
      await waitFor(page, "#task", said);
      assert.ok((await count(page, "#board .ended")) > 0, "to the end");
      await page.locator("#win").click();
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

// With the keyboard alone; and something else on the board ends it.
async function lessonByKeys(browser, address) {
  const page = await opened(browser, address, "#game=gomoku&moves=a1", { tab: "rules" });
  await page.locator("h2 .learn").focus();
  await page.keyboard.press("Enter");
  await waitFor(page, "#task", /^1 of 5/);
  assert.equal(await count(page, "#board .threat"), 0, "nothing is given away");
  await page.locator('#board [aria-label^="j8,"]').focus();
  await page.keyboard.press("Enter");
  await waitFor(page, "#task", /^1 of 5\. j8 is right/);
  assert.equal(await count(page, "#board .ended"), 5);
  await page.keyboard.press("Enter");
  await waitFor(page, "#task", /^2 of 5/);
  await page.locator("body").press(" ");
  assert.equal(await page.locator("#analyse").getAttribute("aria-pressed"), "false", "no engine in a lesson");
  await page.locator('#games [data-game="hop"]').click();
  await page.locator("#lesson").waitFor({ state: "hidden" });
  await page.locator('#games [data-game="gomoku"]').click();
  await listed(page, 1);
  assert.equal(await text(page, "#moves button"), "a1", "the game before is still there");
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

// Why it is over, where, and what one may do then.
async function endings(browser, address) {
  const games = [
    ["minichess&position=5/2Q2/5/k1K2/5/5+w+-+-+0+45", "c5a3", "White wins: Black's king is taken", 1],
    ["threechess&position=8/8/bR7/4bK3|8/8/8/7gK|8/8/8/4rK3+b+0", "BA2GH1", "Blue wins, Green loses: Blue takes Green's king", 1],
    ["hop&position=......../......../.OO...../......X./.O..X.../O....X../O......./......X.+w+73", "22-20", /^White wins: White's pieces are all home/, 6],
    ["gomoku&position=15/15/15/15/15/15/7ooo5/4xxxx7/15/8o6/15/15/15/15/15+x", "d8", "Black wins: five in a row", 5],
    ["hexnim&position=..%23", "1,0,2,3", "Second wins: first took the last cell", 2],
  ];
  for (const [at, [path, move, said, marked]] of games.entries()) {
    const page = await opened(browser, address, `#game=${path}`, { tab: "", ...SIZES[at % 2] });
    await page.locator("#begin").click();
    const { legal } = await position(page);
    await playByMouse(page, legal.find((other) => other.move === move));
    const status = (await text(page, "#status")).replace(/^You (win|lose)\. /, "");
    if (typeof said === "string") assert.equal(status, said);
    else assert.match(status, said);
    assert.ok((await count(page, "#board .ended")) >= marked, `${path}: it is marked`);
    assert.ok(await page.locator("#rematch").isVisible());
    assert.ok(await page.locator("#review").isVisible());
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
}

export default [taught, harmless, firstLesson, winsShown, lessonByKeys, endings];
