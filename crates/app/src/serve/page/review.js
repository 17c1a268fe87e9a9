// What was found of the moves of a game, what is said of them, and what one can do about it.

import { $ } from "./dom.js";
import { begun, spelled } from "./spell.js";

// The mistakes of a game of which the better move is known.
export const mistakes = ({ tree, marks }) =>
  tree.line(tree.root).filter((node) => node.parent?.best && marks.some(([, mark]) => mark === node.mark));

// What marks mean.
const MEANINGS = { "?!": ["inaccuracy", "inaccuracies"], "?": ["mistake", "mistakes"], "??": ["blunder", "blunders"] };

// How often each side made which.
export function summary({ kind, marks }, found) {
  const count = (mark, side) => found.filter((node) => node.mark === mark && node.parent.mover === side).length;
  return kind.sides
    .map((name, side) => {
      const counts = marks.map(([, mark]) => [count(mark, side), mark]).filter(([number]) => number);
      const told = counts.map(([number, mark]) => `${number} ${MEANINGS[mark][number > 1 ? 1 : 0]} (${mark})`);
      return `${begun(name)}: ${told.join(", ") || "no mistake"}`;
    })
    .join(". ");
}

export class Review {
  // `go` changes what is shown; `onChange` is called when the tree has changed where nothing else has, `onSolve` gets
  // positions to be solved.
  constructor(session, { go, onChange, onSolve }) {
    this.session = session;
    const click = (id, action) => $(id).addEventListener("click", action);
    click("better", () => go(({ tree, node: { parent } }) => ({ node: tree.child(parent, parent.best) }), "move"));
    click("mistake", () => {
      const found = mistakes(session);
      go(({ node: { ply } }) => ({ node: found.find((other) => other.ply > ply) ?? found[0] }));
    });
    click("retry", () => onSolve(this.#problems()));
    click("promote", () => {
      session.tree.promote(session.node);
      onChange();
    });
    $("comment").addEventListener("change", ({ target }) => {
      session.node.comment = target.value.trim() || undefined;
      session.tree.version += 1;
      onChange();
    });
  }

  show() {
    const { session } = this;
    const { node, tree } = session;
    const found = mistakes(session);
    $("verdict").hidden = !found.length;
    $("summary").textContent = summary(session, found);
    $("better").hidden = !found.includes(node);
    $("better").textContent = `Better: ${spelled(node.parent?.best)}`;
    $("about").hidden = !node.parent;
    $("comment").value = node.comment ?? "";
    $("promote").hidden = tree.line(tree.root).includes(node);
  }

  // One's own mistakes, or everybody's where one made none.
  #problems() {
    const { kind, start, tree } = this.session;
    const found = mistakes(this.session);
    const own = found.filter(({ parent }) => `${parent.mover}` === $("human").value);
    return (own.length ? own : found).map(({ move, mark, parent }) => ({
      ...start,
      moves: tree.path(parent),
      best: [parent.best],
      task: `${begun(kind.sides[parent.mover])} played ${spelled(move)}${mark} here. Find the better move.`,
      told: "",
    }));
  }
}
