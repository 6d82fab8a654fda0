//! The invariants of the tests, for the programs that cargo-fuzz makes.
#![allow(dead_code, reason = "the tests use more of it")]

#[path = "../invariants/mod.rs"]
mod invariants;
#[path = "../harness/random.rs"]
mod random;

mod harness {
    pub use crate::random::Random;
}

pub use invariants::hold;
