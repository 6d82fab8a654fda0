//! The agent's current task, else the state of the workflow.

use std::path::Path;

use super::{Segment, Session};
use crate::{
    hook::git,
    line::{Join, Line, Rank, Tone},
    select::State,
};

pub(super) const SEGMENT: Segment = Segment {
    name: "state",
    about: "the agent's current task, else the state of the workflow",
    sample: "v2.0 [█████░░░░░] 59% · Phase 5 executing",
    push,
};

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    if let Some(task) = &session.task {
        line.push_as(Tone::Bold, Join::Bar, Rank::Active, task.as_str());
    } else if let Some(state) = &session.state {
        let (tone, state) = state_line(session, state);
        line.append(tone, Join::Bar, state);
    }
}

/// Returns the line of the state, with the number of commits since it was written, and its style.
fn state_line<'s>(session: &'s Session<'s>, state: &'s State) -> (Tone, Line<'s>) {
    let view = state.view(session.system, session.style);
    let is_elsewhere = view.session.is_some_and(|worker| session.payload.session() != Some(worker));
    let tone = if is_elsewhere { Tone::Faded } else { view.tone };
    let mut line = view.line;
    if session.preferences.show_state_freshness
        && let (Some(commit), Some(root)) = (view.commit, &state.root)
    {
        push_distance(session, &mut line, root, commit);
    }
    (tone, line)
}

/// Adds how many commits there are since the state was written. Few users ask for it, so it is not inlined.
#[inline(never)]
fn push_distance(session: &Session<'_>, line: &mut Line<'_>, root: &Path, commit: &str) {
    if let Some(behind) = git::commits_behind(session.system, session.payload.host(), root, commit) {
        line.push(Join::Dot, Rank::Detail, format!("state ~{behind} commits back"));
    }
}
