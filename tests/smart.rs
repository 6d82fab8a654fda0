//! What the smart line of the gsd family never does, whatever the file says.

use std::fmt::Write;

use stateline::{
    family::{Ask, Source, Style, family},
    line::Paint,
};

use crate::harness::{LINE_LIMIT, Random, cut};

/// Statuses that say that there is work to do, in the forms of the field.
const ACTIVE: &[&str] = &[
    "executing",
    "Executing",
    "EXECUTING",
    "planning",
    "verifying",
    "discussing",
    "in_progress",
    "in-progress",
    "In Progress",
    "In progress — wave 2 of 3, 4 plans left",
    "ready_to_plan",
    "Ready to plan",
    "Ready to execute",
    "\"Executing Phase 4\"",
    "Phase complete — ready for verification",
    "defining_requirements",
    "Defining requirements for v1.1",
    "planned",
    "active",
    "roadmapped",
    "phase_3_active",
    "'not started'",
    "Planning complete",
    "paused",
    "STOPPED",
    "on_hold",
    "blocked",
    "**Blocked**: waits for review",
    "executing # was: planning",
];

/// Statuses that do not.
const QUIET: &[&str] = &[
    "completed",
    "complete",
    "Complete ✅",
    "done",
    "milestone_complete",
    "milestone complete",
    "✅ **MILESTONE COMPLETE**",
    "Awaiting next milestone",
    "archived",
    "shipped",
    "v1.1 MILESTONE SHIPPED — 52 plans",
    "phase-complete",
    "Phase 07 Complete",
    "\"Plan 02-01 complete. `index` next\"",
    "unknown",
    "none",
    "null",
    "—",
    "~",
    "",
    "\"\"",
    "some_other_words",
    "Größe geändert, später mehr",
];

/// Placeholders for a missing value.
const PLACEHOLDERS: &[&str] =
    &["", "null", "~", "none", "None", "—", "-", "TBD", "\"\"", "''", "n/a", "milestone"];

/// Names in every appearance.
const NAMES: &[&str] = &[
    "Search",
    "\"Search and Index\"",
    "'The user''s search'",
    "\"Gr\\u00f6\\u00dfe \\u2014 Einheiten\"",
    "\"### Phase 1: Setup\"",
    "\"**Goal**: ship `search`\"",
    "**Goal**: ship `search`",
    "v1.1",
    "\"v1.1 — Search\"",
    "検索と索引",
    "Search # was: Find",
    "\"[Search](a.md)\"",
    ">-\n  Search\n  and Index",
    "\"Search\n  and Index\"",
    "\"say \"now\" to me\"",
    "\"un\u{1b}[31mclean\u{202e}\"",
    "\"*`*`** ####\"",
    "\"* * ** *** a*b\"",
    "`",
    "\"[[x]] [a](b\"",
];

/// Phases as a value of the frontmatter.
const NUMBERS: &[&str] = &["4", "\"4.5\"", "05", "16.10", "\"M3\"", "'12'"];

/// Lines of the body.
const BODY: &[&str] = &[
    "Phase: 5 (export-api) — EXECUTING",
    "Phase: 5 of 12 (Export API)",
    "Phase: 12 of 5 (Export API)",
    "Phase: 5",
    "Phase: 5 — Export API",
    "Phase: 5 — **COMPLETE**",
    "Phase: 8.1 of 8.2 (Export `fixes`)",
    "Phase: Not started (defining requirements)",
    "Phase: None",
    "Phase: —",
    "Phase: TBD",
    "Phase: Milestone v1.1 complete",
    "**Phase:** 5 of 12 (**Export** API)",
    "- **Phase**: Phase 5: Export API",
    "Phase: 5 ((",
    "Phase:",
    "Status: Executing",
    "**Status:** In_Progress",
    "Status: —",
    "Status: Milestone complete",
    "---",
    "milestone: v9",
    "Prose about Phase 3: the Phase: 7 that was",
];

const ACTIONS: &[&str] =
    &["plan-phase", "\"/gsd-plan-phase 6\"", "Ask the user, then go on", "none", "\"`/gsd:go`\""];

const PHASES: &[&str] =
    &["[\"4.5\"]", "[12, 13]", "[]", "null", "\n  - 4.5\n  - \"5\"", "[TBD]", "[\"`6`\"]"];

const TIMES: &[&str] =
    &["\"2026-01-15T11:58:00.000Z\"", "2026-01-12", "2025-11-01T00:00:00Z", "later", "null"];

/// What no YAML parser would take.
const JUNK: &[&str] = &[
    "<<<<<<< HEAD",
    "=======",
    ">>>>>>> main",
    "| Plan | State |",
    "stopped_at: Phase 11: plan 2: the \"slow\" path",
    "  indented: x",
    "# a comment",
    "",
];

/// One file, and what was put into it.
struct Made {
    text: String,
    is_active: bool,
    active_phase: Option<&'static str>,
}

fn made(random: &mut Random) -> Made {
    let is_active = random.below(2) == 0;
    let active_phase = (random.below(3) == 0).then(|| random.one_of(NUMBERS));
    let mut keys = Vec::new();
    let mut add = |random: &mut Random, key: &str, values: &[&'static str]| {
        let values = if random.below(4) == 0 { PLACEHOLDERS } else { values };
        if random.below(3) > 0 {
            keys.push(format!("{key}: {}", random.one_of(values)));
        }
    };
    add(random, "milestone", &["v1.1", "v2.0"]);
    add(random, "milestone_name", NAMES);
    add(random, "current_phase", NUMBERS);
    add(random, "current_phase_name", NAMES);
    add(random, "next_action", ACTIONS);
    add(random, "next_phases", PHASES);
    add(random, "last_updated", TIMES);
    add(random, "last_activity", TIMES);
    if random.below(8) == 0 {
        keys.push("paused_at: \"Phase 3, plan 2\"".to_owned());
    }
    keys.push(format!("status: {}", random.one_of(if is_active { ACTIVE } else { QUIET })));
    if let Some(phase) = active_phase {
        keys.push(format!("active_phase: {phase}"));
    }
    if random.below(4) > 0 {
        let mut block = "progress:".to_owned();
        for key in ["total_phases", "completed_phases", "total_plans", "completed_plans", "percent"] {
            let number = [0, 1, 5, 5, 5, 99, 100, 250][random.below(8)];
            if random.below(4) > 0 {
                write!(block, "\n  {key}: {number}").unwrap();
            }
        }
        keys.push(block);
    }
    for _ in 0..random.below(3) {
        let at = random.below(keys.len() + 1);
        keys.insert(at, random.one_of(JUNK).to_owned());
    }
    let body: Vec<&str> = (0..random.below(4)).map(|_| random.one_of(BODY)).collect();
    let text = format!("---\n{}\n---\n\n# Project State\n\n{}\n", keys.join("\n"), body.join("\n"));
    // The body takes precedence over the frontmatter.
    let is_active = is_active && !body.iter().any(|line| line.to_lowercase().contains("complete"));
    Made { text, is_active, active_phase }
}

fn shown(text: &str, style: Style) -> (Option<usize>, String) {
    let now = 1_768_480_448;
    let view = (family("gsd").unwrap().read)(Source::unnamed(text, now)).view(&Ask { style, now });
    (view.scene, view.line.paint(&Paint::default()))
}

/// Returns the number next to the bar, after checking its cells.
fn percent(line: &str) -> Option<usize> {
    let (_, bar) = line.split_once('[').filter(|(_, bar)| bar.starts_with(['█', '░']))?;
    let (cells, rest) = bar.split_once("] ").unwrap();
    let percent: usize = rest.split_once('%').unwrap().0.parse().unwrap();
    assert_eq!(cells.matches('█').count(), percent / 10, "{line}");
    assert_eq!(cells.chars().count(), 10, "{line}");
    Some(percent)
}

/// Returns the number of the phase that a line is about.
fn phase(line: &str) -> Option<&str> {
    let (_, rest) = line.rsplit_once(" · Phase ").or_else(|| Some(("", line.strip_prefix("Phase ")?)))?;
    rest.split([' ', '/']).next()
}

/// Lists what is wrong with a line.
fn faults(made: &Made, line: &str, scene: Option<usize>) -> Vec<&'static str> {
    let mut faults = Vec::new();
    let mut never = |is_so: bool, what: &'static str| {
        if is_so {
            faults.push(what);
        }
    };
    let percent = percent(line);
    let words: Vec<&str> = line.split(' ').collect();
    let is_bidi = |character: char| matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    never(
        line.contains(|character: char| character.is_control() || is_bidi(character)),
        "a control character",
    );
    never(
        line.contains(['`', '\u{2028}', '\u{2029}']) || line.contains("**") || line.contains("###"),
        "Markdown",
    );
    never(line.contains('_'), "a status in snake case");
    never(line.contains("  ") && !line.contains("un "), "two blanks");
    never(percent.is_some_and(|percent| percent > 100), "more than all");
    let is_complete = line.contains("milestone complete");
    never(is_complete && percent.is_some_and(|percent| percent < 100), "complete next to a lower bar");
    never(percent == Some(100) && made.is_active, "a full bar next to work to do");
    never(scene == Some(2) && made.is_active, "complete while there is work to do");
    let placeholders = ["none", "None", "null", "TBD", "n/a", "unknown", "~", "-", "''", "\"\""];
    never(words.iter().any(|word| placeholders.contains(word)), "a placeholder");
    let is_called =
        line.contains(" milestone [") || line.contains(" milestone ·") && !line.contains("next milestone");
    never(is_called, "the placeholder `milestone`");
    never(line.contains("v1.1 v1.1"), "the milestone twice");
    let (full_scene, full) = shown(&made.text, Style::Full);
    never(
        full_scene == Some(0) && made.active_phase.is_some() && phase(line) != phase(&full),
        "another phase",
    );
    faults
}

#[test]
fn the_smart_line_is_readable_whatever_the_file_says() {
    let mut random = Random::new(7);
    let cases = 10_000;
    let mut scenes = [0; 4];
    for _ in 0..cases {
        let made = made(&mut random);
        let (scene, line) = shown(&made.text, Style::Smart);
        assert_eq!(faults(&made, &line, scene), [""; 0], "{line}\n{}", made.text);
        scenes[scene.unwrap()] += 1;
    }
    println!("{cases} files, {scenes:?} by scene");
    assert!(scenes.iter().all(|count| *count > cases / 50), "every scene should be met often: {scenes:?}");
}

#[test]
fn a_byte_order_mark_and_other_line_ends_change_nothing() {
    let mut random = Random::new(8);
    let cases = 2_000;
    for _ in 0..cases {
        let text = made(&mut random).text;
        let line = shown(&text, Style::Smart);
        assert_eq!(shown(&format!("\u{feff}{text}"), Style::Smart), line, "{text}");
        assert_eq!(shown(&text.replace('\n', "\r\n"), Style::Smart), line, "{text}");
    }
    println!("{cases} files, three times each");
}

#[test]
fn the_scene_on_the_line_is_the_first_that_applies() {
    let mut random = Random::new(9);
    let cases = 2_000;
    for _ in 0..cases {
        let text = made(&mut random).text;
        let holding = (family("gsd").unwrap().read)(Source::unnamed(&text, 0)).matching(Style::Smart);
        assert_eq!(shown(&text, Style::Smart).0, holding.iter().position(|holds| *holds), "{text}");
    }
    println!("{cases} files");
}

#[test]
fn a_file_that_repeats_itself_is_read_once() {
    // Each of these would take minutes if something were looked for again from the beginning.
    let many = |piece: &str| piece.repeat(60_000);
    // A line has 4 KiB at most.
    let rest = |piece: &str| cut(&many(piece), LINE_LIMIT - "v1 ".len());
    let name = |name: &str| format!("---\nmilestone: v1\nmilestone_name: \"{name}\"\n---\n");
    for (text, wanted) in [
        (format!("x {}\nPhase: 5\n", many("Phase: ")), "Phase 5".to_owned()),
        (format!("Phase: 5 {}\n", many("— 1 ")), "Phase 5".to_owned()),
        (format!("Phase: 5 {}\n", many("(1) ")), "Phase 5".to_owned()),
        (name(&many("# -")), "v1".to_owned()),
        (name(&many("*##")), "v1".to_owned()),
        // Of a value, 4 KiB are looked at, the opening quote among them.
        (name(&format!("{}a", many("x\"  "))), format!("v1 {}x", "x\" ".repeat(1023))),
        (name(&many("[a")), format!("v1 {}", rest("[a"))),
        (name(&many("-[a](")), format!("v1 {}", cut(&many("-[a](")[1..4095], LINE_LIMIT - "v1 ".len()))),
    ] {
        assert!(shown(&text, Style::Smart).1 == wanted, "{}", &text[..80]);
    }
}
