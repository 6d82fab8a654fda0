//! Splits an entry into parts, so that a broken value does not affect the values around it.

use serde_json::Value;

use super::{
    entry::{Key, escaped, item, unreadable},
    repair::{Chunk, LEFT_OUT, Nesting, Repair},
    yaml,
};

/// How deep parts are split into parts: deeper than anyone writes by hand. Each level is parsed again.
const DEPTH_LIMIT: usize = 16;

/// The depth of a part in its entry.
struct Head {
    /// The column of the key, or of the dash if there is no key. Lines with more indent belong to its value.
    column: usize,
    /// The byte offset of the value.
    value: usize,
    is_key: bool,
    is_item: bool,
    /// Whether the value is on the lines below.
    is_parent: bool,
}

impl Head {
    fn of(line: &str) -> Self {
        let line = line.trim_end();
        let goes_below = |rest: &str| rest.is_empty() || rest.starts_with(['|', '>', '#', '&', '!']);
        if let Some(key) = Key::of(line) {
            let column = key.indent.len().saturating_add(key.dashes.len());
            let (is_item, is_parent) = (!key.dashes.is_empty(), goes_below(key.rest));
            return Self { column, value: key.rest_offset(), is_key: true, is_item, is_parent };
        }
        let (value, rest) = item(line).map_or((line.len(), ""), |(before, rest)| (before.len(), rest));
        Self { column: indent(line), value, is_key: false, is_item: true, is_parent: goes_below(rest) }
    }
}

impl Repair<'_> {
    /// Repairs the values in a part that YAML cannot read, and leaves the rest unchanged.
    pub(super) fn repair_part(&mut self, part: Chunk, nesting: Nesting) {
        let head = Head::of(self.text(part.0));
        if nesting.depth < DEPTH_LIMIT && !self.reads(part, head.is_key && !head.is_item) {
            self.repair_broken(part, nesting);
        }
    }

    /// Repairs the values in a part that is known to be broken.
    pub(super) fn repair_broken(&mut self, part: Chunk, nesting: Nesting) {
        let head = Head::of(self.text(part.0));
        let is_in_list = nesting.is_in_list || head.is_item;
        let nesting = Nesting { depth: nesting.depth.saturating_add(1), is_in_list };
        let below = part.0.saturating_add(1)..part.1;
        let end = below.into_iter().find(|index| self.is_at(*index, head.column)).unwrap_or(part.1);
        self.repair_value((part.0, end), &head, end < part.1, nesting);
        self.repair_parts((end, part.1), nesting);
    }

    /// Repairs each of several parts that follow each other.
    fn repair_parts(&mut self, (from, to): Chunk, nesting: Nesting) {
        let Some(first) = (from..to).find(|index| self.is_at(*index, usize::MAX)) else { return };
        let margin = indent(self.text(first));
        let starts: Vec<usize> = (first..to).filter(|index| self.is_at(*index, margin)).collect();
        let ends = starts.iter().skip(1).copied().chain([to]);
        for part in starts.iter().copied().zip(ends) {
            self.repair_part(part, nesting);
        }
    }

    /// Repairs the value of a head: what follows it on its line, and the lines with more indent.
    fn repair_value(&mut self, part: Chunk, head: &Head, has_siblings: bool, nesting: Nesting) {
        // Without siblings it is the part that could not be read.
        if has_siblings && self.reads(part, head.is_key) {
            return;
        }
        let below = (part.0.saturating_add(1), part.1);
        let written: Vec<usize> =
            (below.0..below.1).filter(|index| !self.text(*index).trim().is_empty()).collect();
        let is_entry =
            |index: &usize| Key::of(self.text(*index)).is_some() || item(self.text(*index)).is_some();
        if head.is_parent || written.is_empty() {
            self.fix_line(part.0);
            self.repair_parts(below, nesting);
        } else if !written.iter().any(is_entry) {
            self.quote_over_lines(part.0, head, &written);
        } else {
            self.fix_line(part.0);
            // Without a list that would be lost, read the whole entry as the line reader does.
            for index in written.into_iter().filter(|_| nesting.is_in_list) {
                self.complain_once(index, 0, LEFT_OUT.to_owned());
                self.replace(index, String::new(), false);
            }
        }
    }

    /// Writes a value that spans several lines as one quoted string, without its own quotes.
    fn quote_over_lines(&mut self, first: usize, head: &Head, below: &[usize]) {
        let line = self.text(first).trim_end().to_owned();
        let (Some((before, rest)), Some(last)) = (line.split_at_checked(head.value), below.last()) else {
            return;
        };
        let why = unreadable("item", rest).unwrap_or_else(|| "this value cannot be read".to_owned());
        self.complain(first, before.chars().count(), why);
        let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
        let quote = quote.filter(|quote| self.text(*last).trim_end().ends_with(*quote));
        let opened = quote.and_then(|quote| rest.strip_prefix(quote)).unwrap_or(rest);
        let blanks = before.replace('\t', " ");
        self.replace(first, format!("{blanks}'{}", escaped(opened)), true);
        for index in below {
            let line = self.text(*index).trim_end();
            let closed = quote.filter(|_| index == last).and_then(|quote| line.strip_suffix(quote));
            let mut text = escaped(closed.unwrap_or(line)).replace('\t', " ");
            if index == last {
                text.push('\'');
            }
            self.replace(*index, text, false);
        }
    }

    /// Returns whether YAML can read these lines on their own.
    fn reads(&self, part: Chunk, is_map: bool) -> bool {
        let first = |value: Value| match value {
            Value::Array(items) => items.into_iter().next().unwrap_or_default(),
            other => other,
        };
        match yaml::read(&self.joined(part)) {
            Ok((value, _)) => !is_map || first(value).is_object(),
            // The anchor may be in another part.
            Err(fault) => fault.is_alias,
        }
    }

    /// Returns whether the text of a line begins at that column or before it.
    fn is_at(&self, index: usize, column: usize) -> bool {
        let line = self.text(index);
        let body = line.trim();
        !body.is_empty() && !body.starts_with(['#', ']', '}']) && indent(line) <= column
    }

    fn text(&self, index: usize) -> &str {
        self.lines.get(index).map(|line| line.text.as_str()).unwrap_or_default()
    }
}

fn indent(line: &str) -> usize {
    line.len().saturating_sub(line.trim_start_matches([' ', '\t']).len())
}
