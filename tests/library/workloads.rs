//! Every workload of the benches does its work: twice, with the same result.

use benches::Depths;
use manyply::face::Game;
use manyply::games::{gomoku::Gomoku, hexnim::Hexnim, hop::Hop, minichess::Minichess, threechess::Threechess};
use manyply::perft::Mode;

#[allow(unreachable_pub)]
#[path = "../../benches/workloads.rs"]
mod benches;

const DEPTHS: Depths = Depths { bulk: 2, full: 2, search: 2 };

fn each<G: Game>() {
    for mut work in [
        benches::perft::<G>(DEPTHS.bulk, Mode::Bulk),
        benches::perft::<G>(DEPTHS.full, Mode::Full),
        benches::moves::<G>(),
        benches::make_unmake::<G>(),
        benches::playouts::<G>(),
        benches::state::<G>(),
        benches::hooks::<G>(),
        benches::search::<G>(DEPTHS.search),
    ] {
        let first = work();
        assert!(first > 0, "{}", G::NAME);
        assert_eq!(work(), first, "{}", G::NAME);
    }
}

#[test]
fn workloads_repeat() {
    each::<Minichess>();
    each::<Threechess>();
    each::<Hop>();
    each::<Gomoku>();
    each::<Hexnim>();
    assert!(benches::table()() > 0);
}
