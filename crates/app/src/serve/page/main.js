// The page: one game on one board, and what can be done with it.

import * as api from "./api.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { listen, showLevel } from "./controls.js";
import { $, all, later, reveal } from "./dom.js";
import { INKS } from "./figures.js";
import { Games } from "./games.js";
import { Gauge } from "./gauge.js";
import { Keeper, recall } from "./keep.js";
import { MoveList } from "./moves.js";
import { nameGame, nameGames } from "./names.js";
import { Notice } from "./notice.js";
import { Play } from "./play.js";
import { chance, learn } from "./score.js";
import { Session } from "./session.js";
import { isSpelled, learnMoves, spelled } from "./spell.js";
import { State } from "./state.js";
import { Tabs } from "./tabs.js";
import { Tree } from "./tree.js";

// Set while a match is looked at: then nothing is played, searched or kept here.
let watching = false;

const session = new Session(shown);
const keeper = new Keeper(session);
const notice = new Notice($("notice"), $("heard"), $("board").closest("section"));
const gauge = new Gauge($("gauge"), $("chips"));
const state = new State(session, gauge);
const tabs = new Tabs($("tabs"), () => {
  showRules();
  showChoices();
});
const say = (text) => notice.say(text);
const go = (change, why) => session.go(change, why).catch(fail);
// Who goes somewhere wants to see it.
const reach = (change, why) => go(change, why).then(() => reveal($("board")));
const to = (node) => reach(() => ({ node }));

// What was there before can be had again.
const undo = () => session.undo().catch(fail);
const sayUndo = (text) => notice.say(text, "Undo", undo);
const games = new Games(session, keeper, { say, sayUndo });

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
  spellAll();
  asks.now?.stop();
  preview.now?.hide();
  if (before.tree !== tree) annotation.now?.running?.abort();
  setup.now?.end();
  state.taken = taken(before);
  showBoard();
  choice.hide();
  $("threat").hidden = !session.kind.turns || position.toMove === null;
  $("pass").hidden = watching || !position.legal.some(({ tiles }) => tiles.length === 0);
  showChoices();
  if (!watching) game.shown(before, why);
  state.show(why);
  state.measure();
  moves.show(tree, session.sides, session.shift);
  if (before.tree === tree && why === "step" && graph.now?.has(tree.line())) graph.now.mark(node);
  else showGraph();
  if (watching) return;
  showReview();
  keeper.keep();
  state.offer();
  analysis.restart();
  walk.now?.shown(why);
}

// Moves that were made before are called as they were at the start.
function spellAll() {
  const { tree, position, sides, shift } = session;
  if (!learnMoves(position) || tree.line().every(({ parent, move }) => !parent || isSpelled(move))) return;
  const start = api.position(session.question(tree.root));
  start.then(learnMoves).then(() => session.tree === tree && moves.show(tree, sides, shift, true)).catch(fail);
}

// The rules, where they are seen.
function showRules() {
  if (session.kind && !watching && (tabs.has("rules") || inLesson())) use(teacher, (it) => it.show(session.kind));
}

// The rules as choices, likewise.
function showChoices() {
  if (session.position && !watching && tabs.has("setup")) use(choices, (it) => it.show());
}

// What can be said of a move, once there is one.
function showReview() {
  if (session.tree.root.children.length || review.now) use(review, (it) => it.show());
}

function showBoard() {
  const { position } = session;
  $("threats-field").hidden = $("counts-field").hidden = position.picture.style !== "intersections";
  chooseMarks();
  board.show(position, session.sides, state.taken);
}

// Tiles of pieces that were taken on the way of a move.
function taken(before) {
  const { tree, node, position } = session;
  if (before.tree !== tree || before.node !== node.parent) return [];
  const { tiles } = before.position.picture;
  const isGone = (tile) => tiles[tile].figure && !position.picture.tiles[tile].figure;
  return [...tiles.keys()].filter((tile) => isGone(tile) && !position.last?.includes(tile));
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

// Another game than before: names, rules, formats. What was said is of no use any more.
function enter() {
  notice.hide();
  nameGame(session.kind);
  showRules();
  board.turned = 0;
}

// What the analysis knows, on the board and in the tree.
function known(answer) {
  const { node, position, kind } = session;
  const { score, depth, lines } = answer;
  learn(node, { score, depth, mover: position.toMove, values: lines[0]?.values }, session.sides);
  gauge.score(node.score, node.mover, node.values, kind);
  state.offerProof();
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

const isMine = () => !watching && !game.isEngines();
const choice = new Choice($("choice"));
const board = new Board($("board"), {
  onMove: (move) => {
    if (inLesson()) lesson.now.tried(move);
    else if (isMine()) play(move);
  },
  onChoice: (found) => {
    const answers = found.map((move) => [spelled(move), () => board.onMove(move)]);
    choice.show("Which move?", ...answers, ["None", () => board.drop()]).focus();
  },
  onAsk: (move) => {
    choice.hide();
    if (move && isMine())
      choice.show("Play it?", [`Play ${spelled(move)}`, () => board.onMove(move)], ["No", () => board.drop()]);
  },
  // A move that may end here, or go on.
  onPart: (move) => {
    choice.hide();
    if (move && isMine())
      choice.show("Only this, or more?", [`Play only ${spelled(move)}`, () => board.onMove(move)], ["Go on choosing", () => {}]);
  },
  onTile: (tile) => setup.now.place(tile),
});

// What is loaded when it is asked for: `use` does something with it then.
const use = (part, action) => part().then(action).catch(fail);
const inLesson = () => Boolean(lesson.now?.on);
// The last of these moves is what matters.
const point = (...ways) =>
  board.setArrows(ways.map((tiles, at) => ({ tiles, weight: at === ways.length - 1 ? 1 : 0.1 })));
const stopAnalysis = () => analysis.on && analysis.toggle();
const teacher = later("./teach.js", ({ Teacher }) => new Teacher($("taught"), { shapes: board.shapes, onFailure: fail }));
const asks = later("./asks.js", ({ Asks }) => new Asks(session, { engine: fields.engine, say, onFailure: fail, onHint: point }));
const walk = later("./walk.js", ({ Walk }) => new Walk(session, board, {
  bar: $("walking"),
  onBegin: () => {
    game.hold();
    stopAnalysis();
  },
  // Back to the game, or to where one was before.
  onLeave: (from) => to(game.release() ? session.tree.tip : from),
  onKnown: (score) => {
    const { node, position, sides } = session;
    learn(node, { score, depth: 0, mover: position.toMove }, sides);
    state.measure();
    state.offerProof();
    showGraph();
    keeper.keep();
  },
  onFailure: fail,
}));
const choices = later("./choices.js", ({ Choices }) => new Choices(session, {
  onDone: () => {
    session.remember();
    sayUndo("Set up");
  },
}));
const moves = new MoveList($("moves"), to);
const graph = later("./graph.js", ({ Graph }) => new Graph($("graph"), to));
const fields = all("multipv depth seconds engine threads hash model view");
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
  ...all("human level clock clocks engine"),
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
    keeper.keep();
  },
  onBack: () => (walk.now?.on ? walk.now.leave() : setup.now.end()),
});
const annotation = later("./annotate.js", ({ Annotation }) => new Annotation(session, {
  button: $("annotate"),
  onKnown: (tree) => {
    if (tree !== session.tree) return;
    moves.marked();
    showGraph();
    showReview();
    state.measure();
    keeper.keep();
  },
  onFailure: fail,
  say,
}));
const review = later("./review.js", ({ Review }) => new Review(session, {
  go: reach,
  onChange: () => {
    moves.show(session.tree, session.sides, session.shift);
    showGraph();
    showReview();
    keeper.keep();
  },
  onSolve: (problems) => use(lesson, (it) => it.run(problems)),
}));
const files = later("./files.js", ({ Files }) => new Files(session, {
  ...all("which number"),
  say: (text, isUndone) => (isUndone ? sayUndo(text) : say(text)),
  onFailure: fail,
  onBefore: () => session.remember(),
}));
const lesson = later("./lesson.js", ({ Lesson }) => new Lesson(session, {
  ...all("task answer win next exit"),
  bar: $("lesson"),
  onBegin: () => {
    keeper.flush();
    keeper.isOff = true;
    stopAnalysis();
  },
  onEnd: () => {
    keeper.isOff = false;
  },
  onShow: point,
  onDone: () => games.fresh().then(() => $("begin").click()).catch(fail),
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
    if (game.release()) game.turn();
    showBoard();
    state.show();
  },
}));

async function begin() {
  const about = await api.games();
  // Sides that are called by a colour are drawn in it.
  const inks = (sides) =>
    sides.map((name, side) => (name.toLowerCase() in INKS ? name.toLowerCase() : ["white", "black", "red", "green"][side]));
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
  Object.assign(state, { game, isSettingUp: () => Boolean(setup.now?.on) });
  board.hand.setTouch($("touch").value);
  listen({
    ...{ session, keeper, board, choice, tabs, state, analysis, game, games, fields },
    ...{ use, asks, walk, lesson, annotation, setup, files, preview },
    ...{ go, play, takeBack, undo, say, fail, showRules, chooseMarks, drawLines },
    isWatching: () => watching,
    isBusy: () => watching || inLesson() || state.isSettingUp(),
  });
  if (about.watched) await watch();
  else await games.open(location.hash.slice(1));
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
  const watcher = later("./watch.js", ({ Watch }) => new Watch({
    score: $("score"),
    list: $("played"),
    follow: $("follow"),
    title: $("match-title"),
    onGame: (shown, isOther, text) => {
      state.caption = text;
      return games.watch(shown, isOther);
    },
    say: (text) => {
      $("status").textContent = text;
    },
  }));
  await (await watcher()).run();
}

begin().catch((error) => say(error.message));
