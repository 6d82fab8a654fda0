//! The segments of the hook's line: one file each, with its name, its description and its code.
//!
//! A segment without data adds nothing to the line.

use std::path::Path;

use super::payload::Payload;
use crate::{
    config::Config,
    family::{Preferences, Style},
    line::Line,
    select::State,
    sys::System,
};

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
mod model;
mod name;
mod pr;
mod state;
mod update;
mod version;
mod vim;
mod worktree;

pub(super) use context::{rounded, tokens};

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
    state::SEGMENT,
    name::SEGMENT,
    dir::SEGMENT,
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
}

impl<'s> Session<'s> {
    /// Composes the line.
    pub(super) fn line(&'s self) -> Line<'s> {
        let mut line = Line::default();
        for segment in chosen(self.config, self.preferences) {
            let start = line.len();
            (segment.push)(self, &mut line);
            line.begin_segment(start, false);
            if let Some(icon) = self.config.icon(segment.name) {
                line.lead(start, icon);
            }
            self.config.color(segment.name, &mut line, start);
        }
        line
    }
}

/// Returns the segments to show, in order: from the user's config, else from the workflow's.
pub(super) fn chosen(config: &Config, preferences: &Preferences) -> Vec<&'static Segment> {
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
