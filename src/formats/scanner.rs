//! A text read character by character that knows the line and the column it is at.

use super::{FormatError, Place};

/// Where in a text the reader is.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scanner<'a> {
    /// At the beginning of a text; a byte order mark is skipped.
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, column: 1 }
    }

    pub(super) const fn place(&self) -> Place {
        (self.line, self.column)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The next character, which is passed.
    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += 1;
        }
        Some(c)
    }

    /// Passes `c` if it comes next.
    pub(super) fn take(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Passes and returns what comes before the first character that does not fit.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest;
        while self.peek().is_some_and(&fits) {
            self.next();
        }
        &rest[..rest.len() - self.rest.len()]
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// The text up to `end`, which is passed too.
    pub(super) fn until(&mut self, end: char, what: &str) -> Result<&'a str, FormatError> {
        let begin = self.place();
        let text = self.take_while(|c| c != end);
        if self.take(end) {
            Ok(text)
        } else {
            Err(FormatError::at(begin, format!("{what} that does not end"), format!("`{end}` behind it")))
        }
    }
}
