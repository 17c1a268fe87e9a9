// The rules of the game, as its own page tells them, with pictures that play.

import * as api from "./api.js";
import { make } from "./dom.js";
import { Film } from "./film.js";

// A board, and a button that plays how it came about.
function figure({ caption, arrows, numbers, ...question }, { kind, shapes, onFailure }) {
  const film = new Film(shapes, caption);
  film.board.numbers = numbers;
  const whole = { game: kind.name, ...question };
  const show = async (from) => {
    try {
      if (!(await film.show(whole, kind.sides.length, from))) return;
      const { legal } = film.board.position;
      const drawn = arrows.map((move) => legal.find((other) => other.move === move)?.tiles).filter(Boolean);
      film.board.setArrows(drawn.map((tiles) => ({ tiles, weight: 0.5 })));
    } catch (error) {
      onFailure(error);
    }
  };
  show();
  const count = question.moves.length;
  const text = `▶ Play ${count > 1 ? `the ${count} moves` : "the move"}`;
  const button = count ? make("button", { onclick: () => show(0) }, text) : "";
  return make("figure", {}, film.svg, make("figcaption", {}, `${caption} `, button));
}

// What the server sends of a page: the name of an element, and what is in it.
const build = ([name, ...parts], about) =>
  name === "figure"
    ? figure(parts[0], about)
    : make(name, {}, ...parts.map((part) => (Array.isArray(part) ? build(part, about) : part)));

export class Teacher {
  constructor(box, { shapes, onFailure }) {
    Object.assign(this, { box, shapes, onFailure });
  }

  // The rules of a game, once somebody wants to see them.
  async show(kind) {
    if (this.kind === kind) return;
    this.kind = kind;
    try {
      const { page } = await api.rules(kind.name);
      if (this.kind === kind) this.box.replaceChildren(...page.map((part) => build(part, this)));
    } catch (error) {
      this.kind = null;
      this.onFailure(error);
    }
  }
}
