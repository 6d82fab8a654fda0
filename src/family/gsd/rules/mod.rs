//! The rules for STATE.md.

pub(super) mod lifecycle;
pub(super) mod progress;
pub(super) mod schema;
pub(super) mod unseen;
pub(super) mod words;

use crate::family::rule::Rule;

/// Every rule, by code.
pub(super) const ALL: &[&[Rule]] =
    &[schema::RULES, progress::RULES, lifecycle::RULES, words::RULES, unseen::RULES];

/// A STATE.md with these fields in addition to the two that are always there.
macro_rules! state {
    ($($line:literal),* $(,)?) => {
        concat!("---\ngsd_state_version: '1.0'\nstatus: executing\n", $($line, "\n",)* "---\n")
    };
}
use state;

/// The path of the files in the examples.
const PATH: &str = ".planning/STATE.md";
