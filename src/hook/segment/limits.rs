//! How much of each rate limit is used, and when it is reset.

use std::borrow::Cow;

use super::{Segment, Session, rounded};
use crate::{
    line::{Join, Line, Rank, Tone},
    text::json::Reader,
    text::time,
};

pub(super) const SEGMENT: Segment = Segment {
    name: "limits",
    about: "the 5-hour and the 7-day limit, each with the time until it is reset",
    sample: "5h 42% (2h10m) · 7d 80% (3d)",
    push,
};

/// One limit.
#[derive(Default)]
struct Limit<'a> {
    name: Cow<'a, str>,
    /// The percentage that is used; it can be above 100.
    used: Option<f64>,
    /// The seconds until it is reset.
    left: Option<i64>,
}

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let limits = claude(session).or_else(|| antigravity(session)).unwrap_or_default();
    let [warn, critical] = session.config.limits;
    let mut join = Join::Bar;
    // A limit that has been reset since the host sent it is out of date.
    let is_current = |limit: &Limit<'_>| limit.left.is_none_or(|left| left > 0);
    for limit in limits.into_iter().filter(is_current) {
        let Some(used) = limit.used else { continue };
        let (tone, rank) = match used {
            used if used >= critical => (Tone::Red, Rank::Alert),
            used if used >= warn => (Tone::Yellow, Rank::Extra),
            _ => (Tone::Green, Rank::Extra),
        };
        line.push_amount_as(tone, join, rank, format!("{} {}%", limit.name, rounded(used)));
        let left = limit.left.map(|left| format!("({})", reset(session, left))).unwrap_or_default();
        line.push_amount_as(tone, Join::Word, Rank::Extra, left);
        join = Join::Dot;
    }
}

/// Writes when a limit is reset: in how long, or at what time.
fn reset(session: &Session<'_>, left: i64) -> String {
    let clock = session.config.shows_clock.then(|| session.system.clock(left)).flatten();
    clock.map_or_else(|| time::span(left), |clock| format!("until {clock}"))
}

/// Reads the limits that Claude Code sends, the shortest first.
fn claude<'s>(session: &'s Session<'s>) -> Option<Vec<Limit<'s>>> {
    const NAMES: [(&str, &str); 3] = [("five_hour", "5h"), ("seven_day", "7d"), ("spend_limit", "spend")];
    let now = session.system.now();
    let mut limits: [Limit<'_>; NAMES.len()] = Default::default();
    session.payload.extras.reader("rate_limits")?.object(|key, value| {
        let known = NAMES.iter().zip(&mut limits).find(|((name, _), _)| *name == key);
        let Some(((_, short), limit)) = known else { return value.skip() };
        limit.name = (*short).into();
        value.object(|key, value| match key {
            "used_percentage" => limit.used = value.number(),
            "resets_at" => limit.left = value.number().map(|at| seconds(at).saturating_sub(now)),
            _ => value.skip(),
        });
    });
    Some(limits.into())
}

/// Reads the quotas that Antigravity sends, and returns the one that is used most.
fn antigravity<'s>(session: &'s Session<'s>) -> Option<Vec<Limit<'s>>> {
    let mut fullest: Option<Limit<'_>> = None;
    session.payload.extras.reader("quota")?.object(|name, value| {
        let mut limit = Limit { name: name.to_owned().into(), ..Limit::default() };
        read_quota(&mut limit, session.system.now(), value);
        let is_fuller = limit.used > fullest.as_ref().and_then(|fullest| fullest.used);
        if is_fuller {
            fullest = Some(limit);
        }
    });
    Some(fullest.into_iter().collect())
}

fn read_quota(limit: &mut Limit<'_>, now: i64, value: &mut Reader<'_>) {
    value.object(|key, value| match key {
        "remaining_fraction" => limit.used = value.number().map(|left| (1.0 - left) * 100.0),
        "reset_in_seconds" => limit.left = value.number().map(seconds),
        "reset_time" => {
            let at = value.text().and_then(|text| time::seconds(&text));
            limit.left = at.map(|at| at.saturating_sub(now));
        }
        _ => value.skip(),
    });
}

#[expect(clippy::cast_possible_truncation, reason = "a time out of range saturates")]
fn seconds(number: f64) -> i64 {
    number as i64
}
