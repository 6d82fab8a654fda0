//! Finds the block between the `---` fences, and reads files without one.

use std::ops::Range;

use serde_json::{Map, Value};

use super::{Entry, Kind, Syntax, Tree};

/// The two parts of a Markdown file.
#[derive(Debug)]
pub(super) struct Frontmatter {
    pub(super) block: Range<usize>,
    pub(super) body: Range<usize>,
    pub(super) is_closed: bool,
}

impl Frontmatter {
    /// Splits a file that begins with a fence. The block ends at the next line that begins with a fence.
    ///
    /// As in GSD's pattern, a fence right after the opening one is part of the block, if another one follows.
    pub(super) fn of(syntax: Syntax, text: &str) -> Option<Self> {
        let (first, _) = text.split_once('\n')?;
        if first.trim_end() != "---" {
            return None;
        }
        let start = first.len().saturating_add(1);
        let mut at = start;
        let mut after_blank = false;
        for line in text.get(start..)?.split_inclusive('\n') {
            let next = at.saturating_add(line.len());
            // Without a closing fence, the body begins at the first heading.
            let is_heading = after_blank && line.starts_with('#') && !closes_later(text, at);
            let is_in_block = at == start && syntax.takes_fence_after_fence() && closes_later(text, at);
            if line.starts_with("---") && !is_in_block || is_heading {
                let body = if is_heading { at } else { next };
                let block = start..at.saturating_sub(1).max(start);
                return Some(Self { block, body: body..text.len(), is_closed: !is_heading });
            }
            after_blank = line.trim().is_empty();
            at = next;
        }
        Some(Self { block: start..text.len(), body: text.len()..text.len(), is_closed: false })
    }
}

/// Returns whether a line after `at` is a fence.
fn closes_later(text: &str, at: usize) -> bool {
    text.get(at..).is_some_and(|rest| memchr::memmem::find(rest.as_bytes(), b"\n---").is_some())
}

/// Reads a file without frontmatter: its lines of `Key: value`, only the first of each name.
pub(super) fn plain(text: &str) -> (Value, Tree) {
    let mut map = Map::new();
    let mut tree = Tree::default();
    let root = tree.push(0..text.len(), Kind::Map(Vec::new()));
    let mut entries = Vec::new();
    let mut at = 0_usize;
    for line in text.split_inclusive('\n') {
        let start = at;
        at = at.saturating_add(line.len());
        let Some((name, value)) = pair(line) else { continue };
        if map.contains_key(&name) {
            continue;
        }
        let offset = |part: &str| start.saturating_add(line.find(part).unwrap_or_default());
        let begin = offset(value);
        let span = begin..begin.saturating_add(value.len());
        let number = tree.push(span.clone(), Kind::Scalar(span));
        map.insert(name.clone(), Value::String(value.to_owned()));
        entries.push(Entry { name, key: start..start, value: number });
    }
    if let Some(node) = tree.node_mut(root) {
        node.kind = Kind::Map(entries);
    }
    (Value::Object(map), tree)
}

/// line = [`**`] word *2( blank word ) `:` [`**`] blank value
///
/// The name is converted to the style of frontmatter: `Plan ID` becomes `plan_id`.
fn pair(line: &str) -> Option<(String, &str)> {
    let line = line.trim_end();
    let bare = line.strip_prefix("**").unwrap_or(line);
    let (name, rest) = bare.split_once(':')?;
    let value = rest.strip_prefix("**").unwrap_or(rest);
    let is_word = |word: &str| word.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let is_name = name.starts_with(char::is_alphabetic) && name.split(' ').count() <= 3;
    let value = value.strip_prefix([' ', '\t'])?.trim();
    if !is_name || !name.split(' ').all(is_word) || value.is_empty() {
        return None;
    }
    Some((name.to_lowercase().replace(' ', "_"), value))
}
