//! Tuned weights of the evaluation, in hundredths of the game's unit, as `manyply tune threechess` writes them.

crate::game::tunable::weights! {
    origin =
        "manyply tune threechess --games 4000 --nodes 3000 --random-plies 6 --positions 12 --seed 1 --epochs 500"
        "--prior 8, beginning with the weights before: 143847 positions of 4000 games.";

    /// Material: pawn, knight, bishop, rook and queen. Bishops reach further than in chess, across the forks of the
    /// centre.
    material: [_; 5] = [109, 310, 350, 490, 950];

    /// For a pawn, by the rows that it has advanced: the seventh is the last before it promotes.
    pawn_gone: [_; 8] = [0, 4, 11, 8, 30, 70, 190, 0];

    /// For a pawn in its own section, for each row and by its column: those in front of a castled king should stay.
    pawn_column: [_; 8] = [-2, -4, 4, 9, 9, 6, 0, 3];

    /// For a knight, for each square that it reaches beyond six.
    knight_reach: _ = 9;

    /// For a bishop, for each step nearer the middle of the board; and on its back rank.
    bishop: [_; 2] = [6, -10];

    /// For a rook away from home; and there on the back rank or before it.
    rook: [_; 2] = [9, 15];

    /// For a queen, for each step nearer the middle of the board; and at home.
    queen: [_; 2] = [-2, 5];

    /// For a king at home, by its row.
    king_row: [_; 4] = [0, -40, -79, -111];

    /// For a king on its back rank, by its column.
    king_column: [_; 8] = [9, 16, 7, -7, 1, -8, 22, 14];

    /// For a king away from home.
    king_away: _ = -121;

    /// Mobility: for each square that a knight, bishop, rook or queen attacks and that its own side does not occupy.
    mobility: [_; 4] = [0, 0, 6, 2];

    /// King attack: for each square next to an enemy king that a knight, bishop, rook or queen attacks, counted against
    /// the king's side.
    siege: [_; 4] = [13, 14, 18, 23];

    /// Pawn shield: for each own pawn next to a king.
    shield: _ = 12;

    /// For a hanging king: attacked by an enemy that moves before the king's side.
    king_hangs: _ = 1500;

    /// For a king that is attacked but moves first: the cost of the tempo.
    king_attacked: _ = 50;

    /// Tempo.
    tempo: _ = 15;
}
