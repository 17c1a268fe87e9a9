// The board: draws what the server says of a position, and turns touches of tiles into moves.

import { INKS, definitions, drawFigure, element, spoken } from "./figures.js";
import { Hand } from "./hand.js";

// How long a figure takes from a tile to the next, in milliseconds.
const LEG = 180;

export class Board {
  // `onMove` gets the text of a move that was made by hand, `onChoice` several that one hand movement may mean,
  // `onAsk` one that is to be confirmed, and `onPart` one that may end here or go on (null: no more), `onTile` a tile
  // that was touched while the board is being set up. Without any of them it is a board to look at.
  constructor(svg, hands) {
    Object.assign(this, { svg, ...hands });
    this.turned = 0;
    this.picked = [];
    this.arrows = [];
    this.marks = [];
    this.heat = [];
    this.zone = [];
    this.taken = [];
    this.editing = false;
    this.shapes = {};
    this.asked = null;
    this.pointed = null;
    if (hands) this.hand = new Hand(svg, this);
  }

  // `taken` are tiles of pieces that are gone.
  show(position, sides, taken = []) {
    const moved = this.position?.picture.tiles.length === position.picture.tiles.length ? position.last : null;
    this.position = position;
    this.sides = sides;
    this.picked = [];
    this.asked = null;
    this.pointed = null;
    this.arrows = [];
    this.marks = [];
    this.heat = [];
    this.zone = [];
    this.taken = taken;
    this.draw(moved);
  }

  // Somebody's own arrow, or ring; the same once more takes it away.
  mark(from, to) {
    if (to === null) return;
    const tiles = from === to ? [from] : [from, to];
    const others = this.marks.filter((other) => `${other}` !== `${tiles}`);
    this.marks = others.length < this.marks.length ? others : [...others, tiles];
    this.#overlay();
  }

  turn() {
    this.turned = (this.turned + 1) % Math.max(2, this.sides ?? 2);
    this.draw();
  }

  setArrows(arrows) {
    this.arrows = arrows;
    this.#overlay();
  }

  // Tiles that stand out.
  setZone(tiles) {
    this.zone = tiles;
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

  middle(index) {
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
    const frame = [left, top, Math.max(...xs) - left + 0.35, Math.max(...ys) - top + 0.35];
    this.svg.setAttribute("viewBox", frame.join(" "));
    this.over = element("g");
    this.under = element("g");
    this.#paint(picture, writings, (Math.max(...xs) - left) / 46, moved);
    this.#overlay();
  }

  // What is as before stays: steps through a long game are quick.
  #paint(picture, writings, size, moved) {
    const shades = picture.tiles.map(({ shade, outline }) => `${shade[0]}${outline[0]}`).join("");
    const marks = picture.marks.filter(([, mark]) => mark === "star");
    const drawn = JSON.stringify([this.turned, this.editing, picture.style, shades, writings, marks]);
    if (drawn !== this.drawn) {
      const focused = document.activeElement?.dataset?.tile;
      this.figures = element("g");
      this.standing = [];
      this.hits = this.#hits(picture);
      const names = writings.map(({ place, text }) => {
        const [x, y] = this.#place(place);
        // Readable on large boards, and not loud on small ones.
        const name = element("text", { class: "name", x, y, "font-size": Math.min(0.36, Math.max(0.22, size)) });
        name.textContent = text;
        return name;
      });
      const ground = [this.hand ? definitions() : "", ...this.#ground(picture), ...names];
      this.svg.replaceChildren(...ground, this.under, this.figures, this.over, this.hits);
      if (focused !== undefined) this.svg.querySelector(`[data-tile="${focused}"]`)?.focus();
      this.drawn = drawn;
    } else {
      this.svg.replaceChild(this.under, this.figures.previousSibling);
      this.svg.replaceChild(this.over, this.figures.nextSibling);
    }
    this.#stand(picture, moved);
    for (const hit of this.hits.children) {
      const index = Number(hit.dataset.tile);
      hit.setAttribute("aria-label", `${picture.tiles[index].name}, ${this.#said(index)}`);
    }
  }

  #points(index) {
    return this.position.picture.tiles[index].outline.map((point) => this.#place(point).join(",")).join(" ");
  }

  #ground(picture) {
    if (picture.style !== "intersections") {
      const order = picture.tiles.map((_, index) => index);
      order.sort((a, b) => (picture.tiles[b].shade === "blocked") - (picture.tiles[a].shade === "blocked"));
      const tiles = order.map((index) =>
        element("polygon", { class: `tile ${picture.tiles[index].shade}`, points: this.#points(index) }),
      );
      const crosses = order
        .filter((index) => picture.tiles[index].shade === "blocked")
        .map((index) => this.#cross(index, "crossed", 0.2));
      return [...tiles, ...crosses];
    }
    const middles = picture.tiles.map((_, index) => this.middle(index));
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
        const [cx, cy] = this.middle(tile);
        return element("circle", { class: "star", cx, cy, r: 0.09 });
      });
    return [wood, element("path", { class: "grid", d: lines }), ...stars];
  }

  // Puts up the figures; those that stand where they stood stay.
  #stand(picture, moved) {
    picture.tiles.forEach(({ figure }, index) => {
      const key = figure ? `${figure.ink}${figure.glyph}${figure.letter}` : "";
      const old = this.standing[index];
      if (old?.key === key || (!old && !key)) return;
      old?.made?.remove();
      this.standing[index] = { key, made: figure && this.#figure(figure, index, moved) };
    });
  }

  #figure(figure, index, moved) {
    const [x, y] = this.middle(index);
    const made = drawFigure(figure, this.shapes);
    const place = ([a, b], size = 1) => `translate(${a}px, ${b}px) scale(${0.0098 * size})`;
    made.style.transform = place([x, y]);
    if (moved?.at(-1) === index && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      // From tile to tile, or out of nothing.
      const way = moved.map((tile) => place(this.middle(tile)));
      if (way.length < 2) way.unshift(place([x, y], 0.3));
      made.animate(way.map((transform) => ({ transform })), { duration: LEG * (way.length - 1), easing: "ease-out" });
    }
    this.figures.append(made);
    return made;
  }

  // What can be touched, above everything else: one stop of the keyboard, then arrows.
  #hits(picture) {
    const layer = element("g");
    if (!this.hand) return layer;
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
    else if (this.position.earlier?.flat().includes(index)) said.push("the move before");
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
    const { picture, last, earlier = [], ending } = this.position;
    this.under.replaceChildren();
    this.over.replaceChildren();
    const lit = (tile, name) => {
      if (picture.style === "intersections") this.over.append(this.#dot(tile, name, 0.2));
      else this.under.append(element("polygon", { class: name, points: this.#points(tile) }));
    };
    for (const tile of this.zone) this.under.append(element("polygon", { class: "zone", points: this.#points(tile) }));
    this.heat.forEach(({ tile, weight }) => {
      const dot = this.#dot(tile, "warm", 0.42);
      dot.setAttribute("opacity", 0.12 + 0.6 * weight);
      this.under.append(dot);
    });
    if (!this.editing) {
      earlier.flat().forEach((tile) => lit(tile, "last earlier"));
      last?.forEach((tile) => lit(tile, "last"));
    }
    for (const tile of this.taken) this.over.append(this.#cross(tile, "taken", 0.2));
    for (const tile of ending?.tiles ?? []) this.over.append(this.#dot(tile, "ended", 0.46));
    if (this.numbers) this.over.append(...this.#numbered());
    this.picked.forEach((tile) => lit(tile, "picked"));
    if (this.picked.length && !this.editing) {
      const next = new Set(this.#ways().flatMap(({ tiles }) => [tiles[this.picked.length], tiles.at(-1)]));
      next.delete(undefined);
      next.delete(this.picked.at(-1));
      for (const tile of next) {
        const isThere = picture.tiles[tile].figure;
        this.over.append(this.#dot(tile, isThere ? "target on" : "target", isThere ? 0.42 : 0.17));
      }
    }
    if (this.threats && !this.editing) this.over.append(...(this.position.threats ?? []).map((one) => this.#threat(one)));
    for (const [tile, mark] of picture.marks)
      if (mark === "forbidden") this.over.append(this.#cross(tile, "forbidden", 0.17));
    [...this.arrows].reverse().forEach((arrow) => this.over.append(this.#arrow(arrow)));
    for (const tiles of this.marks) this.over.append(this.#arrow({ tiles, weight: 0.8 }, "mine"));
    for (const tile of this.asked?.tiles ?? []) this.over.append(this.#dot(tile, "asked", 0.42));
    if (this.pointed !== null) this.over.append(this.#crosshair(this.pointed));
  }

  // When the stones came: of moves that are called by their tiles.
  #numbered() {
    const { tiles } = this.position.picture;
    const numbers = new Map(this.position.moves.map((move, at) => [move, at + 1]));
    return tiles.flatMap(({ name, figure }, tile) => {
      if (!figure || !numbers.has(name)) return [];
      const [x, y] = this.middle(tile);
      const made = element("text", { class: "count", x, y, fill: INKS[figure.ink][2] });
      made.textContent = numbers.get(name);
      return [made];
    });
  }

  #cross(tile, name, half) {
    const [x, y] = this.middle(tile);
    const d = `M${x - half} ${y - half}l${2 * half} ${2 * half}M${x + half} ${y - half}l${-2 * half} ${2 * half}`;
    return element("path", { class: name, d });
  }

  // Under a finger that slides over small tiles: which of them it is at.
  #crosshair(tile) {
    const [x, y] = this.middle(tile);
    const [left, top, width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    const name = element("text", { x: x < left + width / 2 ? left + 0.85 * width : left + 0.15 * width, y: top + 0.1 * height, "font-size": 0.1 * height });
    name.textContent = this.position.picture.tiles[tile].name;
    const d = `M${left} ${y}H${left + width}M${x} ${top}V${top + height}`;
    return element("g", { class: "crosshair" }, element("path", { d }), this.#dot(tile, "", 0.42), name);
  }

  // Shows the tile that a finger is at, or none.
  point(tile) {
    if (tile === this.pointed) return;
    this.pointed = tile;
    this.#overlay();
  }

  // A threat of a side, in its colour: a square that wins, a smaller one that decides. Black's and White's stand apart.
  #threat({ tile, side, threat }) {
    const [x, y] = this.middle(tile);
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
    const [cx, cy] = this.middle(tile);
    return element("circle", { class: name, cx, cy, r });
  }

  // An arrow along the tiles of a move, a ring round a single one; `weight` from 0 to 1.
  #arrow({ tiles, weight }, name = "arrow") {
    const points = tiles.map((tile) => this.middle(tile));
    const width = 0.05 + 0.06 * weight;
    const group = element("g", { class: name, opacity: 0.35 + 0.5 * weight });
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

  // How wide a tile is on the screen, in pixels.
  tileSize() {
    return this.svg.getScreenCTM()?.a ?? Infinity;
  }

  // Takes up what stands on a tile, to drag it; false if it goes nowhere.
  lift(tile) {
    if (this.editing) return false;
    if (this.picked.length && this.picked.at(-1) === tile) return true;
    const { picked } = this;
    this.picked = [];
    const isFirst = this.#ways().some(({ tiles }) => tiles[0] === tile && tiles.length > 1);
    this.#pick(isFirst ? [tile] : picked);
    return isFirst;
  }

  // Gives up what was begun.
  drop() {
    this.#ask(null);
    this.#pick([]);
  }

  // A tile is touched: a move goes on, is made, or begins anew. A `careful` move is asked about before it is made.
  touch(tile, careful = false) {
    if (this.editing) {
      this.onTile(tile);
      return;
    }
    const { asked } = this;
    this.#ask(null);
    if (asked?.at === tile) {
      this.onMove(asked.move);
      return;
    }
    this.careful = careful && tile;
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
    const ended = tiles.length ? this.#ways().find((way) => way.tiles.length === tiles.length) : null;
    this.onPart(ended?.move ?? null);
  }

  #made(ways) {
    const moves = [...new Set(ways.map(({ move }) => move))];
    this.#pick([]);
    if (moves.length > 1) this.onChoice(moves);
    else if (this.careful !== false) this.#ask({ move: moves[0], tiles: ways[0].tiles, at: this.careful });
    else this.onMove(moves[0]);
  }

  // Shows what would be played, until it is confirmed or given up.
  #ask(asked) {
    if (!asked && !this.asked) return;
    this.asked = asked;
    this.#overlay();
    this.onAsk(asked?.move ?? null);
  }
}
