//! When the state was last touched.

use super::{
    evidence::{Evidence, Origin},
    label::Topic,
};
use crate::text::time;

/// How many seconds apart two times may be that one command wrote.
const SAME: u64 = 120;

/// A time that the file names.
#[derive(Clone, Copy, Debug)]
struct Moment {
    /// Its start, to compare with others: a date without a time is the start of that day.
    begins: i64,
    /// Its end: the same, or the end of that day.
    ends: i64,
}

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
    latest.map(|(moment, from)| (moment.ends, from))
}

/// Returns whether a time in the file is that of its last change, as far as it is exact.
pub(super) fn is_last_change(evidence: &Evidence<'_>, time: &str) -> bool {
    let change = evidence.front.last_updated.as_deref().and_then(moment);
    let is_near = |(time, change): (Moment, Moment)| {
        let is_exact = time.begins == time.ends && change.begins == change.ends;
        is_exact && time.begins.abs_diff(change.begins) <= SAME
    };
    moment(time).zip(change).is_some_and(is_near)
}

/// Returns the time at the start of a string.
fn moment(text: &str) -> Option<Moment> {
    let text = text.trim_matches(['*', '_', ' ', '`']);
    let exact = time::seconds(text).or_else(|| {
        let begin = text.split([',', ';']).next()?.split_whitespace().next()?;
        time::seconds(begin)
    });
    // Midnight to the second is a date that was written as a time.
    if let Some(exact) = exact.filter(|exact| exact % time::DAY != 0) {
        return Some(Moment { begins: exact, ends: exact });
    }
    let begins = time::seconds(&format!("{}T00:00:00Z", text.get(..10)?))?;
    Some(Moment { begins, ends: begins.checked_add(time::DAY)? })
}
