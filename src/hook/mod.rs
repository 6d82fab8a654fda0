//! The status-line hook: what a host sends in, one line out, whatever happens.

use std::path::{Path, PathBuf};

use crate::{
    format::Style,
    host::{self, Host},
    line::{Join, Line, Look, Rank},
    options::Options,
    state::State,
};

mod bridge;
mod context;
mod git;
mod model;
mod payload;
mod settings;
mod todos;
mod transcript;
mod update;

use payload::{Payload, Reading};
use settings::Settings;

/// Reads what the host sends and returns the line for it.
pub fn run(host: &Host, options: &Options) -> String {
    if host::input_is_terminal() {
        return state_alone(host, options);
    }
    let answer = host::input(|bytes, is_all| match Payload::read(bytes) {
        Reading::Whole(payload) => Some(answered(host, options, &payload)),
        Reading::Cut(_) if !is_all => None,
        Reading::Cut(payload) if payload.says_anything() => Some(answered(host, options, &payload)),
        Reading::Cut(_) | Reading::Useless => Some(state_alone(host, options)),
    });
    answer.unwrap_or_default()
}

/// Returns the state of the working directory: better than nothing where the host says nothing.
fn state_alone(host: &Host, options: &Options) -> String {
    let Some(dir) = options.start(host) else { return String::new() };
    let Some(state) = State::nearest(host, &dir, options.family) else { return String::new() };
    let view = state.view(host, options.style.unwrap_or_default());
    view.line.paint(&options.paint(host, true))
}

/// Returns the whole line, as the published hook composes it.
fn answered(host: &Host, options: &Options, payload: &Payload<'_>) -> String {
    let dir = directory(host, options, payload);
    let settings = dir.as_deref().map(|dir| Settings::nearest(host, dir)).unwrap_or_default();
    let meter = context::meter(host, payload, settings.show_context_tokens);
    bridge::write(host, payload);
    let task = todos::current(host, payload);
    let notices = update::notices(host);
    let last = if settings.show_last_command { transcript::last_command(payload) } else { None };
    let state = if task.is_none() {
        dir.as_deref().and_then(|dir| State::nearest(host, dir, options.family))
    } else {
        None
    };

    let mut line = Line::default();
    for (look, notice) in notices {
        line.push_as(look, Join::Bar, Rank::Notice, notice);
    }
    line.push_as(
        Look::Dim,
        Join::Bar,
        Rank::Model,
        model::short(payload.model.as_deref().unwrap_or("Claude")),
    );
    if settings.context_in_front {
        push_meter(&mut line, meter.clone());
    }
    if let Some(task) = task {
        line.push_as(Look::Bold, Join::Bar, Rank::Active, task);
    } else if let Some(state) = &state {
        let style = options.style.unwrap_or(if settings.compact { Style::Compact } else { Style::Full });
        line.append(Look::Dim, Join::Bar, state_line(host, state, style, &settings));
    }
    line.push_as(Look::Dim, Join::Bar, Rank::Directory, dir.as_deref().map(base_name).unwrap_or_default());
    if settings.show_git
        && let Some(dir) = &dir
        && let Some(status) = git::status(dir)
    {
        status.push(&mut line);
    }
    if !settings.context_in_front {
        push_meter(&mut line, meter);
    }
    if let Some(command) = last {
        line.push_as(Look::Dim, Join::Bar, Rank::LastCommand, format!("last: /{command}"));
    }
    line.paint(&options.paint(host, true))
}

/// Returns the state's own line, with a word on how far the code has moved on since.
fn state_line<'s>(host: &Host, state: &'s State, style: Style, settings: &Settings) -> Line<'s> {
    let view = state.view(host, style);
    let mut line = view.line;
    if settings.show_state_freshness
        && let (Some(commit), Some(root)) = (view.commit, &state.root)
        && let Some(behind) = git::commits_behind(host, root, commit)
    {
        line.push(Join::Dot, Rank::Detail, format!("state ~{behind} commits back"));
    }
    line
}

fn push_meter(line: &mut Line<'_>, meter: Option<(Look, String)>) {
    if let Some((look, text)) = meter {
        line.push_as(look, Join::Space, Rank::Meter, text);
    }
}

/// Returns the directory that the session works in.
fn directory(host: &Host, options: &Options, payload: &Payload<'_>) -> Option<PathBuf> {
    let told = payload.dir.as_deref().map(PathBuf::from);
    if options.dir.is_some() { options.start(host) } else { told.or_else(|| host.dir()) }
}

/// Returns the last part of a path, as Node's `basename`.
fn base_name(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or_default().to_owned()
}
