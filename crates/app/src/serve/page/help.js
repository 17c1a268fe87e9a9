// The list of keys and signs.

import { make } from "./dom.js";

const OTHERS = [
  "Undo what was lost (Ctrl-Z)",
  "From tile to tile (arrows), touch (Enter)",
  "Own arrows and rings (right mouse button)",
  "The bar beside the board: what each side may expect, in its colour; with a frame where it is proven",
  "Moves: ?? blunder, ? mistake, ?! inaccuracy, by what they give away",
  "Fingers: touch a piece, then where it goes; a move that could go on ends if its last tile is touched again",
];

export function show(dialog) {
  // What buttons say of their keys.
  const titles = [...document.querySelectorAll("button[title$=')']")].map(({ title }) => title);
  dialog.replaceChildren(...[...titles, ...OTHERS].map((line) => make("p", {}, line)));
  dialog.showModal();
}
