//! The search on small random games: two or three sides that do not take turns evenly, transpositions, draws.

use arrayvec::ArrayVec;
use manyply::game::{
    Baselines, Evaluate, Hints, Notation, Outcome, Picture, Played, Position, Side, TextError, TextErrorKind,
};
use manyply::search::{Limits, Options, Score, Searcher, Techniques};
use manyply::solve::Solve;
use manyply::zobrist::mix;
use std::sync::atomic::AtomicBool;

/// Adding one to three to a sum; sums, plies and a seed decide at random who moves, who wins, what it looks like.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Toy<const SIDES: usize> {
    seed: u64,
    sum: u8,
    ply: u8,
}

impl<const SIDES: usize> Toy<SIDES> {
    const LENGTH: u8 = 9;

    fn chance(&self, what: u64, of: u64) -> u64 {
        mix(self.key() ^ mix(what)) % of
    }
}

impl<const SIDES: usize> Position for Toy<SIDES> {
    type Move = u8;
    type Undo = ();
    type Moves = ArrayVec<u8, 3>;
    type Rules = u64;
    const SIDES: usize = SIDES;

    fn start(rules: &u64) -> Self {
        Self { seed: *rules, sum: 0, ply: 0 }
    }
    fn rules(&self) -> u64 {
        self.seed
    }
    fn side_to_move(&self) -> Side {
        Side::new(self.chance(1, SIDES as u64) as usize)
    }
    fn outcome(&self) -> Option<Outcome> {
        let over = self.ply == Self::LENGTH || (self.ply > 3 && self.chance(2, 6) == 0);
        over.then(|| {
            let winner = Side::new(self.chance(3, SIDES as u64) as usize);
            let loser = winner.next(SIDES);
            if self.chance(4, 3) == 0 { Outcome::DRAW } else { Outcome::beats(winner, loser) }
        })
    }
    fn moves(&self, list: &mut Self::Moves) {
        if self.outcome().is_none() {
            (1..=3).for_each(|m| list.push(m));
        }
    }
    fn make(&mut self, m: u8) {
        self.sum += m;
        self.ply += 1;
    }
    fn unmake(&mut self, m: u8, (): ()) {
        self.sum -= m;
        self.ply -= 1;
    }
    fn key(&self) -> u64 {
        mix(mix(self.seed) ^ u64::from(self.sum) << 8 ^ u64::from(self.ply))
    }
    fn pack(&self, m: u8) -> u16 {
        u16::from(m)
    }
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

impl<const SIDES: usize> Notation for Toy<SIDES> {
    const NAME: &'static str = "toy";
    const SUMMARY: &'static str = "a random game";
    const OPTIONS: &'static [&'static str] = &[];

    fn parse_rules(_: &str) -> Result<u64, TextError> {
        Ok(0)
    }
    fn rules_text(seed: &u64) -> String {
        seed.to_string()
    }
    fn parse_position(_: &str, _: &u64) -> Result<Self, TextError> {
        Err(TextError::new(TextErrorKind::Shape, 1, "no texts", "none"))
    }
    fn position_text(&self) -> String {
        format!("{self:?}")
    }
    fn parse_move(&self, _: &str) -> Result<u8, TextError> {
        Err(TextError::new(TextErrorKind::Shape, 1, "no texts", "none"))
    }
    fn move_text(&self, m: u8) -> String {
        m.to_string()
    }
    fn side_name(_: Side) -> &'static str {
        "a side"
    }
    fn picture(&self) -> Picture {
        Picture::default()
    }
}

impl<const SIDES: usize> Evaluate for Toy<SIDES> {
    fn evaluate(&self, side: Side) -> i32 {
        let value = self.chance(5, 201) as i32 - 100;
        match (SIDES, side) {
            (2, Side::SECOND) => -value,
            _ => value + 10 * side.index() as i32 * (SIDES as i32 - 2),
        }
    }
}

impl<const SIDES: usize> Hints for Toy<SIDES> {
    const HISTORY_SLOTS: usize = 4;
    const CONTINUATION_HISTORY: bool = true;

    fn history_slot(&self, m: u8) -> usize {
        usize::from(m)
    }
}

impl<const SIDES: usize> Solve for Toy<SIDES> {}
impl<const SIDES: usize> Baselines for Toy<SIDES> {}

const WIN: i32 = 1_000_000;

/// The value for `root`, the others against it, without any cut.
fn plain<const SIDES: usize>(position: &mut Toy<SIDES>, root: Side, depth: u32, ply: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.payoff(root)) * (WIN - ply);
    }
    if depth == 0 {
        return position.evaluate(root);
    }
    let mut list = ArrayVec::new();
    position.moves(&mut list);
    let ours = position.side_to_move() == root;
    let values = list.iter().map(|&m| {
        position.make(m);
        let value = plain(position, root, depth - 1, ply + 1);
        position.unmake(m, ());
        value
    });
    if ours { values.max() } else { values.min() }.expect("the game goes on")
}

fn check<const SIDES: usize>() {
    let mut proofs = 0;
    for seed in 0..100 {
        let position = Toy::<SIDES>::start(&seed);
        let root = position.side_to_move();
        for depth in 1..=Toy::<SIDES>::LENGTH.into() {
            let expected = plain(&mut position.clone(), root, depth, 0);
            for name in std::iter::once(&"").chain(Techniques::NAMES) {
                let mut techniques = Techniques::ALL;
                if let Some(switch) = techniques.switch(name) {
                    *switch = false;
                }
                // Reductions see less at the same depth; what they prove must be true all the same.
                let exact = !techniques.late_move_reductions;
                techniques.internal_reductions = false;
                techniques.singular_extension = false;
                let options = Options { hash_mib: 1, techniques, ..Options::default() };
                let game = Played::new(position.clone());
                let limits = Limits::depth(depth);
                let stop = AtomicBool::new(false);
                let found = Searcher::<Toy<SIDES>>::new(options).search(&game, &limits, &stop, &mut |_| ());
                let what = format!("without {name:?}, seed {seed}, depth {depth}: {found:?}, expected {expected}");
                match found.score.expect("the game goes on") {
                    Score::Win(plies) => assert!(expected >= WIN - plies as i32, "{what}"),
                    Score::Loss(_) => assert!(expected <= -WIN / 2, "{what}"),
                    Score::Draw => assert!(expected == 0, "{what}"),
                    Score::Cp(cp) if exact => {
                        assert!((cp - expected).abs() <= 1 || (expected == 0 && cp.abs() <= 1), "{what}");
                    }
                    Score::Cp(_) => {}
                }
                proofs += u32::from(found.score.is_some_and(Score::is_proven));
            }
        }
    }
    assert!(proofs > 500, "{proofs}");
}

#[test]
fn two_sides_that_do_not_alternate() {
    check::<2>();
}

#[test]
fn three_sides_of_which_two_play_together() {
    check::<3>();
}
