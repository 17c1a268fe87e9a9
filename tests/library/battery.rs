//! The generic battery at random games of every game, under its options: one line each.

use manyply::check::battery;
use manyply::face::Game;
use manyply::games::{gomoku::Gomoku, hexnim::Hexnim, hop::Hop, minichess::Minichess, threechess::Threechess};

fn prove<G: Game>(rules: &str, games: u64) {
    let rules = G::parse_rules(rules).expect("options of the game");
    battery::<G>(&rules, games, 1).unwrap_or_else(|problem| panic!("{problem}"));
}

macro_rules! batteries {
    ($($name:ident: $game:ty, $rules:expr, $games:expr;)*) => {$(
        #[test]
        fn $name() {
            prove::<$game>($rules, $games);
        }
    )*};
}

batteries! {
    minichess: Minichess, "default", 40;
    minichess_royal: Minichess, "king=royal", 20;
    minichess_draw_at_the_limit: Minichess, "plies=20,limit=draw,repetition=2", 40;
    minichess_without_limits: Minichess, "plies=none,repetition=0", 20;
    minichess_royal_without_limits: Minichess, "plies=none,king=royal", 12;
    minichess_short: Minichess, "plies=7", 12;
    minichess_2023: Minichess, "2023", 20;
    threechess: Threechess, "default", 6;
    threechess_pass_always: Threechess, "pass=always,plies=150", 6;
    threechess_choice: Threechess, "promotion=choice", 4;
    threechess_history: Threechess, "castling=history", 4;
    threechess_choice_history: Threechess, "promotion=choice,castling=history", 6;
    threechess_short: Threechess, "plies=7", 4;
    hop: Hop, "default", 10;
    hop_revisit_never: Hop, "revisit=never,plies=60", 10;
    hop_empty_ends: Hop, "empty=ends", 10;
    hop_pass_always: Hop, "pass=always,empty=ends", 10;
    hop_pass_always_short: Hop, "pass=always,plies=30", 10;
    hop_all_options: Hop, "revisit=never,pass=always,empty=ends,plies=50", 10;
    gomoku: Gomoku, "default", 2;
    gomoku_small: Gomoku, "size=6x5,connect=4", 30;
    gomoku_standard: Gomoku, "rule=standard,connect=3,size=20x3", 6;
    gomoku_renju: Gomoku, "rule=renju,size=9", 8;
    gomoku_single_row: Gomoku, "size=1x20,connect=3", 20;
    hexnim: Hexnim, "default", 4;
    hexnim_normal: Hexnim, "winner=normal", 4;
}
