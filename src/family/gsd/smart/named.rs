//! A phase line that has no number: `Current Phase: Ferry Fares`, `Phase: ferry-fares (milestone 2)`.

use super::{
    clause::{About, Clause, clauses},
    evidence::Evidence,
    kind::{self, StatusKind},
    label::Topic,
    mention::is_title,
    name,
    phase::Phase,
    piece::{divided, is_name, is_usual_status},
    pieces::{MOST_PIECES, Pieces},
    status::Status,
};

/// Words that are about something else than a phase.
const OTHER: &[&str] =
    &["milestone", "milestones", "phase", "phases", "roadmap", "project", "all", "no", "not", "next"];

impl Evidence<'_> {
    /// Returns the phase of the phase line, if it has a name in the place of a number.
    pub(super) fn named_phase(&self) -> Option<Phase> {
        let line = self.label(Topic::Phase)?;
        named(line).or_else(|| coming(line))
    }
}

/// Returns the phase that a line says is ready: `Pending (ready for Phase 1)`.
fn coming(line: &str) -> Option<Phase> {
    let coming = |clause: &Clause| match &clause.about {
        About::Phase(number) if clause.is_ready() => {
            Some(Phase { status: Some("ready".to_owned()), ..Phase::of(number)? })
        }
        _ => None,
    };
    clauses(line).iter().find_map(coming)
}

/// Parses a phase line without a number; remarks in parentheses are not part of the name.
fn named(value: &str) -> Option<Phase> {
    // A command is not a name.
    if value.trim_start_matches(['*', '_', ' ']).starts_with(['/', '`', '$']) {
        return None;
    }
    let value = name::without_markdown(value.into()).replace('（', " (").replace('）', ")");
    let mut pieces = Pieces::of(&value);
    let (name, status) = divided(pieces.next()?, "");
    let name = name.filter(|name| value.starts_with(name.as_str()) && is_free(name))?;
    let status = status.or_else(|| {
        let mut pieces = pieces.take(MOST_PIECES);
        pieces.find(|piece| is_usual_status(piece)).map(str::to_owned)
    });
    Some(Phase { word: Some(""), number: name, status, ..Phase::default() })
}

/// Returns whether words are a name, and no state, sentence or milestone.
fn is_free(words: &str) -> bool {
    let lower = words.to_lowercase();
    let is_other = lower.split(' ').any(|word| OTHER.contains(&word) || kind::is_version(word));
    let is_kind = Status::of(words, None).is_none_or(|status| status.kind == StatusKind::Other);
    let is_start = words.starts_with(char::is_alphabetic) && !words.contains([':', '=', '%', '|']);
    // A single short word may be anything.
    is_start
        && is_kind
        && !is_other
        && !kind::decides(&lower)
        && is_name(words)
        && (is_title(words) || is_slug(words))
}

/// Returns whether a name is written as that of a directory: `ferry-fares`.
fn is_slug(words: &str) -> bool {
    words.contains(['-', '_']) && !words.contains(' ')
}
