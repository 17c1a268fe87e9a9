//! Networks that were read from files, and a game's own in the program.

use super::file::{NetworkError, NetworkHead, numbers};
use super::{Network, Shape};
use crate::files;
use std::any::Any;
use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The networks of a game: those in the program, and how another one is made of its numbers.
#[derive(Clone, Copy, Debug)]
pub struct GameNetwork {
    /// The shape of all of them.
    pub shape: Shape,
    /// Those in the program: [`Evaluate::own_network`](crate::game::Evaluate::own_network) says which one evaluates.
    /// None of a game that evaluates by hand where no network is given.
    pub embedded: &'static [Embedded],
    build: fn(&[u8], i32) -> Box<dyn Any + Send + Sync>,
}

/// A network in the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The rules that it is for, as users write them; empty for all that no other one is for.
    pub rules: &'static str,
    /// The network as a file.
    pub file: &'static [u8],
}

impl GameNetwork {
    /// The networks of a game whose `inputs` are so called, with this scale of the sigmoid.
    pub const fn new<const FEATURES: usize, const HIDDEN: usize, const VIEWS: usize, const BUCKETS: usize>(
        inputs: &'static str,
        scale: i32,
        embedded: &'static [Embedded],
    ) -> Self {
        Self {
            shape: Network::<FEATURES, HIDDEN, VIEWS, BUCKETS>::shape(inputs, scale),
            embedded,
            build: |numbers, scale| Box::new(Network::<FEATURES, HIDDEN, VIEWS, BUCKETS>::from_bytes(numbers, scale)),
        }
    }

    /// The numbers of one in the program.
    ///
    /// # Panics
    /// If there are not so many.
    pub const fn numbers(&self, index: usize) -> &'static [u8] {
        numbers(self.embedded[index].file)
    }

    /// Reads a network of this shape for `game` from a file.
    ///
    /// # Errors
    /// The system refuses the file, or it is no such network.
    pub fn read(&self, game: &'static str, path: &Path) -> Result<NetworkRef, NetworkError> {
        self.parse(game, &NetworkHead::content(path)?)
    }

    /// Reads a network of this shape for `game` from the content of a file.
    ///
    /// # Errors
    /// It is no such network.
    pub fn parse(&self, game: &'static str, content: &[u8]) -> Result<NetworkRef, NetworkError> {
        let (head, numbers) = NetworkHead::parse(content)?;
        head.check(game, &self.shape, numbers)?;
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |kept: &&'static Kept| kept.head == head && *kept.numbers == *numbers;
        let found = kept.iter().copied().find(same).unwrap_or_else(|| {
            let network = (self.build)(numbers, self.shape.scale);
            let new: &'static Kept = Box::leak(Box::new(Kept { head, numbers: numbers.into(), network }));
            kept.push(new);
            new
        });
        Ok(NetworkRef(found))
    }
}

impl NetworkHead {
    /// The content of a file; of one that is longer than networks are, the beginning, which cannot be one.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn content(path: &Path) -> Result<Vec<u8>, NetworkError> {
        let mut content = Vec::new();
        let most = (Self::LONGEST + LARGEST) as u64;
        files::open(path)?.take(most + 1).read_to_end(&mut content)?;
        Ok(content)
    }
}

/// No network has more bytes.
const LARGEST: usize = 1 << 26;

/// All that were read, each once.
static KEPT: Mutex<Vec<&'static Kept>> = Mutex::new(Vec::new());

struct Kept {
    head: NetworkHead,
    numbers: Box<[u8]>,
    /// A [`Network`] of the game's shape.
    network: Box<dyn Any + Send + Sync>,
}

/// A network that was read, kept until the program ends: a search refers to it as it does to the game's own, and is as
/// fast. The same content is kept once.
#[derive(Clone, Copy)]
pub struct NetworkRef(&'static Kept);

impl NetworkRef {
    /// What its file says of it.
    pub fn head(self) -> &'static NetworkHead {
        &self.0.head
    }

    /// Its numbers, as for [`Network::from_bytes`].
    pub fn numbers(self) -> &'static [u8] {
        &self.0.numbers
    }

    /// The network, if it is of this type.
    pub fn network<const FEATURES: usize, const HIDDEN: usize, const VIEWS: usize, const BUCKETS: usize>(
        self,
    ) -> Option<&'static Network<FEATURES, HIDDEN, VIEWS, BUCKETS>> {
        self.0.network.downcast_ref()
    }
}

impl PartialEq for NetworkRef {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for NetworkRef {}

/// The same for the same content, whenever it was read.
impl fmt::Debug for NetworkRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.0.head.game, self.0.head.checksum)
    }
}
