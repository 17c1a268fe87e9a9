// Positions to be solved on the board, one after the other: a first lesson.

import * as api from "./api.js";
import { $, reveal } from "./dom.js";
import { begun, spelled } from "./spell.js";
import { read, write } from "./store.js";
import { Tree } from "./tree.js";

// How long the engine looks for an answer to a move, in seconds.
const QUICK = 1;
// A win of more plies is not shown.
const SOON = 8;
// Between two moves of it, in milliseconds.
const PACE = 1000;

export class Lesson {
  // `onBegin` is called before the first position, `onEnd` when the lesson is over, `onShow` gets the tiles of moves,
  // `onDone` is called after the last one.
  constructor(session, parts) {
    Object.assign(this, { session, ...parts, problems: [] });
    this.answer.addEventListener("click", () => this.#answer());
    this.win.addEventListener("click", () => this.#play());
    this.next.addEventListener("click", () => this.#next());
    this.exit.addEventListener("click", () => this.leave());
  }

  get on() {
    return this.problems.length > 0;
  }

  // The first lesson of the game, from where it was left.
  async begin() {
    const { kind } = this.session;
    try {
      const { lesson } = await api.rules(kind.name);
      const name = `lesson.${kind.name}`;
      const solved = read(name) ?? 0;
      await this.run(lesson, solved < lesson.length ? solved : 0, name);
    } catch (error) {
      this.onFailure(error);
    }
  }

  // `name` is where it is kept how many were solved.
  async run(problems, number = 0, name = null) {
    const { kind, start, about, tree } = this.session;
    if (!this.on) {
      this.before = { kind, start, about, tree };
      this.onBegin();
    }
    Object.assign(this, { problems, name });
    this.bar.hidden = false;
    document.body.classList.add("lesson");
    await this.#show(number);
    reveal($("board"));
  }

  async #show(number) {
    const { position, rules = "", moves = [] } = this.problems[number];
    this.#stop();
    const tree = new Tree();
    for (const move of moves) tree.play(move);
    Object.assign(this, { number, tree, isSolved: false });
    this.next.hidden = this.win.hidden = true;
    this.answer.hidden = false;
    await this.session.go(() => ({ start: { rules, position }, about: {}, tree }), "lesson").catch(this.onFailure);
    if (this.on) this.#tell(this.problems[number].task);
  }

  #tell(text) {
    this.task.textContent = `${this.number + 1} of ${this.problems.length}. ${text}`;
  }

  // What was asked or is played for the position before is of no use any more.
  #stop() {
    this.asking?.abort();
    this.asking = new AbortController();
    return this.asking.signal;
  }

  // A move that was made on the board.
  async tried(move) {
    if (this.isSolved) return;
    const { best, told } = this.problems[this.number];
    if (!best.includes(move)) {
      await this.#wrong(move);
      return;
    }
    this.#stop();
    this.isSolved = true;
    await this.session.play(move).catch(this.onFailure);
    if (!this.on) return;
    const isLast = this.number + 1 === this.problems.length;
    this.said = `${spelled(move)} is right. ${told}${isLast ? " That was the last one." : ""}`;
    this.#tell(this.said);
    this.answer.hidden = true;
    this.next.hidden = false;
    this.next.textContent = isLast ? "Now a game" : "Next";
    this.next.focus();
    if (this.name) write(this.name, Math.max(read(this.name), this.number + 1));
    await this.#find();
  }

  // What the engine plays in a position, and what it thinks of it.
  async #best(question, signal) {
    let found = null;
    await api.query({ ...question, seconds: QUICK }, signal, (answer) => {
      found = answer;
    });
    return found;
  }

  // Says of a wrong move what it allows, as far as the engine sees that at once, and shows it.
  async #wrong(move) {
    const { session } = this;
    const { kind, tree, node, position } = session;
    const say = (why) => this.#tell(`${spelled(move)} is not it${why}. ${this.problems[this.number].task}`);
    say("");
    const signal = this.#stop();
    const question = session.question(tree.child(node, move));
    try {
      const after = await api.position(question, signal);
      if (after.result) {
        say(`: ${after.result}${after.ending ? `, because ${after.ending.why}` : ""}`);
        return;
      }
      const { bestmove, score } = await this.#best(question, signal);
      const reply = after.legal.find((other) => other.move === bestmove);
      if (signal.aborted || !reply) return;
      const mine = position.legal.find((other) => other.move === move);
      const wins = score && "win" in score ? " and wins" : "";
      if (score && "loss" in score) say(": it wins as well, but not so soon");
      else say(`: ${kind.sides[after.toMove]} answers ${spelled(bestmove)}${wins}`);
      this.onShow(mine.tiles, reply.tiles);
    } catch (error) {
      if (!signal.aborted) this.onFailure(error);
    }
  }

  // Where the right move has won soon, whatever comes, the rest is played, too.
  async #find() {
    const { session } = this;
    const { position, tree, node } = session;
    if (position.toMove === null) return;
    const me = (position.toMove + session.sides - 1) % session.sides;
    const signal = this.#stop();
    const question = session.question();
    // Whatever both others do.
    const model = session.sides > 2 ? "paranoid" : undefined;
    try {
      const { lines, score } = await this.#best({ ...question, model }, signal);
      const line = lines[0]?.pv ?? [];
      if (line.length > SOON || (session.sides === 2 && !(score && "loss" in score))) return;
      const end = await api.position({ ...question, moves: [...tree.path(node), ...line] }, signal);
      if (signal.aborted || !(end.payoffs?.[me] > 0)) return;
      this.line = line;
      this.from = node;
      this.win.hidden = false;
      await this.#play();
    } catch (error) {
      if (!signal.aborted) this.onFailure(error);
    }
  }

  // Plays the win on the board.
  async #play() {
    const { session, from, line } = this;
    const signal = this.#stop();
    this.#tell(this.said);
    try {
      if (session.node !== from) await session.go(() => ({ node: from }));
      for (const move of line) {
        await new Promise((resolve) => setTimeout(resolve, PACE));
        if (signal.aborted) return;
        await session.play(move);
      }
      if (!signal.aborted) this.#tell(`${this.said} ${begun(session.result)}.`);
    } catch (error) {
      this.onFailure(error);
    }
  }

  #answer() {
    this.#stop();
    const { best } = this.problems[this.number];
    const found = this.session.position.legal.find(({ move }) => best.includes(move));
    this.#tell(`${spelled(found.move)} is right: play it.`);
    this.onShow(found.tiles);
  }

  async #next() {
    if (this.number + 1 < this.problems.length) {
      await this.#show(this.number + 1);
      document.querySelector('#board [tabindex="0"]')?.focus({ preventScroll: true });
      return;
    }
    const { name } = this;
    await this.leave();
    if (name && !this.on) this.onDone();
  }

  // Back to what was there before; that ends it.
  async leave() {
    this.#stop();
    await this.session.go(() => this.before, "undo").catch(this.onFailure);
  }

  // Something else is on the board.
  end() {
    if (!this.on) return;
    this.#stop();
    this.problems = [];
    this.bar.hidden = true;
    document.body.classList.remove("lesson");
    this.onEnd();
  }
}
