//! `check` on files that are fine, and on files that are broken in a way it once missed.

use std::fs;

use crate::harness::{Project, Run};

const NOW: &str = "2026-01-15T12:34:08Z";

const STATE: &str = ".planning/STATE.md";

const SESSION: &str = ".workflow/sessions/WFR-tdd-20260115-120000/session-state.json";

const AGENTS: &str = ".claude/agent-state.json";

/// Checks a file and returns its findings, a line each and without the path.
fn found(path: &str, text: &str) -> Vec<String> {
    let project = Project::new().file(&format!("work/{path}"), text);
    findings(&project, path)
}

fn findings(project: &Project, path: &str) -> Vec<String> {
    let run = project.run(["check", "--now", NOW, "--hints", "--format", "compact", path]);
    assert_eq!(run.stderr, "");
    let line = |line: &str| line.strip_prefix(path).unwrap_or(line).trim_start_matches(':').to_owned();
    run.stdout.lines().map(line).collect()
}

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn a_rule_of_dashes_in_the_body_is_not_frontmatter() {
    for text in [
        "# Project State\n\n---\n\n## Position\n\nPhase: 3 of 7 (Sync)\n",
        "# Project State\n---\n## Position\n",
        "# Project State\n\n---\nStatus: Ready to plan\nPhase: 3 of 7 (Sync)\n---\n",
        "# Project State\n\n---\nstatus: a word in prose\nAnd more of it.\n---\n",
        "\n---\n\nA rule after an empty line.\n",
        "# Project State\n\n---\nnotes: not a field of the line\n---\n",
    ] {
        assert_eq!(found(STATE, text), none(), "{text}");
    }
}

#[test]
fn what_is_above_the_frontmatter_is_the_only_finding() {
    let front = "---\ngsd_state_version: '1.0'\nstatus: executing\nactive_phase: null\nnext_action: null\n\
                 next_phases: null\npaused_at: null\n---\n";
    let why = "error SL010 the frontmatter does not start at the first character";
    for above in ["\n", "# Project State\n", "<!-- do not edit -->\n\n", "\n\n\r\n"] {
        assert_eq!(found(STATE, &format!("{above}{front}")), [format!("1:1: {why}")], "{above:?}");
    }
}

#[test]
fn a_fix_above_the_frontmatter_leads_to_no_new_error() {
    let front = "---\ngsd_state_version: '1.0'\nstatus: executing\nnext_action: plan-phase\nnext_phases:\n  - \"4\"\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", format!("\n{front}"));
    let run = project.run(["check", "--fix", "--format", "compact", STATE]);
    assert_eq!(run, Run::printed(""));
    let text = fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap();
    assert_eq!(text, front.replace("\n  - \"4\"", " [\"4\"]"));

    let text = format!("# State\n{front}");
    let project = Project::new().file("work/.planning/STATE.md", &text);
    let why = ["1:1: error SL010 the frontmatter does not start at the first character"];
    let run = project.run(["check", "--fix", STATE]);
    assert_eq!((run.code, run.stdout.contains("\nnothing to fix\n")), (Some(1), true), "{}", run.stdout);
    assert_eq!(findings(&project, STATE), why);
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), text);
}

#[test]
fn what_gsd_itself_writes_is_at_most_a_hint() {
    let state = |lines: &str| format!("---\ngsd_state_version: 1.0\nstatus: executing\n{lines}---\n");
    for (text, expected) in [
        (state("last_updated: \"2026-01-14\"\n"), &[][..]),
        (state("last_updated: 2026-01-14\n"), &[]),
        ("---\nworkstream: search\ncreated: 2026-01-14\n---\n\n# Project State\n".to_owned(), &[]),
        (state("current_phase: 02\n"), &["4:16: info SL130 YAML reads `02` as the number 2"]),
        (state("current_phase: 02.1\n"), &["4:16: info SL130 YAML reads `02.1` as the number 2.1"]),
        (state("active_phase: 16.10\n"), &["4:15: warning SL130 YAML reads `16.10` as the number 16.1"]),
        ("# Project State\n\nNext action: talk about it\nPaused at: lunch\n".to_owned(), &[]),
    ] {
        assert_eq!(found(STATE, &text), expected, "{text}");
    }
}

#[test]
fn a_percentage_contradicts_the_counts_only_if_nothing_explains_it() {
    let state = |percent: u8, body: &str| {
        format!(
            "---\ngsd_state_version: 1.0\nstatus: executing\nprogress:\n  total_phases: 7\n  completed_phases: 4\n  \
             total_plans: 20\n  completed_plans: 15\n  percent: {percent}\n---\n{body}"
        )
    };
    // 57.1 % by the phases, 75 % by the plans.
    let near = |severity: &str, percent: u8| {
        format!("9:12: {severity} SL114 percent is {percent}, but the counts say 57")
    };
    for percent in [56, 57, 58, 66, 74, 76] {
        let only_formula = found(STATE, &state(percent, "")).iter().all(|line| line.contains(" info SL115 "));
        assert!(only_formula, "{percent}: {:?}", found(STATE, &state(percent, "")));
    }
    assert_eq!(found(STATE, &state(0, "")), [near("info", 0)]);
    assert_eq!(found(STATE, &state(40, "\n**Progress:** [████░░░░░░] 40%\n")), [near("info", 40)]);
    assert_eq!(found(STATE, &state(40, "\nProgress: [███░░░░░░░] 30%\n")), [near("warning", 40)]);
    assert_eq!(found(STATE, &state(90, "")), [near("warning", 90)]);
}

#[test]
fn impossible_counts_are_reported_once() {
    let text = "---\ngsd_state_version: 1.0\nstatus: executing\nprogress:\n  total_phases: 3\n  completed_phases: 4\n  \
                total_plans: 9\n  completed_plans: 9\n  percent: 133\n---\n";
    let twice = ["6:21: warning SL113 `completed_phases` is 4 of 3", "9:12: warning SL112 percent is 133"];
    assert_eq!(found(STATE, text), twice);
    // GSD takes 13 of 12 plans for all of them.
    let text = "---\ngsd_state_version: 1.0\nstatus: executing\nprogress:\n  total_phases: 6\n  completed_phases: 2\n  \
                total_plans: 12\n  completed_plans: 13\n  percent: 100\n---\n";
    let hints = [
        "3:9: info SL120 the line says `milestone complete`, the status says `executing`",
        "8:20: info SL113 `completed_plans` is 13 of 12",
    ];
    assert_eq!(found(STATE, text), hints);
}

#[test]
fn headings_that_leaked_into_the_frontmatter_stay_where_they_are() {
    let text = "---\ngsd_state_version: '1.0'\nstatus: executing\nprogress:\n  percent: 59\n# Project State\n\n\
                - one\n## Position\n  deeper\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", text);
    let run = project.run(["check", "--fix", "--format", "compact", STATE]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{}", run.stdout);
    assert!(!run.stdout.contains("SL110"), "{}", run.stdout);
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), text);
    let below =
        "---\ngsd_state_version: '1.0'\nstatus: executing\nprogress:\n  percent: 59\n  # by hand\n---\n";
    assert_eq!(found(STATE, below), none());
}

#[test]
fn json_that_is_cut_off_or_not_an_object_is_an_error() {
    let half = "{\n  \"orchestrator\": {\n    \"status\": \"executing\",\n";
    for (text, place, why) in [
        ("{\n", "1:2", "the file ends in the middle of a value"),
        ("{", "1:2", "the file ends in the middle of a value"),
        (half, "3:27", "the file ends in the middle of a value"),
        ("[]\n", "1:1", "the file is a list; expected an object"),
        ("null\n", "1:1", "the file is null; expected an object"),
        ("5", "1:1", "the file is a number; expected an object"),
        ("\"text\"\n", "1:1", "the file is a string; expected an object"),
        ("{}\n}\n", "2:1", "something follows the end of the JSON value"),
    ] {
        for (path, code) in [(SESSION, "SL305"), (AGENTS, "SL406")] {
            assert_eq!(found(path, text), [format!("{place}: error {code} {why}")], "{path}: {text}");
        }
    }
}

#[test]
fn a_key_that_appears_twice_in_json_is_found() {
    let text =
        "{\"status\": \"executing\", \"current_step\": 5, \"total_steps\": 10,\n \"status\": \"failed\"}\n";
    let found = found(AGENTS, text);
    let twice = "2:2: warning SL006 `status` appears twice in its object";
    assert_eq!(found, ["1:41: info SL405 the state has the old format", twice]);
}

#[test]
fn a_limit_that_cannot_be_read_is_found() {
    let bounds = |bounds: &str| {
        let text =
            format!("{{\"orchestrator\": {{\"status\": \"executing\"}}, \"safety_bounds\": {{{bounds}}}}}\n");
        let is_limit = |line: &String| line.contains("SL421");
        found(AGENTS, &text).into_iter().filter(is_limit).collect::<Vec<_>>()
    };
    let no_effect = |name: &str| {
        vec![format!("1:{}: warning SL421 `{name}` is not an amount; it has no effect", 65 + name.len())]
    };
    for (name, value) in [
        ("max_iterations_per_task", "0"),
        ("max_iterations_per_task", "5000000000"),
        ("max_time_hours", "\"two\""),
        ("max_time_hours", "-1"),
        ("max_cost", "\"ten\""),
        ("max_time", "\"soon\""),
    ] {
        assert_eq!(bounds(&format!("\"{name}\": {value}")), no_effect(name), "{name}: {value}");
    }
    assert_eq!(
        bounds("\"max_iterations_per_task\": 30, \"max_time_hours\": 2, \"max_cost\": \"$10\""),
        none()
    );
}

#[test]
fn a_snapshot_that_no_node_points_to_is_found() {
    let session = "{\n  \"session_id\": \"WFR-tdd-20260115-120000\",\n  \"template_id\": \"wft-tdd\",\n  \
                   \"status\": \"paused\",\n  \"node_states\": {\"CP-01\": {\"status\": \"completed\", \"snapshot_path\": \
                   \".workflow/sessions/WFR-tdd-20260115-120000/checkpoints/CP-01.json\"}},\n  \
                   \"created_at\": \"2026-01-15T12:00:00Z\"\n}\n";
    let snapshot = "{\"session_id\": \"WFR-tdd-20260115-120000\", \"checkpoint_id\": \"CP-01\"}\n";
    let at = |name: &str| format!("work/.workflow/sessions/WFR-tdd-20260115-120000/checkpoints/{name}");
    let project = Project::new().file(&format!("work/{SESSION}"), session).file(&at("CP-01.json"), snapshot);
    assert_eq!(findings(&project, SESSION), none());
    let project = project.file(&at("CP-02.json"), snapshot).file(&at("notes.txt"), "x");
    assert_eq!(
        findings(&project, SESSION),
        ["5:18: warning SL317 no node points to `checkpoints/CP-02.json`"]
    );
}

#[test]
fn a_value_with_both_kinds_of_quotes_is_fixed_without_a_change_of_its_text() {
    let state = |line: &str| format!("---\ngsd_state_version: '1.0'\nstatus: executing\n{line}\n---\n");
    for (broken, fixed) in [
        ("stopped_at: \"the \"save\" button\"", Some("stopped_at: 'the \"save\" button'")),
        ("stopped_at: \"it's the \"save\" button\"", Some("stopped_at: it's the \"save\" button")),
        ("milestone_name: \"it's the \"save\" button\"", Some("milestone_name: it's the \"save\" button")),
        ("milestone_name: it's \"save\": done", None),
        ("stopped_at: it's \"save\": done", Some("stopped_at: 'it''s \"save\": done'")),
    ] {
        let project = Project::new().file("work/.planning/STATE.md", state(broken));
        let line = project.run(["line"]);
        project.run(["check", "--fix", STATE]).code.unwrap();
        let text = fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap();
        assert_eq!(text, state(fixed.unwrap_or(broken)));
        assert_eq!(project.run(["line"]), line, "{broken}");
    }
}

#[test]
fn a_mark_before_a_file_without_frontmatter_is_only_a_hint() {
    let text = "\u{FEFF}# Project State\n\nPhase: 7.9 of 18 (Pond)\n";
    assert_eq!(
        found(STATE, text),
        [
            "1:1: info SL002 a byte-order mark before the first character",
            "3:1: info SL134 the line does not read this form of a phase",
        ]
    );
}
