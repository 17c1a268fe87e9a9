//! The engine's own moves: what it plays, and the searches that find it while lines come in.

use super::board::{self, Board, Owner};
use super::command::{self, Complaint, error};
use super::{Answer, Event, MOST_WAITING, PATIENCE, Session, threats};
use manyply::game::{Notation, Played};
use manyply::games::gomoku::{Gomoku, Square, limit_own_proofs, own_proof_memory, prepare_own_proof};
use manyply::search::{EngineOf, Found, Options};
use manyply::threads;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Instant;

/// Moves of the best line that a message shows.
const LINE_SHOWN: usize = 8;

impl Session<'_> {
    /// Thinks, plays the move and says it.
    pub(super) fn play(&mut self, came: Instant) -> Answer {
        let rule = self.rule;
        let board = self.board()?.clone();
        let found = if board.stones() == 0 && board.is_open(board.centre()) {
            self.prepare();
            None
        } else {
            Some(self.think(board.position(rule), &board, came)?)
        };
        if self.is_over {
            return Ok(None);
        }
        let best = found.as_ref().map_or(Some(board.centre()), |found| found.best);
        let Some(square) = best else { return Err(error("no square is left to play on")) };
        let message = found.map(|found| message(&board.position(rule), &found));
        self.resources.spend(came.elapsed());
        self.board()?.put(square, Owner::Own)?;
        let answer = board::text(square);
        Ok(Some(message.map_or(answer.clone(), |message| format!("{message}\n{answer}"))))
    }

    /// Looks for a win by threats, then searches `position`, while lines come in; `END` is one of them.
    pub(super) fn think(&mut self, position: Gomoku, board: &Board, came: Instant) -> Result<Found<Square>, Complaint> {
        self.prepare();
        let game = Played::new(position);
        let roots: Vec<Square> = game.legal_moves().into_iter().filter(|&square| board.is_open(square)).collect();
        let (limits, began) = (self.resources.limits(came), Instant::now());
        let halt = AtomicBool::new(false);
        let sender = self.sender.clone();
        let Some(searcher) = &mut self.searcher else { return Err(error("no memory for a table")) };
        let found = thread::scope(|scope| {
            let search = || {
                let found = threats::win(&game, &roots, &limits, &halt).unwrap_or_else(|| {
                    searcher.search_moves(&game, &roots, &threats::rest(&limits, began), &halt, &mut |_| ())
                });
                // The session holds the other end.
                let _ = sender.send(Event::Thought);
                found
            };
            let search = threads::spawn_in(scope, search)?;
            loop {
                match self.events.recv_timeout(PATIENCE) {
                    Ok(Event::Thought) | Err(RecvTimeoutError::Disconnected) => break,
                    Ok(Event::End) => self.closed = true,
                    Ok(Event::Line(line, came)) => match command::words(&line).0.as_str() {
                        "STOP" | "YXSTOP" => halt.store(true, Ordering::Relaxed),
                        "END" => {
                            self.is_over = true;
                            halt.store(true, Ordering::Relaxed);
                        }
                        _ if self.waiting.len() < MOST_WAITING => self.waiting.push_back((line, came)),
                        _ => {}
                    },
                    Err(RecvTimeoutError::Timeout) => {}
                }
                // What was asked is still answered when the input ends, but not when the user wants an end.
                if self.stop.load(Ordering::Relaxed) {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            Ok(search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        self.is_over |= self.is_stopped();
        found.map_err(|problem: io::Error| error(problem.to_string()))
    }

    /// [`Self::prepare`] before any clock runs, once it is known how much memory there is.
    pub(super) fn prepare_early(&mut self) {
        if self.board.is_some() && self.resources.is_memory_told() {
            self.prepare();
        }
    }

    /// Has a searcher with the table and the threads that are allowed, and what is proved of the game unpacked
    /// meanwhile, where there is room for it.
    pub(super) fn prepare(&mut self) {
        let empty = self.board.as_ref().map(|board| board.empty(self.rule));
        let proof = empty.as_ref().map_or(0, own_proof_memory);
        let proof_mib = self.resources.proof_mib(proof >> 20);
        if let Some(mib) = proof_mib {
            limit_own_proofs(mib << 20);
        }
        empty.iter().for_each(prepare_own_proof);
        let options = Options {
            threads: self.resources.threads.clamp(1, self.settings.most_threads),
            hash_mib: self.resources.table_mib(proof_mib.unwrap_or(0)).min(self.settings.most_hash_mib).max(1),
            ..Options::default()
        };
        if self.searcher.as_ref().is_none_or(|searcher| *searcher.options() != options) {
            // The old table goes first: there may be no room for both.
            self.searcher = None;
            let sizes = std::iter::successors(Some(options.hash_mib), |mib| (*mib > 1).then_some(mib / 2));
            let smaller = sizes.filter_map(|hash_mib| EngineOf::try_new(Options { hash_mib, ..options }));
            self.searcher = smaller.into_iter().next();
            // Asks the system for all of the memory now, and not move by move on the clock.
            self.searcher.iter_mut().for_each(EngineOf::new_game);
        }
    }
}

/// The report of an iteration, as a message.
fn message(position: &Gomoku, found: &Found<Square>) -> String {
    let line: Vec<String> = found.line.iter().take(LINE_SHOWN).map(|&m| position.move_text(m)).collect();
    let score = found.score.map_or_else(|| "none".to_owned(), |score| score.to_string());
    let millis = found.elapsed.as_millis();
    format!("MESSAGE depth {} score {score} nodes {} time {millis} line {}", found.depth, found.nodes, line.join(" "))
}
