// What survives: the game on the board in the address, its tree, and the trees of the other games, in the browser; the
// settings, too. A tree comes back with its address, or when its game is chosen again.

import { $ } from "./dom.js";
import { firstStart } from "./rules.js";
import { read, write } from "./store.js";
import { Tree } from "./tree.js";

// Writing is not done more often, in milliseconds: browsers refuse addresses that change all the time.
const PAUSE = 250;
// A line of so many moves is written at once.
const SHORT = 60;
const SETTINGS =
  "multipv depth seconds engine threads hash view model arrows heat threats counts touch level clock".split(" ");

export class Keeper {
  constructor(session) {
    this.session = session;
    this.written = 0;
    // Of a match that is looked at nothing is kept.
    this.isOff = false;
    addEventListener("pagehide", () => this.flush());
  }

  // The address of what is on the board.
  address() {
    const { kind, start, tree } = this.session;
    const address = new URLSearchParams({ game: kind.name });
    // The name alone is a newcomer's board.
    if (start.rules || (kind.random && !start.position)) address.set("rules", start.rules);
    if (start.position) address.set("position", start.position);
    const line = tree.line().slice(1);
    if (line.length) {
      address.set("moves", line.map((node) => node.move).join(" "));
      address.set("at", tree.at.ply);
    }
    return `${address}`;
  }

  // Writes down what is there, soon if it is much.
  keep() {
    const { tree } = this.session;
    const isShort = tree.at.ply < SHORT && performance.now() - this.written > 20;
    if (isShort) this.#locate();
    this.timer ??= setTimeout(() => this.flush(), PAUSE);
  }

  #locate() {
    const address = `#${this.address()}`;
    if (address === location.hash) return;
    this.written = performance.now();
    history.replaceState(null, "", address);
  }

  flush() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.isOff || !this.session.position) return;
    this.#locate();
    const { kind, start, about, tree } = this.session;
    const kept = { address: this.address(), rules: start.rules, position: start.position, about, tree: tree.save() };
    write(`game.${kind.name}`, kept, sessionStorage);
    write(`game.${kind.name}`, kept);
    write("last", kind.name);
    write("settings", Object.fromEntries(SETTINGS.map((id) => [id, value($(id))])));
  }

  // The last game of a kind that was on the board, of this tab or, after that, of any.
  last(name) {
    const kept = read(`game.${name}`, sessionStorage) ?? read(`game.${name}`);
    return kept && this.#state(name, kept);
  }

  // What an address says; what the browser has kept of it, as well.
  at(address) {
    const wanted = new URLSearchParams(address);
    const name = wanted.get("game");
    if (!name && !address) {
      const last = read("last");
      const state = this.session.kindOf(last) && this.last(last);
      if (state) return state;
    }
    const kind = this.session.kindOf(name) ?? this.session.kinds[0];
    for (const store of [sessionStorage, localStorage]) {
      const kept = read(`game.${kind.name}`, store);
      const state = kept?.address === `${wanted}` && this.#state(kind.name, kept);
      if (state) return state;
    }
    const moves = (wanted.get("moves") ?? "").split(" ").filter(Boolean);
    const tree = new Tree();
    for (const move of moves) tree.play(move);
    const at = Number(wanted.get("at") ?? moves.length);
    const line = tree.line();
    // Whatever is no number is the end.
    tree.at = line[Number.isInteger(at) ? Math.min(Math.max(at, 0), moves.length) : moves.length];
    const isBare = !["rules", "position", "moves"].some((part) => wanted.has(part));
    const start = isBare ? firstStart(kind) : { rules: wanted.get("rules") ?? "", position: wanted.get("position") };
    return { kind, start, about: {}, tree };
  }

  #state(name, { rules, position, about, tree }) {
    try {
      return { kind: this.session.kindOf(name), start: { rules, position }, about: about ?? {}, tree: Tree.load(tree), isKept: true };
    } catch {
      // Of another release.
      return null;
    }
  }
}

const value = (field) => (field.type === "checkbox" ? field.checked : field.value);

// The settings of the last time.
export function recall() {
  for (const [id, kept] of Object.entries(read("settings") ?? {})) {
    if (!SETTINGS.includes(id)) continue;
    if ($(id).type === "checkbox") $(id).checked = kept;
    else $(id).value = kept;
  }
}
