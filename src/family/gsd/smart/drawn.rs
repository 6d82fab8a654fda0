//! The percentage that the body's progress draws or counts, if it is one of the milestone.

use super::{
    dispute::NEAR,
    number::{fractions, whole},
    phase::Phase,
    plan::{place_of_plan, plan_number},
    progress::{phases_in_body, share, stated},
    scope::{Scope, scope},
};

/// Returns the number of plans of the current phase: `Plan: 2 of 3`.
pub(super) fn own_plans(plan: &str) -> Option<u64> {
    let (_, total) = plan.split_once(" of ")?;
    let end = total.find(|one: char| !one.is_ascii_digit()).unwrap_or(total.len());
    total.get(..end)?.parse().ok().filter(|total| *total > 0)
}

/// Returns whether a percentage of the milestone is possible at this phase, if its place is known.
///
/// Phases are not equally large, so one phase more may be done.
fn fits(percent: u64, phase: &Phase, more: u64) -> bool {
    let most = |(place, total): (u32, u32)| {
        u64::from(place).saturating_add(1).saturating_mul(100).checked_div(total.into())
    };
    phase.place().and_then(most).is_none_or(|most| percent <= most.saturating_add(more))
}

/// Returns whether a percentage lies between the phase before this one and the end of this one.
pub(super) fn is_at(percent: u64, phase: &Phase) -> bool {
    let Some((place, total)) = phase.place() else { return false };
    let share = |place: u32| u64::from(place).saturating_mul(100).checked_div(u64::from(total));
    share(place.saturating_sub(1)).is_some_and(|least| least <= percent)
        && share(place).is_some_and(|most| percent <= most)
}

/// Returns whether a percentage that is the share of the plan line, too, is likely that of the milestone: it fits the
/// place of the phase, but 33 at phase 1 of 3 may be either.
fn is_inside(percent: u64, phase: &Phase) -> bool {
    let is_end =
        |(place, total): (u32, u32)| place == 1 && share(Some(1), Some(total.into())) == Some(percent);
    is_at(percent, phase) && (is_only(phase) || !phase.place().is_some_and(is_end))
}

/// Returns the percentage of the body's progress: `[███░░] 53%`, `8/15 plans`.
pub(super) fn in_body(value: &str, phase: Option<&Phase>, plan: Option<&str>) -> Option<u64> {
    if let Some((before, after)) = value.split_once('%') {
        let start = before.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.');
        let number = before.get(start.len()..)?;
        let percent = number.split('.').next()?.parse().ok().filter(|percent| *percent <= 100)?;
        let is_counted =
            fractions(after).any(|(_, done, total, _)| share(Some(done), Some(total)) == Some(percent));
        let is_possible = match scope(start, after, phase) {
            // `2/8 plans (25%)`, next to `Plan: 2 of 8`.
            Scope::Unsaid if counts_plan(start, after, plan) => phase.is_some_and(is_only),
            Scope::Unsaid if is_of_plan(percent, plan) => {
                phase.is_some_and(|phase| is_inside(percent, phase))
            }
            // `59% (Phase 26 complete, ready for Phase 27)`: a phase that is complete has 100 % of its own.
            Scope::Phase
                if percent < 100 && after.contains(" complete") && fractions(after).next().is_none() =>
            {
                true
            }
            // `50% (Phase 2: 1/2 plans)`.
            Scope::Phase if percent < 100 && is_counted => phase.is_some_and(is_only),
            Scope::Phase => phase.is_some_and(|phase| is_at(percent, phase)),
            Scope::SoFar => phase.is_none_or(|phase| fits(percent, phase, 0)),
            // `83% (15/18 plans)`.
            Scope::Unsaid => phase.is_none_or(|phase| fits(percent, phase, NEAR)),
            Scope::Phases => true,
            // What is all of everything is all of this, too.
            Scope::Milestones => percent == 100 && phase.is_none(),
        };
        // `33% (10 of 15 phases complete)`: the count is easier to keep right.
        let after = after.trim_start_matches([' ', '(']);
        let counted =
            phases_in_body(after).filter(|_| after.starts_with(|first: char| first.is_ascii_digit()));
        let counted = counted.and_then(|(done, total)| done.saturating_mul(100).checked_div(total));
        // `78% (18/28 total plans)` contradicts itself.
        let is_total = |(before, done, total, rest): (&str, u64, u64, &str)| {
            let share = share(Some(done), Some(total)).filter(|_| before.trim_matches([' ', '(']).is_empty());
            let is_far = share.is_some_and(|share| share.abs_diff(percent) > NEAR);
            is_far && ["plans complete", "total plans"].iter().any(|what| rest.trim_start().starts_with(what))
        };
        if fractions(after).next().is_some_and(is_total) {
            return None;
        }
        // `91% (20/25 phases complete)` next to phase 29 was left behind: 25 were all phases so far.
        let number = phase.and_then(|phase| whole(&phase.number));
        let is_behind = |(_, total): (u64, u64)| {
            number.is_some_and(|number| number > total && total.saturating_mul(5) >= number.saturating_mul(4))
        };
        if phases_in_body(after).is_some_and(is_behind) {
            return None;
        }
        // `72% (18/25 plans, 4/7 phases)`: it is of the plans.
        let counted = counted.filter(|counted| counted.abs_diff(percent) > NEAR && !is_counted);
        return counted.or_else(|| Some(percent).filter(|_| is_possible));
    }
    let index = || plan_number(plan?.split(' ').next()?)?.1.parse::<u64>().ok();
    let is_here = |done: u64| move |index: u64| index == done || index == done.saturating_add(1);
    fractions(value).find_map(|(before, done, total, after)| {
        let percent = done.saturating_mul(100).checked_div(total)?;
        let is_of_plan =
            plan.and_then(place_of_plan).is_some_and(|(_, all)| all == total) && !phase.is_some_and(is_only);
        let is_possible = match scope(before, after, phase) {
            Scope::Phase | Scope::Milestones => false,
            Scope::Unsaid if is_of_plan => false,
            Scope::Phases => true,
            // `3/4 plans`, next to `Plan: 02-03`, or to `Plan: 02-04` that is worked on.
            Scope::Unsaid if after.contains("plans") && index().is_some_and(is_here(done)) => false,
            Scope::Unsaid | Scope::SoFar => phase.is_none_or(|phase| fits(percent, phase, 0)),
        };
        is_possible.then_some(percent)
    })
}

/// Returns whether the body's progress is that of a phase: `20% (1 of 5 plans complete)` next to `Plan: 1 of 5`.
pub(super) fn is_of_phase(value: &str, phase: Option<&Phase>, plan: Option<&str>) -> bool {
    let Some((before, after)) = value.split_once('%') else { return false };
    let start = before.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.');
    matches!(scope(start, after, phase), Scope::Phase)
        || counts_plan(start, after, plan)
        || stated(value).is_some_and(|percent| is_of_plan(percent, plan))
}

/// Returns whether nothing says that the body's progress is that of one phase, of the phases so far or of all milestones.
pub(super) fn is_of_milestone(value: &str, phase: Option<&Phase>, plan: Option<&str>) -> bool {
    let Some((before, after)) = value.split_once('%') else { return false };
    let start = before.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.');
    !is_of_phase(value, phase, plan) && matches!(scope(start, after, phase), Scope::Phases | Scope::Unsaid)
}

/// Returns whether a phase is the only one of its milestone.
fn is_only(phase: &Phase) -> bool {
    phase.place() == Some((1, 1))
}

/// Returns whether a percentage is the share of the plan line: `Plan: 3 of 5` and `60%`.
fn is_of_plan(percent: u64, plan: Option<&str>) -> bool {
    let place = plan.and_then(place_of_plan);
    let is_share = place.is_some_and(|(plan, all)| share(Some(plan), Some(all)) == Some(percent));
    is_share && (1..100).contains(&percent)
}

/// Returns whether the remarks around a percentage count the plans as the plan line does: `(1 of 5 plans complete)`.
fn counts_plan(before: &str, after: &str, plan: Option<&str>) -> bool {
    let Some(own) = plan.and_then(place_of_plan) else { return false };
    let is_own = |(_, done, all, after): (&str, u64, u64, &str)| {
        (done, all) == own && after.trim_start().starts_with("plan")
    };
    fractions(before).chain(fractions(after)).any(is_own)
}
