// The board: draws what the server says of a position, and turns clicks, drags and keys into moves.

const SVG = "http://www.w3.org/2000/svg";
export const INKS = {
  white: ["#fffdf7", "#2a2a2a", "#2a2a2a"],
  black: ["#2c2c2e", "#0d0d0d", "#e9e6df"],
  red: ["#c03a3a", "#5e1212", "#ffe9e6"],
  green: ["#2f8f55", "#0f4426", "#e4fbeb"],
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

export class Board {
  // `onMove` gets the text of a move that was made by hand, `onChoice` several that one hand movement may mean,
  // `onTile` a tile that was touched while the board is being set up.
  constructor(svg, { onMove, onChoice, onTile }) {
    Object.assign(this, { svg, onMove, onChoice, onTile });
    this.turned = 0;
    this.picked = [];
    this.arrows = [];
    this.heat = [];
    this.editing = false;
    this.shapes = {};
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  show(position, sides) {
    const moved = this.position?.picture.tiles.length === position.picture.tiles.length ? position.last : null;
    this.position = position;
    this.sides = sides;
    this.picked = [];
    this.arrows = [];
    this.heat = [];
    this.draw(moved);
  }

  turn() {
    this.turned = (this.turned + 1) % Math.max(2, this.sides ?? 2);
    this.draw();
  }

  setArrows(arrows) {
    this.arrows = arrows;
    this.#overlay();
  }

  setHeat(heat) {
    this.heat = heat;
    this.#overlay();
  }

  // A point of the picture as it is seen from where the board is turned to.
  #place([x, y]) {
    if (!this.turned) return [x, y];
    const angle = (2 * Math.PI * this.turned) / Math.max(2, this.sides);
    const [cx, cy] = this.centre;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
  }

  #middle(index) {
    const { outline } = this.position.picture.tiles[index];
    const sum = outline.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
    return this.#place([sum[0] / outline.length, sum[1] / outline.length]);
  }

  draw(moved) {
    const { picture } = this.position;
    const corners = picture.tiles.flatMap((tile) => tile.outline);
    const bound = (at, best) => best(...corners.map((corner) => corner[at]));
    this.centre = [0, 1].map((at) => (bound(at, Math.min) + bound(at, Math.max)) / 2);
    // Some writings are for terminals only.
    const writings = picture.writings.filter(({ place }) => place);
    const seen = [...corners, ...writings.map(({ place }) => place)].map((point) => this.#place(point));
    const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs) - 0.35, Math.min(...ys) - 0.35];
    this.svg.setAttribute(
      "viewBox",
      [left, top, Math.max(...xs) - left + 0.35, Math.max(...ys) - top + 0.35].join(" "),
    );
    const focused = document.activeElement?.dataset?.tile;
    this.svg.replaceChildren(this.#definitions(), ...this.#ground(picture));
    for (const { place, text } of writings) {
      const [x, y] = this.#place(place);
      // Readable on large boards, and not loud on small ones.
      const size = Math.min(0.36, Math.max(0.22, (Math.max(...xs) - left) / 46));
      const name = element("text", { class: "name", x, y, "font-size": size });
      name.textContent = text;
      this.svg.append(name);
    }
    this.under = element("g");
    this.over = element("g");
    this.svg.append(this.under, this.#figures(picture, moved), this.over, this.#hits(picture));
    this.#overlay();
    if (focused !== undefined) this.svg.querySelector(`[data-tile="${focused}"]`)?.focus();
  }

  #definitions() {
    const defs = element("defs");
    const stones = { black: ["#767676", "#2e2e2e", "#0c0c0c"], white: ["#ffffff", "#f1f0ec", "#c9c6bd"] };
    for (const ink of Object.keys(INKS)) {
      const [a, b, c] = stones[ink] ?? [INKS[ink][2], INKS[ink][0], INKS[ink][1]];
      const gradient = element("radialGradient", { id: `stone-${ink}`, cx: 0.36, cy: 0.32, r: 0.8 });
      [
        [0, a],
        [0.5, b],
        [1, c],
      ].forEach(([offset, colour]) => {
        gradient.append(element("stop", { offset, "stop-color": colour }));
      });
      defs.append(gradient);
    }
    return defs;
  }

  #points(index) {
    return this.position.picture.tiles[index].outline.map((point) => this.#place(point).join(",")).join(" ");
  }

  #ground(picture) {
    if (picture.style !== "intersections") {
      const order = picture.tiles.map((_, index) => index);
      order.sort((a, b) => (picture.tiles[b].shade === "blocked") - (picture.tiles[a].shade === "blocked"));
      return order.map((index) =>
        element("polygon", {
          class: `tile ${picture.tiles[index].shade}`,
          points: this.#points(index),
        }),
      );
    }
    const middles = picture.tiles.map((_, index) => this.#middle(index));
    const [xs, ys] = [0, 1].map((at) =>
      [...new Set(middles.map((middle) => Math.round(middle[at] * 1000) / 1000))].sort((a, b) => a - b),
    );
    const [left, right, top, bottom] = [xs[0], xs.at(-1), ys[0], ys.at(-1)];
    const wood = element("rect", {
      class: "wood",
      x: left - 0.6,
      y: top - 0.6,
      width: right - left + 1.2,
      height: bottom - top + 1.2,
      rx: 0.12,
    });
    const lines = [...ys.map((y) => `M${left} ${y}H${right}`), ...xs.map((x) => `M${x} ${top}V${bottom}`)].join("");
    const stars = picture.marks
      .filter(([, mark]) => mark === "star")
      .map(([tile]) => {
        const [cx, cy] = this.#middle(tile);
        return element("circle", { class: "star", cx, cy, r: 0.09 });
      });
    return [wood, element("path", { class: "grid", d: lines }), ...stars];
  }

  #figures(picture, moved) {
    const layer = element("g");
    picture.tiles.forEach((tile, index) => {
      if (!tile.figure) return;
      const [x, y] = this.#middle(index);
      const figure = drawFigure(tile.figure, this.shapes);
      const place = ([a, b], size = 1) => `translate(${a}px, ${b}px) scale(${0.0098 * size})`;
      figure.style.transform = place([x, y]);
      if (moved?.length && moved.at(-1) === index && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        // Where it comes from; the style's transition does the rest.
        figure.style.transform = moved.length > 1 ? place(this.#middle(moved[0])) : place([x, y], 0.3);
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            figure.style.transform = place([x, y]);
          }),
        );
      }
      layer.append(figure);
    });
    return layer;
  }

  // What can be touched, above everything else: one stop of the keyboard, then arrows.
  #hits(picture) {
    const layer = element("g");
    const first = picture.tiles.findIndex((tile) => tile.shade !== "blocked");
    picture.tiles.forEach((tile, index) => {
      if (tile.shade === "blocked" && !this.editing) return;
      layer.append(
        element("polygon", {
          class: "hit",
          points: this.#points(index),
          "data-tile": index,
          role: "button",
          tabindex: index === first ? 0 : -1,
          "aria-label": `${tile.name}, ${this.#said(index)}`,
        }),
      );
    });
    return layer;
  }

  // A tile in words: what stands there, or what a move there would do.
  #said(index) {
    const { picture, threats = [] } = this.position;
    const said = [spoken(picture.tiles[index].figure)];
    if (picture.marks.some(([tile, mark]) => tile === index && mark === "forbidden")) said.push("forbidden");
    for (const { tile, side, threat } of threats)
      if (tile === index) said.push(`${side ? "white" : "black"} ${threat === "wins" ? "wins here" : "wins next from here"}`);
    if (this.position.last?.includes(index)) said.push("last move");
    return said.join(", ");
  }

  // Moves that begin as what is picked, with the tiles that each touches.
  #ways() {
    return this.position.legal
      .flatMap(({ move, tiles }) => {
        const ways = [tiles];
        // A line of cells may be drawn from either end.
        if (tiles.length > 1 && !this.position.picture.tiles[tiles[0]].figure) ways.push([...tiles].reverse());
        return ways.map((way) => ({ move, tiles: way }));
      })
      .filter(({ tiles }) => tiles.length && this.picked.every((tile, at) => tiles[at] === tile));
  }

  #overlay() {
    if (!this.under) return;
    const { picture, last } = this.position;
    this.under.replaceChildren();
    this.over.replaceChildren();
    const lit = (tile, name) => {
      if (picture.style === "intersections") this.over.append(this.#dot(tile, name, 0.2));
      else this.under.append(element("polygon", { class: name, points: this.#points(tile) }));
    };
    this.heat.forEach(({ tile, weight }) => {
      const dot = this.#dot(tile, "warm", 0.42);
      dot.setAttribute("opacity", 0.12 + 0.6 * weight);
      this.under.append(dot);
    });
    if (!this.editing) last?.forEach((tile) => lit(tile, "last"));
    this.picked.forEach((tile) => lit(tile, "picked"));
    if (this.picked.length && !this.editing) {
      const next = new Set(this.#ways().flatMap(({ tiles }) => [tiles[this.picked.length], tiles.at(-1)]));
      next.delete(undefined);
      next.delete(this.picked.at(-1));
      for (const tile of next) this.over.append(this.#dot(tile, "target", picture.tiles[tile].figure ? 0.42 : 0.17));
    }
    if (this.threats && !this.editing) this.over.append(...(this.position.threats ?? []).map((one) => this.#threat(one)));
    for (const [tile] of picture.marks.filter(([, mark]) => mark === "forbidden")) {
      const [x, y] = this.#middle(tile);
      this.over.append(
        element("path", {
          class: "forbidden",
          d: `M${x - 0.17} ${y - 0.17}l.34 .34M${x + 0.17} ${y - 0.17}l-.34 .34`,
        }),
      );
    }
    [...this.arrows].reverse().forEach((arrow) => this.over.append(this.#arrow(arrow)));
  }

  // A threat of a side, in its colour: a square that wins, a smaller one that decides. Black's and White's stand apart.
  #threat({ tile, side, threat }) {
    const [x, y] = this.#middle(tile);
    const half = threat === "wins" ? 0.21 : 0.15;
    const shared = this.position.threats.some((other) => other.tile === tile && other.side !== side);
    const shift = shared ? (side ? 0.21 : -0.21) : 0;
    const [fill, , rim] = INKS[side ? "white" : "black"];
    const corners = [-half, half].flatMap((a) => (a < 0 ? [[a, 0], [0, -half]] : [[a, 0], [0, half]]));
    return element("polygon", {
      class: `threat ${threat}`,
      points: corners.map(([a, b]) => `${x + shift + a},${y + b}`).join(" "),
      fill,
      stroke: threat === "wins" ? "#d0301c" : rim,
    });
  }

  #dot(tile, name, r) {
    const [cx, cy] = this.#middle(tile);
    return element("circle", { class: name, cx, cy, r });
  }

  // An arrow along the tiles of a move, a ring round a single one; `weight` from 0 to 1.
  #arrow({ tiles, weight }) {
    const points = tiles.map((tile) => this.#middle(tile));
    const width = 0.05 + 0.06 * weight;
    const group = element("g", { class: "arrow", opacity: 0.35 + 0.5 * weight });
    if (points.length === 1) {
      group.append(
        element("circle", { cx: points[0][0], cy: points[0][1], r: 0.38, fill: "none", "stroke-width": width }),
      );
      return group;
    }
    const [[ax, ay], [bx, by]] = points.slice(-2);
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    const head = 3.2 * width;
    const shaft = [...points.slice(0, -1), [bx - ux * head, by - uy * head]];
    group.append(
      element("path", {
        d: `M${shaft.map((point) => point.join(" ")).join("L")}`,
        fill: "none",
        "stroke-width": width,
        "stroke-linejoin": "round",
      }),
      element("path", {
        d:
          `M${bx} ${by}L${bx - ux * head - uy * head * 0.7} ${by - uy * head + ux * head * 0.7}` +
          `L${bx - ux * head + uy * head * 0.7} ${by - uy * head - ux * head * 0.7}Z`,
        stroke: "none",
      }),
    );
    return group;
  }

  #tileAt(event) {
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-tile]");
    return hit && this.svg.contains(hit) ? Number(hit.dataset.tile) : null;
  }

  #down(event) {
    this.pressed = this.#tileAt(event);
    this.fresh = this.pressed !== null && !this.picked.includes(this.pressed);
    if (this.pressed !== null) this.touch(this.pressed);
  }

  // A drag ends on another tile than it began: that is a second touch.
  #up(event) {
    const tile = this.#tileAt(event);
    if (this.pressed !== null && tile !== null && tile !== this.pressed && this.picked.length) this.touch(tile);
    this.pressed = null;
  }

  // A tile is touched: a move goes on, is made, or begins anew.
  touch(tile) {
    if (this.editing) {
      this.onTile(tile);
      return;
    }
    const ways = this.#ways();
    const whole = ways.filter(({ tiles }) => tiles.length === this.picked.length);
    if (this.picked.at(-1) === tile && this.picked.length) {
      // Touched again: the move ends here, or is given up.
      if (whole.length) this.#made(whole);
      else this.#pick([]);
      return;
    }
    const longer = ways.filter(({ tiles }) => tiles[this.picked.length] === tile);
    if (longer.length) {
      const ended = longer.filter(({ tiles }) => tiles.length === this.picked.length + 1);
      if (ended.length === longer.length) this.#made(ended);
      else this.#pick([...this.picked, tile]);
      return;
    }
    const there = this.picked.length ? ways.filter(({ tiles }) => tiles.at(-1) === tile) : [];
    if (there.length) {
      this.#made(there);
      return;
    }
    this.picked = [];
    const begins = this.#ways().filter(({ tiles }) => tiles[0] === tile);
    if (begins.length && begins.every(({ tiles }) => tiles.length === 1)) this.#made(begins);
    else this.#pick(begins.length ? [tile] : []);
  }

  #pick(tiles) {
    this.picked = tiles;
    this.#overlay();
  }

  #made(ways) {
    const moves = [...new Set(ways.map(({ move }) => move))];
    this.picked = [];
    this.#overlay();
    if (moves.length === 1) this.onMove(moves[0]);
    else this.onChoice(moves);
  }

  #key(event) {
    const at = event.target.dataset?.tile;
    if (at === undefined) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.touch(Number(at));
      return;
    }
    if (event.key === "Escape") this.#pick([]);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    // The nearest tile that lies that way rather than aside.
    const [x, y] = this.#middle(Number(at));
    let best = [Infinity, null];
    for (const hit of this.svg.querySelectorAll("[data-tile]")) {
      const [a, b] = this.#middle(Number(hit.dataset.tile));
      const along = (a - x) * way[0] + (b - y) * way[1];
      const aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
      if (along > 0.2 && along + 2 * aside < best[0] && aside <= along * 1.2) best = [along + 2 * aside, hit];
    }
    if (best[1]) {
      event.target.setAttribute("tabindex", -1);
      best[1].setAttribute("tabindex", 0);
      best[1].focus();
    }
  }
}
