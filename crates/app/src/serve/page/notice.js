// What the page has to say beside the state of the game: for a while, and sometimes with a button. On wide screens it
// stands in a corner, on others in the page, below what was touched last: there it covers nothing, and its button is
// where the finger is.

import { make } from "./dom.js";

const SHOWN = 8000;
// An answer of the server that names every legal move is no message.
const short = (text) =>
  text.length < 200
    ? text
    : text.replace(/legal moves: (.*)$/s, (_, moves) => `${moves.split(" ").length} other moves are`).slice(0, 400);

const isSmall = matchMedia("(max-width: 56rem)");
const isSeen = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

export class Notice {
  // `box` is what is seen, `heard` what is read out: it stays where it is, so that nothing of it is missed.
  constructor(box, heard, table) {
    Object.assign(this, { box, heard, table, corner: box.parentElement });
    document.addEventListener("click", ({ target }) => (this.touched = target), true);
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
    this.#place();
    this.box.classList.add("shown");
    this.heard.textContent = name ? `${short(text)}. ${name} is possible` : short(text);
    this.#later();
  }

  hide() {
    clearTimeout(this.timer);
    // Its room stays, so that nothing moves below a finger.
    this.box.style.minHeight = `${this.box.getBoundingClientRect().height}px`;
    this.box.classList.remove("shown");
    this.box.replaceChildren();
    this.heard.textContent = "";
  }

  // Below the buttons of the board, or the part of a panel that was touched: in a corner where neither is seen.
  #place() {
    const { box, table, touched } = this;
    box.style.minHeight = "";
    const below = [...table.children].findLast((child) => child !== box && child.checkVisibility());
    const places = [touched?.isConnected && !box.contains(touched) && touched.closest(".card > *"), below];
    const place = isSmall.matches && places.find((element) => element && isSeen(element));
    box.classList.toggle("here", Boolean(place));
    if (place) place.after(box);
    else this.corner.append(box);
  }

  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), SHOWN);
  }
}
