//! What `explain` adds for a STATE.md.

use super::{
    read::{self, GsdFields},
    smart,
};
use crate::family::{Evidence, Style, rule::Subject};

/// Returns whether the documented line sees a field.
pub(super) fn is_seen(state: &GsdFields<'_>, field: &str) -> bool {
    match field {
        "milestone" => state.milestone.is_some(),
        "milestone_name" => state.milestone_name.is_some(),
        "progress.percent" => state.percent.is_some(),
        "progress.completed_phases" => state.completed_phases.is_some(),
        "progress.total_phases" => state.total_phases.is_some(),
        "status" => state.status.is_some(),
        "active_phase" => state.active_phase.is_some(),
        "next_action" => state.next_action.is_some(),
        "next_phases" => !state.next_phases.is_empty(),
        _ => true,
    }
}

/// Returns what the documented line reads from the body.
pub(super) fn body_fields(text: &str) -> Vec<Evidence> {
    let state = GsdFields::read(text);
    let at = |label: &str| {
        let starts = text.split_inclusive('\n').scan(0_usize, |next, line| {
            let start = *next;
            *next = next.saturating_add(line.len());
            Some((start, line))
        });
        starts.into_iter().find(|(_, line)| line.starts_with(label)).map(|(start, _)| start)
    };
    let phase = state.phase.map(|phase| Evidence {
        name: "Phase: in the body",
        value: match phase.name {
            Some(name) => format!("{} of {} ({name})", phase.number, phase.total),
            None => format!("{} of {}", phase.number, phase.total),
        },
        at: at("Phase:"),
    });
    let status = state.status.filter(|_| !read::has_frontmatter_status(text)).map(|status| Evidence {
        name: "Status: in the body",
        value: status.to_owned(),
        at: at("Status:"),
    });
    status.into_iter().chain(phase).collect()
}

/// Returns what the smart line reads from the body.
pub(super) fn smart_body_fields(text: &str) -> Vec<Evidence> {
    let (phase, status) = smart::in_body(text);
    let evidence = |name: &'static str, value: Option<&str>| {
        let value = value?;
        let at = value.as_ptr().addr().checked_sub(text.as_ptr().addr());
        Some(Evidence { name, value: value.to_owned(), at })
    };
    let status = evidence("Status: in the body", status);
    status.into_iter().chain(evidence("Phase: in the body", phase)).collect()
}

/// Explains where the bar's percentage comes from, or why there is no bar.
pub(super) fn why_bar(subject: &Subject<'_>, style: Style, percent: Option<u8>) -> String {
    let has_percent = subject.root().key("progress").key("percent").value().is_some();
    if percent.is_some() {
        return if has_percent { "taken from `progress.percent`" } else { "computed from the counts" }
            .to_owned();
    }
    if style == Style::Smart {
        return "the file has neither a percentage nor counts of phases or plans that agree with its status"
            .to_owned();
    }
    let state = GsdFields::read(subject.text);
    let has_milestone = state.milestone.is_some() || state.milestone_name.is_some();
    match (state.percent, has_milestone) {
        (Some(_), false) => {
            "it is only drawn after a milestone, and `milestone` and `milestone_name` are missing"
        }
        (Some(_), true) => "this style has no bar",
        (None, _) if subject.front.is_none() => "the file has no frontmatter",
        (None, _) => "it needs `progress.percent`, which is missing",
    }
    .to_owned()
}
