//! The lines of plan and exec files in every style.

use std::borrow::Cow;

use super::{
    FileKind,
    read::{Assignment, PhaseFields, Text},
    scene::{self, Scene},
};
use crate::{
    family::{Ask, Style},
    line::{Alert, Join, Line, Rank},
    text::time,
};

/// How long a state may be unchanged before the line shows its age, in seconds.
const STALE: i64 = time::DAY;

/// Composes the line of a scene.
pub fn compose<'a>(
    kind: FileKind,
    scene: Scene,
    state: &PhaseFields<'a>,
    modified: i64,
    ask: &Ask,
) -> Line<'a> {
    let mut line = Line::default();
    line.push(Join::Dot, Rank::Lead, kind.lead());
    let (done, total) = scene::counts(kind, state);
    push_progress(&mut line, done, total, scene, ask.style);
    let modules = match kind {
        FileKind::Plan => scene::count(state.modules().len()),
        FileKind::Exec => total,
    };
    match scene {
        Scene::PlanComplete | Scene::Complete => {
            line.push(Join::Dot, Rank::Active, "complete");
            push_count(&mut line, modules, ["module", "modules"], ask.style);
        }
        Scene::PlanSection => push_section(&mut line, state, ask.style),
        Scene::PlanStage => {
            push_words(&mut line, [&None, &state.status], ask.style);
            push_count(&mut line, modules, ["module", "modules"], ask.style);
        }
        Scene::Blocked => push_blocked(&mut line, state, ask.style),
        Scene::Verifying => {
            line.push(Join::Dot, Rank::Active, "verifying");
            let loops = state.verification_loops_remaining.unwrap_or_default();
            push_count(&mut line, loops, ["loop left", "loops left"], ask.style);
        }
        Scene::Instructing => push_instruction(&mut line, state, ask.style),
        Scene::Module => push_module(&mut line, state, ask.style),
        Scene::Agents => push_agents(&mut line, state, ask.style),
        Scene::Next => {
            let module = scene::next(state).and_then(|module| module.id.as_ref().or(module.name.as_ref()));
            line.push(
                Join::Dot,
                Rank::Active,
                module.map_or("next".into(), |module| format!("next {module}")),
            );
        }
        Scene::PlanFallback => {}
        Scene::Fallback => push_words(&mut line, [&None, &state.status], ask.style),
    }
    push_times(&mut line, scene, state, modified, ask);
    line
}

/// Adds the progress; work that is over is complete, whatever was counted.
fn push_progress(line: &mut Line<'_>, done: u64, total: u64, scene: Scene, style: Style) {
    let hundredths = u128::from(done).saturating_mul(100).checked_div(u128::from(total));
    let Some(percent) = hundredths.map(|percent| u8::try_from(percent).unwrap_or(100)) else {
        return;
    };
    match (style, scene.is_over()) {
        (Style::Compact, true) => {}
        (Style::Compact, false) => {
            line.push_amount(Join::Word, Rank::Progress, format!("{done}/{total}"));
        }
        (Style::Full | Style::Smart, true) => line.push_bar(Join::Word, Some(100)),
        (Style::Full | Style::Smart, false) => line.push_bar(Join::Word, Some(percent)),
    }
}

/// Adds a name and its status as one part, such as a module and its status.
fn push_words<'a>(line: &mut Line<'a>, [name, status]: [&Text<'a>; 2], style: Style) {
    let status = status.as_ref().map(|status| words(status, style));
    let text = match (name.clone(), status) {
        (Some(name), Some(status)) => format!("{name} {status}").into(),
        (name, status) => name.or(status).unwrap_or_default(),
    };
    line.push(Join::Dot, Rank::Active, text);
}

/// Converts a status such as `in_progress` to words.
fn words<'a>(status: &Cow<'a, str>, style: Style) -> Cow<'a, str> {
    if style != Style::Smart || status.contains(' ') || !status.contains(['_', '-']) {
        return status.clone();
    }
    status.replace(['_', '-'], " ").into()
}

/// Adds a count, unless it is zero.
fn push_count(line: &mut Line<'_>, count: u64, [one, many]: [&str; 2], style: Style) {
    if count > 0 && style != Style::Compact {
        let noun = if count == 1 { one } else { many };
        line.push_amount(Join::Dot, Rank::Detail, format!("{count} {noun}"));
    }
}

/// Adds the agent in brackets.
fn push_agent(line: &mut Line<'_>, agent: Option<&Cow<'_, str>>, style: Style) {
    if let Some(agent) = agent.filter(|_| style != Style::Compact) {
        line.push(Join::Word, Rank::Detail, format!("({agent})"));
    }
}

fn push_section<'a>(line: &mut Line<'a>, state: &PhaseFields<'a>, style: Style) {
    let name = scene::open_section(state).and_then(|section| section.name.as_ref());
    let text = match name.filter(|_| style != Style::Compact) {
        Some(name) => format!("drafting {name}").into(),
        None => Cow::Borrowed("drafting"),
    };
    line.push(Join::Dot, Rank::Active, text);
}

fn push_blocked(line: &mut Line<'_>, state: &PhaseFields<'_>, style: Style) {
    let mut blocked = scene::blocked(state);
    let Some(first) = blocked.next() else { return };
    let text = match &first.module {
        Some(module) => format!("BLOCKED {module}"),
        None => "BLOCKED".to_owned(),
    };
    line.push_alert(Join::Dot, Alert::Blocked, text);
    push_agent(line, first.agent.as_ref(), style);
    let others = blocked.count();
    if others > 0 {
        line.push_amount(Join::Word, Rank::Alert, format!("+{others}"));
    }
}

fn push_instruction<'a>(line: &mut Line<'a>, state: &PhaseFields<'a>, style: Style) {
    let Some(assignment) = scene::instructed(state) else { return };
    let status = if assignment.instruction.is_some() { &assignment.instruction } else { &assignment.status };
    push_words(line, [&state.current_module, status], style);
    push_agent(line, assignment.agent.as_ref(), style);
}

fn push_module<'a>(line: &mut Line<'a>, state: &PhaseFields<'a>, style: Style) {
    let module = state.modules().iter().find(|module| module.id == state.current_module);
    let assignment = scene::current(state).next();
    let status = module.map(|module| &module.status).filter(|status| status.is_some());
    let status = status.or(assignment.map(|assignment| &assignment.status)).unwrap_or(&None);
    push_words(line, [&state.current_module, status], style);
    let agent = module.and_then(|module| module.assigned_to.as_ref());
    push_agent(line, agent.or(assignment.and_then(|assignment| assignment.agent.as_ref())), style);
}

fn push_agents(line: &mut Line<'_>, state: &PhaseFields<'_>, style: Style) {
    let count = scene::agents(state);
    let noun = if count == 1 { "agent" } else { "agents" };
    let working = if style == Style::Compact { "" } else { " working" };
    line.push(Join::Dot, Rank::Active, format!("{count} {noun}{working}"));
}

/// Adds what is overdue: a poll, and in the smart style the state itself.
fn push_times(line: &mut Line<'_>, scene: Scene, state: &PhaseFields<'_>, modified: i64, ask: &Ask) {
    let is_polled = matches!(scene, Scene::Instructing | Scene::Module | Scene::Agents);
    if is_polled && ask.style != Style::Compact {
        let late = state.assignments.iter().filter_map(|assignment| lateness(assignment, ask.now)).max();
        if let Some(late) = late {
            line.push_alert(Join::Dot, Alert::Overdue, format!("poll overdue {}", time::span(late)));
        }
    }
    let age = ask.now.saturating_sub(modified);
    if ask.style == Style::Smart && !scene.is_over() && age > STALE {
        line.push_amount(Join::Dot, Rank::Detail, format!("{} old", time::span(age)));
    }
}

/// Returns every poll that is overdue, the longest first.
pub fn overdue(state: &PhaseFields<'_>, now: i64) -> Vec<String> {
    let late = |assignment| Some((lateness(assignment, now)?, assignment));
    let mut late: Vec<(i64, &Assignment<'_>)> = state.assignments.iter().filter_map(late).collect();
    late.sort_by_key(|(late, _)| std::cmp::Reverse(*late));
    let said = |(late, assignment): (i64, &Assignment<'_>)| {
        let who = assignment.agent.as_ref().map(|agent| format!(" ({agent})")).unwrap_or_default();
        format!("poll overdue {}{who}", time::span(late))
    };
    late.into_iter().map(said).collect()
}

/// Returns how many seconds ago a poll was due.
fn lateness(assignment: &Assignment<'_>, now: i64) -> Option<i64> {
    let due = time::seconds(assignment.next_poll_due.as_ref()?)?;
    Some(now.saturating_sub(due)).filter(|late| *late > 0)
}
