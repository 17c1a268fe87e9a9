//! The client of the Trichess course server for three-player chess (JSON over a websocket), and the player behind it.
//!
//! The server seats whoever connects and gives a password; it shows the board when it is the client's turn, tells where
//! each piece may go, and takes a move, what a pawn becomes, or a pass. Its board is the truth: every turn begins with
//! a position made from it. The rules are those of threechess with `pass=always,promotion=choice,castling=history`, but
//! no side may leave its king in check while it can help it, and checkmate ends the game. So of the moves known here
//! only those are played that the server allows, and a move that it refuses all the same is left out.

mod connection;
mod message;
mod seen;

pub use message::{Ending, Message, Piece, parse};
pub use seen::Seen;

use connection::{Connection, Problem};
use manyply::game::{Notation, Played, Side};
use manyply::games::threechess::{Kind, Move, Threechess};
use manyply::search::{EngineOf, Limits};
use message::Request;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

/// How long a turn is waited for before the server is asked.
const POLL: Duration = Duration::from_millis(250);
/// How long is waited before a lost connection is taken up again: the second time in a row twice as long, and so on.
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// How often a connection may be lost without a turn in between.
const MOST_LOSSES: u32 = 10;
/// How long the server may take to seat the client.
const SEATING: Duration = Duration::from_secs(10);

/// Plays one game at the server at `url` (`ws://HOST:PORT/PATH`), at most `time` a move with `searcher`. `report` is
/// told the seat, each move, and what else happens.
///
/// # Errors
/// If there is no server, it breaks off for good, or it does not keep to the protocol.
pub fn run(
    url: &str,
    time: Duration,
    searcher: &mut EngineOf<Threechess>,
    report: &mut dyn FnMut(&str),
) -> Result<Ending, String> {
    let failed = |problem: String| format!("{url}: {problem}");
    let mut connection = Connection::open(url).map_err(failed)?;
    let (side, password) = seat(&mut connection).map_err(failed)?;
    connection.password.clone_from(&password);
    report(&format!("plays {}", Threechess::side_name(side)));
    let seen = Seen::default();
    let mut client = Client { connection, side, time, searcher, report, seen, has_begun: false, losses: 0 };
    loop {
        match client.play() {
            Ok(ending) => {
                (client.report)(match ending {
                    Ending::Won => "the game is over: won",
                    Ending::Lost => "the game is over: lost",
                    Ending::Neither => "the game is over: neither won nor lost",
                });
                return Ok(ending);
            }
            // The server keeps seats of a game that has begun.
            Err(Problem::Lost(why)) if client.has_begun => {
                if client.losses == MOST_LOSSES {
                    return Err(failed(format!("{why}, {} times without a turn in between", MOST_LOSSES + 1)));
                }
                (client.report)(&format!("{why}; connects again"));
                thread::sleep((PAUSE * 2u32.pow(client.losses)).min(LONGEST_PAUSE));
                client.losses += 1;
                client.connection = Connection::open(url).map_err(failed)?;
                client.connection.password.clone_from(&password);
                match client.connection.ask(Request::Reconnect, |message| *message == Message::Done) {
                    Ok(Message::Done) => {}
                    Ok(Message::Refused(why)) => return Err(failed(format!("the seat is gone: {why}"))),
                    Ok(message) => return Err(failed(format!("the seat is gone: {message:?}"))),
                    // Lost again, as the next turn will find.
                    Err(Problem::Lost(_)) => {}
                    Err(Problem::Wrong(why)) => return Err(failed(why)),
                }
            }
            Err(Problem::Lost(why) | Problem::Wrong(why)) => return Err(failed(why)),
        }
    }
}

/// Takes the seat that the server gives to whoever connects.
fn seat(connection: &mut Connection) -> Result<(Side, String), String> {
    match connection.receive(SEATING) {
        Ok(Some(Message::Seat { side, password })) => Ok((side, password)),
        Ok(Some(Message::Refused(why))) => Err(format!("no seat: {why}")),
        Ok(Some(message)) => Err(format!("no seat: expected a player and a password, not {message:?}")),
        Ok(None) => Err("no seat: the server says nothing; perhaps its game has begun".into()),
        Err(Problem::Lost(why) | Problem::Wrong(why)) => Err(format!("no seat: {why}")),
    }
}

/// A player at the server.
struct Client<'a> {
    connection: Connection,
    side: Side,
    time: Duration,
    searcher: &'a mut EngineOf<Threechess>,
    report: &'a mut dyn FnMut(&str),
    seen: Seen,
    has_begun: bool,
    /// Connections lost since the last turn.
    losses: u32,
}

impl Client<'_> {
    /// Waits for turns and plays them, until the game ends.
    fn play(&mut self) -> Result<Ending, Problem> {
        loop {
            match self.connection.receive(POLL)? {
                Some(Message::Turn(Some(pieces))) => {
                    self.has_begun = true;
                    if let Some(ending) = self.turn(&pieces)? {
                        return Ok(ending);
                    }
                    self.losses = 0;
                }
                Some(Message::End(ending)) => return Ok(ending),
                Some(Message::Started) => self.has_begun = true,
                // Not the client's turn, or an answer that came too late.
                Some(_) => {}
                None => self.connection.send(Request::CheckTurn)?,
            }
        }
    }

    /// Plays a turn that begins with `pieces` on the board.
    fn turn(&mut self, pieces: &[Piece]) -> Result<Option<Ending>, Problem> {
        let begin = Instant::now();
        if seen::waiting_pawn(pieces, self.side) {
            return self.promote(Kind::Queen);
        }
        let position = self.seen.position(pieces, self.side).map_err(Problem::Wrong)?;
        match self.connection.ask(Request::CheckKing, |message| matches!(message, Message::King { .. }))? {
            Message::End(ending) => return Ok(Some(ending)),
            Message::King { in_check: true } => (self.report)("in check"),
            _ => {}
        }
        let mut allowed = Vec::new();
        for piece in pieces.iter().filter(|piece| piece.owner == self.side) {
            // The answer for a piece that cannot move is empty.
            let is_answer = |message: &Message| matches!(message, Message::Movable(_) | Message::Done);
            match self.connection.ask(Request::Movable(piece.square), is_answer)? {
                Message::End(ending) => return Ok(Some(ending)),
                Message::Movable(squares) => allowed.extend(squares.into_iter().map(|to| (piece.square, to))),
                _ => {}
            }
        }
        self.choose_and_move(position, allowed, begin)
    }

    /// Plays the best of the moves that the server allows; the next best if it refuses that.
    fn choose_and_move(
        &mut self,
        position: Threechess,
        mut allowed: Vec<(usize, usize)>,
        begin: Instant,
    ) -> Result<Option<Ending>, Problem> {
        let game = Played::new(position);
        if game.outcome().is_some() {
            return Err(Problem::Wrong("a move is asked for where the game is over".into()));
        }
        let mut roots = game.legal_moves();
        // A queen moves wherever a rook or bishop does; and the public server hangs when a pawn becomes a bishop.
        let is_wanted = |m: Move| matches!(Move::PROMOTIONS[m.promotion()], Kind::Queen | Kind::Knight);
        roots.retain(|&m| m == Move::PASS || allowed.contains(&(m.from(), m.to())) && is_wanted(m));
        allowed.retain(|&(from, to)| !roots.iter().any(|m| (m.from(), m.to()) == (from, to)));
        loop {
            let time = self.time.saturating_sub(begin.elapsed()).max(self.time / 10);
            let limits = match roots.len() {
                1 => Limits::depth(1),
                _ => Limits { soft_time: Some(time.mul_f64(0.7)), ..Limits::time(time) },
            };
            let found = self.searcher.search_moves(&game, &roots, &limits, &AtomicBool::new(false), &mut |_| ());
            let Some(best) = found.best else {
                return Err(Problem::Wrong("the server refuses all moves".into()));
            };
            // Where only a pass is left, a move that is known to the server alone is better than that.
            let beyond = if best == Move::PASS && roots.len() == 1 { allowed.pop() } else { None };
            let m = beyond.map_or(best, |(from, to)| Move::new(from, to));
            (self.report)(&match (beyond, found.score) {
                (Some(_), _) => format!("{m} (by the server's rules)"),
                (None, Some(score)) => format!("{} ({score}, depth {})", game.position().move_text(m), found.depth),
                (None, None) => game.position().move_text(m),
            });
            let is_pawn = game.position().board().at(m.from()) == Some((self.side, Kind::Pawn));
            match self.make(m, is_pawn && m != Move::PASS && seen::is_promotion(self.side, m.to()))? {
                Ok(turn) => return Ok(turn),
                Err(why) if why.to_lowercase().contains("not your turn") => return Ok(None),
                Err(why) => {
                    (self.report)(&format!("refused: {}", why.trim()));
                    if beyond.is_none() {
                        roots.retain(|&root| root != m);
                    }
                }
            }
        }
    }

    /// Sends a move; the inner error is why it is refused.
    fn make(&mut self, m: Move, promotes: bool) -> Result<Result<Option<Ending>, String>, Problem> {
        let request = if m == Move::PASS { Request::PassTurn } else { Request::Move(m.from(), m.to()) };
        match self.connection.ask(request, |message| *message == Message::Done)? {
            Message::Refused(why) => Ok(Err(why)),
            Message::End(ending) => Ok(Ok(Some(ending))),
            _ if promotes => self.promote(Move::PROMOTIONS[m.promotion()]).map(Ok),
            _ => Ok(Ok(None)),
        }
    }

    /// Says what the pawn that has arrived becomes.
    fn promote(&mut self, kind: Kind) -> Result<Option<Ending>, Problem> {
        match self.connection.ask(Request::Promote(kind), |message| *message == Message::Done)? {
            Message::End(ending) => Ok(Some(ending)),
            Message::Refused(why) => {
                (self.report)(&format!("promotion refused: {}", why.trim()));
                Ok(None)
            }
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests;
