//! Readers that several families share.

pub mod body;
pub mod escape;
