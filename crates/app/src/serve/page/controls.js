// What buttons, fields and keys do.

import { $, reveal } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { spelled } from "./spell.js";
import { listenToTheme } from "./theme.js";

// What the level is called beside its slider.
export function showLevel() {
  const level = `${$("level").value} of 10`;
  $("rank").textContent = `Level ${level}`;
  $("level").setAttribute("aria-valuetext", level);
}

// `page` has the parts of the page, and what they do together.
export function listen(page) {
  const { session, keeper, board, choice, tabs, state, analysis, game, games, fields } = page;
  const { use, asks, walk, lesson, annotation, setup, files, preview } = page;
  const { go, play, takeBack, undo, say, fail, showRules, chooseMarks, drawLines } = page;
  const on = (event) => (id, action) => $(id).addEventListener(event, action);
  const [click, change] = [on("click"), on("change")];
  const step = (to) => () => go(({ tree, node }) => ({ node: to(node, tree) ?? node }));
  click("first", step((_, tree) => tree.root));
  click("back", step((node) => node.parent));
  click("forth", step((node) => node.children[0]));
  click("last", step((node, tree) => tree.line(node).at(-1)));
  click("undo", takeBack);
  click("pass", () => play(session.position.legal.find(({ tiles }) => tiles.length === 0).move));
  click("turn", () => board.turn());
  click("hint", () => use(asks, (it) => it.hint()));
  click("fresh", () => games.fresh().catch(fail));
  click("analyse", () => {
    tabs.need("analyse");
    analysis.toggle();
    use(preview, () => {});
  });
  for (const id of ["walk", "proved"]) click(id, () => use(walk, (it) => it.begin()));
  click("play", () => {
    const { tree, node } = session;
    const end = tree.line(tree.root).at(-1);
    if (game.on || game.isHeld) game.press();
    else if (node === end || end.over) game.begin();
    else
      choice.show(
        "Where does the game go on?",
        ["From here", () => game.begin()],
        [`After its last move, ${spelled(end.move)}`, () => go(() => ({ node: end })).then(() => game.begin())],
        ["Cancel", () => {}],
      );
  });
  click("begin", () => {
    // Whoever has begun, or begins, has the first side.
    tabs.need("play");
    $("human").value = session.shift;
    game.begin();
  });
  for (const button of document.querySelectorAll(".learn"))
    button.addEventListener("click", () => use(lesson, (it) => it.begin().then(showRules)));
  click("rematch", async () => {
    await games.fresh(true).catch(fail);
    if (!game.on) game.begin();
  });
  click("review", () => {
    tabs.need("play");
    reveal($("moves-title"));
    use(annotation, (it) => it.toggle());
  });
  click("annotate", () => use(annotation, (it) => it.toggle()));
  click("edit", () =>
    use(setup, (it) => {
      game.hold();
      it.begin();
      document.body.classList.add("editing");
      state.show();
    }),
  );
  click("clear", () => setup.now.clear());
  click("restart", () => setup.now.start());
  click("done", () => setup.now.done());
  click("discard", () => setup.now.end());
  click("threat", () => use(asks, (it) => it.threat()));
  click("solve", () => use(asks, (it) => it.solve()));
  click("save", () => use(files, (it) => it.save($("format").value)));
  click("link", async () => {
    keeper.flush();
    try {
      await navigator.clipboard.writeText(location.href);
      say("Link copied");
    } catch {
      say(location.href);
    }
  });
  click("open", () => $("file").click());
  change("file", () => {
    const [file] = $("file").files;
    if (file) use(files, (it) => it.open(file));
    $("file").value = "";
  });
  // The form is no way to another page.
  $("setup").addEventListener("submit", (event) => event.preventDefault());
  listenToTheme($("theme"));
  for (const id of Object.keys(fields)) {
    change(id, () => {
      keeper.keep();
      analysis.restart();
    });
  }
  for (const id of ["threats", "counts"]) {
    change(id, () => {
      chooseMarks();
      board.draw();
      keeper.keep();
    });
  }
  for (const id of ["arrows", "heat"]) {
    change(id, () => {
      keeper.keep();
      drawLines(analysis.known);
    });
  }
  change("touch", () => {
    board.hand.setTouch($("touch").value);
    keeper.keep();
  });
  $("level").addEventListener("input", () => {
    showLevel();
    keeper.keep();
  });
  change("clock", () => keeper.keep());
  change("human", () => {
    game.turn();
    if (game.on) state.show();
  });
  $("games").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    games.choose(link.dataset.game).catch(fail);
  });
  const onFile = (file) => use(files, (it) => it.open(file));
  listenToKeys({ isWatching: page.isBusy, onUndo: undo, onFile, onFailure: fail });
  // The address may have been written anew since.
  window.addEventListener("hashchange", ({ newURL }) => {
    if (!page.isWatching()) games.open(new URL(newURL).hash.slice(1)).catch(fail);
  });
}

