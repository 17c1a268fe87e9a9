// Moves as people read them. Where tiles are called by pairs of numbers, moves that are rows of numbers are told by
// their first and last tiles.

const known = new Map();

// A move is spelled the same in every position: whoever has seen the start knows all of those to come. False where
// moves are told as they are.
export function learnMoves({ legal, picture: { tiles: named } }) {
  if (!named[0]?.name.includes(",")) return false;
  for (const { move, tiles } of legal) {
    if (!tiles.length || known.has(move)) continue;
    const ends = tiles.length > 1 ? [tiles[0], tiles.at(-1)] : tiles;
    known.set(move, ends.map((tile) => named[tile].name).join("–"));
  }
  return true;
}

export const isSpelled = (move) => known.has(move);

export const spelled = (move) => known.get(move) ?? move;

// The beginning of a sentence.
export const begun = (text) => text.charAt(0).toUpperCase() + text.slice(1);
