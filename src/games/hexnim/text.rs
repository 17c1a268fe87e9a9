//! Texts of positions, moves and options, and the picture of the board.

use super::grid::{self, Cells, Direction, MAX_SIZE};
use super::line::Line;
use super::position::{Hexnim, Rules, Winner};
use super::random;
use crate::bits::BitSet;
use crate::game::{
    Ending, Figure, Ink, Notation, Picture, Position, Shade, Side, TextError, TextErrorKind, Tile, Writing,
    edited_rows, options,
};

const WINNERS: [(&str, Winner); 2] = [("misere", Winner::Misere), ("normal", Winner::Normal)];
const ROWS: &str = "1 to 16 rows of 1 to 16 characters `.` or `#`, all equally long, joined by `/`";
const MOVE: &str = "`x,y,l,d`: column, row, length 1 to 3, direction 1 to 6";

impl Notation for Hexnim {
    const NAME: &'static str = "hexnim";
    const SUMMARY: &'static str = "cross out one to three cells in a line; whoever takes the last cell loses";
    const OPTIONS: &'static [&'static str] = &["winner=misere|normal"];
    const RULES_PAGE: &'static str = include_str!("../../../docs/reference/rules/hexnim.md");
    const LESSON: &'static str = include_str!("../../../docs/reference/rules/hexnim.epd");
    const SAMPLES: &'static [(&'static str, u32)] = &[
        (
            "############/############/#######.####/######..####/#####.#..###/####...#####/####....####/######.#####/\
          ############/############/############/############",
            7,
        ),
        (
            "############/############/############/############/#####...####/#####...####/######...###/#####.##.###/\
          #######..###/############/############/############",
            8,
        ),
        ("....../....../......", 6),
        ("......../........", 7),
    ];

    fn parse_rules(text: &str) -> Result<Rules, TextError> {
        let mut rules = Rules::default();
        options(text, &mut |name, value| {
            let option = |column, problem: String, expected| {
                Err(TextError::new(TextErrorKind::Option, column, problem, expected))
            };
            match (name, WINNERS.iter().find(|(winner, _)| *winner == value)) {
                ("winner", Some(&(_, winner))) => rules.winner = winner,
                ("winner", None) => return option(8, format!("winner `{value}`"), "`misere` or `normal`"),
                _ => return option(1, format!("no option `{name}`"), "`winner`"),
            }
            Ok(())
        })?;
        Ok(rules)
    }

    fn rules_text(rules: &Rules) -> String {
        let (name, _) = WINNERS[rules.winner as usize];
        format!("winner={name}")
    }

    fn parse_position(text: &str, rules: &Rules) -> Result<Self, TextError> {
        let error = |kind, column, problem: String| Err(TextError::new(kind, column, problem, ROWS));
        let (mut free, mut width, mut height, mut column) = (Cells::EMPTY, 0, 0, 1);
        for (y, row) in text.trim_end().split('/').enumerate() {
            if y == MAX_SIZE {
                return error(TextErrorKind::Shape, column, "more than 16 rows".into());
            }
            let mut length = 0;
            for (x, letter) in row.chars().enumerate() {
                match letter {
                    _ if x == MAX_SIZE => {
                        return error(TextErrorKind::Shape, column + x, format!("row {y} has more than 16 cells"));
                    }
                    '.' => free = free.with(grid::cell(x, y)),
                    '#' => {}
                    _ => return error(TextErrorKind::Symbol, column + x, format!("`{}`", letter.escape_default())),
                }
                length = x + 1;
            }
            if length == 0 {
                return error(TextErrorKind::Shape, column, format!("row {y} is empty"));
            }
            if y > 0 && length != width {
                let problem = format!("row {y} has {length} cells, row 0 has {width}");
                return error(TextErrorKind::Shape, column, problem);
            }
            (width, height, column) = (length, y + 1, column + length + 1);
        }
        Ok(Self::new(width, height, free, *rules))
    }

    fn position_text(&self) -> String {
        let row = |y| {
            let letter = |x| if self.free().contains(grid::cell(x, y)) { '.' } else { '#' };
            (0..self.width()).map(letter).collect::<String>()
        };
        (0..self.height()).map(row).collect::<Vec<_>>().join("/")
    }

    fn parse_move(&self, text: &str) -> Result<Line, TextError> {
        let error = |kind, column, problem: String| Err(TextError::new(kind, column, problem, MOVE));
        let mut numbers = [0; 4];
        let mut fields = 0;
        let mut column = 1;
        for field in text.split(',') {
            let bounds = [(0, self.width() - 1), (0, self.height() - 1), (1, 3), (1, 6)];
            let (Some(number), Some(&(least, most))) = (numbers.get_mut(fields), bounds.get(fields)) else {
                return error(TextErrorKind::Shape, column, "more than four numbers".into());
            };
            let digits = field.trim();
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            match digits.parse() {
                Ok(value) if plain && (least..=most).contains(&value) => *number = value,
                _ => {
                    let name = ["column", "row", "length", "direction"][fields];
                    let problem = format!("{name} `{}`", digits.escape_default());
                    let expected = format!("{MOVE}; here {least} to {most}");
                    return Err(TextError::new(TextErrorKind::Number, column, problem, expected));
                }
            }
            fields += 1;
            column += field.chars().count() + 1;
        }
        if fields < 4 {
            return error(TextErrorKind::Shape, column - 1, format!("only {fields} of four numbers"));
        }
        let [x, y, length, direction] = numbers;
        Direction::new(direction)
            .and_then(|direction| Line::new(grid::cell(x, y), length, direction))
            .filter(|&line| self.is_legal(line))
            .ok_or_else(|| {
                let problem = format!("`{}` is not legal", text.trim());
                TextError::new(TextErrorKind::Illegal, 1, problem, "a line of free cells")
            })
    }

    fn move_text(&self, m: Line) -> String {
        let (x, y) = grid::place(m.head());
        format!("{x},{y},{},{}", m.length(), m.direction().number())
    }

    fn side_name(side: Side) -> &'static str {
        if side == Side::FIRST { "first" } else { "second" }
    }

    fn ending(&self, last: Option<Line>) -> Option<Ending> {
        let mover = Self::side_name(self.side_to_move().other());
        Some(Ending::new(format!("{mover} took the last cell"), last.into_iter().flat_map(|m| self.move_tiles(m))))
    }

    fn move_tiles(&self, m: Line) -> Vec<usize> {
        let cells = std::iter::successors(Some(m.head()), |&cell| m.direction().step(cell)).take(m.length());
        cells.map(grid::place).map(|(x, y)| self.width() * y + x).collect()
    }

    /// Hexagons that stand on a corner, odd rows half a hexagon to the right; columns on top (of even rows), rows on
    /// the left.
    /// What is not free.
    const FIGURES: &'static [(&'static str, Figure)] =
        &[("#", Figure { ink: Ink::Black, owner: None, letter: '#', glyph: '#' })];

    fn edited(text: &str, tile: usize, figure: Option<&str>) -> Option<String> {
        edited_rows(text, tile, 1, figure)
    }

    fn picture(&self) -> Picture {
        // Half a hexagon, in characters: numbers of two digits must not touch.
        let half = if self.width() > 10 { 2 } else { 1 };
        let margin = if self.height() > 10 { 3 } else { 2 };
        // On paper a hexagon is 1 wide, its corners 1/√3 from the middle, rows √3/2 apart.
        let radius = 1.0 / 3f64.sqrt();
        let middle =
            |x: usize, y: usize| (1.5 + x as f64 + (y % 2) as f64 / 2.0, 1.0 + radius + y as f64 * 1.5 * radius);
        let mut picture = Picture::default();
        for y in 0..self.height() {
            let (_, level) = middle(0, y);
            picture.writings.push(Writing { column: 0, line: y + 1, place: Some((0.5, level)), text: y.to_string() });
            for x in 0..self.width() {
                let (right, down) = middle(x, y);
                let corner = |dx: f64, dy: f64| (right + dx, down + dy * radius);
                let outline = vec![
                    corner(0.0, -1.0),
                    corner(0.5, -0.5),
                    corner(0.5, 0.5),
                    corner(0.0, 1.0),
                    corner(-0.5, 0.5),
                    corner(-0.5, -0.5),
                ];
                let shade = if self.free().contains(grid::cell(x, y)) { Shade::Light } else { Shade::Blocked };
                let column = margin + half * (2 * x + y % 2);
                let name = format!("{x},{y}");
                picture.tiles.push(Tile { name, column, line: y + 1, outline, shade, figure: None });
            }
        }
        for x in 0..self.width() {
            let (right, _) = middle(x, 0);
            let column = margin + 2 * half * x;
            picture.writings.push(Writing { column, line: 0, place: Some((right, 0.5)), text: x.to_string() });
        }
        picture
    }

    fn random_start(rules: &Rules, seed: u64) -> Option<Self> {
        Some(random::tournament_board(*rules, seed))
    }
}
