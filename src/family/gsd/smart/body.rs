//! Finds the labelled values of the Markdown body, in one pass.

use super::{
    item,
    label::{LABELS, LONGEST_LABEL, Labelled, POSITION, TOPICS, Topic},
    name,
    next::first_step,
    note::{self, Added},
    number,
    phase::Phase,
    section::Sections,
    version::{is_milestone, later, progress_of_version, version_of_note, version_of_phases},
};
use crate::text;

/// The most bytes of one value to use: a line has no room for more.
///
/// Later steps split a value several times, so a megabyte would take more time than a prompt has.
pub(super) const LONGEST_VALUE: usize = 4 << 10;

/// How many lines below a heading or an empty label may hold its value.
const LINES_BELOW: usize = 4;

/// How many lines below a heading may hold the progress of all phases.
const LINES_OF_PROGRESS: usize = 24;

/// The most words of a status below a heading.
const MOST_WORDS: usize = 5;

/// The first value of each topic.
#[derive(Debug, Default)]
pub(super) struct Body<'a> {
    /// The version of the milestone whose phases a heading or a note is about: `v2.1 Phase Map`.
    pub(super) version: Option<&'a str>,
    /// The lines with the progress of one milestone: `v2.0: 6%`.
    pub(super) milestones: Vec<&'a str>,
    /// The phases that were added to the roadmap.
    pub(super) added: Vec<Added<'a>>,
    found: [Option<Labelled<'a>>; TOPICS.len()],
}

impl<'a> Body<'a> {
    /// Reads the body.
    pub(super) fn read(body: &'a str) -> Self {
        let mut found = Self::default();
        let mut sections = Sections::default();
        let mut items = Items::default();
        let mut is_fenced = false;
        let mut rest = body;
        let mut queued = None;
        let mut of_heading = None;
        while !rest.is_empty() || queued.is_some() {
            let (line, below) = queued.take().map_or_else(|| split_line(rest), |line| (line, rest));
            rest = below;
            if let Some(heading) = line.strip_prefix('#') {
                sections.enter(heading);
                of_heading = phase_of_heading(heading);
                found.version = later(found.version, version_of_phases(heading));
            }
            sections.divide(line);
            found.version = later(found.version, version_of_note(line));
            is_fenced ^= line.starts_with("```");
            if sections.is_position() {
                items.take(item::of(line).or_else(|| item::sentence(line)));
            }
            if is_fenced {
                items.take(item::fenced(line));
            }
            if let Some(value) = progress_of_version(line) {
                found.milestones.push(cut(value));
            }
            // Most lines are prose or items; this rejects them by a byte or two.
            let Some(lead) = lead(line) else { continue };
            // The head of a table has a line of dashes below it.
            if lead.is_row && is_rule(split_line(below).0) {
                continue;
            }
            let Some((label, topic, value)) = labelled(lead) else {
                found.take_numbered(lead, &sections);
                found.added.extend(Added::of(lead.rest).filter(|_| found.added.len() < note::MOST));
                continue;
            };
            // Several fields may be on one line: `Phase: 3 | Plan: 2 of 4`.
            let value = match next_label(topic, value).and_then(|at| value.split_at_checked(at)) {
                Some((value, more)) => {
                    queued = Some(more);
                    text::trim(value.trim_end_matches(['*', '_', '|', ' ', '·', ',', ';']))
                }
                None => value,
            };
            let is_drawn = matches!(topic, Topic::Phase | Topic::Plan) && is_bar(value);
            // Elsewhere, a step or an objective is one of many.
            let is_loose = topic == Topic::Unit && !sections.is_position();
            // Below `### Phase 1: Search` it is the status of that phase.
            let own = || found.get(Topic::Phase).and_then(|line| Phase::of(line.value));
            let is_other = |of: &str| own().is_none_or(|own| !number::is_same_number(of, &own.number));
            let is_of_other = topic == Topic::Status && of_heading.is_some_and(is_other);
            if topic == Topic::Status && sections.is_elsewhere || is_of_other || is_drawn || is_loose {
                continue;
            }
            let Some(slot) = found.found.get_mut(topic as usize) else { continue };
            let is_kept = |old: &Labelled<'_>| {
                !sections.is_nearer(topic) && !sections.is_later(topic, *old, label, value)
            };
            if let Some(old) = slot.filter(is_kept) {
                sections.pass(topic, old, value);
                continue;
            }
            if sections.is_history && matches!(topic, Topic::Plan | Topic::Status | Topic::Next) {
                continue;
            }
            let value = if value.is_empty() { value_below(topic, below) } else { Some(value) };
            // Below `## Status` there may be any prose.
            let is_prose = |value: &str| value.split(' ').count() > MOST_WORDS || value.contains(". ");
            let value = value.filter(|value| !(lead.is_heading && label == "status" && is_prose(value)));
            if let Some(value) = value {
                *slot = Some(Labelled { label, value: cut(value) });
                sections.keep(topic);
            }
        }
        let unit = found.get(Topic::Unit).filter(|unit| item::unit(*unit).is_some());
        let phase = found.found.get_mut(Topic::Phase as usize).filter(|phase| phase.is_none());
        if let Some((phase, unit)) = phase.zip(unit) {
            *phase = Some(unit);
        }
        let phase = found.found.get_mut(Topic::Phase as usize).filter(|phase| phase.is_none());
        if let Some((phase, value)) = phase.zip(items.only()) {
            *phase = Some(Labelled { label: item::LABEL, value: cut(value) });
        }
        found
    }

    /// Takes a line with the number of the phase in its label, if that phase is the current one.
    fn take_numbered(&mut self, lead: Lead<'a>, sections: &Sections) {
        let slot = self.found.get_mut(Topic::Phase as usize).filter(|_| !lead.is_heading && !lead.is_row);
        let (Some(slot), Some(value)) = (slot, lead.rest.strip_prefix("Phase ")) else { return };
        let is_label = number::number(value).is_some_and(|(_, rest)| rest.starts_with(':'));
        let phase = is_label.then(|| Phase::of(cut(value))).flatten();
        if phase.is_some_and(|phase| sections.is_under_way(*slot, &phase)) {
            *slot = Some(Labelled { label: "phase", value: cut(value) });
        }
    }

    /// Replaces the value of a topic that is about another phase than the current one.
    pub(super) fn replace(&mut self, topic: Topic, value: Option<&'a str>) {
        let Some(slot) = self.found.get_mut(topic as usize) else { return };
        *slot = slot.zip(value).map(|(old, value)| Labelled { value, ..old });
    }

    /// Returns the first value of a topic.
    pub(super) fn get(&self, topic: Topic) -> Option<Labelled<'a>> {
        self.found.get(topic as usize).copied().flatten()
    }

    /// Returns the text of the first value of a topic.
    pub(super) fn value(&self, topic: Topic) -> Option<&'a str> {
        self.get(topic).map(|found| found.value)
    }
}

/// The lines that name a phase without a label: items of `Current Position`, or in a fenced block.
#[derive(Debug, Default)]
struct Items<'a> {
    first: Option<&'a str>,
    is_list: bool,
}

impl<'a> Items<'a> {
    /// Takes an item, if there is one.
    fn take(&mut self, item: Option<&'a str>) {
        self.is_list |= item.is_some() && self.first.is_some();
        self.first = self.first.or(item);
    }

    /// Returns the item, if it is the only one: several are a list of all phases.
    fn only(&self) -> Option<&'a str> {
        self.first.filter(|_| !self.is_list)
    }
}

/// The start of a line that may be a label.
#[derive(Clone, Copy)]
struct Lead<'a> {
    /// What follows the marks of a list, heading or table, and those of emphasis.
    rest: &'a str,
    /// Whether the line is a heading.
    is_heading: bool,
    /// Whether the line is a row of a table.
    is_row: bool,
}

/// Returns the number of the phase that a heading is about: `### Phase 1: Search`.
fn phase_of_heading(heading: &str) -> Option<&str> {
    let title = heading.trim_start_matches(['#', ' ']);
    number::number(name::strip_ignoring_case(title, "phase ")?).map(|(number, _)| number)
}

/// Splits off the first line, without its end.
fn split_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// Returns the start of a line that begins as a label can.
///
/// lead = [blanks] [`-` / `*` / `+` / `>` / 1*6`#` / `|`] [blanks] [`**` / `__`]
fn lead(line: &str) -> Option<Lead<'_>> {
    let rest = line.trim_start_matches([' ', '\t']);
    let bare = rest.trim_start_matches(['-', '*', '+', '>', '#', '|', '_', ' ', '\t']);
    // `## ⏭️ Next Step`.
    let is_symbol = |one: char| !one.is_ascii() && !one.is_alphanumeric() || one == ' ';
    let bare = if rest.starts_with('#') { bare.trim_start_matches(is_symbol) } else { bare };
    // In lower case it is a key, of a second frontmatter or of code, unless it is in bold.
    let first = bare.as_bytes().first()?;
    let is_label = |first: u8| {
        matches!(first, b'A' | b'C' | b'E' | b'L' | b'M' | b'N' | b'O' | b'P' | b'R' | b'S' | b'T')
    };
    let is_bold = || rest.len() > bare.len() && rest.contains("**");
    let is_first = is_label(*first) || is_label(first.to_ascii_uppercase()) && is_bold();
    is_first.then(|| Lead { rest: bare, is_heading: rest.starts_with('#'), is_row: rest.starts_with('|') })
}

/// Returns the label, its topic and its value, if the line begins with a label.
///
/// labelled = label [`**` / `__`] `:` [`**` / `__`] value / label [`**`] `|` value `|`
fn labelled(lead: Lead<'_>) -> Option<(&'static str, Topic, &str)> {
    let near = lead.rest.as_bytes().iter().take(LONGEST_LABEL.saturating_add(1));
    let length = near.take_while(|byte| byte.is_ascii_alphabetic() || **byte == b' ').count();
    let (written, rest) = lead.rest.split_at_checked(length)?;
    let written = written.trim_end();
    let (label, topic) = LABELS.iter().find(|(label, _)| label.eq_ignore_ascii_case(written))?;
    let rest = rest.trim_start_matches(['*', '_', ' ']);
    let value = if lead.is_row {
        let (value, more) = rest.strip_prefix('|')?.split_once('|')?;
        match *label {
            // `| Current Position | Phase 2 (Search) | Ready for execution |`.
            POSITION => rest.trim_matches(['|', ' ']),
            // A row with more cells is about one of many phases.
            _ => text::trim(more).is_empty().then_some(value)?,
        }
    } else if *label == POSITION {
        return None;
    } else if let Some(value) = rest.strip_prefix(':') {
        value.trim_start_matches(['*', '_'])
    } else if *topic == Topic::Progress && rest.starts_with('(') {
        // `Progress (v2.0 milestone): 22%`, but not `Progress (Phase 7): 100%`.
        let (of, value) = rest.split_once(')')?;
        let is_value = value.trim_start_matches(['*', '_', ' ']).starts_with(':');
        (is_value && !of.to_lowercase().contains("phase ")).then_some(rest)?
    } else if lead.is_heading && text::trim(rest).is_empty() && *label != "phase" {
        ""
    } else {
        return None;
    };
    Some((*label, *topic, text::trim(value.split(text::is_line_end).next()?)))
}

/// Returns where the next label on the same line begins, in a line about the position.
fn next_label(topic: Topic, value: &str) -> Option<usize> {
    const NEXT: &[&str] = &["Plan:", "Status:", "Progress:", "Last activity:"];
    if !matches!(topic, Topic::Phase | Topic::Plan | Topic::Status | Topic::Activity) {
        return None;
    }
    let is_start = |at: usize| {
        let before = value.get(..at).unwrap_or_default();
        before.trim_end_matches(['*', '_']).ends_with([' ', '|'])
    };
    let places = NEXT.iter().flat_map(|label| value.match_indices(label)).map(|(at, _)| at);
    places.filter(|at| is_start(*at)).min()
}

/// Returns whether a value is drawn: `[███░░░░] Phase 1 of 4`.
fn is_bar(value: &str) -> bool {
    let inside = value.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    inside.is_some_and(|(inside, _)| !inside.contains(char::is_alphanumeric))
}

/// Returns whether a row separates the head of a table from its body.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.chars().all(|one| matches!(one, '|' | '-' | ':' | ' '))
}

/// Returns the value of a label or heading that is written below it.
fn value_below(topic: Topic, below: &str) -> Option<&str> {
    if !matches!(topic, Topic::Phase | Topic::Progress | Topic::Milestone | Topic::Focus | Topic::Status) {
        return (topic == Topic::Next).then(|| first_step(below))?;
    }
    // The figure of all may follow those of many phases.
    let most = if topic == Topic::Progress { LINES_OF_PROGRESS } else { LINES_BELOW };
    let lines = below.lines().take(most).map(text::trim).take_while(|line| !line.starts_with("# "));
    let lines = lines.take_while(|line| !line.starts_with("## "));
    let mut filled = lines.filter(|line| !line.is_empty() && !line.starts_with("```"));
    let mut line = filled.next()?;
    // Of several milestones, the last is the current one: `v1.0: ███ 100%`, `v1.1: █░░ 36%`.
    if topic == Topic::Progress {
        // What is of all comes after what is of a phase: `Phase 5: ███ 100%`, `Overall: ██░ 80%`.
        let is_whole = |line: &str| name::strip_ignoring_case(line, "overall:").is_some();
        let (first, mut is_list) = (line, is_milestone(line));
        for next in filled {
            is_list &= is_milestone(next);
            let is_all = is_whole(next) && name::strip_ignoring_case(first, "phase ").is_some();
            if is_list || is_all || item::is_count(next) && !first.contains('%') {
                line = next;
            }
        }
    }
    // Another heading, label or table begins: this one has no value.
    let is_other = line.starts_with(['#', '|']) || lead(line).and_then(labelled).is_some();
    // Items with their own titles are a list of news, not a status, and so are fields: `**Version**: v1.3`.
    let is_field = line.strip_prefix("**").is_some_and(|line| line.contains("**:") || line.contains(":**"));
    let is_news = topic == Topic::Status && (line.starts_with("- **") || is_field);
    // `**Target:** May` is not the name of a milestone.
    let title = line.strip_prefix("**").and_then(|line| line.split_once(":**")).map(|(title, _)| title);
    let is_own = |title: &str| ["name", "version"].iter().any(|own| own.eq_ignore_ascii_case(title));
    let is_title = topic == Topic::Milestone && title.is_some_and(|title| !is_own(title));
    (!is_other && !is_news && !is_title)
        .then(|| text::trim(line.trim_start_matches(['-', '*', '+', '>', ' '])))
}

/// Returns the part of a value that is used, never cut inside a character.
pub(super) fn cut(value: &str) -> &str {
    let value = text::trim(value);
    value.get(..value.floor_char_boundary(LONGEST_VALUE)).unwrap_or(value)
}

/// Returns a value that is not a placeholder.
pub(super) fn telling(value: &str) -> Option<&str> {
    (!name::is_placeholder(text::trim(value))).then_some(value)
}
