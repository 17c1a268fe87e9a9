//! Many positions analysed at once, what is found of each said in their order.

use crate::cli::common::{Bar, Blame, Failure, Result, Session};
use manyply::threads::PATIENCE;
use manyply_arena::service::report::Analysis;
use manyply_arena::service::{Answer, Means, Pool, Request, Said};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};

/// Positions for each worker that may be ahead of the first that is not finished.
const AHEAD: usize = 64;

/// Analyses positions until all are done or the user wants an end. `hear` is told all that is found of a position, and
/// the last time makes a result of it, which `say` is given in the order of the positions. Returns how far it came.
pub(crate) fn in_order<T>(
    means: Means,
    positions: Range<usize>,
    session: &mut Session<'_>,
    request: impl Fn(usize) -> Result<Request, String>,
    mut hear: impl FnMut(usize, Box<Analysis>, bool) -> Option<T>,
    mut say: impl FnMut(usize, T, &mut Session<'_>) -> Result,
) -> Result<usize> {
    let Range { start, end } = positions;
    let window = AHEAD * means.jobs;
    let (sender, answers) = sync_channel(window);
    let pool = Pool::new(means, move |answer| sender.send(answer).is_ok())?;
    // Workers that wait to be heard hear first that nobody listens: what is declared last is dropped first.
    let answers = answers;
    let bar = Bar::new(session.has_terminal);
    let (mut submitted, mut done, mut waiting) = (start, start, HashMap::new());
    while done < end && !session.is_stopped() {
        while submitted < end.min(done + window) {
            pool.submit(&Arc::new(request(submitted).or_input()?));
            submitted += 1;
        }
        match answers.recv_timeout(PATIENCE) {
            Ok(Answer { request, is_final, said: Said::Analysis(analysis), .. }) => {
                let index = request.id.index().unwrap_or(end);
                waiting.extend(hear(index, analysis, is_final).map(|found| (index, found)));
            }
            Ok(Answer { said: Said::Error(error), .. }) => return Err(Failure::input(error.error)),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(found) = waiting.remove(&done) {
            say(done, found, session)?;
            done += 1;
        }
        bar.show(&format!("{done} of {end} positions"), done as f64 / end as f64);
    }
    Ok(done)
}
