//! The phases that the file says a milestone begins with.

use super::{
    evidence::Evidence,
    kind::{self, StatusKind},
    label::Topic,
    milestone::{Milestone, UNKNOWN, in_front},
    name::bare,
    number::whole,
    phase::Phase,
    status::Status,
    version::opening,
};

/// The most lines between the heading of a table and its first row.
const MOST_LINES: usize = 8;

impl<'a> Milestone<'a> {
    /// Returns the milestone of the frontmatter instead of a later one that the body names, if that one begins after the
    /// phase, or if the body says that the one of the frontmatter is over, and so does the status.
    pub(super) fn at(self, evidence: &Evidence<'a>, phase: Option<&Phase>, status: &Status) -> Self {
        let front = in_front(evidence);
        let is_known =
            front.version.is_some() && !(front.name.is_none() && front.version.as_deref() == Some(UNKNOWN));
        if !is_known || !self.is_past_front(evidence) {
            return self;
        }
        let version = self.version.as_deref().unwrap_or_default();
        let number = phase.and_then(|phase| whole(&phase.number));
        let is_before =
            number.zip(first_phase(evidence.content, version)).is_some_and(|(own, first)| own < first);
        let label = evidence.label(Topic::Milestone).and_then(opening).map(|(version, _)| bare(version));
        let is_over = status.kind == StatusKind::Over && label == front.version.as_deref().map(bare);
        if is_before || is_over { front } else { self }
    }
}

/// Returns the first phase of a milestone: `v2.1 Charts (Phases 10-14)`, or the first row of the table below a heading
/// `v2.1 Phases`.
fn first_phase(content: &str, version: &str) -> Option<u64> {
    let lines: Vec<&str> = content.lines().collect();
    let of_line = |(at, line): (usize, &&str)| {
        let rest = after_version(line, version)?;
        let stated = rest.split_once("hases ").and_then(|(_, rest)| number(rest));
        let is_heading = line.starts_with('#') && rest.contains("Phase");
        stated.or_else(|| first_row(lines.get(at..)?).filter(|_| is_heading))
    };
    lines.iter().enumerate().filter_map(of_line).min()
}

/// Returns what follows a version in a line, up to the next one.
fn after_version<'t>(line: &'t str, version: &str) -> Option<&'t str> {
    let (_, rest) = line.split_once(version)?;
    // `v2.1` is not `v2.10`.
    if rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '.') {
        return None;
    }
    let is_version = |word: &&str| word.starts_with('v') && kind::is_version(word);
    let next = rest.split([' ', '(', ';', ',']).find(is_version);
    Some(next.and_then(|next| rest.split_once(next)).map_or(rest, |(before, _)| before))
}

/// Returns the number at the start of a text.
fn number(text: &str) -> Option<u64> {
    let end = text.find(|one: char| !one.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

/// Returns the number of the first phase in the table that follows a heading.
fn first_row(lines: &[&str]) -> Option<u64> {
    let mut rows = lines.iter().skip(1).take(MOST_LINES).skip_while(|line| !line.starts_with('|')).skip(2);
    let phase = Phase::of(rows.next()?.strip_prefix('|')?.split('|').next()?)?;
    whole(&phase.number)
}
