// The state of the game in words, and as the bar has it.

import { $ } from "./dom.js";
import { isProven } from "./score.js";
import { begun, spelled } from "./spell.js";

// Whoever has played so many moves or fewer may have thought that somebody answers.
const SHORT = 6;
// Files of proofs that a site has beside the page.
const proofs = document.querySelector("meta[name=proofs]")?.content ?? "";

export class State {
  constructor(session, gauge) {
    Object.assign(this, { session, gauge });
    // A game against the engine, where there may be one.
    this.game = null;
    this.isSettingUp = () => false;
    // Tiles of pieces that the last move has taken on its way.
    this.taken = [];
    // Of a match that is looked at: what is said of its game.
    this.isMatch = false;
    this.caption = "";
  }

  // How the game ended, if it did; wherever one looks about in it.
  get #over() {
    const { tree } = this.session;
    return tree.line(tree.root).at(-1).over;
  }

  // Whose turn it is, or how it ended; whoever does not see the board hears what was played.
  show(why) {
    const { kind, node, position, result, shift } = this.session;
    if (this.isSettingUp()) {
      $("status").textContent = "Setting up the board: touch tiles, then Done";
      return;
    }
    const names = kind.sides.map(begun);
    const neither = names.length > 2 ? "You neither win nor lose. " : "";
    if (result) node.over = ({ 1: "You win. ", 0: neither, [-1]: "You lose. " }[this.game?.got] ?? "") + begun(result);
    const side = ({ ply }) => names[(ply - 1 + shift) % names.length];
    const turn = () => `${names[position.toMove]} to move${this.game?.whose ?? ""}`;
    const state = result ? node.over : this.#over ? `${turn()}. At the end: ${this.#over}` : turn();
    const took = this.taken.length && !result ? `${side(node)} took ${this.taken.length}. ` : "";
    // Of three sides two have moved since one's own turn.
    const moved = [];
    for (let at = node; at.parent && moved.length < names.length - 1; at = at.parent)
      moved.unshift(`${side(at)} ${spelled(at.move)}`);
    const before = names.length > 2 && moved.length && !result ? ` (${moved.join(", ")})` : "";
    $("status").textContent = `${this.caption ? `${this.caption}. ` : ""}${took}${state}${before}`;
    $("status").classList.toggle("over", Boolean(result));
    const mover = node.parent && side(node);
    const move = spelled(node.move);
    const played = why === "move" ? `${mover} played ${move}. ` : `After ${move} by ${mover}. `;
    $("said").textContent = `${node.parent ? played : ""}${state}`;
  }

  // What one may do first, and last.
  offer() {
    const { game } = this;
    const { kind, tree, node, result, position } = this.session;
    const { proved } = position;
    const isIdle = !result && !game.on && !game.isHeld;
    const isNew = !node.parent && isIdle;
    const isOver = Boolean(this.#over);
    $("goal").textContent = kind.summary;
    $("goal").hidden = !isNew;
    $("begin").hidden = !isIdle || isOver || tree.line().length > SHORT + 1;
    $("begin").textContent = node.parent ? "Play on against the engine" : "Play against the engine";
    $("proved").hidden = !isNew || !this.#proved;
    if (proved) $("proved").textContent = `${begun(kind.sides[proved.side])} can always win: the proof`;
    this.offerProof();
    for (const button of document.querySelectorAll(".learn"))
      button.hidden = !kind.lesson || (!isNew && !button.closest("h2"));
    $("review").textContent = game.got < 0 ? "See what went wrong" : "See how it went";
    $("review").hidden = !(result && node.parent);
    $("rematch").hidden = !isOver || !tree.root.children.length;
  }

  // A proof is walked where there is one, and looked for elsewhere. What three sides may expect of each other is none.
  offerProof() {
    const { kind, node, result } = this.session;
    $("walk").hidden = Boolean(result) || kind.sides.length > 2;
    $("walk").textContent = this.#proved || isProven(node.score) ? "Walk the proof" : "Look for a proof";
  }

  // What is proved of the game that begins here, if that is part of the program or of the site.
  get #proved() {
    const { proved } = this.session.position;
    return proved && (!proved.file || proofs.includes(proved.file)) ? proved : null;
  }

  // The last that was said of the game: in a match nobody has said anything of the newest position yet.
  measure() {
    const { kind, node, result, payoffs } = this.session;
    let said = node;
    while (this.isMatch && said && !said.score) said = said.parent;
    if (result && payoffs) this.gauge.result(payoffs, kind);
    else if (said?.score) this.gauge.score(said.score, said.mover, said.values, kind);
    else this.gauge.unknown();
  }
}
