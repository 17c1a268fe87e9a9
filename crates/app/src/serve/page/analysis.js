// The analysis of the position on the board: starts, goes on, stops, and shows what it knows.

import { query } from "./api.js";
import { make } from "./dom.js";
import { detail, isProven, text, turned } from "./score.js";
import { spelled } from "./spell.js";

// How often the server tells what it knows, in seconds.
const EVERY = 0.15;
// Of a shorter search nobody can say how fast it was.
const LEAST_SECONDS = 0.05;

const thousands = (count) =>
  count >= 1e6 ? `${(count / 1e6).toFixed(1)} M` : count >= 1e3 ? `${(count / 1e3).toFixed(0)} k` : `${count}`;

// What a solver is doing.
export const solving = ({ doing, part }) => `solver: ${doing}${part > 0 ? ` · ${Math.floor(100 * part)} %` : ""}`;

export class Analysis {
  // `onKnown` gets what is known of the position on the board, `onLine` the moves of a line up to the one clicked.
  constructor(session, parts) {
    Object.assign(this, { session, ...parts });
    this.on = false;
  }

  toggle() {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", this.on);
    this.#name();
    if (this.on) this.restart();
    else this.#stop();
  }

  // What its button does: what is done cannot be stopped, but goes on with the next position until it is switched off.
  #name() {
    this.button.textContent = !this.on ? "Start" : this.known?.final ? "Switch off" : "Stop";
  }

  // What is known stays on the page.
  #stop() {
    this.controller?.abort();
    this.controller = null;
    if (!this.known) this.numbers.textContent = "";
  }

  // Limits and means as the panel says.
  settings() {
    const number = (name) => (this.fields[name].value === "" ? undefined : Number(this.fields[name].value));
    const engine = this.fields.engine.value;
    return {
      multipv: number("multipv") ?? 1,
      depth: number("depth"),
      seconds: number("seconds"),
      hashMib: number("hash"),
      engine: engine || undefined,
      // Monte Carlo tree search has neither.
      threads: engine === "mcts" ? undefined : number("threads"),
      model: this.session.sides > 2 && engine !== "mcts" ? this.fields.model.value : undefined,
    };
  }

  // Begins anew with the position that is on the board now, if the analysis is on.
  async restart() {
    this.controller?.abort();
    this.clear();
    if (!this.on || this.session.result) return;
    const controller = new AbortController();
    this.controller = controller;
    try {
      await query({ ...this.session.question(), ...this.settings(), reportEvery: EVERY }, controller.signal, (answer) => {
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
    this.#name();
    this.since = performance.now();
  }

  show(answer) {
    if (answer.type === "heartbeat") {
      this.#wait(answer);
      return;
    }
    if (answer.type !== "analysis") return;
    this.since = performance.now() - 1000 * answer.seconds;
    if (answer.solver) {
      this.doing = solving(answer.solver);
      this.numbers.textContent = this.doing;
      return;
    }
    this.doing = null;
    this.known = answer;
    this.#name();
    this.#count(answer, answer.seconds);
    this.lines.replaceChildren(...answer.lines.map((line) => this.#line(line, answer)));
    this.onKnown(answer);
  }

  // Nothing new, but the search goes on; or it has not begun.
  #wait({ waiting, nodes, nps }) {
    const seconds = (performance.now() - this.since) / 1000;
    if (waiting) this.numbers.textContent = `waits for its turn: other searches are under way · ${seconds.toFixed(0)} s`;
    else if (this.doing) this.numbers.textContent = `${this.doing} · ${seconds.toFixed(0)} s`;
    else if (this.known) this.#count(nodes ? { ...this.known, nodes, nps } : this.known, seconds);
    else this.numbers.textContent = `searching · ${seconds.toFixed(0)} s`;
  }

  #count(answer, seconds) {
    const { depth, seldepth } = answer.lines[0] ?? answer;
    const parts = [`depth ${depth}${seldepth > depth ? `/${seldepth}` : ""}`, `${thousands(answer.nodes)} nodes`];
    if (answer.seconds >= LEAST_SECONDS && !answer.solved_by) parts.push(`${thousands(answer.nps)} nodes/s`);
    parts.push(`${seconds.toFixed(1)} s`);
    if (answer.engine === "mcts") parts.push("Monte Carlo");
    if (answer.hashfull) parts.push(`table\u00a0${(answer.hashfull / 10).toFixed(0)}\u00a0%`);
    if (answer.solved_by) parts.push(`solved: ${answer.solved_by}`);
    if (answer.final) parts.push("done");
    this.numbers.textContent = parts.join(" · ");
  }

  // A score as the chosen side sees it.
  viewed(score) {
    const { position, sides } = this.session;
    const view = this.fields.view.value;
    return sides === 2 && view !== "mover" && Number(view) !== position.toMove ? turned(score) : score;
  }

  #line(line, { solved_by: solved }) {
    const seen = this.viewed(line.score);
    const bound = line.bound ? (seen === line.score ? "≥ " : "≤ ") : "";
    const isSure = isProven(line.score);
    const score = make("span", { className: isSure ? "score proven" : "score" }, bound + text(seen, solved));
    score.title = isSure ? "proven" : "an estimate of the expected result, and in the game's unit";
    if (detail(seen)) score.append(" ", make("small", {}, detail(seen)));
    const buttons = line.pv.map((move, index) => {
      const upTo = line.pv.slice(0, index + 1);
      return make("button", { line: upTo, onclick: () => this.onLine(upTo) }, spelled(move));
    });
    return make("li", {}, score, make("span", { className: "pv" }, ...buttons));
  }
}
