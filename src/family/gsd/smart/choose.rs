//! Which clause of a sentence says most about a phase.

use super::{
    clause::{About, Clause},
    kind::{self, StatusKind},
};

/// Returns the clause that says most about the phase.
pub(super) fn chosen(clauses: &[Clause], number: Option<&str>) -> Option<usize> {
    let find = |fits: &dyn Fn(&Clause) -> bool| clauses.iter().position(fits);
    let first = find(&|clause| clause.kind != StatusKind::Silent)?;
    let deciding = find(&Clause::decides);
    let is_about = |clause: &Clause| clause.is_ours(number) || clause.about == About::Unsaid;
    let is_ours = |at: usize| clauses.get(at).is_some_and(|clause| clause.is_ours(number));
    let is_foreign = |at: usize| clauses.get(at).is_some_and(|clause| clause.is_foreign(number));
    let waits = Clause::waits;
    if let Some(foreign) = deciding.filter(|at| is_foreign(*at)) {
        // `Phase 3 complete — ready to plan`: what follows is about the phase after it. But in
        // `Phase 3 complete — all 4 plans done` it is about the same one.
        let is_after = |at: usize| at > foreign;
        let mut after = clauses.iter().enumerate().filter(|(at, _)| is_after(*at));
        let is_named = |clause: &Clause| clause.about != About::ThisPhase && clause.is_ours(number);
        return after
            .find(|(_, clause)| clause.decides() && is_named(clause) || is_about(clause) && waits(clause))
            .map(|(at, _)| at);
    }
    let Some(at) = deciding else { return Some(first).filter(|at| !is_foreign(*at)) };
    let later = |fits: &dyn Fn(&Clause) -> bool| {
        clauses
            .iter()
            .skip(at.saturating_add(1))
            .position(fits)
            .map(|more| at.saturating_add(more).saturating_add(1))
    };
    let kind = clauses.get(at).map(|clause| clause.kind);
    let better = match kind {
        // `Ready to execute — Phase 9 all 4 plans complete`: the next phase is ready.
        Some(StatusKind::Waiting)
            if clauses.get(at).is_some_and(|it| it.is_ready() && it.about == About::Unsaid) =>
        {
            let is_named =
                |clause: &Clause| matches!(clause.about, About::Phase(_)) && clause.is_ours(number);
            let is_last = clauses.get(at).is_some_and(|clause| kind::is_verification(&clause.words));
            later(&|clause| clause.kind == StatusKind::Done && is_named(clause))
                .filter(|_| number.is_some() && !is_last)
        }
        // `Roadmap created — ready to plan`: what it waits for says more than what was prepared.
        Some(StatusKind::Waiting) if !clauses.get(at).is_some_and(Clause::is_ready) => {
            later(&|clause| is_about(clause) && waits(clause))
        }
        // `Plan 13-03 complete — Phase 13 done`, `Verification passed. Phase 5 complete`.
        Some(StatusKind::Done) if !is_ours(at) => {
            // `COMPLETE — all 4 plans executed` says the same twice.
            let is_bare = clauses.get(at).is_some_and(|clause| !clause.words.contains(' '));
            let is_other = |clause: &Clause| !(is_bare && clause.about == About::ThisPhase);
            let ours = later(&|clause| {
                clause.kind == StatusKind::Done && clause.is_ours(number) && is_other(clause)
            });
            // `Closed — ready for a new milestone`.
            ours.or_else(|| later(&|clause| clause.kind == StatusKind::Over).filter(|_| number.is_none()))
        }
        // `v1.1 complete, v1.2 ready to plan`.
        Some(StatusKind::Over) if number.is_some() => {
            let is_step =
                |clause: &Clause| clause.has(&["plan", "execute", "discuss", "planning", "execution"]);
            let is_named = |clause: &Clause| clause.about != About::ThisPhase && clause.is_ours(number);
            later(&|clause| clause.decides() && is_named(clause) || waits(clause) && is_step(clause))
        }
        // `v2.0 Working Title — defining requirements`.
        Some(StatusKind::Working)
            if clauses.get(at).is_some_and(|it| it.words.split(' ').next().is_some_and(kind::is_version))
                && later(&Clause::decides).is_some() =>
        {
            later(&Clause::decides)
        }
        // `Active / Phase 3 complete`.
        Some(StatusKind::Working) if clauses.get(at).is_some_and(|clause| clause.about == About::Unsaid) => {
            let is_new = |kind: StatusKind| {
                !matches!(kind, StatusKind::Working | StatusKind::Other | StatusKind::Silent)
            };
            // `Executing — Phase 4 Plan 03 is next`.
            let is_plan = |clause: &Clause| clause.kind == StatusKind::Waiting && clause.has(&["plan"]);
            let is_named =
                |clause: &Clause| matches!(clause.about, About::Phase(_)) && clause.is_ours(number);
            let named = later(&|clause| is_new(clause.kind) && is_named(clause) && !is_plan(clause));
            // `Active — all phases complete`: nothing is left to work on.
            let is_all = |clause: &Clause| {
                clause.kind == StatusKind::Over && clause.words.starts_with("all ") && clause.has(&["phases"])
            };
            named.or_else(|| later(&is_all))
        }
        Some(_) if clauses.get(at).is_some_and(|clause| clause.about == About::Plan) => {
            later(&|clause| clause.decides() && clause.is_ours(number))
        }
        _ => None,
    };
    Some(better.unwrap_or(at))
}
