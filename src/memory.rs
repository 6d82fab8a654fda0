//! The memory of a prompt: its first kilobytes are part of the program, the rest comes from another allocator.
//!
//! A usual line needs a few kilobytes. An allocator maps 64 KB for them and writes to both ends, so that the kernel has
//! to add three pages. The pages here follow the program's variables, and are added as they are used.
#![expect(unsafe_code, reason = "an allocator hands out pointers")]

use std::{
    alloc::{GlobalAlloc, Layout},
    cell::UnsafeCell,
    sync::atomic::{
        AtomicUsize,
        Ordering::{AcqRel, Acquire},
    },
};

/// More than the hook needs in a usual project. What is never used costs nothing.
const SIZE: usize = 16 << 10;

/// An allocator that hands out its own memory first, from the start to the end, and then that of another one.
///
/// Of its own memory, only the block at the end can grow, shrink or be used again. That is enough for a program that
/// ends as soon as it has printed a line.
#[repr(C)]
pub(crate) struct Memory<A> {
    /// How many bytes are in use. It comes first, to be on one page with the first blocks.
    used: AtomicUsize,
    own: UnsafeCell<[u8; SIZE]>,
    rest: A,
}

// SAFETY: threads share only `used`, which is atomic. A block belongs to the thread that moved `used` past it.
unsafe impl<A: Sync> Sync for Memory<A> {}

impl<A> Memory<A> {
    pub(crate) const fn new(rest: A) -> Self {
        Self { used: AtomicUsize::new(0), own: UnsafeCell::new([0; SIZE]), rest }
    }

    fn start(&self) -> *mut u8 {
        self.own.get().cast()
    }

    /// Returns how far from the start a block begins, if it is one of our own.
    fn place(&self, block: *mut u8) -> Option<usize> {
        block.addr().checked_sub(self.start().addr()).filter(|place| *place < SIZE)
    }

    /// Takes a block of our own memory, if there is enough left.
    fn take(&self, layout: Layout) -> Option<*mut u8> {
        let mut used = self.used.load(Acquire);
        loop {
            let gap = self.start().wrapping_add(used).align_offset(layout.align());
            let place = used.checked_add(gap)?;
            let end = place.checked_add(layout.size()).filter(|end| *end <= SIZE)?;
            match self.used.compare_exchange_weak(used, end, AcqRel, Acquire) {
                Ok(_) => return Some(self.start().wrapping_add(place)),
                Err(now) => used = now,
            }
        }
    }

    /// Changes the size of a block of the other allocator. It is long, and most prompts have no such block.
    ///
    /// # Safety
    ///
    /// As for [`GlobalAlloc::realloc`], and the other allocator made the block.
    #[inline(never)]
    unsafe fn realloc_other(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8
    where
        A: GlobalAlloc,
    {
        // SAFETY: what our caller promises is what the other allocator asks for.
        unsafe { self.rest.realloc(block, layout, size) }
    }

    /// Changes the size of the block at a place, if it is the one at the end and there is enough left.
    fn resize(&self, place: usize, layout: Layout, size: usize) -> bool {
        let (end, new) = (place.saturating_add(layout.size()), place.saturating_add(size));
        new <= SIZE && self.used.compare_exchange(end, new, AcqRel, Acquire).is_ok()
    }
}

// SAFETY: a block of our own lies in `own` and is aligned, and no two share a byte: `used` moves back only over the block
// at the end, when its owner gives it back or shrinks it. All other blocks come from the other allocator and go back to it.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Memory<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: what our caller promises is what the other allocator asks for.
        self.take(layout).unwrap_or_else(|| unsafe { self.rest.alloc(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match self.place(block) {
            // A block in the middle is lost until the program ends.
            Some(place) => _ = self.resize(place, layout, 0),
            // SAFETY: the block is not in our memory, so the other allocator made it.
            None => unsafe { self.rest.dealloc(block, layout) },
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let Some(place) = self.place(block) else {
            // SAFETY: the block is not in our memory, so the other allocator made it.
            return unsafe { self.realloc_other(block, layout, size) };
        };
        if self.resize(place, layout, size) || size <= layout.size() {
            return block;
        }
        // SAFETY: our caller promises that `size` is allowed for this alignment. The blocks do not overlap, and both have
        // as many bytes as are copied: the old one is the smaller one.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !new.is_null() {
                new.copy_from_nonoverlapping(block, layout.size());
                self.dealloc(block, layout);
            }
            new
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{alloc::System, thread};

    use super::*;

    fn layout(size: usize, align: usize) -> Layout {
        Layout::from_size_align(size, align).expect("the size is small and the alignment a power of two")
    }

    #[test]
    fn only_the_last_block_changes_in_place() {
        let memory = Memory::new(System);
        // SAFETY: the sizes are not zero, and each block is used with its own layout.
        unsafe {
            let first = memory.alloc(layout(10, 1));
            let second = memory.alloc(layout(8, 8));
            assert_eq!([memory.place(first), memory.place(second)], [Some(0), Some(16)]);
            assert_eq!(memory.realloc(second, layout(8, 8), 80), second);
            assert_eq!(memory.realloc(first, layout(10, 1), 5), first);
            let moved = memory.realloc(first, layout(5, 1), 20);
            assert_eq!(memory.place(moved), Some(96));
            memory.dealloc(moved, layout(20, 1));
            memory.dealloc(second, layout(80, 8));
            assert_eq!(memory.place(memory.alloc(layout(1, 1))), Some(16));
        }
    }

    #[test]
    fn when_it_is_full_the_other_allocator_goes_on() {
        let memory = Memory::new(System);
        // SAFETY: as above.
        unsafe {
            let all = memory.alloc(layout(SIZE, 1));
            let other = memory.alloc(layout(1, 1));
            assert_eq!([memory.place(all), memory.place(other)], [Some(0), None]);
            other.write(7);
            let other = memory.realloc(other, layout(1, 1), SIZE);
            assert_eq!((memory.place(other), other.read()), (None, 7));
            memory.dealloc(other, layout(SIZE, 1));
            let larger = memory.realloc(all, layout(SIZE, 1), SIZE + 1);
            assert_eq!(memory.place(larger), None);
            memory.dealloc(larger, layout(SIZE + 1, 1));
        }
    }

    /// Each thread fills its blocks with bytes of its own, and looks whether they are still there.
    #[test]
    fn threads_never_share_a_byte() {
        let memory = Memory::new(System);
        thread::scope(|scope| {
            for thread in 1..=4_u8 {
                let memory = &memory;
                scope.spawn(move || (0..2_000).for_each(|round| use_blocks(memory, thread, round)));
            }
        });
    }

    fn use_blocks(memory: &Memory<System>, byte: u8, round: usize) {
        let (size, larger, align) = (1 + round % 50, 1 + round % 170, 1 << (round % 5));
        // SAFETY: as above; only the bytes of a block are written and read.
        unsafe {
            let block = memory.alloc(layout(size, align));
            assert_eq!(block.align_offset(align), 0);
            block.write_bytes(byte, size);
            let block = memory.realloc(block, layout(size, align), larger);
            assert_eq!(block.align_offset(align), 0);
            let kept = std::slice::from_raw_parts(block, size.min(larger));
            assert!(
                kept.iter().all(|found| *found == byte),
                "another thread wrote to a block of thread {byte}"
            );
            block.write_bytes(byte, larger);
            memory.dealloc(block, layout(larger, align));
        }
    }
}
