//! Reads the YAML that most frontmatter is: lines of `key: value`, nested by their indent.
//!
//! The parsers that read all of YAML take ten times as long. So this reads what can only mean one thing, as they do, and
//! leaves every other block to them.

use std::{iter::Peekable, str::Split};

use serde_json::{Map, Number, Value};

use super::tree::{Entry, NodeKind, Tree};

/// The longest block, in bytes: duplicates are looked for one by one.
const LONGEST: usize = 16 << 10;

/// The longest key, in bytes.
const LONGEST_KEY: usize = 64;

/// How deep maps may be nested.
const DEEPEST: usize = 8;

/// The longest integer, in digits. A longer one may have more than 64 bits.
const LONGEST_INTEGER: usize = 18;

/// Returns the values of a block and their positions, or `None` if it is not as simple as that.
pub(super) fn read(block: &str) -> Option<(Value, Tree)> {
    if block.len() > LONGEST || !block.chars().all(is_plain) {
        return None;
    }
    let lines = block.strip_suffix('\n').unwrap_or(block).split('\n').peekable();
    let mut reader = Reader { lines, at: 0, end: block.len(), tree: Tree::default() };
    let (value, _) = reader.map(0, 1)?;
    Some((value, reader.tree))
}

/// Returns whether all parsers take a character as it is. They count brackets, and not all end a line at the same ones.
fn is_plain(letter: char) -> bool {
    match letter {
        '[' | '{' | '\u{2028}' | '\u{2029}' | '\u{FEFF}' => false,
        '\n' | ' '..='~' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' => true,
        _ => false,
    }
}

struct Reader<'t> {
    lines: Peekable<Split<'t, char>>,
    /// Where the next line begins.
    at: usize,
    end: usize,
    tree: Tree,
}

/// A line, with the offsets of its parts in it.
struct Row<'t> {
    indent: usize,
    name: &'t str,
    /// What comes after the colon and the blanks.
    rest: &'t str,
    rest_at: usize,
}

impl<'t> Row<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let body = line.trim_start_matches(' ');
        let (name, after) = body.split_once(':')?;
        let rest = after.trim_start_matches(' ');
        let begins = |first: u8| first.is_ascii_alphabetic() || first == b'_';
        let goes_on = |next: u8| next.is_ascii_alphanumeric() || matches!(next, b'_' | b'-');
        let is_name = name.bytes().next().is_some_and(begins) && name.bytes().all(goes_on);
        // A key without a value has nothing after its colon, and one with a value has a blank.
        let has_gap = after.len() > rest.len();
        let is_row =
            is_name && name.len() <= LONGEST_KEY && word(name).is_none() && has_gap != rest.is_empty();
        let rest_at = line.len().saturating_sub(rest.len());
        let indent = line.len().saturating_sub(body.len());
        is_row.then_some(Self { indent, name, rest, rest_at })
    }
}

impl Reader<'_> {
    /// Reads the lines of a map, and returns it and its number in the tree.
    fn map(&mut self, indent: usize, depth: usize) -> Option<(Value, usize)> {
        let begin = self.at.saturating_add(indent);
        let number = self.tree.push(begin..begin, NodeKind::Map(Vec::new()));
        let (mut map, mut entries, mut end) = (Map::new(), Vec::new(), self.end);
        while let Some(line) = self.lines.peek() {
            let row = Row::of(line)?;
            if row.indent < indent {
                // As the parser says it: where the next key begins.
                end = self.at.saturating_add(row.indent);
                break;
            }
            if row.indent > indent {
                return None;
            }
            let key_at = self.at.saturating_add(indent);
            let key = key_at..key_at.saturating_add(row.name.len());
            let rest_at = self.at.saturating_add(row.rest_at);
            self.at = self.at.saturating_add(line.len()).saturating_add(1);
            self.lines.next();
            self.tree.push(key.clone(), NodeKind::Scalar(key.clone()));
            let (value, place) = if row.rest.is_empty() {
                let below = self.lines.peek().and_then(|line| Row::of(line))?;
                let is_map = below.indent > indent && depth < DEEPEST;
                if !is_map {
                    return None;
                }
                self.map(below.indent, depth.saturating_add(1))?
            } else {
                self.scalar(row.rest, rest_at)?
            };
            entries.push(Entry { name: row.name.to_owned(), key, value: place });
            if map.insert(row.name.to_owned(), value).is_some() {
                return None;
            }
        }
        let node = self.tree.node_mut(number)?;
        node.span.end = end;
        node.kind = NodeKind::Map(entries);
        Some((Value::Object(map), number))
    }

    /// Reads a value on one line, and returns it and its number in the tree.
    fn scalar(&mut self, written: &str, at: usize) -> Option<(Value, usize)> {
        let span = at..at.saturating_add(written.len());
        let (value, raw) = match written.strip_prefix(['"', '\'']) {
            Some(rest) => {
                let (bare, quote) = rest.split_at_checked(rest.len().checked_sub(1)?)?;
                if !written.starts_with(quote) || bare.contains(quote) || bare.contains('\\') {
                    return None;
                }
                let start = span.start.saturating_add(1);
                (Value::String(bare.to_owned()), start..start.saturating_add(bare.len()))
            }
            None => (unquoted(written)?, span.clone()),
        };
        Some((value, self.tree.push(span, NodeKind::Scalar(raw))))
    }
}

/// Returns what a value without quotes means.
fn unquoted(written: &str) -> Option<Value> {
    let is_simple = written.starts_with(|first: char| first.is_ascii_alphanumeric())
        && !written.ends_with([' ', ':'])
        && !written.contains(": ")
        && !written.contains(" #");
    if !is_simple {
        return None;
    }
    if let Some(value) = word(written) {
        return Some(value);
    }
    let string = || Value::String(written.to_owned());
    if !written.starts_with(|first: char| first.is_ascii_digit()) {
        return Some(string());
    }
    if written.bytes().all(|byte| byte.is_ascii_digit()) {
        return match written.len() {
            2.. if written.starts_with('0') => Some(string()),
            ..=LONGEST_INTEGER => number(written),
            _ => None,
        };
    }
    // It may be a number of another form: one with a fraction, or in hexadecimal digits.
    let may_be_number =
        written.parse::<f64>().is_ok() || ["0x", "0o", "0b"].iter().any(|sign| written.starts_with(sign));
    if may_be_number { None } else { Some(string()) }
}

/// Returns what a word means that is not the string itself.
fn word(written: &str) -> Option<Value> {
    match written {
        "null" | "Null" | "NULL" => Some(Value::Null),
        "true" | "True" | "TRUE" => Some(Value::Bool(true)),
        "false" | "False" | "FALSE" => Some(Value::Bool(false)),
        _ => None,
    }
}

fn number(digits: &str) -> Option<Value> {
    serde_json::from_str::<Number>(digits).ok().map(Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{repair, yaml};

    /// Returns what this reads, after checking that all of YAML is read so, too.
    fn checked(block: &str) -> Option<Value> {
        let (value, tree) = read(block)?;
        let (expected, places) = yaml::read(block).unwrap_or_else(|fault| panic!("{block:?}: {fault:?}"));
        assert_eq!(value, expected, "{block:?}");
        assert!(repair::is_yaml(block), "{block:?}");
        assert_eq!(format!("{tree:?}"), format!("{places:?}"), "{block:?}");
        Some(value)
    }

    #[test]
    fn usual_frontmatter_is_read_as_by_a_whole_parser() {
        let block = "gsd_state_version: '1.0'\nstatus: executing\ncurrent_phase: \"5\"\nplan: 05\n\
            last_activity: 2026-11-16 — paging\nurl: https://a.b/c?d=e#f\nat: 12:30\nempty: ''\nblocked: false\n\
            next: null\nprogress:\n  total_phases: 12\n  wave:\n      number: 0\n  percent: 58\nend-of: it's 1/2 `done`\n";
        let value = checked(block).expect("it is simple");
        assert_eq!(value["progress"]["percent"].to_string(), "58");
        assert!(checked(block.trim_end()).is_some());
    }

    #[test]
    fn what_could_mean_something_else_is_left_to_a_whole_parser() {
        for block in [
            "",
            "\n",
            "a",
            "a: 1\n\nb: 2\n",
            "# a\na: 1\n",
            "a: 1 # b\n",
            "a:\n",
            "a:\nb: 1\n",
            "a: \nb: 1\n",
            "a:b\n",
            "a: b\n c: d\n",
            "a: 1\na: 2\n",
            "a: [1]\n",
            "a: {}\n",
            "a: |\n  b\n",
            "a: *b\n",
            "a: &b c\n",
            "a: !b c\n",
            "a: b: c\n",
            "a: b:\n",
            "a: - b\n",
            "a:\n- b: 1\n",
            "a: 'b\n",
            "a: '\n",
            "a: 'b''c'\n",
            "a: \"b\\n\"\n",
            "a: \"b\" c\n",
            "a: 1.5\n",
            "a: 0x1F\n",
            "a: 1e5\n",
            "a: 1234567890123456789\n",
            "true: a\n",
            "<<: a\n",
            "a: b\r\n",
            "a:\tb\n",
            "a: b\u{85}\n",
            "a: b\u{2028}\n",
            "\u{FEFF}a: b\n",
            " a: b\n",
            "a: b \n",
            "a: ~\n",
            "a:\n    b: 1\n  c: 2\n",
            "---\na: b\n",
            "a: b\n---\n",
            "a: b\n...\n",
            "? a\n",
            "é: a\n",
        ] {
            assert!(read(block).is_none(), "{block:?}");
        }
    }

    /// Pieces of YAML in any order: each block that is simple enough means the same to both.
    #[test]
    fn any_block_is_read_as_by_a_whole_parser() {
        /// The first ones make simple blocks.
        const PIECES: [&str; 44] = [
            "a",
            "c-d",
            "e_f: x",
            "\na: ",
            "\nb: ",
            "\n  c: ",
            "\n  d: ",
            "\n    e: ",
            "\na:\n  f: ",
            "\nb:\n    g: 1",
            "12",
            "05",
            "'x'",
            "\"x y\"",
            "2026-11-16 — é",
            "true",
            ": ",
            ":",
            "\n",
            "\n",
            " ",
            "  ",
            "'",
            "\"",
            "''",
            "0",
            "1.0",
            "-",
            "- ",
            "#",
            " #",
            "null",
            "Null",
            "yes",
            "~",
            "inf",
            ",",
            "|",
            "*",
            "&",
            ":\n  ",
            ":\n ",
            "!",
            "%",
        ];
        let mut random: u64 = 7;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(random >> 33).unwrap_or_default() % below
        };
        let mut simple = 0_usize;
        for _ in 0..40_000 {
            let mut block = String::from("k: 1");
            for _ in 0..next(14) {
                let most = if next(5) == 0 { PIECES.len() } else { 16 };
                block.push_str(PIECES[next(most)]);
            }
            simple += usize::from(checked(&block).is_some());
        }
        assert!(simple > 4_000, "{simple} blocks are too few to prove anything");
    }
}
