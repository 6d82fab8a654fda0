//! What the agent may do without asking.

use super::{Segment, Session};
use crate::{
    hook::payload::Payload,
    line::{Join, Line, Rank, Tone},
    text::json::Scalar,
};

pub(super) const SEGMENT: Segment = Segment {
    name: "permission",
    about: "what the agent may do without asking, if the host sends it",
    sample: "accept edits",
    push,
};

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let Some(mode) = mode(session.payload) else { return };
    let tone = match mode.as_str() {
        "default" | "manual" => return,
        "plan" => Tone::Cyan,
        mode if mode.contains("bypass") || mode.contains("all") || mode.contains("yolo") => Tone::Red,
        _ => Tone::Yellow,
    };
    line.push_as(tone, Join::Bar, Rank::Extra, mode);
}

/// Returns the mode in words, whichever field a host uses for it.
fn mode(payload: &Payload<'_>) -> Option<String> {
    let is_on = |name: &str| {
        payload.extras.reader(name).and_then(|mut value| value.scalar()) == Some(Scalar::Bool(true))
    };
    if is_on("planMode") {
        return Some("plan".to_owned());
    }
    if is_on("allow_all_enabled") {
        return Some("allow all".to_owned());
    }
    if is_on("autorun") {
        return Some("auto-run".to_owned());
    }
    let mode = payload.extras.text("permission_mode").or_else(|| payload.extras.text("permissionMode"))?;
    Some(words(&mode))
}

/// Writes `acceptEdits` as `accept edits`.
fn words(mode: &str) -> String {
    let mut words = String::with_capacity(mode.len());
    for character in mode.chars() {
        match character {
            '_' | '-' => words.push(' '),
            upper if upper.is_ascii_uppercase() => {
                words.push(' ');
                words.push(upper.to_ascii_lowercase());
            }
            other => words.push(other),
        }
    }
    words.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_mode_is_written_in_words() {
        for (mode, wanted) in [
            ("acceptEdits", "accept edits"),
            ("bypassPermissions", "bypass permissions"),
            ("auto-edit", "auto edit"),
            ("Default", "default"),
        ] {
            assert_eq!(words(mode), wanted);
        }
    }
}
