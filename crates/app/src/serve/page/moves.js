// The moves of a game as text with buttons: a column for each side, side lines below.

import { make } from "./dom.js";
import { spelled } from "./spell.js";

const span = (className, text) => make("span", { className }, text);

// The list scrolls, and nothing else does: the board stays where it is.
function reveal(box, item) {
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

export class MoveList {
  // `go` gets the node that was chosen.
  constructor(box, go) {
    Object.assign(this, { box, go });
    box.addEventListener("click", ({ target }) => {
      const node = this.nodes.get(target.closest("button"));
      if (node) go(node);
    });
    this.clear();
  }

  clear() {
    this.nodes = new Map();
    this.buttons = new Map();
    this.current = null;
    this.box.replaceChildren();
  }

  // Shows the tree; only what has changed since is made anew, or all. `shift` is the side that moves first.
  show(tree, sides, shift, isAnew = false) {
    const isSame = !isAnew && this.tree === tree && this.sides === sides && this.shift === shift;
    const isLonger = isSame && this.#follows(tree);
    if (!isSame || (this.version !== tree.version && !isLonger)) this.#write(tree, sides, shift);
    Object.assign(this, { tree, version: tree.version });
    this.current?.removeAttribute("aria-current");
    this.current = this.buttons.get(tree.at) ?? null;
    if (!this.current) {
      this.box.scrollTop = tree.at === tree.root ? 0 : this.box.scrollTop;
      return;
    }
    this.current.setAttribute("aria-current", "step");
    reveal(this.box, this.current);
  }

  // The marks of moves that are there.
  marked() {
    for (const [node, made] of this.buttons) this.#mark(made, node);
  }

  #mark(made, node) {
    made.querySelector(".mark")?.remove();
    if (node.mark) made.append(span("mark", node.mark));
  }

  #button(node) {
    const made = make("button", {}, spelled(node.move));
    this.#mark(made, node);
    this.nodes.set(made, node);
    this.buttons.set(node, made);
    return made;
  }

  // One more move at the end of the game is added to what is there.
  #follows(tree) {
    const { at } = tree;
    const isNext =
      this.version + 1 === tree.version && at.parent && at.parent.children.length === 1 && !at.children.length;
    if (!isNext || at.parent !== this.last) return false;
    this.#cell(at);
    return true;
  }

  // A move of the game itself, in the column of its side.
  #cell(node) {
    const ply = node.ply - 1 + this.shift;
    const side = ply % this.sides;
    if (side === 0 || this.isBroken) {
      this.box.append(span("number", `${Math.floor(ply / this.sides) + 1}`));
      for (let empty = 0; empty < side; empty += 1) this.box.append(span("gap", "…"));
    }
    this.isBroken = false;
    const made = this.#button(node);
    made.style.gridColumn = side + 2;
    this.box.append(made);
    this.last = node;
    if (node.comment) this.#row(span("comment", node.comment));
  }

  #row(content) {
    this.box.append(make("div", { className: "aside" }, content));
    this.isBroken = true;
  }

  #write(tree, sides, shift) {
    this.clear();
    Object.assign(this, { sides, shift });
    this.box.style.setProperty("--sides", sides);
    this.isBroken = true;
    this.last = tree.root;
    if (!tree.root.children.length) {
      this.box.append(span("none", "No move yet."));
      // The first move takes the place of these words.
      this.last = null;
      return;
    }
    if (tree.root.comment) this.#row(span("comment", tree.root.comment));
    for (let at = tree.root.children[0]; at; at = at.children[0]) {
      this.#cell(at);
      for (const other of at.parent.children[0] === at ? at.parent.children.slice(1) : []) this.#row(this.#side(other));
    }
  }

  // A side line in parentheses, with its own.
  #side(first) {
    const line = span("side-line", "");
    line.append("(");
    if (first.before) line.append(span("comment", first.before), " ");
    let isNumbered = true;
    for (let at = first; at; at = at.children[0]) {
      const ply = at.ply - 1 + this.shift;
      if (isNumbered || ply % this.sides === 0)
        line.append(span("number", `${Math.floor(ply / this.sides) + 1}.${".".repeat(ply % this.sides)}`));
      isNumbered = false;
      line.append(this.#button(at), " ");
      if (at.comment) line.append(span("comment", at.comment), " ");
      for (const other of at === first ? [] : at.parent.children.slice(1)) {
        line.append(this.#side(other), " ");
        isNumbered = true;
      }
    }
    line.append(")");
    return line;
  }
}
