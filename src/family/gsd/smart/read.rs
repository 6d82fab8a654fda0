//! Reads the first frontmatter of a STATE.md as YAML does, also where it is not valid YAML.

use std::borrow::Cow;

use super::{
    super::read::next_phase_items,
    body::{LONGEST_VALUE, cut},
    name,
    scalar::{folded, scalar},
};
use crate::{document, text};

/// The most phases of a list to use: a line has no room for more.
const MOST_PHASES: usize = 1_000;

/// The fields of the frontmatter. A placeholder is treated as missing.
#[derive(Debug, Default)]
pub(super) struct Front<'a> {
    /// The status, as it is written.
    pub(super) status: Option<Cow<'a, str>>,
    /// The milestone's version.
    pub(super) milestone: Option<Cow<'a, str>>,
    /// The milestone's name.
    pub(super) milestone_name: Option<Cow<'a, str>>,
    /// The phase that a command is working on.
    pub(super) active_phase: Option<Cow<'a, str>>,
    /// The phase that was worked on last.
    pub(super) current_phase: Option<Cow<'a, str>>,
    /// The name of that phase.
    pub(super) current_phase_name: Option<Cow<'a, str>>,
    /// The plan of that phase that was worked on last.
    pub(super) current_plan: Option<Cow<'a, str>>,
    /// The command to run next.
    pub(super) next_action: Option<Cow<'a, str>>,
    /// The phases to run it on.
    pub(super) next_phases: Vec<Cow<'a, str>>,
    /// Where work was paused.
    pub(super) paused_at: Option<Cow<'a, str>>,
    /// When the file was written.
    pub(super) last_updated: Option<Cow<'a, str>>,
    /// When the last activity was, often with what it was.
    pub(super) last_activity: Option<Cow<'a, str>>,
    /// Where the last session ended.
    pub(super) stopped_at: Option<Cow<'a, str>>,
    /// The commit that the file was written against.
    pub(super) state_head: Option<&'a str>,
    /// The progress block.
    pub(super) progress: Progress,
}

/// The numbers of the progress block.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// The percentage, at most 100.
    pub(super) percent: Option<u64>,
    /// Completed phases.
    pub(super) completed_phases: Option<u64>,
    /// All phases.
    pub(super) total_phases: Option<u64>,
    /// Completed plans.
    pub(super) completed_plans: Option<u64>,
    /// All plans.
    pub(super) total_plans: Option<u64>,
}

impl<'a> Front<'a> {
    /// Reads the block between the fences; nothing in it is an error.
    pub(super) fn read(block: &'a str) -> Self {
        let mut front = Self::default();
        front.read_keys(block);
        front.next_phases = next_phase_items(block)
            .into_iter()
            .take(MOST_PHASES)
            .filter_map(|item| name::name(scalar(cut(item))))
            .collect();
        front
    }

    /// Reads the last value of each key at the start of a line.
    fn read_keys(&mut self, block: &'a str) {
        // Only the last of each key is parsed: a file may repeat one a hundred thousand times.
        let mut last: Vec<(&str, &str, &str)> = Vec::new();
        let mut rest = block;
        while !rest.is_empty() {
            let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = below;
            let Some((key, raw)) = line.split_once(':') else { continue };
            if key == "progress" {
                self.progress.read(raw, below);
                continue;
            }
            if key == "state_head" {
                self.state_head =
                    Some(text::unquote(text::trim(raw))).filter(|head| !matches!(*head, "" | "null"));
                continue;
            }
            if self.field(key).is_none() {
                continue;
            }
            match last.iter_mut().find(|(known, ..)| *known == key) {
                Some(known) => *known = (key, raw, below),
                None => last.push((key, raw, below)),
            }
        }
        for (key, raw, below) in last {
            let value = Some(value(raw, below)).filter(|value| !name::is_placeholder(value));
            if let Some(field) = self.field(key) {
                *field = value;
            }
        }
    }

    /// Returns the field for a key's value.
    fn field(&mut self, key: &str) -> Option<&mut Option<Cow<'a, str>>> {
        Some(match key {
            "status" => &mut self.status,
            "milestone" => &mut self.milestone,
            "milestone_name" => &mut self.milestone_name,
            "active_phase" => &mut self.active_phase,
            "current_phase" => &mut self.current_phase,
            "current_phase_name" => &mut self.current_phase_name,
            "current_plan" => &mut self.current_plan,
            "next_action" => &mut self.next_action,
            "paused_at" => &mut self.paused_at,
            "last_updated" => &mut self.last_updated,
            "last_activity" => &mut self.last_activity,
            "stopped_at" => &mut self.stopped_at,
            _ => return None,
        })
    }
}

impl Progress {
    /// Reads the first of each number, from the lines below or from a flow mapping.
    fn read(&mut self, raw: &str, below: &str) {
        if let Some(flow) = text::trim(raw).strip_prefix('{') {
            flow.split(',').for_each(|entry| self.take(entry));
            return;
        }
        // Comments and empty lines do not end the block here; they do only in the published hook.
        let is_inside = |line: &&str| line.starts_with([' ', '\t', '#']) || line.is_empty();
        below.lines().take_while(is_inside).for_each(|line| self.take(line));
    }

    /// Reads one number: `percent: 59`.
    fn take(&mut self, entry: &str) {
        let Some((key, raw)) = entry.split_once(':') else { return };
        let field = match text::trim(key) {
            "percent" => &mut self.percent,
            "completed_phases" => &mut self.completed_phases,
            "total_phases" => &mut self.total_phases,
            "completed_plans" => &mut self.completed_plans,
            "total_plans" => &mut self.total_plans,
            _ => return,
        };
        let digits = scalar(cut(raw));
        let digits = digits.split(|character: char| !character.is_ascii_digit()).next().unwrap_or_default();
        if !digits.is_empty() {
            // Parsing digits fails only if there are too many.
            field.get_or_insert(digits.parse().unwrap_or(u64::MAX));
        }
    }
}

/// Returns the block between the first pair of fences, and what follows it.
pub(super) fn split(content: &str) -> Option<(&str, &str)> {
    let opened = content.trim_start_matches(text::is_blank).strip_prefix("---")?;
    let (fence, inside) = opened.split_once('\n')?;
    if !text::trim(fence).is_empty() {
        return None;
    }
    let (block, close) = inside.split_at_checked(document::closing_fence(inside, 0, false)?)?;
    Some((block.strip_suffix('\n').unwrap_or(block), close.strip_prefix("---")?))
}

/// Reads a value with its continuation lines: indented ones that are neither a key nor an item.
fn value<'a>(raw: &'a str, below: &'a str) -> Cow<'a, str> {
    let is_part = |line: &&str| line.starts_with([' ', '\t']) || text::trim(line).is_empty();
    let raw = cut(raw);
    if !below.starts_with([' ', '\t']) {
        return scalar(raw);
    }
    let is_quoted = text::trim(raw).starts_with(['"', '\'', '|', '>']);
    let is_text = |line: &&str| {
        let line = text::trim(line);
        is_quoted || !(line.contains(": ") || line.ends_with(':') || line.starts_with("- "))
    };
    let mut room = LONGEST_VALUE;
    let fits = |line: &&str| {
        room = room.saturating_sub(line.len().saturating_add(1));
        room > 0
    };
    let below = below.lines().take_while(is_part).take_while(is_text).map(cut).take_while(fits);
    let below: Vec<&str> = below.collect();
    folded(raw, &below).into()
}
