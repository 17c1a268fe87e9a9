//! Where a table's bytes lie: in memory of its own, or in a file that is mapped.

use crate::table_file::TableFile;
use std::ops::Deref;

/// Bytes as the system maps them; where it maps none, as in WebAssembly, as they are allocated.
#[cfg(not(target_family = "wasm"))]
pub(super) type Bytes = memmap2::MmapMut;
#[cfg(target_family = "wasm")]
pub(super) type Bytes = Vec<u8>;

/// The bytes of a table.
#[derive(Debug)]
pub(super) enum Memory {
    Own(Bytes),
    File(TableFile),
}

impl Memory {
    /// `bytes` zero bytes, in pages as the system gives them: blocks are read in order, so that large pages save
    /// little, and asking for them was slower wherever a virtual machine had given its free memory back to the host.
    pub(super) fn zeroed(bytes: usize) -> Result<Bytes, String> {
        #[cfg(not(target_family = "wasm"))]
        let zeroed = Bytes::map_anon(bytes);
        #[cfg(target_family = "wasm")]
        let zeroed = {
            let mut zeroed = Bytes::new();
            zeroed.try_reserve_exact(bytes).map(|()| zeroed.resize(bytes, 0)).map(|()| zeroed)
        };
        zeroed.map_err(|error| format!("{bytes} bytes of memory: {error}"))
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
