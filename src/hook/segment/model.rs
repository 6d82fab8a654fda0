//! The model's name, without the word `context`.

use std::borrow::Cow;

use super::{Segment, Session};
use crate::{
    line::{Join, Line, Rank, Tone},
    text,
};

pub(super) const SEGMENT: Segment =
    Segment { name: "model", about: "the model's name", sample: "Opus 5 (1M)", push };

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let name = session.payload.model.as_deref().unwrap_or(session.payload.sender().name);
    line.push_as(Tone::Dim, Join::Bar, Rank::Model, short(name));
}

/// Returns a short name for a model's id: `Opus 5` for `claude-opus-5-20260101[1m]`.
pub(in crate::hook) fn short_model(id: &str) -> String {
    let name = id.rsplit('/').next().unwrap_or_default();
    let name = name.split('[').next().unwrap_or_default();
    let Some(name) = name.strip_prefix("claude-") else { return short(name).into_owned() };
    let is_number = |part: &&str| part.len() < 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = |part: &&str| part.len() == 8 && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty() && !is_date(part)).collect();
    let version: Vec<&str> = parts.iter().copied().filter(is_number).collect();
    let words = parts.iter().filter(|part| !is_number(part)).map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
    });
    let mut words: Vec<String> = words.collect();
    words.extend((!version.is_empty()).then(|| version.join(".")));
    words.join(" ")
}

/// Shortens `(1M context)` at the end of a name to `(1M)`.
fn short(name: &str) -> Cow<'_, str> {
    shortened(name).map_or(Cow::Borrowed(name), Cow::Owned)
}

/// bracket = `(` size 1*blank (`context` / `ctx`) `)` at the very end, without another `)` in it
fn shortened(name: &str) -> Option<String> {
    let inside = name.strip_suffix(')')?;
    let start = inside.rfind(')').map_or(0, |before| before.saturating_add(1));
    let open = start.saturating_add(inside.get(start..)?.find('(')?);
    let (before, bracket) = (inside.get(..open)?, inside.get(open.saturating_add(1)..)?);
    let size = without_suffix(bracket, "context").or_else(|| without_suffix(bracket, "ctx"))?;
    let trimmed = size.trim_end_matches(text::is_blank);
    if trimmed.len() == size.len() {
        return None;
    }
    // At least one character is the size, even if it is a blank, and at least one more is the gap.
    let mut characters = size.chars();
    let first = characters.next()?;
    characters.next()?;
    let size = if trimmed.is_empty() { size.get(..first.len_utf8())? } else { trimmed };
    Some([before.trim_end_matches(text::is_blank), " (", size, ")"].concat())
}

/// Removes a word from the end, in upper or lower case.
fn without_suffix<'t>(text: &'t str, suffix: &str) -> Option<&'t str> {
    let at = text.len().checked_sub(suffix.len())?;
    text.get(at..)?.eq_ignore_ascii_case(suffix).then(|| text.get(..at))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_a_short_name() {
        for (id, wanted) in [
            ("claude-opus-5", "Opus 5"),
            ("claude-opus-5-20260101[1m]", "Opus 5"),
            ("claude-sonnet-4-5-20250929", "Sonnet 4.5"),
            ("claude-3-5-haiku-20241022", "Haiku 3.5"),
            ("anthropic/claude-haiku-4-5", "Haiku 4.5"),
            ("Opus 5 (1M context)", "Opus 5 (1M)"),
            ("gpt-5", "gpt-5"),
            ("", ""),
        ] {
            assert_eq!(short_model(id), wanted);
        }
    }

    #[test]
    fn the_word_context_is_removed() {
        for (name, wanted) in [
            ("Sonnet 4.5 (1M context)", "Sonnet 4.5 (1M)"),
            ("Sonnet 5 (500K Context)", "Sonnet 5 (500K)"),
            ("Claude  (200k  ctx)", "Claude (200k)"),
            ("Haiku (beta)", "Haiku (beta)"),
            ("A (b) (1M context)", "A (b) (1M)"),
            ("A (x (1M context)", "A (x (1M)"),
            ("(context)", "(context)"),
            ("( context)", "( context)"),
            ("(  context)", " ( )"),
            ("A (1Mcontext)", "A (1Mcontext)"),
            ("A (1M context) b", "A (1M context) b"),
        ] {
            assert_eq!(short(name), wanted);
        }
    }
}
