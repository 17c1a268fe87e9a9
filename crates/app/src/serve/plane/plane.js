// A proof walked on the board without an edge: Black's moves come from the certificate, White is who looks at the page.

import { ask } from "./answers.js";
import { all } from "./dom.js";
import { listenToTheme } from "./theme.js";

const parts = all("board rule task more next undo fresh in out home cursor moves theme");
const { board } = parts;
const SVG = "http://www.w3.org/2000/svg";
// Squares across: when the page comes, fewer for fingers, and at least and at most.
const ACROSS = matchMedia("(pointer: coarse)").matches ? 15 : 25;
const [LEAST, MOST] = [9, 121];
// Coordinates are no further from 0.
const FURTHEST = 1000000;
// Before Black's answer, in milliseconds: one sees what it answers.
const PAUSE = 350;
// A pointer that moves so many pixels drags the board.
const DRAG = 6;

// The stones in the order in which they came; what is known of them; the middle of what is seen, and squares across.
const now = { moves: [], answer: null, at: [0, 0], across: ACROSS, cursor: [0, 0], asking: null, timer: 0 };

const same = ([x, y], [column, row]) => x === column && y === row;
const taken = (square) => now.moves.some((stone) => same(stone, square));
const text = (moves) => moves.map((square) => square.join(",")).join(" ");
const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

// What is asked for is in the address, so that it can be passed on.
function fromAddress() {
  const hash = new URLSearchParams(location.hash.slice(1));
  parts.rule.value = hash.get("rule") === "standard" ? "standard" : "freestyle";
  const numbers = (hash.get("moves") ?? "").split(" ").filter(Boolean).map((pair) => pair.split(",").map(Number));
  now.moves = numbers.filter((pair) => pair.length === 2 && pair.every(Number.isInteger));
}

function toAddress() {
  const hash = new URLSearchParams({ rule: parts.rule.value, moves: text(now.moves) });
  history.replaceState(null, "", `#${hash}`);
}

function svg(name, properties, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

// The part of the board that is seen: its first column, its upper row, columns and rows.
function view() {
  const { width, height } = board.getBoundingClientRect();
  const rows = (now.across * (height || 1)) / (width || 1);
  return [now.at[0] - now.across / 2, -now.at[1] - rows / 2, now.across, rows];
}

// Rows are counted upwards.
function draw() {
  const [left, top, columns, rows] = view();
  board.setAttribute("viewBox", `${left} ${top} ${columns} ${rows}`);
  board.replaceChildren();
  for (let x = Math.ceil(left); x <= left + columns; x += 1)
    svg("line", { class: "line", x1: x, x2: x, y1: top, y2: top + rows }, board);
  for (let y = Math.ceil(top); y <= top + rows; y += 1)
    svg("line", { class: "line", x1: left, x2: left + columns, y1: y, y2: y }, board);
  const seen = ([x, y]) => Math.abs(x - now.at[0]) <= columns / 2 + 1 && Math.abs(y - now.at[1]) <= rows / 2 + 1;
  for (const [x, y] of now.answer?.replies.filter(seen) ?? [])
    svg("rect", { class: "zone", x: x - 0.35, y: -y - 0.35, width: 0.7, height: 0.7 }, board);
  now.moves.forEach((square, number) => {
    if (seen(square)) svg("circle", { class: number % 2 ? "white" : "black", cx: square[0], cy: -square[1], r: 0.44 }, board);
  });
  const last = now.moves.at(-1);
  if (last) svg("circle", { class: "last", cx: last[0], cy: -last[1], r: 0.14 }, board);
  const best = now.answer?.best;
  if (best) svg("circle", { class: "next", cx: best[0], cy: -best[1], r: 0.42 }, board);
  const [x, y] = now.cursor;
  svg("rect", { class: "cursor", x: x - 0.48, y: -y - 0.48, width: 0.96, height: 0.96 }, board);
}

// What is not seen comes into the middle.
function show(square) {
  const [, , columns, rows] = view();
  const inside = Math.abs(square[0] - now.at[0]) < columns / 2 - 1 && Math.abs(square[1] - now.at[1]) < rows / 2 - 1;
  if (!inside) now.at = [...square];
}

function tell(task, more = "") {
  parts.task.textContent = task;
  parts.more.textContent = more;
}

// How much of the proof is left.
function left({ left: count, lines }) {
  if (count === undefined) return "";
  const about = lines === undefined ? "" : `, and answers about ${plural(Number(lines.toPrecision(2)), "line")} of play`;
  return `The proof has at most ${plural(count, "move")} of Black from here on${about}.`;
}

// What White may try.
function tries({ replies, others }) {
  const count = replies.length;
  const own = count === 1 ? "The marked reply has an answer of its own" : `The ${count} marked replies have an answer of their own`;
  if (!others) return count ? `${own}. Try one.` : "Every square has an answer of its own. Try one.";
  if (others === "pass") return `${own}; any other is answered as if White had passed. Try one.`;
  return count ? `${own}; after any other Black wins at once. Try one.` : "Whatever White plays, Black wins at once. Try it.";
}

function explain(answer) {
  const within = answer.plies === undefined ? "" : ` in at most ${answer.plies} plies`;
  const last = answer.moves.at(-1)?.join(",");
  if (answer.winner) tell(`${answer.winner} played ${last} and has won.`, "Take back, and try another reply.");
  else if (!answer.proved) tell("Nothing is known of this position, or not in the time that there was.", "Black has to keep to the proof.");
  else if (answer.best) tell(`Black wins${within}: proved. Black plays ${answer.best.join(",")}.`, left(answer));
  else tell(`Black played ${last} and wins${within}: proved. ${tries(answer)}`, left(answer));
}

// Asks what is known of the stones; Black answers at once what White plays here.
async function learn(isReply) {
  now.asking?.abort();
  clearTimeout(now.timer);
  const asking = new AbortController();
  Object.assign(now, { asking, answer: null });
  toAddress();
  parts.moves.textContent = text(now.moves);
  if (document.activeElement === parts.next) board.focus();
  parts.next.hidden = true;
  parts.undo.disabled = now.moves.length < 2;
  draw();
  const rule = parts.rule.value;
  try {
    const answer = await ask("api/plane", { rules: `size=plane,rule=${rule}`, moves: text(now.moves) }, asking.signal);
    if (asking.signal.aborted) return;
    if (answer.type === "error") throw new Error(answer.error);
    now.answer = answer;
    explain(answer);
    parts.next.hidden = !answer.best;
    draw();
    if (answer.best && isReply) now.timer = setTimeout(playOn, PAUSE);
  } catch (error) {
    if (!asking.signal.aborted) tell("No answer.", error.message);
  }
}

function play(square, isReply) {
  now.moves.push(square);
  // The cross stays where it was put.
  if (isReply) now.cursor = [...square];
  learn(isReply);
}

function playOn() {
  const best = now.answer?.best;
  if (!best) return;
  show(best);
  play(best, false);
}

// White plays where it is White's turn.
function reply(square) {
  const isFree = now.answer && !now.answer.winner && !now.answer.best && now.moves.length % 2 === 1;
  if (isFree && !taken(square) && square.every((at) => Math.abs(at) <= FURTHEST)) play(square, true);
}

function takeBack() {
  do now.moves.pop();
  while (now.moves.length > 1 && now.moves.length % 2 === 0);
  learn(false);
}

function zoom(factor) {
  now.across = Math.min(MOST, Math.max(LEAST, now.across * factor));
  draw();
}

// The square under a pointer.
function under(event) {
  const { left: x, top: y, width } = board.getBoundingClientRect();
  const [column, row, columns] = view();
  const scale = columns / width;
  return [Math.round(column + (event.clientX - x) * scale), Math.round(-(row + (event.clientY - y) * scale))];
}

// What is held: one pointer, which drags the board or touches a square, or two, which draw it together or apart.
let held = null;
const pointers = new Map();
const apart = () => {
  const [one, other] = [...pointers.values()];
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
};
board.addEventListener("pointerdown", (event) => {
  if (event.button) return;
  board.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, event);
  if (pointers.size > 1) {
    held = null;
    return;
  }
  held = { x: event.clientX, y: event.clientY, at: now.at, drags: false };
});
board.addEventListener("pointermove", (event) => {
  parts.cursor.textContent = under(event).join(",");
  if (pointers.size === 2 && pointers.has(event.pointerId)) {
    const before = apart();
    pointers.set(event.pointerId, event);
    zoom(before / Math.max(1, apart()));
  }
  if (!held) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  held.drags ||= Math.hypot(dx, dy) > DRAG;
  if (!held.drags) return;
  const scale = now.across / board.getBoundingClientRect().width;
  now.at = [held.at[0] - dx * scale, held.at[1] + dy * scale];
  draw();
});
board.addEventListener("pointerup", (event) => {
  pointers.delete(event.pointerId);
  if (held && !held.drags) reply(under(event));
  held = null;
});
for (const end of ["pointercancel", "lostpointercapture"])
  board.addEventListener(end, (event) => {
    pointers.delete(event.pointerId);
    held = null;
  });
board.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (event.deltaY) zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15);
}, { passive: false });

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
// What stands under the cross, for those who hear it.
function sayCursor() {
  const number = now.moves.findIndex((stone) => same(stone, now.cursor));
  const what = number < 0 ? "empty" : number % 2 ? "White" : "Black";
  parts.cursor.textContent = `${now.cursor.join(",")}, ${what}`;
}
board.addEventListener("focus", () => {
  show(now.cursor);
  draw();
});
board.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const step = STEPS[event.key];
  if (step) now.cursor = now.cursor.map((at, axis) => at + step[axis] * (event.shiftKey ? 10 : 1));
  else if (event.key === "Enter" || event.key === " ") {
    if (now.answer?.best) playOn();
    else reply([...now.cursor]);
  } else return;
  event.preventDefault();
  show(now.cursor);
  sayCursor();
  draw();
});

parts.next.addEventListener("click", playOn);
parts.undo.addEventListener("click", takeBack);
parts.in.addEventListener("click", () => zoom(1 / 1.4));
parts.out.addEventListener("click", () => zoom(1.4));
parts.home.addEventListener("click", () => {
  Object.assign(now, { at: [...(now.moves[0] ?? [0, 0])], across: ACROSS });
  draw();
});
function begin() {
  Object.assign(now, { moves: [], at: [0, 0], cursor: [0, 0] });
  learn(false);
}
parts.fresh.addEventListener("click", begin);
parts.rule.addEventListener("change", begin);
addEventListener("resize", draw);
// Another line in the address; what only leads to a part of the page is none.
function enter() {
  if (location.hash && !/[#&](rule|moves)=/.test(location.hash)) return;
  fromAddress();
  if (now.moves.length) show(now.moves.at(-1));
  learn(false);
}
addEventListener("hashchange", enter);
listenToTheme(parts.theme);
enter();
if (!now.asking) learn(false);
