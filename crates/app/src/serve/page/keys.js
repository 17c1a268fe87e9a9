// Keys and files that may come anywhere on the page.

import { $, later } from "./dom.js";

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forth",
  Home: "first",
  End: "last",
  Backspace: "undo",
  " ": "analyse",
  f: "turn",
  h: "hint",
  x: "threat",
  w: "walk",
  "?": "help",
};

const dialog = $("keys");
const help = later("./help.js", ({ show }) => show);

// `onUndo` brings back what was lost, `onFile` gets a file that was dropped; of a match only what shows it is there.
export function listenToKeys({ isWatching, onUndo, onFile, onFailure }) {
  document.addEventListener("keydown", (event) => {
    const isText = event.target.closest("input, textarea, select");
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isText && !isWatching()) {
      event.preventDefault();
      onUndo();
      return;
    }
    const isStep = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (event.target.closest("button, [data-tile]") && !isStep) return;
    if (isText || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    const button = $(KEYS[event.key]);
    // In a lesson, or where a match is watched, what is out of sight is out of reach.
    if (!button || button.hidden || (isWatching() && !button.checkVisibility())) return;
    event.preventDefault();
    button.click();
  });
  $("help").addEventListener("click", () => help().then((show) => show(dialog)).catch(onFailure));
  dialog.addEventListener("click", () => dialog.close());
  const { body } = document;
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    if (!isWatching()) body.classList.add("over");
  });
  document.addEventListener("dragleave", () => body.classList.remove("over"));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    body.classList.remove("over");
    if (!isWatching() && event.dataTransfer.files[0]) onFile(event.dataTransfer.files[0]);
  });
}
