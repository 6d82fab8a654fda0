//! Reads an entry that cannot be repaired: as plain text, then only its first line, then only its key.

use std::{borrow::Cow, collections::HashSet};

use serde_json::Value;

use super::{
    entry::{Key, item, quoted, unreadable},
    repair::{Chunk, LEFT_OUT, Repair, holding},
    tree::Tree,
    yaml,
};

/// How many entries that cannot even be read as plain text are left out, before all of them are.
const LAST_ROUNDS: usize = 256;

impl Repair<'_> {
    /// Reads every top-level entry as plain text.
    pub(super) fn all_plain(&mut self, chunks: &[Chunk]) -> (Value, Tree) {
        for chunk in chunks {
            self.only_head(*chunk);
        }
        for _ in 0..self.rounds(LAST_ROUNDS) {
            match self.whole() {
                Ok(read) => return read,
                Err(fault) => {
                    let line = self.line_at(fault.at);
                    let Some(chunk) = holding(chunks, line) else { break };
                    self.leave_out(*chunk, fault.why);
                }
            }
        }
        (Value::Object(serde_json::Map::new()), Tree::default())
    }

    /// Quotes a value that is an alias without an anchor.
    pub(super) fn quote_alias(&mut self, index: usize) -> bool {
        let Some(line) = self.lines.get(index).map(|line| line.text.trim_end()) else { return false };
        let quoted = match (Key::of(line), item(line)) {
            (Some(key), _) if key.rest.contains('*') => key.quoted(),
            (None, Some((before, rest))) if rest.contains('*') => format!("{before}{}", quoted(rest)),
            _ => return false,
        };
        self.replace(index, quoted, true);
        true
    }

    /// Reads an entry as the line reader does: the text after the key, or one level of keys below it.
    pub(super) fn flatten(&mut self, chunk: Chunk) {
        let first = self.written.get(chunk.0).copied().unwrap_or_default().trim_end();
        let Some(head) = Key::of(first) else { return };
        let is_parent = head.rest.is_empty() || head.rest.starts_with('#');
        if is_parent {
            self.replace(chunk.0, first.to_owned(), false);
        } else {
            self.replace(chunk.0, head.quoted(), true);
        }
        let mut names: HashSet<Cow<'_, str>> = HashSet::new();
        for index in chunk.0.saturating_add(1)..chunk.1 {
            let line = self.written.get(index).copied().unwrap_or_default().trim_end();
            let is_flat = |key: &Key<'_>| is_parent && !key.indent.is_empty() && key.dashes.is_empty();
            let flat = Key::of(line).filter(is_flat).filter(|key| !names.contains(&key.meaning()));
            let flat = flat.map(|key| {
                // The anchor may have been removed.
                let is_plain = key.rest.starts_with('*') || unreadable(key.name, key.rest).is_some();
                let value: Cow<'_, str> = if is_plain { quoted(key.rest).into() } else { key.rest.into() };
                (format!(" {}: {value}", key.name), key.meaning(), is_plain || key.is_tight())
            });
            // A key with an unclosed quote would break all the others.
            if let Some((text, name, is_plain)) = flat.filter(|(text, ..)| is_entry(text)) {
                names.insert(name);
                self.replace(index, text, is_plain);
                continue;
            }
            if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                self.complain_once(index, 0, LEFT_OUT.to_owned());
            }
            self.replace(index, String::new(), false);
        }
        if self.test(chunk).is_err() {
            self.only_head(chunk);
        }
    }

    /// Reads only the first line of an entry: its key and the text after it.
    fn only_head(&mut self, chunk: Chunk) {
        let first = self.written.get(chunk.0).copied().unwrap_or_default().trim_end();
        let head = Key::of(first).map(|key| key.quoted()).unwrap_or_default();
        self.replace(chunk.0, head, true);
        for index in chunk.0.saturating_add(1)..chunk.1 {
            self.replace(index, String::new(), false);
        }
        if let Err(trouble) = self.test(chunk) {
            self.leave_out(chunk, trouble.why);
        }
    }

    /// Reads only the key of an entry, or nothing if YAML cannot read the key.
    pub(super) fn leave_out(&mut self, chunk: Chunk, why: String) {
        self.complain_once(chunk.0, 0, why);
        let first = self.written.get(chunk.0).copied().unwrap_or_default();
        let name = Key::of(first).map(|key| format!("{}:", key.name)).unwrap_or_default();
        self.replace(chunk.0, name, false);
        if self.test(chunk).is_err() {
            self.replace(chunk.0, String::new(), false);
        }
    }
}

/// Returns whether YAML reads a line on its own as an entry.
fn is_entry(line: &str) -> bool {
    yaml::read(line).is_ok_and(|(value, _)| value.is_object())
}
