//! The milestone: its version and its name, from the frontmatter or else from the body.

use std::borrow::Cow;

use super::{
    evidence::{Evidence, Origin},
    kind::{self, StatusKind},
    label::Topic,
    name,
    phase::Phase,
    piece::{divided, is_sentence, is_usual_status},
    pieces::Pieces,
    status::Status,
    version::{is_later_version, is_version, only_version, opening},
};
use crate::text;

/// The longest name to take from the body, in bytes: what is longer is prose.
const LONGEST: usize = 80;

/// Words before a milestone that the focus says is planned.
const PLANNING: &[&str] =
    &["defining", "planning", "preparing", "starting", "initializing", "and", "milestone"];

/// The version that GSD writes if it knows none.
pub(super) const UNKNOWN: &str = "v1.0";

/// The milestone of the frontmatter.
pub(super) const FRONT: Origin = Origin::Field("milestone");

/// The milestone that has its own label in the body.
const LABEL: Origin = Origin::Label(Topic::Milestone);

/// A milestone.
#[derive(Debug, Default)]
pub(super) struct Milestone<'a> {
    /// The version, such as `v1.2`.
    pub(super) version: Option<Cow<'a, str>>,
    /// The name.
    pub(super) name: Option<Cow<'a, str>>,
    /// Where it is named.
    pub(super) from: Origin,
}

impl Milestone<'_> {
    /// Returns whether the body names a later one than the frontmatter, whose counts may be of another one then.
    pub(super) fn is_past_front(&self, evidence: &Evidence<'_>) -> bool {
        let front = evidence.front.milestone.as_deref().zip(self.version.as_deref());
        // `v0.3.0` is `v0.3`.
        let is_same = |front: &str, own: &str| own.strip_prefix(front) == Some(".0");
        let is_past = |(front, own): (&str, &str)| is_later_version(own, front) && !is_same(front, own);
        self.from != FRONT && front.is_some_and(is_past)
    }

    /// Returns whether a version is that of an earlier milestone.
    pub(super) fn is_after(&self, other: &str) -> bool {
        let own = self.version.as_deref();
        own.is_some_and(|own| is_later_version(own, other) && !own.starts_with(other))
    }
}

/// Returns the milestone: the latest that the file names.
///
/// GSD may still write the first milestone of the roadmap, or one that it could not read, but versions only grow.
pub(super) fn milestone<'a>(evidence: &Evidence<'a>) -> Milestone<'a> {
    let latest = latest(evidence);
    Milestone { name: latest.name.map(without_phases), ..latest }
}

/// Removes the numbers of its phases from a name: `Tide Tables — Phases 31–40`.
fn without_phases(name: Cow<'_, str>) -> Cow<'_, str> {
    let phases = name.rsplit_once(" — ").filter(|(_, rest)| {
        rest.strip_prefix("Phases").is_some_and(|numbers| !numbers.contains(char::is_alphabetic))
    });
    match phases.map(|(before, _)| before.len()) {
        Some(end) => Cow::Owned(name.get(..end).unwrap_or_default().to_owned()),
        None => name,
    }
}

/// Returns the latest milestone, as it is written.
fn latest<'a>(evidence: &Evidence<'a>) -> Milestone<'a> {
    let front = in_front(evidence);
    let said = in_body(evidence);
    let Some(own) = front.version.as_deref() else {
        let is_known = |it: &Milestone<'_>| it.version.is_some() || it.name.is_some();
        return if front.name.is_some() {
            front
        } else {
            said.into_iter().find(is_known).unwrap_or_default()
        };
    };
    let is_unknown = own == UNKNOWN && front.name.is_none();
    // `Milestone: Tide Tables (active)`: GSD could not read its version, and wrote the first one.
    let is_label = |it: &&Milestone<'_>| it.from == LABEL && it.version.is_none() && it.name.is_some();
    if let Some(label) = said.iter().find(is_label).filter(|_| is_unknown) {
        return Milestone { name: label.name.clone(), ..Milestone::default() };
    }
    // `[v0.7.0 roadmap]: …` is about a milestone that was put off, if the focus is on the one of the frontmatter.
    let is_focused = evidence.label(Topic::Focus).and_then(opening).is_some_and(|(focus, _)| focus == own);
    let is_better = |it: &&Milestone<'_>| {
        if is_focused && it.from == Origin::Heading {
            return false;
        }
        let version = it.version.as_deref();
        version.is_some_and(|other| is_unknown && it.from == LABEL || is_later_version(other, own))
    };
    let latest = said.iter().filter(is_better).reduce(|best, other| {
        let is_later = best.version.as_deref().zip(other.version.as_deref());
        if is_later.is_some_and(|(best, other)| is_later_version(other, best)) { other } else { best }
    });
    let latest = latest.unwrap_or(&front);
    let version = latest.version.clone().unwrap_or_default();
    let is_same = |it: &Milestone<'_>| {
        it.version.as_deref().is_some_and(|other| name::bare(other) == name::bare(&version))
    };
    let own_name = front.name.clone().filter(|_| is_same(&front));
    let name = own_name.or_else(|| said.iter().filter(|it| is_same(it)).find_map(|it| it.name.clone()));
    Milestone { version: Some(version), name, from: latest.from }
}

/// Returns the milestone of the frontmatter.
pub(super) fn in_front<'a>(evidence: &Evidence<'a>) -> Milestone<'a> {
    let front = &evidence.front;
    // Between two milestones there is none, and what is written as its name is a remark.
    let is_between = |text: &str| name::strip_ignoring_case(text, "between").is_some();
    let is_gap = front.milestone.as_deref().is_none_or(is_between);
    let is_news = |name: &Cow<'_, str>| {
        let lower = name.to_lowercase();
        is_gap && ["milestone", "next", "archived", "shipped"].iter().any(|word| lower.contains(word))
    };
    let is_bracketed = |name: &Cow<'_, str>| name.starts_with('(') && name.ends_with(')');
    let version = front.milestone.clone().filter(|_| !is_gap).and_then(name::name);
    // `(in progress)` is not a name, and `Phase 1: Basics` is that of a phase.
    let is_phase = |name: &Cow<'_, str>| {
        Phase::of(name).is_some() && name::strip_ignoring_case(name, "phase ").is_some()
    };
    // GSD cuts a name out of a heading: `Active)`.
    let is_part = |name: &Cow<'_, str>| name.matches(')').count() > name.matches('(').count();
    let is_state =
        |name: &Cow<'_, str>| is_usual_status(name) && (name.starts_with('(') || !name.contains(' '));
    // It once took the headings `v1.2 Phases` and `v1.2 Progress` apart.
    let is_heading =
        |name: &Cow<'_, str>| ["phases", "progress"].iter().any(|it| name.eq_ignore_ascii_case(it));
    let is_remark = |name: &Cow<'_, str>| {
        is_part(name)
            || is_state(name)
            || is_phase(name)
            || is_heading(name)
            || is_news(name)
            || is_bracketed(name)
    };
    let written = front.milestone_name.clone().filter(|name| !is_prose(name)).map(without_state);
    let called = written.and_then(name::name).filter(|name| !is_remark(name));
    let called = called.map(|name| match name::strip_ignoring_case(&name, "milestone: ") {
        Some(rest) => Cow::Owned(rest.to_owned()),
        None => name,
    });
    let called = called.and_then(|name| name::without_repeat(version.as_deref().unwrap_or_default(), name));
    Milestone { version, name: called, from: FRONT }
}

/// Removes a state in capitals from a name, with the phases before it: `Search (Phase 17) — IN PROGRESS`.
fn without_state(name: Cow<'_, str>) -> Cow<'_, str> {
    let Some((before, state)) = name.rsplit_once(" — ") else { return name };
    if state.starts_with(char::is_lowercase) || !is_usual_status(state) {
        return name;
    }
    let phases = before.rsplit_once(" (Phase").filter(|(_, rest)| rest.ends_with(')'));
    Cow::Owned(phases.map_or(before, |(before, _)| before).to_owned())
}

/// Returns whether a name is a part of the roadmap's prose: it has a verb or a label, or ends where more must follow.
fn is_prose(name: &str) -> bool {
    // `**Goal:** Let passengers book a seat`.
    let bare = name.trim_start_matches(['*', '_', ' ']);
    let is_label =
        name.starts_with("**") && name.contains(":**") || name::strip_ignoring_case(bare, "goal:").is_some();
    let is_open = name.trim_end_matches(['*', '_', ' ']).ends_with([':', '→', ',', ';']);
    is_open || is_label || is_sentence(name)
}

/// Returns the milestones that the body names, the one with its own label first.
fn in_body(evidence: &Evidence<'_>) -> [Milestone<'static>; 8] {
    let only = |version: Option<&str>, from: Origin| Milestone {
        version: version.map(|it| Cow::Owned(it.to_owned())),
        name: None,
        from,
    };
    // `v1.1 Search — Phase 7`, `Phase 7 — Index (v1.1 Search)`.
    let focus = evidence.label(Topic::Focus);
    let is_phase = |focus: &&str| {
        name::strip_ignoring_case(focus.trim_start_matches(['*', '_', ' ']), "phase ").is_some()
    };
    let inside = || {
        focus
            .filter(is_phase)?
            .split_once("(v")
            .and_then(|(before, _)| focus?.get(before.len().saturating_add(1)..))
    };
    let inside = || inside().and_then(|inside| inside.split(')').next()).and_then(opening);
    // `Defining and planning v1.3 Search`.
    let planned = || {
        let words = focus?.split(' ').skip_while(|word| PLANNING.contains(&word.to_lowercase().as_str()));
        let version = words.into_iter().next().filter(|word| kind::is_version(word))?;
        let (before, _) = focus?.split_once(version)?;
        opening(focus?.get(before.len()..)?)
    };
    let focus = focus.and_then(opening).or_else(inside).or_else(planned);
    let focus = focus.map(|(version, rest)| Milestone {
        name: focus_name(rest),
        ..only(Some(version), Origin::Label(Topic::Focus))
    });
    // `2 of 4 in v4.0`, `v5.0 complete`.
    let line = evidence.label(Topic::Phase);
    let named = || only_version(line?).filter(|_| line.and_then(Phase::of).is_none());
    let place =
        || line?.split_once(" in v").and_then(|(before, _)| line?.get(before.len().saturating_add(4)..));
    let line = line.and_then(opening).or_else(|| place().and_then(opening)).map(|(version, _)| version);
    let line = line.or_else(named);
    // `Progress (v2.0 milestone): 22%`, `22% (v2.0)`.
    let titled = evidence.body.milestones.iter().filter(|line| line.contains(" Progress:")).copied();
    // They may be in any order.
    let titled = titled.reduce(|best, other| {
        let is_later = only_version(best).zip(only_version(other));
        if is_later.is_some_and(|(best, other)| is_later_version(best, other)) { best } else { other }
    });
    let progress = titled.or_else(|| evidence.label(Topic::Progress));
    // `69% (v1.0 complete, Phase 12 complete)` is of a later one, and so is `78% (7 of 9 phases, including v1.0)`.
    let is_later =
        |raw: &str| Status::over(raw).is_some() || raw.contains("including v") || raw.contains(" - SHIPPED");
    let parts = || progress.filter(|raw| raw.contains('|')).and_then(open_version);
    let progress = progress.filter(|raw| !is_later(raw)).and_then(only_version).or_else(parts);
    // `v1.1 roadmap created`, `Milestone v1.1 started`.
    let begun = evidence.body.value(Topic::Activity).filter(|_| evidence.has_just_begun());
    // `Roadmap created from PRD v2.0`.
    let begun = begun.filter(|raw| !raw.contains(" PRD v")).and_then(only_version);
    // `Status: v1.4 Search milestone complete`.
    let over = evidence.label(Topic::Status).filter(|raw| Status::over(raw).is_some());
    let name =
        over.and_then(opening).and_then(|(_, rest)| rest.split_once(" milestone ")).map(|(name, _)| name);
    let over = Milestone {
        name: name.and_then(focus_name),
        ..only(over.and_then(only_version), Origin::Label(Topic::Status))
    };
    // `Completed 09-04-PLAN.md — v2.0 milestone archived`.
    let stopped = evidence.stopped().filter(|_| evidence.is_session_last());
    let closed = stopped.filter(|(raw, _)| Status::over(raw).is_some());
    let closed = closed.and_then(|(raw, from)| Some(only(Some(only_version(raw)?), from)));
    [
        evidence.label(Topic::Milestone).map(labelled).unwrap_or_default(),
        focus.unwrap_or_default(),
        only(line, Origin::Label(Topic::Phase)),
        only(begun, Origin::Label(Topic::Activity)),
        only(progress, Origin::Label(Topic::Progress)),
        closed.unwrap_or_default(),
        over,
        only(evidence.body.version, Origin::Heading),
    ]
}

/// Returns the version of the last part that is not all done: `100% v1.0 | 20% v1.1`.
fn open_version(progress: &str) -> Option<&str> {
    let parts = || progress.split('|').filter(|part| part.contains('%') && only_version(part).is_some());
    let is_several = parts().nth(1).is_some();
    parts().filter(|part| is_several && !part.contains("100%")).filter_map(only_version).next_back()
}

/// Returns the name of the milestone after its version in the focus, which may be any sentence.
pub(super) fn focus_name(rest: &str) -> Option<Cow<'static, str>> {
    let piece = Pieces::of(rest).find(|piece| piece.contains(char::is_alphabetic))?;
    let piece = piece.split(": ").next()?.split(", Phase ").next()?;
    let is_title = !piece.starts_with(char::is_lowercase) && !piece.contains(". ");
    let is_other = ["phase", "milestone"].iter().any(|word| name::strip_ignoring_case(piece, word).is_some());
    let is_next = piece.split(' ').any(|word| word.eq_ignore_ascii_case("milestone"));
    if !is_title || is_other || is_next {
        return None;
    }
    named(piece)
}

/// Returns whether the focus says that the milestone is done: `v1.2 Search — COMPLETE`.
pub(super) fn is_over_in_focus(evidence: &Evidence<'_>) -> bool {
    let Some((version, rest)) = evidence.label(Topic::Focus).and_then(opening) else { return false };
    let is_own = || milestone(evidence).version.is_some_and(|own| name::bare(&own) == name::bare(version));
    let mut pieces = Pieces::of(rest).map(|piece| divided(piece, ""));
    let (name, status) = pieces.next().unwrap_or_default();
    // `v1.2 Search (Phase 5) — COMPLETE` may be about the phase.
    let is_named = name.as_deref().is_some_and(|name| name::strip_ignoring_case(name, "phase ").is_none());
    let status = status.or_else(|| pieces.next().filter(|(name, _)| name.is_none())?.1);
    is_named && status.as_deref().is_some_and(is_done) && is_own()
}

/// Returns whether words say that something is done.
pub(super) fn is_done(words: &str) -> bool {
    let status = Status::of(words, None);
    status.is_some_and(|status| matches!(status.kind, StatusKind::Done | StatusKind::Over))
}

/// Reads the body's milestone: a version, a name and maybe a state.
///
/// milestone = [`Milestone `] [version] [dash] name *(dash state / `(` state `)`)
fn labelled(value: &str) -> Milestone<'static> {
    let value = name::without_markdown(value.into());
    // `Current milestone: Phase 4 in progress`.
    if name::strip_ignoring_case(&value, "phase ").is_some() && Phase::of(&value).is_some() {
        return Milestone::default();
    }
    let value = ["milestone ", "name: ", "version: "]
        .iter()
        .fold(value.as_ref(), |value, label| name::strip_ignoring_case(value, label).unwrap_or(value));
    // `Milestone 1: Search` has a number, and no version.
    let is_count = |(count, _): &(&str, &str)| count.bytes().all(|byte| byte.is_ascii_digit());
    let value = value.split_once(": ").filter(is_count).map_or(value, |(_, name)| name);
    let end = value.find(text::is_blank).unwrap_or(value.len());
    let (first, rest) = value.split_at_checked(end).unwrap_or((value, ""));
    let first = first.trim_end_matches([':', ',', ';']);
    let (version, rest) =
        if is_version(first) { (Some(first.to_owned().into()), rest) } else { (None, value) };
    // `Current Milestone: gsd/phase-03-game-flow` is a branch.
    if value.contains('/') && !value.contains(' ') {
        return Milestone::default();
    }
    // Below a heading there may be prose: `Planning is complete. The next step is phase 1.`
    let sentence = value.split_once(". ").map(|(first, _)| first).or_else(|| value.strip_suffix('.'));
    let is_prose = |first: &str| ![" (", " — ", " – ", ": "].iter().any(|joint| first.contains(joint));
    if version.is_none() && sentence.is_some_and(is_prose) {
        return Milestone::default();
    }
    let is_piece = |piece: &&str| piece.contains(char::is_alphabetic);
    let piece = Pieces::of(rest).find(is_piece).unwrap_or_default();
    Milestone { version, name: named(piece), from: LABEL }
}

/// Returns the name in a piece of a sentence, without a state after it.
fn named(piece: &str) -> Option<Cow<'static, str>> {
    let (name, _) = divided(piece, "");
    // `v1.0 완료` has no name, but `Onboarding` is one.
    let is_state = |name: &str| {
        let is_word = name.ends_with("ing") && !name.contains(' ') && !is_usual_status(name);
        kind::decides(&name.to_lowercase()) && !is_word
    };
    // `v2.2: 5 plans complete`.
    let is_count = |name: &str| {
        let count = name.split_once(' ').filter(|(_, what)| matches!(*what, "plans" | "phases"));
        count.is_some_and(|(count, _)| count.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let name = name.filter(|name| name.len() <= LONGEST && !is_state(name) && !is_count(name));
    name.and_then(name::name).map(|name| Cow::Owned(name.into_owned()))
}
