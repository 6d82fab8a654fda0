//! Parts of the line that several families share: progress, age, a status in words.

use std::borrow::Cow;

use crate::{
    line::{Join, Line, Rank},
    text::time,
};

/// How long a state may be untouched before its age is worth a word.
const FRESH: i64 = time::DAY;

/// A count: how many are done of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many are done.
    pub done: usize,
    /// How many there are.
    pub total: usize,
}

impl Count {
    /// Returns the percentage, rounded down.
    pub fn percent(self) -> u8 {
        let percent = self.done.saturating_mul(100).checked_div(self.total).unwrap_or_default();
        u8::try_from(percent.min(100)).unwrap_or(100)
    }

    /// Returns the percentage to show; 100 for work that is over, whatever was counted.
    pub fn shown(self, is_over: bool) -> Option<u8> {
        (self.total > 0).then(|| if is_over { 100 } else { self.percent() })
    }

    /// Returns `2/5`, or an empty string if there is nothing to count.
    pub fn fraction(self) -> Cow<'static, str> {
        if self.total == 0 { "".into() } else { format!("{}/{}", self.done, self.total).into() }
    }
}

/// Returns the age of something unchanged for over a day: `3d old`.
pub fn age(updated: i64, now: i64) -> Option<String> {
    let age = now.saturating_sub(updated);
    (age > FRESH).then(|| format!("{} old", time::span(age)))
}

/// Adds that a state could not be read, and how old it is: ` · unreadable · 3m old`.
pub fn push_unreadable(line: &mut Line<'_>, modified: i64, now: i64) {
    line.push(Join::Dot, Rank::Active, "unreadable");
    let age = now.saturating_sub(modified);
    // A file from the future has no age.
    if age >= 0 {
        line.push_amount(Join::Dot, Rank::Detail, format!("{} old", time::span(age)));
    }
}

/// Returns an identifier as words: `waiting_for_user` is `waiting for user`.
pub fn words(status: &str) -> Cow<'_, str> {
    if status.contains(['_', '-']) { status.replace(['_', '-'], " ").into() } else { status.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_to_count_has_no_bar_and_no_fraction() {
        let nothing = Count::default();
        assert_eq!((nothing.shown(false), nothing.shown(true), nothing.fraction()), (None, None, "".into()));
    }

    #[test]
    fn a_percentage_is_rounded_down_and_never_past_a_hundred() {
        let percents = [(0, 7), (2, 7), (6, 7), (7, 7), (9, 7), (usize::MAX, 1), (1, usize::MAX)]
            .map(|(done, total)| Count { done, total }.percent());
        assert_eq!(percents, [0, 28, 85, 100, 100, 100, 0]);
    }

    #[test]
    fn an_age_is_shown_only_after_a_day() {
        let ages = [-5, 0, 86_400, 86_401, i64::MAX].map(|age_in_seconds| age(0, age_in_seconds));
        assert_eq!(
            ages,
            [None, None, None, Some("1d old".to_owned()), Some("106751991167300d old".to_owned())]
        );
    }
}
