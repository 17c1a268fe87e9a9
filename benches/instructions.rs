//! Instruction counts of the workloads under valgrind: the same on every run, so that small changes show.

// The macros of the bench make public items.
#![allow(missing_docs, unreachable_pub)]

use iai_callgrind::{library_benchmark, library_benchmark_group, main};
use manyply::games::{gomoku::Gomoku, hexnim::Hexnim, hop::Hop, minichess::Minichess, threechess::Threechess};
use manyply::perft::Mode;
use manyply_benches::{self as workloads, Depths, Workload};
use std::hint::black_box;

#[library_benchmark]
#[bench::store_and_probe(workloads::table())]
fn table(mut work: Workload) -> u64 {
    black_box(work())
}

macro_rules! games {
    ($($name:ident: $game:ty, $depths:expr;)*) => {
        $(
            #[library_benchmark]
            #[bench::perft_bulk(workloads::perft::<$game>($depths.bulk, Mode::Bulk))]
            #[bench::perft_full(workloads::perft::<$game>($depths.full, Mode::Full))]
            #[bench::moves(workloads::moves::<$game>())]
            #[bench::make_unmake(workloads::make_unmake::<$game>())]
            #[bench::playouts(workloads::playouts::<$game>())]
            #[bench::state(workloads::state::<$game>())]
            #[bench::hooks(workloads::hooks::<$game>())]
            #[bench::search(workloads::search::<$game>($depths.search))]
            fn $name(mut work: Workload) -> u64 {
                black_box(work())
            }
        )*

        library_benchmark_group!(name = instructions; benchmarks = table, $($name),*);
    };
}

games! {
    minichess: Minichess, Depths { bulk: 7, full: 6, search: 10 };
    threechess: Threechess, Depths { bulk: 5, full: 4, search: 8 };
    hop: Hop, Depths { bulk: 4, full: 4, search: 9 };
    gomoku: Gomoku, Depths { bulk: 2, full: 2, search: 7 };
    hexnim: Hexnim, Depths { bulk: 2, full: 2, search: 4 };
}

main!(library_benchmark_groups = instructions);
