// A game against the engine: whose turn it is, the level, the clock. It stands at its last move; whoever looks at
// another position meanwhile is waited for, engine and clock stand still. It belongs to its tree, and goes on wherever
// the tree comes back: after a reload, another game, a lesson.

import { query } from "./api.js";
import { begun } from "./spell.js";

// The longest that the engine thinks about a move, in seconds: at the last level as long as a player does.
const LONGEST = 4;
// The last level.
const BEST = 10;
// What is left on a clock is kept for so many moves.
const MOVES_TO_GO = 30;

export class Play {
  // `onMove` gets the engine's move and the node that it is for; `onFlag` is called when somebody's time is up,
  // `onChange` when a game begins, rests or ends, and `onBack` when somebody wants to go on with one that rests.
  constructor(session, parts) {
    Object.assign(this, { session, ...parts });
    this.isHeld = false;
    setInterval(() => this.#tick(), 200);
  }

  // The game of the tree: who plays, what is left on the clocks, and whether it is over.
  get game() {
    return this.session.tree.game;
  }

  get on() {
    return Boolean(this.game && !this.game.isOver && !this.isHeld);
  }

  // A game from what is on the board on.
  begin() {
    const { tree, node, kind } = this.session;
    const [base, increment] = this.clock.value.split("+").map(Number);
    const left = this.clock.value ? kind.sides.map(() => base) : null;
    tree.game = { human: this.human.value, left, increment, isOver: false };
    tree.tip = node;
    this.isHeld = false;
    this.onChange();
    this.turn();
  }

  // By hand, or because it is over: then a new game goes on with the same sides.
  end(isOver = false) {
    if (isOver) this.game.isOver = true;
    else this.session.tree.game = null;
    this.#stop();
    this.#show();
    this.onChange();
  }

  // Rests while something else goes on in its tree, until it is released.
  hold() {
    if (!this.on) return;
    this.isHeld = true;
    this.#stop();
    this.#show();
    this.onChange();
  }

  // True if a game goes on.
  release() {
    if (!this.isHeld) return false;
    this.isHeld = false;
    this.onChange();
    return true;
  }

  // What the button does where a game is on.
  press() {
    if (this.isHeld) this.onBack();
    else this.end();
  }

  #stop() {
    this.thinking?.abort();
    this.thinking = null;
  }

  // Whether the game stands where the board does.
  get isHere() {
    return this.on && this.session.node === this.session.tree.tip && !this.session.wanted;
  }

  isEngines() {
    const { toMove } = this.session.position;
    return this.on && toMove !== null && !this.session.result && Number(this.human.value) !== toMove;
  }

  // The side that plays against the engine, if anybody does.
  get own() {
    return this.human.value === "none" ? null : Number(this.human.value);
  }

  // Whose turn it is, for whoever plays.
  get whose() {
    const { node, tree } = this.session;
    if (this.on && node !== tree.tip) return ". You look back: the game waits at its last move";
    if (!this.isHere || this.own === null) return "";
    return this.isEngines() ? ": the engine thinks" : ": your turn";
  }

  // What whoever played has got, once the game is over: 1, 0 or −1.
  get got() {
    const { tree, node, payoffs } = this.session;
    return this.game?.isOver && node === tree.tip ? (payoffs?.[this.own] ?? null) : null;
  }

  // Another position is on the board.
  shown(before, why) {
    const { node, tree } = this.session;
    if (why === "new" && before.tree.game) {
      this.begin();
      return;
    }
    if (tree !== before.tree) {
      this.#stop();
      this.isHeld = false;
      if (this.game) this.human.value = this.game.human;
      this.onChange();
    } else if (this.on && why === "move" && node !== before.node) {
      const { toMove } = before.position;
      if (this.game.left && before.node === tree.tip && toMove !== null) this.game.left[toMove] += this.game.increment;
      // What is played is the game, whatever else was tried here; and whoever plays from an earlier position goes on
      // from there.
      tree.promote(node);
      tree.tip = node;
    } else if (this.on && why === "cut") {
      tree.tip = node;
    }
    this.turn();
  }

  // Lets the engine move, if it is its turn and somebody looks.
  async turn() {
    const { session } = this;
    this.since = performance.now();
    if (this.on) this.game.human = this.human.value;
    if (this.isHere && session.result) {
      this.end(true);
      return;
    }
    this.#show();
    if (!this.isHere || !this.isEngines()) {
      this.#stop();
      return;
    }
    const { node } = session;
    if (this.thinking?.about === node) return;
    this.#stop();
    const controller = new AbortController();
    controller.about = node;
    this.thinking = controller;
    const side = session.position.toMove;
    const level = Number(this.level.value);
    // Levels below the last are of alpha-beta.
    const limits = { level, seconds: LONGEST, engine: (level === BEST && this.engine.value) || undefined };
    const { left } = this.game;
    if (left) limits.seconds = Math.min(LONGEST, Math.max(0.05, left[side] / MOVES_TO_GO));
    try {
      let best = null;
      await query({ ...session.question(), ...limits, multipv: 1 }, controller.signal, (answer) => {
        best = answer.bestmove;
      });
      if (this.thinking === controller) this.thinking = null;
      if (controller.signal.aborted || !this.isHere || session.node !== node) return;
      this.onMove(best ?? session.position.legal[0].move, node);
    } catch (error) {
      if (this.thinking === controller) this.thinking = null;
      if (error.name !== "AbortError") this.onFailure(error);
    }
  }

  #tick() {
    if (!this.on || !this.game.left) return;
    const { left } = this.game;
    const now = performance.now();
    const passed = (now - this.since) / 1000;
    this.since = now;
    const { toMove } = this.session.position;
    if (!this.isHere || toMove === null) return;
    left[toMove] -= passed;
    if (left[toMove] <= 0) {
      left[toMove] = 0;
      this.#stop();
      this.#flag(toMove);
      this.end(true);
      return;
    }
    this.#show();
  }

  // Whose time is up has lost.
  #flag(side) {
    const { kind, node } = this.session;
    const name = kind.sides[side];
    const others = kind.sides.filter((other) => other !== name);
    const isTwo = others.length === 1;
    node.ended = {
      text: `${isTwo ? `${others[0]} wins` : `${name} loses`}: ${name} has no time left`,
      payoffs: kind.sides.map((other) => (other === name ? -1 : isTwo ? 1 : 0)),
    };
    this.onFlag();
  }

  #show() {
    const { on, isHeld, session } = this;
    this.button.setAttribute("aria-pressed", on);
    this.button.textContent = on ? "End the game" : isHeld ? "Back to the game" : "Play";
    const time = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    const clocks = this.game?.left?.map((seconds, side) => `${begun(session.kind.sides[side])} ${time(seconds)}`) ?? [];
    if (on && !this.isHere && session.node !== session.tree.tip) clocks.push("waits at its last move: »");
    this.clocks.textContent = clocks.join("  ");
  }
}
