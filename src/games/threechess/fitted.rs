//! Tuned weights of the evaluation, in hundredths of the game's unit, as `manyply tune threechess` writes them.

crate::game::tunable::weights! {
    file = "fitted.weights";

    /// Material: pawn, knight, bishop, rook and queen. Bishops reach further than in chess, across the forks of the
    /// centre.
    material: [_; 5];

    /// For a pawn, by the rows that it has advanced: the seventh is the last before it promotes.
    pawn_gone: [_; 8];

    /// For a pawn in its own section, for each row and by its column: those in front of a castled king should stay.
    pawn_column: [_; 8];

    /// For a knight, for each square that it reaches beyond six.
    knight_reach: _;

    /// For a bishop, for each step nearer the middle of the board; and on its back rank.
    bishop: [_; 2];

    /// For a rook away from home; and there on the back rank or before it.
    rook: [_; 2];

    /// For a queen, for each step nearer the middle of the board; and at home.
    queen: [_; 2];

    /// For a king at home, by its row.
    king_row: [_; 4];

    /// For a king on its back rank, by its column.
    king_column: [_; 8];

    /// For a king away from home.
    king_away: _;

    /// Mobility: for each square that a knight, bishop, rook or queen attacks and that its own side does not occupy.
    mobility: [_; 4];

    /// King attack: for each square next to an enemy king that a knight, bishop, rook or queen attacks, counted against
    /// the king's side.
    siege: [_; 4];

    /// Pawn shield: for each own pawn next to a king.
    shield: _;

    /// For a hanging king: attacked by an enemy that moves before the king's side.
    king_hangs: _;

    /// For a king that is attacked but moves first: the cost of the tempo.
    king_attacked: _;

    /// Threats, counted against the owner of the piece: a pawn's on a knight or bishop, on a rook, on a queen; a
    /// knight's or bishop's on a rook, on a queen; a rook's on a queen. First by an enemy that moves before the owner.
    threats: [[_; 6]; 2];

    /// Hanging pieces, attacked by an enemy and not defended, counted against the owner: a pawn, a knight or bishop, a
    /// rook, a queen. First by an enemy that moves before the owner.
    hanging: [[_; 4]; 2];

    /// Tempo.
    tempo: _;
}
