//! Checks the directory: which state the line shows, and the problems of that state and of the settings.

use super::{Context, Item};
use crate::{
    check::{self, Severity},
    config,
    hosts::quote,
    line::Paint,
    select,
    select::State,
    sys::file::homely,
    text,
    text::time,
};

/// Checks the state and the settings.
pub(super) fn items(context: &Context<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    let state = select::nearest(context.system, context.options, &mut context.config.clone(), context.dir);
    let root = select::root(context.system, context.options, context.dir);
    if let Some(state) = state {
        items.extend(stated(context, &state));
    } else {
        let text = "no state file in this directory or above it, so the line shows no workflow";
        items.push(Item::note("state", text).fix("stateline families"));
    }
    items.extend(settings(context, root.as_deref()));
    items
}

/// Reports on a state, and on how many rules it breaks.
fn stated(context: &Context<'_>, state: &State) -> Vec<Item> {
    let home = context.system.home();
    let path = state.path.as_deref().map(|path| homely(path, home)).unwrap_or_default();
    let Ok(text) = state.content() else {
        let notice = state.content().err().unwrap_or_default();
        return vec![Item::finding("state", format!("{notice} in {path}")).fix("stateline explain")];
    };
    let age = time::span(context.system.now().saturating_sub(state.modified));
    let mut items = vec![Item::well("state", format!("{}, {path}, written {age} ago", state.family.id))];
    let style = context.config.state_style(context.options);
    let line = state.view(context.system, style).line.paint(&Paint::default());
    if context.config.is_outdated(context.system, state.modified) {
        let hidden = "the settings hide a state this old (`state.hide_after`)";
        items.push(Item::note("line", hidden).fix("stateline config"));
    } else if let Some(hidden) = state.hidden {
        let text = format!("the line hides this plan: {} (`{}`)", hidden.why(), hidden.setting());
        items.push(Item::note("line", text).fix("stateline config"));
    } else if line.is_empty() {
        items.push(Item::finding("line", "the state file has nothing to show").fix("stateline explain"));
    } else {
        items.push(Item::well("line", line));
    }
    let document = state.family.document_at(text, state.path.as_deref());
    let problems = check::problems(&state.subject(context.system, text, &document));
    let errors = problems.iter().filter(|problem| problem.severity() == Severity::Error).count();
    if errors > 0 {
        let count = if errors == 1 { "an error".to_owned() } else { format!("{errors} errors") };
        items.push(Item::finding("check", format!("the state has {count}")).fix("stateline check"));
    } else if let warnings @ 1.. =
        problems.iter().filter(|problem| problem.severity() == Severity::Warning).count()
    {
        let text = format!("the state has {}", text::counted(warnings, "warning"));
        items.push(Item::warning("check", text).fix("stateline check"));
    }
    items
}

/// Reports on the settings files in use, and on the first problem of each.
fn settings(context: &Context<'_>, root: Option<&std::path::Path>) -> Vec<Item> {
    let home = context.system.home();
    let named = context.options.config.as_deref();
    let files = config::files(context.system, named, root);
    let mut items = Vec::new();
    for file in files {
        let path = homely(&file.path, home);
        let Some(reading) = file.reading else {
            if let Some((_, why)) = config::unreadable(context.system, named) {
                let (by, fix) = match named {
                    Some(_) => {
                        ("--config", format!("stateline config --init --config {}", quote::shell(&path)))
                    }
                    None => ("STATELINE_CONFIG", "unset STATELINE_CONFIG".to_owned()),
                };
                let text = format!("cannot read {path}, which `{by}` names: {why}");
                items.push(Item::finding("settings", text).fix(fix));
            } else if file.path.exists() {
                let text = format!("{path} cannot be read");
                items.push(Item::finding("settings", text).fix("stateline check"));
            }
            continue;
        };
        let more = match reading.problems.len() {
            0 | 1 => String::new(),
            count => format!(" ({} more)", count.saturating_sub(1)),
        };
        items.push(match reading.problems.first() {
            None => {
                Item::well("settings", format!("{path}, {}", text::counted(reading.entries.len(), "setting")))
            }
            Some(problem) => {
                let problem = text::shown(problem.to_string().into()).into_owned();
                Item::finding("settings", format!("{path}:{problem}{more}")).fix("stateline check")
            }
        });
    }
    if items.is_empty() {
        items.push(Item::note("settings", "no settings file").fix("stateline config --init"));
    }
    items
}
