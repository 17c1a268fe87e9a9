// The analysis of the position on the board: starts, goes on, stops, and shows what it knows.

import { query } from "./api.js";
import { colour } from "./graph.js";
import { isProven, shares, text, turned } from "./score.js";

// How often the server tells what it knows, in seconds.
const EVERY = 0.15;

const thousands = (count) =>
  count >= 1e6 ? `${(count / 1e6).toFixed(1)} M` : count >= 1e3 ? `${(count / 1e3).toFixed(0)} k` : `${count}`;

// What a solver is doing.
export const solving = ({ doing, part }) => `solver: ${doing}${part > 0 ? ` · ${Math.floor(100 * part)} %` : ""}`;

export class Analysis {
  // `ask` gives the question about the present position, without limits; `show` gets what is known of it.
  constructor({ numbers, lines, gauge, button, fields, ask, seen, onFailure, onKnown, onLine }) {
    Object.assign(this, { numbers, lines, gauge, button, fields, ask, seen, onFailure, onKnown, onLine });
    this.on = false;
    this.generation = 0;
  }

  toggle() {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", this.on);
    this.button.textContent = this.on ? "Stop" : "Start";
    if (this.on) this.restart();
    else this.controller?.abort();
  }

  // Limits and means as the panel says.
  settings() {
    const number = (name) => (this.fields[name].value === "" ? undefined : Number(this.fields[name].value));
    return {
      multipv: number("multipv") ?? 1,
      depth: number("depth"),
      seconds: number("seconds"),
      threads: number("threads"),
      hashMib: number("hash"),
      model: this.seen.sides > 2 ? this.fields.model.value : undefined,
    };
  }

  // Begins anew with the position that is on the board now, if the analysis is on.
  async restart() {
    this.controller?.abort();
    this.clear();
    if (!this.on || this.seen.position.result) return;
    const controller = new AbortController();
    this.controller = controller;
    try {
      await query({ ...this.ask(), ...this.settings(), reportEvery: EVERY }, controller.signal, (answer) => {
        if (!controller.signal.aborted) this.show(answer);
      });
    } catch (error) {
      if (error.name !== "AbortError" && !controller.signal.aborted) {
        this.onFailure(error);
        if (this.on) this.toggle();
      }
    }
  }

  clear() {
    this.numbers.textContent = "";
    this.lines.replaceChildren();
    this.known = null;
  }

  show(answer) {
    if (answer.type !== "analysis") return;
    this.known = answer;
    if (answer.solver) {
      this.numbers.textContent = solving(answer.solver);
      return;
    }
    const { depth, seldepth } = answer.lines[0] ?? answer;
    const parts = [
      `depth ${depth}${seldepth > depth ? `/${seldepth}` : ""}`,
      `${thousands(answer.nodes)} nodes`,
      `${thousands(answer.nps)}/s`,
      `${answer.seconds.toFixed(1)} s`,
    ];
    if (answer.hashfull) parts.push(`table\u00a0${(answer.hashfull / 10).toFixed(0)}\u00a0%`);
    if (answer.solved_by) parts.push(`solved: ${answer.solved_by}`);
    if (answer.final) parts.push("done");
    this.numbers.textContent = parts.join(" · ");
    this.lines.replaceChildren(...answer.lines.map((line) => this.#line(line)));
    this.showGauge(answer.score, answer.lines[0]?.values);
    this.onKnown(answer);
  }

  // A score as the chosen side sees it.
  viewed(score) {
    const { view, position, sides } = this.seen;
    return sides === 2 && view !== "mover" && Number(view) !== position.toMove ? turned(score) : score;
  }

  #line(line) {
    const item = document.createElement("li");
    const score = document.createElement("span");
    score.className = isProven(line.score) ? "score proven" : "score";
    const seen = this.viewed(line.score);
    const bound = line.bound ? (seen === line.score ? "≥" : "≤") : "";
    score.textContent = bound + text(seen);
    score.title = isProven(line.score) ? "proven" : "an estimate";
    const pv = document.createElement("span");
    pv.className = "pv";
    line.pv.forEach((move, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = move;
      button.addEventListener("click", () => this.onLine(line.pv.slice(0, index + 1)));
      pv.append(button);
    });
    item.append(score, pv);
    return item;
  }

  // The bar beside the board: each side's part of the expected result.
  showGauge(score, values) {
    const { position, sides, inks, names } = this.seen;
    if (position.toMove === null || !score) {
      const parts = position.payoffs ? position.payoffs.map((payoff) => (payoff + 1) / 2 + 1e-3) : inks.map(() => 1);
      this.#fill(parts, inks, names);
      return;
    }
    this.#fill(shares(score, position.toMove, sides, values), inks, names);
  }

  #fill(parts, inks, names) {
    this.gauge.replaceChildren(
      ...parts.map((part, side) => {
        const span = document.createElement("span");
        span.style.background = colour(inks[side]);
        span.style.flexGrow = part;
        return span;
      }),
    );
    const sum = parts.reduce((a, b) => a + b);
    this.gauge.setAttribute(
      "aria-label",
      parts.map((part, side) => `${names[side]} ${Math.round((100 * part) / sum)} %`).join(", "),
    );
  }
}
