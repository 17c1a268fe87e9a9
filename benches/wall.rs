//! Wall time of the workloads. What a change costs is seen more clearly in `instructions`.

use criterion::{Criterion, criterion_group, criterion_main};
use manyply::face::Game;
use manyply::games::{gomoku::Gomoku, hexnim::Hexnim, hop::Hop, minichess::Minichess, threechess::Threechess};
use manyply::perft::Mode;
use manyply_benches::{self as workloads, Depths, Workload};

fn game<G: Game>(criterion: &mut Criterion, depths: Depths) {
    let mut group = criterion.benchmark_group(G::NAME);
    let mut bench = |name: &str, mut work: Workload| {
        group.bench_function(name, |bencher| bencher.iter(&mut work));
    };
    bench("perft_bulk", workloads::perft::<G>(depths.bulk, Mode::Bulk));
    bench("perft_full", workloads::perft::<G>(depths.full, Mode::Full));
    bench("moves", workloads::moves::<G>());
    bench("make_unmake", workloads::make_unmake::<G>());
    bench("playouts", workloads::playouts::<G>());
    bench("state", workloads::state::<G>());
    bench("hooks", workloads::hooks::<G>());
    bench("search", workloads::search::<G>(depths.search));
}

fn all(criterion: &mut Criterion) {
    criterion.bench_function("table", |bencher| bencher.iter(workloads::table()));
    game::<Minichess>(criterion, Depths { bulk: 7, full: 6, search: 10 });
    game::<Threechess>(criterion, Depths { bulk: 5, full: 4, search: 8 });
    game::<Hop>(criterion, Depths { bulk: 4, full: 4, search: 9 });
    game::<Gomoku>(criterion, Depths { bulk: 2, full: 2, search: 7 });
    game::<Hexnim>(criterion, Depths { bulk: 2, full: 2, search: 4 });
}

criterion_group! {
    name = wall;
    config = Criterion::default().sample_size(20);
    targets = all
}
criterion_main!(wall);
