//! The percentage of the bar, which never contradicts the words next to it.

use super::{
    Reading, Scene,
    decide::Decision,
    dispute::NEAR,
    doubt,
    evidence::Origin,
    fit,
    kind::StatusKind,
    label::Topic,
    next::Next,
    number::{is_same_number, whole},
    phase::Phase,
    plan, position, progress, session,
    share::{self, Share},
    status::Subject,
    why::Why,
};

impl Reading<'_> {
    /// Returns the percentage that fits the words, if there is one.
    pub(super) fn percent(&self, scene: Scene) -> Option<u8> {
        if scene == Scene::MilestoneComplete {
            return Some(100);
        }
        let is_ended = self.decision.why == Why::Ended && progress::is_drawn_full(&self.evidence);
        if (self.is_at_the_end() || is_ended) && !self.contradicts(100) {
            return Some(100);
        }
        self.share().and_then(|share| u8::try_from(share.percent).ok())
    }

    /// Returns the share of the milestone that is done, and where it comes from.
    pub(super) fn share(&self) -> Option<Share> {
        let is_sure = |share: &Share| !doubt::is_outvoted(share.percent, &self.evidence, &self.decision);
        self.best_share().filter(is_sure)
    }

    /// Returns the share that the file supports best.
    fn best_share(&self) -> Option<Share> {
        let is_possible = |share: &Share| !self.contradicts(share.percent);
        let stated = share::shares(&self.evidence, &self.decision).find(is_possible);
        // If the best one is in doubt, so are the others.
        let is_unscoped = |share: &Share| {
            share.from == Origin::Label(Topic::Progress) && doubt::is_unscoped(&self.evidence, &self.decision)
        };
        let is_sure = |share: &Share| {
            !is_unscoped(share) && !doubt::is_doubtful(share.percent, &self.evidence, &self.decision)
        };
        let stated = stated.filter(is_sure);
        let tabled = position::in_table(&self.evidence, &self.decision)
            .and_then(|(done, all)| progress::share(Some(done), Some(all)))
            // That nothing is done yet is no news where work goes on.
            .filter(|percent| *percent > 0 || self.decision.status.kind != StatusKind::Working)
            .map(|percent| Share { percent, from: Origin::Table })
            .filter(is_possible);
        let Some(stated) = stated else {
            return tabled
                .filter(|it| !doubt::is_far_from_stated(it.percent, &self.evidence, &self.decision));
        };
        // A count of phases that the position is past: one of them was left behind.
        let is_past = fit::fit(stated.percent, &self.evidence, &self.decision) == fit::Fit::Counted;
        let is_far = |percent: u64| is_past && percent.abs_diff(stated.percent) > NEAR;
        if let Some(tabled) = tabled.filter(|it| is_far(it.percent)) {
            return Some(tabled);
        }
        let is_alone = !self.is_stated_twice(stated.percent);
        Some(stated).filter(|_| !(is_alone && self.share_of_place().is_some_and(is_far)))
    }

    /// Returns whether both the frontmatter and the body state about this percentage.
    fn is_stated_twice(&self, percent: u64) -> bool {
        let body = self.evidence.label(Topic::Progress).and_then(progress::stated);
        let stated = [self.evidence.front.progress.percent, body];
        stated.into_iter().all(|stated| stated.is_some_and(|stated| stated.abs_diff(percent) <= NEAR))
    }

    /// Returns the share of the phases up to the current one, with this one if it is done.
    fn share_of_place(&self) -> Option<u64> {
        let (place, all) = position::position(&self.evidence, &self.decision)?;
        let is_begun = !self.decision.is_phase_done();
        progress::share(Some(place.saturating_sub(u64::from(is_begun))), Some(all))
    }

    /// Returns whether a percentage contradicts the words next to it.
    pub(super) fn contradicts(&self, percent: u64) -> bool {
        let status = &self.decision.status;
        if fit::fit(percent, &self.evidence, &self.decision) == fit::Fit::Impossible {
            return true;
        }
        if percent > 0 && self.is_first_of_all_waiting() {
            return true;
        }
        let is_next_plan = status.subject == Subject::Plan && status.next.as_ref().is_some_and(Next::is_plan);
        if percent == 100 {
            // If the file does not say that this phase is done, 100 % may be that of an earlier milestone.
            let is_unsaid = self.decision.phase.is_some() && status.words.is_empty();
            let is_row_left = || {
                let phase = self.decision.phase.as_ref();
                phase.is_some_and(|phase| self.evidence.has_waiting_row_after(phase))
            };
            is_unsaid
                || self.decision.phase.is_some() && !self.is_known_to_be_last()
                || status.kind.is_active()
                || status.subject == Subject::Plan && self.evidence.front.progress.is_open()
                || self.decision.is_more_left
                || is_next_plan
                || self.has_open_plan()
                || is_row_left()
        } else {
            status.kind == StatusKind::Over || status.words.contains("milestone complete")
        }
    }

    /// Returns whether the first phase of a first milestone has not begun: then nothing can be done.
    fn is_first_of_all_waiting(&self) -> bool {
        let is_first = |phase: &Phase| whole(&phase.number) == Some(1) && !phase.number.contains('.');
        let progress = &self.evidence.front.progress;
        let is_own = self.decision.is_first && progress.completed_phases.is_some_and(|done| done > 0);
        is_own && self.decision.status.waits() && self.decision.phase.as_ref().is_some_and(is_first)
    }

    /// Returns whether a plan is done that is not the last of its phase, which may not be counted: `Plan: 1 of 5`,
    /// `Plan: 01 complete, 02 pending`.
    pub(super) fn has_open_plan(&self) -> bool {
        let line = self.evidence.label(Topic::Plan);
        let is_open = |(plan, all): (u64, u64)| plan < all;
        let place = line.and_then(plan::place_of_plan);
        self.decision.status.subject == Subject::Plan
            && (place.is_some_and(is_open) || line.is_some_and(plan::has_more))
            || place.is_some_and(|place| is_open(place) && self.is_stopped_at(place.0))
    }

    /// Returns whether the last session ended with this plan of the phase: then the position is as new as the counts.
    fn is_stopped_at(&self, plan: u64) -> bool {
        let stop = self.evidence.stopped().and_then(|(raw, _)| session::completed(raw));
        let own = self.decision.phase.as_ref().zip(stop);
        own.is_some_and(|(phase, (number, last))| is_same_number(&number, &phase.number) && last == plan)
    }

    /// Returns whether the phase is done, and the counts or the body say that nothing is left.
    fn is_at_the_end(&self) -> bool {
        let Decision { phase: Some(phase), status, .. } = &self.decision else { return false };
        let is_full = phase.is_last() && share::is_full_in_body(&self.evidence, &self.decision);
        let is_done = status.kind == StatusKind::Done && status.subject != Subject::Plan;
        let progress = &self.evidence.front.progress;
        let total = phase.place().map(|(_, total)| u64::from(total));
        let is_more = progress.is_open() && progress.total_phases > total;
        is_done && !self.decision.is_more_left && (is_full && !is_more || progress.is_all_done())
    }

    /// Returns whether the file says that no phase follows: the position is `5 of 5`, a sentence says that the milestone
    /// is done, or the counts end with this phase and nothing states less than 100 %.
    ///
    /// Counts alone are of the phases that were planned so far.
    fn is_known_to_be_last(&self) -> bool {
        let Some(phase) = &self.decision.phase else { return false };
        let progress = &self.evidence.front.progress;
        let drawn = self.evidence.label(Topic::Progress).and_then(progress::stated);
        let stated = drawn.or(progress.percent);
        let last = progress.total_phases.map(|total| total.to_string());
        let is_counted = last.is_some_and(|last| is_same_number(&phase.number, &last))
            && !self.evidence.mentions_later(phase);
        phase.is_last()
            || self.evidence.says_over()
            || is_counted && progress.is_all_done() && stated == Some(100)
    }
}
