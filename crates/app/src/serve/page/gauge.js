// The bar beside the board: what each side may expect. Of two sides it is one bar with two parts; of three, a bar for
// each where the search knows all of them, else the mover's part against the others'.

import { expected } from "./score.js";

const COLOURS = { white: "#d9d2c4", black: "#3a352e", red: "#a3261c", green: "#58b981", blue: "#3d6fc4" };
const OTHERS = "#9a958b";
export const colour = (ink) => COLOURS[ink] ?? "#888";

const percent = (part) => `${Math.round(100 * part)} %`;

function part(share, ink) {
  const made = document.createElement("span");
  made.style.background = ink;
  made.style.flexGrow = share;
  return made;
}

export class Gauge {
  // `chips` has the same as numbers, where three sides play.
  constructor(bar, chips) {
    Object.assign(this, { bar, chips });
  }

  // Nobody has said anything.
  unknown() {
    this.#fill("unknown", [], "Evaluation: not known", []);
  }

  result(payoffs, kind) {
    const parts = payoffs.map((payoff) => (payoff + 1) / 2);
    const said = kind.sides.map((name, side) => `${name} ${["lost", "neither won nor lost", "won"][payoffs[side] + 1]}`);
    if (payoffs.length > 2) this.#columns(parts, kind, `Result: ${said.join(", ")}`);
    else this.#stack(parts.map((share, side) => [share, colour(kind.inks[side])]), `Result: ${said.join(", ")}`);
    this.chips.replaceChildren();
  }

  // `score` is from the view of side `mover`; `values` has all sides', if they are known.
  score(score, mover, values, kind) {
    const { sides: names, inks } = kind;
    const parts = expected(score, mover, names.length, values);
    if (names.length === 2) {
      this.#stack(
        parts.map((share, side) => [share, colour(inks[side])]),
        `Evaluation: ${parts.map((share, side) => `${names[side]} ${percent(share)}`).join(", ")}`,
      );
      this.chips.replaceChildren();
    } else if (values) {
      this.#columns(parts, kind, `Evaluation: ${parts.map((share, side) => `${names[side]} ${percent(share)}`).join(", ")}`);
      this.#chips(parts.map((share, side) => [`${names[side]} ${percent(share)}`, inks[side]]));
    } else {
      const own = parts[mover];
      this.#stack(
        [
          [own, colour(inks[mover])],
          [1 - own, OTHERS],
        ],
        `Evaluation: ${names[mover]} against the others ${percent(own)}`,
      );
      this.#chips([[`${names[mover]} against the others: ${percent(own)}`, inks[mover]]]);
    }
  }

  #stack(parts, label) {
    this.#fill("", parts.map(([share, ink]) => part(share + 1e-3, ink)), label);
  }

  #columns(parts, { inks }, label) {
    const columns = parts.map((share, side) => {
      const column = document.createElement("span");
      column.className = "column";
      column.append(part(share + 1e-3, colour(inks[side])), part(1 - share + 1e-3, "transparent"));
      return column;
    });
    this.#fill("columns", columns, label);
  }

  #chips(chips) {
    this.chips.replaceChildren(
      ...chips.map(([text, ink]) => {
        const chip = document.createElement("span");
        chip.className = "chip";
        chip.style.borderColor = colour(ink);
        chip.textContent = text;
        return chip;
      }),
    );
  }

  #fill(name, content, label, chips) {
    this.bar.className = `gauge ${name}`;
    this.bar.replaceChildren(...content);
    this.bar.setAttribute("aria-label", label);
    if (chips) this.chips.replaceChildren();
  }
}
