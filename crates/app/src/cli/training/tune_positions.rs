//! The positions that `manyply tune` tunes to: of games that it plays, or that are in files.

use crate::cli::common::{Bar, Blame, Failure, Result, Session, misread, resources, start};
use crate::cli::training::data;
use crate::cli::training::tune_arguments::Arguments;
use manyply::face::Kind;
use manyply::files;
use manyply::formats::{Content, Format};
use manyply::game::Weights;
use manyply::zobrist::mix;
use manyply_arena::{Archive, Head, Openings, Record};
use manyply_train::weights::{Sample, samples, samples_with_scores};
use manyply_train::{SelfGame, SelfPlay};
use std::fs::File;
use std::io::Cursor;
use std::ops::ControlFlow;

/// One game of so many is held out: nothing is tuned to it.
const HELD_OUT: u64 = 5;

/// The positions of all games.
pub(crate) struct Positions<O> {
    pub(crate) training: Vec<O>,
    pub(crate) held_out: Vec<O>,
    pub(crate) games: usize,
    /// Games without a position: those that neither the rules nor a proof ended.
    pub(crate) left_out: usize,
    /// The weights that count under the rules of the games.
    pub(crate) weights: Weights,
}

impl<O> Default for Positions<O> {
    fn default() -> Self {
        Self { training: Vec::new(), held_out: Vec::new(), games: 0, left_out: 0, weights: Weights::default() }
    }
}

impl<O> Positions<O> {
    fn add(&mut self, found: Result<Vec<O>, String>, held_out: bool) -> Result<(), String> {
        let found = found?;
        self.games += 1;
        self.left_out += usize::from(found.is_empty());
        if held_out { &mut self.held_out } else { &mut self.training }.extend(found);
        Ok(())
    }
}

impl Arguments {
    /// What `of` finds in each game of --data, given a seed.
    pub(crate) fn of_data<O>(
        &self,
        kind: &Kind,
        course: &Course,
        session: &Session<'_>,
        of: impl Fn(&SelfGame, u64) -> Vec<O>,
    ) -> Result<Positions<O>> {
        let mut positions = Positions::default();
        let (rules, mut games) = data::read_games(kind, "--data", &self.data)?;
        positions.weights = self.weights(kind, &rules)?;
        let mut number = 0;
        while let Some(game) = games.next() {
            session.check_stop()?;
            let game = data::replayed(kind, "--data", number, &game?, &rules)?;
            let seed = mix(self.seed ^ mix(number as u64));
            positions.add(Ok(of(&game, seed)), mix(seed).is_multiple_of(HELD_OUT)).or_input()?;
            course.games(games.part());
            number += 1;
        }
        Ok(positions)
    }

    /// The positions of the games, played or read.
    pub(crate) fn positions(
        &self,
        kind: &'static Kind,
        course: &Course,
        session: &mut Session<'_>,
    ) -> Result<Positions<Sample>> {
        if !self.data.is_empty() {
            let (lambda, most) = (f64::from(self.wdl_lambda) / 100.0, self.positions as usize);
            return self.of_data(kind, course, session, |game, seed| samples_with_scores(game, lambda, most, seed));
        }
        let mut positions = Positions::default();
        let mut weights = Weights::default();
        let mut add = |record: &Record, rules: &str| {
            let seed = mix(self.seed ^ mix(positions.games as u64));
            let found = samples(record, kind, rules, self.positions as usize, seed);
            positions.add(found, mix(seed).is_multiple_of(HELD_OUT))
        };
        if self.from.is_empty() {
            let start = start(kind, self.rules.as_deref())?;
            let rules = start.rules_text();
            let threads = self.threads.unwrap_or_else(resources::cores);
            weights = self.weights(kind, &rules)?;
            let Self { games, nodes, random_plies: plies, seed, .. } = *self;
            let openings = Openings::Random { from: start, random_starts: true, plies, seed };
            let play = SelfPlay::new(openings, games, nodes, threads);
            let mut archive = self.archive(kind, &play, &rules)?;
            let (mut records, mut kept) = (Vec::new(), Ok(()));
            let played = play.play(&session.stop, &mut |game| {
                let record = game.record();
                kept = archive.as_mut().map_or(Ok(()), |archive| archive.add(&record));
                records.push(record);
                course.games(records.len() as f64 / games as f64);
                if kept.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            kept.of("--keep")?;
            // Which games have ended by now depends on timing, so tuning to them could not be repeated.
            if session.is_stopped() {
                let games = records.len();
                session.keeps(match &self.keep {
                    Some(path) => format!("{games} games are in {}; --from {0} tunes to them", path.display()),
                    None => "nothing is kept; --keep FILE keeps the games".into(),
                });
                return Err(Failure::Interrupted);
            }
            played.or_input()?;
            records.sort_by_key(|record| record.number);
            for record in &records {
                add(record, &rules).or_input()?;
            }
        }
        for path in &self.from {
            let failure = |error: String| misread("--from", path, &[Content::Games(Format::Archive)], error);
            let waits = session.waits_for(path);
            let content = File::open(path).and_then(|file| files::read(file, Archive::LARGEST));
            let content = content.map_err(|error| failure(error.to_string()))?;
            drop(waits);
            let head = Archive::head(&content[..]).map_err(|error| failure(error.to_string()))?;
            if head.game != kind.name {
                return Err(failure(format!("games of {}; expected {}", head.game, kind.name)));
            }
            let rules = kind.rules(&head.rules).map_err(|error| failure(format!("Rules: {error}")))?;
            let of_file = self.weights(kind, &rules)?;
            if path != &self.from[0] && weights != of_file {
                return Err(failure(format!("games under {}, whose weights are others than those before", head.rules)));
            }
            weights = of_file;
            Archive::in_order(Cursor::new(content), &mut |_, record| add(&record, &rules))
                .map_err(|error| failure(error.to_string()))?;
        }
        positions.weights = weights;
        Ok(positions)
    }

    /// The file that the games are kept in, if they are.
    fn archive(&self, kind: &Kind, play: &SelfPlay, rules: &str) -> Result<Option<Archive>> {
        let Some(path) = &self.keep else { return Ok(None) };
        let head = Head {
            game: kind.name.to_owned(),
            rules: rules.to_owned(),
            contenders: vec![play.agent()],
            settings: self.command(kind.name),
        };
        Archive::create(path, &head).map(Some).of_file("--keep", path)
    }
}

/// The way through the whole work: first the games, then the epochs, which may end sooner.
pub(crate) struct Course {
    pub(crate) bar: Bar,
    /// The part that is games.
    pub(crate) games: f64,
}

impl Course {
    /// Shows which part of the games is there.
    pub(crate) fn games(&self, part: f64) {
        self.bar.show("games", self.games * part);
    }

    /// Shows which part of the epochs is done.
    pub(crate) fn epochs(&self, part: f64) {
        self.bar.show("epochs", self.games + (1.0 - self.games) * part);
    }
}
