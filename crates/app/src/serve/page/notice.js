// What the page has to say beside the state of the game: for a while, in a corner, and sometimes with a button.

import { make } from "./dom.js";

const SHOWN = 8000;
// An answer of the server that names every legal move is no message.
const short = (text) =>
  text.length < 200
    ? text
    : text.replace(/legal moves: (.*)$/s, (_, moves) => `${moves.split(" ").length} other moves are`).slice(0, 400);

export class Notice {
  constructor(box) {
    this.box = box;
    for (const event of ["pointerenter", "focusin"]) box.addEventListener(event, () => clearTimeout(this.timer));
    for (const event of ["pointerleave", "focusout"]) box.addEventListener(event, () => this.#later());
  }

  // `action` is what a button does, `name` what it is called.
  say(text, name, action) {
    this.box.replaceChildren(make("span", {}, short(text)));
    if (action) {
      const onclick = () => {
        this.hide();
        action();
      };
      this.box.append(" ", make("button", { onclick }, name));
    }
    this.box.classList.add("shown");
    this.#later();
  }

  hide() {
    clearTimeout(this.timer);
    this.box.classList.remove("shown");
    this.box.replaceChildren();
  }

  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), SHOWN);
  }
}
