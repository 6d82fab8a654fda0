//! The limits of a workflow and what it has used: iterations, money, time.

use std::borrow::Cow;

use crate::{
    text::json::{self, Reader},
    text::time,
};

/// The percentage of a limit from which the line warns.
const NEAR: f64 = 90.0;

/// The contents of `safety_bounds`.
#[derive(Debug, Default)]
pub struct Bounds<'a> {
    /// The most iterations for one task.
    pub max_iterations: Option<f64>,
    /// The cost so far.
    pub cost: Option<Amount<'a>>,
    /// The most that it may cost.
    pub max_cost: Option<Amount<'a>>,
    /// The time so far.
    pub elapsed: Option<Amount<'a>>,
    /// The most time that it may take.
    pub max_time: Option<Amount<'a>>,
}

/// An amount of money or time.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount<'a> {
    /// The text to show.
    pub shown: Cow<'a, str>,
    /// The amount in dollars or seconds, if it is known.
    pub value: Option<f64>,
}

impl<'a> Bounds<'a> {
    /// Reads the object at the reader's position.
    pub fn read(value: &mut Reader<'a>) -> Self {
        let mut bounds = Self::default();
        let mut max_hours = None;
        value.object(|key, value| match key {
            "max_iterations_per_task" => bounds.max_iterations = integer(value),
            "max_cost" => bounds.max_cost = value.text().map(Amount::money),
            "max_time" => bounds.max_time = value.text().map(Amount::time),
            "max_time_hours" => max_hours = value.number(),
            "cost_so_far" => bounds.cost = value.text().map(Amount::money),
            "elapsed_time" => bounds.elapsed = value.text().map(Amount::time),
            _ => value.skip(),
        });
        // A limit that is not an amount limits nothing.
        bounds.max_cost = bounds.max_cost.filter(Amount::is_positive);
        let in_hours = || max_hours.map(|hours| Amount::seconds(hours * 3600.0)).filter(Amount::is_positive);
        bounds.max_time = bounds.max_time.filter(Amount::is_positive).or_else(in_hours);
        bounds
    }

    /// Returns the cost and its limit: `$0.75/$10`.
    pub fn cost_of_limit(&self) -> Cow<'_, str> {
        of_limit(self.cost.as_ref(), self.max_cost.as_ref())
    }

    /// Returns the time and its limit: `34m/2h`.
    pub fn time_of_limit(&self) -> Cow<'_, str> {
        of_limit(self.elapsed.as_ref(), self.max_time.as_ref())
    }

    /// Returns a warning for each limit that is near: `⚠ cost 92%`.
    pub fn warnings(&self, iteration: Option<f64>) -> impl Iterator<Item = String> {
        self.used(iteration).filter_map(|(name, used, limit)| {
            let percent = percent(used, limit);
            (percent >= NEAR).then(|| format!("⚠ {name} {percent}%"))
        })
    }

    /// Returns what is used of each limit, and the limit.
    pub fn used(&self, iteration: Option<f64>) -> impl Iterator<Item = (&'static str, f64, f64)> {
        let value = |amount: &Option<Amount<'_>>| amount.as_ref().and_then(|amount| amount.value);
        let bounds = [
            ("iterations", iteration, self.max_iterations),
            ("cost", value(&self.cost), value(&self.max_cost)),
            ("time", value(&self.elapsed), value(&self.max_time)),
        ];
        bounds
            .into_iter()
            .filter_map(|(name, used, limit)| Some((name, used?, limit.filter(|limit| *limit > 0.0)?)))
    }
}

impl<'a> Amount<'a> {
    /// money = optional `$`, number, with or without `,` between the thousands
    pub fn money(text: Cow<'a, str>) -> Self {
        let digits = text.trim().trim_start_matches('$').trim_start();
        let Some(value) = json::number(&digits.replace(',', "")) else {
            return Self { shown: text, value: None };
        };
        // A computed sum may have sixteen decimals.
        let is_long = digits.split_once('.').is_some_and(|(_, decimals)| decimals.len() > 2);
        let shown = if is_long && value.abs() < 1e9 { format!("${value:.2}") } else { format!("${digits}") };
        Self { shown: shown.into(), value: Some(value) }
    }

    /// Parses a time, or keeps the text as it is.
    pub fn time(text: Cow<'a, str>) -> Self {
        match seconds(&text) {
            Some(seconds) => Self::seconds(seconds),
            None => Self { shown: text, value: None },
        }
    }

    fn seconds(seconds: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the cast saturates, and fractions of a second do not matter"
        )]
        let whole = seconds as i64;
        Self { shown: time::span(whole).into(), value: Some(seconds) }
    }

    fn is_positive(&self) -> bool {
        self.value.is_some_and(|value| value > 0.0)
    }
}

/// Returns the used percentage of a limit, rounded down.
fn percent(used: f64, limit: f64) -> f64 {
    // 6.30 of 7 must be 90 %, although neither number is exact in binary.
    (used / limit * 100.0 + 1e-9).floor().min(999.0)
}

fn of_limit<'s>(used: Option<&'s Amount<'_>>, limit: Option<&Amount<'_>>) -> Cow<'s, str> {
    match (used, limit) {
        (Some(used), Some(limit)) => format!("{}/{}", used.shown, limit.shown).into(),
        (Some(used), None) => used.shown.as_ref().into(),
        (None, _) => "".into(),
    }
}

/// Returns the seconds in a time such as `0h 34m 8s`, or `None` if it is not one.
///
/// time = 1*( number blanks unit [`,`] blanks ) / number of seconds
fn seconds(text: &str) -> Option<f64> {
    let mut rest = text.trim();
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let end = rest.find(|part: char| !part.is_ascii_digit() && part != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at_checked(end)?;
        let after = after.trim_start();
        let end = after.find(|part: char| !part.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at_checked(end)?;
        seconds += json::number(number)? * unit_seconds(unit)?;
        rest = after.trim_start_matches([',', ' ']);
    }
    (!text.trim().is_empty()).then_some(seconds)
}

fn unit_seconds(unit: &str) -> Option<f64> {
    match unit.to_ascii_lowercase().as_str() {
        "d" | "day" | "days" => Some(86_400.0),
        "h" | "hr" | "hrs" | "hour" | "hours" => Some(3600.0),
        "m" | "min" | "mins" | "minute" | "minutes" => Some(60.0),
        "s" | "sec" | "secs" | "second" | "seconds" | "" => Some(1.0),
        _ => None,
    }
}

/// Reads a count, without its fraction.
pub(super) fn integer(value: &mut Reader<'_>) -> Option<f64> {
    value.number().filter(|number| (0.0..1e9).contains(number)).map(f64::floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, wanted) in [
            ("0h 34m 8s", "34m"),
            ("2h", "2h"),
            ("90 min", "1h30m"),
            ("1.5h", "1h30m"),
            ("1h30m", "1h30m"),
            ("1 hour, 2 minutes", "1h2m"),
            ("1 day", "1d"),
            ("2048", "34m"),
            ("45.9s", "45s"),
            ("99999999999999999999999h", "106751991167300d"),
            // Shown unchanged.
            ("about an hour", "about an hour"),
            ("1h -2m", "1h -2m"),
            ("1 fortnight", "1 fortnight"),
            ("1.2.3h", "1.2.3h"),
        ] {
            assert_eq!(Amount::time(text.into()).shown, wanted, "{text}");
        }
    }

    #[test]
    fn money_is_shown_to_the_cent_with_its_sign() {
        for (text, wanted, value) in [
            ("$0.75", "$0.75", Some(0.75)),
            ("$10", "$10", Some(10.0)),
            ("10", "$10", Some(10.0)),
            ("$ 10.00", "$10.00", Some(10.0)),
            ("$1,250.50", "$1,250.50", Some(1250.5)),
            ("0.7500000000000001", "$0.75", Some(0.750_000_000_000_000_1)),
            ("1e1", "$1e1", Some(10.0)),
            ("1.2345e300", "$1.2345e300", Some(1.2345e300)),
            ("unlimited", "unlimited", None),
            ("", "", None),
        ] {
            assert_eq!(Amount::money(text.into()), Amount { shown: wanted.into(), value }, "{text}");
        }
    }

    #[test]
    fn a_bound_is_near_from_exactly_ninety_percent() {
        for (used, limit, wanted) in [
            (6.3, 7.0, 90.0),
            (0.09, 0.1, 90.0),
            (8.99, 10.0, 89.0),
            (10.0, 10.0, 100.0),
            (1e300, 1e-300, 999.0),
        ] {
            assert_eq!(percent(used, limit).to_string(), f64::to_string(&wanted), "{used} of {limit}");
        }
    }
}
