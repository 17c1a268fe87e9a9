//! Where a table's bytes lie: in memory of its own, or in a file that is mapped.

use crate::table_file::TableFile;
use memmap2::MmapMut;
use std::ops::Deref;

/// The bytes of a table.
#[derive(Debug)]
pub(super) enum Memory {
    Own(MmapMut),
    File(TableFile),
}

impl Memory {
    /// `bytes` zero bytes, in pages as the system gives them: blocks are read in order, so that large pages save
    /// little, and asking for them was slower wherever a virtual machine had given its free memory back to the host.
    pub(super) fn zeroed(bytes: usize) -> Result<MmapMut, String> {
        MmapMut::map_anon(bytes).map_err(|error| format!("{bytes} bytes of memory: {error}"))
    }
}

impl Deref for Memory {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Own(memory) => memory,
            Self::File(file) => file,
        }
    }
}
