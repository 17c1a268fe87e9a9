// The evaluation of a game, move by move.

import { element } from "./board.js";
import { shares, text } from "./score.js";

const COLOURS = { white: "#d9d2c4", black: "#3a352e", red: "#c03a3a", green: "#2f8f55", blue: "#3d6fc4" };
export const colour = (ink) => COLOURS[ink] ?? "#888";

// `nodes` are those of the line with `score`, `mover` and `values` where known; `go` gets the one that was clicked.
export function showGraph(svg, nodes, current, inks, go) {
  const known = nodes.filter((node) => node.score);
  svg.toggleAttribute("hidden", known.length < 2);
  if (known.length < 2) return;
  const [width, height] = [Math.max(20, nodes.length - 1), 10];
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.replaceChildren(element("rect", { width, height, fill: "#8883" }));
  const points = nodes
    .map((node, x) => (node.score ? [x, shares(node.score, node.mover, inks.length, node.values)] : null))
    .filter(Boolean);
  // The sides' shares are stacked, the first below; nothing stands where nothing is known.
  for (let side = inks.length - 1; side >= 0; side -= 1) {
    const upTo = (parts) => parts.slice(0, side + 1).reduce((a, b) => a + b);
    const line = points.map(([x, parts]) => `${x} ${(height * (1 - upTo(parts))).toFixed(2)}`);
    const d = `M${points[0][0]} ${height}L${line.join("L")}L${points.at(-1)[0]} ${height}Z`;
    svg.append(element("path", { d, fill: colour(inks[side]) }));
  }
  svg.append(
    element("path", {
      d: `M0 ${height / 2}H${width}`,
      stroke: "#8888",
      "stroke-width": 1,
      "vector-effect": "non-scaling-stroke",
    }),
  );
  const at = nodes.indexOf(current);
  svg.append(
    element("path", {
      d: `M${at} 0V${height}`,
      stroke: "#e0a100",
      "stroke-width": 2,
      "vector-effect": "non-scaling-stroke",
    }),
  );
  nodes.forEach((node, x) => {
    const hit = element("rect", { x: x - 0.5, y: 0, width: 1, height, fill: "transparent" });
    const title = element("title");
    title.textContent = `${node.move ?? "start"}${node.mark ?? ""} ${text(node.score)}`;
    hit.append(title);
    hit.addEventListener("click", () => go(node));
    svg.append(hit);
  });
}
