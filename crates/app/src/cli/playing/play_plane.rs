//! `manyply play gomoku --rules size=plane`: a person plays White on the unbounded board, or on a large one, and Black
//! plays by certificates.

use super::play::Arguments;
use super::shell;
use crate::cli::common::{Blame, Failure, Lines, Result, Session, input};
use crate::plane::{Board, Game, name, plies};
use manyply::solve::Others;
use std::time::Duration;

const HELP: &str = "\
X,Y      play there: column and row, as in 3,-2
board    show the stones
replies  list White's replies that have an answer of their own
undo     take back your last move and what followed
moves    the game so far, as --moves takes it
help     show this
quit     leave";

const COMMANDS: [&str; 6] = ["board", "replies", "undo", "moves", "help", "quit"];

pub(super) fn run(board: Board, arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let setup = &arguments.game.position;
    let is_other = setup.position.is_some() || setup.random.is_some() || arguments.has_more_than_moves();
    if is_other {
        return Err(input!("--rules size=plane: Black plays by a certificate; expected --moves and --tables only"));
    }
    if let Some(side) = arguments.side.as_deref().filter(|side| *side != "2" && !side.eq_ignore_ascii_case("white")) {
        return Err(input!("--side: Black plays by a certificate; expected White, not {side:?}"));
    }
    let mut game = Game::parse(board, setup.moves.as_deref().unwrap_or_default()).of("--moves")?;
    arguments.tables.load(session.kind(&arguments.game.game)?)?;
    let said = black_moves(&mut game, session)?;
    writeln!(session.out, "You play White; Black plays by a certificate. Type a move, or 'help'.")?;
    session.keeps("the game is not kept; 'moves' shows what --moves takes");
    let mut lines = Lines::of(session)?;
    show(&said, &game, session)?;
    loop {
        write!(session.out, "> ")?;
        session.out.flush()?;
        let Some(line) = lines.next() else { break };
        match line.trim() {
            "" => {}
            "quit" | "exit" => return Ok(()),
            "help" | "?" => writeln!(session.out, "{HELP}")?,
            "board" => write!(session.out, "{}", game.draw())?,
            "moves" => writeln!(session.out, "{}", game.text())?,
            "replies" => replies(&game, session)?,
            "undo" | "takeback" => undo(&mut game, session)?,
            text => match game.play(text) {
                Ok(()) => match black_moves(&mut game, session) {
                    Ok(said) => show(&said, &game, session)?,
                    Err(Failure::Input(problem)) => {
                        game.take_back();
                        writeln!(session.out, "{problem}; your move is taken back")?;
                    }
                    Err(failure) => return Err(failure),
                },
                Err(problem) => {
                    let meant = shell::meant(text, &COMMANDS);
                    writeln!(session.out, "{text:?}: {problem} ({meant}'help' lists what there is)")?;
                }
            },
        }
    }
    writeln!(session.out)?;
    if session.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Plays Black's move, where it is Black's turn; what is said of it.
fn black_moves(game: &mut Game, session: &Session<'_>) -> Result<String> {
    if game.is_over || !game.attacks() {
        return Ok(String::new());
    }
    let known = game.known(None, &session.stop).of("--tables")?;
    if session.is_stopped() {
        return Err(Failure::Interrupted);
    }
    let Some((m, known)) = known.and_then(|known| Some((*known.line.first()?, known))) else {
        return Err(input!("--moves: no certificate has this position: {:?}", game.text()));
    };
    game.play(&name(m)).or_input()?;
    let bound = plies(&known).map_or_else(String::new, |plies| format!(", and wins in at most {plies} plies"));
    Ok(format!("Black plays {}{bound}\n", name(m)))
}

/// What was said of a move, and the board after it.
fn show(said: &str, game: &Game, session: &mut Session<'_>) -> Result {
    write!(session.out, "{said}{}", game.draw())?;
    if game.is_over {
        let winner = if game.attacks() { "White" } else { "Black" };
        writeln!(session.out, "{winner} wins")?;
    }
    Ok(())
}

/// White's replies that the certificate lists, and what answers the others.
fn replies(game: &Game, session: &mut Session<'_>) -> Result {
    if game.is_over {
        return Ok(writeln!(session.out, "The game is over.")?);
    }
    let Some(known) = game.known(Some(PATIENCE), &session.stop).of("--tables")? else {
        return Ok(writeln!(session.out, "They were not found in the time that there was.")?);
    };
    let listed: Vec<String> = known.rest.replies.into_iter().map(name).collect();
    let others = match known.rest.others {
        Some(Others::Pass) => "all others are answered as if White had passed",
        Some(Others::Win) => "after all others Black wins at once",
        None if listed.is_empty() => "each of the whole board has an answer of its own",
        None => "there are no others",
    };
    Ok(writeln!(session.out, "{} replies: {}\n{others}", listed.len(), listed.join(" "))?)
}

/// The longest that somebody waits for a list.
const PATIENCE: Duration = Duration::from_secs(10);

fn undo(game: &mut Game, session: &mut Session<'_>) -> Result {
    // Black's first move is not taken back: it is the certificate's.
    if game.moves.len() < 3 {
        return Ok(writeln!(session.out, "There is nothing of yours to take back.")?);
    }
    while game.take_back().is_some() && game.attacks() {}
    Ok(write!(session.out, "{}", game.draw())?)
}
