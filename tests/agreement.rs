//! The hot reader against the same patterns, run by the `regex` crate.

use crate::{
    harness::Random,
    invariants::frontmatter::{Oracle, described, tables},
};

/// The pieces of the generated files: everything that the patterns match, and near misses.
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

/// Whole lines, so that most files have something to find.
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

/// Generates a file that resembles a STATE.md.
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
    println!("{cases} files compared, {telling} of them with something to find");
    assert!(telling > cases / 3, "most files should have something to find, and {telling} have");
}

#[test]
fn a_table_ends_a_match_where_the_regex_does() {
    let mut random = Random::new(3);
    let mut matches = 0;
    let cases = 20_000;
    let regexes = Oracle::new().anchored;
    let tables: Vec<_> = tables().collect();
    for case in 0..cases {
        let (name, pattern) = tables[case % tables.len()];
        let regex = &regexes[case % regexes.len()];
        let key = match name {
            "fence" => "---",
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
    assert!(matches > cases / 10, "{matches} matches are too few");
}
