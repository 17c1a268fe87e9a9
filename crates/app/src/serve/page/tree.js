// The game as a tree: moves, side lines, and what an analysis said of each position.

export class Tree {
  constructor() {
    this.root = { move: null, parent: null, children: [] };
    this.at = this.root;
  }

  // Goes to the child with this move, which is made if it is new.
  play(move) {
    let child = this.at.children.find((other) => other.move === move);
    if (!child) {
      child = { move, parent: this.at, children: [] };
      this.at.children.push(child);
    }
    this.at = child;
  }

  // The moves that lead to a node.
  path(node = this.at) {
    const moves = [];
    for (let at = node; at.parent; at = at.parent) moves.unshift(at.move);
    return moves;
  }

  // The line through the present node: to it, and on by first children.
  line() {
    const nodes = [];
    for (let at = this.at; at; at = at.parent) nodes.unshift(at);
    for (let at = this.at.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  back() {
    if (this.at.parent) this.at = this.at.parent;
  }

  forth() {
    if (this.at.children.length) this.at = this.at.children[0];
  }

  // Takes the present move back, and what follows it.
  cut() {
    const { at } = this;
    if (!at.parent) return;
    at.parent.children = at.parent.children.filter((other) => other !== at);
    this.at = at.parent;
  }

  // Plain data, and back.
  save() {
    const plain = ({ move, children, mark }) => ({ m: move, ...(mark && { k: mark }), c: children.map(plain) });
    return plain(this.root);
  }

  static load(data) {
    const tree = new Tree();
    const node = (parent, { m, c, k }) => {
      const made = { move: String(m), parent, children: [], mark: k };
      made.children = c.map((child) => node(made, child));
      return made;
    };
    tree.root.children = data.c.map((child) => node(tree.root, child));
    return tree;
  }
}

// Shows the tree as text with buttons; `go` gets the node that was chosen.
export function showTree(box, tree, sides, go) {
  box.replaceChildren();
  const number = (ply) => {
    const span = document.createElement("span");
    span.className = "number";
    span.textContent = `${Math.floor(ply / sides) + 1}.${".".repeat(ply % sides)}`;
    return span;
  };
  const button = (node) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = node.move;
    if (node.mark) {
      const mark = document.createElement("span");
      mark.className = "mark";
      mark.textContent = node.mark;
      made.append(mark);
    }
    if (node === tree.at) made.setAttribute("aria-current", "step");
    made.addEventListener("click", () => go(node));
    return made;
  };
  const write = (into, node, ply, numbered) => {
    for (let at = node; at; at = at.children[0], ply += 1) {
      if (numbered || ply % sides === 0) into.append(number(ply));
      numbered = false;
      into.append(button(at), " ");
      const others = at.parent.children[0] === at ? at.parent.children.slice(1) : [];
      for (const other of others) {
        const side = document.createElement("span");
        side.className = "side-line";
        side.append("(");
        write(side, other, ply, true);
        side.append(") ");
        into.append(side);
        numbered = true;
      }
    }
  };
  if (tree.root.children.length) write(box, tree.root.children[0], 0, true);
  else box.textContent = "No move yet.";
  box.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}
