//! The phases that the file says a milestone has.

use super::{
    evidence::{Evidence, Origin},
    kind::{self, StatusKind},
    label::Topic,
    milestone::{Milestone, UNKNOWN, focus_name, in_front},
    name::bare,
    number::whole,
    phase::Phase,
    status::Status,
    version::opening,
};

/// The most lines between the heading of a table and its first row.
const MOST_LINES: usize = 8;

impl<'a> Milestone<'a> {
    /// Returns the milestone at this phase.
    ///
    /// It is the one that has the phase, if the body says which phases each has. A later milestone than that of the
    /// frontmatter gives way if it begins after the phase, or if both body and status say that the earlier one is over.
    pub(super) fn at(self, evidence: &Evidence<'a>, phase: Option<&Phase>, status: &Status) -> Self {
        if let Some(owner) = phase.and_then(|phase| self.owner(evidence.content, phase)) {
            return owner;
        }
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

impl Milestone<'_> {
    /// Returns the only milestone with this phase, if the phases of this one are stated, too, and do not include it.
    fn owner<'a>(&self, content: &str, phase: &Phase) -> Option<Milestone<'a>> {
        let number = whole(&phase.number)?;
        let own = self.version.as_deref().map(bare)?;
        let extents: Vec<Extent<'_>> = extents(content);
        let has_phase = |it: &&Extent<'_>| (it.first..=it.last).contains(&number);
        let is_own = |it: &&Extent<'_>| bare(it.version) == own;
        let mut of_own = extents.iter().filter(is_own).peekable();
        of_own.peek()?;
        if of_own.any(|it| has_phase(&it)) {
            return None;
        }
        let mut others = extents.iter().filter(has_phase);
        let other = others.next()?;
        others.all(|it| bare(it.version) == bare(other.version)).then(|| Milestone {
            version: Some(other.version.to_owned().into()),
            name: focus_name(other.rest).filter(|_| !other.rest.contains(']')),
            from: Origin::Extent,
        })
    }
}

/// The phases that a line says a milestone has.
struct Extent<'t> {
    version: &'t str,
    /// What follows the version.
    rest: &'t str,
    first: u64,
    last: u64,
}

/// Returns the phases of each milestone: `- v8.0 Charts: Phases 97-100`, or `**v1.5 Search:**` above `- Phases: 19-22`.
fn extents(content: &str) -> Vec<Extent<'_>> {
    let lines: Vec<&str> = content.lines().collect();
    let mut extents = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((version, rest)) = versioned(line) else { continue };
        let below =
            lines.iter().skip(at.saturating_add(1)).take(2).take_while(|line| versioned(line).is_none());
        if let Some((first, last)) = stated(rest).or_else(|| below.copied().find_map(stated)) {
            extents.push(Extent { version, rest, first, last });
        }
    }
    extents
}

/// Splits a line that begins with a version after it, whatever marks are before it.
fn versioned(line: &str) -> Option<(&str, &str)> {
    opening(line.trim_start_matches(|one: char| !one.is_ascii_alphanumeric()))
}

/// Returns the range of the phases that a text states: `Phases: 19-22`, `4 phases planned (20-23)`.
fn stated(text: &str) -> Option<(u64, u64)> {
    let (_, rest) = text.split_once("hases")?;
    range(rest).or_else(|| range(rest.strip_prefix(" planned (")?))
}

/// Returns both ends of `: 19-22` or ` 97 – 100`.
fn range(text: &str) -> Option<(u64, u64)> {
    let text = text.trim_start_matches([':', '*', ' ']);
    let first = number(text)?;
    let rest = text.trim_start_matches(|one: char| one.is_ascii_digit()).trim_start();
    let last = number(rest.strip_prefix(['-', '–', '—'])?.trim_start())?;
    (first <= last).then_some((first, last))
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

/// Returns the phases that a line says a milestone has: `Milestone v0.16 — roadmap created (4 phases 69-72)`.
pub(super) fn extent_of(content: &str, version: &str) -> Option<(u64, u64)> {
    content.lines().filter_map(|line| after_version(line, version)).find_map(stated)
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
