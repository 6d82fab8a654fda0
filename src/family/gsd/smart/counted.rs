//! The place of a phase among those that are counted.

use super::{number::whole, phase::Phase, read::Progress};

/// Returns the place of a phase among those of the milestone, the first of which may not be phase 1.
pub(super) fn place(number: &str, body: &Phase, count: u64) -> Option<u64> {
    let (own, body_number) = (whole(number)?, whole(&body.number)?);
    let last = body.total.as_deref().and_then(whole);
    let before = last.and_then(|last| last.checked_sub(count)).filter(|before| *before < body_number);
    if let Some(place) = before.and_then(|before| own.checked_sub(before)) {
        return Some(place).filter(|place| (1..=count).contains(place));
    }
    (own.max(body_number) <= count).then_some(own)
}

/// Returns whether the counts include a phase.
pub(super) fn is_counted(number: &str, body: &Phase, progress: &Progress) -> bool {
    let place = progress.total_phases.and_then(|total| place(number, body, total));
    // Phase 2.1 comes after phase 2, and is not counted as the third. Phase 3 comes after both.
    let is_after_inserted = body.number.contains('.') && whole(&body.number) < whole(number);
    let is_later = number.contains('.') || is_after_inserted;
    let least = place.map(|place| if is_later { place.saturating_add(1) } else { place });
    least.zip(progress.completed_phases).is_some_and(|(least, completed)| completed >= least)
}
