//! The hot reader of the frontmatter against the same patterns, run by the `regex` crate.

use std::sync::LazyLock;

use regex::Regex;
use stateline::{
    family::{
        gsd::{self, GsdFields},
        two_phase,
    },
    text::Pattern,
};

use super::text;
use crate::harness::Random;

/// Compares the readers on one file, and a table with its regex at one place of it.
pub fn holds(bytes: &[u8]) {
    static ORACLE: LazyLock<Oracle> = LazyLock::new(Oracle::new);
    let text = text(bytes);
    assert_eq!(described(&text), ORACLE.read(&text));
    let mut random = Random::of(bytes);
    for (index, (name, pattern)) in tables().enumerate() {
        let at = random.below(text.len() + 1);
        let at = (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap();
        let expected = ORACLE.anchored[index].find(&text[at..]).map(|found| at + found.end());
        assert_eq!(pattern.end(&text, at), expected, "{name} at {at}");
    }
}

/// Returns every compiled pattern by name, in the order of [`Oracle::anchored`].
pub fn tables() -> impl Iterator<Item = (&'static str, &'static Pattern)> {
    gsd::patterns::ALL.iter().chain(two_phase::patterns::ALL).copied()
}

/// The documented reader, word for word, with nothing of ours but the patterns.
pub struct Oracle {
    frontmatter: Regex,
    patterns: Vec<(&'static str, Regex)>,
    counts: [Regex; 3],
    ends: Regex,
    line_end: Regex,
    /// Every pattern by itself, in the order of the tables.
    pub anchored: Vec<Regex>,
}

const BLANK: &str =
    r"[\t\n\x0B\x0C\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}]";

impl Oracle {
    pub fn new() -> Self {
        let compiled = |(name, pattern): &(&'static str, &str)| {
            // As with JavaScript's `m` flag: at the beginning of the text or after one of four line ends.
            let start = match *name {
                "key" | "next_phases_item" => r"\A",
                _ => r"(?:\A|[\n\r\x{2028}\x{2029}])",
            };
            (*name, Regex::new(&format!("{start}(?:{pattern})")).unwrap())
        };
        let count = |name: &str| {
            let (_, pattern) =
                gsd::patterns::PATTERNS.iter().find(|(known, _)| *known == "progress_count").unwrap();
            let one = pattern.replace("completed_phases|total_phases|percent", name);
            Regex::new(&format!(r"(?:\A|[\n\r\x{{2028}}\x{{2029}}])(?:{one})")).unwrap()
        };
        Self {
            // The block between the fences; the first line that begins with `---` ends it.
            frontmatter: Regex::new(r"\A---\r?\n((?s:.)*?)\r?\n---").unwrap(),
            patterns: gsd::patterns::PATTERNS.iter().map(compiled).collect(),
            counts: ["completed_phases", "total_phases", "percent"].map(count),
            ends: Regex::new(&format!(r"\A{BLANK}*((?s:.)*?){BLANK}*\z")).unwrap(),
            line_end: Regex::new("\r?\n").unwrap(),
            anchored: gsd::patterns::PATTERNS
                .iter()
                .chain(two_phase::patterns::PATTERNS)
                .map(|(_, pattern)| Regex::new(&format!(r"\A(?:{pattern})")).unwrap())
                .collect(),
        }
    }

    fn captures<'t>(&self, name: &str, text: &'t str) -> Option<Vec<&'t str>> {
        let (_, regex) = self.patterns.iter().find(|(known, _)| *known == name).unwrap();
        let captures = regex.captures(text)?;
        Some(captures.iter().skip(1).map(|group| group.map_or("", |group| group.as_str())).collect())
    }

    fn trim<'t>(&self, text: &'t str) -> &'t str {
        self.ends.captures(text).unwrap().get(1).unwrap().as_str()
    }

    fn value<'t>(&self, text: &'t str) -> &'t str {
        let value = self.trim(text);
        let value = value.strip_prefix(['"', '\'']).unwrap_or(value);
        value.strip_suffix(['"', '\'']).unwrap_or(value)
    }

    /// Describes what the patterns find, in the words of [`described`].
    pub fn read(&self, content: &str) -> String {
        let mut fields = [None; 6];
        let (mut phases, mut counts) = (Vec::new(), [None; 3]);
        if let Some(found) = self.frontmatter.captures(content) {
            let block = found.get(1).unwrap().as_str();
            for line in self.line_end.split(block) {
                let Some(found) = self.captures("key", line) else { continue };
                let names =
                    ["status", "milestone", "milestone_name", "active_phase", "next_action", "state_head"];
                if let Some(at) = names.iter().position(|name| *name == found[0]) {
                    fields[at] = Some(self.value(found[1])).filter(|value| !matches!(*value, "" | "null"));
                }
            }
            if let Some(found) = self.captures("next_phases_flow", block) {
                phases = found[0].split(',').map(|item| self.value(item)).collect();
            } else if let Some(found) = self.captures("next_phases_block", block) {
                let lines = self.line_end.split(found[0]).collect::<Vec<_>>();
                let items = lines.iter().filter_map(|line| self.captures("next_phases_item", line));
                phases = items.map(|item| self.value(item[0])).collect();
            }
            phases.retain(|item| !item.is_empty());
            if let Some(found) = self.captures("progress", block) {
                let first =
                    |regex: &Regex| regex.captures(found[0]).map(|found| found.get(2).unwrap().as_str());
                counts = [first(&self.counts[0]), first(&self.counts[1]), first(&self.counts[2])];
            }
        }
        let phase = self
            .captures("phase", content)
            .map(|found| (found[0], found[1], Some(found[2]).filter(|n| !n.is_empty())));
        if fields[0].is_none() {
            let raw = self
                .captures("status", content)
                .map(|found| self.trim(found[0]).to_lowercase())
                .unwrap_or_default();
            let table = [
                ("ready to plan", "planning"),
                ("planning", "planning"),
                ("execut", "executing"),
                ("complet", "complete"),
                ("archived", "complete"),
            ];
            fields[0] = table.iter().find(|(word, _)| raw.contains(word)).map(|(_, status)| *status);
        }
        format!("{fields:?} {phases:?} {counts:?} {phase:?}")
    }
}

/// Describes what the hot reader finds.
pub fn described(content: &str) -> String {
    let state = GsdFields::read(content);
    let fields = [
        state.status,
        state.milestone,
        state.milestone_name,
        state.active_phase,
        state.next_action,
        state.state_head,
    ];
    let counts = [state.completed_phases, state.total_phases, state.percent];
    let phase = state.phase.map(|phase| (phase.number, phase.total, phase.name));
    format!("{fields:?} {:?} {counts:?} {phase:?}", state.next_phases)
}
