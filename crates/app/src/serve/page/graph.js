// What the sides could expect in a game, move by move, between axes in words.

import { make } from "./dom.js";
import { element } from "./figures.js";
import { colour } from "./gauge.js";
import { expected, text } from "./score.js";
import { begun, spelled } from "./spell.js";

const HEIGHT = 10;

export class Graph {
  // `go` gets the node that was clicked.
  constructor(svg, go) {
    Object.assign(this, { svg, go });
    this.nodes = [];
    this.title = element("title");
    this.axis = make("div", { className: "axis" });
    this.end = make("span");
    this.values = make("span", { className: "values" });
    const feet = make("div", { className: "feet" }, make("span", {}, "start"), this.values, this.end);
    this.box = make("div", { className: "plot", hidden: true });
    svg.before(this.box);
    this.box.append(this.axis, svg, feet);
    const at = ({ clientX }) => {
      const { left, width } = svg.getBoundingClientRect();
      const place = Math.round(((clientX - left) / width) * this.width);
      return this.nodes[Math.min(Math.max(place, 0), this.nodes.length - 1)];
    };
    svg.addEventListener("click", (event) => go(at(event)));
    svg.addEventListener("pointermove", (event) => {
      const node = at(event);
      if (node) this.title.textContent = `${spelled(node.move) ?? "start"}${node.mark ?? ""} ${text(node.score)}`;
    });
  }

  // `nodes` are those of the line with `score`, `mover` and `values` where known.
  show(nodes, current, kind) {
    const known = nodes.filter((node) => node.score);
    this.box.hidden = known.length < 2;
    this.svg.removeAttribute("hidden");
    Object.assign(this, { nodes, kind });
    if (known.length < 2) return;
    this.width = Math.max(20, nodes.length - 1);
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${HEIGHT}`);
    this.svg.setAttribute("preserveAspectRatio", "none");
    const sides = kind.sides.length;
    const names = kind.sides.map(begun);
    const [up, down] = sides === 2 ? names.map((name) => `${name} wins`) : ["wins", "loses"];
    this.axis.replaceChildren(...[up, "50 %", down].map((text) => make("span", {}, text)));
    this.end.textContent = `move ${Math.ceil(this.width / sides)}`;
    this.svg.setAttribute("aria-label", `Evaluation by move: at the top ${up}, at the bottom ${down}`);
    const points = nodes
      .map((node, x) => (node.score ? [x, expected(node.score, node.mover, sides, node.values)] : null))
      .filter(Boolean);
    this.cursor = element("path", { stroke: "#e0a100", "stroke-width": 2, "vector-effect": "non-scaling-stroke" });
    this.svg.replaceChildren(
      this.title,
      element("rect", { width: this.width, height: HEIGHT, fill: "#8883" }),
      ...(sides === 2 ? this.#areas(points, kind) : this.#lines(points, kind)),
      element("path", {
        d: `M0 ${HEIGHT / 2}H${this.width}`,
        stroke: "#8888",
        "stroke-width": 1,
        "vector-effect": "non-scaling-stroke",
      }),
      this.cursor,
    );
    this.mark(current);
  }

  // Whether it shows this line.
  has(nodes) {
    return this.nodes.length === nodes.length && this.nodes.at(-1) === nodes.at(-1);
  }

  // The present node.
  mark(current) {
    const at = this.nodes.indexOf(current);
    this.cursor?.setAttribute("d", at < 0 ? "" : `M${at} 0V${HEIGHT}`);
    if (this.kind) this.#tell(current);
  }

  // Whose colour is whose, and what each side may expect where one is.
  #tell({ score, mover, values }) {
    const { sides, inks } = this.kind;
    const parts = score ? expected(score, mover, sides.length, values) : [];
    const told = sides.map((name, side) => {
      const dot = make("i");
      dot.style.background = colour(inks[side]);
      const known = typeof parts[side] === "number" ? ` ${Math.round(100 * parts[side])} %` : "";
      return make("span", {}, dot, `${begun(name)}${known}`);
    });
    this.values.replaceChildren(...told);
  }

  // The first side's part below, the other's above; nothing stands where nothing is known.
  #areas(points, { inks }) {
    const [from, to] = [points[0][0], points.at(-1)[0]];
    const line = points.map(([x, [first]]) => `${x} ${(HEIGHT * (1 - first)).toFixed(2)}`).join("L");
    return [
      element("path", { d: `M${from} 0H${to}V${HEIGHT}H${from}Z`, fill: colour(inks[1]) }),
      element("path", { d: `M${from} ${HEIGHT}L${line}L${to} ${HEIGHT}Z`, fill: colour(inks[0]) }),
    ];
  }

  // A line for each side, through what is known of it.
  #lines(points, { inks }) {
    return inks.map((ink, side) => {
      const own = points.filter(([, parts]) => parts[side] !== null);
      const line = own.map(([x, parts]) => `${x} ${(HEIGHT * (1 - parts[side])).toFixed(2)}`);
      return element("path", {
        d: line.length ? `M${line.join("L")}` : "",
        fill: "none",
        stroke: colour(ink),
        "stroke-width": 2.5,
        "vector-effect": "non-scaling-stroke",
      });
    });
  }
}
