// Which game is on the board: a new one, that of an address, the last one of a kind, or one of a match.

import * as api from "./api.js";
import { firstStart } from "./rules.js";
import { Tree } from "./tree.js";

export class Games {
  // `sayUndo` says what was done and offers to undo it.
  constructor(session, keeper, { say, sayUndo }) {
    Object.assign(this, { session, keeper, say, sayUndo });
  }

  // From the game's start, or once more from where this one began: so in games that have boards of all kinds.
  async fresh(isAgain = this.session.kind.random) {
    const { session } = this;
    const { tree, start } = session;
    const isPlayed = tree.root.children.length || (start.position && !isAgain);
    if (isPlayed) session.remember();
    const position = isAgain ? start.position : null;
    await session.go(({ start: { rules } }) => ({ start: { rules, position }, about: {}, tree: new Tree() }), "new");
    if (isPlayed) this.sayUndo("A new game");
  }

  // Opens what an address says, as far as it can be played. The game that was there can be had again.
  async open(address) {
    const { session, keeper } = this;
    const wanted = keeper.at(address);
    const { kind, start, tree } = wanted;
    const name = new URLSearchParams(address).get("game");
    const last = session.kind === kind ? session : keeper.last(kind.name);
    const isLost = !wanted.isKept && last?.tree.root.children.length;
    if (isLost) session.remember(last);
    let said = name && name !== kind.name ? `No game is called ${name}: this is ${kind.name}` : "";
    try {
      // Moves behind the one on the board, too.
      if (!wanted.isKept && tree.at.children.length) await api.position(session.question(tree.line().at(-1), wanted));
      await session.go(() => wanted, "open");
    } catch (error) {
      const legal = error.field === "moves" && /^move (\d+):/.exec(error.message);
      const all = tree.line().slice(1);
      const part = new Tree();
      for (const { move } of all.slice(0, legal ? Number(legal[1]) - 1 : 0)) part.play(move);
      const from = error.field === "moves" ? start : { rules: "", position: null };
      await session.go(() => ({ ...wanted, start: from, tree: part }), "open");
      said = legal ? `Only ${part.at.ply} of ${all.length} moves can be played. ${error.message}` : error.message;
    }
    if (isLost) this.sayUndo(said || "A game from a link");
    else if (said) this.say(said);
  }

  // The last game of a kind, or a new one.
  async choose(name) {
    const { session, keeper } = this;
    const kind = session.kindOf(name);
    if (kind === session.kind) return;
    const fresh = () => ({ kind, start: firstStart(kind), about: {}, tree: new Tree() });
    keeper.flush();
    await session.go(() => keeper.last(name) ?? fresh(), "open");
  }

  // A game of a match, as it stands: another one, or the same some moves later.
  async watch(shown, isOther) {
    const { session } = this;
    const isAtEnd = isOther || !session.node.children.length;
    const { ply } = session.node;
    const kind = session.kindOf(shown.game) ?? session.kind;
    const tree = Tree.grown(shown.line, shown.comment);
    if (!isAtEnd) tree.at = tree.line()[Math.min(ply, tree.at.ply)];
    await session.go(() => ({ kind, start: { rules: shown.rules, position: shown.start }, tree }), "watch");
  }
}
