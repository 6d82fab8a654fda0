//! Plans: their numbers, the names of their files, and the line about the current one.

use super::{
    name,
    number::{is_plan_code, is_same_number},
};

/// Returns the phase and the plan that words name: `03-04-PLAN.md`, `phase 3 plan 04`, `03-search plan 04`.
pub(super) fn plan(words: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = words.split(' ').collect();
    let before = |at: usize| at.checked_sub(1).and_then(|at| parts.get(at)).copied();
    // `tasks 1-2` are no plan, and neither are `plan items 1-3`.
    let is_task = |at: usize| {
        matches!(before(at), Some("task" | "tasks" | "wave" | "waves" | "step" | "steps" | "item" | "items"))
    };
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

/// Returns which plan of how many a plan line names: `2 of 3 in current phase`, `02/03`.
pub(super) fn place_of_plan(line: &str) -> Option<(u64, u64)> {
    let short = || line.split(' ').next().and_then(|first| first.split_once('/'));
    let (plan, total) = line.split_once(" of ").or_else(short)?;
    // `3 of 3 planned` counts plans that are made.
    if total.split(' ').nth(1).is_some_and(|after| after.trim_end_matches(';') == "planned") {
        return None;
    }
    Some((plan.trim().parse().ok()?, total.split(' ').next()?.parse().ok()?))
}

/// Returns whether a plan line says that more plans follow: `01 complete, 02+ pending`.
pub(super) fn has_more(line: &str) -> bool {
    let is_open = |word: &str| matches!(word, "pending" | "remaining" | "remain" | "next");
    line.to_lowercase().split(|one: char| !one.is_alphanumeric()).any(is_open)
}

/// Returns whether a value says that the work has not begun.
pub(super) fn is_not_begun(value: &str) -> bool {
    // `— (not started)`.
    let value = value.trim_start_matches(['*', '_', ' ', '—', '-', '(']).to_lowercase();
    let rest = value.strip_prefix("not started").or_else(|| value.strip_prefix("not yet started"));
    // `0 of 3 — ready to begin`.
    let is_ready =
        value.starts_with("0 of ") && (value.contains("ready to ") || value.contains("not started"));
    // `Not started — the phase is being executed on a branch`.
    is_ready || rest.is_some_and(|rest| !rest.contains("being "))
}

/// Returns whether a phase line says that no phase has begun.
pub(super) fn is_none_yet(line: &str) -> bool {
    is_not_begun(line) || name::strip_ignoring_case(line, "none yet").is_some()
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
            ("sequential plan items 1-3 completed", None),
            ("phase 19 complete", None),
        ] {
            let wanted = wanted.map(|(phase, plan)| (phase.to_owned(), plan.to_owned()));
            assert_eq!(plan(words), wanted, "{words}");
        }
    }
}
