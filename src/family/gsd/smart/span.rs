//! Whether counts are of the phases of this milestone, of more of them, or of fewer.

use super::{
    decide::Decision,
    evidence::Evidence,
    first::{FIRST, versions},
    kind::StatusKind,
    name::bare,
    number::whole,
    phase::Phase,
    version::is_later_version,
};

/// More phases than a single milestone has.
const MANY: u64 = 50;

/// The most phases of a milestone whose numbers begin at 1 again.
pub(super) const USUAL_MOST: u64 = 20;

/// The phases of a milestone that begins at 1 again: a higher number, or a higher last one, is rare.
const USUAL: (u32, u32) = (5, 9);

/// The same, where the file names an earlier milestone with its phases.
const FEW: (u64, u64) = (3, 6);

/// Returns whether the phases seem to go on from those of an earlier milestone: the numbers are high.
pub(super) fn goes_on(decision: &Decision<'_>) -> bool {
    let place = decision.phase.as_ref().and_then(Phase::place);
    !decision.is_first && place.is_some_and(|(number, last)| number > USUAL.0 && last > USUAL.1)
}

/// Returns whether the file shows that a number is one of phases that go on from those of an earlier milestone.
pub(super) fn runs_on(number: u64, evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    const WORDS: &[&str] = &["hase", "lan", "ilestone", "hipped", "omplete"];
    let named = |words: &'static [&'static str]| {
        let is_about = move |line: &&str| words.iter().any(|word| line.contains(word));
        evidence.content.lines().filter(is_about).flat_map(versions)
    };
    let is_named = || {
        if let Some(own) = decision.milestone.version.as_deref() {
            return named(WORDS).any(|other| is_later_version(own, other));
        }
        // One that is not the first says that there was another.
        let mut known = named(WORDS);
        let is_second = known.next().is_some_and(|first| known.any(|other| bare(other) != bare(first)));
        is_second || named(&["ilestone"]).any(|version| !FIRST.contains(&bare(version)))
    };
    number > FEW.0 && (goes_on(decision) || is_named())
}

/// Returns whether the frontmatter seems to count the phases of earlier milestones, too: as many as the last number.
///
/// GSD counts the phases that it finds, and may leave those of earlier milestones there.
pub(super) fn counts_all(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    *decision.known.counts_all.get_or_init(|| is_of_all(evidence, decision))
}

/// Returns whether the numbers are high, and the file names an earlier milestone with its phases.
fn is_of_all(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let (Some(phase), Some(all)) = (&decision.phase, evidence.front.progress.total_phases) else {
        return false;
    };
    let last = phase.total.as_deref().map_or(Some(all), whole);
    let number = phase.number.parse::<u64>();
    let is_number = number.is_ok_and(|number| number > FEW.0 && number <= all);
    // A single milestone has fewer phases.
    let is_usual = all <= MANY && !(is_number && all > USUAL_MOST && last == Some(all));
    if !decision.is_first && !is_usual {
        return true;
    }
    let is_high = is_number && all > FEW.1 && last == Some(all);
    let own = decision.milestone.version.as_deref().filter(|_| is_high && !decision.is_first);
    // `By Phase (v1.0):`, `v1.0: Phases 1-4`.
    let is_earlier = |own: &str| {
        let mut lines = evidence.content.lines().filter(|line| line.contains("hase"));
        lines.any(|line| versions(line).any(|other| is_later_version(own, other)))
    };
    own.is_some_and(is_earlier)
}

/// Returns whether the counts end with the phase, while the file names later ones: only those that were planned so far
/// are counted.
pub(super) fn counts_so_far(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    *decision.known.counts_so_far.get_or_init(|| is_so_far(evidence, decision))
}

/// Returns whether the phase is the last that is counted, and a later one is named.
fn is_so_far(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let total = evidence.front.progress.total_phases;
    let is_end = |phase: &Phase| {
        phase.total.is_none() && phase.number.parse().ok() == total && evidence.mentions_later(phase)
    };
    // A later phase may have been done before this one.
    let is_begun = decision.is_first || decision.status.kind == StatusKind::Working;
    total.is_some() && is_begun && decision.phase.as_ref().is_some_and(is_end)
}
