// The state of the game in words, and as the bar has it.

import { $ } from "./dom.js";

export class State {
  constructor(session, gauge) {
    Object.assign(this, { session, gauge });
    // A game against the engine, where there may be one.
    this.game = null;
    // Of a match that is looked at: what is said of its game.
    this.isMatch = false;
    this.caption = "";
  }

  // Whose turn it is, or how it ended; whoever does not see the board hears what was played.
  show(why) {
    const { kind, node, position, result, shift } = this.session;
    const verdict = { 1: "You win. ", [-1]: "You lose. " }[this.game?.got] ?? "";
    const state = result ? verdict + result : `${kind.sides[position.toMove]} to move${this.game?.whose ?? ""}`;
    $("status").textContent = this.caption ? `${this.caption}. ${state}` : state;
    $("status").classList.toggle("over", Boolean(result));
    const mover = node.parent && kind.sides[(node.ply - 1 + shift) % kind.sides.length];
    const played = why === "move" ? `${mover} played ${node.move}. ` : `After ${node.move} by ${mover}. `;
    $("said").textContent = `${node.parent ? played : ""}${state}`;
  }

  // What one may do first, and last.
  offer() {
    const { game } = this;
    const { kind, node, result, position } = this.session;
    const { proved } = position;
    const isNew = !node.parent && !result && !game.on;
    $("goal").textContent = kind.summary;
    $("goal").hidden = $("begin").hidden = !isNew;
    $("proved").hidden = !isNew || !proved;
    if (proved) $("proved").textContent = `${kind.sides[proved.side]} can always win: the proof`;
    for (const button of document.querySelectorAll(".learn"))
      button.hidden = !kind.lesson || (!isNew && !button.closest("h2"));
    $("review").textContent = game.got < 0 ? "See what went wrong" : "See how it went";
    $("rematch").hidden = $("review").hidden = !(result && node.parent);
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
