// A proof walked on the board. The winner's move is shown; where the loser is to move, the replies that have an answer of
// their own are marked, and whatever is played is answered as the proof says, to the end of the game.

import { solving } from "./analysis.js";
import { query } from "./api.js";
import { make } from "./dom.js";
import { begun, spelled } from "./spell.js";

// How long a solver may look where nothing is proved in advance.
const SECONDS = 30;
// Before the winner's answer is made, in milliseconds: one sees what it answers.
const PAUSE = 350;

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

// Counts, and powers of ten where they are long.
function counted(number) {
  if (number < 1e7) return Math.round(number).toLocaleString("en");
  const [digits, power] = number.toExponential(1).split("e+");
  return `${digits}·10${[...power].map((digit) => DIGITS[digit]).join("")}`;
}

export class Walk {
  // `onBegin` is called when a walk begins, `onLeave` gets the node where it began, and `onKnown` the value of a
  // position.
  constructor(session, board, parts) {
    Object.assign(this, { session, board, ...parts, on: false });
    this.task = make("p", { className: "task", role: "status" });
    this.more = make("p", { className: "more" });
    this.next = make("button", { className: "main", onclick: () => this.#play() }, "Play on");
    const leave = make("button", { onclick: () => this.leave() }, "Leave the proof");
    this.bar.replaceChildren(this.task, this.more, make("p", { className: "row" }, this.next, " ", leave));
  }

  begin() {
    if (!this.on) {
      this.on = true;
      this.tree = this.session.tree;
      this.from = this.session.node;
      this.hasProved = false;
      this.bar.hidden = false;
      document.body.classList.add("walking");
      this.onBegin();
    }
    this.#ask(false);
  }

  leave() {
    this.end();
    this.onLeave(this.from);
  }

  // Something else is on the board.
  end() {
    if (!this.on) return;
    this.on = false;
    this.#stop();
    this.bar.hidden = true;
    document.body.classList.remove("walking");
    this.board.setArrows([]);
    this.board.setZone([]);
  }

  // Another position is on the board.
  shown(why) {
    if (!this.on) return;
    if (this.session.tree !== this.tree) {
      this.end();
      return;
    }
    // What somebody plays by hand is answered; who goes on by the button sees each move first.
    const isReply = why === "move" && !this.isOwn;
    this.isOwn = false;
    this.#ask(isReply);
  }

  #stop() {
    this.asking?.abort();
    this.asking = null;
    clearTimeout(this.timer);
  }

  #tell(text, more = "", next = null) {
    this.task.textContent = text;
    this.more.textContent = more;
    this.move = next;
    this.next.hidden = !next;
  }

  async #ask(isReply) {
    this.#stop();
    const { session } = this;
    if (session.result) {
      this.#tell(`${begun(session.result)}. This is the end of the line: go back to try another one.`);
      return;
    }
    this.#tell("Looking into the proof …");
    const controller = new AbortController();
    this.asking = controller;
    const question = { ...session.question(), action: "walk", seconds: SECONDS, reportEvery: 0.3 };
    try {
      await query(question, controller.signal, (answer) => {
        if (controller.signal.aborted) return;
        if (answer.type === "walk") this.#step(answer, isReply);
        else if (answer.solver) this.#tell(solving(answer.solver));
      });
    } catch (error) {
      if (error.name === "AbortError" || controller.signal.aborted) return;
      this.#tell("No answer. Go a move back and forth to ask again.");
      this.onFailure(error);
    }
  }

  #tiles = (move) => this.session.position.legal.find((other) => other.move === move)?.tiles ?? [];

  #step(answer, isReply) {
    const { kind, position } = this.session;
    const { value, plies, line } = answer;
    const [mover, others] = [position.toMove, 1 - position.toMove].map((side) => begun(kind.sides[side]));
    const within = plies === null ? "" : ` in at most ${plies} plies`;
    const next = line[0] ?? position.legal[0].move;
    if (value === "unknown") {
      this.#tell(this.#nothing(answer));
      return;
    }
    this.hasProved = true;
    this.onKnown(value === "draw" ? { draw: true } : { [value]: plies });
    const move = spelled(next);
    if (value === "draw") this.#tell("A draw: proved.", "", next);
    else if (value === "win") this.#tell(`${mover} wins${within}: proved. ${mover} plays ${move}.`, this.#left(answer), next);
    else this.#tell(`${others} wins${within}: proved. ${this.#replies(answer, mover, others)}`, this.#left(answer), next);
    if (value !== "loss" || !answer.replies.length) this.board.setArrows([{ tiles: this.#tiles(next), weight: 1 }]);
    if (answer.replies.length < position.legal.length) this.board.setZone(answer.replies.flatMap(this.#tiles));
    if (isReply && value === "win") this.timer = setTimeout(() => this.#play(), PAUSE);
  }

  // Why there is no proof, and where there may be one.
  #nothing({ missing, seconds }) {
    if (missing) return "The proof of this game is no part of this program.";
    const looked = seconds < 2 ? "" : ` in ${Math.round(seconds)} seconds`;
    const back = this.hasProved ? " Go back to where there is one." : "";
    return `No proof of this position was found${looked}.${back}`;
  }

  // What the loser may try.
  #replies({ replies, others }, mover, winner) {
    const { legal } = this.session.position;
    if (others === "win")
      return replies.length
        ? `After any move but ${replies.map(spelled).join(", ")} ${winner} wins at once.`
        : `Whatever ${mover} plays, ${winner} wins at once.`;
    if (others === "pass")
      return `The ${replies.length} marked replies have an answer of their own; any other is answered as if ${mover} had passed. Try one.`;
    return replies.length === legal.length ? "Every reply has an answer of its own. Try one." : `${mover} to move.`;
  }

  // How much of the proof is left.
  #left({ moves, lines }) {
    if (moves === null) return "";
    const all = `The proof has ${counted(moves)} ${moves === 1 ? "move" : "moves"} of the winner from here on`;
    return lines === null ? `${all}.` : `${all}, and answers about ${counted(lines)} lines of play.`;
  }

  #play() {
    if (!this.move) return;
    this.isOwn = true;
    this.session.play(this.move).catch((error) => {
      this.isOwn = false;
      this.onFailure(error);
    });
  }
}
