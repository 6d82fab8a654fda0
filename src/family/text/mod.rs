//! Readers that several families share.

pub mod body;
