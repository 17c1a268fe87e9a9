// Buttons for moves that a hand movement may mean, or for one that is to be confirmed.

import { make } from "./dom.js";

export class Choice {
  // `onPlay` gets the move that was chosen; `onNo` is called if none was.
  constructor(box, parts) {
    Object.assign(this, { box, ...parts });
  }

  hide() {
    this.box.hidden = true;
  }

  // `name` says what the button for a move is called.
  show(question, moves, name) {
    const button = (text, onclick) => make("button", { onclick }, text);
    const no = button("No", () => {
      this.hide();
      this.onNo();
    });
    this.box.replaceChildren(`${question} `, ...moves.map((move) => button(name(move), () => this.onPlay(move))), no);
    this.box.hidden = false;
    return this.box.querySelector("button");
  }
}
