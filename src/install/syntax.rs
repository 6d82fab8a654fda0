//! Reads and changes a settings file, in JSON or TOML.

use super::{EditFault, Made, jsonc, toml};
use crate::hosts::Syntax;

impl Syntax {
    pub(super) fn check(self, text: &str) -> Result<(), EditFault> {
        if self == Self::Toml { toml::check(text) } else { jsonc::check(text) }
    }

    pub(super) fn is_empty(self, text: &str) -> bool {
        if self == Self::Toml { toml::is_empty(text) } else { jsonc::is_empty(text) }
    }

    pub(super) fn string(self, text: &str, path: &[&str]) -> Option<String> {
        if self == Self::Toml { toml::string(text, path) } else { jsonc::string(text, path) }
    }

    pub(super) fn raw(self, text: &str, path: &[&str]) -> Option<String> {
        if self == Self::Toml { toml::raw(text, path) } else { jsonc::raw(text, path) }
    }

    /// Returns every value of a key; in TOML there is at most one.
    pub(super) fn all(self, text: &str, path: &[&str]) -> Vec<String> {
        if self == Self::Toml { toml::raw(text, path).into_iter().collect() } else { jsonc::all(text, path) }
    }

    pub(super) fn take_one(self, text: &str, path: &[&str], which: usize) -> Result<String, EditFault> {
        if self == Self::Toml { toml::take(text, path) } else { jsonc::take_one(text, path, which) }
    }

    pub(super) fn put(self, text: &str, path: &[&str], made: &Made) -> Result<String, EditFault> {
        if self == Self::Toml { toml::put(text, path, made) } else { jsonc::put(text, path, made) }
    }

    pub(super) fn take(self, text: &str, path: &[&str]) -> Result<String, EditFault> {
        if self == Self::Toml { toml::take(text, path) } else { jsonc::take(text, path) }
    }
}
