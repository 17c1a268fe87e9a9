//! Networks of a game: what they see of a position, that the game evaluates with one as is counted from that, and that
//! a search evaluates with one that was read from a file as the game itself does, whatever was made and taken back in
//! between.

use super::{Game, Verdict, ensure, hooks};
use crate::game::Side;
use crate::nnue::{MAX_ACTIVE, NetworkRef, QA, QB, Shape};
use crate::search::State;
use crate::zobrist::SplitMix64;

/// The largest number of a drawn network, either way.
const LARGEST: usize = 64;
const SEED: u64 = 57;
/// So many plies before a game must end, and more, an evaluation is the network's output and the game's own part.
const PLIES_LEFT: u32 = 32;

/// A network of the game's shape whose numbers are drawn at random, read as from a file; none for a game without
/// networks. It is the same whenever one asks.
///
/// # Errors
/// It is refused.
pub(super) fn drawn<G: Game>() -> Result<Option<NetworkRef>, String> {
    let Some(own) = G::NETWORK else { return Ok(None) };
    let mut random = SplitMix64::new(SEED);
    let number = || (random.below(2 * LARGEST + 1) as i16 - LARGEST as i16).to_le_bytes();
    let numbers: Vec<u8> = std::iter::repeat_with(number).take(own.shape.size() / 2).flatten().collect();
    let network = own.parse(G::NAME, &own.shape.file(G::NAME, &numbers));
    network.map(Some).map_err(|error| format!("a network of the game's shape: {error}"))
}

/// The features and the output bucket are within the shape, and a search with this network agrees with the game.
/// Returns whether the position has another evaluation with it than with the game's own.
pub(super) fn all<G: Game>(position: &G, network: NetworkRef) -> Result<bool, String> {
    if position.outcome().is_some() {
        return Ok(false);
    }
    inputs(position)?;
    let values = |network| Side::all(G::SIDES).map(|side| position.evaluate_with(network, side)).collect::<Vec<_>>();
    let (own, other) = (values(None), values(Some(network)));
    let with = |problem| format!("with a network from a file: {problem}");
    let game = || Side::all(G::SIDES).map(|side| position.evaluate(side)).collect::<Vec<_>>();
    ensure(own == game(), || format!("evaluations with no network are {own:?}, the game's {:?}", game()))?;
    ensure(G::SIDES != 2 || other[0] == -other[1], || with(format!("evaluations are not opposite: {other:?}")))?;
    forward(position, network).map_err(with)?;
    let mut state = hooks::fresh::<G, G::State>(position, Some(network));
    let searched: Vec<i32> = Side::all(G::SIDES).map(|side| state.static_eval(position, side)).collect();
    ensure(searched == other, || with(format!("the search's evaluations are {searched:?}, the game's {other:?}")))?;
    let terms = position.explain_with(Some(network));
    let sums = Side::all(G::SIDES).map(|side| terms.iter().map(|term| term.values[side.index()]).sum::<i32>());
    ensure(sums.eq(other.iter().copied()), || with("the terms do not add up to the evaluation".into()))?;
    hooks::followed::<G, G::State>(position, Some(network)).map_err(with)?;
    hooks::walked::<G, G::State>(position, Some(network)).map_err(with)?;
    Ok(own != other)
}

/// The evaluation for the side to move, with three sides or four for each of them, is the network's output for what it
/// sees, added to the game's own part. Near the last ply, and at its bounds, an evaluation may be another one.
fn forward<G: Game>(position: &G, network: NetworkRef) -> Verdict {
    let Some(shape) = G::NETWORK.map(|own| own.shape) else { return Ok(()) };
    if position.plies_left().is_some_and(|left| left < PLIES_LEFT) {
        return Ok(());
    }
    let mover = position.side_to_move();
    Side::all(G::SIDES).filter(|&side| G::SIDES > 2 || side == mover).try_for_each(|side| {
        let expected = position.network_base(side) + output(position, network.numbers(), shape, side);
        let found = position.evaluate_with(Some(network), side);
        ensure(found == expected || expected.abs() >= hooks::LARGEST_EVAL, || {
            format!("the evaluation is {found}; by features, bucket and network_base it is {expected}")
        })
    })
}

/// A network's output for a side, by its numbers as they are in its file.
fn output<G: Game>(position: &G, numbers: &[u8], shape: Shape, side: Side) -> i32 {
    let Shape { features, hidden, views, buckets, scale, .. } = shape;
    let number = |index: usize| i32::from(i16::from_le_bytes([numbers[2 * index], numbers[2 * index + 1]]));
    let bucket = position.bucket(side);
    let mut sum = 0;
    for (row, view) in std::iter::successors(Some(side), |view| Some(view.next(views))).take(views).enumerate() {
        let active: Vec<usize> = position.features(view).map(usize::from).collect();
        let weights = (features + 1 + bucket * views + row) * hidden;
        for neuron in 0..hidden {
            let inputs = active.iter().chain([&features]).map(|row| number(row * hidden + neuron));
            let clipped = inputs.sum::<i32>().clamp(0, QA);
            sum += clipped * clipped * number(weights + neuron);
        }
    }
    let bias = number((features + 1 + views * buckets) * hidden + bucket);
    (i64::from(sum / QA + bias) * i64::from(scale) / i64::from(QA * QB)) as i32
}

/// What a network sees is within its shape: equally many features from each side.
fn inputs<G: Game>(position: &G) -> Verdict {
    let Some(shape) = G::NETWORK.map(|own| own.shape) else { return Ok(()) };
    ensure(shape.views == G::SIDES, || format!("a network of {} views for {} sides", shape.views, G::SIDES))?;
    let mut counts = Vec::new();
    for side in Side::all(G::SIDES) {
        let features: Vec<u16> = position.features(side).collect();
        counts.push(features.len());
        let stray = features.iter().find(|&&feature| usize::from(feature) >= shape.features);
        ensure(stray.is_none(), || format!("the feature {stray:?} of a network of {}", shape.features))?;
        let bucket = position.bucket(side);
        ensure(bucket < shape.buckets, || format!("the output bucket {bucket} of {}", shape.buckets))?;
    }
    let is_equal = counts.windows(2).all(|pair| pair[0] == pair[1]);
    ensure(is_equal && counts[0] <= MAX_ACTIVE, || {
        format!("{counts:?} active features; expected equally many from each side, {MAX_ACTIVE} at most")
    })
}
