//! Reads the times in state files, and writes times and durations for people.

/// The seconds of a day.
pub const DAY: i64 = 86_400;

/// Returns the seconds since 1970 of an RFC 3339 time, or `None` if it is not one.
///
/// time = date (`T` / `t` / blank) clock [`.` 1*digit] [`Z` / `z` / ((`+` / `-`) 2digit `:` 2digit)]
///
/// A time without a zone, as Python writes it, is read as UTC.
pub fn seconds(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let number = |from: usize, count: usize| -> Option<i64> {
        let digits = text.get(from..from.checked_add(count)?)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let punctuated = [(4, b"-".as_slice()), (7, b"-"), (10, b"Tt "), (13, b":"), (16, b":")];
    if !punctuated.iter().all(|(at, any)| bytes.get(*at).is_some_and(|byte| any.contains(byte))) {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 2)?, number(8, 2)?);
    let (hour, minute, second) = (number(11, 2)?, number(14, 2)?, number(17, 2)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let rest = text.get(19..)?;
    let rest = rest
        .strip_prefix('.')
        .map_or(rest, |rest| rest.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    let clock = hour.checked_mul(3600)?.checked_add(minute.checked_mul(60)?)?.checked_add(second)?;
    days(year, month, day)?.checked_mul(DAY)?.checked_add(clock)?.checked_sub(offset(rest)?)
}

/// Returns the time at the end of a name, or `None` if it does not end with one.
///
/// name = *char `-` 8digit `-` 6digit
pub fn in_name(name: &str) -> Option<&str> {
    let is_time = |tail: &&str| {
        tail.bytes().enumerate().all(|(at, byte)| match at {
            0 | 9 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    };
    let start = name.len().checked_sub("-20260317-143022".len())?;
    name.get(start..).filter(is_time)
}

/// Writes a time in UTC, in the format of RFC 3339.
pub fn written(seconds: i64) -> String {
    let (day, clock) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    // Years are counted from March, in cycles of 400 years, so that leap days come last.
    let day = day.saturating_add(719_468);
    let (cycle, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let leaps = (day / 1460).saturating_sub(day / 36_524).saturating_add(day / 146_096);
    let year = day.saturating_sub(leaps) / 365;
    let before = year.saturating_mul(365).saturating_add(year / 4).saturating_sub(year / 100);
    let day = day.saturating_sub(before);
    let shifted = day.saturating_mul(5).saturating_add(2) / 153;
    let day = day.saturating_sub(shifted.saturating_mul(153).saturating_add(2) / 5).saturating_add(1);
    let month = if shifted < 10 { shifted.saturating_add(3) } else { shifted.saturating_sub(9) };
    let year = cycle.saturating_mul(400).saturating_add(year).saturating_add(i64::from(month <= 2));
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Writes a duration for people: `45s`, `34m`, `1h2m`, `2h`, `3d`. A negative one is written as `0s`.
pub fn span(seconds: i64) -> String {
    let seconds = seconds.max(0);
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / DAY);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds}s"),
        (0, 0, minutes) => format!("{minutes}m"),
        (0, hours, minutes) if minutes % 60 == 0 => format!("{hours}h"),
        (0, hours, minutes) => format!("{hours}h{}m", minutes % 60),
        (days, ..) => format!("{days}d"),
    }
}

/// Writes a time as people say it, seen from `now`: `12m ago`, `in 2h`, `2026-01-12, 3d ago`.
pub fn said(seconds: i64, now: i64) -> String {
    let past = now.saturating_sub(seconds);
    let relative =
        if past >= 0 { format!("{} ago", span(past)) } else { format!("in {}", span(past.saturating_neg())) };
    if past.saturating_abs() < DAY {
        return relative;
    }
    let date = written(seconds);
    format!("{}, {relative}", date.split('T').next().unwrap_or_default())
}

/// Replaces every RFC 3339 time in a text by what people say.
pub fn relative(text: &str, now: i64) -> String {
    if !text.contains('T') || !text.contains(':') {
        return text.to_owned();
    }
    let words: Vec<String> = text
        .split(' ')
        .map(|word| seconds(word).map_or_else(|| word.to_owned(), |seconds| said(seconds, now)))
        .collect();
    words.join(" ")
}

/// Returns how many seconds a zone is ahead of UTC.
fn offset(zone: &str) -> Option<i64> {
    if matches!(zone, "" | "Z" | "z") {
        return Some(0);
    }
    let (sign, rest) = match zone.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    if hours.len() != 2 || minutes.len() != 2 {
        return None;
    }
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?.checked_mul(sign)
}

/// Returns the days from 1970-01-01 to a date. It counts years from March, so that a leap day is the last
/// day of its year.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let (year, month) =
        if month > 2 { (year, month.checked_sub(3)?) } else { (year.checked_sub(1)?, month.checked_add(9)?) };
    let leap = year.div_euclid(4).checked_sub(year.div_euclid(100))?.checked_add(year.div_euclid(400))?;
    let in_year = month.checked_mul(153)?.checked_add(2)?.div_euclid(5).checked_add(day)?.checked_sub(1)?;
    year.checked_mul(365)?.checked_add(leap)?.checked_add(in_year)?.checked_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_it_is_read() {
        for text in [
            "1970-01-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "2024-02-29T12:34:56Z",
            "2000-03-01T00:00:00Z",
            "2100-02-28T23:59:59Z",
            "2026-12-31T23:59:59Z",
            "0001-01-01T00:00:00Z",
        ] {
            assert_eq!(seconds(text).map(written).as_deref(), Some(text));
        }
        assert_eq!(written(i64::MAX).len(), 28);
    }

    #[test]
    fn times_are_read_in_every_zone() {
        for (text, wanted) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2026-01-15T12:34:08Z", Some(1_768_480_448)),
            ("2026-01-15T13:34:08.123456+01:00", Some(1_768_480_448)),
            ("2024-02-29 23:59:59-00:30", Some(1_709_252_999)),
            ("1969-12-31T23:59:59Z", Some(-1)),
            ("2026-13-01T00:00:00Z", None),
            ("2026-01-15T12:34:08", Some(1_768_480_448)),
            ("2026-01-15", None),
            ("ISO timestamp", None),
        ] {
            assert_eq!(seconds(text), wanted, "{text}");
        }
    }

    #[test]
    fn a_time_is_told_as_people_say_it() {
        let now = seconds("2026-01-15T12:34:08Z").unwrap();
        for (text, expected) in [
            ("2026-01-15T12:22:08Z", "12m ago"),
            ("2026-01-15T12:34:08+00:00", "0s ago"),
            ("2026-01-15T14:34:08Z", "in 2h"),
            ("2026-01-12T12:34:08.5Z", "2026-01-12, 3d ago"),
            ("2026-01-20T12:34:08Z", "2026-01-20, in 5d"),
            ("instructions ok · poll due 2026-01-15T12:44:08Z", "instructions ok · poll due in 10m"),
            ("2026-01-15", "2026-01-15"),
            ("Task: 2026-13-99T12:22:08Z", "Task: 2026-13-99T12:22:08Z"),
        ] {
            assert_eq!(relative(text, now), expected, "{text}");
        }
    }

    #[test]
    fn a_duration_is_written_in_its_largest_units() {
        for (seconds, wanted) in [
            (-5, "0s"),
            (0, "0s"),
            (45, "45s"),
            (60, "1m"),
            (2040, "34m"),
            (3599, "59m"),
            (3600, "1h"),
            (3720, "1h2m"),
            (7259, "2h"),
            (86_399, "23h59m"),
            (86_400, "1d"),
            (299_999, "3d"),
        ] {
            assert_eq!(span(seconds), wanted, "{seconds}");
        }
    }
}
