//! JSON from other programs: cut, nested, huge, of every wrong type. Never a panic, one line at most.

use std::{
    fs,
    time::{Duration, SystemTime},
};

use serde_json::{Value, json};
use stateline::{
    family::{self, Ask, Family, Source, Style},
    line::Paint,
    select::State,
    sys::System,
    text::time,
};

use crate::harness::{Fixture, Project};

const NOW: &str = "2026-03-17T14:40:00Z";

fn fixture(family: &str, case: &str) -> String {
    Fixture::named(family, case).text()
}

/// Returns the line of a file, after making sure that it is one.
fn line(family: &Family, text: &str, style: Style) -> String {
    let now = time::seconds(NOW).unwrap();
    let reading = (family.read)(Source::unnamed(text, now));
    let line = reading.view(&Ask { style, now }).line.paint(&Paint::default());
    assert!(!line.contains(|part: char| part.is_control()), "{line:?} of {text}");
    assert_eq!(reading.matching(style).len(), family.scenes.len());
    line
}

fn lines(family: &Family, text: &str) -> Vec<String> {
    Style::NAMES.iter().map(|(_, style)| line(family, text, *style)).collect()
}

/// Returns the line that a file in its place shows.
fn found(place: &str, text: &str) -> String {
    let project = Project::new().file(place, text);
    let now = time::seconds(NOW).unwrap();
    let system = System::made_up(&[("HOME", "/nowhere")], &project.path("work"), now);
    let state = State::nearest(&system, &project.path("work"), None);
    state.map(|state| state.view(&system, Style::Full).line.paint(&Paint::default())).unwrap_or_default()
}

const SESSION: &str = "work/.workflow/sessions/WFR-big-20260317-143022/session-state.json";
const AGENTS: &str = "work/.claude/agent-state.json";

#[test]
fn a_file_cut_anywhere_shows_one_line_at_most() {
    let cases = [
        ("wf-player", "running-as-in-the-document"),
        ("wf-player", "names-cannot-talk-to-the-terminal"),
        ("agent-state", "executing-as-in-the-document"),
        ("agent-state", "names-cannot-talk-to-the-terminal"),
        ("agent-state", "tasks-as-strings-count"),
        ("agent-state", "old-format"),
    ];
    for (id, case) in cases {
        let family = family::family(id).unwrap();
        let text = fixture(id, case);
        let whole = line(family, &text, Style::Full);
        let styles = Style::NAMES.iter().cycle();
        let mut shown = 0;
        for (end, (_, style)) in (0..text.len()).filter(|end| text.is_char_boundary(*end)).zip(styles) {
            shown += usize::from(!line(family, &text[..end], *style).is_empty());
        }
        assert!(shown > 0, "nothing of {case} is ever shown");
        assert_eq!(line(family, text.trim_end(), Style::Full), whole, "{case}");
    }
}

/// Returns the lines of a file in its place that was written three minutes ago, in every style.
fn all_styles(place: &str, text: &str) -> Vec<String> {
    let project = Project::new().file(place, text);
    let now = time::seconds(NOW).unwrap();
    let written = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(now).unwrap() - 180);
    fs::File::options().write(true).open(project.path(place)).unwrap().set_modified(written).unwrap();
    let system = System::made_up(&[("HOME", "/nowhere")], &project.path("work"), now);
    let state = State::nearest(&system, &project.path("work"), None);
    let line = |style| {
        state
            .as_ref()
            .map(|state| state.view(&system, style).line.paint(&Paint::default()))
            .unwrap_or_default()
    };
    [Style::Full, Style::Compact, Style::Smart].map(line).to_vec()
}

#[test]
fn a_file_cut_before_it_says_anything_shows_whose_it_is_and_its_age() {
    let agents = fixture("agent-state", "executing-as-in-the-document");
    for text in ["", " \n", "{", &agents[..30], "{\"orchestrator\": {\"status\": }}"] {
        assert_eq!(all_styles(AGENTS, text), ["agent-state · unreadable · 3m old"; 3], "{text}");
    }
    for text in ["{}", "[]", "null", "not JSON", "{\"agents\": [], \"status\": \"active\"}"] {
        assert_eq!(all_styles(AGENTS, text), [""; 3], "{text} belongs to another tool");
    }

    let session = r#"{"session_id": "WFR-a-name-that-is-longer-than-forty-bytes", "status": "running"}"#;
    for end in [0, 1, 5, 20, 40] {
        assert_eq!(
            all_styles(SESSION, &session[..end]),
            [
                "WFR-big-20260317-143022 · unreadable · 3m old",
                "wf · unreadable · 3m old",
                "WFR-big-20260317-143022 · unreadable · 3m old"
            ],
            "{end}"
        );
    }
    let named = "WFR-a-name-that-is-longer-than-forty-bytes · unreadable · 3m old";
    assert_eq!(all_styles(SESSION, &session[..60]), [named, "wf · unreadable · 3m old", named]);
    let whole = "WFR-big-20260317-143022";
    assert_eq!(all_styles(SESSION, "{\"session_id\": null}"), [whole, "wf", whole]);
    assert_eq!(all_styles(SESSION, "{}"), [whole, "wf", whole]);
}

#[test]
fn an_agent_state_that_is_ours_stays_ours_whatever_follows() {
    let family = family::family("agent-state").unwrap();
    let text = fixture("agent-state", "executing-as-in-the-document");
    let ours: Vec<bool> = (0..=text.len()).map(|end| (family.is_likely)(&text[..end])).collect();
    let first = ours.iter().position(|is_ours| *is_ours).unwrap();
    assert_eq!(&text[..first], "{\n  \"orchestrator\": {\n    \"status\": \"executing\"");
    assert!(ours[first..].iter().all(|is_ours| *is_ours));
}

/// Calls `each` with the text once for every value in it and every replacement for that value.
fn with_every_value_replaced(whole: &Value, each: &mut impl FnMut(&str, &Value)) -> usize {
    let stand_ins = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(2.5),
        json!(1e308),
        json!(""),
        json!("a\u{1b}\nb: c"),
        json!("running | paused"),
        json!([]),
        json!([[null]]),
        json!({}),
        json!({"status": ["running"]}),
    ];
    let mut paths = vec![String::new()];
    let mut replaced = 0;
    while let Some(path) = paths.pop() {
        match whole.pointer(&path).unwrap() {
            Value::Object(members) => paths.extend(members.keys().map(|key| format!("{path}/{key}"))),
            Value::Array(items) => paths.extend((0..items.len()).map(|index| format!("{path}/{index}"))),
            _ => {}
        }
        for stand_in in &stand_ins {
            let mut changed = whole.clone();
            *changed.pointer_mut(&path).unwrap() = stand_in.clone();
            each(&path, &changed);
            replaced += 1;
        }
    }
    replaced
}

#[test]
fn a_value_of_any_type_in_any_place_leaves_the_line_one_line() {
    let session = serde_json::from_str(&fixture("wf-player", "running-as-in-the-document")).unwrap();
    let family = family::family("wf-player").unwrap();
    let replaced = with_every_value_replaced(&session, &mut |path, changed| {
        let shown = lines(family, &changed.to_string());
        // The short line always begins with the name of its family.
        assert!(shown[1].starts_with("wf"), "{path}: {shown:?}");
    });
    assert!(replaced > 500, "{replaced}");

    let agents = serde_json::from_str(&fixture("agent-state", "executing-as-in-the-document")).unwrap();
    let family = family::family("agent-state").unwrap();
    let replaced = with_every_value_replaced(&agents, &mut |path, changed| {
        let text = changed.to_string();
        let shown = lines(family, &text);
        let needed = ["", "/orchestrator", "/orchestrator/status"];
        assert_eq!(
            (family.is_likely)(&text),
            !shown[0].is_empty() || text.contains(r#""status":"""#),
            "{path}"
        );
        assert!(!shown[0].is_empty() || needed.contains(&path), "{path}: {shown:?}");
    });
    assert!(replaced > 500, "{replaced}");
}

#[test]
fn ten_thousand_brackets_are_passed_over() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let objects = format!("{}1{}", "{\"a\":".repeat(10_000), "}".repeat(10_000));
    for nested in [deep.as_str(), objects.as_str()] {
        let session = format!(
            r#"{{"template_name": {nested}, "template_id": "wft", "status": "running", "execution_plan": {nested},
            "current_node": {nested}, "node_states": {{"N-1": {nested}, "N-2": "running"}}, "updated_at": {nested}}}"#
        );
        assert_eq!(found(SESSION, &session), "wft [░░░░░░░░░░] 0% · N-2 running");
        let agents = format!(
            r#"{{"learnings": {nested}, "orchestrator": {{"status": "executing", "task_doc": {nested}}},
            "active_agents": [{nested}], "completed_tasks": [{nested}, "1.1"], "pending_tasks": {nested},
            "safety_bounds": {nested}}}"#
        );
        assert_eq!(found(AGENTS, &agents), "[██████████] 100% · executing");
    }
    let open = "[".repeat(10_000);
    assert_eq!(found(AGENTS, &open), "agent-state · unreadable");
    assert_eq!(found(SESSION, &open), "WFR-big-20260317-143022 · unreadable");
}

#[test]
fn of_fifty_megabytes_only_the_first_is_used() {
    let filler = format!("[\"{}\"]", "x".repeat(50_000_000));
    let session = format!(
        r#"{{"template_name": "Big", "status": "running", "updated_at": "{NOW}", "artifacts": {filler},
        "node_states": {{"N-1": "running"}}}}"#
    );
    assert_eq!(found(SESSION, &session), "Big · running");
    assert_eq!(
        found(SESSION, &format!(r#"{{"artifacts": {filler}, "status": "running"}}"#)),
        "WFR-big-20260317-143022 · unreadable"
    );
    let agents = format!(
        r#"{{"orchestrator": {{"status": "reviewing", "task_doc": "big.md"}}, "completed_tasks": ["1.1"],
        "learnings": {filler}, "pending_tasks": []}}"#
    );
    // The list after the learnings was not read, so the number of tasks is unknown.
    assert_eq!(found(AGENTS, &agents), "big · reviewing");
    assert_eq!(
        found(AGENTS, &format!(r#"{{"learnings": {filler}, {}"#, &agents[1..])),
        "agent-state · unreadable"
    );
}

#[test]
fn equal_keys_count_once_and_the_last_of_them() {
    let session = r#"{"template_id": "a", "status": "failed", "node_states": {"N-9": "running"}, "template_id": "b",
        "node_states": {"N-1": "running", "N-2": {"status": "running", "status": "completed"}, "N-1": "completed",
        "N-3": "running"}, "status": "running"}"#;
    assert_eq!(found(SESSION, session), "b [██████░░░░] 66% · N-3 running");
    let agents = r#"{"orchestrator": {"status": "failed", "task_doc": "a.md", "current_phase": 1},
        "orchestrator": {"status": "executing", "status": "reviewing", "task_doc": "b.md"},
        "completed_tasks": ["1.1", "1.2", "1.3"], "completed_tasks": ["1.1"],
        "pending_tasks": ["1.1: One", {"task": "1.2", "name": "Two"}], "safety_bounds": {"max_cost": 1, "cost_so_far": 1},
        "safety_bounds": {"max_cost": 1}}"#;
    assert_eq!(found(AGENTS, agents), "b [█████░░░░░] 50% · reviewing");
}

#[test]
fn of_many_running_nodes_the_first_are_named_and_the_rest_counted() {
    let nodes: Vec<String> = (0..40_000).map(|index| format!(r#""N-{index}":"running""#)).collect();
    let session =
        format!(r#"{{"template_id": "many", "status": "running", "node_states": {{{}}}}}"#, nodes.join(","));
    assert_eq!(
        found(SESSION, &session),
        "many [░░░░░░░░░░] 0% · N-0 N-1 N-2 N-3 N-4 N-5 N-6 N-7 +39992 running"
    );
}

#[test]
fn cost_and_time_are_shown_as_far_as_they_are_known() {
    for (bounds, wanted) in [
        (r#"{"cost_so_far": 0.7500000000000001, "max_cost": 10}"#, "executing · $0.75/$10"),
        (r#"{"cost_so_far": "about $3", "max_cost": "$10"}"#, "executing · about $3/$10"),
        (r#"{"cost_so_far": "$3", "max_cost": "unlimited"}"#, "executing · $3"),
        (r#"{"cost_so_far": "$3", "max_cost": 0}"#, "executing · $3"),
        (r#"{"max_cost": "$10", "max_time": "2h"}"#, "executing"),
        (r#"{"elapsed_time": "90 min", "max_time_hours": 2}"#, "executing · 1h30m/2h"),
        (r#"{"elapsed_time": "90 min", "max_time_hours": "1.5"}"#, "executing · 1h30m/1h30m · ⚠ time 100%"),
        (r#"{"elapsed_time": "25h", "max_time": "never", "max_time_hours": 48}"#, "executing · 1d/2d"),
        (r#"{"elapsed_time": "an hour", "max_time": -1}"#, "executing · an hour"),
        (r#"{"cost_so_far": "$9.20", "max_cost": "$10"}"#, "executing · $9.20/$10 · ⚠ cost 92%"),
        (r#"{"cost_so_far": "$1e300", "max_cost": "0.01"}"#, "executing · $1e300/$0.01 · ⚠ cost 999%"),
    ] {
        let text = format!(r#"{{"orchestrator": {{"status": "executing"}}, "safety_bounds": {bounds}}}"#);
        assert_eq!(found(AGENTS, &text), wanted, "{bounds}");
    }
}
