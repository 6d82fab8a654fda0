//! The context meter: how much of the usable context window is in use.

use super::{Segment, Session};
use crate::{
    hook::payload::Payload,
    line::{Join, Line, Rank, Tone},
    sys::System,
    text,
};

pub(super) const SEGMENT: Segment = Segment {
    name: "context",
    about: "how much of the usable context window is in use",
    sample: "████░░░░░░ 41%",
    push,
};

/// The share of the window that Claude Code keeps free for compacting, in percent.
const RESERVED: f64 = 16.5;

/// The size of a window in tokens, if the host does not send it.
const USUAL_WINDOW: f64 = 1_000_000.0;

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let Some(used) = taken(session) else { return };
    let with_tokens = session.config.tokens.unwrap_or(session.preferences.show_context_tokens);
    let [warn, high, critical] = session.config.context;
    let (tone, rank) = match f64::from(used) {
        used if used >= critical => (Tone::BlinkingRed, Rank::Alert),
        used if used >= high => (Tone::Orange, Rank::Meter),
        used if used >= warn => (Tone::Yellow, Rank::Meter),
        _ => (Tone::Green, Rank::Meter),
    };
    let mut join = Join::Space;
    if rank == Rank::Alert {
        line.push_as(tone, join, Rank::Detail, "💀");
        join = Join::Word;
    }
    line.push_meter(tone, join, rank, used);
    if with_tokens {
        line.push_amount_as(tone, Join::Word, Rank::Extra, in_brackets(session.payload.used_tokens));
    }
}

/// Returns how much is in use in whole percent, or `None` if the host does not send it.
fn taken(session: &Session<'_>) -> Option<u8> {
    let payload = session.payload;
    if let Some(used) = payload.used {
        return Some(whole(used));
    }
    let remaining = payload.remaining.as_ref()?.number()?;
    let reserved = if session.config.auto_compact { reserved(session.system, payload) } else { 0.0 };
    Some(used(remaining, reserved))
}

/// Returns the percentage that is kept free for compacting, which the user can set in tokens.
fn reserved(system: &System, payload: &Payload<'_>) -> f64 {
    let window = system.text("CLAUDE_CODE_AUTO_COMPACT_WINDOW").map_or(0.0, |text| leading_integer(&text));
    if window > 0.0 {
        let total = payload.total_tokens.unwrap_or(USUAL_WINDOW);
        ((1.0 - window / total) * 100.0).clamp(0.0, 100.0)
    } else {
        RESERVED
    }
}

/// Returns how much of the usable part is in use, in whole percent.
fn used(remaining: f64, reserved: f64) -> u8 {
    let usable = ((remaining - reserved) / (100.0 - reserved) * 100.0).max(0.0);
    whole(100.0 - usable)
}

/// Rounds to a whole percentage between 0 and 100.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
fn whole(percent: f64) -> u8 {
    rounded(percent).clamp(0.0, 100.0) as u8
}

/// Rounds half up, as JavaScript does.
pub(in crate::hook) fn rounded(number: f64) -> f64 {
    let floor = number.floor();
    if number - floor >= 0.5 { floor + 1.0 } else { floor }
}

/// Returns the integer at the start of `text`, as JavaScript's `parseInt` does; 0 without one.
fn leading_integer(text: &str) -> f64 {
    let text = text::trim(text);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    sign * digits.get(..count).and_then(|digits| digits.parse::<f64>().ok()).unwrap_or_default()
}

/// Writes a number of tokens: `156k`, `1.2M`; empty if there are none.
pub(in crate::hook) fn tokens(count: f64) -> String {
    if count <= 0.0 || !count.is_finite() {
        return String::new();
    }
    let thousands = rounded(count / 1000.0);
    if count >= 1_000_000.0 || thousands >= 1000.0 {
        format!("{}M", one_decimal(count / 1_000_000.0))
    } else if count >= 1000.0 {
        format!("{thousands}k")
    } else {
        count.to_string()
    }
}

/// Writes a number of tokens in brackets: `(156k)`.
pub(super) fn in_brackets(count: f64) -> String {
    let tokens = tokens(count);
    if tokens.is_empty() { tokens } else { format!("({tokens})") }
}

/// Writes one decimal. Ties are rounded up, as in JavaScript; Rust rounds them to even.
fn one_decimal(number: f64) -> String {
    let quarters = number * 4.0;
    let is_tie = quarters.fract() == 0.0 && quarters % 2.0 != 0.0;
    if is_tie { format!("{:.1}", number + 0.05) } else { format!("{number:.1}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_written_short() {
        let counts =
            [0.0, 999.0, 1000.0, 156_342.0, 999_499.0, 999_500.0, 1_234_567.0, 1_250_000.0, 1_350_000.0];
        let written: Vec<String> = counts.into_iter().map(in_brackets).collect();
        let wanted = ["", "(999)", "(1k)", "(156k)", "(999k)", "(1.0M)", "(1.2M)", "(1.3M)", "(1.4M)"];
        assert_eq!(written, wanted);
    }
}
