//! Any line as a query of another program: an error, or a request all of whose positions are there. And any line as one
//! of a file of positions. Nothing is searched.
#![cfg_attr(feature = "libfuzzer", no_main)]

use manyply::face::Setup;
use manyply::games::registry;
use manyply::search::Limits;
use manyply_arena::service::{Query, Request, json};
use manyply_fuzz::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        match Query::parse(line).and_then(|query| Request::new(&query, &registry(), &Limits::nodes(1))) {
            Ok(request) => {
                for &turn in &request.turns {
                    let game = request.game(turn).expect("a position that was checked");
                    assert_eq!(game.ply(), turn);
                }
            }
            Err(error) => assert!(json::line(&error).expect("JSON").contains("\"error\"")),
        }
        for kind in registry().all() {
            let setup = Setup::of_line(kind, "", line);
            if let Ok(game) = kind.begin(&setup) {
                let again = Setup { position: Some(game.position_text()), ..Setup::default() };
                assert!(kind.begin(&again).is_ok(), "{game:?}");
            }
        }
    }
});
