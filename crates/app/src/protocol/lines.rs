//! Lines from other programs, read by a thread of their own.

use manyply::threads;
use std::io::{self, BufRead, Read};

/// Bytes of a line that are read; the rest of a longer one is dropped.
const LONGEST: u64 = 1 << 16;

/// Reads `input` line by line in a thread of its own and hands each line to `take`; nothing stands for the end. The
/// thread ends with the input or when `take` says that nobody listens; until then it waits in the system.
///
/// # Errors
/// The system gives no thread.
pub(crate) fn read(
    mut input: Box<dyn BufRead + Send>,
    mut take: impl FnMut(Option<String>) -> bool + Send + 'static,
) -> io::Result<()> {
    threads::spawn(move || {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = (&mut input).take(LONGEST).read_until(b'\n', &mut line);
            let is_open = read.is_ok_and(|bytes| bytes > 0);
            if !is_open || !take(Some(String::from_utf8_lossy(&line).into_owned())) {
                break;
            }
            if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') && skip_line(&mut input).is_err() {
                break;
            }
        }
        take(None);
    })?;
    Ok(())
}

/// Drops everything up to the end of the line.
fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if ended {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use std::sync::mpsc::channel;

    #[test]
    fn lines_come_one_by_one_and_the_end_last() {
        let long = "x".repeat(LONGEST as usize + 10);
        let input = format!("a\r\n\n{long}\nb");
        let (sender, receiver) = channel();
        read(Box::new(Cursor::new(input)), move |line| sender.send(line).is_ok()).expect("a thread");
        let lines: Vec<_> = receiver.iter().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!((lines[0].as_deref(), lines[1].as_deref()), (Some("a\r\n"), Some("\n")));
        assert_eq!(lines[2].as_ref().map(String::len), Some(LONGEST as usize));
        assert_eq!((lines[3].as_deref(), lines[4].as_deref()), (Some("b"), None));
    }
}
