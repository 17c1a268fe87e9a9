//! Texts that must be refused, each with the class of its mistake.

use super::*;
use crate::game::TextError;

/// Lines `what;rules;position;text;class;column`, where `what` is `rules`, `position` or `move`. `START` stands for the
/// board of the start.
#[test]
fn invalid_texts_are_refused_with_class_and_column() {
    const BOARD: &str = "8/8/bPbPbPbPbPbPbPbP/bRbNbBbQbKbBbNbR|\
        8/8/gPgPgPgPgPgPgPgP/gRgNgBgQgKgBgNgR|\
        8/8/rPrPrPrPrPrPrPrP/rRrNrBrQrKrBrNrR";
    let corpus = include_str!("../../../../tests/data/threechess-invalid.txt");
    let mut checked = 0;
    for line in corpus.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()) {
        let expanded = line.replace("START", BOARD);
        let fields: Vec<&str> = expanded.split(';').collect();
        let [what, rules, board, text, class, column] = fields[..] else { panic!("six fields: {line}") };
        let found: Result<String, TextError> = match what {
            "rules" => Threechess::parse_rules(text).map(|rules| Threechess::rules_text(&rules)),
            "position" => {
                let rules = Threechess::parse_rules(rules).expect("rules");
                Threechess::parse_position(text, &rules).map(|position| position.position_text())
            }
            _ => position(board, rules).parse_move(text).map(|m| m.to_string()),
        };
        let error = found.expect_err(line);
        assert_eq!(
            (format!("{:?}", error.kind), error.column.to_string()),
            (class.into(), column.into()),
            "{line}: {error}"
        );
        checked += 1;
    }
    assert!(checked >= 90, "{checked} texts");
}
