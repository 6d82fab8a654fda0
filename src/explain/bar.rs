//! Why there is a bar on the line, or none.

use crate::{
    check::{Breach, Subject},
    format::gsd,
};

/// Rules whose breach hides the progress from the line, the most telling first.
const HIDES: &[&str] = &["SL002", "SL010", "SL011", "SL012", "SL110", "SL111", "SL305", "SL406"];

/// Says why there is a bar, or none.
pub(super) fn why(subject: &Subject<'_>, percent: Option<u8>, breaches: &[Breach], is_smart: bool) -> String {
    if is_smart && percent.is_none() {
        return "there is no bar: the file has neither a percentage nor counts of phases or plans that agree \
                with its status"
            .to_owned();
    }
    let hidden = HIDES.iter().find_map(|code| breaches.iter().find(|breach| breach.rule.code == *code));
    match (percent, hidden) {
        (Some(percent), _) => format!("the bar shows {percent}%: {}", source(subject)),
        (None, Some(breach)) => {
            let line = crate::check::report::place(subject.text, breach.finding.span.start).line;
            let help = breach.finding.help.as_deref().map(|help| format!("; {help}")).unwrap_or_default();
            format!(
                "there is no bar, because of line {line}: {}{help} ({})",
                breach.finding.message, breach.rule.code
            )
        }
        (None, None) => format!("there is no bar: {}", absence(subject)),
    }
}

/// Says where the percentage comes from.
fn source(subject: &Subject<'_>) -> &'static str {
    match subject.family.id {
        "gsd" if subject.root().key("progress").key("percent").value().is_some() => {
            "progress.percent says so"
        }
        "gsd" => "the counts say so",
        "two-phase" => "so many modules or sections are done",
        "wf-player" => "so many nodes are completed or skipped",
        _ => "so many tasks are completed",
    }
}

/// Says what a bar would need.
fn absence(subject: &Subject<'_>) -> String {
    if subject.family.id != "gsd" {
        return match subject.family.id {
            "two-phase" => "there are no modules or sections to count",
            "wf-player" => "there are no nodes to count",
            "agent-state" => "there are no tasks to count, or this scene has none",
            _ => "there is nothing to count",
        }
        .to_owned();
    }
    let state = gsd::State::read(subject.text);
    let has_milestone = state.milestone.is_some() || state.milestone_name.is_some();
    match (state.percent, has_milestone) {
        (Some(_), false) => {
            "it stands beside the milestone, and `milestone` and `milestone_name` are missing".to_owned()
        }
        (Some(_), true) => "this style shows none".to_owned(),
        (None, _) if subject.front.is_none() => "the file has no frontmatter".to_owned(),
        (None, _) => "it needs `progress.percent`, which is missing".to_owned(),
    }
}
