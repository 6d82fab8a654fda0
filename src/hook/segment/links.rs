//! Links on parts of the line, for terminals that are known to show them.

use std::fmt::Write as _;

use super::Session;
use crate::sys::System;

/// The longest address, in bytes.
const LIMIT: usize = 2 << 10;

/// Terminals that show links, by what they set `TERM_PROGRAM` to.
const PROGRAMS: &[&str] = &["iTerm.app", "WezTerm", "vscode", "ghostty", "rio", "Tabby", "Hyper", "mintty"];

/// Terminals that show links, by a variable that only they set.
const VARIABLES: &[&str] = &["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "GHOSTTY_RESOURCES_DIR"];

/// Terminals that show links, by the start of `TERM`.
const TERMS: &[&str] = &["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour"];

/// The first version of the library behind GNOME's and Xfce's terminals that shows links.
const VTE: u32 = 5000;

/// Returns whether the terminal is known to show links. `FORCE_HYPERLINK` overrules that.
pub(in crate::hook) fn are_shown(system: &System) -> bool {
    if let Some(force) = system.text("FORCE_HYPERLINK") {
        return force != "0";
    }
    // They show links only in their newest versions, and only if their settings say so.
    if system.var("TMUX").is_some() || system.var("STY").is_some() {
        return false;
    }
    let is_named = system.text("TERM_PROGRAM").is_some_and(|name| PROGRAMS.contains(&name.as_str()));
    let is_marked = || VARIABLES.iter().any(|name| system.var(name).is_some());
    let is_term =
        || system.text("TERM").is_some_and(|term| TERMS.iter().any(|known| term.starts_with(known)));
    let version = || system.text("VTE_VERSION").and_then(|version| version.parse::<u32>().ok());
    is_named || is_marked() || is_term() || version().is_some_and(|version| version >= VTE)
}

/// Returns where a click on a segment leads.
pub(super) fn of(session: &Session<'_>, segment: &str) -> Option<String> {
    match segment {
        "pr" => web(&session.payload.extras.field("pr", "url")?),
        "dir" => file(&session.dir?.to_string_lossy()),
        "state" => file(&session.state.as_ref()?.path.as_ref()?.to_string_lossy()),
        _ => None,
    }
}

/// Returns the address of a web page; `None` if it is no such address.
fn web(url: &str) -> Option<String> {
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic());
    (is_web && is_plain && url.len() <= LIMIT).then(|| url.to_owned())
}

/// Returns the address of a file.
fn file(path: &str) -> Option<String> {
    let mut url = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'\\' => url.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => {
                url.push(char::from(byte));
            }
            _ => write!(url, "%{byte:02X}").unwrap_or_default(),
        }
    }
    (url.len() <= LIMIT).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_no_character_that_could_end_the_link() {
        assert_eq!(file("/home/me/a b\x1b\u{7}é").unwrap(), "file:///home/me/a%20b%1B%07%C3%A9");
        assert_eq!(file("C:\\work").unwrap(), "file:///C:/work");
        assert_eq!(web("https://example.com/pull/12").unwrap(), "https://example.com/pull/12");
        for url in ["javascript:alert(1)", "https://a\u{7}b", "https://a b", "file:///etc/passwd", ""] {
            assert_eq!(web(url), None, "{url}");
        }
    }
}
