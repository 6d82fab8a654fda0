//! The status-line hook: what a host sends in, one line out, whatever happens.

use std::{
    cell::OnceCell,
    mem::ManuallyDrop,
    path::{Path, PathBuf},
};

use crate::{
    config::Config,
    family::{Family, Preferences, Search, Style},
    hosts::{HostRow, Hosts, USUAL},
    line::{Paint, Painted},
    options::{self, Options},
    select::{self, FoundPreferences, Here, State},
    sys::{
        System, file,
        streams::{self, Input},
    },
};

mod bridge;
mod extras;
mod git;
mod payload;
pub mod record;
pub mod sample;
pub mod segment;
pub mod subagents;
mod todos;
pub mod wrapped;

use payload::{Payload, Reading};
use segment::Session;

/// How much of the line to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// All of it.
    Whole,
    /// The state alone, next to a line that has the rest, unless the user chose the segments.
    State,
}

/// Reads what the host sends and returns the line for it.
pub fn run(system: &System, options: &Options, mut input: Input) -> Painted {
    loop {
        let is_all = !input.read();
        if let Some(line) = answer(system, options, input.bytes(), is_all) {
            return line;
        }
    }
}

/// Returns the line for the bytes that came so far, or `None` if more are needed and may come.
pub fn answer(system: &System, options: &Options, bytes: &[u8], is_all: bool) -> Option<Painted> {
    // The process ends with the line: to give its memory back first would only cost time.
    let payload = ManuallyDrop::new(Payload::read(bytes));
    if options.record && (is_all || !matches!(*payload, Reading::Cut(_))) {
        record::keep(system, bytes);
    }
    match &*payload {
        Reading::Whole(payload) => Some(answered(system, options, payload, Extent::Whole)),
        Reading::Cut(_) if !is_all => None,
        Reading::Cut(payload) if payload.says_anything() => {
            Some(answered(system, options, payload, Extent::Whole))
        }
        Reading::Cut(_) | Reading::Useless => Some(state_alone(system, options, Some(USUAL))),
    }
}

/// Returns which of the hosts sent a payload, and the width that it names.
pub fn sender(hosts: Hosts, sent: &[u8]) -> (&'static str, Option<usize>) {
    match Payload::read_among(hosts, sent) {
        Reading::Whole(payload) | Reading::Cut(payload) => (payload.sender().name, payload.width),
        Reading::Useless => ("an unknown program", None),
    }
}

/// Returns the line for a user who runs the hook in a terminal: the state alone, because no host sends the rest.
pub fn by_hand(system: &System, options: &Options) -> Painted {
    state_alone(system, options, None)
}

/// Returns the state of the working directory: better than nothing where the host says nothing.
#[inline(never)]
fn state_alone(system: &System, options: &Options, host: Option<&HostRow>) -> Painted {
    let mut config = Config::load(system, options.config.as_deref());
    let dir = options.start(system);
    let Some(state) = dir.and_then(|dir| nearest(system, options, &mut config, &dir)) else {
        return Painted::default();
    };
    let view = state.view(system, config.state_style(options));
    let mut paint = options.paint(system, true);
    if let Some(host) = host {
        paint.width = width(system, options, None, host);
    }
    view.line.painted(&Paint { appearance: config.appearance(system), ..paint })
}

/// Returns the state to show for a directory: not one that the settings hide.
fn nearest(system: &System, options: &Options, config: &mut Config, dir: &Path) -> Option<State> {
    select::nearest(system, options, config, dir).filter(|state| select::is_shown(system, config, state))
}

/// What a workflow's own config asks for, as settings of ours.
#[derive(Debug)]
pub struct WorkflowSettings {
    /// The workflow.
    pub family: &'static Family,
    /// Where that config is.
    pub path: PathBuf,
    /// The segments and their order.
    pub segments: Vec<&'static str>,
    /// The style of the state, if it is not the default.
    pub style: Option<Style>,
    /// Whether the number of tokens is shown.
    pub tokens: bool,
}

/// Returns what a workflow's own config asks for, which applies if ours does not set it.
pub fn workflow_settings(system: &System, dir: &Path) -> Option<WorkflowSettings> {
    let FoundPreferences { family, path, preferences } = select::preferences(system, dir, 0)?;
    let segments = segment::chosen(&Config::default(), &preferences);
    Some(WorkflowSettings {
        family,
        path,
        segments: segments.iter().map(|segment| segment.name).collect(),
        style: preferences.compact.then_some(Style::Compact),
        tokens: preferences.show_context_tokens,
    })
}

/// Reads the state that applies, unless the settings hide it.
fn shown(system: &System, config: &Config, here: Here) -> Option<State> {
    here.read(config).filter(|state| select::is_shown(system, config, state))
}

/// Returns the whole line: as the published hook composes it, unless the user wants another.
fn answered(system: &System, options: &Options, payload: &Payload<'_>, extent: Extent) -> Painted {
    // Not dropped, for the same reason as the payload.
    let mut config = ManuallyDrop::new(Config::load(system, options.config.as_deref()));
    let dir = directory(system, options, payload);
    bridge::write(system, payload);
    let (here, preferences) = surroundings(system, options, payload, dir.as_deref(), &mut config);
    if extent != Extent::Whole && config.segments.is_none() && config.rows.is_empty() {
        config.segments = Some(vec!["state".to_owned()]);
    }
    let task = todos::current(system, payload);
    let state = here.filter(|_| task.is_none()).and_then(|here| shown(system, &config, here));
    let state = state.map(|state| state.with_code(preferences.project_code.clone()));
    let compact = preferences.compact.then_some(Style::Compact);
    let appearance = config.appearance(system);
    let session = ManuallyDrop::new(Session {
        system,
        config: &config,
        preferences: &preferences,
        payload,
        dir: dir.as_deref(),
        task,
        state,
        style: options.style.or(config.style).or(compact).unwrap_or_default(),
        sent: payload.sent,
        has_links: config.links.unwrap_or_else(|| config.is_changed() && segment::links::are_shown(system)),
        deadline: OnceCell::new(),
    });
    let width = width(system, options, payload.width, payload.host());
    let paint = Paint { width, appearance, ..options.paint_unbounded(system, true) };
    if config.rows.is_empty() {
        return ManuallyDrop::new(session.line()).painted(&paint);
    }
    let most = options.rows.or(payload.host().rows.map(usize::from));
    rows(&session, if extent == Extent::Whole { most } else { Some(1) }, &paint)
}

/// Returns the rows that the user's settings lay out. Few users have several, so it is not inlined.
#[inline(never)]
fn rows(session: &Session<'_>, most: Option<usize>, paint: &Paint<'_>) -> Painted {
    let mut out = Painted::default();
    for (index, line) in session.rows(most).into_iter().enumerate() {
        if index > 0 {
            out.push_line_end();
        }
        out.push(&line.painted(paint));
    }
    out
}

/// Returns the width of the line: a flag, else what the host sent, else its terminal without its margin.
fn width(system: &System, options: &Options, sent: Option<usize>, host: &HostRow) -> Option<usize> {
    let terminal = || if host.asks_terminal { streams::terminal_width() } else { None };
    let rest = || {
        let margin = options.margin.unwrap_or_else(|| host.margin.columns(0));
        Some(options::columns(system).or_else(terminal)?.saturating_sub(margin).max(1))
    };
    options.width.or(sent).or_else(rest)
}

/// Returns the state that applies to the session, and the workflow's own preferences; joins the project's settings to ours.
///
/// It is not inlined, so that its variables are not on the stack while the line is composed.
#[inline(never)]
fn surroundings(
    system: &System,
    options: &Options,
    payload: &Payload<'_>,
    dir: Option<&Path>,
    config: &mut Config,
) -> (Option<Here>, Preferences) {
    let search = Search::new(system, config.ages).with(&config.workflows);
    let preferences = |dir: Option<&Path>| {
        let found = dir.and_then(|dir| select::preferences(system, dir, search.bare.get()));
        found.map(|found| found.preferences).unwrap_or_default()
    };
    if let Some(here) = dir.and_then(|dir| select::here(&search, dir, options.family, config)) {
        return (Some(here), preferences(dir));
    }
    let own = preferences(dir);
    // A worktree has no state of its own if the state is not committed.
    let Some(original) = original_directory(payload) else { return (None, own) };
    match select::here(&search, &original, options.family, config) {
        Some(here) => (Some(here), preferences(Some(&original))),
        None => (None, own),
    }
}

/// Returns the directory that the session works in.
fn directory(system: &System, options: &Options, payload: &Payload<'_>) -> Option<PathBuf> {
    let sent = payload.dir.as_deref().map(|dir| file::native(dir.into()));
    if options.dir.is_some() { options.start(system) } else { sent.or_else(|| system.dir()) }
}

/// Returns the directory that the session's worktree was made from.
fn original_directory(payload: &Payload<'_>) -> Option<PathBuf> {
    let original = payload.extras.field("worktree", "original_cwd")?;
    Some(file::native(payload::without_scheme(original).into_owned().into()))
}
