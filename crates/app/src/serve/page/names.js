// What a game calls its sides and its files, in the fields that offer them.

import { $, make } from "./dom.js";
import { setScale } from "./score.js";

// What a game is saved as, in words.
export const FORMATS = { txt: "Archive", pgn: "PGN", sgf: "SGF", psq: "psq", svg: "Picture" };

export function nameGames(kinds) {
  $("games").replaceChildren(
    ...kinds.map(({ name, summary }) => {
      const link = make("a", { href: `#game=${name}`, title: summary }, name);
      link.dataset.game = name;
      return link;
    }),
  );
}

// Another game than before; what was chosen stays so where it can.
export function nameGame(kind) {
  for (const link of document.querySelectorAll("#games a")) {
    if (link.dataset.game === kind.name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  setScale(kind.chanceScale);
  document.title = `${kind.name} · manyply`;
  const fill = (id, options) => {
    const before = $(id).value;
    $(id).replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    if (options.some(([value]) => `${value}` === before)) $(id).value = before;
  };
  const sides = kind.sides.map((name, side) => [side, name]);
  fill("view", [["mover", "the side to move"], ...sides]);
  fill("human", [...sides, ["none", "nobody: watch"]]);
  fill("format", kind.formats.map((format) => [format, FORMATS[format] ?? format]));
  if (kind.formats.includes("pgn")) $("format").value = "pgn";
  $("model-field").hidden = kind.sides.length < 3;
}
