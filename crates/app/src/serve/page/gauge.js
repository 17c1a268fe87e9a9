// The bar beside the board: what each side may expect. Of two sides it is one bar with two parts; of three, a bar for
// each where the search knows all of them, else the mover's part against the others'.

import { make } from "./dom.js";
import { expected, isProven } from "./score.js";

const COLOURS = { white: "#d9d2c4", black: "#3a352e", red: "#a3261c", green: "#58b981", blue: "#3d6fc4" };
const OTHERS = "#9a958b";
export const colour = (ink) => COLOURS[ink] ?? "#888";

const percent = (part) => `${Math.round(100 * part)} %`;

function part(share, ink) {
  const made = make("span");
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
    const said = parts.map((share, side) => `${names[side]} ${percent(share)}`);
    const isSure = names.length === 2 && isProven(score);
    const whole = `Evaluation: ${said.join(", ")}${isSure ? ", proven" : ""}`;
    if (names.length === 2) {
      this.#stack(parts.map((share, side) => [share, colour(inks[side])]), whole, isSure ? "proven" : "");
      this.chips.replaceChildren();
    } else if (values) {
      this.#columns(parts, kind, whole);
      this.#chips(said.map((text, side) => [text, inks[side]]));
    } else {
      const own = parts[mover];
      const both = [[own, colour(inks[mover])], [1 - own, OTHERS]];
      this.#stack(both, `Evaluation: ${names[mover]} against the others ${percent(own)}`);
      this.#chips([[`${names[mover]} against the others: ${percent(own)}`, inks[mover]]]);
    }
  }

  #stack(parts, label, name = "") {
    this.#fill(name, parts.map(([share, ink]) => part(share + 1e-3, ink)), label);
  }

  #columns(parts, { inks }, label) {
    const columns = parts.map((share, side) => {
      const both = [part(share + 1e-3, colour(inks[side])), part(1 - share + 1e-3, "transparent")];
      return make("span", { className: "column" }, ...both);
    });
    this.#fill("columns", columns, label);
  }

  #chips(chips) {
    this.chips.replaceChildren(
      ...chips.map(([text, ink]) => {
        const chip = make("span", { className: "chip" }, text);
        chip.style.borderColor = colour(ink);
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
