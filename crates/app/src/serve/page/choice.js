// Buttons for moves that a hand movement may mean, or for one that is to be confirmed.

export class Choice {
  // `onPlay` gets the move that was chosen; `onNo` is called if none was.
  constructor(box, { onPlay, onNo }) {
    Object.assign(this, { box, onPlay, onNo });
  }

  hide() {
    this.box.hidden = true;
  }

  // `name` says what the button for a move is called.
  show(question, moves, name) {
    const button = (text, action) => {
      const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
      made.addEventListener("click", action);
      return made;
    };
    const no = button("No", () => {
      this.hide();
      this.onNo();
    });
    this.box.replaceChildren(`${question} `, ...moves.map((move) => button(name(move), () => this.onPlay(move))), no);
    this.box.hidden = false;
    return this.box.querySelector("button");
  }
}
