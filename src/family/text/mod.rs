//! Readers that several families share.

pub mod body;
pub mod checklist;
pub mod escape;
pub mod fence;
pub mod map;
pub mod phrase;
