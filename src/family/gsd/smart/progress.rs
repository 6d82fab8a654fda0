//! How much of the milestone is done.

use super::{
    body::Topic,
    evidence::{Evidence, Origin},
    kind,
    milestone::milestone,
    name::bare,
    number::is_same_number,
    phase::Phase,
    read::Progress,
};

/// A percentage, and where it comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    /// The percentage, at most 100.
    pub(super) percent: Option<u64>,
    /// Where it comes from.
    pub(super) from: Origin,
}

impl Progress {
    /// Returns whether the counts say that nothing is left.
    pub(super) fn is_all_done(&self) -> bool {
        let (Some(completed), Some(total)) = (self.completed_phases, self.total_phases) else { return false };
        total > 0 && completed >= total && !self.has_open_plans()
    }

    /// Returns whether the counts say that something is left.
    pub(super) fn is_open(&self) -> bool {
        let phases = self.completed_phases.zip(self.total_phases).is_some_and(|(done, total)| done < total);
        phases || self.has_open_plans()
    }

    /// Returns whether plans are open.
    pub(super) fn has_open_plans(&self) -> bool {
        self.completed_plans.zip(self.total_plans).is_some_and(|(done, total)| done < total)
    }

    /// Returns whether more plans are completed than there are.
    fn has_impossible_plans(&self) -> bool {
        self.completed_plans.zip(self.total_plans).is_some_and(|(done, total)| done > total)
    }

    /// Returns the percentage from the counts: the lower of plans and phases, rounded down.
    ///
    /// As long as no phase is done, the plans say more. If plans were completed that the total does not count,
    /// no phase may have been counted either.
    fn counted(&self) -> Option<(u64, Origin)> {
        let share = |completed: Option<u64>, total: Option<u64>| {
            let (completed, total) = (completed?, total.filter(|total| *total > 0)?);
            completed.min(total).saturating_mul(100).checked_div(total)
        };
        if self.completed_phases == Some(0) && self.has_impossible_plans() {
            return None;
        }
        let plans = share(self.completed_plans, self.total_plans)
            .map(|share| (share, Origin::Field("progress.completed_plans")));
        let phases = share(self.completed_phases, self.total_phases)
            .map(|share| (share, Origin::Field("progress.completed_phases")));
        if self.completed_phases == Some(0) && plans.is_some() {
            // All plans so far are done, but not all are made.
            let is_more = self.total_phases.is_some_and(|total| total > 1);
            return plans.filter(|(share, _)| *share < 100 || !is_more);
        }
        match (plans, phases) {
            (Some(plans), Some(phases)) => Some(if plans.0 < phases.0 { plans } else { phases }),
            (plans, phases) => plans.or(phases),
        }
    }
}

/// Returns how much is done, by the best statement about it that fits the phase.
pub(super) fn share(evidence: &Evidence<'_>, phase: Option<&Phase>) -> Share {
    let progress = &evidence.front.progress;
    let counted = progress.counted();
    let is_begun =
        [progress.completed_phases, progress.completed_plans].iter().flatten().any(|done| *done > 0);
    // `Phase 4/9` next to 85 % means the plans so far, if the counts agree. As long as no phase is done, there is
    // nothing better.
    let fits_phase = |percent: u64| phase.is_none_or(|phase| fits(percent, phase));
    let fits = |percent: u64| {
        let done = progress.completed_phases.filter(|done| *done > 0);
        let counted = done
            .zip(progress.total_phases)
            .is_none_or(|(done, total)| fits_place(percent, done.saturating_add(1), total));
        counted || fits_phase(percent)
    };
    let given = progress.percent.map(|percent| percent.min(100));
    // If phases are left, 100 % means the plans so far, so the counts are better. A 0 was never updated, and
    // neither was what is less than the phases that were done before the last one.
    let is_old = |given: u64| {
        let done = progress.completed_phases.zip(progress.total_phases);
        let before =
            done.and_then(|(done, total)| done.saturating_sub(1).saturating_mul(100).checked_div(total));
        before.is_some_and(|before| given < before)
            && !has_more_phases(evidence)
            && counted.is_some_and(|(counted, _)| counted == 100 || fits_phase(counted))
    };
    let is_better =
        given.is_none_or(|given| given == 100 || given == 0 && is_begun || is_old(given) || !fits(given));
    let counted = counted.filter(|_| is_better);
    if let Some((percent, from)) = counted.or_else(|| Some((given?, Origin::Field("progress.percent")))) {
        let from = if given == Some(percent) { Origin::Field("progress.percent") } else { from };
        return Share { percent: Some(percent), from };
    }
    match own(evidence).and_then(|value| in_body(value, phase, evidence.label(Topic::Plan))) {
        Some(percent) => Share { percent: Some(percent), from: Origin::Label(Topic::Progress) },
        None => Share::default(),
    }
}

/// Returns whether the body says that all is done, and not only a phase.
pub(super) fn is_full_in_body(evidence: &Evidence<'_>) -> bool {
    let Some((before, after)) = own(evidence).and_then(|value| value.split_once('%')) else { return false };
    before.ends_with(" 100") && matches!(scope(before, after, None), Scope::Unsaid | Scope::Phases)
}

/// Returns the body's progress, or its part about this milestone: `v1.0: 100% | v1.1: 36%`.
fn own<'a>(evidence: &Evidence<'a>) -> Option<&'a str> {
    let value = evidence.label(Topic::Progress)?;
    let version = |part: &str| {
        let mut words = part.split(' ').map(|word| word.trim_end_matches(':').to_lowercase());
        words.find(|word| kind::is_version(word))
    };
    let parts = || value.split('|').filter_map(|part| Some((part, version(part)?)));
    if parts().count() < 2 {
        return Some(value);
    }
    let own = milestone(evidence).version.map(|own| own.to_lowercase());
    let is_own = |found: &str| own.as_deref().is_some_and(|own| bare(own) == bare(found));
    let chosen = parts().find(|(_, found)| is_own(found)).or_else(|| parts().next_back());
    chosen.map(|(part, _)| part)
}

/// Returns whether a percentage of the milestone is possible at this phase, if its place is known.
///
/// Phases are not equally large, so one phase more may be done.
fn fits(percent: u64, phase: &Phase) -> bool {
    phase.place().is_none_or(|(place, total)| fits_place(percent, place.into(), total.into()))
}

/// Returns whether a percentage is possible while the phase at this place is worked on.
fn fits_place(percent: u64, place: u64, total: u64) -> bool {
    let most = place.saturating_add(1).saturating_mul(100).checked_div(total);
    most.is_none_or(|most| percent <= most)
}

/// Returns whether a percentage lies between the phase before this one and the end of this one.
fn is_at(percent: u64, phase: &Phase) -> bool {
    let Some((place, total)) = phase.place() else { return false };
    let share = |place: u32| u64::from(place).saturating_mul(100).checked_div(u64::from(total));
    share(place.saturating_sub(1)).is_some_and(|least| least <= percent)
        && share(place).is_some_and(|most| percent <= most)
}

/// Returns the percentage of the body's progress: `[███░░] 53%`, `8/15 plans`.
fn in_body(value: &str, phase: Option<&Phase>, plan: Option<&str>) -> Option<u64> {
    if let Some((before, after)) = value.split_once('%') {
        let start = before.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.');
        let number = before.get(start.len()..)?;
        let percent = number.split('.').next()?.parse().ok().filter(|percent| *percent <= 100)?;
        let is_possible = match scope(start, after, phase) {
            Scope::Phases => true,
            Scope::Unsaid if is_of_plan(after, plan) => phase.is_some_and(|phase| is_at(percent, phase)),
            Scope::Phase => phase.is_some_and(|phase| is_at(percent, phase)),
            Scope::Unsaid => phase.is_none_or(|phase| fits(percent, phase)),
            Scope::Milestones => false,
        };
        return Some(percent).filter(|_| is_possible);
    }
    fractions(value).find_map(|(before, done, total, after)| {
        let percent = done.saturating_mul(100).checked_div(total)?;
        let is_possible = match scope(before, after, phase) {
            Scope::Phase | Scope::Milestones => false,
            Scope::Phases => true,
            Scope::Unsaid => phase.is_none_or(|phase| fits(percent, phase)),
        };
        is_possible.then_some(percent)
    })
}

/// Returns whether a remark counts the plans of the current phase, as the plan does: `(1 of 5 plans complete)`.
fn is_of_plan(after: &str, plan: Option<&str>) -> bool {
    let count = |text: &str| {
        let text = text.trim_start_matches([' ', '(']);
        let end = text.find(" plans").or_else(|| text.find(" in ")).unwrap_or(text.len());
        text.get(..end).map(|count| count.trim().replace('/', " of "))
    };
    let own = plan.and_then(count);
    after.contains(" plans") && own.is_some() && count(after) == own
}

/// Returns whether the body counts more phases than the frontmatter, and not all of them are done.
pub(super) fn has_more_phases(evidence: &Evidence<'_>) -> bool {
    let counted = evidence.label(Topic::Progress).and_then(phases_in_body);
    let Some((done, total)) = counted else { return false };
    done < total && evidence.front.progress.total_phases.is_some_and(|known| known < total)
}

/// Returns how many phases are done, and all of them, if the body's progress says so: `(3/8 phases)`.
fn phases_in_body(value: &str) -> Option<(u64, u64)> {
    let is_phases = |after: &str| after.trim_start().starts_with("phases");
    fractions(value).find(|(.., after)| is_phases(after)).map(|(_, done, total, _)| (done, total))
}

/// What a share is a share of.
enum Scope {
    /// A single phase: `67% of Phase 2`, `Phase 40: 3/4 plans`.
    Phase,
    /// Several phases, so the milestone.
    Phases,
    /// All milestones: `8 of 13 milestones complete (61%)`.
    Milestones,
    /// It does not say.
    Unsaid,
}

/// Returns what a share is of, by the words around it.
fn scope(before: &str, after: &str, phase: Option<&Phase>) -> Scope {
    let before = before.rsplit(['|', ';', ')', ']']).find(|part| part.contains(char::is_alphabetic));
    let before = before.unwrap_or_default().to_lowercase();
    let after = after.trim_start_matches(['+', ' ', '(', ')']);
    let after = after.split(['|', ';', ')']).next().unwrap_or_default().to_lowercase();
    // The plans so far are not all plans.
    let is_so_far = after.contains("current phases") || after.contains("so far");
    let has_phases = (before.contains("phases") || after.contains("phases")) && !is_so_far;
    let is_in = |text: &str| {
        ["in phase ", "of phase ", "current phase", "this phase"].iter().any(|one| text.contains(one))
            && !is_so_far
    };
    let is_milestones = |text: &str| text.trim_start().starts_with("milestones");
    let is_own = || {
        let own = after.strip_prefix("of ").and_then(|rest| rest.split(' ').next());
        own.zip(phase).is_some_and(|(own, phase)| is_same_number(own, &phase.number))
    };
    if is_milestones(&after)
        || before.contains("milestones complete")
        || before.contains("milestones shipped")
    {
        Scope::Milestones
    } else if has_phases || before.contains("phase ") && before.contains(" of ") {
        Scope::Phases
    } else if before.contains("phase ") || after.starts_with("phase ") || is_in(&after) || is_own() {
        Scope::Phase
    } else {
        Scope::Unsaid
    }
}

/// Returns each `8/15`, with what is before and after it.
fn fractions(value: &str) -> impl Iterator<Item = (&str, u64, u64, &str)> {
    value.match_indices('/').filter_map(move |(at, _)| {
        let (before, after) = value.split_at_checked(at)?;
        let before = before.trim_end();
        let after = after.strip_prefix('/')?.trim_start();
        let start = before.trim_end_matches(|last: char| last.is_ascii_digit()).len();
        let end =
            after.len().saturating_sub(after.trim_start_matches(|first: char| first.is_ascii_digit()).len());
        let (done, total): (u64, u64) = (before.get(start..)?.parse().ok()?, after.get(..end)?.parse().ok()?);
        (done <= total).then_some((before.get(..start)?, done, total, after.get(end..)?))
    })
}
