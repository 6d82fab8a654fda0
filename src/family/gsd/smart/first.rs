//! Whether a milestone is the first one, and the versions that a file names.

use super::{evidence::Evidence, kind, name::bare, version::is_later_version};

/// The versions of a first milestone.
pub(super) const FIRST: &[&str] = &["1", "1.0", "1.0.0", "0.1", "0.1.0"];

/// Returns whether a milestone is the first one, whose phases begin at 1; one without a version may be.
pub(super) fn is_first_milestone(evidence: &Evidence<'_>, version: Option<&str>) -> bool {
    let Some(own) = version else { return true };
    // `v0.3: Phases 1-12 (shipped)`.
    let is_milestone = |line: &&str| line.contains("hases") || line.to_lowercase().contains("shipped");
    let is_earlier = |line: &str| versions(line).any(|other| is_later_version(own, other));
    FIRST.contains(&bare(own)) && !evidence.content.lines().filter(is_milestone).any(is_earlier)
}

/// Returns the versions of milestones that a text names: `v1.1`.
pub(super) fn versions(content: &str) -> impl Iterator<Item = &str> {
    let is_part = |one: char| one.is_ascii_alphanumeric() || one == '.';
    let words = content.split(move |one: char| !is_part(one)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| word.contains('.') && kind::is_version(word))
}
