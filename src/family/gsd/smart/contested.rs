//! Milestones that the rest of the file speaks against.

use super::{
    evidence::{Evidence, Origin},
    first::versions,
    kind::{self, StatusKind},
    label::Topic,
    milestone::{FRONT, Milestone, UNKNOWN, is_done, milestone},
    name::bare,
    number::{BACKLOG, whole},
    piece::divided,
    pieces::Pieces,
    read::split,
    session::completed,
    status::Status,
    version::{is_later_version, is_later_work, opening},
};

impl Milestone<'_> {
    /// Drops the version that GSD writes if it knows none, if a status names another one, and a milestone that is over
    /// while work goes on: `v2.0 shipped`.
    pub(super) fn give_way(&mut self, evidence: &Evidence<'_>, status: &Status) {
        let is_unknown = self.name.is_none() && self.version.as_deref() == Some(UNKNOWN);
        let is_other = |word: &str| kind::is_version(word) && word != UNKNOWN;
        let is_over = || {
            let (version, rest) = evidence.label(Topic::Focus).and_then(opening)?;
            let (name, status) = divided(Pieces::of(rest).next()?, "");
            let is_own = self.version.as_deref().is_some_and(|own| bare(own) == bare(version));
            Some(is_own && name.is_none() && status.is_some_and(|status| is_done(&status)))
        };
        let is_past = matches!(self.from, FRONT | Origin::Label(Topic::Focus))
            && status.kind.is_active()
            && is_over().unwrap_or_default();
        // GSD may keep the first version for ever: `See: MILESTONES.md (v1.0 shipped 2026-04-11)`.
        let is_shipped = |version: &str| {
            let said = [format!("{version} shipped"), format!("{version} SHIPPED")];
            said.iter().any(|said| evidence.content.contains(said)) || is_previous(evidence, version)
        };
        let is_old = || {
            let is_open = self.name.is_none() && self.from == FRONT && status.kind != StatusKind::Over;
            is_open && self.version.as_deref().is_some_and(is_shipped)
        };
        // The notes may plan ahead, and a status may be about the milestone before the one that they begin with.
        let own = self.version.as_deref().unwrap_or_default();
        let is_heading = || evidence.content.lines().any(|line| line.starts_with('#') && line.contains(own));
        let is_known = evidence.front.milestone.as_deref().is_some_and(|front| front != UNKNOWN);
        let is_known = is_known && !is_heading();
        let is_doubtful = (status.kind == StatusKind::Over || is_known)
            && self.from == Origin::Heading
            && self.is_past_front(evidence);
        // `milestone: v1.1` next to `status: v1.0 milestone complete`.
        let front = evidence.front.status.as_deref().and_then(Status::over);
        let over = front.as_ref().filter(|_| status.kind == StatusKind::Over);
        let version =
            |over: &Status| over.words.split(' ').find(|word| kind::is_version(word)).map(str::to_owned);
        // `Milestone: v2.0` next to `Status: Milestone complete` and `Stopped at: v1.4 milestone complete`.
        let is_unsaid = status.kind == StatusKind::Over && version(status).is_none();
        let ended = || {
            let (raw, _) =
                evidence.stopped().filter(|_| is_unsaid && !evidence.front.progress.is_all_done())?;
            version(&Status::over(raw)?)
        };
        let said = over.and_then(version).or_else(ended);
        if let Some(before) = said.filter(|said| self.is_after(said)) {
            *self = Self { version: Some(before.into()), name: None, from: self.from };
            return;
        }
        // The file shows work on a later one, whose version may be any of several.
        let is_disputed =
            is_unknown && matches!(self.from, FRONT | Origin::Heading) && has_later_work(evidence, UNKNOWN);
        let is_beyond = is_unknown && self.from == FRONT && is_beyond_first(evidence);
        let is_said = is_unknown && status.words.split(' ').any(is_other);
        // `By Phase (v1.0):` above `v1.1 created: 3 phases`: a heading alone may be one of an earlier milestone.
        let is_followed = self.from == Origin::Heading
            && evidence.front.milestone.is_none()
            && evidence.content.lines().any(|line| is_about_later(line, own));
        // `Defining requirements for milestone v1.2`, below a focus on v1.1.
        let later =
            status.words.split(' ').find(|word| kind::is_version(word) && is_later_version(word, own));
        if let Some(later) = later.filter(|_| status.kind.is_active()) {
            *self = Self { version: Some(later.to_owned().into()), name: None, from: self.from };
            return;
        }
        if is_past || is_old() || is_doubtful || is_disputed || is_followed || is_said || is_beyond {
            *self = Self::default();
        }
    }
}

/// Returns whether a version is below a heading of the milestone before: `## Previous Milestone`.
fn is_previous(evidence: &Evidence<'_>, version: &str) -> bool {
    let section = evidence.content.split("\n## Previous Milestone").nth(1);
    let heading = section.map(|section| section.split("\n#").next().unwrap_or_default());
    heading.is_some_and(|section| section.lines().take(4).any(|line| line.contains(version)))
}

/// Returns whether the last phase on record has a number far beyond the phases that are counted, which begin at 1 in a
/// first milestone.
fn is_beyond_first(evidence: &Evidence<'_>) -> bool {
    let stopped = evidence.stopped().and_then(|(raw, _)| completed(raw)).and_then(|(phase, _)| whole(&phase));
    let recorded = evidence.last_record().and_then(|(phase, _)| whole(phase));
    let total = evidence.front.progress.total_phases.filter(|total| *total > 0);
    let is_far =
        |number: u64| total.is_some_and(|total| (total.saturating_mul(2)..BACKLOG).contains(&number));
    stopped.is_some_and(is_far) && recorded.is_some_and(is_far)
}

/// Returns whether the body shows work on a later milestone than this one.
fn has_later_work(evidence: &Evidence<'_>, own: &str) -> bool {
    let (_, body) = split(evidence.content).unwrap_or(("", evidence.content));
    body.lines().any(|line| is_later_work(line, own))
}

/// Returns whether a line is about the phases of a later milestone than this one, or says that it was begun.
fn is_about_later(line: &str, own: &str) -> bool {
    (line.contains("hase") || line.contains("created") || line.contains("started"))
        && versions(line).any(|version| is_later_version(version, own))
}

/// Returns whether a status is about an earlier milestone: `v2.2 shipped` is old where the milestone is v3.0.
pub(super) fn is_of_earlier(status: &Status, evidence: &Evidence<'_>) -> bool {
    let said = status.words.split(' ').find(|word| kind::is_version(word));
    said.is_some_and(|said| milestone(evidence).is_after(said)) || is_of_fewer(status, evidence)
}

/// Returns whether a status counts fewer phases than there are now, some of which are open: `all 33 phases complete`.
pub(super) fn is_of_fewer(status: &Status, evidence: &Evidence<'_>) -> bool {
    let progress = &evidence.front.progress;
    let rest = status.words.strip_prefix("all ");
    let said =
        rest.and_then(|rest| rest.split_once(" phases")).and_then(|(count, _)| count.parse::<u64>().ok());
    let is_fewer = said.zip(progress.total_phases).is_some_and(|(said, all)| said < all);
    is_fewer && progress.completed_phases < progress.total_phases
}

/// Returns whether the body is about an earlier milestone than the frontmatter, which counts open work.
pub(super) fn is_body_of_earlier(evidence: &Evidence<'_>) -> bool {
    let version = evidence.label(Topic::Milestone).and_then(opening).map(|(version, _)| version);
    let front = evidence.front.milestone.as_deref().zip(version);
    front.is_some_and(|(front, body)| is_later_version(front, body)) && evidence.front.progress.is_open()
}
