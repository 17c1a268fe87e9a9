// A game against the engine: whose turn it is, the level, the clock. It stands at its last move; whoever looks at
// another position meanwhile is waited for, engine and clock stand still.

import { query } from "./api.js";

// The longest that the engine thinks about a move, in seconds: at the last level as long as a player does.
const LONGEST = 4;
// What is left on a clock is kept for so many moves.
const MOVES_TO_GO = 30;

export class Play {
  // `onMove` gets the engine's move and the node that it is for; `onFlag` is called when somebody's time is up, and
  // `onChange` when a game begins or ends.
  constructor(session, parts) {
    Object.assign(this, { session, ...parts });
    this.on = false;
    this.left = null;
    setInterval(() => this.#tick(), 200);
  }

  toggle() {
    if (this.on) this.end();
    else this.begin();
  }

  // A game from what is on the board on.
  begin() {
    this.on = true;
    this.isOver = false;
    this.tip = this.session.node;
    this.left = null;
    if (this.clock.value) {
      const [base, increment] = this.clock.value.split("+").map(Number);
      this.left = this.session.kind.sides.map(() => base);
      this.increment = increment;
    }
    this.onChange();
    this.turn();
  }

  // By hand, or because it is over: then a new game goes on with the same sides.
  end(isOver = false) {
    this.on = false;
    this.isOver = isOver;
    this.#stop();
    this.#show();
    this.onChange();
  }

  #stop() {
    this.thinking?.abort();
    this.thinking = null;
  }

  // Whether the game stands where the board does.
  get isHere() {
    return this.on && this.session.node === this.tip && !this.session.wanted;
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
    if (!this.isHere || this.own === null) return "";
    return this.isEngines() ? ": the engine thinks" : ": your turn";
  }

  // What whoever played has got, once the game is over: 1, 0 or −1.
  get got() {
    return this.isOver && this.session.node === this.tip ? (this.session.payoffs?.[this.own] ?? 0) : 0;
  }

  // Another position is on the board.
  shown(before, why) {
    if (why === "new" && (this.on || this.isOver)) {
      this.begin();
      return;
    }
    if (!this.on) return;
    const { node, tree } = this.session;
    if (tree !== before.tree) {
      if (why === "undo" && before.kind === this.session.kind) this.#go(node);
      else this.end();
      return;
    }
    if (why === "move" && node !== before.node) {
      // Whoever plays from an earlier position goes on from there.
      if (this.left && before.node === this.tip && before.position.toMove !== null)
        this.left[before.position.toMove] += this.increment;
      this.#go(node);
    } else if (why === "cut") this.#go(node);
    else this.turn();
  }

  #go(node) {
    this.tip = node;
    this.turn();
  }

  // Lets the engine move, if it is its turn and somebody looks.
  async turn() {
    const { session } = this;
    this.since = performance.now();
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
    const limits = { level: Number(this.level.value), seconds: LONGEST };
    if (this.left) limits.seconds = Math.min(LONGEST, Math.max(0.05, this.left[side] / MOVES_TO_GO));
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
    if (!this.on || !this.left) return;
    const now = performance.now();
    const passed = (now - this.since) / 1000;
    this.since = now;
    const { toMove } = this.session.position;
    if (!this.isHere || toMove === null) return;
    this.left[toMove] -= passed;
    if (this.left[toMove] <= 0) {
      this.left[toMove] = 0;
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
    this.button.setAttribute("aria-pressed", this.on);
    this.button.textContent = this.on ? "End the game" : "Play";
    const time = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    const clocks = this.left?.map((left, side) => `${this.session.kind.sides[side]} ${time(left)}`) ?? [];
    if (this.on && !this.isHere && this.session.node !== this.tip) clocks.push("waits at its last move: »");
    this.clocks.textContent = clocks.join("  ");
  }
}
