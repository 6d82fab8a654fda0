//! Plans: their numbers, the names of their files, and the line about the current one.

use super::{
    evidence::{Evidence, without_date},
    kind::StatusKind,
    label::Topic,
    number::{is_plan_code, is_same_number},
    progress::fractions,
    status::{Status, Subject},
    stop::completed,
};

/// Returns the phase and the plan that words name: `03-04-PLAN.md`, `phase 3 plan 04`, `03-search plan 04`.
pub(super) fn plan(words: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = words.split(' ').collect();
    let before = |at: usize| at.checked_sub(1).and_then(|at| parts.get(at)).copied();
    // `tasks 1-2` are no plan.
    let is_task =
        |at: usize| matches!(before(at), Some("task" | "tasks" | "wave" | "waves" | "step" | "steps"));
    let plans = parts.iter().enumerate().filter(|(at, _)| !is_task(*at));
    // `04-01 and 04-02 done`.
    if let Some((phase, plan)) = plans.rev().find_map(|(_, word)| plan_number(word)) {
        return Some((phase.to_owned(), plan.to_owned()));
    }
    let is_digits = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // `phase 19 P02`.
    let code = parts.iter().position(|word| is_plan_code(word));
    let at = code.or_else(|| parts.iter().position(|word| *word == "plan"))?;
    let plan = if code.is_some() {
        parts.get(at)?.trim_start_matches(['P', 'p'])
    } else {
        parts.get(at.saturating_add(1))?
    };
    let plan = Some(plan).filter(is_digits)?;
    let phase = before(at)?.split('-').next()?;
    let is_phase = phase.split('.').all(|part| is_digits(&part));
    is_phase.then(|| (phase.to_owned(), plan.to_owned()))
}

/// Returns the number of a plan inside its phase: 4 for `03-04`.
pub(super) fn index(plan: &str) -> Option<u64> {
    plan.rsplit('-').next()?.parse().ok()
}

/// Splits the number of a plan, or the name of its file: `03-04`, `03-04-PLAN.md`, `03-search-04-PLAN.md`.
pub(super) fn plan_number(word: &str) -> Option<(&str, &str)> {
    let file = word.rsplit('/').next()?;
    let bare = ["-PLAN.md", "-plan.md", "-PLAN", "-SUMMARY.md"].iter().find_map(|end| file.strip_suffix(end));
    let (phase, rest) = bare.unwrap_or(file).split_once('-')?;
    let plan = if bare.is_some() { rest.rsplit('-').next()? } else { rest };
    let plan = plan.strip_prefix('P').unwrap_or(plan);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_phase = phase.split('.').all(is_digits) && !is_same_number(phase, "0");
    (is_phase && is_digits(plan)).then_some((phase, plan))
}

/// Returns that a plan is done, if the status does not say what is, and plans of the phase are left.
///
/// `Plan: 02-03` and `Status: Complete` next to `3/4 plans`; `Plan: 1 of 3` and `Status: Complete` after
/// `Last activity: Completed 11-01`.
pub(super) fn of_plan(evidence: &Evidence<'_>, number: Option<&str>, status: &Status) -> Option<Status> {
    let (plan, number) = (evidence.label(Topic::Plan)?, number?);
    // `Plan complete` does not say which one.
    let is_plan = matches!(status.words.as_str(), "plan complete" | "plan completed");
    if status.kind != StatusKind::Done || status.words.contains(' ') && !is_plan {
        return None;
    }
    let done = if let Some((place, total)) = place_of_plan(plan) {
        let mut activities = evidence.activities();
        let (phase, last) = activities.find_map(|(raw, _)| completed(without_date(raw)))?;
        let is_it =
            is_same_number(&phase, number) && place == last && (place < total || is_plan) && place > 0;
        is_it.then(|| place.to_string())
    } else {
        let (phase, index) = plan_number(plan)?;
        let is_own = |(_, done, total, after): (&str, u64, u64, &str)| {
            after.trim_start().starts_with("plans") && done < total && index.parse() == Ok(done)
        };
        let is_left = || evidence.label(Topic::Progress).is_some_and(|value| fractions(value).any(is_own));
        (is_same_number(phase, number) && is_left()).then(|| plan.to_owned())
    };
    let words = format!("plan {} complete", done?);
    Some(Status { words, subject: Subject::Plan, ..status.clone() })
}

/// Returns which plan of how many a plan line names: `2 of 3 in current phase`.
pub(super) fn place_of_plan(line: &str) -> Option<(u64, u64)> {
    let (plan, total) = line.split_once(" of ")?;
    Some((plan.trim().parse().ok()?, total.split(' ').next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_plan_that_words_name_is_found() {
        for (words, wanted) in [
            ("completed 03-04-PLAN.md", Some(("03", "04"))),
            ("04-01 and 04-02 done", Some(("04", "02"))),
            ("phase 3 plan 04", Some(("3", "04"))),
            ("phase 19 P02 complete", Some(("19", "02"))),
            ("19-P02 complete", Some(("19", "02"))),
            ("tasks 1-2 committed", None),
            ("phase 19 complete", None),
        ] {
            let wanted = wanted.map(|(phase, plan)| (phase.to_owned(), plan.to_owned()));
            assert_eq!(plan(words), wanted, "{words}");
        }
    }
}
