//! Everything that uses the operating system: files, processes, the terminal, signals, the clock, directories.
//!
//! The files of this folder have the same functions on every system: no file descriptor, no mode bits, no user id and
//! no signal is part of a signature. What differs between systems is in `unix` and `windows`, and no other code calls
//! those.

pub mod atomic;
pub mod canvas;
pub mod changes;
pub mod directories;
pub mod file;
pub mod limits;
pub mod listing;
#[cfg(any(target_os = "linux", windows))]
mod notified;
pub mod process;
pub mod rewrite;
pub mod screen;
pub mod signals;
pub mod start;
pub mod streams;
mod system;
pub mod trust;
#[cfg(unix)]
mod unix;
pub mod wake;
#[cfg(windows)]
mod windows;

pub use system::System;
#[cfg(unix)]
use unix as platform;
#[cfg(windows)]
use windows as platform;
