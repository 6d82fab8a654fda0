//! `stateline subagents`: a row for each task of Claude Code's list.

use crate::harness::{Project, Run};

const NOW: &str = "2026-01-15T12:34:08Z";

fn project() -> Project {
    Project::new()
        .file(
            "work/.planning/STATE.md",
            "---\nmilestone: v2.0\nactive_phase: \"5\"\nstatus: executing\n---\n",
        )
        .file("other/README.md", "")
        .env("STATELINE_NOW", NOW)
}

/// Runs the command on a list of tasks.
fn rows(project: &Project, columns: usize, tasks: &str) -> Run {
    let root = project.root().to_str().unwrap();
    let text = format!(
        r#"{{"session_id":"s","cwd":"@ROOT@/other","hook_event_name":"SubagentStatus","columns":{columns},"tasks":[{tasks}]}}"#
    );
    project.run_with(["subagents", "--color", "never"], text.replace("@ROOT@", root).as_bytes())
}

const TASK: &str = r#"{"id":"t1","name":"gsd-executor","type":"local_agent","status":"running","description":"Export",
    "label":"gsd-executor","startTime":1768480328000,"model":"claude-sonnet-5","effort":"high",
    "contextWindowSize":200000,"tokenCount":41234,"tokenSamples":[1,2],"cwd":"@ROOT@/work"}"#;

#[test]
fn every_task_has_a_row_with_the_state_of_its_directory() {
    let tasks = format!(
        r#"{TASK},{{"id":"t2","name":"Explore","status":"completed","cwd":"@ROOT@/other","startTime":"2026-01-15T12:34:00Z"}}"#
    );
    assert_eq!(
        rows(&project(), 120, &tasks),
        Run::printed(concat!(
            r#"{"id":"t1","content":"gsd-executor · Export │ v2.0 · Phase 5 executing │ 2m │ 41k (21%) │ Sonnet 5 high"}"#,
            "\n",
            r#"{"id":"t2","content":"Explore │ completed │ 8s"}"#,
            "\n",
        ))
    );
}

#[test]
fn rows_are_coloured_for_a_terminal() {
    let project = project();
    let text = r#"{"tasks":[{"id":7,"type":"local_bash","status":"failed"}]}"#;
    let run = project.run_with(["subagents"], text.as_bytes());
    let row = r#"{"id":"7","content":"\u001b[1mlocal_bash\u001b[0m │ \u001b[31mfailed\u001b[0m"}"#;
    assert_eq!(run, Run::printed(format!("{row}\n")));
}

#[test]
fn a_row_keeps_to_the_columns_that_there_are() {
    for (columns, content) in [
        (60, "gsd-executor · Export │ v2.0 · P5 executing │ 2m │ 41k (21%)"),
        (50, "gsd-executor · Export │ v2.0 · P5 executing │ 2m"),
        (34, "gsd-executor · Export │ v2.0 │ 2m"),
        (17, "gsd-exe… · Export"),
        (8, "gsd-exe…"),
    ] {
        let row = format!("{{\"id\":\"t1\",\"content\":\"{content}\"}}\n");
        assert_eq!(rows(&project(), columns, TASK), Run::printed(row), "{columns}");
    }
}

#[test]
fn a_description_is_cut_to_what_is_left() {
    let task = |dir: &str| {
        format!(
            r#"{{"id":"b","name":"general-purpose","status":"running","cwd":"@ROOT@/{dir}",
            "description":"Investigate why the export API returns 500 for large payloads and repair it"}}"#
        )
    };
    for (dir, columns, content) in [
        (
            "other",
            100,
            "general-purpose · Investigate why the export API returns 500 for large payloads and repair it",
        ),
        ("other", 80, "general-purpose · Investigate why the export API returns 500 for large payloads…"),
        ("other", 40, "general-purpose · Investigate why the e…"),
        ("other", 18, "general-p… · Inve…"),
        ("work", 80, "general-purpose · Investigate why the export API returns… │ v2.0 · P5 executing"),
        ("work", 60, "general-purpose · Investigate why the export… │ v2.0 · P5 e…"),
        ("work", 40, "general-purpose · Investigate wh… │ v2.0"),
    ] {
        let row = format!("{{\"id\":\"b\",\"content\":\"{content}\"}}\n");
        assert_eq!(rows(&project(), columns, &task(dir)), Run::printed(row), "{dir}, {columns}");
    }
}

#[test]
fn a_task_without_an_id_has_no_row_and_one_without_a_name_is_a_task() {
    let run = rows(&project(), 80, r#"{"name":"a"},null,3,{"id":"x"}"#);
    assert_eq!(run, Run::printed("{\"id\":\"x\",\"content\":\"task\"}\n"));
}

#[test]
fn text_of_a_task_cannot_talk_to_the_terminal_or_break_the_row() {
    let run = rows(&project(), 80, r#"{"id":"a\"b","name":"x\u001b[31m\ny\"z\\"}"#);
    assert_eq!(run, Run::printed("{\"id\":\"a\\\"b\",\"content\":\"x [31m y\\\"z\\\\\"}\n"));
}

#[test]
fn input_without_a_list_of_tasks_has_no_rows() {
    let project = project();
    for text in ["", "{", "null", "{}", r#"{"tasks":{}}"#, r#"{"tasks":[{"id":"a"}"#, "not json"] {
        assert_eq!(project.run_with(["subagents"], text.as_bytes()), Run::printed(""), "{text}");
    }
}
