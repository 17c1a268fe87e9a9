//! The static evaluation: the score of each side (material and piece-square scores, mobility, king safety, threats)
//! against the average of the two others, and what the network (NNUE) adds to it.

use super::attacks::{KING, PAWN};
use super::board::{Board, Kind};
use super::movegen;
use super::network::{self, Accumulators};
use super::piece_square;
use super::position::Threechess;
use super::weights::{self, TABLE};
use crate::bits::BitSet;
use crate::game::{Evaluate, Side, Term};
use crate::nnue::{GameNetwork, NetworkRef};

/// The bound of the evaluation.
const MAX_EVAL: i32 = 20_000;

/// The terms of one side.
#[derive(Clone, Copy, Default)]
struct Terms {
    mobility: i32,
    king: i32,
    threats: i32,
    /// The probability in percent that the others end the game between them, which leaves 0 for this side.
    idle: i32,
}

/// The attacks of a side's pieces.
#[derive(Clone, Copy, Default)]
struct Army {
    /// The squares that its pieces attack, by kind.
    by: [u128; Kind::ALL.len()],
    /// All of these.
    attacks: u128,
    mobility: i32,
    /// The king attack on each side's king.
    king_attack: [i32; 3],
}

impl Army {
    #[inline]
    fn new(board: &Board, side: Side, kings: &[Option<usize>; 3]) -> Self {
        let own = board.of(side);
        let enemies = [side.next(3), side.next(3).next(3)];
        let rings = enemies.map(|enemy| kings[enemy.index()].map_or(0, |king| KING[king]));
        let mut army = Self::default();
        let (either, mut around) = (rings[0] | rings[1], [0; 2]);
        movegen::pieces(board, own, |kind, _, attacks| {
            army.by[kind as usize] |= attacks;
            army.mobility += weights::mobility(kind) * attacks.minus(own).len() as i32;
            if weights::king_attack(kind) != 0 && attacks.meets(either) {
                for (around, ring) in around.iter_mut().zip(rings) {
                    *around += weights::king_attack(kind) * (attacks & ring).len() as i32;
                }
            }
        });
        for pawn in (own & board.kind(Kind::Pawn)).members() {
            army.by[Kind::Pawn as usize] |= PAWN[side.index()][pawn];
        }
        army.attacks = army.by.iter().fold(0, |all, attacks| all | attacks);
        for (enemy, around) in enemies.into_iter().zip(around) {
            army.king_attack[enemy.index()] = around;
        }
        army
    }
}

/// The terms of each side. A hanging king costs its side what the attacker gains and gives the third side nothing, like
/// the payoff when it is captured.
#[inline]
fn terms(board: &Board, turn: Side) -> [Terms; 3] {
    let kings = [0, 1, 2].map(|side| board.king(Side::new(side)));
    let armies = [0, 1, 2].map(|side| Army::new(board, Side::new(side), &kings));
    let pawns = board.kind(Kind::Pawn);
    let mut terms = [Terms::default(); 3];
    terms[turn.index()].threats += weights::TEMPO;
    for side in [0, 1, 2] {
        terms[side].mobility = armies[side].mobility;
        let own = board.of(Side::new(side));
        let enemies = [(side + 1) % 3, (side + 2) % 3];
        for enemy in enemies {
            let later = usize::from(!is_sooner(turn, enemy, side));
            terms[side].threats -=
                threats(board, own.minus(armies[side].attacks), own & armies[enemy].attacks, &armies[enemy].by, later);
        }
        let Some(king) = kings[side] else { continue };
        let [one, other] = enemies.map(|enemy| armies[enemy].king_attack[side]);
        let attack = if one > 0 && other > 0 { (one + other) * weights::TWO_ATTACKERS / 100 } else { one + other };
        terms[side].king += weights::SHIELD * (KING[king] & own & pawns).len() as i32 - attack;
        for (enemy, part) in enemies.into_iter().zip([one, other]) {
            terms[enemy].king += part * weights::ATTACKER / 100;
            terms[3 - side - enemy].idle += part * weights::IDLE / 100;
        }
        for enemy in enemies {
            if armies[enemy].attacks.contains(king) {
                if is_sooner(turn, enemy, side) {
                    terms[side].threats -= weights::KING_HANGS;
                    terms[enemy].threats += weights::KING_HANGS;
                    terms[3 - side - enemy].idle += weights::IDLE_HANGS;
                } else {
                    terms[side].threats -= weights::KING_ATTACKED;
                }
            }
        }
    }
    terms
}

/// Whether one side moves before another, when it is `turn`'s move.
pub(super) const fn is_sooner(turn: Side, one: usize, other: usize) -> bool {
    (one + 3 - turn.index()) % 3 < (other + 3 - turn.index()) % 3
}

/// What an enemy's attacks, `by` each kind of its pieces, cost a side whose men on `attacked` squares they meet; those
/// on `undefended` squares hang. `later` is 1 if the enemy moves after the side.
#[inline]
fn threats(board: &Board, undefended: u128, attacked: u128, by: &[u128; Kind::ALL.len()], later: usize) -> i32 {
    let attacked = attacked.minus(board.kind(Kind::King));
    if attacked == 0 {
        return 0;
    }
    let minors = board.kind(Kind::Knight) | board.kind(Kind::Bishop);
    let [rooks, queens] = [board.kind(Kind::Rook), board.kind(Kind::Queen)];
    let [by_pawns, by_knights, by_bishops, by_rooks, ..] = by.map(|attacks| attacks & attacked);
    let (threats, hanging) = (&TABLE.threats[later], &TABLE.hanging[later]);
    let mut sum = 0;
    let count = |set: u128| set.len() as i32;
    let on_pieces = by_pawns.minus(board.kind(Kind::Pawn));
    if on_pieces != 0 {
        sum += threats[0] * count(on_pieces & minors)
            + threats[1] * count(on_pieces & rooks)
            + threats[2] * count(on_pieces & queens);
    }
    let by_minors = (by_knights | by_bishops) & (rooks | queens);
    if by_minors != 0 {
        sum += threats[3] * count(by_minors & rooks) + threats[4] * count(by_minors & queens);
    }
    if by_rooks.meets(queens) {
        sum += threats[5] * count(by_rooks & queens);
    }
    let loose = attacked & undefended;
    if loose != 0 {
        sum += hanging[0] * count(loose & board.kind(Kind::Pawn))
            + hanging[1] * count(loose & minors)
            + hanging[2] * count(loose & rooks)
            + hanging[3] * count(loose & queens);
    }
    sum
}

/// One side's value against the average of the others', doubled.
#[inline]
fn against(values: [i32; 3], side: usize) -> i32 {
    3 * values[side] - values.iter().sum::<i32>()
}

impl Threechess {
    /// [`Evaluate::evaluate`] by the accumulators of the search state.
    #[inline]
    pub(super) fn static_eval(&self, accumulators: &mut Accumulators, side: Side) -> i32 {
        (self.terms_of(side) + self.output(accumulators, side)).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// The evaluation for a side but for the network's part.
    #[inline]
    fn terms_of(&self, side: Side) -> i32 {
        let terms = terms(self.board(), self.turn());
        let sums = [0, 1, 2].map(|side| {
            let Terms { mobility, king, threats, .. } = terms[side];
            piece_square::sum(self.board(), Side::new(side)) + mobility + king + threats
        });
        let busy = 100 - terms[side.index()].idle.min(weights::MOST_IDLE);
        against(sums, side.index()) * busy / 200
    }
}

impl Evaluate for Threechess {
    const CHANCE_SCALE: f64 = 1175.0;
    const LEVEL_ELO: &'static [i32] = &[1000, 1250, 1358, 1434, 1469, 1516, 1522, 1534];

    const NETWORK: Option<GameNetwork> = Some(network::OWN);

    fn features(&self, view: Side) -> impl Iterator<Item = u16> {
        self.network_features(view)
    }

    fn bucket(&self, view: Side) -> usize {
        self.output_bucket(view)
    }

    fn network_base(&self, side: Side) -> i32 {
        self.terms_of(side)
    }

    fn evaluate(&self, side: Side) -> i32 {
        self.evaluate_with(None, side)
    }

    fn evaluate_with(&self, network: Option<NetworkRef>, side: Side) -> i32 {
        (self.terms_of(side) + self.fresh_output(network, side)).clamp(-MAX_EVAL, MAX_EVAL)
    }

    fn explain_with(&self, network: Option<NetworkRef>) -> Vec<Term> {
        let terms = terms(self.board(), self.turn());
        let named = [
            ("material and squares", [0, 1, 2].map(|side| piece_square::sum(self.board(), Side::new(side)))),
            ("mobility", terms.map(|terms| terms.mobility)),
            ("king safety", terms.map(|terms| terms.king)),
            ("threats", terms.map(|terms| terms.threats)),
        ];
        let mut terms: Vec<Term> = named
            .into_iter()
            .map(|(name, values)| Term { name, values: (0..3).map(|side| against(values, side) / 2).collect() })
            .collect();
        let outputs = Side::all(3).map(|side| self.fresh_output(network, side)).collect();
        terms.push(Term { name: "network", values: outputs });
        // The discount for a game that ends between the others; also the rounding of the terms, and the bounds.
        let rest = Side::all(3).map(|side| {
            self.evaluate_with(network, side) - terms.iter().map(|term| term.values[side.index()]).sum::<i32>()
        });
        let rest = rest.collect();
        terms.push(Term { name: "others among them", values: rest });
        terms
    }
}
