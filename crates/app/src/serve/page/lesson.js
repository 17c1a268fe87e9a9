// Positions to be solved on the board, one after the other: a first lesson.

import * as api from "./api.js";
import { read, write } from "./store.js";
import { Tree } from "./tree.js";

export class Lesson {
  // `onBegin` is called before the first position, `onEnd` when the lesson is over, `onShow` gets the tiles of a right
  // move, `onDone` is called after the last one.
  constructor(session, parts) {
    Object.assign(this, { session, ...parts, problems: [] });
    this.answer.addEventListener("click", () => this.#answer());
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
  }

  async #show(number) {
    const { position, rules = "", moves = [] } = this.problems[number];
    const tree = new Tree();
    for (const move of moves) tree.play(move);
    Object.assign(this, { number, tree, isSolved: false });
    this.next.hidden = true;
    this.answer.hidden = false;
    await this.session.go(() => ({ start: { rules, position }, about: {}, tree }), "lesson").catch(this.onFailure);
    if (this.on) this.#tell(this.problems[number].task);
  }

  #tell(text) {
    this.task.textContent = `${this.number + 1} of ${this.problems.length}. ${text}`;
  }

  // A move that was made on the board.
  async tried(move) {
    if (this.isSolved) return;
    const { best, task, told } = this.problems[this.number];
    if (!best.includes(move)) {
      this.#tell(`${move} is not it. ${task}`);
      return;
    }
    this.isSolved = true;
    await this.session.play(move).catch(this.onFailure);
    if (!this.on) return;
    const isLast = this.number + 1 === this.problems.length;
    this.#tell(`${move} is right. ${told}${isLast ? " That was the last one." : ""}`);
    this.answer.hidden = true;
    this.next.hidden = false;
    this.next.textContent = isLast ? "Now a game" : "Next";
    this.next.focus();
    if (this.name) write(this.name, Math.max(read(this.name), this.number + 1));
  }

  #answer() {
    const { best } = this.problems[this.number];
    const found = this.session.position.legal.find(({ move }) => best.includes(move));
    this.#tell(`${found.move} is right: play it.`);
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
    if (name) this.onDone();
  }

  // Back to what was there before.
  async leave() {
    const { before } = this;
    this.end();
    await this.session.go(() => before, "undo").catch(this.onFailure);
  }

  // Something else is on the board.
  end() {
    if (!this.on) return;
    this.problems = [];
    this.bar.hidden = true;
    document.body.classList.remove("lesson");
    this.onEnd();
  }
}
