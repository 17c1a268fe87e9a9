// What stands on a board: its inks, its shapes, and its words.

const SVG = "http://www.w3.org/2000/svg";
// Fill, rim and details. Red, green and blue differ in brightness as well, for eyes that do not tell them apart by hue.
export const INKS = {
  white: ["#fffdf7", "#2a2a2a", "#2a2a2a"],
  black: ["#2c2c2e", "#0d0d0d", "#e9e6df"],
  red: ["#9c1c1c", "#4a0d0d", "#ffe9e6"],
  green: ["#7ed3a0", "#0f4426", "#0b3a1f"],
  blue: ["#3d6fc4", "#15305f", "#e6eeff"],
};
const KINDS = { "♟": "pawn", "♜": "rook", "♝": "bishop", "♞": "knight", "♛": "queen", "♚": "king", "●": "stone" };

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// What stands on a tile, in words.
export const spoken = (figure) => (figure ? `${figure.ink} ${KINDS[figure.glyph] ?? figure.letter}` : "empty");

// A figure in a box from −50 to 50, drawn with the server's shapes.
export function drawFigure(figure, shapes) {
  const [fill, rim, detail] = INKS[figure.ink];
  const group = element("g", { class: "figure" });
  const shape = shapes[figure.glyph];
  if (figure.glyph === "●") {
    group.append(
      element("circle", { cx: 3, cy: 5, r: 44, fill: "#3b2a10", "fill-opacity": 0.28 }),
      element("circle", { r: 44, fill: `url(#stone-${figure.ink})`, stroke: rim, "stroke-width": 1 }),
    );
  } else if (shape) {
    group.append(
      element("path", { d: shape.filled, fill, stroke: rim, "stroke-width": 3.5, "stroke-linejoin": "round" }),
    );
    group.append(element("path", { d: shape.lines, fill: "none", stroke: detail, "stroke-width": 3 }));
  } else {
    const text = element("text", { "font-size": 70, "text-anchor": "middle", "dominant-baseline": "central", fill });
    text.textContent = figure.letter;
    group.append(text);
  }
  return group;
}

// The gradients of stones.
export function definitions() {
  const defs = element("defs");
  const stones = { black: ["#767676", "#2e2e2e", "#0c0c0c"], white: ["#ffffff", "#f1f0ec", "#c9c6bd"] };
  for (const ink of Object.keys(INKS)) {
    const [a, b, c] = stones[ink] ?? [INKS[ink][2], INKS[ink][0], INKS[ink][1]];
    const gradient = element("radialGradient", { id: `stone-${ink}`, cx: 0.36, cy: 0.32, r: 0.8 });
    for (const [offset, colour] of [
      [0, a],
      [0.5, b],
      [1, c],
    ])
      gradient.append(element("stop", { offset, "stop-color": colour }));
    defs.append(gradient);
  }
  return defs;
}
