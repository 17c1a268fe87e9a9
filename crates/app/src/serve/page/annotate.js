// Annotation: every position of the line on the board is searched, and moves that gave something away are marked.

import { query } from "./api.js";
import { mistakes, summary } from "./review.js";
import { expected, learn } from "./score.js";

// Nodes for each position.
const NODES = 60000;
export class Annotation {
  // `onKnown` is called when more is known of the tree.
  constructor(session, parts) {
    Object.assign(this, { session, ...parts });
  }

  toggle() {
    if (this.running) this.running.abort();
    else this.#run();
  }

  async #run() {
    const { session } = this;
    const { kind, tree } = session;
    const nodes = tree.line();
    const running = new AbortController();
    this.running = running;
    this.button.textContent = "Stop";
    let done = 0;
    try {
      const whole = {
        ...session.question(nodes.at(-1)),
        analyzeTurns: nodes.map((_, turn) => turn),
        nodes: NODES,
        // The search that knows what each of three sides expects.
        model: kind.sides.length > 2 ? "maxn" : undefined,
      };
      await query(whole, running.signal, (answer) => {
        if (!answer.final) return;
        done += 1;
        if (answer.score) {
          const { score, depth, lines, bestmove: best } = answer;
          const mover = kind.sides.indexOf(answer.to_move);
          learn(nodes[answer.turn], { score, depth, mover, values: lines[0]?.values, best }, kind.sides.length);
        }
        this.button.textContent = `Stop at ${done} of ${nodes.length}`;
        mark(nodes, kind.sides.length, session.marks);
        this.onKnown(tree);
      });
      this.say(`Annotated ${nodes.length - 1} moves. ${summary(session, mistakes(session))}`);
    } catch (error) {
      if (error.name !== "AbortError") this.onFailure(error);
    }
    this.running = null;
    this.button.textContent = "Annotate";
  }
}

// What a move must lose of the expected result for each mark is the service's word.
function mark(nodes, sides, marks) {
  nodes.forEach((node, turn) => {
    const before = nodes[turn - 1];
    if (!before?.score || !node.score) return;
    const share = (of) => expected(of.score, of.mover, sides, of.values)[before.mover];
    const [own, then] = [share(before), share(node)];
    if (own === null || then === null) return;
    const lost = node.move === before.best ? 0 : own - then;
    const found = marks.find(([least]) => lost >= least)?.[1];
    // What others have said of a move stays, if there is nothing to object.
    if (!found && !node.isOwnMark) return;
    Object.assign(node, { mark: found, isOwnMark: true });
  });
}
