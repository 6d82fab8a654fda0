//! What the session has cost so far.

use super::{Segment, Session};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment =
    Segment { name: "cost", about: "what the session has cost so far", sample: "$1.23", push };

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let (mut dollars, mut requests) = (None, None);
    if let Some(mut cost) = session.payload.extras.reader("cost") {
        cost.object(|key, value| match key {
            "total_cost_usd" => dollars = value.number(),
            "total_premium_requests" => requests = value.number(),
            _ => value.skip(),
        });
    }
    if let Some(dollars) = dollars.filter(|dollars| *dollars >= 0.005) {
        let [warn, critical] = session.config.cost;
        let is_past = |limit: f64| limit > 0.0 && dollars >= limit;
        let tone = match (is_past(critical), is_past(warn)) {
            (true, _) => Tone::Red,
            (_, true) => Tone::Yellow,
            _ => Tone::Dim,
        };
        return line.push_amount_as(tone, Join::Bar, Rank::Extra, money(dollars));
    }
    // Copilot sends its own credits instead of dollars.
    if let Some(credits) = session.payload.extras.field("ai_used", "formatted") {
        line.push_amount_as(Tone::Dim, Join::Bar, Rank::Extra, credits);
    } else if let Some(requests) = requests.filter(|requests| *requests > 0.0) {
        let noun = if requests > 1.0 { "requests" } else { "request" };
        line.push_amount_as(Tone::Dim, Join::Bar, Rank::Extra, format!("{requests} {noun}"));
    }
}

/// Writes an amount, without cents from a hundred dollars on.
fn money(dollars: f64) -> String {
    if dollars < 99.995 { format!("${dollars:.2}") } else { format!("${dollars:.0}") }
}
