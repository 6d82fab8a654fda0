//! Parses one line of frontmatter as the status line's reader does, which reads line by line.

use std::borrow::Cow;

use super::yaml;
use crate::text;

/// Why YAML finds no key where the line reader finds one.
pub(super) const TIGHT: &str = "YAML needs a space after the colon";

/// line = indent *( `-` blank ) name `:` [ blanks rest ]
///
/// The line reader accepts any kind of blank after the colon, and none at all, so this does, too.
pub(super) struct Key<'t> {
    pub(super) indent: &'t str,
    pub(super) dashes: &'t str,
    pub(super) name: &'t str,
    /// The blanks between the colon and the rest.
    gap: &'t str,
    pub(super) rest: &'t str,
}

impl<'t> Key<'t> {
    pub(super) fn of(line: &'t str) -> Option<Self> {
        let body = line.trim_start_matches([' ', '\t']);
        let indent = line.get(..line.len().saturating_sub(body.len()))?;
        let mut keyed = body;
        while let Some(rest) = keyed.strip_prefix("- ") {
            keyed = rest.trim_start_matches(' ');
        }
        let dashes = body.get(..body.len().saturating_sub(keyed.len()))?;
        let (in_quotes, (name, after)) = match quoted_name(keyed) {
            Some(parts) => (true, parts),
            None => (false, keyed.split_once(':')?),
        };
        let rest = after.trim_start_matches(text::is_blank);
        let gap = after.get(..after.len().saturating_sub(rest.len()))?;
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let begins = |first: char| first.is_alphanumeric() || matches!(first, '_' | '"' | '\'');
        let goes_on = |next: char| begins(next) || matches!(next, '-' | '.' | ' ');
        let is_name = in_quotes || name.starts_with(begins) && name.chars().all(goes_on);
        let is_address = gap.is_empty() && rest.starts_with("//");
        let is_key =
            !is_address && (is_name && !gap.is_empty() || name.chars().all(is_word)) || after.is_empty();
        (is_name && is_key).then_some(Self { indent, dashes, name, gap, rest })
    }

    /// Returns the key as YAML names it.
    pub(super) fn meaning(&self) -> Cow<'t, str> {
        let name = self.name.trim();
        let meant =
            || serde_yaml::from_str(name).map_or_else(|_| name.trim_matches(['"', '\'']).into(), Cow::Owned);
        if name.starts_with(['"', '\'']) { meant() } else { name.trim_matches(['"', '\'']).into() }
    }

    /// Returns the byte offset of the value in the line.
    pub(super) fn rest_offset(&self) -> usize {
        [self.indent, self.dashes, self.name, ":", self.gap].iter().map(|part| part.len()).sum()
    }

    /// Returns the column of the value, from 0.
    pub(super) fn rest_column(&self) -> usize {
        [self.indent, self.dashes, self.name, ":", self.gap].iter().map(|part| part.chars().count()).sum()
    }

    /// Writes the line with its value in quotes.
    pub(super) fn quoted(&self) -> String {
        let Self { indent, dashes, name, rest, .. } = self;
        format!("{}{dashes}{name}:{}{}", indent.replace('\t', " "), self.yaml_gap(), quoted(rest))
    }

    /// Returns the blanks after the colon, or a space if YAML does not accept them.
    fn yaml_gap(&self) -> &'t str {
        if self.gap.is_empty() || !self.has_yaml_blanks() { " " } else { self.gap }
    }

    /// Returns whether the colon is not followed by a blank that YAML accepts.
    pub(super) fn is_tight(&self) -> bool {
        !self.rest.is_empty() && (self.gap.is_empty() || !self.has_yaml_blanks())
    }

    fn has_yaml_blanks(&self) -> bool {
        self.gap.chars().all(|blank| matches!(blank, ' ' | '\t'))
    }

    /// Returns why YAML cannot read the value, and the line as YAML can; `None` if nothing is wrong.
    pub(super) fn fixed(&self) -> Option<(String, String)> {
        let Self { indent, dashes, name, rest, .. } = self;
        let (why, value) = match unreadable(name, rest) {
            Some(why) => (why, quoted(rest)),
            None if self.is_tight() => (TIGHT.to_owned(), (*rest).to_owned()),
            None => return None,
        };
        Some((why, format!("{}{dashes}{name}:{}{value}", indent.replace('\t', " "), self.yaml_gap())))
    }
}

/// Splits a line after a quoted key, in which a colon has no special meaning.
///
/// name = `"` *( `\\` any / any but `"` ) `"` / `'` *( `''` / any but `'` ) `'`
fn quoted_name(line: &str) -> Option<(&str, &str)> {
    let quote = line.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let mut letters = line.char_indices().skip(1).peekable();
    let end = loop {
        match letters.next()? {
            (_, '\\') if quote == '"' => _ = letters.next(),
            (_, '\'') if quote == '\'' && letters.next_if(|(_, next)| *next == quote).is_some() => {}
            (at, letter) if letter == quote => break at.saturating_add(1),
            _ => {}
        }
    };
    let blanks = line.get(end..)?.find(|letter| !matches!(letter, ' ' | '\t'))?;
    let (name, after) = line.split_at_checked(end.saturating_add(blanks))?;
    Some((name, after.strip_prefix(':')?))
}

/// Returns the byte offset of the value in a line, after its key or its dash.
pub(super) fn value_offset(line: &str) -> Option<usize> {
    let behind_dash = || item(line).map(|(before, _)| before.len());
    Key::of(line).map(|key| key.rest_offset()).or_else(behind_dash)
}

/// Splits a line after the dash of a list item.
pub(super) fn item(line: &str) -> Option<(&str, &str)> {
    let body = line.trim_start_matches(' ');
    let rest = body.strip_prefix("- ")?.trim_start();
    line.split_at_checked(line.len().saturating_sub(rest.len()))
}

/// Writes a value as a quoted string, after removing its own quotes as the line reader does.
pub(super) fn quoted(rest: &str) -> String {
    format!("'{}'", escaped(text::unquote(text::trim(rest))))
}

/// Escapes a string for single quotes.
///
/// YAML does not allow control characters, not even in quotes, and reads some blanks as line ends.
pub(super) fn escaped(bare: &str) -> String {
    bare.replace(is_refused, " ").replace('\'', "''")
}

/// Returns whether YAML rejects a character even in quotes and comments, or reads it as a line end.
pub(super) fn is_refused(letter: char) -> bool {
    letter.is_control() && letter != '\t' || text::is_line_end(letter)
}

/// Returns why YAML cannot read a value on its line, or `None` if it can.
pub(super) fn unreadable(name: &str, rest: &str) -> Option<String> {
    // A block scalar or an open list continues on the next lines.
    if rest.is_empty() || rest.starts_with(['|', '>', '#', '&']) {
        return None;
    }
    let fault = match yaml::read(&format!("{name}: {rest}\n")) {
        Ok(_) => return None,
        Err(fault) if fault.is_alias => return None,
        Err(fault) => fault,
    };
    let first = rest.chars().next().unwrap_or_default();
    Some(match first {
        '"' | '\'' => {
            format!("the text does not end with the second {first}; a {first} inside it must be escaped")
        }
        '[' | '{' => format!("this list or map cannot be read: {}", fault.why),
        '@' | '`' | '%' | '*' | '!' => format!("an unquoted value cannot begin with {first}"),
        _ if rest.contains(": ") || rest.ends_with(':') => {
            "an unquoted `: ` would begin another key".to_owned()
        }
        _ => fault.why,
    })
}

/// Returns why a line without a key is not valid in frontmatter, or `None` if it belongs to an entry.
pub(super) fn stray(line: &str, is_before_all: bool) -> Option<&'static str> {
    let marks = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"];
    if marks.iter().any(|mark| line.starts_with(mark)) {
        return Some("a mark of a merge conflict");
    }
    let first = line.chars().next()?;
    let goes_on = matches!(first, ' ' | '\t' | '-' | ']' | '}');
    if first == '#' || goes_on && !is_before_all {
        return None;
    }
    Some(if first == '|' { "a row of a Markdown table" } else { "not a line of `key: value`" })
}
