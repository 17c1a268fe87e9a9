// Questions under the board, each with buttons for its answers.

import { make } from "./dom.js";

export class Choice {
  constructor(box) {
    this.box = box;
  }

  hide() {
    this.box.hidden = true;
  }

  // An answer is what its button says, and what it does.
  show(question, ...answers) {
    const buttons = answers.map(([text, action]) => {
      const onclick = () => {
        this.hide();
        action();
      };
      return make("button", { onclick }, text);
    });
    this.box.replaceChildren(`${question} `, ...buttons);
    this.box.hidden = false;
    return buttons[0];
  }
}
