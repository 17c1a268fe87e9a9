//! Where a table's bytes lie: in memory of its own, or in a file that is mapped.

use memmap2::{Mmap, MmapMut};
use std::fs::File;
use std::ops::Deref;

/// The bytes of a table.
#[derive(Debug)]
pub(super) enum Memory {
    Own(MmapMut),
    Mapped(Mmap),
}

impl Memory {
    /// `bytes` zero bytes, in pages as the system gives them: blocks are read in order, so that large pages save little,
    /// and asking for them was slower wherever a virtual machine had given its free memory back to the host.
    pub(super) fn zeroed(bytes: usize) -> Result<MmapMut, String> {
        MmapMut::map_anon(bytes).map_err(|error| format!("{bytes} bytes of memory: {error}"))
    }

    /// The contents of a file. It pays to map them: to read 1 GiB into memory of its own, already in the system's cache,
    /// takes 0.8 to 1.0 s of processor time, to map it none; both then have to be looked through once.
    #[allow(unsafe_code)]
    pub(super) fn map(file: &File) -> Result<Self, String> {
        // SAFETY: the map is only read, as bytes, for which every value is valid. Should another program change or cut
        // the file meanwhile, reads give other values or the system ends this program; tables are written under
        // another name and renamed, so that nobody of ours does.
        unsafe { Mmap::map(file) }.map(Self::Mapped).map_err(|error| error.to_string())
    }
}

impl Deref for Memory {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Own(memory) => memory,
            Self::Mapped(memory) => memory,
        }
    }
}
