//! The segments of the hook's line: one file each, with its name, its description and its code.
//!
//! A segment without data adds nothing to the line.

use std::{cell::OnceCell, path::Path, time::Instant};

use super::payload::Payload;
use crate::{
    config::{Config, OwnSegment},
    family::{Preferences, Style},
    line::Line,
    select::State,
    sys::System,
};

mod added_dirs;
mod agent;
mod cache;
mod context;
mod cost;
mod dir;
mod duration;
mod effort;
mod git;
mod last_command;
mod limits;
mod lines;
pub(super) mod links;
mod model;
mod name;
mod output_style;
mod own;
mod permission;
mod pr;
mod state;
mod update;
mod version;
mod vim;
mod worktree;

pub(super) use context::{rounded, tokens};
pub(super) use model::short_model;

/// A part of the hook's line.
#[derive(Debug)]
pub struct Segment {
    /// Its name in the config.
    pub name: &'static str,
    /// What it shows, in one line.
    pub about: &'static str,
    /// An example of it.
    pub sample: &'static str,
    /// Adds it to the line.
    push: for<'s> fn(&'s Session<'s>, &mut Line<'s>),
}

/// Every segment, in the default order.
pub static SEGMENTS: &[Segment] = &[
    update::SEGMENT,
    model::SEGMENT,
    effort::SEGMENT,
    agent::SEGMENT,
    vim::SEGMENT,
    permission::SEGMENT,
    output_style::SEGMENT,
    state::SEGMENT,
    name::SEGMENT,
    dir::SEGMENT,
    added_dirs::SEGMENT,
    worktree::SEGMENT,
    git::SEGMENT,
    context::SEGMENT,
    cost::SEGMENT,
    duration::SEGMENT,
    lines::SEGMENT,
    limits::SEGMENT,
    cache::SEGMENT,
    pr::SEGMENT,
    last_command::SEGMENT,
    version::SEGMENT,
];

/// What the segments are made from.
#[derive(Debug)]
pub(super) struct Session<'s> {
    pub(super) system: &'s System,
    pub(super) config: &'s Config,
    /// What the workflow's own config asks for.
    pub(super) preferences: &'s Preferences,
    pub(super) payload: &'s Payload<'s>,
    /// The directory that the session works in.
    pub(super) dir: Option<&'s Path>,
    /// The task that the agent is working on.
    pub(super) task: Option<String>,
    pub(super) state: Option<State>,
    /// The style of the state.
    pub(super) style: Style,
    /// What the host sent.
    pub(super) sent: &'s [u8],
    /// Whether parts of the line are links.
    pub(super) has_links: bool,
    /// When the user's own commands have to end; set by the first.
    pub(super) deadline: OnceCell<Instant>,
}

/// A segment to show.
#[derive(Clone, Copy, Debug)]
enum Shown<'c> {
    /// One of ours.
    Known(&'static Segment),
    /// One that the user made.
    Own(&'c OwnSegment),
}

impl<'c> Shown<'c> {
    fn named(config: &'c Config, name: &str) -> Option<Self> {
        let own = || config.own(name).filter(|own| own.content.is_some());
        named(name).map(Self::Known).or_else(|| own().map(Self::Own))
    }

    fn name(self) -> &'c str {
        match self {
            Self::Known(segment) => segment.name,
            Self::Own(own) => &own.name,
        }
    }
}

impl<'s> Session<'s> {
    /// Composes the line.
    pub(super) fn line(&'s self) -> Line<'s> {
        let config = self.config;
        let known = chosen(config, self.preferences);
        if config.own.is_empty() && config.right.is_empty() {
            return self.row(known.into_iter().map(Shown::Known), 0);
        }
        self.line_with_own(&known)
    }

    /// Composes a line with segments of the user's own, or with some at its right end. Few users have either, so it is
    /// not inlined.
    #[inline(never)]
    fn line_with_own(&'s self, known: &[&'static Segment]) -> Line<'s> {
        let config = self.config;
        // The user's own segments are where the list has them, or at the end, unless the list is all that is wanted.
        let own = config.own.iter().filter(|_| config.segments.is_none()).map(|own| own.name.as_str());
        let mut names: Vec<&str> = config.segments.iter().flatten().map(String::as_str).collect();
        for (index, segment) in known.iter().enumerate() {
            if !names.contains(&segment.name) {
                let before = index.checked_sub(1).and_then(|before| known.get(before));
                let at = before.and_then(|before| names.iter().position(|name| *name == before.name));
                names.insert(at.map_or(0, |at| at.saturating_add(1)), segment.name);
            }
        }
        self.named_row(names.into_iter().chain(config.show.iter().map(String::as_str)).chain(own))
    }

    /// Composes the rows, at most this many: the one with the state first.
    pub(super) fn rows(&'s self, most: Option<usize>) -> Vec<Line<'s>> {
        let rows = &self.config.rows;
        let added = self.config.show.iter().filter(|name| !rows.iter().any(|row| row.contains(name)));
        let added: Vec<&str> = added.map(String::as_str).collect();
        let mut lines: Vec<(bool, Line<'s>)> = Vec::with_capacity(rows.len());
        for (index, row) in rows.iter().enumerate() {
            let is_last = index.saturating_add(1) == rows.len();
            let added = added.iter().copied().filter(|_| is_last);
            let line = self.named_row(row.iter().map(String::as_str).chain(added));
            if !line.is_empty() {
                lines.push((row.iter().any(|name| name == state::SEGMENT.name), line));
            }
        }
        let most = most.unwrap_or(usize::MAX);
        while lines.len() > most {
            // The last one that has no state.
            let at = lines.iter().rposition(|(has_state, _)| !has_state);
            lines.remove(at.unwrap_or(lines.len().saturating_sub(1)));
        }
        lines.into_iter().map(|(_, line)| line).collect()
    }

    /// Composes a row of these segments, without those that are hidden; some may be at its right end.
    fn named_row<'n>(&'s self, names: impl Iterator<Item = &'n str>) -> Line<'s> {
        let mut shown: Vec<Shown<'s>> = Vec::new();
        for segment in names.filter_map(|name| Shown::named(self.config, name)) {
            let is_hidden = self.config.hide.iter().any(|name| name == segment.name());
            if !is_hidden && !shown.iter().any(|known| known.name() == segment.name()) {
                shown.push(segment);
            }
        }
        let is_right = |segment: &Shown<'_>| self.config.right.iter().any(|name| name == segment.name());
        let (right, left): (Vec<_>, Vec<_>) = shown.into_iter().partition(is_right);
        let at = left.len();
        self.row(left.into_iter().chain(right), at)
    }

    /// Composes a row; the segments from `right` on are at its right end, unless that is the first.
    fn row(&'s self, segments: impl Iterator<Item = Shown<'s>>, right: usize) -> Line<'s> {
        let mut line = Line::default();
        let mut is_right = false;
        for (index, segment) in segments.enumerate() {
            let (start, name) = (line.len(), segment.name());
            match segment {
                Shown::Known(segment) => (segment.push)(self, &mut line),
                Shown::Own(own) => own::push(self, own, &mut line),
            }
            let begins_right = !self.config.right.is_empty() && index >= right && !is_right;
            line.begin_segment(start, begins_right);
            is_right |= begins_right && line.len() > start;
            self.config.color(name, &mut line, start);
            self.decorate(&mut line, start, name);
        }
        line
    }

    /// Adds what the user or the theme wants around a segment.
    fn decorate(&self, line: &mut Line<'_>, start: usize, name: &str) {
        if self.config.own(name).is_some() || self.config.icon(name).is_some() || self.has_links {
            self.decorate_with(line, start, name);
        }
    }

    /// Does the same where something is wanted, which is rare, so it is not inlined.
    #[inline(never)]
    fn decorate_with(&self, line: &mut Line<'_>, start: usize, name: &str) {
        if let Some((before, after)) = self.config.own(name).and_then(|own| own.around.as_ref()) {
            line.enclose(start, before, after);
        }
        if let Some(icon) = self.config.icon(name) {
            line.lead(start, icon);
        }
        if self.has_links
            && let Some(address) = links::of(self, name)
        {
            line.link(start, address);
        }
    }
}

/// Returns the segments to show, in order: from the user's config, else from the workflow's.
pub(super) fn chosen(config: &Config, preferences: &Preferences) -> Vec<&'static Segment> {
    let is_usual = config.segments.is_none() && config.show.is_empty() && config.hide.is_empty();
    if is_usual { usual(preferences) } else { by_user(config, preferences) }
}

/// Returns the segments that the user's config asks for. Few users have one, so it is not inlined.
#[inline(never)]
fn by_user(config: &Config, preferences: &Preferences) -> Vec<&'static Segment> {
    let mut chosen: Vec<&'static Segment> = match &config.segments {
        Some(names) => names.iter().filter_map(|name| named(name)).collect(),
        None => usual(preferences),
    };
    for segment in config.show.iter().filter_map(|name| named(name)) {
        if !chosen.iter().any(|known| known.name == segment.name) {
            // After the last of those that precede it in the default order.
            let previous = chosen.iter().rposition(|known| place(known) < place(segment));
            chosen.insert(previous.map_or(0, |at| at.saturating_add(1)), segment);
        }
    }
    chosen.retain(|segment| !config.hide.iter().any(|name| name == segment.name));
    chosen
}

/// Returns the segments that the published hook shows.
fn usual(preferences: &Preferences) -> Vec<&'static Segment> {
    let mut usual = Vec::with_capacity(SEGMENTS.len());
    usual.extend([&update::SEGMENT, &model::SEGMENT]);
    if preferences.context_in_front {
        usual.push(&context::SEGMENT);
    }
    usual.extend([&state::SEGMENT, &dir::SEGMENT]);
    if preferences.show_git {
        usual.push(&git::SEGMENT);
    }
    if !preferences.context_in_front {
        usual.push(&context::SEGMENT);
    }
    if preferences.show_last_command {
        usual.push(&last_command::SEGMENT);
    }
    usual
}

fn named(name: &str) -> Option<&'static Segment> {
    SEGMENTS.iter().find(|segment| segment.name == name)
}

fn place(segment: &Segment) -> Option<usize> {
    SEGMENTS.iter().position(|known| known.name == segment.name)
}
