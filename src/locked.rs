//! The allocator that serves what does not fit into the first kilobytes, which `memory` hands out itself.
#![expect(unsafe_code, reason = "an allocator hands out pointers")]

use std::{
    alloc::{GlobalAlloc, Layout},
    sync::{Mutex, MutexGuard, PoisonError},
};

use dlmalloc::Dlmalloc;

/// Its variables. They are not all zero at the start, so they are apart from the first kilobytes, which are: those would
/// become a part of the file, and their pages would be copied from it instead of cleared.
static DLMALLOC: Mutex<Dlmalloc> = Mutex::new(Dlmalloc::new());

/// dlmalloc, for one thread at a time. It has such a lock itself, but that is the C library's, which takes longer.
pub(crate) struct Locked;

fn lock() -> MutexGuard<'static, Dlmalloc> {
    DLMALLOC.lock().unwrap_or_else(PoisonError::into_inner)
}

// SAFETY: every call has the allocator to itself, and passes on what its caller promises, which is what dlmalloc asks for.
unsafe impl GlobalAlloc for Locked {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above
        unsafe { lock().malloc(layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above
        unsafe { lock().calloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above
        unsafe { lock().free(block, layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above
        unsafe { lock().realloc(block, layout.size(), layout.align(), size) }
    }
}
