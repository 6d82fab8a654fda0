//! What `explain` adds for a STATE.md.

use super::{
    Scene,
    read::{self, GsdFields},
    smart,
};
use crate::family::{Evidence, Reason, Style, rule::Subject};

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
        name: "Phase: in the body".into(),
        value: match phase.name {
            Some(name) => format!("{} of {} ({name})", phase.number, phase.total),
            None => format!("{} of {}", phase.number, phase.total),
        },
        at: at("Phase:"),
    });
    let status = state.status.filter(|_| !read::has_frontmatter_status(text)).map(|status| Evidence {
        name: "Status: in the body".into(),
        value: status.to_owned(),
        at: at("Status:"),
    });
    status.into_iter().chain(phase).collect()
}

/// Returns the status that the documented line shows by the documented table, or as it is written.
pub(super) fn status_word(text: &str) -> String {
    if smart::is_paused(text) {
        return "paused".to_owned();
    }
    let state = GsdFields::read(text);
    let said = state.status.map_or_else(|| "unknown".to_owned(), smart::word);
    // The line says it all the same.
    if said == "unknown" && Scene::of(&state) == Scene::MilestoneComplete {
        "completed".to_owned()
    } else {
        said
    }
}

/// Returns where the documented line takes a status from that is not a field.
pub(super) fn reasons(text: &str) -> Vec<Reason> {
    let status = body_fields(text).into_iter().find(|one| one.name == "Status: in the body");
    let why = "the frontmatter has no status";
    let reason = status.map(|one| Reason { part: "status", from: one.name, at: one.at, why });
    reason.into_iter().collect()
}

/// Explains where the bar's percentage comes from, or why there is no bar.
pub(super) fn why_bar(subject: &Subject<'_>, style: Style, percent: Option<u8>) -> String {
    if style == Style::Smart {
        return smart::why_bar(subject.text, percent);
    }
    if percent.is_some() {
        return "taken from `progress.percent`".to_owned();
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
