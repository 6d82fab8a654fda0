//! The strings of JSON: where one ends, and what its escapes mean.

use std::{borrow::Cow, fmt::Write as _};

/// Returns how many bytes come before the first one that is special in a string: the closing quote,
/// a backslash, or a control character, which is not allowed.
///
/// Strings are most of what a host sends, so this compares eight bytes at a time.
#[expect(clippy::inline_always, reason = "called for every string, most of which are short")]
#[inline(always)]
pub(super) fn plain_length(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks();
    let mut before = 0_usize;
    for word in words {
        let special = special(u64::from_le_bytes(*word));
        if special != 0 {
            let within = special.trailing_zeros() / 8;
            return before.wrapping_add(usize::try_from(within).unwrap_or_default());
        }
        before = before.wrapping_add(word.len());
    }
    before.wrapping_add(plain_length_of_rest(rest))
}

/// Finds the same byte by byte. Only strings at the very end of a text need it.
#[inline(never)]
fn plain_length_of_rest(bytes: &[u8]) -> usize {
    let is_special = |byte: &u8| matches!(byte, ..b' ' | b'"' | b'\\');
    bytes.iter().position(is_special).unwrap_or(bytes.len())
}

/// Sets the highest bit of the first special byte of a word. Later bytes may have it set by mistake.
///
/// Subtracting a number from a byte borrows from the next one only if the byte was smaller, so the lowest bit that is
/// set is always right. The quote is 0x22: with its second bit flipped it is 0x20, the control characters are still
/// below that, and the space is above it. So one comparison finds them all.
fn special(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    let every = |byte: u8| ONES.wrapping_mul(u64::from(byte));
    let below = |word: u64, limit: u8| word.wrapping_sub(every(limit)) & !word;
    (below(word ^ every(0x02), 0x21) | below(word ^ every(b'\\'), 1)) & every(0x80)
}

/// Replaces what is not UTF-8.
#[cold]
pub(super) fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Resolves escapes that are known to be well formed; half a surrogate pair becomes U+FFFD.
#[inline(never)]
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let mut characters = after.chars();
        match characters.next() {
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{C}'),
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some('u') => {
                let (character, after) = escaped_character(characters.as_str());
                out.push(character);
                rest = after;
                continue;
            }
            Some(other) => out.push(other),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push_str(rest);
    out
}

/// Reads the digits after `\u`, and a second escape if the two form a surrogate pair.
fn escaped_character(text: &str) -> (char, &str) {
    let unit = |text: &str| u32::from_str_radix(text.get(..4)?, 16).ok();
    let after = text.get(4..).unwrap_or_default();
    let Some(high) = unit(text) else { return (char::REPLACEMENT_CHARACTER, after) };
    if let Some(character) = char::from_u32(high) {
        return (character, after);
    }
    let low = after.strip_prefix("\\u").and_then(unit);
    let (0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) = (high, low) else {
        return (char::REPLACEMENT_CHARACTER, after);
    };
    let code = 0x1_0000_u32.saturating_add((high & 0x3FF) << 10 | low & 0x3FF);
    (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), after.get(6..).unwrap_or_default())
}

/// Writes a JSON string.
pub fn quoted(text: &str) -> String {
    if text.bytes().any(|byte| matches!(byte, ..b' ' | b'"' | b'\\')) {
        escaped(text)
    } else {
        ["\"", text, "\""].concat()
    }
}

/// Writes a JSON string that needs escapes, as few do.
#[inline(never)]
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(2));
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..='\x1F' => write!(out, "\\u{:04x}", u32::from(character)).unwrap_or_default(),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
