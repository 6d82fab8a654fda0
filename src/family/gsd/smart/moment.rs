//! The times that a file names.

use crate::text::time;

/// How many seconds apart two times may be that one command wrote.
const SAME: u64 = 120;

/// A time that the file names.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Its start, to compare with others: a date without a time is the start of that day.
    pub(super) begins: i64,
    /// Its end: the same, or the end of that day.
    pub(super) ends: i64,
}

/// Returns whether one command wrote two times: both are exact, and they are close to each other.
pub(super) fn is_same_moment(one: &str, other: &str) -> bool {
    let exact = |text| moment(text).filter(|moment| moment.begins == moment.ends);
    let is_near = |(one, other): (Moment, Moment)| one.begins.abs_diff(other.begins) <= SAME;
    exact(one).zip(exact(other)).is_some_and(is_near)
}

/// Returns the time at the start of a string.
pub(super) fn moment(text: &str) -> Option<Moment> {
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
