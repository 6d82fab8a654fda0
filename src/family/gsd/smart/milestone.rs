//! The milestone: its version and its name, from the frontmatter or else from the body.

use std::borrow::Cow;

use super::{
    body::Topic,
    evidence::Evidence,
    kind, name, number,
    piece::{divided, is_standing},
    pieces::Pieces,
};
use crate::text;

/// The longest name to take from the body, in bytes: what is longer is prose.
const LONGEST: usize = 80;

/// The version that GSD writes if it knows none.
const UNKNOWN: &str = "v1.0";

/// A milestone.
#[derive(Debug, Default)]
pub(super) struct Milestone<'a> {
    /// The version, such as `v1.2`.
    pub(super) version: Option<Cow<'a, str>>,
    /// The name.
    pub(super) name: Option<Cow<'a, str>>,
}

impl Milestone<'_> {
    /// Drops the version that GSD writes if it knows none, if a status names another one.
    pub(super) fn give_way(&mut self, status: &str) {
        let is_unknown = self.name.is_none() && self.version.as_deref() == Some(UNKNOWN);
        let is_other = |word: &str| kind::is_version(word) && word != UNKNOWN;
        if is_unknown && status.split(' ').any(is_other) {
            self.version = None;
        }
    }
}

/// Returns the milestone.
pub(super) fn milestone<'a>(evidence: &Evidence<'a>) -> Milestone<'a> {
    let front = &evidence.front;
    let version = front.milestone.clone().and_then(name::name);
    // `(in progress)` is not a name.
    let is_remark = |name: &Cow<'_, str>| name.starts_with('(') && is_standing(name);
    let called = front.milestone_name.clone().and_then(name::name).filter(|name| !is_remark(name));
    let called = called.and_then(|name| name::without_repeat(version.as_deref().unwrap_or_default(), name));
    let body = evidence.label(Topic::Milestone).map(in_body).unwrap_or_default();
    // GSD may still write the first milestone of the roadmap, but versions only grow.
    let is_later = |own: &str| {
        body.version.as_deref().is_some_and(|other| number::is_later(name::bare(other), name::bare(own)))
    };
    if version.as_deref().is_some_and(is_later) {
        return body;
    }
    if version.is_some() && called.is_some() {
        return Milestone { version, name: called };
    }
    match &version {
        None if called.is_none() => body,
        // GSD writes this if it cannot tell which milestone it is.
        Some(own) if own == UNKNOWN && called.is_none() && body.version.is_some() => body,
        None => Milestone { version, name: called },
        Some(own) => {
            let is_same = body.version.as_ref().is_some_and(|other| name::bare(other) == name::bare(own));
            let name = called.or(body.name.filter(|_| is_same));
            Milestone { version, name }
        }
    }
}

/// Reads the body's milestone: a version, a name and maybe a state.
///
/// milestone = [`Milestone `] [version] [dash] name *(dash state / `(` state `)`)
fn in_body(value: &str) -> Milestone<'static> {
    let value = name::without_markdown(value.into());
    let value = name::strip_ignoring_case(&value, "milestone ").unwrap_or(&value);
    let end = value.find(text::is_blank).unwrap_or(value.len());
    let (first, rest) = value.split_at_checked(end).unwrap_or((value, ""));
    let first = first.trim_end_matches([':', ',', ';']);
    let (version, rest) =
        if is_version(first) { (Some(first.to_owned().into()), rest) } else { (None, value) };
    let is_piece = |piece: &&str| piece.contains(char::is_alphabetic);
    let piece = Pieces::of(rest).find(is_piece).unwrap_or_default();
    let (name, _) = divided(piece, "");
    let name = name
        .filter(|name| name.len() <= LONGEST)
        .and_then(name::name)
        .map(|name| Cow::Owned(name.into_owned()));
    Milestone { version, name }
}

/// Returns whether a word is a version: `v1.2`, `2.0`, `M3`, but not a plain word.
fn is_version(word: &str) -> bool {
    let digits = word.trim_start_matches(|first: char| first.is_ascii_alphabetic());
    // `1 - Search` is a list number, not a version.
    let is_bare = digits.len() == word.len() && !digits.contains('.');
    !is_bare
        && word.len().saturating_sub(digits.len()) <= 1
        && digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '.' | '-' | '+'))
}
