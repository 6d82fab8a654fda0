//! How much of the milestone is done.

use super::{
    body::Topic,
    evidence::{Evidence, Origin},
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

    /// Returns the percentage from the counts: the lower of plans and phases, rounded down.
    ///
    /// As long as no phase is done, the plans say more.
    fn counted(&self) -> Option<(u64, Origin)> {
        let share = |completed: Option<u64>, total: Option<u64>| {
            let (completed, total) = (completed?, total.filter(|total| *total > 0)?);
            completed.min(total).saturating_mul(100).checked_div(total)
        };
        let plans = share(self.completed_plans, self.total_plans)
            .map(|share| (share, Origin::Field("progress.completed_plans")));
        let phases = share(self.completed_phases, self.total_phases)
            .map(|share| (share, Origin::Field("progress.completed_phases")));
        if self.completed_phases == Some(0) && plans.is_some() {
            return plans;
        }
        match (plans, phases) {
            (Some(plans), Some(phases)) => Some(if plans.0 < phases.0 { plans } else { phases }),
            (plans, phases) => plans.or(phases),
        }
    }
}

/// Returns how much is done, by the best statement about it.
pub(super) fn share(evidence: &Evidence<'_>) -> Share {
    let progress = &evidence.front.progress;
    let counted = progress.counted();
    let is_begun =
        [progress.completed_phases, progress.completed_plans].iter().flatten().any(|done| *done > 0);
    let given = progress.percent.map(|percent| percent.min(100));
    // If phases are left, 100 % means the plans so far, so the counts are better. A 0 was never updated.
    let is_better = given.is_none_or(|given| given == 100 || given == 0 && is_begun);
    let counted = counted.filter(|_| is_better);
    if let Some((percent, from)) = counted.or_else(|| Some((given?, Origin::Field("progress.percent")))) {
        let is_given = given == Some(percent);
        return Share {
            percent: Some(percent),
            from: if is_given { Origin::Field("progress.percent") } else { from },
        };
    }
    match evidence.label(Topic::Progress).and_then(in_body) {
        Some(percent) => Share { percent: Some(percent), from: Origin::Label(Topic::Progress) },
        None => Share::default(),
    }
}

/// Returns the percentage of the body's progress: `[███░░] 53%`, `8/15 plans`.
fn in_body(value: &str) -> Option<u64> {
    if let Some((before, after)) = value.split_once('%') {
        // `67% of Phase 2`, `67% (Phase 2)`: the share of a phase, not of the milestone.
        let after = after.trim_start_matches(['+', ' ', '(']).to_lowercase();
        if after.starts_with("phase ")
            || after.starts_with("of phase ")
            || after.starts_with("of current phase")
        {
            return None;
        }
        let digits = before.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.');
        let number = before.get(digits.len()..)?;
        return number.split('.').next()?.parse().ok().filter(|percent| *percent <= 100);
    }
    value.match_indices(['/']).find_map(|(at, _)| {
        let (before, after) = value.split_at_checked(at)?;
        let before = before.trim_end();
        let after = after.strip_prefix('/')?.trim_start();
        let start = before.trim_end_matches(|last: char| last.is_ascii_digit()).len();
        let end =
            after.len().saturating_sub(after.trim_start_matches(|first: char| first.is_ascii_digit()).len());
        let (done, total): (u64, u64) = (before.get(start..)?.parse().ok()?, after.get(..end)?.parse().ok()?);
        (done <= total).then(|| done.saturating_mul(100).checked_div(total))?
    })
}
