// Fingers, mouse and keys on the board. A touch counts when it ends near where it began: who scrolls, pinches, or
// presses another button plays nothing.

// A pointer that goes farther than so many pixels does not touch but drags.
const SLACK = 8;
// Tiles of fewer pixels are too small for fingers to be sure.
const SMALL = 30;

export class Hand {
  constructor(svg, board) {
    Object.assign(this, { svg, board });
    // How fingers play: `auto`, `direct`, `confirm` or `slide`.
    this.touch = "auto";
    this.press = null;
    this.marked = null;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#cancel());
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  // While fingers slide over the board the page must not scroll.
  setTouch(touch) {
    this.touch = touch;
    this.svg.classList.toggle("slide", touch === "slide");
  }

  #tileAt({ clientX, clientY }) {
    const hit = document.elementFromPoint(clientX, clientY)?.closest?.("[data-tile]");
    return hit && this.svg.contains(hit) ? Number(hit.dataset.tile) : null;
  }

  #isSliding({ pointerType }) {
    return this.touch === "slide" && pointerType === "touch" && !this.board.editing;
  }

  #isCareful({ pointerType }) {
    if (pointerType !== "touch") return false;
    return this.touch === "confirm" || (this.touch === "auto" && this.board.tileSize() < SMALL);
  }

  #down(event) {
    // Another finger, or another button: no touch any more.
    if (!event.isPrimary || event.button !== 0) {
      this.#cancel();
      this.marked = event.button === 2 ? this.#tileAt(event) : null;
      return;
    }
    const { pointerId: id, clientX: x, clientY: y } = event;
    this.press = { id, x, y, tile: this.#tileAt(event), isDrag: false, isFar: false };
    if (this.#isSliding(event)) this.board.point(this.press.tile);
  }

  #move(event) {
    const { press } = this;
    if (press?.id !== event.pointerId) return;
    if (this.#isSliding(event)) this.board.point(this.#tileAt(event));
    if (press.isFar || Math.hypot(event.clientX - press.x, event.clientY - press.y) <= SLACK) return;
    press.isFar = true;
    if (event.pointerType === "touch" || press.tile === null) return;
    press.isDrag = this.board.lift(press.tile);
    // It may end anywhere.
    if (press.isDrag) this.svg.setPointerCapture(event.pointerId);
  }

  #up(event) {
    const { press, marked } = this;
    if (event.button === 2 && marked !== null) this.board.mark(marked, this.#tileAt(event));
    if (press?.id !== event.pointerId) return;
    this.#move(event);
    this.press = null;
    const tile = this.#tileAt(event);
    if (this.#isSliding(event)) {
      this.board.point(null);
      if (tile !== null) this.board.touch(tile);
    } else if (press.isDrag) {
      if (tile !== null && tile !== press.tile) this.board.touch(tile);
    } else if (!press.isFar && press.tile !== null) {
      this.board.touch(press.tile, this.#isCareful(event));
    }
  }

  #cancel() {
    if (!this.press) return;
    if (this.press.isDrag) this.board.drop();
    this.press = null;
    this.board.point(null);
  }

  #key(event) {
    const at = event.target.dataset?.tile;
    if (at === undefined) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.board.touch(Number(at));
      return;
    }
    if (event.key === "Escape") this.board.drop();
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    // The nearest tile that lies that way rather than aside.
    const [x, y] = this.board.middle(Number(at));
    let best = [Infinity, null];
    for (const hit of this.svg.querySelectorAll("[data-tile]")) {
      const [a, b] = this.board.middle(Number(hit.dataset.tile));
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
