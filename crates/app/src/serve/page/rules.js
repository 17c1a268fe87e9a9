// Where games begin that nobody has played here as yet.

// Boards of free cells, for games that have boards drawn at random: the first for who sees such a game first.
export const SIZES = [5, 7, 9];
export const cells = (size) => Array(size).fill(".".repeat(size)).join("/");

export const firstStart = (kind) => ({ rules: "", position: kind.random ? cells(SIZES[0]) : null });
