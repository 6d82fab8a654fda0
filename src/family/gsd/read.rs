//! Reads a STATE.md as the published hook does: with patterns, not as YAML.

use super::patterns;
use crate::text;

/// The most phases to read from a list: no line shows more, and a prompt must not wait for a million.
const MOST_PHASES: usize = 10_000;

/// What the documented line needs of a STATE.md. An empty or `null` value is treated as missing.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct GsdFields<'a> {
    /// The status, as it is written.
    pub status: Option<&'a str>,
    /// The milestone's version.
    pub milestone: Option<&'a str>,
    /// The milestone's name.
    pub milestone_name: Option<&'a str>,
    /// The phase that a command is working on.
    pub active_phase: Option<&'a str>,
    /// The command to run next.
    pub next_action: Option<&'a str>,
    /// The phases to run it on.
    pub next_phases: Vec<&'a str>,
    /// The commit that the file was written against.
    pub state_head: Option<&'a str>,
    /// The number of completed phases, in digits.
    pub completed_phases: Option<&'a str>,
    /// The total number of phases, in digits.
    pub total_phases: Option<&'a str>,
    /// The percentage, in digits.
    pub percent: Option<&'a str>,
    /// The body's `Phase: N of M (name)`.
    pub phase: Option<Phase<'a>>,
}

/// A position in the sequence of phases.
#[derive(Debug, PartialEq, Eq)]
pub struct Phase<'a> {
    /// The number, in digits.
    pub number: &'a str,
    /// The total, in digits.
    pub total: &'a str,
    /// Its name.
    pub name: Option<&'a str>,
}

impl<'a> GsdFields<'a> {
    /// Reads everything in `content`; nothing in it is an error.
    pub fn read(content: &'a str) -> Self {
        let mut state = Self::default();
        if let Some(block) = frontmatter(content) {
            state.read_keys(block);
            state.next_phases = next_phases(block);
            state.read_progress(block);
        }
        state.phase = phase(content);
        if state.status.is_none() {
            state.status = body_status(content);
        }
        state
    }

    /// Reads the last value of each key at the start of a line.
    fn read_keys(&mut self, block: &'a str) {
        // The pattern ends a value before a carriage return, too.
        for line in block.split('\n') {
            // The first letters of the keys below. Most lines have another key, and this is faster than the pattern.
            if !matches!(line.as_bytes().first(), Some(b's' | b'm' | b'a' | b'n')) {
                continue;
            }
            let Some((key, value)) = key_and_value(line) else { continue };
            let field = match key {
                "status" => &mut self.status,
                "milestone" => &mut self.milestone,
                "milestone_name" => &mut self.milestone_name,
                "active_phase" => &mut self.active_phase,
                "next_action" => &mut self.next_action,
                "state_head" => &mut self.state_head,
                _ => continue,
            };
            *field = Some(value).filter(|value| !matches!(*value, "" | "null"));
        }
    }

    /// Reads the first of each count in the first progress block that has the documented form.
    fn read_progress(&mut self, block: &'a str) {
        let Some(found) = first_at_line_start(block, "progress:", &patterns::PROGRESS) else { return };
        let counts = after_line_end(found, "progress:");
        for start in line_starts(counts) {
            let Some(count) = patterns::PROGRESS_COUNT.matched(counts, start) else { continue };
            let Some((key, digits)) = count.split_once(':') else { continue };
            let field = match key.trim_start_matches([' ', '\t']) {
                "completed_phases" => &mut self.completed_phases,
                "total_phases" => &mut self.total_phases,
                _ => &mut self.percent,
            };
            field.get_or_insert(text::trim(digits));
        }
    }
}

/// Returns whether the frontmatter has a status, so that the body's is not used.
pub(super) fn has_frontmatter_status(content: &str) -> bool {
    let mut state = GsdFields::default();
    if let Some(block) = frontmatter(content) {
        state.read_keys(block);
    }
    state.status.is_some()
}

/// Returns the block between the fences of a string that begins with one.
///
/// In the hook this is `---\r?\n([\s\S]*?)\r?\n---`. A search for line ends is several times as fast as a table, which
/// reads byte after byte.
pub fn frontmatter(content: &str) -> Option<&str> {
    let rest = content.strip_prefix("---")?;
    let rest = rest.strip_prefix('\r').unwrap_or(rest).strip_prefix('\n')?;
    let ends_block =
        |line_end: &(usize, &str)| rest.get(line_end.0..).is_some_and(|rest| rest.starts_with("\n---"));
    let (end, _) = rest.match_indices('\n').find(ends_block)?;
    let block = rest.get(..end)?;
    Some(block.strip_suffix('\r').unwrap_or(block))
}

/// Splits at `\r?\n`; a lone carriage return stays in its line.
fn lines(block: &str) -> impl Iterator<Item = &str> {
    block
        .split_inclusive('\n')
        .map(|line| line.strip_suffix('\n').map_or(line, |line| line.strip_suffix('\r').unwrap_or(line)))
}

/// Returns a top-level key and its value, without blanks and one pair of quotes around it.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = patterns::KEY.matched(line, 0)?.split_once(':')?;
    Some((key, text::unquote(text::trim(value))))
}

/// Reads `next_phases`, without the quotes.
fn next_phases(block: &str) -> Vec<&str> {
    let items = next_phase_items(block).into_iter();
    items.map(|item| text::unquote(text::trim(item))).filter(|item| !item.is_empty()).collect()
}

/// Returns the items of `next_phases` as they are written, from a flow list or else from a block list.
pub(super) fn next_phase_items(block: &str) -> Vec<&str> {
    const KEY: &str = "next_phases:";
    // Few files have the key, and this search is faster than those that follow.
    if !block.contains(KEY) {
        return Vec::new();
    }
    // A list cannot end after the last bracket, so stop there: searching on would be wasted.
    let closed = block.rfind(']').and_then(|end| block.get(..=end)).unwrap_or_default();
    if let Some(found) = first_at_line_start(closed, KEY, &patterns::NEXT_PHASES_FLOW) {
        return flow_items(found);
    }
    match first_at_line_start(block, KEY, &patterns::NEXT_PHASES_BLOCK) {
        Some(found) => block_items(after_line_end(found, KEY)),
        None => Vec::new(),
    }
}

/// Returns the items between the brackets of a flow list. Few files have one, so it is not inlined.
#[inline(never)]
fn flow_items(list: &str) -> Vec<&str> {
    let inside = list.split_once('[').map_or("", |(_, inside)| inside);
    inside.strip_suffix(']').unwrap_or(inside).split(',').take(MOST_PHASES).collect()
}

/// Returns the items of a block list. Few files have one, so it is not inlined.
#[inline(never)]
fn block_items(list: &str) -> Vec<&str> {
    lines(list)
        .filter_map(|line| {
            let item = patterns::NEXT_PHASES_ITEM.matched(line, 0)?;
            item.split_once('-').map(|(_, item)| item)
        })
        .take(MOST_PHASES)
        .collect()
}

/// Returns the body's phase; like the hook, this also searches the frontmatter.
fn phase(content: &str) -> Option<Phase<'_>> {
    let found = first_at_line_start(content, "Phase:", &patterns::PHASE)?;
    let (number, rest) = digits(text::trim(found.strip_prefix("Phase:")?))?;
    let rest = text::trim(rest).strip_prefix("of")?;
    let (total, rest) = digits(text::trim(rest))?;
    let name = rest.split_once('(').map(|(_, name)| name.strip_suffix(')').unwrap_or(name));
    Some(Phase { number, total, name })
}

/// Splits a string after the digits that it begins with.
fn digits(text: &str) -> Option<(&str, &str)> {
    text.split_at_checked(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// Reduces the body's `Status:` to the few words that the hook knows.
fn body_status(content: &str) -> Option<&'static str> {
    let found = first_at_line_start(content, "Status:", &patterns::STATUS)?;
    let status = text::trim(found.strip_prefix("Status:")?).to_ascii_lowercase();
    let says = |word: &str| status.contains(word);
    if says("ready to plan") || says("planning") {
        Some("planning")
    } else if says("execut") {
        Some("executing")
    } else if says("complet") || says("archived") {
        Some("complete")
    } else {
        None
    }
}

/// Returns the first match of `pattern`, which begins with `key`, at the start of a line.
fn first_at_line_start<'t>(content: &'t str, key: &str, pattern: &text::Pattern) -> Option<&'t str> {
    // Searching for a whole key would first prepare a table, which takes longer than this in a file of a few kilobytes.
    let first = key.chars().next()?;
    content
        .match_indices(first)
        .filter(|(at, _)| content.get(*at..).is_some_and(|rest| rest.starts_with(key)))
        .filter(|(at, _)| text::begins_line(content, *at))
        .find_map(|(at, _)| pattern.matched(content, at))
}

/// Returns the text after the last line end among the blanks that follow `key`.
fn after_line_end<'t>(found: &'t str, key: &str) -> &'t str {
    let rest = found.strip_prefix(key).unwrap_or(found);
    let blanks = rest.len().saturating_sub(rest.trim_start_matches(text::is_blank).len());
    let end = rest.get(..blanks).and_then(|blanks| blanks.rfind('\n'));
    end.and_then(|end| rest.get(end.saturating_add(1)..)).unwrap_or_default()
}

/// Returns where lines begin, with JavaScript's four line ends.
fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    let after = text.match_indices(text::is_line_end).map(|(at, end)| at.saturating_add(end.len()));
    std::iter::once(0).chain(after)
}
