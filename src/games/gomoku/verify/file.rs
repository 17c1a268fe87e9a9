//! Files of certificates, binary and as text.
//!
//! Text has a line for each root: its moves, `|`, and the tree as hexadecimal numbers of squares, two digits each on
//! boards of at most 256 squares and four on larger ones. A line `# rules: …` says which rules the lines after it
//! obey; other lines that begin with `#`, and empty ones, mean nothing. Binary files have a first line as
//! [`header`] writes it, then every root: the number of its stones (two bytes, the low one first, as in all numbers),
//! their squares in the order of moves, the number of moves in its tree (four bytes), and these moves; a square has as
//! many bytes as it has pairs of digits in text.
//!
//! On the plane, a root may be one of a square board, in whose middle is (0,0): its stones then begin with the number
//! of columns, in text as `17x17`, in binary files as 32768 more than that.

use super::format::Format;
use crate::checksum::checksum;
use std::ops::Range;

/// What every binary file begins with.
const MAGIC: &str = "manyply proof 1 ";
/// What stands for a pass among the stones of a root, on the plane.
pub const PASS: u16 = u16::MAX;
/// In binary files a board of so many columns and rows is a number so much larger: the first that no square has.
const BOARD: u16 = 2 * 128 * 128;
/// The columns and rows that such boards may have.
const BOARDS: std::ops::RangeInclusive<u8> = 9..=99;
/// Columns, and rows, of a sheet of the plane.
const SHEET: u8 = 128;
/// The longest header.
const LONGEST_HEADER: usize = 200;
/// The most roots: eleven times those of the largest proof.
const MOST_ROOTS: usize = 1 << 20;

/// A position with the attacker to move, and where its tree is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// The stones in the order of moves, Black's first; numbers of squares.
    pub stones: Vec<u16>,
    /// On the plane, the columns and rows of the board on which it is meant.
    pub board: Option<u8>,
    /// Where in the file the tree is.
    tree: Range<usize>,
    /// The line, or the number of the root from 1.
    number: usize,
}

/// A file of certificates.
pub struct Certificate<'a> {
    pub(super) bytes: &'a [u8],
    is_text: bool,
    /// What is played.
    pub format: Format,
    /// The positions that are proved, if all trees are right.
    pub roots: Vec<Root>,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct FileError {
    /// Where.
    pub place: String,
    /// What, and what was expected.
    pub problem: String,
}

fn wrong(place: impl Into<String>, problem: impl Into<String>) -> FileError {
    FileError { place: place.into(), problem: problem.into() }
}

/// The header of a binary file, its line end included.
pub fn header(format: Format, roots: usize) -> String {
    format!("{MAGIC}{} roots={roots}\n", rules_text(format))
}

/// What is played, as the program's rules are written.
pub fn rules_text(format: Format) -> String {
    let Format { width, height, connect, exact, plane } = format;
    let rule = if exact { "standard" } else { "freestyle" };
    let size = if plane { "plane".to_owned() } else { format!("{width}x{height}") };
    format!("rule={rule},connect={connect},size={size}")
}

/// The bytes of a square's number.
pub fn square_bytes(format: Format) -> usize {
    if format.squares() <= 256 { 1 } else { 2 }
}

impl Format {
    /// Reads rules such as `rule=standard,size=19`; what they leave out is as people play.
    ///
    /// # Errors
    /// What is no such text.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse_rules(text, None)
    }
}

impl<'a> Certificate<'a> {
    /// Reads a file up to its trees. `default` is what text without a line of rules is about.
    ///
    /// # Errors
    /// What is no such file.
    pub fn parse(bytes: &'a [u8], default: Format) -> Result<Self, FileError> {
        if bytes.starts_with(MAGIC.as_bytes()) { Self::parse_binary(bytes) } else { Self::parse_text(bytes, default) }
    }

    /// Adds a root, whose tree is not empty.
    fn push(format: Format, roots: &mut Vec<Root>, mut root: Root) -> Result<(), FileError> {
        if format.plane {
            root.board = root.stones.first().and_then(|&first| board_of(first));
            root.stones.drain(..usize::from(root.board.is_some()));
        }
        let place = format!("root {}", root.number);
        if root.tree.is_empty() {
            return Err(wrong(place, "has no tree; expected one"));
        }
        if roots.len() == MOST_ROOTS {
            return Err(wrong(place, format!("expected {MOST_ROOTS} roots at most")));
        }
        roots.push(root);
        Ok(())
    }

    fn parse_binary(bytes: &'a [u8]) -> Result<Self, FileError> {
        let end = bytes.iter().take(LONGEST_HEADER).position(|&byte| byte == b'\n');
        let end = end.ok_or_else(|| wrong("line 1", "the header has no end"))?;
        let line = std::str::from_utf8(&bytes[MAGIC.len()..end]).map_err(|_| wrong("line 1", "is no text"))?;
        let (rules, count) =
            line.split_once(" roots=").ok_or_else(|| wrong("line 1", "expected RULES roots=NUMBER"))?;
        let format = parse_rules(rules, None).map_err(|problem| wrong("line 1", problem))?;
        let count: usize = count.parse().map_err(|_| wrong("line 1", "expected a number of roots"))?;
        let size = square_bytes(format);
        let (mut at, mut roots) = (end + 1, Vec::new());
        for number in 1..=count {
            let short = |at: usize| wrong(format!("root {number}, byte {at}"), "the file ends here; expected more");
            let stones = u16::from_le_bytes([
                *bytes.get(at).ok_or_else(|| short(at))?,
                *bytes.get(at + 1).ok_or_else(|| short(at))?,
            ]);
            at += 2;
            let after = at + usize::from(stones) * size;
            let squares = bytes.get(at..after).ok_or_else(|| short(at))?;
            let stones = squares.chunks(size).map(square).collect();
            let length = bytes.get(after..after + 4).ok_or_else(|| short(after))?;
            let length = length.iter().rev().fold(0, |length: u64, &byte| length << 8 | u64::from(byte));
            let start = after + 4;
            let end = usize::try_from(length).ok().and_then(|length| start.checked_add(length.checked_mul(size)?));
            at = end.filter(|&end| end <= bytes.len()).ok_or_else(|| short(start))?;
            Self::push(format, &mut roots, Root { stones, board: None, tree: start..at, number })?;
        }
        if at < bytes.len() {
            return Err(wrong(format!("byte {at}"), "all roots have been read; expected the end of the file"));
        }
        Self { bytes, is_text: false, format, roots }.checked()
    }

    fn parse_text(bytes: &'a [u8], default: Format) -> Result<Self, FileError> {
        let (mut format, mut roots, mut start) = (default, Vec::new(), 0);
        for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            let at = start;
            start += line.len() + 1;
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if let Some(rules) = line.strip_prefix(b"# rules:") {
                let rules = std::str::from_utf8(rules).map_err(|_| wrong(format!("line {number}"), "is no text"))?;
                let named = parse_rules(rules.trim(), Some(default)).map_err(|p| wrong(format!("line {number}"), p))?;
                if !roots.is_empty() && named != format {
                    return Err(wrong(format!("line {number}"), "other rules than those of the lines before it"));
                }
                format = named;
            }
            if line.first().is_none_or(|&byte| byte == b'#') {
                continue;
            }
            let bar = line.iter().position(|&byte| byte == b'|');
            let bar = bar.ok_or_else(|| wrong(format!("line {number}"), "expected moves, '|' and a tree"))?;
            let moves = std::str::from_utf8(&line[..bar]).map_err(|_| wrong(format!("line {number}"), "is no text"))?;
            let stones = parse_moves(moves, format).map_err(|problem| wrong(format!("line {number}"), problem))?;
            let root = Root { stones, board: None, tree: at + bar + 1..at + line.len(), number };
            Self::push(format, &mut roots, root)?;
        }
        Self { bytes, is_text: true, format, roots }.checked()
    }

    fn checked(self) -> Result<Self, FileError> {
        if self.roots.is_empty() {
            return Err(wrong("the file", "has no root; expected at least one"));
        }
        Ok(self)
    }

    /// The rules, as text.
    pub fn rules(&self) -> String {
        rules_text(self.format)
    }

    /// Where a root is in the file, for people.
    pub fn place(&self, root: &Root) -> String {
        let kind = if self.is_text { "line" } else { "root" };
        format!("{kind} {} ({})", root.number, self.first_moves_text(root))
    }

    /// The first moves of a root.
    fn first_moves_text(&self, root: &Root) -> String {
        let mut numbers = root.numbers();
        numbers.truncate(MOST_MOVES_SHOWN);
        self.names(&numbers)
    }

    /// The checksum of its bytes.
    pub fn sum(&self) -> u64 {
        checksum(self.bytes)
    }

    /// The moves of a root.
    pub fn moves_text(&self, root: &Root) -> String {
        self.names(&root.numbers())
    }

    fn names(&self, squares: &[u16]) -> String {
        let width = usize::from(self.format.width);
        let text = |&square: &u16| {
            if self.format.plane {
                return plane_name(square);
            }
            let column = (b'a' + (usize::from(square) % width) as u8) as char;
            format!("{column}{}", usize::from(square) / width + 1)
        };
        squares.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// How many moves a root's tree has.
    pub(super) fn tree_moves(&self, root: &Root) -> u64 {
        let length = if self.is_text { 2 * square_bytes(self.format) } else { square_bytes(self.format) };
        (root.tree.len() / length) as u64
    }

    /// The first move of a root's tree, if it is a square of any board.
    pub(super) fn first_move(&self, root: &Root) -> Option<u16> {
        let bytes = &self.bytes[root.tree.clone()];
        let size = square_bytes(self.format);
        if !self.is_text {
            return bytes.get(..size).map(square);
        }
        let mut digits = bytes.get(..2 * size)?.iter().map(|&byte| (byte as char).to_digit(16));
        digits.try_fold(0, |number, digit| digit.map(|digit| number << 4 | digit as u16))
    }

    /// The moves of a root's tree; none where there is something else than hexadecimal digits, at which digit.
    pub fn tree(&self, root: &Root) -> Result<Vec<u16>, usize> {
        let (bytes, size) = (&self.bytes[root.tree.clone()], square_bytes(self.format));
        if !self.is_text {
            return Ok(bytes.chunks(size).map(square).collect());
        }
        let digits: Result<Vec<u8>, usize> = bytes
            .iter()
            .enumerate()
            .map(|(at, &byte)| (byte as char).to_digit(16).map(|d| d as u8).ok_or(at))
            .collect();
        let digits = digits?;
        if !digits.len().is_multiple_of(2 * size) {
            return Err(digits.len());
        }
        let number = |digits: &[u8]| digits.iter().fold(0, |number, &digit| number << 4 | u16::from(digit));
        Ok(digits.chunks(2 * size).map(number).collect())
    }
}

impl Root {
    /// Its board, if it has one, and its stones, as in binary files.
    pub fn numbers(&self) -> Vec<u16> {
        let board = self.board.map(|side| BOARD + u16::from(side));
        board.into_iter().chain(self.stones.iter().copied()).collect()
    }
}

/// The board that a number stands for.
fn board_of(number: u16) -> Option<u8> {
    number.checked_sub(BOARD).and_then(|side| u8::try_from(side).ok()).filter(|side| BOARDS.contains(side))
}

/// A square of the plane, a pass, or a board.
fn plane_name(square: u16) -> String {
    if square == PASS {
        return "-".to_owned();
    }
    if let Some(side) = board_of(square) {
        return format!("{side}x{side}");
    }
    let side = u16::from(SHEET);
    let coordinate = |at: u16| i32::from(at) - i32::from(side / 2);
    let prime = if square >= side * side { "'" } else { "" };
    format!("{},{}{prime}", coordinate(square % side), coordinate(square / side % side))
}

/// Reads what [`plane_name`] writes.
fn plane_square(word: &str) -> Option<u16> {
    if word == "-" {
        return Some(PASS);
    }
    if let Some((width, height)) = word.split_once('x') {
        return width
            .parse()
            .ok()
            .filter(|side| width == height && BOARDS.contains(side))
            .map(|side: u8| BOARD + u16::from(side));
    }
    let (pair, sheet) = word.strip_suffix('\'').map_or((word, 0), |pair| (pair, 1));
    let coordinate = |text: &str| {
        let at: i32 = text.parse().ok()?;
        u16::try_from(at.checked_add(i32::from(SHEET / 2))?).ok().filter(|&at| at < u16::from(SHEET))
    };
    let (x, y) = pair.split_once(',')?;
    let side = u16::from(SHEET);
    Some((sheet * side + coordinate(y)?) * side + coordinate(x)?)
}

/// Moves of a root that messages show.
const MOST_MOVES_SHOWN: usize = 12;

/// A square of a binary file.
fn square(bytes: &[u8]) -> u16 {
    bytes.iter().rev().fold(0, |square, &byte| square << 8 | u16::from(byte))
}

/// Reads rules; what they leave out is as in `default`, or as people play.
fn parse_rules(text: &str, default: Option<Format>) -> Result<Format, String> {
    const EXPECTED: &str = "expected rule=freestyle|standard, connect=3..5, size=N or WxH, each 1..20, or plane";
    let wrong = |option: &str| format!("rules: {option:?}; {EXPECTED}");
    let mut format = default.unwrap_or_default();
    for option in text.split(',').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').ok_or_else(|| wrong(option))?;
        let number = |text: &str, most: u8| text.parse().ok().filter(|number| (1..=most).contains(number));
        match (name.trim(), value) {
            ("rule", "freestyle") => format.exact = false,
            ("rule", "standard") => format.exact = true,
            ("connect", _) => {
                format.connect = number(value, 5).filter(|&connect| connect >= 3).ok_or_else(|| wrong(option))?;
            }
            ("size", "plane") => (format.width, format.height, format.plane) = (SHEET, SHEET, true),
            ("size", _) => {
                let (width, height) = value.split_once('x').unwrap_or((value, value));
                let sides = (number(width, 20), number(height, 20));
                let (Some(width), Some(height)) = sides else { return Err(wrong(option)) };
                (format.width, format.height, format.plane) = (width, height, false);
            }
            _ => return Err(wrong(option)),
        }
    }
    if format.plane && format.connect != 5 {
        return Err("rules: on the plane only five in a row are proved; expected connect=5".into());
    }
    Ok(format)
}

/// Reads moves such as `h8 k11`.
fn parse_moves(text: &str, format: Format) -> Result<Vec<u16>, String> {
    let square = |word: &str| {
        if format.plane {
            return plane_square(word);
        }
        let mut letters = word.chars();
        let column = letters.next().filter(char::is_ascii_lowercase).map(|letter| letter as usize - 'a' as usize)?;
        let row = letters.as_str().parse::<usize>().ok()?.checked_sub(1)?;
        let (width, height) = (usize::from(format.width), usize::from(format.height));
        (column < width && row < height).then_some((row * width + column) as u16)
    };
    let read = |word: &str| {
        square(word)
            .ok_or_else(|| format!("{word:?} is no square; expected column and row, as in h8 or, on the plane, 3,-2"))
    };
    text.split_whitespace().map(read).collect()
}
