// A game against the engine: whose turn it is, the level, the clock.

import { query } from "./api.js";

// Nodes a move, by level; the last levels think as long as a player does.
const LEVELS = [
  { nodes: 30 },
  { nodes: 120 },
  { nodes: 500 },
  { nodes: 2000 },
  { nodes: 8000 },
  { nodes: 30000 },
  { nodes: 120000 },
  { seconds: 0.5 },
  { seconds: 1.5 },
  { seconds: 4 },
];
// What is left on a clock is kept for so many moves.
const MOVES_TO_GO = 30;

export class Play {
  constructor({ button, human, level, clock, clocks, ask, seen, onMove, onFailure, onFlag }) {
    Object.assign(this, { button, human, level, clock, clocks, ask, seen, onMove, onFailure, onFlag });
    this.on = false;
    setInterval(() => this.#tick(), 200);
  }

  toggle() {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", this.on);
    this.button.textContent = this.on ? "End the game" : "Play";
    this.left = null;
    if (this.on && this.clock.value) {
      const [base, increment] = this.clock.value.split("+").map(Number);
      this.left = this.seen.names.map(() => base);
      this.increment = increment;
    }
    this.controller?.abort();
    this.showClocks();
    this.turn();
  }

  isEngines() {
    const { toMove } = this.seen.position;
    return (
      (this.on && toMove !== null && this.human.value !== "none" && Number(this.human.value) !== toMove) ||
      (this.on && toMove !== null && this.human.value === "none")
    );
  }

  // A move was made: the clock of its side stops, and that of the next one runs.
  moved(side) {
    if (this.left && side !== null) this.left[side] += this.increment;
    this.turn();
  }

  // Lets the engine move, if it is its turn.
  async turn() {
    this.controller?.abort();
    this.since = performance.now();
    if (!this.isEngines()) return;
    const controller = new AbortController();
    this.controller = controller;
    const side = this.seen.position.toMove;
    const limits = { ...LEVELS[Number(this.level.value) - 1] };
    if (this.left) limits.seconds = Math.min(limits.seconds ?? Infinity, Math.max(0.05, this.left[side] / MOVES_TO_GO));
    try {
      let best = null;
      await query({ ...this.ask(), ...limits, multipv: 1 }, controller.signal, (answer) => {
        best = answer.bestmove;
      });
      if (best && this.on && !controller.signal.aborted) this.onMove(best);
    } catch (error) {
      if (error.name !== "AbortError") this.onFailure(error);
    }
  }

  #tick() {
    if (!this.on || !this.left) return;
    const { toMove } = this.seen.position;
    const now = performance.now();
    if (toMove !== null) {
      this.left[toMove] -= (now - this.since) / 1000;
      if (this.left[toMove] <= 0) {
        this.left[toMove] = 0;
        this.showClocks();
        this.toggle();
        this.onFlag(toMove);
        return;
      }
    }
    this.since = now;
    this.showClocks();
  }

  showClocks() {
    const time = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    this.clocks.textContent = this.left
      ? this.left.map((left, side) => `${this.seen.names[side]} ${time(left)}`).join("  ")
      : "";
  }
}
