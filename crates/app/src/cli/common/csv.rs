//! Results as a table for other programs: comma-separated values in the quotes of RFC 4180, a header first.

use crate::cli::common::failure::{Blame, Result};
use crate::cli::common::session::Session;
use manyply::harmless::one_line;
use serde::Serialize;
use serde_json::Value;

/// A table of JSON objects of one type.
pub(crate) struct Table {
    /// Fields of the objects, in objects within them behind dots, of which the header has the last names.
    columns: Vec<&'static str>,
    has_header: bool,
}

impl Table {
    pub(crate) fn new(columns: &'static str) -> Self {
        Self { columns: columns.split_whitespace().collect(), has_header: false }
    }

    /// Prints the row of an object: lists with spaces between them, and nothing for what is not there.
    pub(crate) fn row(&mut self, object: &impl Serialize, session: &mut Session<'_>) -> Result {
        let object = serde_json::to_value(object).or_input()?;
        if !std::mem::replace(&mut self.has_header, true) {
            let names = self.columns.iter().map(|path| path.rsplit('.').next().unwrap_or_default());
            writeln!(session.out, "{}", names.collect::<Vec<_>>().join(","))?;
        }
        let field = |path: &&str| path.split('.').fold(&object, |object, name| &object[name]);
        let cells = self.columns.iter().map(|path| quoted(&text(field(path))));
        Ok(writeln!(session.out, "{}", cells.collect::<Vec<_>>().join(","))?)
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => one_line(text).to_string(),
        Value::Array(all) => all.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{quoted, text};
    use serde_json::json;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let cells = [json!(null), json!("a,b"), json!("say \"a\""), json!(["a1", "b2"]), json!(-0.5), json!(true)];
        let cells: Vec<_> = cells.iter().map(|cell| quoted(&text(cell))).collect();
        assert_eq!(cells, ["", "\"a,b\"", "\"say \"\"a\"\"\"", "a1 b2", "-0.5", "true"]);
        assert!(!quoted(&text(&json!("a\nb\u{1b}"))).contains(['\n', '\u{1b}']));
    }
}
