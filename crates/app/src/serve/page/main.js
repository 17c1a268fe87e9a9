// The page: one game on one board, and what can be done with it. What is there is in the address, so that it survives a
// reload and can be sent to somebody; the tree of moves and the settings are kept by the browser.

import * as api from "./api.js";
import { Analysis, solving } from "./analysis.js";
import { Board, INKS, drawFigure, element, spoken } from "./board.js";
import { showGraph } from "./graph.js";
import { Play } from "./play.js";
import { chance, setScale, shares } from "./score.js";
import { Tree, showTree } from "./tree.js";
import { Watch } from "./watch.js";

const $ = (id) => document.getElementById(id);
const KEPT =
  "multipv depth seconds threads hash view model arrows heat threats level clock".split(" ");
// What a game is saved as, in words.
const FORMATS = { txt: "Archive", pgn: "PGN", sgf: "SGF", psq: "psq", svg: "Picture" };
// Nodes for each position of an annotated game, and for a hint.
const ANNOTATE_NODES = 60000;
const HINT_SECONDS = 1;
// How much of the expected result a move may lose before it is marked.
const MARKS = [
  [0.3, "??"],
  [0.15, "?"],
  [0.07, "?!"],
];

// Set while a match is looked at: then nothing is played, searched or kept here.
let watching = false;
let kinds = [];
let kind = null;
let tree = new Tree();
let start = { rules: "", position: null };
// What the panels see of the position on the board.
const seen = { position: null, sides: 2, names: [], inks: [], view: "mover" };

const say = (text) => {
  $("status").textContent = text;
};
const question = (node = tree.at) => ({
  game: kind.name,
  rules: start.rules,
  position: start.position ?? undefined,
  moves: tree.path(node),
});

function fail(error) {
  say(error.message);
}

// Settings and the address.

function remember() {
  if (watching) return;
  const address = new URLSearchParams({ game: kind.name });
  if (start.rules) address.set("rules", start.rules);
  if (start.position) address.set("position", start.position);
  const line = tree
    .line()
    .slice(1)
    .map((node) => node.move);
  if (line.length) {
    address.set("moves", line.join(" "));
    address.set("at", tree.path().length);
  }
  history.replaceState(null, "", `#${address}`);
  try {
    const settings = Object.fromEntries(
      KEPT.map((id) => [id, $(id).type === "checkbox" ? $(id).checked : $(id).value]),
    );
    localStorage.setItem("settings", JSON.stringify(settings));
    sessionStorage.setItem("tree", JSON.stringify({ address: `${address}`, tree: tree.save() }));
  } catch {
    // A browser that keeps nothing: all works but that.
  }
}

function recall() {
  try {
    for (const [id, value] of Object.entries(JSON.parse(localStorage.getItem("settings") ?? "{}"))) {
      if (!KEPT.includes(id)) continue;
      if ($(id).type === "checkbox") $(id).checked = value;
      else $(id).value = value;
    }
  } catch {
    localStorage.removeItem("settings");
  }
}

// Opens what the address says; the kept tree if it is of the same address.
async function open(address) {
  const wanted = new URLSearchParams(address);
  kind = kinds.find(({ name }) => name === wanted.get("game")) ?? kinds[0];
  start = { rules: wanted.get("rules") ?? "", position: wanted.get("position") };
  tree = new Tree();
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem("tree") ?? "null");
  } catch {
    kept = null;
  }
  const moves = (wanted.get("moves") ?? "").split(" ").filter(Boolean);
  if (kept?.address === `${wanted}`) tree = Tree.load(kept.tree);
  for (const move of moves) tree.play(move);
  const at = Number(wanted.get("at") ?? moves.length);
  while (tree.path().length > at) tree.back();
  enter();
  try {
    await show();
    const name = wanted.get("game");
    if (name && name !== kind.name) say(`no game is called ${name}; this is ${kind.name}`);
  } catch (error) {
    fail(error);
    tree = new Tree();
    start = { rules: "", position: null };
    await show();
    say(error.message);
  }
}

// Another game than before: names, rules, formats.
function enter() {
  document.querySelectorAll("#games a").forEach((link) => {
    link.toggleAttribute("aria-current", link.dataset.game === kind.name);
    if (link.dataset.game === kind.name) link.setAttribute("aria-current", "page");
  });
  setScale(kind.chanceScale);
  document.title = `${kind.name} · manyply`;
  Object.assign(seen, { sides: kind.sides.length, names: kind.sides, inks: kind.inks });
  const option = (value, text) => new Option(text, value);
  const view = $("view").value;
  $("view").replaceChildren(option("mover", "the side to move"), ...kind.sides.map((name, side) => option(side, name)));
  $("view").value = [...$("view").options].some((other) => other.value === view) ? view : "mover";
  $("human").replaceChildren(...kind.sides.map((name, side) => option(side, name)), option("none", "nobody: watch"));
  $("format").replaceChildren(...kind.formats.map((format) => option(format, FORMATS[format] ?? format)));
  if (kind.formats.includes("pgn")) $("format").value = "pgn";
  $("options").replaceChildren(...kind.options.map((text) => option(text.split("|")[0])));
  $("model-field").hidden = kind.sides.length < 3;
  board.turned = 0;
}

// Shows the position that the tree is at.
let showing = null;
async function show() {
  showing?.abort();
  const controller = new AbortController();
  showing = controller;
  let position;
  try {
    position = await api.position(question(), controller.signal);
  } catch (error) {
    if (error.name === "AbortError") return;
    throw error;
  }
  seen.position = position;
  seen.view = $("view").value;
  $("threats-field").hidden = position.picture.style !== "intersections";
  board.threats = $("threats").checked;
  board.show(position, kind.sides.length);
  $("choice").hidden = true;
  $("pass").hidden = !position.legal.some(({ tiles }) => tiles.length === 0);
  $("position").value = position.position;
  $("line").value = "";
  $("rules").value = start.rules;
  $("problem").hidden = true;
  say(position.result ?? `${kind.sides[position.toMove]} to move`);
  if (tree.at.score) analysis.showGauge(tree.at.score, tree.at.values);
  else analysis.showGauge(null);
  showMoves();
  remember();
  analysis.restart();
}

function showMoves() {
  showTree($("moves"), tree, kind.sides.length, goTo);
  showGraph($("graph"), tree.line(), tree.at, kind.inks, goTo);
}

function goTo(node) {
  tree.at = node;
  show().catch(fail);
}

function step(action) {
  action();
  show().catch(fail);
}

async function play(move) {
  if (watching) return;
  const side = seen.position.toMove;
  tree.play(move);
  await show().catch((error) => {
    tree.cut();
    fail(error);
  });
  game.moved(side);
}

// Several moves that the same hand movement may mean.
function choose(moves) {
  const box = $("choice");
  box.replaceChildren(
    "Which move? ",
    ...moves.map((move) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.addEventListener("click", () => play(move));
      return button;
    }),
  );
  box.hidden = false;
  box.querySelector("button").focus();
}

// What the analysis knows, on the board and in the tree.
function known(answer) {
  Object.assign(tree.at, { score: answer.score, mover: seen.position.toMove, values: answer.lines[0]?.values });
  const tilesOf = (move) => seen.position.legal.find((other) => other.move === move)?.tiles ?? [];
  const lines = answer.lines.filter((line) => line.pv.length);
  const best = chance(lines[0]?.score);
  const weight = (line) => Math.max(0.05, 1 - 4 * Math.abs(best - chance(line.score)));
  const drawn = lines
    .map((line) => ({ tiles: tilesOf(line.pv[0]), weight: weight(line) }))
    .filter(({ tiles }) => tiles.length);
  board.heat = $("heat").checked ? drawn.map(({ tiles, weight: own }) => ({ tile: tiles.at(-1), weight: own })) : [];
  board.setArrows($("arrows").checked ? drawn : []);
  showGraph($("graph"), tree.line(), tree.at, kind.inks, goTo);
}

// The search that knows what each of three sides expects.
const annotator = () => (kind.sides.length > 2 ? "maxn" : undefined);

// Annotation: each position of the line searched, the moves marked that gave something away.
let annotating = null;
async function annotate() {
  if (annotating) {
    annotating.abort();
    return;
  }
  const nodes = tree.line();
  annotating = new AbortController();
  $("annotate").textContent = "Stop";
  let done = 0;
  try {
    const turns = nodes.map((_, turn) => turn);
    const whole = { ...question(nodes.at(-1)), analyzeTurns: turns, nodes: ANNOTATE_NODES, model: annotator() };
    await api.query(whole, annotating.signal, (answer) => {
      if (!answer.final || !answer.score) return;
      const node = nodes[answer.turn];
      Object.assign(node, {
        score: answer.score,
        mover: kind.sides.indexOf(answer.to_move),
        values: answer.lines[0]?.values,
        best: answer.bestmove,
      });
      done += 1;
      say(`annotating: ${done} of ${nodes.length}`);
      mark(nodes);
      showMoves();
    });
    say("annotated");
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  }
  annotating = null;
  $("annotate").textContent = "Annotate";
}

function mark(nodes) {
  nodes.forEach((node, turn) => {
    const before = nodes[turn - 1];
    if (!before?.score || !node.score) return;
    const share = (of) => shares(of.score, of.mover, kind.sides.length, of.values)[before.mover];
    const lost = node.move === before.best ? 0 : share(before) - share(node);
    node.mark = MARKS.find(([least]) => lost >= least)?.[1];
  });
}

async function hint() {
  try {
    await api.query({ ...question(), seconds: HINT_SECONDS }, undefined, (answer) => {
      const tiles = seen.position.legal.find(({ move }) => move === answer.bestmove)?.tiles;
      if (tiles?.length) board.setArrows([{ tiles, weight: 1 }]);
      say(answer.bestmove ? `try ${answer.bestmove}` : "no move");
    });
  } catch (error) {
    fail(error);
  }
}

// Setting up.

async function setUp(setup) {
  const before = { start, tree };
  start = { rules: setup.rules, position: setup.position || null };
  tree = new Tree();
  try {
    const there = await api.position({
      game: kind.name,
      rules: start.rules,
      position: start.position ?? undefined,
      moves: setup.moves,
    });
    there.moves.forEach((move) => tree.play(move));
    await show();
  } catch (error) {
    ({ start, tree } = before);
    const problem = $("problem");
    problem.textContent = error.field ? `${error.field}: ${error.message}` : error.message;
    problem.hidden = false;
    $({ position: "position", moves: "line", rules: "rules" }[error.field] ?? "position").focus();
  }
}

let figure = null;
function edit() {
  board.editing = !board.editing;
  $("edit").setAttribute("aria-pressed", board.editing);
  $("palette").hidden = !board.editing;
  board.draw();
  if (!board.editing) return;
  figure = null;
  const shown = (item) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", item === figure);
    button.setAttribute("aria-label", item ? spoken(item) : "nothing");
    const svg = element("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" });
    if (item) {
      const drawn = drawFigure(item, board.shapes);
      drawn.removeAttribute("class");
      svg.append(drawn);
    } else {
      svg.append(element("path", { d: "M-30 -30L30 30M30 -30L-30 30", stroke: "currentColor", "stroke-width": 8 }));
    }
    button.append(svg);
    button.addEventListener("click", () => {
      figure = item;
      $("palette")
        .querySelectorAll("button")
        .forEach((other) => other.setAttribute("aria-checked", other === button));
    });
    return button;
  };
  $("palette").replaceChildren(...[null, ...kind.figures].map(shown));
}

async function place(tile) {
  try {
    const { position } = await api.edited({
      game: kind.name,
      rules: start.rules,
      position: seen.position.position,
      tile,
      figure: figure?.token ?? null,
    });
    start = { ...start, position };
    tree = new Tree();
    await show();
  } catch (error) {
    fail(error);
  }
}

// Files.

// A game with its side lines and what its players said, as a tree that is at its end.
function grown(line) {
  const made = new Tree();
  const add = (steps) =>
    steps.forEach(({ move, variations, score, mover }) => {
      const { at } = made;
      if (score) Object.assign(at, { score, mover });
      made.play(move);
      const next = made.at;
      for (const variation of variations) {
        made.at = at;
        add(variation);
      }
      made.at = next;
    });
  add(line);
  return made;
}

// The last file, of which more than one game may be wanted.
let opened = null;
async function openFile(file, number = 1) {
  try {
    const text = await file.text();
    opened = { name: file.name, text: async () => text };
    const read = await api.imported(text, file.name, kind.name, number);
    kind = kinds.find(({ name }) => name === read.game) ?? kind;
    start = { rules: read.rules, position: read.start };
    tree = grown(read.line);
    enter();
    await show();
    $("which").hidden = read.games < 2;
    $("number").max = read.games;
    $("number").value = number;
    $("count").textContent = `of ${read.games}`;
    say(`${file.name}: ${tree.path().length} moves`);
  } catch (error) {
    fail(error);
  }
}

// A game of a match, as it stands: another one, or the same some moves later.
async function showGame(game, isOther, text) {
  const isAtEnd = isOther || !tree.at.children.length;
  const ply = tree.path().length;
  const next = kinds.find(({ name }) => name === game.game) ?? kind;
  const isSame = next === kind;
  kind = next;
  start = { rules: game.rules, position: game.start };
  tree = grown(game.line);
  while (!isAtEnd && tree.path().length > ply) tree.back();
  if (!isSame) enter();
  await show();
  if (text) say(`${text}. ${seen.position.result ?? `${kind.sides[seen.position.toMove]} to move`}`);
}

async function save() {
  try {
    const { name, text } = await api.exported({ ...question(tree.line().at(-1)), format: $("format").value });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    fail(error);
  }
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say("link copied");
  } catch {
    say(location.href);
  }
}

const board = new Board($("board"), {
  onMove: (move) => {
    if (!game.isEngines()) play(move);
  },
  onChoice: choose,
  onTile: place,
});
const analysis = new Analysis({
  numbers: $("numbers"),
  lines: $("lines"),
  gauge: $("gauge"),
  button: $("analyse"),
  fields: {
    multipv: $("multipv"),
    depth: $("depth"),
    seconds: $("seconds"),
    threads: $("threads"),
    hash: $("hash"),
    model: $("model"),
  },
  ask: question,
  seen,
  onFailure: fail,
  onKnown: known,
  onLine: (moves) => step(() => moves.forEach((move) => tree.play(move))),
});
const game = new Play({
  button: $("play"),
  human: $("human"),
  level: $("level"),
  clock: $("clock"),
  clocks: $("clocks"),
  ask: question,
  seen,
  onMove: play,
  onFailure: fail,
  onFlag: (side) => say(`${kind.sides[side]} has no time left`),
});

function listen() {
  const click = (id, action) => $(id).addEventListener("click", action);
  click("first", () =>
    step(() => {
      tree.at = tree.root;
    }),
  );
  click("back", () => step(() => tree.back()));
  click("forth", () => step(() => tree.forth()));
  click("last", () =>
    step(() => {
      tree.at = tree.line().at(-1);
    }),
  );
  click("undo", () => {
    // Against the engine, back to where it was one's own turn.
    const steps = game.on && !game.isEngines() ? kind.sides.length : 1;
    step(() => {
      for (let count = 0; count < steps; count += 1) tree.cut();
    });
  });
  click("pass", () => play(seen.position.legal.find(({ tiles }) => tiles.length === 0).move));
  click("turn", () => board.turn());
  click("hint", hint);
  click("fresh", () =>
    step(() => {
      tree = new Tree();
      start = { ...start, position: null };
    }),
  );
  click("analyse", () => analysis.toggle());
  click("annotate", annotate);
  click("play", () => game.toggle());
  click("edit", edit);
  click("solve", async () => {
    say("solving …");
    try {
      await api.query({ ...question(), action: "solve", seconds: 10, reportEvery: 0.3 }, undefined, (answer) => {
        say(
          answer.solver
            ? solving(answer.solver)
            : answer.value === "unknown"
              ? "no proof found in 10 s"
              : `${answer.value}${answer.plies === null ? "" : ` in ${answer.plies} plies`}: ${answer.line.slice(0, 12).join(" ")}`,
        );
      });
    } catch (error) {
      fail(error);
    }
  });
  click("save", save);
  click("link", copyLink);
  click("open", () => $("file").click());
  $("file").addEventListener("change", () => {
    if ($("file").files[0]) openFile($("file").files[0]);
    $("file").value = "";
  });
  click("theme", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  });
  $("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    const position = $("position").value.trim();
    setUp({ rules: $("rules").value.trim(), position, moves: $("line").value.trim() });
  });
  for (const id of ["multipv", "depth", "seconds", "threads", "hash", "model", "view"]) {
    $(id).addEventListener("change", () => {
      seen.view = $("view").value;
      remember();
      analysis.restart();
    });
  }
  $("threats").addEventListener("change", () => {
    board.threats = $("threats").checked;
    board.draw();
    remember();
  });
  $("number").addEventListener("change", () => openFile(opened, Number($("number").value)));
  for (const id of ["arrows", "heat"]) {
    $(id).addEventListener("change", () => {
      remember();
      if (analysis.known) known(analysis.known);
      else board.setArrows([]);
    });
  }
  $("level").addEventListener("input", () => {
    $("level").setAttribute("aria-valuetext", `${$("level").value} of 10`);
    remember();
  });
  $("human").addEventListener("change", () => game.turn());
  document.addEventListener("keydown", (event) => {
    if (
      event.target.closest("input, textarea, select, button, [data-tile]") &&
      event.key !== "ArrowLeft" &&
      event.key !== "ArrowRight"
    )
      return;
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      ArrowLeft: "back",
      ArrowRight: "forth",
      Home: "first",
      End: "last",
      Backspace: "undo",
      " ": "analyse",
      f: "turn",
      h: "hint",
    };
    const id = keys[event.key];
    if (!id || (watching && $(id).closest(".own"))) return;
    event.preventDefault();
    $(id).click();
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    if (!watching) document.body.classList.add("over");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("over");
    if (!watching && event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  });
  window.addEventListener("hashchange", () => watching || open(location.hash.slice(1)));
}

async function begin() {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  const about = await api.games();
  // Sides that are called by a colour are drawn in it.
  const inks = (sides) =>
    sides.map((name, side) => (name.toLowerCase() in INKS ? name.toLowerCase() : ["white", "black", "red"][side]));
  kinds = about.games.map((game) => ({ ...game, inks: inks(game.sides) }));
  board.shapes = about.shapes;
  if (about.limits) {
    $("threads").max = about.limits.threads;
    $("hash").max = about.limits.hashMib;
    $("seconds").max = about.limits.seconds;
  }
  $("games").replaceChildren(
    ...kinds.map(({ name, summary }) => {
      const link = document.createElement("a");
      link.href = `#game=${name}`;
      link.dataset.game = name;
      link.textContent = name;
      link.title = summary;
      return link;
    }),
  );
  recall();
  listen();
  if (about.watched) await watch();
  else await open(location.hash.slice(1));
}

// A match is played here: the page shows it, and has nothing that could reach it.
async function watch() {
  watching = true;
  document.body.classList.add("watching");
  $("games").hidden = true;
  $("match").hidden = false;
  [kind] = kinds;
  enter();
  const match = new Watch({
    score: $("score"),
    list: $("played"),
    follow: $("follow"),
    title: $("match-title"),
    onGame: showGame,
    say,
  });
  await match.run();
}

begin().catch(fail);
