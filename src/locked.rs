//! The allocator that serves what does not fit into the first kilobytes, which `memory` hands out itself.
#![expect(unsafe_code, reason = "an allocator hands out pointers")]

use std::{
    alloc::{GlobalAlloc, Layout},
    sync::{Mutex, MutexGuard, PoisonError},
};

use dlmalloc::Dlmalloc;

/// dlmalloc, for one thread at a time. It has such a lock itself, but that is the C library's, which takes longer.
pub(crate) struct Locked(Mutex<Dlmalloc>);

impl Locked {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Dlmalloc::new()))
    }

    fn lock(&self) -> MutexGuard<'_, Dlmalloc> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// SAFETY: every call has the allocator to itself, and passes on what its caller promises, which is what dlmalloc asks for.
unsafe impl GlobalAlloc for Locked {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above
        unsafe { self.lock().malloc(layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above
        unsafe { self.lock().calloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above
        unsafe { self.lock().free(block, layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above
        unsafe { self.lock().realloc(block, layout.size(), layout.align(), size) }
    }
}
