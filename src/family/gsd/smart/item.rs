//! A phase that `Current Position` names in an item without a label: `- Planning Phase 1: Search`.

use super::{kind, label::Labelled, name, number, phase::Phase, piece::is_usual_status};
use crate::text;

/// What such an item is called where its origin is shown.
pub(super) const LABEL: &str = "current position";

/// Words that ports of GSD have in the place of `Phase`.
const UNITS: &[&str] = &["Objective", "Stage", "Sprint", "Epic", "Step"];

/// Returns the text of an item that begins with a phase, or with one word in `-ing` and a phase.
pub(super) fn of(line: &str) -> Option<&str> {
    let item = line.trim_start().strip_prefix(['-', '*', '+'])?.strip_prefix(' ')?;
    let item = text::trim(item).trim_start_matches(['*', '_']);
    let (_, phase) = opening(item)?;
    let number = name::strip_ignoring_case(phase, "phase ")?;
    number.starts_with(|first: char| first.is_ascii_digit()).then_some(item)
}

/// Returns a sentence that begins with a phase and its state: `Phase 4 complete (2/2 plans). Next: Phase 5`.
pub(super) fn sentence(line: &str) -> Option<&str> {
    let line = text::trim(line).trim_start_matches(['*', '_']);
    let mut found = state(line).filter(|state| is_complete(state)).map(|_| line)?;
    // Of several phases, the current one is the first that is not complete.
    for (at, _) in line.match_indices(". Phase ") {
        let next = line.get(at.saturating_add(". ".len())..)?;
        let Some(state) =
            state(next).filter(|state| *state != "next" && kind::decides(&state.to_lowercase()))
        else {
            break;
        };
        found = next;
        if !is_complete(state) {
            break;
        }
    }
    Some(found)
}

/// Returns the word after the number of a phase: `complete` in `Phase 4 complete`.
fn state(sentence: &str) -> Option<&str> {
    let (_, rest) = number::number(sentence.strip_prefix("Phase ")?)?;
    rest.strip_prefix(' ')?.split([' ', '.', ',', '*']).next()
}

/// Returns whether a word says that a phase is complete.
fn is_complete(word: &str) -> bool {
    matches!(word, "complete" | "COMPLETE" | "completed")
}

/// Returns a line of a fenced block that is about one phase: `Phase 4.5 (desktop): COMPLETE`.
pub(super) fn fenced(line: &str) -> Option<&str> {
    let line = text::trim(line);
    let (_, rest) = number::number(line.strip_prefix("Phase ")?)?;
    let is_named = [" (", ":", " —", " -"].iter().any(|joint| rest.starts_with(joint));
    (is_named && !rest.contains("Phase ")).then_some(line)
}

/// Parses what a port of GSD has in the place of a phase: `Objective: 5 of 10 (Ferry Fares)`.
pub(super) fn unit(found: Labelled<'_>) -> Option<Phase> {
    let word = found.label.strip_prefix("current ").unwrap_or(found.label);
    let word = UNITS.iter().find(|unit| unit.eq_ignore_ascii_case(word))?;
    let phase = Phase::of(found.value).filter(|phase| phase.total.is_some() || phase.name.is_some())?;
    Some(Phase { word: Some(word), ..phase })
}

/// Returns whether an item counts the phases: `- Phases: 3/5 complete`.
pub(super) fn is_count(line: &str) -> bool {
    let item = line.trim_start_matches(['-', '*', '+', ' ']);
    let count = name::strip_ignoring_case(item, "phases:").and_then(|count| count.split_once('/'));
    count.is_some_and(|(done, _)| number::is_number(text::trim(done)))
}

/// Returns the phase of an item, with its name and its state.
pub(super) fn phase(item: &str) -> Option<Phase> {
    let (doing, rest) = opening(item)?;
    let mut phase = Phase::of(rest)?;
    if let Some(doing) = doing {
        phase.status.get_or_insert_with(|| doing.to_lowercase());
        return Some(phase);
    }
    // `Phase 2 in progress: Search`: elsewhere the name comes before the state.
    let (head, called) = rest.split_once(": ").unwrap_or((rest, ""));
    let state = head.splitn(3, ' ').nth(2).filter(|state| is_usual_status(state) && !state.contains('.'));
    if let Some(state) = state {
        phase = Phase { name: None, status: Some(state.to_owned()), ..phase };
        phase.call(called);
    }
    Some(phase)
}

/// Splits off one word in `-ing`: `Planning Phase 1`.
fn opening(item: &str) -> Option<(Option<&str>, &str)> {
    if name::strip_ignoring_case(item, "phase ").is_some() {
        return Some((None, item));
    }
    let (word, rest) = item.split_once(' ')?;
    let is_verb = word.ends_with("ing") && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_verb && name::strip_ignoring_case(rest, "phase ").is_some()).then_some((Some(word), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_without_a_label_is_a_phase() {
        for (line, title, name, status) in [
            ("- Planning Phase 1: Search Index", "Phase 1", "Search Index", "planning"),
            ("- Phase 2 in progress: Import Jobs", "Phase 2", "Import Jobs", "in progress"),
            ("* **Executing phase 3** (Import Jobs)", "Phase 3", "Import Jobs", "executing"),
            ("- Phase 4: Import Jobs", "Phase 4", "Import Jobs", ""),
            ("- Phase 5 complete", "Phase 5", "", "complete"),
        ] {
            let phase = of(line).and_then(phase).unwrap_or_else(|| panic!("{line} is a phase"));
            assert_eq!(phase.parts(), [title, name, status], "{line}");
        }
    }

    #[test]
    fn a_sentence_about_several_phases_is_read_from_the_current_one() {
        for (line, wanted) in [
            ("Phase 4 complete (2/2 plans). Next: Phase 5", "Phase 4 complete (2/2 plans). Next: Phase 5"),
            ("Phase 4 complete. Phase 5 executing (1/2).", "Phase 5 executing (1/2)."),
            ("Phase 4 complete. Phase 5 complete.", "Phase 5 complete."),
            ("Phase 4 complete. Phase 5 next.", "Phase 4 complete. Phase 5 next."),
        ] {
            assert_eq!(sentence(line), Some(wanted), "{line}");
        }
        assert_eq!(sentence("Phase 4 (Search) is due"), None);
    }

    #[test]
    fn a_line_of_a_fenced_block_is_a_phase() {
        for (line, title, name, status) in [
            ("Phase 4.5 (desktop): COMPLETE", "Phase 4.5", "desktop", "COMPLETE"),
            ("Phase 6: Import Jobs", "Phase 6", "Import Jobs", ""),
        ] {
            let phase = fenced(line).and_then(phase).unwrap_or_else(|| panic!("{line} is a phase"));
            assert_eq!(phase.parts(), [title, name, status], "{line}");
        }
        for line in
            ["Phase 1 [done] → Phase 2", "Phase 1 (a) → Phase 2 (b)", "Phase 3 Progress: 40%", "phase = 1"]
        {
            assert_eq!(fenced(line), None, "{line}");
        }
    }

    #[test]
    fn other_items_are_not_phases() {
        for line in
            ["- Branch: ci", "Phase 2 in progress", "- Phases 1 to 3", "- See Phase 2", "- Phase two", ""]
        {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
