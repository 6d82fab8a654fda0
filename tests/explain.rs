//! `stateline explain`, as whole runs of the program.

use std::{fs, time::Duration};

use crate::harness::{Project, Run};

const NOW: &str = "2026-01-15T12:34:08Z";

/// An hour before.
const WRITTEN: u64 = 1_768_480_448 - 3600;

fn explain(project: &Project, arguments: &[&str]) -> Run {
    project.run(["explain", "--now", NOW].iter().chain(arguments))
}

fn write_at(project: &Project, path: &str, seconds: u64) {
    let file = fs::File::options().write(true).open(project.path(path)).unwrap();
    file.set_modified(std::time::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
}

#[test]
fn a_bar_that_disappeared_is_explained() {
    let text = "---\ngsd_state_version: '1.0'\nmilestone: v2.0\nstatus: executing # now\nprogress:\n  # by hand\n  \
                percent: 59\nstopped_at: Phase 4: done\n---\n\nPhase: 2 of 5 (Login)\n";
    let project = Project::new().file("work/.planning/STATE.md", text).dir("work/src");
    write_at(&project, "work/.planning/STATE.md", WRITTEN);
    assert_eq!(
        explain(&project, &[]),
        Run::printed(
            "\
Searched from [ROOT]/work/src upwards
  no   [ROOT]/work/src
  yes  [ROOT]/work
         .planning/STATE.md                            1h ago  <- this one
         .planning/workstreams/*/STATE.md              not found

The state
  file    [ROOT]/work/.planning/STATE.md
  family  gsd, written 1h ago
  why     the only state file in the nearest directory with a state
  line    v2.0 · executing # now · Login (2/5)
  bar     there is no bar, because of line 6: a comment inside the progress
          block; put it above `progress:` (SL110)

Situations; the line shows the first that applies
  no   phase active         active_phase is set
         active_phase is missing
  no   next recommended     next_action and next_phases are set
         next_action is missing
         next_phases is missing
  no   milestone complete   percent is 100, or all phases are completed
         progress.percent = 59  STATE.md:7  not seen
         progress.completed_phases is missing
         progress.total_phases is missing
  yes  fallback             none of the above
         status = executing  STATE.md:4
         <- shown

Fields that the line uses
  milestone          = v2.0  STATE.md:3
  progress.percent   = 59  STATE.md:7  not seen
  status             = executing  STATE.md:4
  Phase: in the body = 2 of 5 (Login)  STATE.md:11

What YAML reads differently
  line 4    status: the line shows `executing # now`, YAML reads `executing`;
            write it as plain text
  line 8    YAML cannot read it: an unquoted `: ` would begin another key

What to change (`stateline check` shows more)
  SL131   line 4: the line shows `status` as `executing # now`, YAML reads
          `executing`; write it as plain text on one line
  SL110   line 6: a comment inside the progress block; put it above `progress:`
  SL021   line 8: a colon in a value without quotes; write the value in quotes
  `stateline check --fix` can fix some of it.
"
        )
    );
}

#[test]
fn without_a_state_it_shows_where_it_searched() {
    let project =
        Project::new().dir("home/shop").file("home/shop/.claude/agent-state.json", "{\"agents\": []}");
    let run = explain(&project, &[]);
    assert_eq!(
        run,
        Run {
            code: Some(1),
            stdout: "\
Searched from ~/shop upwards
  no   ~/shop
         .claude/orchestrator-exec-phase.local.md      not found
         .claude/orchestrator-plan-phase.local.md      not found
         .claude/agent-state.json                      another tool's file
         .claude/ralph-loop.local.md                   not found
  no   ~

No state found: the search stops at the home directory.

Files that would be found in each directory
  gsd          .planning/STATE.md, or .planning/workstreams/NAME/STATE.md
  two-phase    .claude/orchestrator-exec-phase.local.md, else
               .claude/orchestrator-plan-phase.local.md
  wf-player    .workflow/sessions/WFR-*/session-state.json
  agent-state  .claude/agent-state.json
  ralph-loop   .claude/ralph-loop.local.md
  bmad         sprint-status.yaml, where _bmad/bmm/config.yaml says
  taskmaster   .taskmaster/tasks/tasks.json
  spec-kit     specs/NAME/tasks.md, or plan.md, or spec.md, next to .specify
  openspec     openspec/changes/NAME/tasks.md, or proposal.md
  kiro         .kiro/specs/NAME/tasks.md, or design.md, or requirements.md
"
            .to_owned(),
            stderr: String::new(),
        }
    );
}

#[test]
fn it_explains_why_one_of_several_states_wins() {
    let project = Project::new()
        .file("work/.planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n")
        .file(
            "work/.claude/orchestrator-exec-phase.local.md",
            "---\nphase: orchestration\nstatus: executing\n---\n",
        )
        .file(
            "work/.claude/orchestrator-plan-phase.local.md",
            "---\nphase: planning\nstatus: approved\n---\n",
        );
    write_at(&project, "work/.planning/STATE.md", WRITTEN);
    write_at(&project, "work/.claude/orchestrator-exec-phase.local.md", WRITTEN - 60);
    write_at(&project, "work/.claude/orchestrator-plan-phase.local.md", WRITTEN + 60);
    let head = |run: Run, count: usize| run.stdout.lines().take(count).collect::<Vec<_>>().join("\n");
    assert_eq!(
        head(explain(&project, &[]), 12),
        "\
Searched from [ROOT]/work upwards
  yes  [ROOT]/work
         .planning/STATE.md                            1h ago  <- this one
         .planning/workstreams/*/STATE.md              not found
         .claude/orchestrator-exec-phase.local.md      1h1m ago
         .claude/orchestrator-plan-phase.local.md      skipped: another file of its workflow is used
         .claude/agent-state.json                      not found
         .claude/ralph-loop.local.md                   not found

The state
  file    [ROOT]/work/.planning/STATE.md
  family  gsd, written 1h ago"
    );
    let why = |arguments: &[&str]| {
        let run = explain(&project, arguments);
        let line = run.stdout.lines().find(|line| line.starts_with("  why")).unwrap().to_owned();
        line.trim_start_matches("  why").trim().to_owned()
    };
    assert_eq!(why(&[]), "one of 2 state files in this directory; it was written last");
    assert_eq!(
        why(&["--as", "two-phase"]),
        "it is in this directory, and `--as two-phase` asks for no other"
    );
    assert_eq!(why(&["-f", ".planning/STATE.md"]), "the file that was named");
}

#[test]
fn every_session_is_listed_and_the_chosen_one_is_marked() {
    let session = |status: &str, time: &str| {
        format!(
            "{{\"session_id\": \"x\", \"status\": \"{status}\", \"node_states\": {{\"N-1\": {{\"status\": \"running\"}}}}, \
             \"updated_at\": \"{time}\"}}"
        )
    };
    let at = |name: &str| format!("work/.workflow/sessions/{name}/session-state.json");
    let project = Project::new()
        .file(&at("WFR-a-20260115-100000"), session("running", "2026-01-15T12:00:08Z"))
        .file(&at("WFR-b-20260115-110000"), session("completed", "2026-01-15T12:30:08Z"));
    write_at(&project, &at("WFR-a-20260115-100000"), WRITTEN);
    write_at(&project, &at("WFR-b-20260115-110000"), WRITTEN);
    let run = explain(&project, &[]);
    let report: Vec<&str> =
        run.stdout.lines().filter(|line| line.contains("WFR-") && !line.contains("SL306")).collect();
    assert_eq!(
        report,
        [
            "         .workflow/sessions/WFR-*/session-state.json   1h ago  <- this one",
            "           WFR-b-20260115-110000  completed, 4m ago",
            "         * WFR-a-20260115-100000  running, 34m ago",
            "  file    [ROOT]/work/.workflow/sessions/WFR-a-20260115-100000/session-state.json",
        ]
    );
}

#[test]
fn the_page_of_a_rule_has_both_examples() {
    let project = Project::new();
    assert_eq!(
        explain(&project, &["sl011"]),
        Run::printed(
            "\
SL011 the opening fence is not exactly `---`
error · gsd, two-phase and ralph-loop

The opening line must be `---` and nothing else. If it has a space before or
after the dashes, or a fourth dash, the status line finds no frontmatter: it
sees no fields and draws no bar. An editor does not show the space, and YAML
accepts it, so this is hard to find.

Remove the extra characters; `check --fix` does that.

Reported:
    ---··
    gsd_state_version: '1.0'
    status: executing
    ---

Not reported:
    ---
    gsd_state_version: '1.0'
    status: executing
    ---

    # Project State
"
        )
    );
}

#[test]
fn an_unknown_code_is_a_usage_error() {
    assert_eq!(
        explain(&Project::new(), &["SL99"]),
        Run::refused(2, "stateline: no rule `SL99`; `stateline explain rules` lists them\n")
    );
}

#[test]
fn every_rule_is_listed_on_a_line() {
    let run = explain(&Project::new(), &["rules"]);
    assert_eq!(run.stdout.lines().count(), stateline::check::rules().count());
    assert_eq!(run.stdout.lines().next(), Some("SL001 warning every family      the file is empty"));
}

#[test]
fn the_explanation_is_available_as_json() {
    let text = "---\ngsd_state_version: '1.0'\nmilestone: v2.0\nstatus: executing\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", text);
    let run = explain(&project, &["--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["family"], "gsd");
    assert_eq!(report["line"], "v2.0 · executing");
    assert_eq!(report["scene"], "fallback");
    assert_eq!(report["bar"], "there is no bar: it needs `progress.percent`, which is missing");
    assert_eq!(
        report["values"],
        serde_json::json!([
            {"field": "milestone", "value": "v2.0", "line": 3, "seen": true},
            {"field": "status", "value": "executing", "line": 4, "seen": true},
        ])
    );
    assert_eq!(report["search"]["directories"][0]["places"][0]["state"], true);
    assert_eq!(report["findings"], serde_json::json!([]));
    assert_eq!(run.code, Some(0));
}

#[test]
fn a_missing_file_is_reported() {
    assert_eq!(
        explain(&Project::new(), &["-f", "gone.md"]),
        Run::refused(1, "stateline: cannot read `gone.md`: no such file\n")
    );
}

#[test]
fn workstreams_without_an_active_one_are_listed() {
    let project =
        Project::new().file("work/.planning/workstreams/api/STATE.md", "---\nstatus: executing\n---\n");
    write_at(&project, "work/.planning/workstreams/api/STATE.md", WRITTEN);
    let run = explain(&project, &["--as", "gsd"]);
    assert_eq!(
        run,
        Run {
            code: Some(1),
            stdout: "\
Searched from [ROOT]/work upwards
  yes  [ROOT]/work
         .planning/STATE.md                            not found
         .planning/workstreams/*/STATE.md              no active workstream
           api  executing, 1h ago

No state found: no active workstream, and the search stops there.

Files that would be found in each directory
  gsd          .planning/STATE.md, or .planning/workstreams/NAME/STATE.md
  two-phase    .claude/orchestrator-exec-phase.local.md, else
               .claude/orchestrator-plan-phase.local.md
  wf-player    .workflow/sessions/WFR-*/session-state.json
  agent-state  .claude/agent-state.json
  ralph-loop   .claude/ralph-loop.local.md
  bmad         sprint-status.yaml, where _bmad/bmm/config.yaml says
  taskmaster   .taskmaster/tasks/tasks.json
  spec-kit     specs/NAME/tasks.md, or plan.md, or spec.md, next to .specify
  openspec     openspec/changes/NAME/tasks.md, or proposal.md
  kiro         .kiro/specs/NAME/tasks.md, or design.md, or requirements.md
"
            .to_owned(),
            stderr: String::new(),
        }
    );
}

#[test]
fn the_settings_decide_as_they_do_for_the_line() {
    let project = Project::new()
        .file("home/.config/stateline/config.toml", "prefer = [\"two-phase\"]\nstyle = \"compact\"\n")
        .file("work/.planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n")
        .file(
            "work/.claude/orchestrator-exec-phase.local.md",
            "---\nphase: orchestration\nstatus: executing\n---\n",
        );
    write_at(&project, "work/.planning/STATE.md", WRITTEN);
    write_at(&project, "work/.claude/orchestrator-exec-phase.local.md", WRITTEN - 60);
    let run = explain(&project, &["--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["why"], "one of 2 state files in this directory; the settings prefer it");
    assert_eq!(report["line"].as_str().unwrap(), project.run(["line", "--now", NOW]).stdout.trim_end());
}

/// The whole file is too long to be read, and `check` says so.
#[test]
fn it_reports_the_same_findings_as_check() {
    let text = format!("---\ngsd_state_version: '1.0'\nstatus: executing\n---\n{}", "x\n".repeat(1 << 19));
    let project = Project::new().file("work/.planning/STATE.md", text);
    write_at(&project, "work/.planning/STATE.md", WRITTEN);
    let codes = |json: &str, list: &str| -> Vec<String> {
        let report: serde_json::Value = serde_json::from_str(json).unwrap();
        let findings = report[list].as_array().unwrap_or_else(|| panic!("no {list}: {report:#}"));
        findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
    };
    let explained = codes(&explain(&project, &["--json"]).stdout, "findings");
    assert_eq!(explained, codes(&project.run(["check", "--json", "--now", NOW]).stdout, "findings"));
    assert!(explained.contains(&"SL003".to_owned()), "{explained:?}");
}

#[test]
fn the_smart_line_is_explained_with_its_own_conditions() {
    let text = "---\ngsd_state_version: '1.0'\nmilestone: v2.0\nstatus: executing\nprogress:\n  # by hand\n  \
                total_phases: 17\n  completed_phases: 10\n---\n\n# Project State\n\nPhase: 11 of 17 (Export \
                API)\nStatus: In progress\n";
    let project = Project::new().file("work/STATE.md", text);
    write_at(&project, "work/STATE.md", WRITTEN);
    assert_eq!(
        explain(&project, &["--style", "smart", "-f", "STATE.md"]),
        Run::printed(
            "\
The state
  file    STATE.md
  family  gsd, written 1h ago
  why     the file that was named
  line    v2.0 [█████░░░░░] 58% · Phase 11/17 Export API in progress
  bar     the bar shows 58%: computed from the counts of phases

Situations; the line shows the first that applies
  yes  phase active         active_phase is a phase; or current_phase or the
                            body names one, the milestone is not over, and
                            neither of the next two situations applies
         active_phase is missing
         current_phase is missing
         status = executing  STATE.md:4
         <- shown
  no   next recommended     next_action is set, and next_phases is set or
                            next_action is a command by itself
         next_action is missing
         next_phases is missing
  no   milestone complete   all phases and plans are completed (or, if there are
                            no counts, percent is 100), and neither the status
                            nor the phase says that work is left
         progress.completed_phases = 10  STATE.md:8
         progress.total_phases = 17  STATE.md:7
         progress.percent is missing
         status = executing  STATE.md:4
         paused_at is missing
  no   fallback             none of the above
         status = executing  STATE.md:4

Fields that the line uses
  milestone                 = v2.0  STATE.md:3
  progress.completed_phases = 10  STATE.md:8
  progress.total_phases     = 17  STATE.md:7
  status                    = executing  STATE.md:4
  Phase: in the body        = 11 of 17 (Export API)  STATE.md:13
  Status: in the body       = In progress  STATE.md:14

Where the line takes it from
  phase     Phase: in the body  STATE.md:13; no field names a phase
  status    Status: in the body  STATE.md:14; the body says more than the
            frontmatter, which is derived from it

What to change (`stateline check` shows more)
  SL110   line 6: a comment inside the progress block; put it above `progress:`
  SL116   line 8: the counts are known, but without `percent` there is no bar;
          add `percent: 59` to the block
  `stateline check --fix` can fix some of it.
"
        )
    );
}

#[test]
fn a_session_older_than_fifteen_others_can_win_and_older_ones_are_only_counted() {
    let at = |hour: usize| format!("work/.workflow/sessions/WFR-a-20260115-{hour:02}0000/session-state.json");
    let written = |count: usize| {
        let mut project = Project::new();
        for hour in 0..count {
            let status = if hour == 2 { "running" } else { "completed" };
            let text = format!(
                "{{\"session_id\": \"S{hour}\", \"status\": \"{status}\", \"updated_at\": \"2026-01-15T12:00:08Z\"}}"
            );
            project = project.file(&at(hour), text);
        }
        project
    };
    let project = written(18);
    assert_eq!(project.run(["line", "--now", NOW]), Run::printed("S2 · running\n"));
    let report = |project: &Project| {
        let run = explain(project, &[]);
        let lines = run.stdout.lines().skip_while(|line| !line.contains("WFR-*")).skip(1);
        lines
            .take_while(|line| line.starts_with("          ") || line.contains("WFR-"))
            .map(str::to_owned)
            .collect()
    };
    let session = |hour: usize, status: &str, mark: &str| {
        format!("         {mark} WFR-a-20260115-{hour:02}0000  {status}, 34m ago")
    };
    let mut wanted: Vec<String> = (3..18).rev().map(|hour| session(hour, "completed", " ")).collect();
    wanted.push(session(2, "running", "*"));
    wanted.push("           and 2 more; only the sixteen that started last are read".to_owned());
    let seen: Vec<String> = report(&project);
    assert_eq!(seen, wanted);

    // One more, and the running one is out of reach.
    let project = written(19);
    assert_eq!(project.run(["line", "--now", NOW]), Run::printed("S18 · workflow complete\n"));
    let seen: Vec<String> = report(&project);
    assert_eq!(seen.last().unwrap(), "           and 3 more; only the sixteen that started last are read");
}

#[test]
fn json_cannot_talk_to_the_terminal() {
    let text = "---\ngsd_state_version: '1.0'\nstatus: \"a\u{9b}31m\u{202e}b\"\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", text);
    let run = explain(&project, &["--json"]);
    assert!(run.stdout.contains("\"shown\": \"a\\u009b31m\\u202eb\""), "{}", run.stdout);
    let is_raw = |part: char| part != '\n' && (part.is_control() || part == '\u{202e}');
    assert_eq!(run.stdout.find(is_raw), None);
}

#[test]
fn json_lists_the_first_unreadable_lines_and_counts_the_rest() {
    let text = format!("---\nstatus: executing\n{}---\n", "a: b: c\n".repeat(300));
    let project = Project::new().file("work/.planning/STATE.md", &text);
    let run = explain(&project, &["--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let lines = report["unreadable"].as_array().unwrap();
    assert_eq!((lines.len(), lines[199]["line"].as_u64()), (200, Some(202)));
    assert_eq!(report["unreadable_more"], 100);
}

/// Returns what `explain` says about the bar of the smart line.
fn why_bar(text: &str) -> String {
    let project = Project::new().file("work/.planning/STATE.md", text);
    let run = explain(&project, &["--json", "--style", "smart"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    report["bar"].as_str().unwrap().to_owned()
}

#[test]
fn the_smart_bar_is_explained_also_where_there_is_none() {
    for (milestone, progress, bar) in [
        ("v1.0", "Progress: 100%", "there is no bar: 100% would contradict the words next to it"),
        ("v2.0", "Progress: 100%", "there is no bar: 100% would contradict the words next to it"),
        (
            "v2.0",
            "Progress: 50% (8/16 phases lifetime)",
            "there is no bar: the percentage in the body is not that of this milestone",
        ),
        (
            "v1.0",
            "Progress: 50%\nv1.0: [####] 88%",
            "the bar shows 88%: taken from the body's line about this milestone",
        ),
        ("v1.0", "Progress: 88%", "the bar shows 88%: taken from `Progress:` in the body"),
    ] {
        let position = "Phase: 11 of 12 (Buoys)\nStatus: In progress";
        let text = format!("Milestone: {milestone} Tides\n{position}\n{progress}\n");
        assert_eq!(why_bar(&text), bar, "{milestone} {progress}");
    }
}

#[test]
fn a_smart_bar_against_the_other_figures_is_explained() {
    let text = "---\nmilestone: v1.1\nprogress:\n  total_phases: 7\n  completed_phases: 1\n---\nPhase: 5 of 7 (Buoys)\nStatus: \
        In progress\n";
    assert_eq!(why_bar(text), "there is no bar: 14% would contradict the other figures of the file");
}

#[test]
fn a_smart_bar_of_the_table_is_explained() {
    let text = "---\nmilestone: v1.0\n---\nPhase: 2 of 3 (Buoys)\nStatus: In progress\n\n| Phase | Plans | Status |\n|---|---|---|\n\
        | 1. Quays | 2/2 | Complete |\n| 2. Buoys | 0/2 | In Progress |\n| 3. Cranes | 0/1 | Not started |\n";
    assert_eq!(why_bar(text), "the bar shows 33%: counted in the table of the phases");
}

#[test]
fn the_milestone_that_has_the_phase_is_explained() {
    let text = "**Current focus:** v1.6 Docks\nPhase: 20 of 22 (Lamps)\n\n**v1.6 Docks:**\n- Phases: 23-27\n\n**v1.5 Lights:**\n\
        - Phases: 19-22\n";
    let project = Project::new().file("work/.planning/STATE.md", text);
    let run = explain(&project, &["--style", "smart"]);
    let section = run.stdout.split("Where the line takes it from\n").nth(1).unwrap();
    assert_eq!(
        section.split("\n\n").next().unwrap().trim_end(),
        "  milestone the phases of each milestone in the body; the phase is one of its\n            phases, and not of those of \
         the later one\n  phase     Phase: in the body  STATE.md:2; no field names a phase",
    );
}

#[test]
fn a_milestone_that_is_left_out_is_explained() {
    let text = "---\nmilestone: v1.0\nstatus: executing\n---\nPhase: 7 (Buoys) — EXECUTING\n- [v2.1]: Buoys are red\n";
    let project = Project::new().file("work/.planning/STATE.md", text);
    let run = explain(&project, &["--style", "smart"]);
    assert!(run.stdout.contains("left out: the file shows that this milestone"), "{}", run.stdout);
}
