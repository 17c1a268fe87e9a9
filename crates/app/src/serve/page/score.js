// Scores: as text, from a side's view, and as what each side may expect.

// Hundredths of the game's unit for each unit of log-odds.
let scale = 200;
export const setScale = (hundredths) => {
  scale = hundredths;
};
// Beyond so many hundredths a score says no more than that a side is far ahead.
const FAR = 1000;

// A score from the mover's view, seen by the other of two sides.
export function turned(score) {
  if (!score || score.draw) return score;
  if ("cp" in score) return { cp: -score.cp };
  return "win" in score ? { loss: score.win } : { win: score.loss };
}

export const isProven = (score) => score !== null && score !== undefined && !("cp" in score);

// In the game's unit.
export const units = ({ cp }) => `${cp < 0 ? "−" : "+"}${(Math.abs(cp) / 100).toFixed(2)}`;

// An estimate in hundredths of the expected result: never sure.
const percent = (share) => (share > 0.99 ? "> 99 %" : share < 0.01 ? "< 1 %" : `${Math.round(100 * share)} %`);

const plies = (number) => `${number} ${number === 1 ? "ply" : "plies"}`;

// A win takes so many plies at most. How long a loss takes at least is known of a search alone.
export function text(score, solved) {
  if (!score) return "";
  if (score.draw) return "draw";
  if ("win" in score) return score.win === null ? "win" : `win in ≤ ${plies(score.win)}`;
  if ("loss" in score) return solved || score.loss === null ? "loss" : `loss in ≥ ${plies(score.loss)}`;
  return percent(chance(score));
}

// The same with the game's unit, where that says more.
export function detail(score) {
  return score && "cp" in score && Math.abs(score.cp) < FAR ? units(score) : "";
}

// The expected result, from 0 to 1.
export function chance(score) {
  if (!score) return 0.5;
  if (score.draw) return 0.5;
  if ("win" in score) return 1;
  if ("loss" in score) return 0;
  return 1 / (1 + Math.exp(-score.cp / scale));
}

// What each side may expect, from 0 to 1; of three sides the others' is null where the search knows only the mover's.
// `score` is from the view of side `mover`.
export function expected(score, mover, sides, values) {
  const own = chance(score);
  if (sides === 2) return mover === 0 ? [own, 1 - own] : [1 - own, own];
  if (values) return values.map(chance);
  return Array.from({ length: sides }, (_, side) => (side === mover ? own : null));
}

// Takes over what was found of a position. An estimate is no news where something is proven; of three sides nothing is.
export function learn(node, { best, ...found }, sides) {
  if (sides > 2 || isProven(found.score) || !isProven(node.score)) Object.assign(node, found);
  if (best) node.best = best;
}
