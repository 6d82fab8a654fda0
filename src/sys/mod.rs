//! All that talks to the operating system: files, processes, the terminal, signals, the clock, directories.

pub mod atomic;
pub mod file;
pub mod listing;
pub mod rewrite;
pub mod signals;
pub mod streams;
mod system;

pub use system::System;
