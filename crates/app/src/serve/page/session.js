// What is on the board: a game, its rules, where it began, its tree, and the position as the server tells of it. All
// that changes the board goes through `go`: what cannot be shown changes nothing.

import * as api from "./api.js";
import { Tree } from "./tree.js";

// Positions that are kept, to be shown again at once.
const KEPT = 60;
// Changes that can be undone.
const UNDONE = 50;

export class Session {
  // `onShown` is called when another position is shown, with what was there before and why it changed.
  constructor(onShown) {
    this.onShown = onShown;
    this.kinds = [];
    this.marks = [];
    this.kind = null;
    this.start = { rules: "", position: null };
    // What a file said of the whole game.
    this.about = {};
    this.tree = new Tree();
    this.position = null;
    this.wanted = null;
    this.kept = new Map();
    this.past = [];
  }

  get node() {
    return this.tree.at;
  }

  get sides() {
    return this.kind.sides.length;
  }

  // The side that moved first.
  get shift() {
    const { position, sides, node } = this;
    if (position?.toMove !== null && position) this.first = (((position.toMove - node.ply) % sides) + sides) % sides;
    return this.first ?? 0;
  }

  kindOf(name) {
    return this.kinds.find((kind) => kind.name === name);
  }

  // How the game ended where it stands, if it did.
  get result() {
    const { ended } = this.node;
    if (ended) return ended.text;
    const { result, ending } = this.position;
    return ending ? `${result}: ${ending.why}` : result;
  }

  get payoffs() {
    return this.node.ended?.payoffs ?? this.position.payoffs;
  }

  // What a search is asked about.
  question(node = this.node, of = this) {
    return {
      game: of.kind.name,
      rules: of.start.rules,
      position: of.start.position ?? undefined,
      moves: of.tree.path(node),
    };
  }

  // What is there, or will be once it is shown.
  #now() {
    const { kind, start, about, tree } = this;
    return this.wanted ?? { kind, start, about, tree, node: tree.at };
  }

  // Shows what `change` makes of what is there now. False if something else was wanted meanwhile; an error leaves
  // everything as it was.
  async go(change, why = "step") {
    const from = this.#now();
    const next = { ...from, ...change(from) };
    if (next.tree !== from.tree && next.node === from.node) next.node = next.tree.at;
    // Moves that were made while another was on its way are not forgotten.
    next.made = next.tree === from.tree ? [...(from.made ?? []), ...(why === "move" ? [next.node] : [])] : [];
    this.wanted = next;
    this.asking?.abort();
    this.asking = new AbortController();
    try {
      const position = await this.#position(next, this.asking.signal);
      if (this.wanted !== next) return false;
      this.wanted = null;
      const before = { kind: this.kind, tree: this.tree, node: this.node, position: this.position };
      const { kind, start, about, tree, node, made } = next;
      for (const move of made) tree.attach(move);
      if (why === "cut") tree.cut(next.cut);
      tree.at = node;
      Object.assign(this, { kind, start, about, tree, position });
      this.onShown(before, why);
      this.#prefetch(before.node);
      return true;
    } catch (error) {
      if (this.wanted !== next) return false;
      this.wanted = null;
      if (error.name === "AbortError") return false;
      throw error;
    }
  }

  // A node's position: as it is kept, or as the server tells it.
  async #position(of, signal) {
    const kept = this.kept.get(of.node);
    // Rules and start belong to the tree, and so to the node.
    if (kept && kept.start === of.start) {
      this.kept.delete(of.node);
      this.kept.set(of.node, kept);
      return kept.position;
    }
    const position = await api.position(this.question(of.node, of), signal);
    this.kept.set(of.node, { start: of.start, position });
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    return position;
  }

  // Whoever goes on as before need not wait.
  #prefetch(before) {
    const { node, kind, start, tree } = this;
    const next = before === node.parent ? node.children[0] : node.children.includes(before) ? node.parent : null;
    if (next && !this.kept.has(next)) this.#position({ node: next, kind, start, tree }).catch(() => {});
  }

  play(move, from = null) {
    return this.go(({ tree, node }) => ({ node: tree.child(from ?? node, move) }), "move");
  }

  // Several moves, one behind the other.
  follow(moves) {
    return this.go(({ tree, node }) => ({ node: moves.reduce((at, move) => tree.child(at, move), node) }), "move");
  }

  // The moves of `count` nodes are taken back, with all that follows them.
  cut(count = 1) {
    return this.go(({ node }) => {
      let [cut, at] = [node, node.parent];
      for (let more = 1; more < count && at?.parent; more += 1) [cut, at] = [at, at.parent];
      return at ? { node: at, cut } : { node, cut: node };
    }, "cut");
  }

  // Keeps what is there, or another game, to come back to it.
  remember({ kind, start, about, tree } = this) {
    this.past.push({ kind, start, about, tree: tree.save() });
    if (this.past.length > UNDONE) this.past.shift();
  }

  async undo() {
    const last = this.past.pop();
    if (!last) return false;
    return this.go(() => ({ ...last, tree: Tree.load(last.tree) }), "undo");
  }
}
