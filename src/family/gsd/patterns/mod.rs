//! The patterns of a STATE.md, as tables that the build made from `list.rs`.

mod list;

pub use list::PATTERNS;

use crate::text::Pattern;

include!(concat!(env!("OUT_DIR"), "/gsd_patterns.rs"));
