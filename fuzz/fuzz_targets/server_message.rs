//! Any text as what a Trichess server says, a message a line: refused in one line, or understood; a board that is
//! understood and makes a position is that position's board.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::game::{Position, Side};
use manyply_app::protocol::trichess_client::{Message, Seen, parse};
use manyply_fuzz::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut seen = Seen::default();
    for line in text.lines() {
        match parse(line) {
            Ok(Message::Turn(Some(pieces))) => {
                for side in Side::all(3) {
                    let Ok(position) = seen.position(&pieces, side) else { continue };
                    assert_eq!(position.validate(), Ok(()));
                    assert_eq!(position.side_to_move(), side);
                    assert_eq!(position.board().occupied().count_ones() as usize, pieces.len());
                    let stands = |at, owner, kind| position.board().at(at) == Some((owner, kind));
                    assert!(pieces.iter().all(|piece| stands(piece.square, piece.owner, piece.kind)));
                }
            }
            Ok(_) => {}
            Err(error) => assert!(!error.contains('\n') && error.len() < 4000, "{error}"),
        }
    }
});
