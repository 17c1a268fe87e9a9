//! Games between two players of this library, from random openings, each opening played from both sides:
//!
//! ```text
//! cargo run --release --example duel -- minichess engine:time=100ms baseline:alphabeta:depth=5 --games 100
//! cargo run --release --example duel -- minichess engine:time=50ms engine:time=50ms,without=null_move --games 200
//! ```
//!
//! A player is `engine[:time=…,depth=…,nodes=…,hash=…,contempt=…,without=TECHNIQUE,MARGIN=NUMBER]` or `baseline:NAME[:depth=N]`.

use manyply::game::{Game, Outcome, Played, Side};
use manyply::games::registry::{self, Visitor};
use manyply::search::{Limits, Options, Score, Searcher};
use manyply::zobrist::SplitMix64;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, first, second, rest @ ..] = arguments.as_slice() else {
        return Err("usage: duel GAME PLAYER PLAYER [--games N] [--plies RANDOM] [--seed N] [--rules RULES]".into());
    };
    let option = |name: &str| rest.iter().position(|word| word == name).and_then(|at| rest.get(at + 1));
    let number = |name, default: u64| option(name).map_or(Ok(default), |text| text.parse::<u64>());
    let duel = Duel {
        players: [first.clone(), second.clone()],
        games: number("--games", 100)?,
        plies: number("--plies", 6)?,
        seed: number("--seed", 1)?,
        rules: option("--rules").cloned().unwrap_or_default(),
    };
    registry::dispatch(game, duel)?
}

struct Duel {
    players: [String; 2],
    games: u64,
    plies: u64,
    seed: u64,
    rules: String,
}

impl Visitor for Duel {
    type Out = Result<(), Failure>;

    fn visit<G: Game>(self) -> Self::Out {
        let rules = G::parse_rules(&self.rules)?;
        let mut players = [Player::<G>::parse(&self.players[0])?, Player::<G>::parse(&self.players[1])?];
        let mut tally = [0u32; 3];
        for game in 0..self.games {
            let opening = opening::<G>(&rules, self.seed + game / 2, self.plies);
            let first = (game % 2) as usize;
            let (outcome, plies) = play(opening, &mut players, first, self.seed + game);
            let payoff = outcome.payoff(Side::new(first));
            tally[(1 - payoff) as usize] += 1;
            let [wins, draws, losses] = tally;
            println!(
                "game {} seat {first} plies {plies} payoff {payoff:+}   +{wins} ={draws} -{losses}   {}",
                game + 1,
                elo(wins, draws, losses)
            );
        }
        Ok(())
    }
}

/// A position after some random moves that a short search thinks balanced.
fn opening<G: Game>(rules: &G::Rules, seed: u64, plies: u64) -> G {
    if let Some(position) = G::random_start(rules, seed) {
        return position;
    }
    let mut random = SplitMix64::new(seed);
    let mut judge = Searcher::<G>::new(Options { hash_mib: 1, ..Options::default() });
    loop {
        let mut game = Played::new(G::start(rules));
        for _ in 0..plies {
            let moves = game.legal_moves();
            if let Some(&m) = moves.get(random.below(moves.len())) {
                game.play(m);
            }
        }
        let found = judge.search(&game, &Limits::depth(8), &AtomicBool::new(false), &mut |_| ());
        if let Some(Score::Cp(-60..=60)) = found.score {
            return game.position().clone();
        }
    }
}

/// Plays a game; the player with index `first` has the first side.
fn play<G: Game>(opening: G, players: &mut [Player<G>; 2], first: usize, seed: u64) -> (Outcome, usize) {
    let mut game = Played::new(opening);
    for player in players.iter_mut() {
        player.searcher.clear();
    }
    loop {
        if let Some(outcome) = game.outcome() {
            return (outcome, game.moves().len());
        }
        let seat = (game.position().side_to_move().index() + first) % 2;
        let m = players[seat].choose(&game, seed);
        assert!(game.play(m), "an illegal move");
    }
}

struct Player<G: Game> {
    searcher: Searcher<G>,
    limits: Limits,
    baseline: Option<(String, Option<u32>)>,
}

impl<G: Game> Player<G> {
    fn parse(text: &str) -> Result<Self, Failure> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut options = Options { hash_mib: 16, ..Options::default() };
        let mut limits = Limits::default();
        let mut baseline = None;
        if kind == "baseline" {
            let (name, rest) = rest.split_once(':').unwrap_or((rest, ""));
            if !G::BASELINES.contains(&name) {
                return Err(format!("no baseline `{name}`; there are: {}", G::BASELINES.join(", ")).into());
            }
            baseline = Some((name.to_owned(), rest.strip_prefix("depth=").map(str::parse).transpose()?));
        } else if kind != "engine" {
            return Err(format!("no player `{text}`; expected engine:… or baseline:NAME").into());
        } else {
            for pair in rest.split(',').filter(|pair| !pair.is_empty()) {
                match pair.split_once('=').ok_or("expected name=value")? {
                    ("time", value) => limits.time = Some(humantime::parse_duration(value)?),
                    ("depth", value) => limits.depth = Some(value.parse()?),
                    ("nodes", value) => limits.nodes = Some(value.parse()?),
                    ("hash", value) => options.hash_mib = value.parse()?,
                    ("contempt", value) => options.contempt = value.parse()?,
                    ("without", value) => {
                        *options.techniques.switch(value).ok_or_else(|| format!("no technique `{value}`"))? = false;
                    }
                    (name, value) => {
                        let margins = options.margins.get_or_insert(G::MARGINS);
                        *margins.number(name).ok_or_else(|| format!("no option `{name}`"))? = value.parse()?;
                    }
                }
            }
        }
        if limits == Limits::default() {
            limits.time = Some(Duration::from_millis(100));
        }
        Ok(Self { searcher: Searcher::new(options), limits, baseline })
    }

    fn choose(&mut self, game: &Played<G>, seed: u64) -> G::Move {
        let chosen = match &self.baseline {
            Some((name, depth)) => game.position().baseline(name, seed + game.moves().len() as u64, *depth),
            None => self.searcher.search(game, &self.limits, &AtomicBool::new(false), &mut |_| ()).best,
        };
        chosen.expect("a game that goes on has a move")
    }
}

/// The Elo difference that the score suggests, with the half width of its 95 % interval.
fn elo(wins: u32, draws: u32, losses: u32) -> String {
    let n = f64::from(wins + draws + losses);
    let score = (f64::from(wins) + f64::from(draws) / 2.0) / n;
    let variance = (f64::from(wins) + f64::from(draws) / 4.0) / n - score * score;
    let margin = 1.96 * (variance / n).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    format!("{:.1} % Elo {:+.0} ±{:.0}", 100.0 * score, elo(score), (elo(score + margin) - elo(score - margin)) / 2.0)
}
