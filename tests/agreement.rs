//! The hot reader against the same patterns, run by the `regex` crate.

use regex::Regex;
use stateline::{format::gsd::State, patterns};

use crate::harness::Random;

/// The pieces that texts are made of: all that the patterns look at, and what nearly is that.
const PIECES: &[&str] = &[
    "---",
    "---\n",
    "---\r\n",
    "\n---",
    "\n",
    "\r\n",
    "\r",
    "\u{2028}",
    "\u{2029}",
    "\u{85}",
    " ",
    "  ",
    "\t",
    "\u{b}",
    "\u{a0}",
    "\u{3000}",
    "\u{feff}",
    "\u{200b}",
    "status",
    "milestone",
    "milestone_name",
    "active_phase",
    "next_action",
    "next_phases",
    "state_head",
    "progress",
    "percent",
    "completed_phases",
    "total_phases",
    "Phase",
    "Status",
    ":",
    ": ",
    ":  ",
    " :",
    "#",
    "- ",
    "-",
    "[",
    "]",
    "(",
    ")",
    ",",
    "\"",
    "'",
    "''",
    "\\",
    "|",
    "null",
    "executing",
    "Ready to plan",
    "complete",
    "4.5",
    "100",
    "059",
    "7",
    " of ",
    " of",
    "of",
    "{",
    "}",
    "é",
    "日本",
    "💀",
    "\0",
    "x",
    "_",
    "status: executing\n",
    "milestone: v2.0\n",
    "progress:\n  percent: 59\n",
    "  total_phases: 5\n",
    "next_phases: [\"4\", 5]\n",
    "next_phases:\n  - 4\n- 5\n",
    "Phase: 3 of 9 (name)\n",
    "Status: Executing\n",
    "active_phase: 4\n",
];

/// Whole lines, so that most texts have something to find.
const LINES: &[&str] = &[
    "status: executing\n",
    "milestone: \"v2.0\"\r\n",
    "milestone_name: Code Quality\n",
    "active_phase: null\n",
    "next_action: plan-phase\n",
    "next_phases: [4, '5']\n",
    "next_phases:\n  - 4\n  - \"5\"\n",
    "state_head: abc1234\n",
    "progress:\n  total_phases: 5\n  completed_phases: 5\n",
    "  percent: 100\n",
    "Phase: 3 of 9 (name)\n",
    "Status: Ready to plan\n",
    "Phase: 3\tof  9\n",
    "status: \n",
];

/// Makes a text of the shape of a STATE.md, more or less.
fn generated(random: &mut Random) -> String {
    let mut text = String::new();
    let add = |text: &mut String, random: &mut Random| {
        for _ in 0..random.below(16) {
            let piece = if random.below(2) == 0 { random.one_of(LINES) } else { random.one_of(PIECES) };
            text.push_str(piece);
        }
    };
    text.push_str(random.one_of(&["---\n", "---\n", "---\n", "---\r\n", "--- \n", ""]));
    add(&mut text, random);
    text.push_str(random.one_of(&["\n---\n", "\n---\n", "\r\n---", "\n --- \n", "\n---x\n", ""]));
    add(&mut text, random);
    text
}

/// The documented reader, word for word, with nothing of ours but the patterns.
struct Oracle {
    patterns: Vec<(&'static str, Regex)>,
    counts: [Regex; 3],
    ends: Regex,
    line_end: Regex,
}

const BLANK: &str =
    r"[\t\n\x0B\x0C\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}]";

impl Oracle {
    fn new() -> Self {
        let compiled = |(name, pattern): &(&'static str, &str)| {
            // As with JavaScript's `m` flag: at the beginning of the text or behind one of four line ends.
            let start = match *name {
                "frontmatter" | "key" | "next_phases_item" => r"\A",
                _ => r"(?:\A|[\n\r\x{2028}\x{2029}])",
            };
            (*name, Regex::new(&format!("{start}(?:{pattern})")).unwrap())
        };
        let count = |name: &str| {
            let (_, pattern) =
                patterns::PATTERNS.iter().find(|(known, _)| *known == "progress_count").unwrap();
            let one = pattern.replace("completed_phases|total_phases|percent", name);
            Regex::new(&format!(r"(?:\A|[\n\r\x{{2028}}\x{{2029}}])(?:{one})")).unwrap()
        };
        Self {
            patterns: patterns::PATTERNS.iter().map(compiled).collect(),
            counts: ["completed_phases", "total_phases", "percent"].map(count),
            ends: Regex::new(&format!(r"\A{BLANK}*((?s:.)*?){BLANK}*\z")).unwrap(),
            line_end: Regex::new("\r?\n").unwrap(),
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
    fn read(&self, content: &str) -> String {
        let mut fields = [None; 6];
        let (mut phases, mut counts) = (Vec::new(), [None; 3]);
        if let Some(block) = self.captures("frontmatter", content) {
            let block = block[0];
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

fn described(content: &str) -> String {
    let state = State::read(content);
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

#[test]
fn the_hot_reader_finds_what_the_patterns_find() {
    let oracle = Oracle::new();
    let mut random = Random::new(2);
    let mut telling = 0;
    let cases = 20_000;
    for _ in 0..cases {
        let content = generated(&mut random);
        let (expected, found) = (oracle.read(&content), described(&content));
        assert_eq!(found, expected, "{content:?}");
        telling += usize::from(found.contains("Some") || found.contains('"'));
    }
    println!("{cases} texts compared, {telling} of them with something to find");
    assert!(telling > cases / 3, "most texts should have something to find, and {telling} have");
}

#[test]
fn a_table_ends_a_match_where_the_regex_does() {
    let mut random = Random::new(3);
    let mut matches = 0;
    let cases = 20_000;
    let anchored = |(_, pattern): &(&str, &str)| Regex::new(&format!(r"\A(?:{pattern})")).unwrap();
    let regexes: Vec<Regex> = patterns::PATTERNS.iter().map(anchored).collect();
    for case in 0..cases {
        let (name, pattern) = patterns::ALL[case % patterns::ALL.len()];
        let regex = &regexes[case % regexes.len()];
        let key = match name {
            "frontmatter" | "fence" => "---",
            "next_phases_flow" | "next_phases_block" => "next_phases:",
            "next_phases_item" => "- ",
            "progress" => "progress:",
            "progress_count" => "  percent: ",
            "phase" => "Phase: ",
            "status" => "Status:",
            "label" => ["- **Phase:**", "Status", "**Current Phase**"][case % 3],
            "phase_number" => ["v1.2-01", "M3", "16."][case % 3],
            "phase_total" => [" of 1", "/"][case % 2],
            "command" => ["/gsd-plan-phase 6", "plan-phase "][case % 2],
            "yaml_property" => ["&", "!"][case % 2],
            "yaml_double" => "\"",
            "yaml_single" => "'",
            "yaml_block" => ["|", ">-"][case % 2],
            "body_status" => ["**Status:", "Status:"][case % 2],
            _ => "",
        };
        let text = format!("{key}{}", generated(&mut random));
        let expected = regex.find(&text).map(|found| found.end());
        assert_eq!(pattern.end(&text, 0), expected, "{name} on {text:?}");
        matches += usize::from(expected.is_some());
    }
    println!("{cases} tries compared, {matches} of them matches");
    assert!(matches > cases / 10, "{matches} matches are too few to tell");
}
