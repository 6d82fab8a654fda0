//! How long a plan is shown: a plan never says that it is over, so its age decides.

use super::{Activity, Work};
use crate::text::time;

/// How many seconds a plan may be untouched until each of these happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ages {
    /// A finished plan is hidden.
    pub done: i64,
    /// An open plan shows its age.
    pub age: i64,
    /// An open plan is hidden.
    pub hide: i64,
}

impl Default for Ages {
    fn default() -> Self {
        Self {
            done: time::DAY.saturating_mul(3),
            age: time::DAY.saturating_mul(14),
            hide: time::DAY.saturating_mul(30),
        }
    }
}

/// Why a plan is hidden, with its age in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// It is finished, and has been for a while.
    Finished(i64),
    /// It is open, but has not been touched for a long time.
    Untouched(i64),
}

impl Ages {
    /// Returns why a state is hidden, if it is.
    pub fn hidden(&self, work: Work, touched: i64, now: i64) -> Option<Hidden> {
        let age = now.saturating_sub(touched);
        match work {
            Work::Finished if age >= self.done => Some(Hidden::Finished(age)),
            Work::Open if age >= self.hide => Some(Hidden::Untouched(age)),
            _ => None,
        }
    }

    /// Returns the age of an open plan, if it is worth a word: `14d old`.
    pub fn shown(&self, work: Work, activity: Activity, now: i64) -> Option<String> {
        let age = now.saturating_sub(activity.touched);
        (work == Work::Open && age >= self.age).then(|| format!("{} old", time::span(age)))
    }
}

impl Hidden {
    /// Says why, for people.
    pub fn why(self) -> String {
        match self {
            Self::Finished(age) => format!("finished, and untouched for {}", time::span(age)),
            Self::Untouched(age) => format!("untouched for {}", time::span(age)),
        }
    }

    /// Returns the setting that decides.
    pub const fn setting(self) -> &'static str {
        match self {
            Self::Finished(_) => "plans.done_days",
            Self::Untouched(_) => "plans.hide_days",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_plan_is_hidden_sooner_than_an_open_one_and_a_run_never() {
        let ages = Ages::default();
        let hidden = |work, days: i64| ages.hidden(work, 0, days * time::DAY);
        assert_eq!(
            [2, 3].map(|days| hidden(Work::Finished, days)),
            [None, Some(Hidden::Finished(3 * time::DAY))]
        );
        assert_eq!(
            [29, 30].map(|days| hidden(Work::Open, days)),
            [None, Some(Hidden::Untouched(30 * time::DAY))]
        );
        assert_eq!([Work::InFlight, Work::Over].map(|work| hidden(work, 1000)), [None, None]);
        assert_eq!(ages.hidden(Work::Finished, i64::MAX, i64::MIN), None, "a file from the future");
    }

    #[test]
    fn only_an_open_plan_shows_its_age() {
        let ages = Ages::default();
        let shown = |work, days: i64| {
            let activity = Activity { in_flight: true, touched: 0 };
            ages.shown(work, activity, days * time::DAY)
        };
        assert_eq!([13, 14].map(|days| shown(Work::Open, days)), [None, Some("14d old".to_owned())]);
        assert_eq!(
            [Work::InFlight, Work::Over, Work::Finished].map(|work| shown(work, 20)),
            [None, None, None]
        );
    }
}
