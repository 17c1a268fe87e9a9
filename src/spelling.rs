//! How near words are to each other: what somebody may have meant who wrote something else.

/// The letters of a word that are looked at.
const LONGEST: usize = 32;

/// The fewest letters to insert, leave out, replace or swap with the next one to get from one word to another, whatever
/// their case (optimal string alignment).
///
/// ```
/// use manyply::spelling::distance;
///
/// assert_eq!((distance("Nodes", "nodse"), distance("", "abc")), (1, 3));
/// ```
pub fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|word| word.chars().take(LONGEST).map(|c| c.to_ascii_lowercase()).collect::<Vec<_>>());
    // Rows of the table: that of the letter before the last one, of the last one, and of this one.
    let (mut before, mut last) = (Vec::new(), (0..=b.len()).collect::<Vec<_>>());
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                let swapped: usize = before[j - 1];
                least = least.min(swapped + 1);
            }
            row.push(least);
        }
        (before, last) = (last, row);
    }
    last[b.len()]
}

/// The known word that was most likely meant: the nearest one if it is near enough, or the only one that begins so.
///
/// ```
/// use manyply::spelling::nearest;
///
/// let known = ["analyze", "annotate", "nodes", "network"];
/// assert_eq!(nearest("analyse", known), Some("analyze"));
/// assert_eq!((nearest("netw", known), nearest("n", known), nearest("games", known)), (Some("network"), None, None));
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let enough = (word.chars().count() / 3).clamp(1, 3);
    let begins = |known: &&str| {
        known.get(..word.len()).is_some_and(|begin| !word.is_empty() && begin.eq_ignore_ascii_case(word))
    };
    let near = known.clone().into_iter().map(|known| (distance(word, known), known)).min_by_key(|&(least, _)| least);
    let mut beginning = known.into_iter().filter(begins);
    let only = beginning.next().filter(|_| beginning.next().is_none());
    near.filter(|&(least, known)| least <= enough && least < known.chars().count()).map(|(_, known)| known).or(only)
}
