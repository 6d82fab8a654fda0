//! Cleans up names: no Markdown, no placeholders.

use std::borrow::Cow;

use crate::text;

/// Placeholders for an unknown name, in lower case.
const PLACEHOLDERS: &[&str] = &[
    "",
    "milestone",
    "milestone name",
    "phase",
    "phase name",
    "name",
    "none",
    "null",
    "nil",
    "undefined",
    "unknown",
    "unnamed",
    "untitled",
    "tbd",
    "tba",
    "todo",
    "n/a",
    "na",
    "n.a.",
    "false",
    "~",
    "?",
    "??",
    "???",
    "...",
    "…",
    "_",
    "none yet",
    "not set",
    "unset",
    "incomplete",
];

/// The longest link to look for, so that a string full of brackets is not searched once for each.
const LONGEST_LINK: usize = 512;

/// Returns a name without its Markdown, or `None` if nothing is left.
pub(super) fn name<'a>(text: impl Into<Cow<'a, str>>) -> Option<Cow<'a, str>> {
    let name = without_markdown(text.into());
    // `None active`, `None (between milestones)`.
    let is_none = strip_ignoring_case(&name, "none ").is_some();
    (!is_none && !is_placeholder(&name)).then_some(name)
}

/// Returns whether a string is a placeholder.
pub(super) fn is_placeholder(text: &str) -> bool {
    // `[Milestone name]` and `{name}` are left over from a template.
    let is_slot = [('[', ']'), ('{', '}'), ('<', '>')]
        .iter()
        .any(|(open, close)| text.starts_with(*open) && text.ends_with(*close));
    let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let text = text.trim_end_matches('.');
    is_slot
        || !text.chars().any(char::is_alphanumeric)
        || PLACEHOLDERS.iter().any(|placeholder| placeholder.eq_ignore_ascii_case(text))
}

/// Removes the milestone from the start of a name; returns `None` if the name only repeats it.
pub(super) fn without_repeat<'a>(milestone: &str, name: Cow<'a, str>) -> Option<Cow<'a, str>> {
    let Some(rest) = without_milestone(&name, milestone) else { return Some(name) };
    if rest.is_empty() { None } else { self::name(rest.to_owned()) }
}

/// Returns what follows the milestone, with or without its `v` and the word, at the start of a name.
fn without_milestone<'n>(name: &'n str, milestone: &str) -> Option<&'n str> {
    let milestone = bare(milestone);
    if milestone.is_empty() {
        return None;
    }
    let rest = strip_ignoring_case(bare(name), milestone)?;
    // `v1.10` does not begin with `v1.1`.
    let ends = rest
        .chars()
        .next()
        .is_none_or(|next| text::is_blank(next) || matches!(next, ':' | '-' | '–' | '—' | ','));
    ends.then(|| rest.trim_start_matches(is_edge))
}

/// Removes `Milestone` and a leading `v` from a version.
pub(super) fn bare(version: &str) -> &str {
    let version = strip_ignoring_case(version, "milestone ").unwrap_or(version);
    let digits = version
        .strip_prefix(['v', 'V'])
        .filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    digits.unwrap_or(version)
}

/// Removes a prefix, in upper or lower case.
pub(super) fn strip_ignoring_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Returns whether a character at either end of a name is not part of it.
fn is_edge(character: char) -> bool {
    text::is_blank(character) || matches!(character, '—' | '–' | '-' | ':' | '>' | '•' | '|' | ',' | ';')
}

/// Removes Markdown, and reduces each run of blanks to one.
pub(super) fn without_markdown(text: Cow<'_, str>) -> Cow<'_, str> {
    let text = with_dashes(text);
    let is_plain = !text.contains(['*', '_', '#', '`', '[', '~', '\t', '\n', '\r']) && !text.contains("  ");
    if is_plain {
        return match text {
            Cow::Borrowed(text) => text.trim_matches(is_edge).into(),
            Cow::Owned(text) => text.trim_matches(is_edge).to_owned().into(),
        };
    }
    let mut out = String::with_capacity(text.len());
    strip_marks(&text, &mut out);
    // Marks that were nested in others are neither emphasis nor part of a name.
    if out.contains("**") || out.contains("###") {
        out.retain(|character| !matches!(character, '*' | '#'));
    }
    let words: Vec<&str> = out.split(text::is_blank).filter(|word| !word.is_empty()).collect();
    words.join(" ").trim_matches(is_edge).to_owned().into()
}

/// The bytes of a dash as Chinese (GBK) and as Western (CP1252) programs show them.
const BROKEN: [&str; 4] = ["鈥?", "鈥\u{FFFD}", "â€”", "â€“"];

/// Returns whether a text was saved in another encoding than it was written in.
pub(super) fn has_broken_dash(text: &str) -> bool {
    BROKEN.iter().any(|broken| text.contains(broken))
}

/// Restores the dashes of such a text.
fn with_dashes(text: Cow<'_, str>) -> Cow<'_, str> {
    match BROKEN.iter().find(|broken| text.contains(**broken)) {
        Some(broken) => text.replace(broken, "— ").into(),
        None => text,
    }
}

/// Writes `text` without emphasis, code marks, headings and link targets.
fn strip_marks(text: &str, out: &mut String) {
    let mut rest = text;
    let mut is_start = out.is_empty();
    while let Some(first) = rest.chars().next() {
        let run = rest.len().saturating_sub(rest.trim_start_matches(first).len());
        let (run, tail) = rest.split_at_checked(run).unwrap_or((rest, ""));
        let is_open = out.chars().next_back().is_none_or(|before| !before.is_alphanumeric());
        let is_closed = tail.chars().next().is_none_or(|after| !after.is_alphanumeric());
        let goes = match first {
            '`' => true,
            '*' | '~' => run.len() > 1 || first == '*' && is_open != is_closed,
            '_' => is_open || is_closed,
            '#' => run.len() > 2 || is_start && tail.starts_with(text::is_blank),
            _ => false,
        };
        if first == '['
            && let Some((inside, after)) = link(rest)
        {
            // The `!` before an image goes too.
            if out.ends_with('!') {
                out.pop();
            }
            strip_marks(inside, out);
            is_start = false;
            rest = after;
            continue;
        }
        if !goes {
            out.push_str(run);
            is_start &= is_edge(first);
        }
        rest = tail;
    }
}

/// Splits a string that begins with a link into its visible part and the rest.
///
/// link = `[` shown `](` target `)` / `[[` shown `]]` / `[ ]` / `[x]`
fn link(text: &str) -> Option<(&str, &str)> {
    let near = text.get(..text.floor_char_boundary(LONGEST_LINK))?;
    let (inside, tail) = if let Some(inside) = near.strip_prefix("[[") {
        inside.split_once("]]")?
    } else if let Some(tail) = ["[ ]", "[x]", "[X]"].iter().find_map(|task| near.strip_prefix(task)) {
        ("", tail)
    } else {
        let (inside, target) = near.strip_prefix('[')?.split_once("](")?;
        let (_, tail) = target.split_once(')')?;
        (inside, tail)
    };
    let after = text.get(near.len().saturating_sub(tail.len())..)?;
    (!inside.contains('[')).then_some((inside, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_loses_its_markdown() {
        for (text, wanted) in [
            ("Code Quality", Some("Code Quality")),
            ("### Phase 1: Setup", Some("Phase 1: Setup")),
            ("**Goal**: ship `search`", Some("Goal: ship search")),
            ("— Generic  Wrapping", Some("Generic Wrapping")),
            ("[Search](../search.md) and ![logo](x.png)", Some("Search and logo")),
            ("[[Search]] *now*", Some("Search now")),
            ("[x] __init__ of snake_case", Some("init of snake_case")),
            ("C# 2 * 3 issue #5", Some("C# 2 * 3 issue #5")),
            ("~~old~~ new:", Some("old new")),
            ("[Milestone name]", None),
            ("milestone", None),
            ("None", None),
            ("None active", None),
            ("Nonetheless", Some("Nonetheless")),
            ("—", None),
            ("TBD", None),
            ("** **", None),
            ("", None),
        ] {
            assert_eq!(name(text).as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn a_name_does_not_repeat_the_milestone() {
        for (text, wanted) in [
            ("v1.1", None),
            ("Milestone 1.1", None),
            ("V1.1 — Search", Some("Search")),
            ("v1.1: Search", Some("Search")),
            ("v1.10 Search", Some("v1.10 Search")),
            ("v1.1 milestone", None),
            ("Search", Some("Search")),
        ] {
            assert_eq!(without_repeat("v1.1", text.into()).as_deref(), wanted, "{text}");
        }
    }
}
