//! Tables as they are used: mapped files, a block decompressed when a position of it is asked for.

use super::class::Class;
use super::graph::SCALE;
use super::material::Material;
use super::pattern::{Pattern, parse_patterns};
use crate::game::{Exact, Side};
use crate::solve::Warn;
use crate::solve::blocks::Blocks;
use crate::table_file::{self, Kind, TableFile, TableFileError};
use once_cell::sync::OnceCell;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Blocks that are kept decompressed, 32 KiB each: all of the tables up to four men have room.
const KEPT: usize = 2048;

/// The endings of three men are part of the program: 30 KB, as `manyply tables minichess --men 3` writes them.
const OWN: [(&str, &[u8]); 5] = [
    ("KQK", include_bytes!("embedded/KQK.table")),
    ("KRK", include_bytes!("embedded/KRK.table")),
    ("KBK", include_bytes!("embedded/KBK.table")),
    ("KNK", include_bytes!("embedded/KNK.table")),
    ("KPK", include_bytes!("embedded/KPK.table")),
];

/// The kinds of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// Values without a limit on plies.
    Endings,
    /// Values by the plies that are left.
    Countdown,
}

/// What files of endgame tables call themselves.
pub const ENDINGS: Kind = Kind { name: "endgames", version: "2" };
/// What files of endgame tables with a limit on plies call themselves.
pub const COUNTDOWNS: Kind = Kind { name: "countdowns", version: "1" };

impl What {
    /// Of the files.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Endings => ENDINGS,
            Self::Countdown => COUNTDOWNS,
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Endings => "table",
            Self::Countdown => "countdown",
        }
    }

    /// Bytes of each number, in planes one behind the other.
    const fn planes(self) -> usize {
        match self {
            Self::Endings => 1,
            Self::Countdown => 2,
        }
    }
}

/// What a file is said to hold.
pub(super) fn tag(material: Material, what: What) -> String {
    let rules = match what {
        What::Endings => "plies=none, repetition=0",
        What::Countdown => "limit=material, repetition=0, king=capture",
    };
    format!("minichess {}, {rules}", material.name())
}

pub(super) fn path(directory: &Path, material: Material, what: What) -> PathBuf {
    directory.join(format!("minichess-{}.{}", material.name(), what.extension()))
}

/// Where the bytes of a table are.
#[derive(Debug)]
enum Bytes {
    File(TableFile),
    /// In the program.
    Own(&'static [u8]),
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::File(file) => file,
            Self::Own(bytes) => bytes,
        }
    }
}

/// A table, compressed.
#[derive(Debug)]
pub(super) struct Stored {
    pub(super) class: Class,
    bytes: Bytes,
    /// Of countdowns.
    patterns: Vec<Pattern>,
    /// Where the blocks begin in the file.
    start: usize,
    blocks: Blocks,
    /// Where its blocks begin among all of the tables.
    first_block: usize,
    path: PathBuf,
    /// Whether the content fits the checksum, once it has been asked for.
    sound: OnceCell<bool>,
}

impl Stored {
    /// Maps the file of a class; its content is looked at when it is used.
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub(super) fn open(directory: &Path, material: Material, what: What) -> Result<Self, String> {
        let path = path(directory, material, what);
        let problem = |error: TableFileError| format!("{}: {error}", path.display());
        let file =
            TableFile::map(&path, what.kind()).and_then(|file| file.of(&tag(material, what))).map_err(problem)?;
        let class = Class::without_boards(material);
        let (patterns, start) = match what {
            What::Endings => (Vec::new(), 0),
            What::Countdown => parse_patterns(&file).ok_or_else(|| problem(TableFileError::Length))?,
        };
        let blocks = Blocks::parse(&file[start..]).filter(|blocks| blocks.len() == what.planes() * 2 * class.boards);
        let blocks = blocks.ok_or_else(|| problem(TableFileError::Length))?;
        Ok(Self {
            class,
            bytes: Bytes::File(file),
            patterns,
            start,
            blocks,
            first_block: 0,
            path,
            sound: OnceCell::new(),
        })
    }

    /// A file of endings that is part of the program.
    fn own(material: Material, file: &'static [u8]) -> Option<Self> {
        let (_, bytes) = table_file::payload(file, What::Endings.kind()).ok()?;
        let class = Class::without_boards(material);
        let blocks = Blocks::parse(bytes).filter(|blocks| blocks.len() == 2 * class.boards)?;
        let (bytes, path) = (Bytes::Own(bytes), PathBuf::from("the program itself"));
        let sound = OnceCell::with_value(true);
        Some(Self { class, bytes, patterns: Vec::new(), start: 0, blocks, first_block: 0, path, sound })
    }

    /// Looks at the whole content.
    ///
    /// # Errors
    /// The file, and that it is damaged.
    pub(super) fn check(&self) -> Result<(), String> {
        let sound = self.sound.get_or_init(|| match &self.bytes {
            Bytes::File(file) => file.check().is_ok(),
            Bytes::Own(_) => true,
        });
        if *sound { Ok(()) } else { Err(format!("{}: {}", self.path.display(), TableFileError::Checksum)) }
    }
}

/// A block that is kept.
#[derive(Debug, Default)]
struct Kept {
    /// Its number and 1; 0: none.
    owner: usize,
    bytes: Vec<u8>,
}

/// Tables of one kind, of several classes.
#[derive(Debug)]
pub(super) struct Store {
    /// By material, in rising order.
    tables: Vec<Stored>,
    kept: Vec<Mutex<Kept>>,
    most_men: usize,
    /// Called with what is wrong with a table when it turns out to be damaged and is not used.
    warn: Option<Warn>,
}

impl Store {
    /// The tables of a kind in a directory, up to so many men. Whatever is wrong with one is an error or, where there
    /// is `warn`, said by it, and the table left out; then the largest ones are looked at only when they are used.
    pub(super) fn load(directory: &Path, what: What, men: usize, warn: Option<Warn>) -> Result<Self, String> {
        let mut tables = Vec::new();
        for material in (3..=men).flat_map(Material::all) {
            if !path(directory, material, what).exists() {
                continue;
            }
            let table = Stored::open(directory, material, what).and_then(|table| {
                if warn.is_none() || material.men() <= 4 {
                    table.check()?;
                }
                Ok(table)
            });
            match (table, warn) {
                (Ok(table), _) => tables.push(table),
                (Err(problem), Some(warn)) => warn(&problem),
                (Err(problem), None) => return Err(problem),
            }
        }
        Ok(Self::new(tables, warn))
    }

    /// No tables at all.
    pub(super) fn empty() -> Self {
        Self::new(Vec::new(), None)
    }

    /// These tables, and of the program's own those that are not among them.
    pub(super) fn with_own(self) -> Self {
        let Self { mut tables, warn, .. } = self;
        for (name, file) in OWN {
            let Some(material) = Material::parse(name) else { continue };
            if !tables.iter().any(|table| table.class.material == material) {
                tables.extend(Stored::own(material, file));
            }
        }
        Self::new(tables, warn)
    }

    fn new(mut tables: Vec<Stored>, warn: Option<Warn>) -> Self {
        tables.sort_by_key(|table| table.class.material);
        let mut blocks = 0;
        for table in &mut tables {
            table.first_block = blocks;
            blocks += table.blocks.count();
        }
        let most_men = tables.iter().map(|table| table.class.men.len()).max().unwrap_or(0);
        let mut kept = Vec::new();
        kept.resize_with(blocks.min(KEPT), Mutex::default);
        Self { tables, kept, most_men, warn }
    }

    /// The most men of any table.
    #[inline]
    pub(super) fn most_men(&self) -> usize {
        self.most_men
    }

    /// How many tables there are.
    pub(super) fn len(&self) -> usize {
        self.tables.len()
    }

    pub(super) fn find(&self, material: Material) -> Option<&Stored> {
        let found = self.tables.binary_search_by_key(&material, |table| table.class.material).ok()?;
        Some(&self.tables[found])
    }

    /// The value, from endings, of a board of a table whose mover cannot take the king: nothing if the table turns out
    /// to be damaged, `Some(None)` for a draw.
    #[inline]
    pub(super) fn value(&self, table: &Stored, turn: Side, number: usize) -> Option<Option<Exact>> {
        Some(SCALE.known(self.byte(table, turn.index() * table.class.boards + number)?))
    }

    /// The values by plies left, from countdowns, of such a board.
    pub(super) fn pattern(&self, table: &Stored, turn: Side, number: usize) -> Option<Pattern> {
        let index = turn.index() * table.class.boards + number;
        let code = [self.byte(table, index)?, self.byte(table, index + 2 * table.class.boards)?];
        table.patterns.get(usize::from(u16::from_le_bytes(code))).copied()
    }

    #[inline]
    fn byte(&self, table: &Stored, index: usize) -> Option<u8> {
        let (block, offset) = table.blocks.place(index);
        let owner = table.first_block + block + 1;
        let mut kept = self.kept[owner % self.kept.len()].lock().ok()?;
        if kept.owner != owner && !self.fill(&mut kept, table, block, owner) {
            return None;
        }
        kept.bytes.get(offset).copied()
    }

    #[cold]
    fn fill(&self, kept: &mut Kept, table: &Stored, block: usize, owner: usize) -> bool {
        let is_new = table.sound.get().is_none();
        let checked = table.check();
        let read = checked.is_ok() && table.blocks.read(&table.bytes[table.start..], block, &mut kept.bytes);
        kept.owner = if read { owner } else { 0 };
        if let (Err(problem), true, Some(warn)) = (checked, is_new, self.warn) {
            warn(&problem);
        }
        read
    }
}
