//! Texts that must be refused, each with the class of its mistake and where it is.

use super::*;
use crate::game::TextError;

/// Lines `what|rules|position|text|class|column`, where `what` is `rules`, `position` or `move`.
#[test]
fn invalid_texts_are_refused_with_class_and_column() {
    let mut checked = 0;
    let corpus = include_str!("../../../../tests/data/gomoku-invalid.txt");
    for line in corpus.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()) {
        let fields: Vec<&str> = line.split('|').collect();
        let [what, options, board, text, class, column] = fields[..] else { panic!("six fields: {line}") };
        let found: Result<String, TextError> = match what {
            "rules" => Gomoku::parse_rules(text).map(|rules| Gomoku::rules_text(&rules)),
            "position" => Gomoku::parse_position(text, &rules(options)).map(|position| position.position_text()),
            _ => position(board, options).parse_move(text).map(|m| format!("{m:?}")),
        };
        let error = found.expect_err(line);
        assert_eq!(
            (format!("{:?}", error.kind).as_str(), error.column.to_string().as_str()),
            (class, column),
            "{line}: {error}"
        );
        checked += 1;
    }
    assert!(checked >= 60, "{checked} texts");
}
