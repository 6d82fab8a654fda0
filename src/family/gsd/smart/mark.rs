//! Marks such as a tick before a word that says the same.

use std::borrow::Cow;

use super::kind;

/// Returns a text without the ticks after a number that a word repeats: `Phase 6 ✓ complete`.
///
/// Any other tick ends a clause, as a dash does.
pub(super) fn without_marks(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_repeated = |after: &str| {
        let word = after.split(|one: char| !one.is_alphabetic()).next().unwrap_or_default();
        kind::is_done(&word.to_lowercase())
    };
    let mut out = String::new();
    let mut copied = 0;
    for (at, mark) in text.match_indices(['✓', '✔', '✅']) {
        let end = at.saturating_add(mark.len()).saturating_add(1);
        let is_numbered = text
            .get(..at)
            .is_some_and(|before| before.trim_end().ends_with(|last: char| last.is_ascii_digit()));
        if is_numbered
            && text.get(end.saturating_sub(1)..end) == Some(" ")
            && text.get(end..).is_some_and(is_repeated)
        {
            out.push_str(text.get(copied..at).unwrap_or_default());
            copied = end;
        }
    }
    if copied == 0 {
        return text;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out.into()
}
