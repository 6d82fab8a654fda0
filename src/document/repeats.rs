//! Removes duplicate keys, which YAML rejects and the status line accepts.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use super::{
    entry::Key,
    repair::{Chunk, Repair},
    yaml,
};
use crate::text::Lines;

impl Repair<'_> {
    /// Removes duplicate top-level keys.
    ///
    /// As in the status line, the last scalar wins, and the first block that is not empty.
    pub(super) fn without_repeats(&mut self, chunks: Vec<Chunk>) -> Vec<Chunk> {
        let mut winners: HashMap<Cow<'_, str>, Chunk> = HashMap::new();
        let mut losers: HashMap<Chunk, Cow<'_, str>> = HashMap::new();
        for chunk in &chunks {
            let Some(key) = self.written.get(chunk.0).and_then(|line| Key::of(line)) else { continue };
            let name = key.meaning();
            let loser = match winners.get(&name) {
                Some(winner) if self.is_block(*winner) => Some(*chunk),
                _ => winners.insert(name.clone(), *chunk),
            };
            losers.extend(loser.map(|loser| (loser, name)));
        }
        for (chunk, name) in &losers {
            self.take_out(name, *chunk);
        }
        chunks.into_iter().filter(|chunk| !losers.contains_key(chunk)).collect()
    }

    /// Returns whether an entry continues below its key.
    fn is_block(&self, chunk: Chunk) -> bool {
        let below = self.lines.get(chunk.0.saturating_add(1)..chunk.1).unwrap_or_default();
        below.iter().map(|line| line.text.trim()).any(|line| !line.is_empty() && !line.starts_with('#'))
    }

    /// Removes duplicate keys inside an entry; the first one wins, as in the status line.
    pub(super) fn drop_inner_repeats(&mut self) {
        let text = self.joined((0, self.lines.len()));
        let Some(tree) = yaml::places(&text) else { return };
        let lines = Lines::of(&text);
        let mut out = Vec::new();
        for entries in tree.maps() {
            let mut names = HashSet::new();
            for entry in entries {
                if names.insert(entry.name.as_str()) {
                    continue;
                }
                let from = lines.line(entry.key.start);
                let end = tree.node(entry.value).map_or(entry.key.end, |node| node.span.end);
                let to = lines.line(end.saturating_sub(1)).max(from);
                out.push((entry.name.clone(), (from, to.saturating_add(1))));
            }
        }
        for (name, chunk) in out {
            self.take_out(&name, chunk);
        }
    }

    fn take_out(&mut self, name: &str, chunk: Chunk) {
        self.complain_once(chunk.0, 0, format!("`{name}` is there twice; the other one is used"));
        for index in chunk.0..chunk.1 {
            self.replace(index, String::new(), false);
        }
    }
}
