// The game as a tree: moves, side lines, and what is said of each position.

// What is known of a node beside its move, and the letter that stands for it where trees are kept.
const SAID = {
  mark: "k", // `?`, `!!`, …
  glyphs: "g", // others, by their numbers
  comment: "n",
  before: "f", // a comment before a side line
  score: "s", // from the view of the side to move
  depth: "d",
  mover: "o",
  values: "v",
  best: "b",
  ended: "e", // how the game ended here, if not by its rules
  over: "r", // how it ended here, in words
};
// Marks of moves, by the numbers that files have for them.
const MARKS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

const made = (parent, move) => ({ move, parent, ply: parent ? parent.ply + 1 : 0, children: [] });

export class Tree {
  constructor() {
    this.root = made(null, null);
    this.at = this.root;
    // A game against the engine that is played here (`play.js`), and where it stands.
    this.game = null;
    this.tip = this.root;
    // Counts the changes of its shape.
    this.version = 0;
  }

  // The node behind a move: one of the tree, or one that is no part of it before `attach`.
  child(parent, move) {
    return parent.children.find((other) => other.move === move) ?? made(parent, move);
  }

  attach(node) {
    for (let at = node; at.parent && !at.parent.children.includes(at); at = at.parent) {
      at.parent.children.push(at);
      this.version += 1;
    }
  }

  // Of each choice on the way to a node, takes the way to it for the game.
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      if (children[0] === at) continue;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
      this.version += 1;
    }
  }

  // Goes to the child with this move, which is made if it is new.
  play(move) {
    this.at = this.child(this.at, move);
    this.attach(this.at);
  }

  // The moves that lead to a node.
  path(node = this.at) {
    const moves = [];
    for (let at = node; at.parent; at = at.parent) moves.push(at.move);
    return moves.reverse();
  }

  // The line through the present node: to it, and on by first children.
  line(node = this.at) {
    const nodes = [];
    for (let at = node; at; at = at.parent) nodes.push(at);
    nodes.reverse();
    for (let at = node.children[0]; at; at = at.children[0]) nodes.push(at);
    return nodes;
  }

  // Takes a move away, and what follows it.
  cut(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((other) => other !== node);
    this.version += 1;
  }

  // How many moves there are behind a node.
  static size(node) {
    let count = 0;
    const rest = [...node.children];
    while (rest.length) {
      count += 1;
      rest.push(...rest.pop().children);
    }
    return count;
  }

  // Plain data, and back: a list, each node behind its parent, however long the game is.
  save() {
    const nodes = [];
    const places = new Map([[this.root, -1]]);
    const add = (node) => {
      const plain = {};
      for (const [name, letter] of Object.entries(SAID))
        if (node[name] !== undefined && node[name] !== "" && node[name] !== null) plain[letter] = node[name];
      return plain;
    };
    const rest = [...this.root.children].reverse();
    while (rest.length) {
      const node = rest.pop();
      places.set(node, nodes.length);
      nodes.push([places.get(node.parent), node.move, add(node)]);
      rest.push(...[...node.children].reverse());
    }
    const [at, tip] = [this.at, this.tip].map((node) => places.get(node) ?? -1);
    return { root: add(this.root), nodes, at, tip, game: structuredClone(this.game) };
  }

  static load({ root, nodes, at, tip, game = null }) {
    const tree = new Tree();
    const say = (node, plain) => {
      for (const [name, letter] of Object.entries(SAID)) if (plain?.[letter] !== undefined) node[name] = plain[letter];
    };
    say(tree.root, root);
    const all = [];
    for (const [place, move, plain] of nodes) {
      const parent = all[place] ?? tree.root;
      const node = made(parent, String(move));
      parent.children.push(node);
      say(node, plain);
      all.push(node);
    }
    tree.at = all[at] ?? tree.root;
    tree.tip = all[tip] ?? tree.root;
    tree.game = structuredClone(game);
    return tree;
  }

  // A game with its side lines and all that is said of it, as the server tells it; it is at its end.
  static grown(line, comment) {
    const tree = new Tree();
    if (comment) tree.root.comment = comment;
    const add = (steps, isSide) => {
      for (const [index, { move, variations, score, depth, mover, glyphs = [], comment: said }] of steps.entries()) {
        const { at } = tree;
        if (score && !(isSide && index === 0 && at.score)) Object.assign(at, { score, depth, mover });
        tree.play(move);
        const next = tree.at;
        if (said) next.comment = said;
        const mark = glyphs.findLast((glyph) => MARKS[glyph]);
        if (mark) next.mark = MARKS[mark];
        const others = glyphs.filter((glyph) => glyph !== mark);
        if (others.length) next.glyphs = others;
        for (const variation of variations) {
          tree.at = at;
          add(variation.line, true);
          const first = at.children.find((child) => child.move === variation.line[0]?.move);
          if (variation.comment && first) first.before = variation.comment;
        }
        tree.at = next;
      }
    };
    add(line, false);
    return tree;
  }

  // The same the other way, to be written.
  told() {
    const step = (node) => {
      const { parent } = node;
      const mark = Object.keys(MARKS).find((glyph) => MARKS[glyph] === node.mark);
      const made = { move: node.move, variations: [] };
      const glyphs = [...(mark ? [Number(mark)] : []), ...(node.glyphs ?? [])];
      if (glyphs.length) made.glyphs = glyphs;
      if (node.comment) made.comment = node.comment;
      if (parent.children[0] === node) {
        // A win of which nobody knows how long it takes is nothing that files have.
        if (parent.score && !Object.values(parent.score).includes(null))
          Object.assign(made, { score: parent.score, depth: parent.depth ?? 0 });
        made.variations = parent.children.slice(1).map((other) => ({ comment: other.before ?? "", line: from(other) }));
      }
      return made;
    };
    const from = (first) => {
      const steps = [];
      for (let at = first; at; at = at.children[0]) steps.push(step(at));
      return steps;
    };
    return from(this.root.children[0]);
  }
}
