// The rules of the games for somebody who sees them for the first time, and which of the panels are shown.

const RULES = {
  minichess: [
    "Two armies on 5x6 squares. White begins. Touch a piece, then the square where it goes.",
    "Pieces move as in chess. Pawns go one step, take diagonally, and become queens on the last row. Nobody castles.",
    "There is no check: whoever takes the other king wins at once. So look after your own.",
    "After 100 moves of both sides together, whoever has more wins: a pawn counts 2, a rook 6, a knight 7, a bishop 8, a queen 20. The fourth time that a position occurs is a draw.",
  ],
  threechess: [
    "Blue, Green and Red move in this order, each from a third of the board.",
    "Whoever takes a king wins, its owner loses, and the third side gets nothing. There is no check.",
    "Pieces move as in chess. Columns go on in the neighbour's third, turned round; in the middle, where six squares meet, diagonals fork. Touch a piece to see where it may go.",
    "Pawns go forward, two steps at first if they like, and become queens on another side's back row. To castle, move the king two squares towards a rook. A side without a move passes.",
  ],
  hop: [
    "Bring your pieces to the other edge: Black to the two columns on the right, White to the two on the left. Black begins.",
    "A piece steps to a free square beside, above or below it, forwards or backwards.",
    "Or it hops over a piece beside it to the free square behind, and on from there as often as it can. Enemies that it hops over are taken, friends stay.",
    "The game ends when all pieces that a side still has are at home, or after 400 moves. Then whoever has more at home wins, so that pieces taken count.",
    "Touch the square where a chain ends, or go from square to square; touch the last one again to stop there.",
  ],
  gomoku: [
    "Black and White put stones on the crossings in turn. Black begins. Stones never move.",
    "Five of your stones in a row win: across, upwards or diagonally. Freestyle counts longer rows as well, standard exactly five.",
    "Renju takes from Black, who has the advantage: rows of six, two fours at once and two open threes at once are forbidden. Such points have a red cross.",
    "Four with both ends free cannot be stopped, and three with both ends free becomes such a four: answer threes. Diamonds show who threatens what.",
  ],
  hexnim: [
    "Cross out one, two or three free cells that touch each other in a straight line: touch the first and the last.",
    "Who crosses out the last cell loses. (With the rule `normal`, who does so wins.)",
    "The game is lost or won by what you leave: leave a single cell, or pairs that you can answer with their like.",
  ],
};

export const rulesOf = (kind) => {
  const list = document.createElement("ul");
  list.append(
    ...(RULES[kind.name] ?? [kind.summary]).map((text) => Object.assign(document.createElement("li"), { textContent: text })),
  );
  return list;
};

// Panels belong to one or more of the tabs.
export class Tabs {
  constructor(box) {
    this.buttons = [...box.querySelectorAll("[data-tab]")];
    for (const button of this.buttons) button.addEventListener("click", () => this.show(button.dataset.tab));
    const kept = localStorage.getItem("tab");
    this.show(this.buttons.some(({ dataset }) => dataset.tab === kept) ? kept : "play");
  }

  show(tab) {
    document.body.dataset.tab = tab;
    for (const button of this.buttons) button.setAttribute("aria-pressed", button.dataset.tab === tab);
    try {
      localStorage.setItem("tab", tab);
    } catch {
      // A browser that keeps nothing.
    }
  }

  // Shows what has been begun from elsewhere.
  need(tab) {
    if (!["all", tab].includes(document.body.dataset.tab)) this.show(tab);
  }
}
