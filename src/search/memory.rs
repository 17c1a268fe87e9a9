//! The memory of a table: zeroed by the system as it is first used, and in large pages where the system has them.
//!
//! The search's `unsafe` is here and in `prefetch`: no safe way leads from mapped bytes to atomic words. It pays: large
//! pages save a sixth of the processor time of a search of 12 million nodes over 512 MiB.

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;
use std::sync::atomic::AtomicU64;

/// Words of a system that maps no memory.
#[cfg(target_family = "wasm")]
#[derive(Debug)]
pub(super) struct Words(Vec<AtomicU64>);

#[cfg(target_family = "wasm")]
impl Words {
    pub(super) fn zeroed(count: usize) -> Option<Self> {
        let mut words = Vec::new();
        words.try_reserve_exact(count).ok()?;
        words.resize_with(count, AtomicU64::default);
        Some(Self(words))
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[AtomicU64] {
        &self.0
    }
}

/// Words that threads share.
#[cfg(not(target_family = "wasm"))]
#[derive(Debug)]
pub(super) struct Words {
    map: MmapMut,
}

#[cfg(not(target_family = "wasm"))]
impl Words {
    /// `count` zeros; none if the system does not give so much memory.
    pub(super) fn zeroed(count: usize) -> Option<Self> {
        let map = MmapMut::map_anon(count.checked_mul(size_of::<AtomicU64>())?).ok()?;
        // Only a wish: without it everything works the same, only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self { map })
    }

    /// The words; they begin at a page.
    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn as_slice(&self) -> &[AtomicU64] {
        let count = self.map.len() / size_of::<AtomicU64>();
        // SAFETY: the map is private, writable, and lives as long as `self`; it begins at a page, so the words are
        // aligned; every bit pattern is a valid word. Nobody takes the bytes by another way, so all access to them is
        // through these atomic words.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<AtomicU64>(), count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn words_begin_as_zeros_and_are_shared() {
        let words = Words::zeroed(10_000).unwrap();
        assert_eq!((words.as_slice().len(), words.as_slice().as_ptr().addr() % 4096), (10_000, 0));
        assert!(words.as_slice().iter().all(|word| word.load(Relaxed) == 0));
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let words = &words;
                scope.spawn(move || {
                    words.as_slice().iter().skip(thread).step_by(2).for_each(|word| word.store(7, Relaxed));
                });
            }
        });
        assert!(words.as_slice().iter().all(|word| word.load(Relaxed) == 7));
        assert!(Words::zeroed(usize::MAX).is_none());
    }
}
