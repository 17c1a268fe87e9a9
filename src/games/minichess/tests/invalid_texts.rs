//! Texts that must be refused, each with the class of its mistake.

use super::*;
use crate::game::{TextError, TextErrorKind};

fn kind(name: &str) -> TextErrorKind {
    match name {
        "Shape" => TextErrorKind::Shape,
        "Symbol" => TextErrorKind::Symbol,
        "Number" => TextErrorKind::Number,
        "Impossible" => TextErrorKind::Impossible,
        "Illegal" => TextErrorKind::Illegal,
        "Option" => TextErrorKind::Option,
        _ => panic!("no class {name}"),
    }
}

/// Lines `what|rules|position|text|class|column`, where `what` is `rules`, `position` or `move`.
#[test]
fn invalid_texts_are_refused_with_class_and_column() {
    let corpus = include_str!("../../../../tests/data/minichess-invalid.txt");
    let mut checked = 0;
    for line in corpus.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()) {
        let fields: Vec<&str> = line.split('|').collect();
        let [what, rules, board, text, class, column] = fields[..] else { panic!("six fields: {line}") };
        let found: Result<String, TextError> = match what {
            "rules" => Minichess::parse_rules(text).map(|rules| Minichess::rules_text(&rules)),
            "position" => {
                let rules = Minichess::parse_rules(rules).expect("rules");
                Minichess::parse_position(text, &rules).map(|position| position.position_text())
            }
            _ => position(board, rules).parse_move(text).map(|m| m.to_string()),
        };
        let error = found.expect_err(line);
        assert_eq!((error.kind, error.column.to_string().as_str()), (kind(class), column), "{line}: {error}");
        checked += 1;
    }
    assert!(checked >= 100, "{checked} texts");
}
