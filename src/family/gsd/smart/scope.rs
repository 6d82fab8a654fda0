//! What a share is a share of.

use super::{
    decide::Decision,
    evidence::Evidence,
    kind,
    label::Topic,
    name::{self, bare},
    number::{fractions, is_same_number},
    phase::Phase,
    progress::stated,
    version::opening,
};

/// What a share is a share of.
pub(super) enum Scope {
    /// A single phase: `67% of Phase 2`, `Phase 40: 3/4 plans`.
    Phase,
    /// Several phases, so the milestone.
    Phases,
    /// All milestones: `8 of 13 milestones complete (61%)`, `50% (8/16 phases lifetime)`, `94% (41 plans, v1.0+v1.1)`.
    Milestones,
    /// The plans that are made: `10/11 plans across current phases`.
    SoFar,
    /// It does not say.
    Unsaid,
}

/// Returns what a share is of, by the words around it.
pub(super) fn scope(before: &str, after: &str, phase: Option<&Phase>) -> Scope {
    let before = before.rsplit(['|', ';', ')', ']']).find(|part| part.contains(char::is_alphabetic));
    let before = before.unwrap_or_default().to_lowercase();
    let after = after.trim_start_matches(['+', ' ', '(', ')']);
    let after = after.split(['|', ';', ')', '·']).next().unwrap_or_default().to_lowercase();
    let is_all =
        ["all milestones", "across milestones", "prior milestones", "previous milestones", "lifetime"]
            .iter()
            .any(|one| after.contains(one));
    // The plans so far are not all plans.
    let is_so_far =
        after.contains("current phases") || after.contains("so far") || after.contains("base phases");
    // `90% of Phases 1-5`.
    let is_some = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
    let is_so_far = is_so_far || after.strip_prefix("of phases ").is_some_and(is_some);
    let has_phases = before.contains("phases") || after.contains("phases");
    let is_in = |text: &str| {
        let text = text.trim_end();
        ["in phase", "of phase", "for phase"].iter().any(|end| text.ends_with(end))
            // Portuguese and Spanish.
            || ["na fase ", "da fase ", "la fase "].iter().any(|one| text.contains(one))
            || ["in phase ", "of phase ", "for phase ", "through phase ", "current phase", "this phase"]
                .iter()
                .any(|one| text.contains(one))
    };
    // `2/5 plans (Phase 5)`.
    let is_number = |rest: &str| rest.chars().all(|one| one.is_ascii_digit() || one == '.');
    let is_named = || after.rsplit_once("(phase ").is_some_and(|(_, rest)| is_number(rest));
    let is_milestones = |text: &str| text.trim_start().starts_with("milestones");
    // `2/5 Phase 5 plans complete`.
    let is_counted = fractions(&after).any(|(.., rest)| {
        let named = rest.trim_start().strip_prefix("phase ");
        named.is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()))
    });
    let is_own = || {
        let own = after.strip_prefix("of ").and_then(|rest| rest.split(' ').next());
        own.zip(phase).is_some_and(|(own, phase)| is_same_number(own, &phase.number))
    };
    if is_so_far {
        Scope::SoFar
    } else if is_all
        || names_several(&after)
        || is_milestones(&after)
        || before.contains("milestones complete")
        || before.contains("milestones shipped")
    {
        Scope::Milestones
    } else if has_phases || before.contains("phase ") && before.contains(" of ") {
        Scope::Phases
    } else if before.contains("phase ")
        || after.starts_with("phase ")
        || after.starts_with("wave ")
        || is_counted
        || is_in(&after)
        || is_own()
        || is_named()
    {
        Scope::Phase
    } else {
        Scope::Unsaid
    }
}

/// Returns whether a remark names several milestones, so that what it counts is of all of them.
fn names_several(after: &str) -> bool {
    let words = after.split([' ', '+', ',', ':', '/']).filter(|word| word.contains('.'));
    let mut versions = words.filter(|word| kind::is_version(word));
    let first = versions.next();
    versions.any(|version| Some(version) != first)
}

/// Returns whether a remark says that a percentage is of an earlier milestone: `33% (v1.4 Phase 11 complete)`.
///
/// `40% (v1.0 complete: 2/5 phases)` is of both.
fn is_of_earlier(value: &str, decision: &Decision<'_>) -> bool {
    let Some((_, after)) = value.split_once('%') else { return false };
    let mut words = after.split(|one: char| !one.is_ascii_alphanumeric() && one != '.');
    let is_earlier = |word: &str| {
        word.contains('.')
            && kind::is_version(word)
            && decision.milestone.is_after(word.trim_end_matches('.'))
    };
    let is_part = stated(value).is_some_and(|stated| (1..100).contains(&stated));
    if is_part && words.any(is_earlier) && after.contains("complete") {
        return true;
    }
    let Some((version, rest)) = opening(after.trim_start_matches([' ', '('])) else { return false };
    let is_phase =
        name::strip_ignoring_case(rest.trim_start_matches([' ', ':', '—', '-']), "phase").is_some();
    decision.milestone.is_after(version) && (is_phase || rest.starts_with(')') || rest.trim().is_empty())
}

/// Returns the body's progress, or what it says of this milestone: `v1.0: 100% | v1.1: 36%`.
///
/// A line that begins with the milestone is the best: `Progress: 50%` next to `v2.0: 6%` is of more than v2.0.
pub(super) fn own<'a>(evidence: &Evidence<'a>, decision: &Decision<'_>) -> Option<&'a str> {
    let version = |part: &str| {
        let mut words = part.split(' ').map(|word| word.trim_matches([':', '*', '(', ')']).to_lowercase());
        words.find(|word| kind::is_version(word))
    };
    let own = decision.milestone.version.as_deref().map(str::to_lowercase);
    let is_own = |part: &&str| {
        let pair = own.as_deref().zip(version(part));
        pair.is_some_and(|(own, found)| bare(own) == bare(&found))
    };
    let lines = &evidence.body.milestones;
    if let Some(line) = lines.iter().find(|line| is_own(line)) {
        return Some(line);
    }
    let last = lines.last().copied().filter(|_| own.is_none());
    let value = last.or_else(|| evidence.label(Topic::Progress))?;
    if let Some(part) = own.as_deref().and_then(|own| beside_all(value, own)) {
        return Some(part);
    }
    // `50/51 plans (98%) | v2.3: 4/7 plans`.
    let parts = || value.split('|').filter(|part| version(part).is_some());
    if let Some(part) =
        parts().find(is_own).filter(|part| part.contains('%') || fractions(part).next().is_some())
    {
        return Some(part);
    }
    if parts().count() < 2 {
        return Some(value).filter(|value| !is_of_earlier(value, decision));
    }
    parts().next_back()
}

/// Returns whether the body has a line with the progress of this milestone: `v2.0: 6%`, `Progress: 1/10 v2.0 phases`.
pub(super) fn is_own_line(evidence: &Evidence<'_>, decision: &Decision<'_>) -> bool {
    let Some(own) = own(evidence, decision) else { return false };
    let Some(known) = decision.milestone.version.as_deref() else { return false };
    let words = own.split(|one: char| !one.is_alphanumeric() && one != '.').map(str::to_lowercase);
    let mut named = words.filter(|word| kind::is_version(word)).peekable();
    // `19/28 total plans: 17 v1, 2 v2` is of both.
    let is_only = named.peek().is_some() && named.all(|word| bare(&word) == bare(&known.to_lowercase()));
    // `26/38 plans complete (v1.2 in progress)` may be of all milestones.
    let is_remark = own.contains(" in progress)");
    evidence.body.milestones.contains(&own) || is_only && !own.contains("total") && !is_remark
}

/// Returns the percentage that the body states next to the version of this milestone, and the frontmatter repeats: that
/// is not of other phases, whatever is counted.
pub(super) fn own_twice(evidence: &Evidence<'_>, decision: &Decision<'_>) -> Option<u64> {
    let own = own(evidence, decision).filter(|own| evidence.label(Topic::Progress) != Some(own));
    own.and_then(stated).filter(|own| (1..100).contains(own) && evidence.front.progress.percent == Some(*own))
}

/// Returns what a value counts of this milestone, next to a figure of all of them: `71% overall, 0/5 v1.2`.
fn beside_all<'a>(value: &'a str, own: &str) -> Option<&'a str> {
    let is_all = ["overall", "in total", "all milestones"].iter().any(|all| value.contains(all));
    let is_own = |after: &str| {
        let word = after.trim_start().split([' ', ')', ',', ';']).next().unwrap_or_default();
        bare(&word.to_lowercase()) == bare(own)
    };
    let (before, ..) = fractions(value).find(|(.., after)| is_all && is_own(after))?;
    value.get(before.len()..)
}
