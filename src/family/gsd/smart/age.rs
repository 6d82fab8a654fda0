//! When the state was last touched.

use super::{
    evidence::{Evidence, Origin},
    label::Topic,
    moment::{Moment, moment},
};

/// The label of an activity, which the last session may have written a second time.
const ACTIVITY: &str = "\nLast activity:";

/// Returns when the state was last touched and where that is said: the latest of the times that the file names.
pub(super) fn touched(evidence: &Evidence<'_>) -> Option<(i64, Origin)> {
    let front = &evidence.front;
    let times = [
        (front.last_updated.as_deref(), Origin::Field("last_updated")),
        (front.last_activity.as_deref(), Origin::Field("last_activity")),
        (evidence.label(Topic::Activity), Origin::Label(Topic::Activity)),
        (evidence.label(Topic::Updated), Origin::Label(Topic::Updated)),
    ];
    let moments = times.into_iter().filter_map(|(text, from)| Some((moment(text?)?, from)));
    // The first of those that are equal: it is the most exact.
    let latest = moments.reduce(|best, other| if other.0.begins > best.0.begins { other } else { best });
    let latest = latest_note(evidence, latest);
    // Work may have gone on after a session of the same day.
    let session = evidence.label(Topic::Session).and_then(moment);
    let is_newer =
        |session: &Moment| latest.is_none_or(|(it, _)| session.begins > it.begins && session.ends > it.ends);
    let session = session.filter(is_newer).map(|session| (session, Origin::Label(Topic::Session)));
    session.or(latest).map(|(moment, from)| (moment.ends, from))
}

/// Returns the latest of `latest` and the activities of all sections.
fn latest_note(evidence: &Evidence<'_>, latest: Option<(Moment, Origin)>) -> Option<(Moment, Origin)> {
    let notes = evidence.content.match_indices(ACTIVITY).filter_map(|(at, label)| {
        let note = evidence.content.get(at.saturating_add(label.len())..)?.lines().next()?;
        Some((moment(note)?, Origin::Label(Topic::Activity)))
    });
    latest
        .into_iter()
        .chain(notes)
        .reduce(|best, other| if other.0.begins > best.0.begins { other } else { best })
}
