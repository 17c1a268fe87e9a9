// A board to look at: it shows a position, or plays how it came about.

import * as api from "./api.js";
import { Board } from "./board.js";
import { element } from "./figures.js";

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
  async show(question, sides, from = question.moves.length) {
    const own = {};
    this.own = own;
    if (from < question.moves.length) playing = own;
    for (let ply = from; ply <= question.moves.length; ply += 1) {
      const pause = ply > from && new Promise((resolve) => setTimeout(resolve, PACE));
      const [position] = await Promise.all([api.position({ ...question, moves: question.moves.slice(0, ply) }), pause]);
      if (this.own !== own || (from < question.moves.length && playing !== own)) return false;
      this.board.show(position, sides);
    }
    return true;
  }
}
