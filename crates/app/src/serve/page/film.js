// A board to look at: it shows a position, or plays how it came about.

import * as api from "./api.js";
import { Board } from "./board.js";
import { element } from "./figures.js";

// Of a line that is pointed at.
const QUICK = 400;
// How long a pointer must stay, in milliseconds.
const STAY = 200;

// Between two moves, in milliseconds.
const PACE = 800;
// Whoever plays goes on without the others.
let playing = null;

export class Film {
  constructor(shapes, about = "") {
    this.svg = element("svg", { class: "board", role: "img", "aria-label": about });
    this.board = new Board(this.svg);
    this.board.shapes = shapes;
  }

  // Shows where the moves of `question` lead, or plays them from the move `from` on; true once all are there.
  async show(question, sides, from = question.moves.length, pace = PACE) {
    const own = {};
    this.own = own;
    if (from < question.moves.length) playing = own;
    for (let ply = from; ply <= question.moves.length; ply += 1) {
      const pause = ply > from && new Promise((resolve) => setTimeout(resolve, pace));
      const [position] = await Promise.all([api.position({ ...question, moves: question.moves.slice(0, ply) }), pause]);
      if (this.own !== own || (from < question.moves.length && playing !== own)) return false;
      this.board.show(position, sides);
    }
    return true;
  }
}

// Whoever points at a move of a line, holds it or comes to it by keys sees the line up to it on a small board.
export class Preview {
  // It is turned as `board` is.
  constructor(box, lines, session, board) {
    Object.assign(this, { box, session, board });
    for (const name of ["pointerover", "focusin"]) lines.addEventListener(name, (event) => this.#wait(event));
    for (const name of ["pointerleave", "pointercancel", "focusout"]) lines.addEventListener(name, () => this.hide());
    // Who has held a move and seen the line does not want to go there.
    const held = (event) => {
      if (event.pointerType !== "touch" || !this.isSeen) return;
      event.stopPropagation();
      this.hide();
    };
    lines.addEventListener("click", held, true);
    lines.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  #wait({ target, type, clientY = target.getBoundingClientRect().top }) {
    const { line } = target;
    if (!line || `${line}` === this.told) return;
    this.hide();
    if (type === "pointerover") this.isSeen = false;
    this.told = `${line}`;
    this.timer = setTimeout(() => {
      const { session, box } = this;
      const film = new Film(this.board.shapes, line.join(" "));
      film.board.turned = this.board.turned;
      box.replaceChildren(film.svg);
      box.style.inset = clientY > innerHeight / 2 ? "1rem 1rem auto auto" : "auto 1rem 1rem auto";
      box.hidden = false;
      this.isSeen = true;
      const question = session.question();
      const { length } = question.moves;
      question.moves.push(...line);
      film.show(question, session.sides, length, QUICK).catch(() => this.hide());
    }, STAY);
  }

  hide() {
    clearTimeout(this.timer);
    this.told = null;
    this.box.hidden = true;
    this.box.replaceChildren();
  }
}
