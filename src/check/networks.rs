//! Networks of a game: what they see of a position, and that a search evaluates with one that was read from a file as
//! the game itself does, whatever was made and taken back in between.

use super::{Game, Verdict, ensure, hooks};
use crate::game::Side;
use crate::nnue::{MAX_ACTIVE, NetworkRef};
use crate::search::State;
use crate::zobrist::SplitMix64;

/// The largest number of a drawn network, either way.
const LARGEST: usize = 64;
const SEED: u64 = 57;

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
    let mut state = hooks::fresh::<G, G::State>(position, Some(network));
    let searched: Vec<i32> = Side::all(G::SIDES).map(|side| state.static_eval(position, side)).collect();
    ensure(searched == other, || with(format!("the search's evaluations are {searched:?}, the game's {other:?}")))?;
    let terms = position.explain_with(Some(network));
    let sums = Side::all(G::SIDES).map(|side| terms.iter().map(|term| term.values[side.index()]).sum::<i32>());
    ensure(sums.eq(other.iter().copied()), || with("the terms do not add up to the evaluation".into()))?;
    hooks::followed::<G, G::State>(position, Some(network)).map_err(with)?;
    Ok(own != other)
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
