// Questions about the position on the board whose answers are of no use for another one: a hint, a proof.

import { edited, position, query } from "./api.js";
import { solving } from "./analysis.js";
import { isProven, text } from "./score.js";
import { spelled } from "./spell.js";

const HINT_SECONDS = 1;
const SOLVE_SECONDS = 10;

export class Asks {
  // `onHint` gets the tiles of a good move.
  constructor(session, parts) {
    Object.assign(this, { session, ...parts });
  }

  // Another position is on the board.
  stop() {
    this.asking?.abort();
    this.asking = null;
  }

  async #ask(question, each) {
    this.stop();
    const controller = new AbortController();
    this.asking = controller;
    try {
      await query({ ...this.session.question(), ...question }, controller.signal, (answer) => {
        if (!controller.signal.aborted) each(answer);
      });
    } catch (error) {
      if (error.name !== "AbortError") this.onFailure(error);
    }
  }

  // The search that is chosen, if one is.
  #search() {
    return { engine: this.engine.value || undefined };
  }

  hint() {
    this.#ask({ ...this.#search(), seconds: HINT_SECONDS }, ({ bestmove }) => {
      const tiles = this.session.position.legal.find(({ move }) => move === bestmove)?.tiles;
      if (tiles?.length) this.onHint(tiles);
      this.say(bestmove ? `Try ${spelled(bestmove)}` : "There is no move");
    });
  }

  // What the next side would play if this one passed.
  async threat() {
    const { kind, position: here, start, sides } = this.session;
    const about = { game: kind.name, rules: start.rules };
    try {
      const turn = (here.toMove + 1) % sides;
      const passed = await edited({ ...about, position: here.position, turn });
      if (passed.problem) throw new Error(passed.problem);
      const { legal } = await position({ ...about, position: passed.position });
      const question = { ...this.#search(), position: passed.position, moves: [], seconds: HINT_SECONDS };
      this.#ask(question, ({ bestmove, lines }) => {
        const tiles = legal.find(({ move }) => move === bestmove)?.tiles;
        if (tiles?.length) this.onHint(tiles);
        const score = lines?.[0]?.score;
        const chances = isProven(score) ? "" : "winning chances ";
        this.say(`If this side passed, ${kind.sides[turn]} would play ${spelled(bestmove)}: ${chances}${text(score)}`);
      });
    } catch (error) {
      this.onFailure(error);
    }
  }

  solve() {
    this.say("Solving …");
    this.#ask({ action: "solve", seconds: SOLVE_SECONDS, reportEvery: 0.3 }, ({ type, solver, value, plies, line }) => {
      if (type === "heartbeat") return;
      if (solver) this.say(solving(solver));
      else if (value === "unknown") this.say(`No proof found in ${SOLVE_SECONDS} s`);
      else this.say(`${value}${plies === null ? "" : ` in ${plies} plies`}: ${line.slice(0, 12).map(spelled).join(" ")}`);
    });
  }
}
