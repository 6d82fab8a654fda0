//! Quotes a string for the language of a host.

use crate::text::json;

/// For a POSIX shell.
pub fn shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// For languages that write a single quote inside single quotes as two: `PowerShell`, Elvish, Vim.
pub(super) fn doubled(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// For fish, where a backslash escapes these two.
pub(super) fn fish(text: &str) -> String {
    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
}

/// For languages whose double-quoted strings are like JSON's, for any usual path: Nushell, Lua, Lisp.
pub(super) fn double(text: &str) -> String {
    format!("\"{}\"", backslashed(text, &['\\', '"']))
}

/// For a shell command inside a string of JSON, TOML or KDL.
pub(super) fn shell_in_json(text: &str) -> String {
    in_json(&shell(text))
}

/// For a shell command inside a string inside a string of JSON.
pub(super) fn shell_in_text_in_json(text: &str) -> String {
    in_json(&backslashed(&shell(text), &['\\', '"']))
}

/// For a shell command inside `#(…)` of tmux, in double quotes.
///
/// There, a number sign begins an expansion, a percent sign a part of the date, and a dollar sign the
/// name of a variable.
pub(super) fn tmux(text: &str) -> String {
    let literal = shell(text).replace('#', "##").replace('%', "%%");
    backslashed(&literal, &['\\', '"', '$'])
}

fn in_json(text: &str) -> String {
    let quoted = json::quoted(text);
    quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default().to_owned()
}

fn backslashed(text: &str, specials: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if specials.contains(&character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}
