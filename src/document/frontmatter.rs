//! Finds the block between the `---` fences, and reads files without one.

use std::ops::Range;

use serde_json::{Map, Value};

use super::{Entry, NodeKind, Syntax, Tree};

/// The two parts of a Markdown file.
#[derive(Debug)]
pub(super) struct Frontmatter {
    pub(super) block: Range<usize>,
    pub(super) body: Range<usize>,
    pub(super) is_closed: bool,
}

impl Frontmatter {
    /// Splits a file that begins with a fence.
    pub(super) fn of(syntax: Syntax, text: &str) -> Option<Self> {
        let (first, _) = text.split_once('\n')?;
        if first.trim_end() != "---" {
            return None;
        }
        let start = first.len().saturating_add(1);
        if let Some(close) = closing_fence(text, start, syntax.takes_fence_after_fence()) {
            let line = text.get(close..).unwrap_or_default().split_inclusive('\n').next().unwrap_or_default();
            let body = close.saturating_add(line.len());
            let block = start..close.saturating_sub(1).max(start);
            return Some(Self { block, body: body..text.len(), is_closed: true });
        }
        // Without a closing fence, the first heading after a blank line is taken for the beginning of the body.
        let mut at = start;
        let mut after_blank = false;
        for line in text.get(start..)?.split_inclusive('\n') {
            if after_blank && line.starts_with('#') {
                let block = start..at.saturating_sub(1).max(start);
                return Some(Self { block, body: at..text.len(), is_closed: false });
            }
            after_blank = line.trim().is_empty();
            at = at.saturating_add(line.len());
        }
        Some(Self { block: start..text.len(), body: text.len()..text.len(), is_closed: false })
    }
}

/// Returns where the closing fence of a block begins; the block starts at `start`.
pub fn closing_fence(text: &str, start: usize, fence_after_fence: bool) -> Option<usize> {
    let block = text.get(start..)?;
    let mut below = block.match_indices("\n---").map(|(at, _)| at.saturating_add(1));
    let close = match (block.starts_with("---"), fence_after_fence) {
        (true, false) => 0,
        (true, true) => below.next().unwrap_or_default(),
        (false, _) => below.next()?,
    };
    Some(start.saturating_add(close))
}

/// Reads a file without frontmatter: its lines of `Key: value`, only the first of each name.
pub(super) fn plain(text: &str) -> (Value, Tree) {
    let mut map = Map::new();
    let mut tree = Tree::default();
    let root = tree.push(0..text.len(), NodeKind::Map(Vec::new()));
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
        let number = tree.push(span.clone(), NodeKind::Scalar(span));
        map.insert(name.clone(), Value::String(value.to_owned()));
        entries.push(Entry { name, key: start..start, value: number });
    }
    if let Some(node) = tree.node_mut(root) {
        node.kind = NodeKind::Map(entries);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_begins_like_a_fence_ends_the_block() {
        for (text, expected) in [
            ("---\na: 1\n---\nb\n", [Some(9), Some(9)]),
            ("---\na: 1\n----\n---\n", [Some(9), Some(9)]),
            ("---\na: 1\n ---\n", [None, None]),
            ("---\n---\n", [Some(4), Some(4)]),
            ("---\n---\na: 1\n---\n", [Some(4), Some(13)]),
            ("---\n", [None, None]),
        ] {
            assert_eq!([false, true].map(|after| closing_fence(text, 4, after)), expected, "{text:?}");
        }
    }
}
