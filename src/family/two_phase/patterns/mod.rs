//! The patterns of plan and exec files, as tables that the build made from `list.rs`.

mod list;

pub use list::PATTERNS;

use crate::text::Pattern;

include!(concat!(env!("OUT_DIR"), "/two_phase_patterns.rs"));
