//! What fuzzing found, one test each: the smallest input, and what the program says to it now.

use std::fs;

use stateline::{
    config,
    family::{self, Family},
    line::{Join, Line, Paint, Rank},
};

use crate::harness::{Project, Run, STATE};

fn family(id: &str) -> &'static Family {
    family::family(id).unwrap()
}

/// Returns what the full reading makes of a file, its complaints as `line:column`.
fn read(id: &str, text: &str) -> (String, Vec<String>) {
    let document = family(id).document(text);
    let places = document.complaints.iter().map(|it| format!("{}:{} {}", it.line, it.column, it.why));
    (document.value.to_string(), places.collect())
}

#[test]
fn check_marks_a_wide_character_that_json_cannot_begin_with() {
    let project = Project::new().file("work/.claude/agent-state.json", "{\"orchestrator\": {}, é}\n");
    let run = project.run(["check", "--format", "compact", ".claude/agent-state.json"]);
    let report = ".claude/agent-state.json:1:22: error SL406 invalid JSON from here on; everything before it was used\n";
    assert_eq!(run, Run { code: Some(1), stdout: report.to_owned(), stderr: String::new() });
    let run = project.run(["check", ".claude/agent-state.json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""), "{}", run.stdout);
}

#[test]
fn a_list_at_the_margin_survives_a_broken_line_elsewhere() {
    let text = "---\ngoal: \"Make \"save\" work\"\nmodules_status:\n- id: auth-core\n  status: complete\n\
                - id: export\n  status: pending\n---\n";
    let (value, complaints) = read("two-phase", text);
    assert_eq!(
        value,
        "{\"goal\":\"Make \\\"save\\\" work\",\"modules_status\":[{\"id\":\"auth-core\",\"status\":\"complete\"},\
         {\"id\":\"export\",\"status\":\"pending\"}]}"
    );
    let why = "2:7 the text does not end with the second \"; a \" inside it must be escaped";
    assert_eq!(complaints, [why]);
}

#[test]
fn an_item_in_the_wrong_column_does_not_cost_its_list() {
    let list = "{\"modules_status\":[{\"id\":\"auth\",\"status\":\"complete\"},{\"id\":\"export\",\"status\":\"pending\",\
                \"needs\":[\"auth\"]},{\"id\":\"ui\",\"status\":\"pending\"}],\"status\":\"executing\"}";
    let why = "this item does not begin below the first one of its list";
    let file = |items: &str| {
        format!("---\nmodules_status:\n  - id: auth\n    status: complete\n{items}status: executing\n---\n")
    };
    let third = "  - id: ui\n    status: pending\n";
    for (items, column) in [
        (" - id: export\n    status: pending\n    needs:\n      - auth\n", 2),
        (" - id: export\n   status: pending\n   needs:\n     - auth\n", 2),
        ("- id: export\n  status: pending\n  needs: [auth]\n", 1),
        ("   - id: export\n     status: pending\n     needs: [auth]\n", 4),
    ] {
        let (value, complaints) = read("two-phase", &file(&format!("{items}{third}")));
        assert_eq!((value.as_str(), complaints), (list, vec![format!("5:{column} {why}")]), "{items}");
    }
}

#[test]
fn an_item_without_a_list_costs_nothing_but_itself() {
    let text = "---\nmilestone: v1.2\nstatus: executing\n- left over: 1\n---\n";
    let (value, complaints) = read("gsd", text);
    assert_eq!(value, "{\"milestone\":\"v1.2\",\"status\":\"executing\"}");
    assert_eq!(complaints, ["4:1 did not find expected key"]);
}

#[test]
fn what_is_missing_at_the_end_of_an_entry_is_missing_on_its_last_line() {
    let text = "---\nprogress:\n  percent: 5\n  left over\nstatus: executing\n---\n";
    let (value, complaints) = read("gsd", text);
    assert_eq!(value, "{\"progress\":{\"percent\":5},\"status\":\"executing\"}");
    assert_eq!(complaints, ["4:12 could not find expected ':'"]);
}

#[test]
fn a_place_in_a_repaired_line_is_never_inside_a_character() {
    let text = "---\nstatus : \"\"BLOCKED\"\"\nnext_phases: [\n   4.5 ,\n]\n\u{85}phase:\u{85}07\n---\n";
    let document = family("gsd").document(text);
    let position = document.position(&[]).unwrap();
    assert_eq!(text.get(position.span), Some("status : \"\"BLOCKED\"\"\nnext_phases: [\n   4.5 ,\n]\n"));
}

#[test]
fn a_filter_is_answered_in_json_even_beyond_all_numbers() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let run = project.run(["get", "[nan, infinite, -infinite, 1e1000]"]);
    assert_eq!(run, Run::printed("[null,1.7976931348623157e+308,-1.7976931348623157e+308,1e+1000]\n"));
}

#[test]
fn json_for_programs_has_no_raw_character_that_steers_a_terminal() {
    let state = "---\nactive_phase: \"null\" \u{9b}\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", state);
    for format in ["json", "sarif"] {
        let run = project.run(["check", "--format", format]);
        assert!(!run.stdout.contains(|it: char| it.is_control() && it != '\n'), "{}", run.stdout);
    }
    let payload = "{\"tasks\":[{\"id\":\"a\u{9b}\u{202e}\",\"name\":\"review\"}]}";
    let run = project.run_with(["subagents", "--color", "never"], payload.as_bytes());
    assert_eq!(run, Run::printed("{\"id\":\"a\\u009b\\u202e\",\"content\":\"review\"}\n"));
}

#[test]
fn check_does_not_put_a_line_without_a_key_into_quotes() {
    let state = "---\nstatus: executing\n\"total\"next_action: null\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", state);
    let run = project.run(["check", "--fix", "--format", "compact", "--no-fail"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), state);
}

#[test]
fn check_keeps_a_comment_out_of_the_value_that_it_puts_into_quotes() {
    let state = "---\nstopped_at: \"the \"save\" button\" # note\nmilestone: '\"\nstatus: \"executing\" # note\n---\n";
    let fixed = state.replace("\"the \"save\" button\" #", "'the \"save\" button' #");
    let project = Project::new().file("work/.planning/STATE.md", state);
    let run = project.run(["check", "--fix", "--format", "compact", "--no-fail"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), fixed);
}

#[test]
fn check_puts_all_of_a_sentence_with_a_number_sign_into_quotes() {
    let state = "---\nstatus: executing\nstopped_at: Phase 4: fallback (SC #5), then merge # by hand\n---\n";
    let fixed =
        state.replace("Phase 4: fallback (SC #5), then merge", "\"Phase 4: fallback (SC #5), then merge\"");
    let project = Project::new().file("work/.planning/STATE.md", state);
    let run = project.run(["check", "--fix", "--format", "compact", "--no-fail"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), fixed);
}

#[test]
fn a_colon_in_a_quoted_key_is_a_letter_of_it() {
    for (key, name) in
        [("\"Phase 3: notes\"", "Phase 3: notes"), ("'it''s: so'", "it's: so"), ("\"a\\\": b\" ", "a\": b")]
    {
        let text = format!("---\nstatus: executing\n{key}: done\nz: 1\n---\n");
        let value = serde_json::json!({"status": "executing", name: "done", "z": 1});
        assert_eq!(read("gsd", &text), (value.to_string(), vec![]), "{key}");
        let text = text.replace("z: 1", "z: 1: 2");
        let value = serde_json::json!({"status": "executing", name: "done", "z": "1: 2"});
        let why = "4:4 an unquoted `: ` would begin another key".to_owned();
        assert_eq!(read("gsd", &text), (value.to_string(), vec![why]), "{key}");
    }
}

#[test]
fn a_key_that_is_there_twice_is_reported_whatever_its_quotes() {
    let (value, complaints) = read("gsd", "---\nstatus: planning\n\"status\": executing\nz: 1\n---\n");
    assert_eq!(value, "{\"status\":\"executing\",\"z\":1}");
    assert_eq!(complaints, ["2:1 `status` is there twice; the other one is used"]);
}

/// Puts a value between good ones of a list, with another that spans two lines, and reads the list.
fn modules_with(broken: &str) -> (serde_json::Value, Vec<String>) {
    let text = format!(
        "---\nstatus: executing\nmodules_status:\n  - id: auth\n    description: \"Login and\n      logout\"\n\
         {broken}    status: complete\n  - id: ui\n    needs: [auth,\n      core]\n    notes: folded\n      text\n\
         ---\n"
    );
    let document = family("two-phase").document(&text);
    let report =
        document.complaints.iter().map(|it| format!("{}:{} {}", it.line, it.column, it.why)).collect();
    (document.value["modules_status"].clone(), report)
}

#[test]
fn a_broken_line_costs_only_itself_next_to_values_over_several_lines() {
    let colon = "an unquoted `: ` would begin another key";
    for (broken, name, report) in [
        ("    name: Core: Auth\n", "Core: Auth", vec![format!("7:11 {colon}")]),
        ("    name: y: z folded\n      more\n", "y: z folded more", vec![format!("7:11 {colon}")]),
        (
            "    name: \"Build \"x\" and\n      it's more\"\n",
            "Build \"x\" and it's more",
            vec!["7:11 the text does not end with the second \"; a \" inside it must be escaped".to_owned()],
        ),
        (
            "    name: a: b\n      c: d\n",
            "a: b",
            vec![
                format!("7:11 {colon}"),
                "8:1 left out, because the entry above it cannot be read".to_owned(),
            ],
        ),
    ] {
        let list = serde_json::json!([
            {"id": "auth", "description": "Login and logout", "name": name, "status": "complete"},
            {"id": "ui", "needs": ["auth", "core"], "notes": "folded text"},
        ]);
        assert_eq!(modules_with(broken), (list, report), "{broken}");
    }
}

#[test]
fn check_reports_one_error_for_one_broken_line_in_a_list() {
    let state = "---\nstatus: executing\nmodules_status:\n  - id: auth\n    description: \"Login and\n      logout\"\n    \
                 name: Core: Auth\n    status: complete\n  - id: ui\n    status: pending\n---\n";
    let project = Project::new().file("work/x.md", state);
    let run = project.run(["check", "--as", "two-phase", "--format", "compact", "x.md"]);
    let yaml: Vec<&str> = run.stdout.lines().filter(|line| line.contains(" SL02")).collect();
    assert_eq!(yaml, ["x.md:7:11: error SL021 a colon in a value without quotes"], "{}", run.stdout);
    let good = project.file("work/y.md", state.replace("Core: Auth", "Core"));
    let count = |run: Run| run.stdout.lines().count();
    let rest = count(good.run(["check", "--as", "two-phase", "--format", "compact", "y.md"]));
    assert_eq!(count(run), rest + 1);
}

#[test]
fn a_value_with_too_many_brackets_costs_no_other_field() {
    let deep = format!("{}{}", "[".repeat(1_100), "]".repeat(1_100));
    let half = "[".repeat(600);
    let why = "this list or map cannot be read: too many brackets are open";
    let (value, complaints) = read("gsd", &format!("---\nstatus: executing\nd: {deep}\nz: {{a: 1}}\n---\n"));
    assert_eq!(value, "{\"status\":\"executing\",\"d\":null,\"z\":{\"a\":1}}");
    assert_eq!(complaints, [format!("3:4 {why}")]);

    let text = format!("---\nstatus: executing\na: x{half}\nb: x{half}\nc: \"x{half}\"\nz: 1\n---\n");
    let (value, complaints) = read("gsd", &text);
    assert_eq!(
        value,
        format!("{{\"status\":\"executing\",\"a\":\"x{half}\",\"b\":null,\"c\":null,\"z\":1}}")
    );
    assert_eq!(complaints, ["4:405 too many brackets are open", "5:406 too many brackets are open"]);
}

#[test]
fn quotes_that_yaml_cannot_read_in_quotes_either_are_left_to_the_author() {
    let text =
        "---\ngsd_state_version: '1.0'\nstatus: executing\nstopped_at: 'the \u{2} 'save' \"button\"'\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", text);
    let run = project.run(["check", "--fix", "--format", "compact"]);
    let report = ".planning/STATE.md:4:13: error SL022 quotes inside quotes\n\
                .planning/STATE.md:4:18: warning SL005 U+0002 controls the terminal\n";
    assert_eq!(run, Run { code: Some(1), stdout: report.to_owned(), stderr: String::new() });
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), text);
}

#[test]
fn a_line_below_frontmatter_without_an_end_gets_no_quotes() {
    let text = "---\ngsd_state_version: '1.0'\nstatus: executing\n\nPhase: 11 of 18: Planning\n";
    let project = Project::new().file("work/.planning/STATE.md", text);
    let run = project.run(["check", "--fix", "--format", "compact"]);
    let report = ".planning/STATE.md:1:1: error SL012 the frontmatter has no closing `---`\n\
                .planning/STATE.md:5:8: error SL021 a colon in a value without quotes\n";
    assert_eq!(run, Run { code: Some(1), stdout: report.to_owned(), stderr: String::new() });
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), text);
}

/// Fixes a STATE.md, and returns its new text and the findings that are left.
fn fixed(text: &str) -> (String, String) {
    let project = Project::new().file("work/.planning/STATE.md", text);
    let run = project.run(["check", "--fix", "--format", "compact", "--no-fail"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let report = run.stdout.replace(".planning/STATE.md:", "");
    (fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), report)
}

#[test]
fn quotes_that_can_be_read_are_not_put_into_quotes_again() {
    let text = "---\ngsd_state_version: '1.0'\nstatus: executing\nstopped_at: 'it''s \"x\"'\n\
                stopped_at: 'it''s \"y\"'\n---\n";
    let report =
        "4:1: error SL020 YAML cannot read this: `stopped_at` is there twice; the other one is used\n";
    assert_eq!(fixed(text), (text.to_owned(), report.to_owned()));
}

#[test]
fn a_phase_that_the_line_shows_gets_no_quotes() {
    let text = "---\ngsd_state_version: '1.0'\nPhase: 3 of 5: Export\n---\n";
    let report =
        "1:1: warning SL101 `status` is missing\n3:8: error SL021 a colon in a value without quotes\n";
    assert_eq!(fixed(text), (text.to_owned(), report.to_owned()));
}

#[test]
fn a_map_or_a_list_below_a_key_is_not_moved_next_to_it() {
    for below in ["v: 2", "- v2"] {
        let text = format!("---\ngsd_state_version: '1.0'\nstatus: executing\nmilestone:\n  {below}\n---\n");
        let report = "4:1: error SL137 YAML reads `milestone`, but the line does not see it\n";
        assert_eq!(fixed(&text), (text, report.to_owned()));
    }
}

#[test]
fn a_comment_that_is_moved_out_of_progress_takes_no_value_along() {
    let text = "---\ngsd_state_version: '1.0'\nstatus: executing\nprogress: {percent: 5} # so far\n  \
                # by hand\n---\n";
    let report = "4:21: error SL111 the line does not see `progress.percent`\n";
    assert_eq!(fixed(text), (text.to_owned(), report.to_owned()));
    let text = "---\ngsd_state_version: '1.0'\nstatus: executing\nprogress: # so far\n  # by hand\n  percent: 5\n---\n";
    let after = text.replace("progress: # so far\n  # by hand", "# so far\n# by hand\nprogress:");
    assert_eq!(fixed(text), (after, String::new()));
    let text = "---\ngsd_state_version: '1.0'\nstatus: executing\nprogress: |\n  # a text\n---\n";
    let report = "5:3: warning SL102 `progress` is a string; expected an object\n";
    assert_eq!(fixed(text), (text.to_owned(), report.to_owned()));
}

#[test]
fn check_takes_out_all_the_marks_before_the_first_character() {
    let text = "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n";
    assert_eq!(fixed(&format!("{}{text}", "\u{FEFF}".repeat(60))), (text.to_owned(), String::new()));
}

#[test]
fn a_count_without_a_blank_after_its_colon_is_read_as_the_line_reads_it() {
    let why = "YAML needs a space after the colon";
    for (below, value, report) in [
        ("  percent:59", "{\"percent\":59}", vec![format!("4:11 {why}")]),
        (
            "  total_phases:3\n  percent:59",
            "{\"total_phases\":3,\"percent\":59}",
            vec![format!("4:16 {why}")],
        ),
        ("  percent:59: x", "{\"percent\":\"59: x\"}", vec![format!("4:11 {why}")]),
        ("  at 12:30", "\"at 12:30\"", vec![]),
        ("  note: |\n    percent:59", "{\"note\":\"percent:59\"}", vec![]),
    ] {
        let text = format!("---\nstatus: executing\nprogress:\n{below}\n---\n");
        let expected = format!("{{\"status\":\"executing\",\"progress\":{value}}}");
        assert_eq!(read("gsd", &text), (expected, report), "{below}");
    }
}

#[test]
fn a_key_with_half_its_quotes_costs_no_count_next_to_it() {
    let text = "---\nstatus: executing\nprogress:\n  total_phases: 4\n  percent: 50\n  \"note: 5\n    \
                \"percent\": 7\n---\n";
    let (value, complaints) = read("gsd", text);
    assert_eq!(value, "{\"status\":\"executing\",\"progress\":{\"total_phases\":4,\"percent\":50}}");
    let left_out = "7:1 left out, because the entry above it cannot be read";
    assert_eq!(complaints, ["6:10 found unexpected end of stream", left_out]);
}

#[test]
fn a_second_fence_right_below_the_first_does_not_end_what_the_line_reads() {
    let text = "---\n---\ngsd_state_version: '1.0'\nstatus: executing\nactive_phase: 05\n---\n";
    let value = "{\"gsd_state_version\":\"1.0\",\"status\":\"executing\",\"active_phase\":\"05\"}";
    assert_eq!(read("gsd", text), (value.to_owned(), vec![]));
    assert_eq!(read("two-phase", text), ("{}".to_owned(), vec![]));
    let text = text.replace("05", "16.10");
    assert_eq!(fixed(&text), (text.replace("16.10", "\"16.10\""), String::new()));
    let report = "1:1: warning SL015 nothing is between the first two `---`\n".to_owned();
    assert_eq!(fixed("---\n---\n\n# Notes\n"), ("---\n---\n\n# Notes\n".to_owned(), report));
}

#[test]
fn an_alias_of_nothing_costs_nothing_but_itself() {
    let text = "---\nstatus: executing\nprogress:\n  total_phases: 5\n  percent:*92\nmodules:\n  - id: *one\n    \
                status: pending\n  - *two\n---\n";
    let (value, complaints) = read("gsd", text);
    let modules = "[{\"id\":\"*one\",\"status\":\"pending\"},\"*two\"]";
    let progress = "{\"total_phases\":5,\"percent\":\"*92\"}";
    assert_eq!(value, format!("{{\"status\":\"executing\",\"progress\":{progress},\"modules\":{modules}}}"));
    let tight = "5:11 YAML needs a space after the colon";
    assert_eq!(complaints, [tight, "7:9 unknown anchor", "9:5 unknown anchor"]);
}

#[test]
fn a_control_character_in_a_comment_costs_no_field() {
    let text = "---\n# a \u{1b}[31mred\u{1b}[0m note\nstatus: executing\n# and \u{2028}another\nmilestone: v2.0\n---\n";
    let why = "YAML allows no control character";
    let value = "{\"status\":\"executing\",\"milestone\":\"v2.0\"}".to_owned();
    assert_eq!(read("gsd", text), (value, vec![format!("2:5 {why}"), format!("4:7 {why}")]));
}

#[test]
fn a_setting_whose_name_is_several_lines_is_reported_in_one() {
    let reading = config::read("\"a\\nb\" = 1\n");
    let report: Vec<&str> = reading.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(report, ["no setting `a b`"]);
}

#[test]
fn a_part_that_begins_with_the_mark_of_an_emoji_does_not_widen_the_one_before() {
    let mut line = Line::default();
    line.push(Join::Tight, Rank::Alert, "0");
    line.push(Join::Tight, Rank::Alert, "\u{fe0f}\u{fe0f}/O");
    line.push(Join::Tight, Rank::Alert, "\u{fe0f}");
    assert_eq!(line.paint(&Paint { width: Some(3), ..Paint::default() }), "0/O");
}

#[test]
fn a_separator_does_not_begin_with_the_mark_of_an_emoji() {
    let reading = config::read("dot = \"\u{fe0f}-\"\n");
    let report: Vec<&str> = reading.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(report, ["`dot` cannot be `\"\u{fe0f}-\"`"]);
}
