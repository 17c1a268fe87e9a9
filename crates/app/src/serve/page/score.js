// Scores: as text, from a side's view, and as shares of a bar.

// Hundredths of the game's unit for each unit of log-odds.
let scale = 200;
export const setScale = (hundredths) => {
  scale = hundredths;
};

// A score from the mover's view, seen by the other of two sides.
export function turned(score) {
  if (!score || score.draw) return score;
  if ("cp" in score) return { cp: -score.cp };
  return "win" in score ? { loss: score.win } : { win: score.loss };
}

export const isProven = (score) => score !== null && score !== undefined && !("cp" in score);

export function text(score) {
  if (!score) return "";
  if (score.draw) return "draw";
  if ("win" in score) return `win in ${score.win}`;
  if ("loss" in score) return `loss in ${score.loss}`;
  return `${score.cp < 0 ? "−" : "+"}${(Math.abs(score.cp) / 100).toFixed(2)}`;
}

// The expected result, from 0 to 1.
export function chance(score) {
  if (!score) return 0.5;
  if (score.draw) return 0.5;
  if ("win" in score) return 1;
  if ("loss" in score) return 0;
  return 1 / (1 + Math.exp(-score.cp / scale));
}

// What each side's part of the bar is. `score` is from the view of side `mover`.
export function shares(score, mover, sides, values) {
  if (sides === 2) {
    const own = chance(score);
    return mover === 0 ? [own, 1 - own] : [1 - own, own];
  }
  if (values) {
    const parts = values.map((value) => chance(value) + 0.02);
    const sum = parts.reduce((a, b) => a + b);
    return parts.map((part) => part / sum);
  }
  // One side against two: even is a third.
  const odds = chance(score) / Math.max(1e-6, 1 - chance(score)) / 2;
  const own = odds / (1 + odds);
  return [0, 1, 2].map((side) => (side === mover ? own : (1 - own) / 2));
}
