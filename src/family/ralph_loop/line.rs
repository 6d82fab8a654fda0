//! The line of a loop in every style.

use super::{read::LoopFields, scene::Scene};
use crate::{
    family::{
        Ask, Style,
        parts::{self, Count},
    },
    line::{Alert, Join, Line, Rank},
    text::time,
};

/// How long a loop may be untouched before it is considered abandoned, in seconds.
const ABANDONED: i64 = 7 * time::DAY;

/// Composes the line of a scene.
pub fn compose<'a>(scene: Scene, state: &LoopFields<'a>, modified: i64, ask: &Ask) -> Line<'a> {
    let mut line = Line::default();
    line.push(Join::Dot, Rank::Lead, "ralph");
    let (round, limit) = (state.round().unwrap_or_default(), state.limit().unwrap_or_default());
    match scene {
        Scene::Corrupted => {
            line.push_alert(Join::Dot, Alert::Corrupted, format!("CORRUPTED {}", Scene::corrupted(state)));
        }
        Scene::Stopped => line.push(Join::Dot, Rank::Active, format!("stopped at {round}")),
        Scene::LastRound | Scene::Looping => push_rounds(&mut line, round, limit, ask.style),
        Scene::Unlimited => line.push(Join::Dot, Rank::Active, format!("iteration {round}")),
    }
    if scene == Scene::LastRound {
        line.push(Join::Dot, Rank::Active, "last iteration");
    }
    if ask.style != Style::Compact {
        push_details(&mut line, scene, state, modified, ask);
    }
    if ask.now.saturating_sub(modified) > ABANDONED {
        line.fade();
    }
    line
}

/// Adds the bar with the number of iterations, which says more than a percentage.
fn push_rounds(line: &mut Line<'_>, round: u64, limit: u64, style: Style) {
    if style != Style::Compact {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let count = Count { done: size(round), total: size(limit) };
        line.push_gauge(Join::Word, count.shown(round >= limit).unwrap_or_default());
    }
    line.push_amount(Join::Word, Rank::Active, format!("{round}/{limit}"));
}

/// Adds what ends the loop, how often it was reviewed, and how long it has been running or untouched.
fn push_details(line: &mut Line<'_>, scene: Scene, state: &LoopFields<'_>, modified: i64, ask: &Ask) {
    let goes_on = matches!(scene, Scene::Looping | Scene::Unlimited);
    if let Some(promise) = state.promise().filter(|_| goes_on) {
        line.push(Join::Dot, Rank::Detail, format!("until {promise}"));
    }
    if let Some((count, most)) = state.reviews().filter(|_| ask.style == Style::Smart) {
        let most = most.map(|most| format!("/{most}")).unwrap_or_default();
        line.push_amount(Join::Dot, Rank::Detail, format!("review {count}{most}"));
    }
    if let Some(age) = parts::age(modified, ask.now) {
        line.push_amount(Join::Dot, Rank::Detail, age);
    } else if let Some(started) = state.started().filter(|started| goes_on && *started <= ask.now) {
        line.push_amount(Join::Dot, Rank::Detail, time::span(ask.now.saturating_sub(started)));
    }
}
