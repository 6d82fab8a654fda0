//! What the counts of phases and plans say.

use super::{evidence::Evidence, kind, label::Topic, number::fractions, read::Progress};

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

    /// Returns whether the counts say that nothing is done. If there are no plans, they were never filled in.
    pub(super) fn is_untouched(&self) -> bool {
        self.completed_phases == Some(0) && self.completed_plans == Some(0) && self.total_plans != Some(0)
    }

    /// Returns whether no phase is done, and none has a plan.
    pub(super) fn is_without_plans(&self) -> bool {
        self.completed_phases == Some(0) && self.total_plans == Some(0)
    }

    /// Returns whether plans were completed, and none is open.
    pub(super) fn has_only_done_plans(&self) -> bool {
        self.completed_plans.is_some_and(|done| done > 0) && !self.has_open_plans()
    }

    /// Returns how many phases have plans, by the plans of the current one, or if there are too few for more.
    pub(super) fn planned_phases(&self, own: Option<u64>) -> Option<u64> {
        const FEW: u64 = 4;
        let all = self.total_plans?;
        let is_few = all <= FEW;
        own.and_then(|own| all.saturating_add(own.div_euclid(2)).checked_div(own))
            .map(|planned| planned.max(1))
            .or_else(|| is_few.then_some(1))
    }

    /// Returns whether more plans are completed than there are.
    pub(super) fn has_impossible_plans(&self) -> bool {
        self.completed_plans.zip(self.total_plans).is_some_and(|(done, total)| done > total)
    }
}

/// Returns a share in percent, rounded down.
pub(super) fn share(completed: Option<u64>, total: Option<u64>) -> Option<u64> {
    let (completed, total) = (completed?, total.filter(|total| *total > 0)?);
    completed.min(total).saturating_mul(100).checked_div(total)
}

/// Returns the place of the phase in its milestone and the number of phases there: `Phase: 27 (2 of 4 in v4.0)`.
pub(super) fn place_in_milestone(line: &str) -> Option<(u64, u64)> {
    let (before, _) = line.split_once(" in v")?;
    let (before, total) = before.rsplit_once(" of ")?;
    let start = before.trim_end_matches(|last: char| last.is_ascii_digit()).len();
    Some((before.get(start..)?.parse().ok()?, total.parse().ok()?))
}

/// Returns whether the body counts more phases than the frontmatter, and not all of them are done.
pub(super) fn has_more_phases(evidence: &Evidence<'_>) -> bool {
    let counted = evidence.label(Topic::Progress).and_then(phases_in_body);
    let Some((done, total)) = counted else { return false };
    done < total && evidence.front.progress.total_phases.is_some_and(|known| known < total)
}

/// Returns how many phases are done, and all of them, if the body's progress says so: `(3/8 phases)`.
pub(super) fn phases_in_body(value: &str) -> Option<(u64, u64)> {
    // `(0/4 v2.0 phases)`, `1/10 v1.3 phases complete`.
    let is_phases = |after: &str| {
        let mut words = after.split_whitespace();
        let first = words.next().unwrap_or_default();
        first.starts_with("phases")
            || first == "phase"
            || first.starts_with("阶段")
            || first.starts_with("階段")
            || kind::is_version(first) && words.next().is_some_and(|word| word.starts_with("phases"))
    };
    fractions(value).find(|(.., after)| is_phases(after)).map(|(_, done, total, _)| (done, total))
}

/// Returns the first percentage of a value, whatever it is of.
pub(super) fn stated(value: &str) -> Option<u64> {
    let (before, _) = value.split_once('%')?;
    before.rsplit(|one: char| !one.is_ascii_digit()).next()?.parse().ok()
}

/// Returns whether the body draws a full bar, of whatever.
pub(super) fn is_drawn_full(evidence: &Evidence<'_>) -> bool {
    evidence.label(Topic::Progress).and_then(stated) == Some(100)
}
