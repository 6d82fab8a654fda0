//! The escapes of YAML's double quotes.

/// Reads an escape, without its backslash: returns the character and what follows it.
///
/// escape = `x` 2hex / `u` 4hex / `U` 8hex / one of `0abtnvfre"/\N_LP` or a blank
///
/// `None` is one that YAML does not know, or a number that is no character. What that means differs: YAML refuses
/// it, but a line has to show something.
pub fn escape(text: &str) -> Option<(char, &str)> {
    let name = text.chars().next()?;
    let rest = text.get(name.len_utf8()..)?;
    let digits = match name {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => return Some((short(name)?, rest)),
    };
    let (code, rest) = code(rest, digits)?;
    Some((char::from_u32(code)?, rest))
}

/// Reads that many hexadecimal digits, and returns what follows them.
pub fn code(text: &str, digits: usize) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(digits)?;
    Some((u32::from_str_radix(digits, 16).ok()?, rest))
}

const fn short(name: char) -> Option<char> {
    Some(match name {
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        't' => '\t',
        'n' => '\n',
        'v' => '\x0B',
        'f' => '\x0C',
        'r' => '\r',
        'e' => '\x1B',
        'N' => '\u{85}',
        '_' => '\u{A0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        '"' | '\\' | '/' | ' ' => name,
        _ => return None,
    })
}
