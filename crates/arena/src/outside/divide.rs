//! What move generators print for each move: how many lines of play begin with it.

/// What a generator says of a move: how many lines of play begin with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// The move in the game's notation, if it is legal; else as the generator wrote it.
    pub text: String,
    /// Whether it is legal.
    pub is_legal: bool,
    /// The lines.
    pub nodes: u64,
}

/// The count in a line such as `a2a3: 49`, if it is one. `parse` knows the legal moves; others have a digit.
pub(super) fn count(line: &str, parse: impl Fn(&str) -> Option<String>) -> Option<Count> {
    let (text, nodes) = line.trim().rsplit_once([' ', ':', '=', '\t'])?;
    let (text, nodes) = (text.trim_end_matches([' ', ':', '=', '\t']), nodes.parse().ok()?);
    match parse(text) {
        Some(text) => Some(Count { text, is_legal: true, nodes }),
        None if text.contains(|c: char| c.is_ascii_digit()) && !text.contains([' ', '(']) => {
            Some(Count { text: text.to_owned(), is_legal: false, nodes })
        }
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn counts_are_found_among_other_lines() {
        let parse = |text: &str| (text == "pass" || text == "a2a3").then(|| text.to_owned());
        let found = |line| count(line, parse).map(|count| (count.text, count.is_legal, count.nodes));
        for (line, expected) in [
            ("a2a3: 49", Some(("a2a3", true, 49))),
            ("a2a3 = 49 ", Some(("a2a3", true, 49))),
            ("pass\t3", Some(("pass", true, 3))),
            ("e2e9:5", Some(("e2e9", false, 5))),
            ("Nodes searched: 452", None),
            ("Total 452", None),
            ("perft(3): 452", None),
            ("depth 3 nodes 452", None),
            ("a2a3", None),
            ("", None),
        ] {
            let expected = expected.map(|(text, is_legal, nodes)| (text.to_owned(), is_legal, nodes));
            assert_eq!(found(line), expected, "{line}");
        }
    }
}
