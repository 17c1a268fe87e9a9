// The page: one game on one board, and what can be done with it.

import * as api from "./api.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { $, all, later } from "./dom.js";
import { INKS } from "./figures.js";
import { Gauge } from "./gauge.js";
import { Keeper, recall } from "./keep.js";
import { listenToKeys } from "./keys.js";
import { MoveList } from "./moves.js";
import { nameGame, nameGames } from "./names.js";
import { Notice } from "./notice.js";
import { Play } from "./play.js";
import { Review } from "./review.js";
import { Choices, firstStart } from "./rules.js";
import { chance } from "./score.js";
import { Session } from "./session.js";
import { State } from "./state.js";
import { Tabs } from "./tabs.js";
import { listenToTheme } from "./theme.js";
import { Tree } from "./tree.js";

// Set while a match is looked at: then nothing is played, searched or kept here.
let watching = false;

const session = new Session(shown);
const keeper = new Keeper(session);
const notice = new Notice($("notice"));
const gauge = new Gauge($("gauge"), $("chips"));
const state = new State(session, gauge);
const tabs = new Tabs($("tabs"), () => showRules());
const say = (text) => notice.say(text);
const go = (change, why) => session.go(change, why).catch(fail);
const to = (node) => go(() => ({ node }));

// What was there before can be had again.
const undo = () => session.undo().catch(fail);
const sayUndo = (text) => notice.say(text, "Undo", undo);

function fail(error) {
  say(error.message);
  // What was about to change has not.
  if (session.position) game.turn();
}

// Another position is on the board, or more is known of it.

function shown(before, why) {
  const { kind, tree, node, position } = session;
  if (inLesson() && lesson.now.tree !== tree) lesson.now.end();
  if (before.kind !== kind) enter();
  asks.now?.stop();
  preview.now?.hide();
  if (before.tree !== tree) annotation.now?.running?.abort();
  setup.now?.end();
  showBoard();
  choice.hide();
  $("threat").hidden = !session.kind.turns || position.toMove === null;
  $("pass").hidden = watching || !position.legal.some(({ tiles }) => tiles.length === 0);
  choices.show();
  if (!watching) game.shown(before, why);
  state.show(why);
  state.measure();
  moves.show(tree, session.sides, session.shift);
  if (before.tree !== tree || why !== "step") showGraph();
  else graph.now?.mark(node);
  if (watching) return;
  review.show();
  keeper.keep();
  state.offer();
  analysis.restart();
  walk.now?.shown(why);
}

// The rules, where they are seen.
function showRules() {
  if (session.kind && !watching && (tabs.has("rules") || inLesson())) use(teacher, (it) => it.show(session.kind));
}

function showBoard() {
  const { position } = session;
  $("threats-field").hidden = $("counts-field").hidden = position.picture.style !== "intersections";
  chooseMarks();
  board.show(position, session.sides);
}

function chooseMarks() {
  // In a lesson, and in a game, they would say too much.
  board.threats = $("threats").checked && !inLesson() && !game.on;
  board.numbers = $("counts").checked;
}

function showGraph() {
  const isKnown = session.tree.line().filter(({ score }) => score).length > 1;
  if (isKnown || graph.now) use(graph, (it) => it.show(session.tree.line(), session.node, session.kind));
}

// Another game than before: names, rules, formats.
function enter() {
  nameGame(session.kind);
  choices.enter();
  showRules();
  board.turned = 0;
}

// What the analysis knows, on the board and in the tree.
function known(answer) {
  const { node, position, kind } = session;
  Object.assign(node, { score: answer.score, depth: answer.depth, mover: position.toMove, values: answer.lines[0]?.values });
  gauge.score(node.score, node.mover, node.values, kind);
  drawLines(answer);
  showGraph();
  keeper.keep();
}

function drawLines(answer) {
  if (setup.now?.on) return;
  const { legal } = session.position;
  const tilesOf = (move) => legal.find((other) => other.move === move)?.tiles ?? [];
  const lines = answer?.lines.filter((line) => line.pv.length) ?? [];
  const best = chance(lines[0]?.score);
  const weight = (line) => Math.max(0.05, 1 - 4 * Math.abs(best - chance(line.score)));
  const drawn = lines
    .map((line) => ({ tiles: tilesOf(line.pv[0]), weight: weight(line) }))
    .filter(({ tiles }) => tiles.length);
  board.heat = $("heat").checked ? drawn.map(({ tiles, weight: own }) => ({ tile: tiles.at(-1), weight: own })) : [];
  board.setArrows($("arrows").checked ? drawn : []);
}

// Moves.

const play = (move) => session.play(move).catch(fail);

function takeBack() {
  const { node, tree } = session;
  if (!node.parent) return;
  // Against the engine, back to where it was one's own turn.
  const count = game.on && !game.isEngines() ? session.sides : 1;
  let first = node;
  for (let more = 1; more < count && first.parent.parent; more += 1) first = first.parent;
  const gone = 1 + Tree.size(first);
  session.remember();
  session
    .cut(count)
    .then((isDone) => isDone && session.tree === tree && sayUndo(`${gone} ${gone > 1 ? "moves" : "move"} taken back`))
    .catch(fail);
}

// From the game's start, or once more from where this one began: so in games that have boards of all kinds.
async function newGame(isAgain = session.kind.random) {
  const { tree, start } = session;
  const isPlayed = tree.root.children.length || (start.position && !isAgain);
  if (isPlayed) session.remember();
  const position = isAgain ? start.position : null;
  await session.go(({ start: { rules } }) => ({ start: { rules, position }, about: {}, tree: new Tree() }), "new");
  if (isPlayed) sayUndo("A new game");
}

// Opens what an address says, as far as it can be played.
async function open(address) {
  const wanted = keeper.at(address);
  const name = new URLSearchParams(address).get("game");
  try {
    // Moves behind the one on the board, too.
    const { kind, start, tree } = wanted;
    if (!wanted.isKept && tree.at.children.length) await api.position(session.question(tree.line().at(-1), { kind, start, tree }));
    await session.go(() => wanted, "open");
    if (name && name !== kind.name) say(`No game is called ${name}: this is ${kind.name}`);
  } catch (error) {
    const legal = error.field === "moves" && /^move (\d+):/.exec(error.message);
    const tree = new Tree();
    const all = wanted.tree.line().slice(1);
    for (const { move } of all.slice(0, legal ? Number(legal[1]) - 1 : 0)) tree.play(move);
    const start = error.field === "moves" ? wanted.start : { rules: "", position: null };
    await session.go(() => ({ ...wanted, start, tree }), "open");
    say(legal ? `Only ${tree.at.ply} of ${all.length} moves can be played. ${error.message}` : error.message);
  }
}

// The last game of a kind, or a new one.
function chooseGame(name) {
  const kind = session.kindOf(name);
  if (kind === session.kind) return;
  const fresh = () => ({ kind, start: firstStart(kind), about: {}, tree: new Tree() });
  keeper.flush();
  go(() => keeper.last(name) ?? fresh(), "open");
}

// A game of a match, as it stands: another one, or the same some moves later.
async function showGame(shownGame, isOther, text) {
  const isAtEnd = isOther || !session.node.children.length;
  const { ply } = session.node;
  const kind = session.kindOf(shownGame.game) ?? session.kind;
  const tree = Tree.grown(shownGame.line, shownGame.comment);
  if (!isAtEnd) tree.at = tree.line()[Math.min(ply, tree.at.ply)];
  state.caption = text;
  await session.go(() => ({ kind, start: { rules: shownGame.rules, position: shownGame.start }, tree }), "watch");
}

const board = new Board($("board"), {
  onMove: (move) => {
    if (inLesson()) lesson.now.tried(move);
    else if (!watching && !game.isEngines()) play(move);
  },
  onChoice: (found) => choice.show("Which move?", found, (move) => move).focus(),
  onAsk: (move) => {
    choice.hide();
    if (move && !watching && !game.isEngines()) choice.show("Play it?", [move], (own) => `Play ${own}`);
  },
  onPart: (move) => {
    if (move && !watching && !game.isEngines()) choice.show("Go on, or end it here?", [move], (own) => `Play ${own}`);
    else choice.hide();
  },
  onTile: (tile) => setup.now.place(tile),
});
const choice = new Choice($("choice"), {
  onPlay: (move) => {
    choice.hide();
    board.onMove(move);
  },
  onNo: () => board.drop(),
});

// What is loaded when it is asked for: `use` does something with it then.
const use = (part, action) => part().then(action).catch(fail);
const inLesson = () => Boolean(lesson.now?.on);
const point = (tiles) => board.setArrows([{ tiles, weight: 1 }]);
const rest = () => {
  if (game.on) game.end();
  if (analysis.on) analysis.toggle();
};
const teacher = later("./teach.js", ({ Teacher }) => new Teacher($("taught"), { shapes: board.shapes, onFailure: fail }));
const asks = later("./asks.js", ({ Asks }) => new Asks(session, { say, onFailure: fail, onHint: point }));
const walk = later("./walk.js", ({ Walk }) => new Walk(session, board, { bar: $("walking"), onBegin: rest, onFailure: fail }));
const choices = new Choices(session, {
  onDone: () => {
    session.remember();
    sayUndo("Set up");
  },
});
const moves = new MoveList($("moves"), to);
const graph = later("./graph.js", ({ Graph }) => new Graph($("graph"), to));
const fields = all("multipv depth seconds threads hash model view");
const analysis = new Analysis(session, {
  ...all("numbers lines"),
  button: $("analyse"),
  fields,
  onFailure: fail,
  onKnown: known,
  onLine: (line) => session.follow(line).catch(fail),
});
const preview = later("./film.js", ({ Preview }) => new Preview($("preview"), $("lines"), session, board));
const game = new Play(session, {
  button: $("play"),
  ...all("human level clock clocks"),
  onMove: (move, node) => session.play(move, node).catch(fail),
  onFailure: fail,
  onFlag: () => {
    state.measure();
    keeper.keep();
  },
  onChange: () => {
    state.show();
    state.offer();
    chooseMarks();
    board.draw();
  },
});
const annotation = later("./annotate.js", ({ Annotation }) => new Annotation(session, {
  button: $("annotate"),
  onKnown: (tree) => {
    if (tree !== session.tree) return;
    moves.marked();
    showGraph();
    review.show();
    state.measure();
    keeper.keep();
  },
  onFailure: fail,
  say,
}));
const review = new Review(session, {
  go,
  onChange: () => {
    moves.show(session.tree, session.sides, session.shift);
    showGraph();
    review.show();
    keeper.keep();
  },
  onSolve: (problems) => use(lesson, (it) => it.run(problems)),
});
const files = later("./files.js", ({ Files }) => new Files(session, {
  ...all("which number"),
  say: (text, isUndone) => (isUndone ? sayUndo(text) : say(text)),
  onFailure: fail,
  onBefore: () => session.remember(),
}));
const lesson = later("./lesson.js", ({ Lesson }) => new Lesson(session, {
  ...all("task answer next exit"),
  bar: $("lesson"),
  onBegin: () => {
    keeper.flush();
    keeper.isOff = true;
    rest();
  },
  onEnd: () => {
    keeper.isOff = false;
  },
  onShow: point,
  onDone: () => newGame(false).then(() => $("begin").click()).catch(fail),
  onFailure: fail,
}));
const setup = later("./setup.js", ({ Setup }) => new Setup(session, board, {
  bar: $("editor"),
  ...all("palette turns"),
  problem: $("wrong"),
  onChange: (text) => {
    $("position").value = text;
  },
  onFailure: fail,
  onBefore: () => {
    session.remember();
    sayUndo("Set up by hand");
  },
  onDone: () => {
    document.body.classList.remove("editing");
    showBoard();
  },
}));

function showLevel() {
  const level = `${$("level").value} of 10`;
  $("rank").textContent = `Level ${level}`;
  $("level").setAttribute("aria-valuetext", level);
}

function listen() {
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
  click("fresh", () => newGame().catch(fail));
  click("analyse", () => {
    tabs.need("analyse");
    analysis.toggle();
    use(preview, () => {});
  });
  for (const id of ["walk", "proved"]) click(id, () => use(walk, (it) => it.begin()));
  click("play", () => game.toggle());
  click("begin", () => {
    // Whoever begins has the first move.
    tabs.need("play");
    $("human").value = session.position.toMove;
    game.begin();
  });
  for (const button of document.querySelectorAll(".learn"))
    button.addEventListener("click", () => use(lesson, (it) => it.begin().then(showRules)));
  click("rematch", async () => {
    await newGame(true).catch(fail);
    if (!game.on) game.begin();
  });
  click("review", () => {
    go(({ tree }) => ({ node: tree.root })).then(() => use(annotation, (it) => it.toggle()));
  });
  click("annotate", () => use(annotation, (it) => it.toggle()));
  click("edit", () =>
    use(setup, (it) => {
      it.begin();
      document.body.classList.add("editing");
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
    chooseGame(link.dataset.game);
  });
  const onFile = (file) => use(files, (it) => it.open(file));
  listenToKeys({ isWatching: () => watching || inLesson(), onUndo: undo, onFile });
  window.addEventListener("hashchange", () => watching || open(location.hash.slice(1)).catch(fail));
}

async function begin() {
  const about = await api.games();
  // Sides that are called by a colour are drawn in it.
  const inks = (sides) =>
    sides.map((name, side) => (name.toLowerCase() in INKS ? name.toLowerCase() : ["white", "black", "red"][side]));
  session.kinds = about.games.map((kind) => ({ ...kind, inks: inks(kind.sides) }));
  session.marks = about.marks;
  board.shapes = about.shapes;
  if (about.limits) {
    $("threads").max = about.limits.threads;
    $("hash").max = about.limits.hashMib;
    $("seconds").max = about.limits.seconds;
  }
  nameGames(session.kinds);
  recall();
  showLevel();
  state.game = game;
  board.hand.setTouch($("touch").value);
  listen();
  if (about.watched) await watch();
  else await open(location.hash.slice(1));
}

// A match is played here: the page shows it, and has nothing that could reach it.
async function watch() {
  watching = true;
  keeper.isOff = true;
  state.isMatch = true;
  document.body.classList.add("watching");
  $("games").hidden = true;
  $("match").hidden = false;
  [session.kind] = session.kinds;
  enter();
  const { Watch } = await import("./watch.js");
  const match = new Watch({
    score: $("score"),
    list: $("played"),
    follow: $("follow"),
    title: $("match-title"),
    onGame: showGame,
    say: (text) => {
      $("status").textContent = text;
    },
  });
  await match.run();
}

begin().catch((error) => say(error.message));
