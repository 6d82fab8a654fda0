//! The full reading: what YAML and JSON say, and what is left where they fail.

use std::fmt::Write;

use serde_json::{Value, json};
use stateline::{
    document::{Complaint, Document, Step, Syntax},
    family::{Family, gsd},
    text::is_blank,
};

/// A family whose files are JSON.
const JSON: Family = Family { syntax: Syntax::Json, ..gsd::FAMILY };

fn read(text: &str) -> Document {
    gsd::FAMILY.document(text)
}

fn complaints(document: &Document) -> Vec<String> {
    let shown = |Complaint { line, column, why }: &Complaint| format!("{line}:{column}: {why}");
    document.complaints.iter().map(shown).collect()
}

/// Parses an expected value, which keeps its numbers as they are written.
fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Splits a path such as `a.b.0`.
fn path(path: &str) -> Vec<Step<'_>> {
    path.split('.').map(|step| step.parse().map_or(Step::Key(step), Step::Index)).collect()
}

#[test]
fn anchors_tags_and_block_strings_are_read_as_yaml() {
    let document = read(
        "---\n\
         base: &base\n  \
           agent: one\n  \
           loops: 2\n\
         derived:\n  \
           <<: *base\n  \
           loops: 3\n\
         folded: >-\n  \
           two\n  \
           words\n\
         kept: |\n  \
           two\n  \
           lines\n\
         tagged: !!str 5\n\
         own: !thing 7\n\
         flow: {a: [1, \"2\"], b: null}\n\
         quoted: \"tab\\there\"\n\
         yes: yes\n\
         ---\n# Body\n",
    );
    assert_eq!(
        document.value,
        json!({
            "base": {"agent": "one", "loops": 2},
            "derived": {"loops": 3, "agent": "one"},
            "folded": "two words",
            "kept": "two\nlines\n",
            "tagged": "5",
            "own": 7,
            "flow": {"a": [1, "2"], "b": null},
            "quoted": "tab\there",
            "yes": "yes",
        })
    );
    assert_eq!(complaints(&document), Vec::<String>::new());
    assert_eq!(document.body(), "# Body\n");
    assert_eq!(document.body_line(), 20);
}

#[test]
fn numbers_keep_their_text() {
    let document = read("---\na: 16.10\nb: 05\nc: 0x1F\nd: [1.0, -0.50]\n---\n");
    assert_eq!(document.value.to_string(), r#"{"a":16.10,"b":"05","c":"0x1F","d":[1.0,-0.50]}"#);
}

#[test]
fn a_value_is_found_at_its_place_in_the_file() {
    let document = read(
        "---\nstatus: \"executing\"\nprogress:\n  percent: 59 # so far\nmodules:\n- id: auth-core\n  \
         name: Größe\n- {id: x, tags: [a, b]}\n---\n",
    );
    let place = |at: &str| {
        let position = document.position(&path(at)).unwrap();
        let key = position.key.map(|key| (key.line, key.column));
        let raw = document.raw(&path(at)).map(str::to_owned);
        (key, (position.value.line, position.value.column), raw)
    };
    let raw = |text: &str| Some(text.to_owned());
    assert_eq!(place("status"), (Some((2, 1)), (2, 9), raw("executing")));
    assert_eq!(place("progress"), (Some((3, 1)), (4, 3), None));
    assert_eq!(place("progress.percent"), (Some((4, 3)), (4, 12), raw("59")));
    assert_eq!(place("modules.0.id"), (Some((6, 3)), (6, 7), raw("auth-core")));
    assert_eq!(place("modules.0.name"), (Some((7, 3)), (7, 9), raw("Größe")));
    assert_eq!(place("modules.1.tags.1"), (None, (8, 21), raw("b")));
    assert_eq!(document.position(&path("modules.2")), None);
    assert_eq!(document.text().get(document.position(&path("status")).unwrap().span), Some("\"executing\""));
}

#[test]
fn an_unquoted_colon_costs_only_its_own_line() {
    let document = read(
        "---\nstatus: executing\nstopped_at: Phase 4: done, next: 5\nprogress:\n  percent: 59\n  \
         note: a: b\nlast_activity: 2026-01-15 -- it said: \"no\"\n---\n",
    );
    assert_eq!(
        document.value,
        json!({
            "status": "executing",
            "stopped_at": "Phase 4: done, next: 5",
            "progress": {"percent": 59, "note": "a: b"},
            "last_activity": "2026-01-15 -- it said: \"no",
        })
    );
    assert_eq!(
        complaints(&document),
        [
            "3:13: an unquoted `: ` would begin another key",
            "6:9: an unquoted `: ` would begin another key",
            "7:16: an unquoted `: ` would begin another key",
        ]
    );
    let at = [Step::Key("progress"), Step::Key("note")];
    let position = document.position(&at).unwrap();
    assert_eq!((position.value.line, position.value.column), (6, 9));
    assert_eq!(document.raw(&at), Some("a: b"));
}

#[test]
fn quotes_inside_quotes_cost_only_their_own_line() {
    let document = read(
        "---\ngoal: \"Say \"hi\" to all\"\nmodules:\n  - id: a\n    criteria: 'it's done'\n  - \"b\" c\nstatus: \
         drafting\n---\n",
    );
    assert_eq!(
        document.value,
        json!({
            "goal": "Say \"hi\" to all",
            "modules": [{"id": "a", "criteria": "it's done"}, "b\" c"],
            "status": "drafting",
        })
    );
    assert_eq!(
        complaints(&document),
        [
            "2:7: the text does not end with the second \"; a \" inside it must be escaped",
            "5:15: the text does not end with the second '; a ' inside it must be escaped",
            "6:5: the text does not end with the second \"; a \" inside it must be escaped",
        ]
    );
    assert_eq!(document.raw(&[Step::Key("goal")]), Some("Say \"hi\" to all"));
}

#[test]
fn a_table_and_conflict_marks_are_left_out() {
    let document = read(
        "---\nmilestone: v2.0\n<<<<<<< HEAD\nstatus: executing\n=======\nstatus: planning\n>>>>>>> other\n| a | \
         b |\n|---|---|\nprogress:\n  percent: 59\n---\n",
    );
    assert_eq!(
        document.value,
        json!({"milestone": "v2.0", "status": "planning", "progress": {"percent": 59}})
    );
    assert_eq!(
        complaints(&document),
        [
            "3:1: a mark of a merge conflict",
            "4:1: `status` is there twice; the other one is used",
            "5:1: a mark of a merge conflict",
            "7:1: a mark of a merge conflict",
            "8:1: a row of a Markdown table",
            "9:1: a row of a Markdown table",
        ]
    );
}

#[test]
fn tabs_are_read_as_the_line_reads_them() {
    let document = read("---\nstatus: executing\nprogress:\n\ttotal_phases: 5\n\tpercent: 59\n---\n");
    assert_eq!(
        document.value,
        json!({"status": "executing", "progress": {"total_phases": 5, "percent": 59}})
    );
    assert_eq!(
        complaints(&document),
        ["4:1: YAML allows no tab before a key", "5:1: YAML allows no tab before a key"]
    );
    let position = document.position(&[Step::Key("progress"), Step::Key("percent")]).unwrap();
    assert_eq!((position.value.line, position.value.column), (5, 11));
}

#[test]
fn the_first_of_two_frontmatter_blocks_is_read() {
    let document = read("---\nstatus: executing\n---\n\n---\nstatus: planning\n---\n\n# State\n");
    assert_eq!(document.value, json!({"status": "executing"}));
    assert_eq!(document.body(), "\n---\nstatus: planning\n---\n\n# State\n");
}

#[test]
fn frontmatter_is_read_after_a_mark_and_with_any_line_ends() {
    let document = read("\u{FEFF}--- \r\nstatus: executing\r\nstopped_at: a: b\r\n---\r\nbody\r\n");
    assert_eq!(document.value, json!({"status": "executing", "stopped_at": "a: b"}));
    assert_eq!(document.raw(&[Step::Key("status")]), Some("executing"));
    assert_eq!(document.raw(&[Step::Key("stopped_at")]), Some("a: b"));
    assert_eq!(document.body(), "body\r\n");
}

#[test]
fn an_open_frontmatter_ends_at_the_first_heading() {
    let document = read("---\nstatus: executing\n\n# State\n\nNote: text\n");
    assert_eq!(document.value, json!({"status": "executing"}));
    assert_eq!(complaints(&document), ["1:1: the frontmatter has no closing `---`"]);
    assert_eq!(document.body(), "# State\n\nNote: text\n");
}

#[test]
fn a_file_without_frontmatter_is_read_line_by_line() {
    let document = read("# Exec\n\nPlan ID: plan-1\n**Status:** ready\nStatus: other\n- Not: this\n");
    assert_eq!(document.value, json!({"plan_id": "plan-1", "status": "ready"}));
    let position = document.position(&[Step::Key("status")]).unwrap();
    assert_eq!((position.value.line, position.value.column), (4, 13));
    assert_eq!(read("").value, json!({}));
}

#[test]
fn a_hundred_levels_are_refused_and_the_rest_is_read() {
    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    let document = read(&format!("---\nstatus: executing\ndeep: {deep}\n---\n"));
    assert_eq!(document.value, json!({"status": "executing", "deep": deep}));
    assert_eq!(complaints(&document), ["3:7: this list or map cannot be read: values are nested too deeply"]);
}

#[test]
fn a_million_brackets_are_refused() {
    for unit in ["[", "{a: ", "- ", "? "] {
        let document = read(&format!("---\nstatus: executing\ndeep:\n  {}\n---\n", unit.repeat(250_000)));
        assert_eq!(document.value["status"], "executing");
        assert_ne!(document.complaints.len(), 0);
    }
}

#[test]
fn an_alias_bomb_is_refused_and_the_rest_is_read() {
    let mut text = String::from("---\nstatus: executing\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..9 {
        let before = format!("*a{}", level - 1);
        let items = vec![before; 10].join(", ");
        writeln!(text, "a{level}: &a{level} [{items}]").unwrap();
    }
    text.push_str("milestone: v2.0\n---\n");
    let document = read(&text);
    assert_eq!(document.value["status"], "executing");
    assert_eq!(document.value["milestone"], "v2.0");
    assert_eq!(document.value["a1"][9][9], "x");
    assert!(complaints(&document).iter().any(|line| line.ends_with("the aliases expand to too many values")));
}

#[test]
fn json_keeps_its_order_and_its_numbers() {
    let text = r#"{"b": 16.10, "a": {"z": [1, {"k": "v\n"}]}}"#;
    let document = JSON.document(text);
    assert_eq!(document.value.to_string(), r#"{"b":16.10,"a":{"z":[1,{"k":"v\n"}]}}"#);
    let at = path("a.z.1.k");
    let position = document.position(&at).unwrap();
    assert_eq!((position.value.column, position.key.unwrap().column), (35, 30));
    assert_eq!(document.raw(&at), Some("v\\n"));
    assert_eq!(document.at(&at), Some(&json!("v\n")));
}

#[test]
fn broken_json_keeps_what_comes_before_the_break() {
    for (text, left, complaint) in [
        (
            r#"{"a": {"b": 1, "c": [2, 3"#,
            r#"{"a":{"b":1,"c":[2]}}"#,
            "1:26: the file ends in the middle of a value",
        ),
        (
            "{\"a\": 1,\n \"b\": oops}",
            r#"{"a":1}"#,
            "2:7: invalid JSON from here on; everything before it was used",
        ),
        ("{\"a\": 1}\n}", r#"{"a":1}"#, "2:1: something follows the end of the JSON value"),
        ("", "null", "1:1: the file ends in the middle of a value"),
        ("{\"a\": 1,\n\n", r#"{"a":1}"#, "1:9: the file ends in the middle of a value"),
        ("{\"a\": 1, \"b", r#"{"a":1}"#, "1:11: the file ends in the middle of a value"),
    ] {
        let document = JSON.document(text);
        assert_eq!(
            (document.value.clone(), complaints(&document)),
            (value(left), vec![complaint.to_owned()]),
            "{text}"
        );
    }
}

#[test]
fn ten_thousand_brackets_are_left_out() {
    for bracket in ["[", "{\"a\":"] {
        let document = JSON.document(&format!("{{\"status\": 1, \"deep\": {}", bracket.repeat(10_000)));
        assert_eq!(document.value["status"], 1);
        assert_eq!(document.complaints.len(), 1);
    }
}

/// The texts of the conformance vectors: three thousand files that the published hook was run on.
fn vectors() -> Vec<String> {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/gsd.jsonl");
    let text = |line: &str| serde_json::from_str::<Value>(line).unwrap()["text"].as_str().unwrap().to_owned();
    std::fs::read_to_string(file).unwrap().lines().map(text).collect()
}

#[test]
fn whatever_the_line_reads_in_frontmatter_is_answered() {
    let mut unanswered = Vec::new();
    let mut compared = 0;
    for text in vectors() {
        let state = gsd::GsdFields::read(&text);
        // What the line takes from the body is not a field, and YAML has keys with odd blanks in them.
        let Some(block) = gsd::read::frontmatter(&text) else { continue };
        if block.contains(|letter| is_blank(letter) && !matches!(letter, ' ' | '\t' | '\r' | '\n')) {
            continue;
        }
        let document = read(&text);
        let has = |name: &str| document.at(&path(name)).is_some();
        for (name, value) in [
            ("milestone", state.milestone),
            ("milestone_name", state.milestone_name),
            ("active_phase", state.active_phase),
            ("next_action", state.next_action),
            ("progress.percent", state.percent),
            ("progress.total_phases", state.total_phases),
        ] {
            let Some(value) = value else { continue };
            compared += 1;
            if !has(name) {
                unanswered.push(format!("{name} = {value:?} in {text:?}\n{:?}", document.value.to_string()));
            }
        }
    }
    println!("{compared} values compared");
    assert!(unanswered.is_empty(), "{} of {compared}:\n{}", unanswered.len(), unanswered.join("\n\n"));
}
