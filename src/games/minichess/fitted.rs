//! The weights of the evaluation, in hundredths of the game's unit, in the form that `manyply tune minichess` writes.

crate::game::tunable::weights! {
    origin =
        "Set by hand from chess practice, with the small board in mind: sliders find short lines, a pawn is four steps"
        "from promotion at most, and the next piece is never far from the king. Not fitted to games.";

    /// What a pawn, knight, bishop, rook and queen are worth wherever they stand: each in the middle game and in the
    /// endgame.
    material: [[_; 2]; 5] = [
        [ 90, 120],
        [270, 260],
        [290, 290],
        [420, 480],
        [850, 900],
    ];

    /// What a square adds for a pawn of White in the middle game: the sixth rank first.
    pawn_middle: [[_; 5]; 6] = [
        [ 0,  0,  0,  0,  0],
        [90, 90, 90, 90, 90],
        [25, 35, 35, 30, 25],
        [ 5, 15, 20, 12,  5],
        [ 0,  0,  0,  5,  8],
        [ 0,  0,  0,  0,  0],
    ];

    /// What a square adds for a pawn of White in the endgame: the sixth rank first.
    pawn_end: [[_; 5]; 6] = [
        [  0,   0,   0,   0,   0],
        [140, 140, 140, 140, 140],
        [ 60,  60,  60,  60,  60],
        [ 20,  20,  20,  20,  20],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
    ];

    /// What a square adds for a knight of White in the middle game: the sixth rank first.
    knight_middle: [[_; 5]; 6] = [
        [-30, -15, -10, -15, -30],
        [-10,   5,  15,   5, -10],
        [  0,  20,  25,  20,   0],
        [  0,  15,  20,  15,   0],
        [-10,   0,   5,   0, -10],
        [-30, -15, -10, -15, -30],
    ];

    /// What a square adds for a knight of White in the endgame: the sixth rank first.
    knight_end: [[_; 5]; 6] = [
        [-30, -15, -10, -15, -30],
        [-10,   5,  15,   5, -10],
        [  0,  20,  25,  20,   0],
        [  0,  15,  20,  15,   0],
        [-10,   0,   5,   0, -10],
        [-30, -15, -10, -15, -30],
    ];

    /// What a square adds for a bishop of White in the middle game: the sixth rank first.
    bishop_middle: [[_; 5]; 6] = [
        [-10,  -5,  -5,  -5, -10],
        [ -5,   8,   8,   8,  -5],
        [  0,  10,  15,  10,   0],
        [  0,  10,  15,  10,   0],
        [ -5,   8,   5,   8,  -5],
        [-10, -10, -10, -10, -10],
    ];

    /// What a square adds for a bishop of White in the endgame: the sixth rank first.
    bishop_end: [[_; 5]; 6] = [
        [-10,  -5,  -5,  -5, -10],
        [ -5,   8,   8,   8,  -5],
        [  0,  10,  15,  10,   0],
        [  0,  10,  15,  10,   0],
        [ -5,   8,   5,   8,  -5],
        [-10, -10, -10, -10, -10],
    ];

    /// What a square adds for a rook of White in the middle game: the sixth rank first.
    rook_middle: [[_; 5]; 6] = [
        [10, 10, 10, 10, 10],
        [15, 15, 15, 15, 15],
        [ 0,  0,  5,  0,  0],
        [-5,  0,  0,  0, -5],
        [-5,  0,  0,  0, -5],
        [-5,  0,  5,  0, -5],
    ];

    /// What a square adds for a rook of White in the endgame: the sixth rank first.
    rook_end: [[_; 5]; 6] = [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ];

    /// What a square adds for a queen of White in the middle game: the sixth rank first.
    queen_middle: [[_; 5]; 6] = [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ];

    /// What a square adds for a queen of White in the endgame: the sixth rank first.
    queen_end: [[_; 5]; 6] = [
        [  0,   5,   5,   5,   0],
        [  5,  10,  10,  10,   5],
        [  5,  15,  15,  15,   5],
        [  5,  15,  15,  15,   5],
        [  0,  10,  10,  10,   0],
        [-10,   0,   0,   0, -10],
    ];

    /// What a square adds for a king of White in the middle game: the sixth rank first.
    king_middle: [[_; 5]; 6] = [
        [-80, -80, -80, -80, -80],
        [-70, -75, -80, -75, -70],
        [-55, -60, -65, -60, -55],
        [-40, -45, -50, -45, -40],
        [  0, -15, -25, -15,   0],
        [ 20,  10, -10,  10,  20],
    ];

    /// What a square adds for a king of White in the endgame: the sixth rank first.
    king_end: [[_; 5]; 6] = [
        [-30, -10, -10, -10, -30],
        [-10,  15,  20,  15, -10],
        [ -5,  25,  30,  25,  -5],
        [ -5,  20,  30,  20,  -5],
        [-15,   5,  10,   5, -15],
        [-40, -20, -15, -20, -40],
    ];

    /// For each square that a knight, bishop, rook or queen attacks and that neither its own side holds nor an enemy
    /// pawn attacks.
    mobility: [[_; 2]; 4] = [
        [6, 6],
        [6, 7],
        [4, 7],
        [3, 6],
    ];

    /// For each square next to the enemy king that a knight, bishop, rook or queen attacks.
    siege: [[_; 2]; 4] = [
        [12,  2],
        [12,  2],
        [12,  3],
        [14,  5],
    ];

    /// For each own pawn next to the king.
    shield: [_; 2] = [8, 0];

    /// For each passed pawn, by the ranks that it has gone, one to four.
    passed: [[_; 2]; 4] = [
        [ 5, 15],
        [10, 25],
        [25, 50],
        [60, 90],
    ];

    /// For each pawn with another one of its side before it.
    doubled: [_; 2] = [-12, -20];

    /// For each pawn without a pawn of its side on the next files.
    isolated: [_; 2] = [-8, -10];

    /// For each pawn that a pawn of its side protects.
    protected: [_; 2] = [8, 6];

    /// For each enemy piece, king and pawns aside, that a pawn attacks.
    pawn_threat: [_; 2] = [40, 30];

    /// For the side to move.
    tempo: _ = 12;

    /// At the limit on plies: for leading in the count, and for each point of the lead.
    lead: [_; 2] = [250, 60];
}
