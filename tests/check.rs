//! `stateline check`, as whole runs of the program.

use std::fs;

use crate::harness::{PROGRAM, Project, Run, has, has_mode, set_mode};

const NOW: &str = "2026-01-15T12:34:08Z";

const BROKEN: &str = "---\ngsd_state_version: '1.0'\nmilestone: v2.0\nstatus: executing\nprogress:\n  \
                      # by hand\n  percent: 59\nstopped_at: Phase 4: done\n---\n";

fn check(project: &Project, arguments: &[&str]) -> Run {
    project.run(["check", "--now", NOW].iter().chain(arguments))
}

fn no(stdout: &str) -> Run {
    Run { code: Some(1), stdout: stdout.to_owned(), stderr: String::new() }
}

#[test]
fn a_directory_without_a_state_is_an_answer_and_a_missing_file_is_not() {
    let project = Project::new();
    let none =
        "stateline: no state file in `[ROOT]/work` or above; `stateline families` lists what is read\n";
    assert_eq!(project.run(["check"]), Run::refused(1, none));
    assert_eq!(project.run(["check", "."]), Run::refused(1, none));
    let missing = "stateline: cannot read `nope`: no such file\n";
    assert_eq!(project.run(["check", "nope"]), Run::refused(2, missing));
    assert_eq!(project.run(["check", "nope", "."]), Run::refused(2, format!("{missing}{none}")));
}

#[test]
fn a_finding_is_shown_with_its_line_a_caret_and_the_fix() {
    let project = Project::new().file("work/.planning/STATE.md", BROKEN);
    assert_eq!(
        check(&project, &[]),
        no("\
error[SL110]: a comment inside the progress block
 --> .planning/STATE.md:6:3
  |
6 |   # by hand
  |   ^^^^^^^^^ the line sees no count below this
  |
help: put it above `progress:`
  |
5 + # by hand
6 + progress:
  |

error[SL021]: a colon in a value without quotes
 --> .planning/STATE.md:8:13
  |
8 | stopped_at: Phase 4: done
  |             ^^^^^^^^^^^^^ YAML reads this as a map
  |
help: write the value in quotes
  |
8 - stopped_at: Phase 4: done
8 + stopped_at: \"Phase 4: done\"
  |

.planning/STATE.md: 2 errors
`stateline check --fix` can fix 2 of them
")
    );
}

#[test]
fn a_good_file_has_no_problems_and_exits_with_0() {
    let project = Project::new()
        .file("work/.planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n");
    assert_eq!(check(&project, &[]), Run::printed(".planning/STATE.md: no problems found\n"));
}

#[test]
fn each_format_says_the_same_in_its_own_way() {
    let project = Project::new()
        .file("work/.planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: 100%, done: no\n---\n");
    assert_eq!(
        check(&project, &["--format", "compact"]),
        no(".planning/STATE.md:3:9: error SL021 a colon in a value without quotes\n")
    );
    assert_eq!(
        check(&project, &["--format", "github"]),
        no(
            "::error file=.planning/STATE.md,line=3,endLine=3,col=9,endColumn=23,title=SL021 a colon in a value \
            without quotes::a colon in a value without quotes%0Awrite the value in quotes\n"
        )
    );
    let json = "{
  \"files\": 1,
  \"errors\": 1,
  \"warnings\": 0,
  \"infos\": 0,
  \"findings\": [
    {
      \"code\": \"SL021\",
      \"severity\": \"error\",
      \"title\": \"a colon in a value without quotes\",
      \"message\": \"a colon in a value without quotes\",
      \"help\": \"write the value in quotes\",
      \"path\": \".planning/STATE.md\",
      \"line\": 3,
      \"column\": 9,
      \"end_line\": 3,
      \"end_column\": 23,
      \"fix\": [
        {
          \"line\": 3,
          \"column\": 9,
          \"end_line\": 3,
          \"end_column\": 23,
          \"with\": \"\\\"100%, done: no\\\"\"
        }
      ]
    }
  ]
}
";
    assert_eq!(check(&project, &["--format", "json"]), no(json));
    assert_eq!(check(&project, &["--json"]), no(json));
}

#[test]
fn sarif_has_every_rule_and_the_place_of_each_result() {
    let project =
        Project::new().file("work/.planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: a: b\n---\n");
    let run = check(&project, &["--format", "sarif", "--no-fail"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let rules = report["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), stateline::check::rules().count());
    let result = &report["runs"][0]["results"][0];
    assert_eq!(
        rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()]["id"],
        result["ruleId"]
    );
    assert_eq!(
        result["locations"],
        serde_json::json!([{"physicalLocation": {
            "artifactLocation": {"uri": ".planning/STATE.md"},
            "region": {"startLine": 3, "startColumn": 9, "endLine": 3, "endColumn": 13},
        }}])
    );
    assert_eq!(
        result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"],
        serde_json::json!({"text": "\"a: b\""})
    );
}

#[test]
fn the_exit_code_follows_the_requested_level() {
    let project = Project::new().file(
        "work/.planning/STATE.md",
        "---\ngsd_state_version: '1.0'\nstatus: executing\nprogress:\n  percent: 120\n---\n",
    );
    for (arguments, code) in [
        (&[][..], 0),
        (&["--fail-level", "error"], 0),
        (&["--fail-level", "warning"], 1),
        (&["--fail-level", "warning", "--no-fail"], 0),
    ] {
        let run = check(&project, &[&["--format", "compact"], arguments].concat());
        let stdout = ".planning/STATE.md:5:12: warning SL112 percent is 120\n".to_owned();
        assert_eq!(run, Run { code: Some(code), stdout, stderr: String::new() }, "{arguments:?}");
    }
}

#[test]
fn hints_are_counted_shown_on_request_and_never_change_the_exit_code() {
    let project = Project::new()
        .file("work/.planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: roadmapped\n---\n");
    assert_eq!(
        check(&project, &["--fail-level", "warning"]),
        Run::printed(".planning/STATE.md: no problems found\n`stateline check --hints` shows 1 hint\n")
    );
    assert_eq!(
        check(&project, &["--hints", "--fail-level", "warning"]),
        Run::printed(
            "\
hint[SL133]: unknown status
 --> .planning/STATE.md:3:9
  |
3 | status: roadmapped
  |         ^^^^^^^^^^
  |
  = help: use discussing, planning, executing, verifying, completed or paused

.planning/STATE.md: 1 hint
"
        )
    );
    for format in ["compact", "github"] {
        assert_eq!(check(&project, &["--format", format]), Run::printed(""), "{format}");
    }
    let json = check(&project, &["--json"]);
    assert!(json.stdout.contains("\"severity\": \"info\""), "{}", json.stdout);
    let usage = check(&project, &["--fail-level", "info"]);
    assert_eq!((usage.code, usage.stdout.as_str()), (Some(2), ""));
}

#[test]
fn on_github_the_default_format_is_github() {
    let file = "---\ngsd_state_version: '1.0'\nstatus: executing\nprogress:\n  percent: 120\n---\n";
    let project = Project::new().env("GITHUB_ACTIONS", "true").file("work/.planning/STATE.md", file);
    assert_eq!(
        check(&project, &[]),
        Run::printed(
            "::warning file=.planning/STATE.md,line=5,endLine=5,col=12,endColumn=15,title=SL112 percent is not \
             between 0 and 100::percent is 120\n"
        )
    );
    assert_eq!(
        check(&project, &["--format=compact"]),
        Run::printed(".planning/STATE.md:5:12: warning SL112 percent is 120\n")
    );
}

#[test]
fn an_unreadable_file_is_reported_and_the_others_are_checked() {
    let project =
        Project::new().file("work/good.md", "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n");
    assert_eq!(
        check(&project, &["--as", "gsd", "gone.md", "good.md"]),
        Run {
            code: Some(2),
            stdout: "good.md: no problems found\n".to_owned(),
            stderr: "stateline: cannot read `gone.md`: no such file\n".to_owned(),
        }
    );
}

#[test]
fn without_a_state_there_is_nothing_to_check() {
    let project = Project::new();
    assert_eq!(
        check(&project, &[]),
        Run::refused(
            1,
            "stateline: no state file in `[ROOT]/work` or above; `stateline families` lists what is read\n"
        )
    );
}

#[test]
fn a_corrupt_agent_state_is_found_and_the_newest_good_checkpoint_named() {
    let project = Project::new()
        .file("work/.claude/agent-state.json", "{\n  \"orchest")
        .file("work/.claude/checkpoint-001.json", "{\"orchestrator\": {\"status\": \"executing\"}}")
        .file("work/.claude/checkpoint-002.json", "{\"orchestrator\": {\"status\": \"executing\"}}")
        .file("work/.claude/checkpoint-003.json", "{\"orchestrator\": {\"sta");
    for (name, seconds) in [("001", 1000), ("002", 2000), ("003", 3000)] {
        let file = fs::File::options()
            .write(true)
            .open(project.path(&format!("work/.claude/checkpoint-{name}.json")));
        file.unwrap().set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).unwrap();
    }
    let run = check(&project, &[]);
    let help = "restore the newest checkpoint: cp [ROOT]/work/.claude/checkpoint-002.json";
    let report: String = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains(help), "{}", run.stdout);
    assert_eq!(run.code, Some(1));
}

#[test]
fn fix_shows_the_difference_and_touches_nothing_else() {
    let text = BROKEN.replace('\n', "\r\n");
    let project = Project::new().file("work/.planning/STATE.md", &text).file("work/.planning/other.md", "x");
    let path = project.path("work/.planning/STATE.md");
    set_mode(&path, 0o640);
    let before = project.snapshot();
    let diff = "\
--- .planning/STATE.md
+++ .planning/STATE.md
@@ -2,8 +2,8 @@
 gsd_state_version: '1.0'
 milestone: v2.0
 status: executing
+# by hand
 progress:
-  # by hand
   percent: 59
-stopped_at: Phase 4: done
+stopped_at: \"Phase 4: done\"
 ---

";
    let dry = check(&project, &["--fix", "--dry-run", "--no-fail"]);
    assert!(dry.stdout.starts_with(diff), "{}", dry.stdout);
    assert!(dry.stdout.contains("would fix 2 problems\n"), "{}", dry.stdout);
    assert_eq!(project.snapshot(), before, "a dry run has written");

    let run = check(&project, &["--fix"]);
    let report =
        "fixed 2 problems; the old file is `.planning/STATE.md~`\n.planning/STATE.md: no problems found\n";
    assert_eq!(run, Run::printed(format!("{diff}{report}")));
    let wanted = "---\ngsd_state_version: '1.0'\nmilestone: v2.0\nstatus: executing\n# by hand\nprogress:\n  \
                  percent: 59\nstopped_at: \"Phase 4: done\"\n---\n";
    assert_eq!(fs::read_to_string(&path).unwrap(), wanted.replace('\n', "\r\n"));
    assert!(has_mode(&path, 0o640));
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md~")).unwrap(), text);
    assert!(has_mode(project.path("work/.planning/STATE.md~"), 0o640));
    assert_eq!(project.snapshot().len(), before.len() + 1, "a file is left over");
    let nothing = "nothing to fix\n.planning/STATE.md: no problems found\n";
    assert_eq!(check(&project, &["--fix"]), Run::printed(nothing));

    // A second fix keeps its own copy, and the first one stays.
    fs::write(&path, BROKEN).unwrap();
    let run = check(&project, &["--fix"]);
    assert!(run.stdout.contains("; the old file is `.planning/STATE.md~2`\n"), "{}", run.stdout);
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md~")).unwrap(), text);
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md~2")).unwrap(), BROKEN);
}

#[test]
fn one_run_fixes_more_problems_than_a_report_shows() {
    let file = |value: &str, item: &str| {
        let lines: Vec<String> = (0..80).map(|number| format!("k{number}: {value}\r\n")).collect();
        let list = format!("list:\r\n  - {item}\r\n");
        format!("---\r\ngsd_state_version: '1.0'\r\nstatus: executing\r\n{}{list}---\r\n", lines.concat())
    };
    let project = Project::new().file("work/.planning/STATE.md", file("b: c", "d: e: f"));
    let run = check(&project, &["--fix"]);
    assert!(
        run.stdout.ends_with(
            "\nfixed 81 problems; the old file is `.planning/STATE.md~`\n.planning/STATE.md: no problems found\n"
        ),
        "{}",
        run.stdout
    );
    let text = fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap();
    assert_eq!(text, file("\"b: c\"", "d: \"e: f\""));
    let nothing = "nothing to fix\n.planning/STATE.md: no problems found\n";
    assert_eq!(check(&project, &["--fix"]), Run::printed(nothing));
}

#[cfg(unix)] // links
#[test]
fn fix_follows_no_link() {
    let project = Project::new().file("elsewhere/STATE.md", BROKEN).file("elsewhere/dir/STATE.md", BROKEN);
    fs::create_dir(project.path("work/.planning")).unwrap();
    std::os::unix::fs::symlink(project.path("elsewhere/STATE.md"), project.path("work/.planning/STATE.md"))
        .unwrap();
    let before = project.snapshot();
    let run = check(&project, &["--fix", "--format", "compact"]);
    assert_eq!(
        run.stderr,
        "stateline: did not fix `.planning/STATE.md`: `[ROOT]/work/.planning/STATE.md` is a link\n"
    );
    assert_eq!(run.code, Some(1));
    assert_eq!(project.snapshot(), before);

    fs::remove_dir_all(project.path("work/.planning")).unwrap();
    std::os::unix::fs::symlink(project.path("elsewhere/dir"), project.path("work/.planning")).unwrap();
    let run = check(&project, &["--fix", "--format", "compact"]);
    assert_eq!(
        run.stderr,
        "stateline: did not fix `.planning/STATE.md`: `[ROOT]/work/.planning` is a link\n"
    );
    assert_eq!(fs::read_to_string(project.path("elsewhere/dir/STATE.md")).unwrap(), BROKEN);
}

#[test]
fn fix_does_not_write_a_file_that_it_cannot_read_completely() {
    let project = Project::new().file("work/.planning/STATE.md", b"---  \nstatus: ex\xFFcuting\n---\n");
    let before = project.snapshot();
    let run = check(&project, &["--fix", "--format", "compact"]);
    assert_eq!(run.stderr, "stateline: did not fix `.planning/STATE.md`: it cannot be read completely\n");
    assert_eq!(project.snapshot(), before);
}

#[cfg(unix)] // a name with a control character
#[test]
fn nothing_of_a_file_reaches_the_terminal_raw() {
    let text = "---\ngsd_state_version: '1.0'\nstatus: \u{1b}]0;x\u{7}\u{202e}\u{9b}31m: y\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", text).file("work/a\u{1b}[31mb.md", text);
    for format in ["human", "compact", "github"] {
        let run = check(&project, &["--format", format, ".planning/STATE.md", "a\u{1b}[31mb.md"]);
        let odd =
            |character: &char| (character.is_control() && *character != '\n') || *character == '\u{202e}';
        assert_eq!(run.stdout.chars().find(odd), None, "{format}: {:?}", run.stdout);
    }
}

#[test]
fn the_examples_of_the_documents_have_no_errors() {
    let gsd = "---\ngsd_state_version: '1.0'\nmilestone: v2.0\nmilestone_name: Code Quality\nstatus: executing\n\n\
               # Phase-lifecycle fields\nactive_phase: \"4.5\"\nnext_action: execute-phase\nnext_phases: [\"4.5\"]\n\n\
               progress:\n  total_phases: 17\n  completed_phases: 10\n  total_plans: 84\n  completed_plans: 47\n  \
               percent: 59\n\n# Additional fields\ncurrent_phase: \"4\"\ncurrent_phase_name: Observability\n\
               current_plan: \"3\"\nlast_updated: \"2026-01-15T12:34:00.789Z\"\nlast_activity: \"2026-06-01\"\n\
               stopped_at: \"Phase 4 P3 execution complete\"\npaused_at: null\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", gsd);
    assert_eq!(
        check(&project, &["--format", "compact", "--hints"]),
        Run::printed(
            ".planning/STATE.md:9:14: info SL126 `next_action` is set while a phase is active; it is not shown\n\
             .planning/STATE.md:17:12: info SL115 percent is 59; the documented formula gives 56\n"
        )
    );
}

#[test]
fn standard_input_can_be_checked() {
    let project = Project::new();
    let run = project
        .run_with(["check", "--format", "compact", "-"], b"---\nmilestone: v1\nstatus: executing: b\n---\n");
    assert_eq!(
        run,
        no("standard input:1:1: warning SL101 `gsd_state_version` is missing\n\
            standard input:3:9: error SL021 a colon in a value without quotes\n")
    );
}

#[test]
fn an_unknown_format_is_a_usage_error() {
    let project = Project::new();
    assert_eq!(
        check(&project, &["--format", "xml"]),
        Run::refused(
            2,
            "stateline: `--format` cannot be `xml`; it takes `human`, `compact`, `json`, `github` or `sarif`\n"
        )
    );
}

const MISTAKEN: &str = "tehme = \"bright\"\nshow = [\"cost\",\n  \"limtis\"]\n";

#[test]
fn the_configs_in_use_are_checked_along_with_the_state() {
    let project = Project::new()
        .file("work/.planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: executing\n---\n")
        .file("home/.config/stateline/config.toml", "theme = \"bright\"\n")
        .file("work/.stateline.toml", MISTAKEN);
    assert_eq!(
        check(&project, &[]),
        no("\
error[SL502]: no setting `tehme`
 --> .stateline.toml:1:1
  |
1 | tehme = \"bright\"
  | ^^^^^
  |
  = help: did you mean `theme`?

error[SL503]: `show` cannot contain `\"limtis\"`
 --> .stateline.toml:3:3
  |
3 |   \"limtis\"]
  |   ^^^^^^^^
  |
  = help: did you mean `limits`?

3 files: 2 errors
")
    );
    let project_alone = ".stateline.toml:1:1: error SL502 no setting `tehme`\n\
                         .stateline.toml:3:3: error SL503 `show` cannot contain `\"limtis\"`\n";
    for arguments in [
        &["--format", "compact"] as &[&str],
        &["--format", "compact", "."],
        &["--format", "compact", ".stateline.toml", ".planning/STATE.md"],
    ] {
        assert_eq!(check(&project, arguments), no(project_alone), "{arguments:?}");
    }
    assert_eq!(
        check(&project, &["--config", "none"]),
        Run::printed(".planning/STATE.md: no problems found\n")
    );
    assert_eq!(
        check(&project, &[".planning/STATE.md"]),
        Run::printed(".planning/STATE.md: no problems found\n")
    );
}

#[test]
fn a_config_is_checked_where_there_is_no_state() {
    let project = Project::new().file("home/.config/stateline/config.toml", "[bar]\nwidth = 0\n");
    assert_eq!(
        check(&project, &["--format", "github"]),
        Run {
            code: Some(1),
            stdout: "::error file=[ROOT]/home/.config/stateline/config.toml,line=2,endLine=2,col=9,endColumn=10,\
                     title=SL503 a value that the setting does not accept::`bar.width` cannot be `0`%0Ait takes a \
                     number from 1 to 40\n"
                .to_owned(),
            stderr: "stateline: no state file in `[ROOT]/work` or above; `stateline families` lists what is read\n"
                .to_owned(),
        }
    );
}

#[test]
fn a_config_that_was_named_must_exist() {
    let project = Project::new();
    assert_eq!(
        check(&project, &["gone.toml"]),
        Run::refused(2, "stateline: cannot read `[ROOT]/work/gone.toml`: no such file\n")
    );
}

#[test]
fn fix_leaves_a_broken_value_that_spans_two_lines() {
    for (value, code, what) in [
        ("\"Build \"x\" and\n  more\"", "SL022", "quotes inside quotes"),
        ("a: b\n  c: d", "SL021", "a colon in a value without quotes"),
        ("a: b\n\n  folded", "SL021", "a colon in a value without quotes"),
    ] {
        let state = format!("---\ngsd_state_version: '1.0'\nstatus: executing\nstopped_at: {value}\n---\n");
        let project = Project::new().file("work/.planning/STATE.md", &state);
        let run = check(&project, &["--fix", "--format", "compact"]);
        let first = run.stdout.lines().next().unwrap_or_default();
        assert_eq!(first, format!(".planning/STATE.md:4:13: error {code} {what}"), "{}", run.stdout);
        assert_eq!(run.code, Some(1));
        assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), state);
    }
    let list =
        "---\ngsd_state_version: '1.0'\nstatus: executing\nblockers:\n  - name: a: b\n    since: c: d\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", list);
    assert_eq!(check(&project, &["--fix", "--format", "compact"]), Run::printed(""));
    assert_eq!(
        fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(),
        list.replace("a: b", "\"a: b\"").replace("c: d", "\"c: d\"")
    );
}

#[test]
fn people_and_programs_see_the_same_column_of_a_long_line() {
    let filler = "x".repeat(900);
    let text = format!("{{\"orchestrator\": {{\"note\": \"{filler}\", \"status\": \"executing\"}}, é}}\n");
    let project = Project::new().file("work/.claude/agent-state.json", text);
    let file = ".claude/agent-state.json";
    let compact = check(&project, &["--format", "compact", file]).stdout;
    let places: Vec<&str> = compact.lines().filter_map(|line| line.split(": ").next()).collect();
    let human = check(&project, &["--width", "80", file]).stdout;
    let shown: Vec<&str> = human.lines().filter_map(|line| line.trim_start().strip_prefix("--> ")).collect();
    assert_eq!(shown, places);
    assert!(places.contains(&".claude/agent-state.json:1:955"), "{compact}");
}

#[test]
fn standard_input_cannot_be_fixed_but_the_difference_is_shown() {
    let project = Project::new();
    let state = b"---\ngsd_state_version: '1.0'\nstatus: a: b, executing\n---\n";
    assert_eq!(
        project.run_with(["check", "--fix", "-"], state),
        Run::refused(
            2,
            "stateline: `--fix` cannot change standard input; name the file, or add `--dry-run` to see the difference\n"
        )
    );
    let run = project.run_with(["check", "--fix", "--dry-run", "--no-fail", "-"], state);
    assert!(run.stdout.contains("+status: \"a: b, executing\"\n"), "{}", run.stdout);
    assert!(run.stdout.contains("would fix 1 problem\n"), "{}", run.stdout);
}

#[test]
fn a_hash_inside_a_string_is_not_a_comment() {
    let state = "---\ngsd_state_version: '1.0'\nstatus: executing\nfoo: |\n  # not a comment\n  text\nbar: \"a\n  # b\"\n\
                 list:\n  # a comment\n  - 1\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", state);
    assert_eq!(
        check(&project, &["--format", "compact"]),
        Run::printed(".planning/STATE.md:10:3: warning SL135 a comment inside the block of `list`\n")
    );
}

#[test]
fn a_field_that_only_yaml_sees_is_reported_and_fixed() {
    let good = "---\ngsd_state_version: '1.0'\nstatus: executing\nmilestone: v1\n---\n";
    for (right, wrong, report) in [
        (
            "milestone: v1",
            "\"milestone\": v1",
            "4:1: error SL137 YAML reads `milestone`, but the line does not see it",
        ),
        (
            "milestone: v1",
            "'milestone' : v1",
            "4:1: error SL137 YAML reads `milestone`, but the line does not see it",
        ),
        (
            "status: executing",
            "status : executing",
            "3:1: error SL137 YAML reads `status`, but the line does not see it",
        ),
        (
            "status: executing",
            "status:\n  executing",
            "3:1: error SL137 YAML reads `status`, but the line does not see it",
        ),
        ("---\ngsd", "----\ngsd", "1:1: error SL011 the opening fence has more than three dashes"),
    ] {
        let project = Project::new().file("work/.planning/STATE.md", good.replacen(right, wrong, 1));
        let run = check(&project, &["--format", "compact"]);
        assert_eq!(run, no(&format!(".planning/STATE.md:{report}\n")), "{wrong}");
        assert_eq!(check(&project, &["--fix", "--format", "compact"]), Run::printed(""), "{wrong}");
        assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), good, "{wrong}");
    }
    for (text, report) in [
        (
            "---\n  gsd_state_version: '1.0'\n  status: executing\n---\n",
            ".planning/STATE.md:3:1: error SL137 YAML reads `status`, but the line does not see it\n",
        ),
        (
            "---\ngsd_state_version: '1.0'\nstatus: executing\n\"progress\":\n  percent: 5\n---\n",
            ".planning/STATE.md:4:1: error SL137 YAML reads `progress`, but the line does not see it\n\
             .planning/STATE.md:5:12: error SL111 the line does not see `progress.percent`\n",
        ),
    ] {
        let project = Project::new().file("work/.planning/STATE.md", text);
        assert_eq!(check(&project, &["--format", "compact"]), no(report));
    }
    let project = Project::new().file("work/.planning/STATE.md", good.replacen("---\n", "---\n\n---\n", 1));
    let report = ".planning/STATE.md:1:1: warning SL015 nothing is between the first two `---`\n";
    let run = check(&project, &["--format", "compact"]);
    assert_eq!(
        run.stdout.lines().filter(|line| line.contains("SL015")).collect::<Vec<_>>(),
        [report.trim_end()]
    );
}

#[test]
fn a_state_is_read_once() {
    if !has("strace") {
        return;
    }
    let project = Project::new()
        .file("work/.claude/agent-state.json", "{\"orchestrator\": {\"status\": \"executing\"}}");
    for arguments in [&["check"][..], &["check", "."], &["check", ".claude/agent-state.json"]] {
        let log = project.path("home/strace");
        let mut strace = project.other("strace", ["-f", "-qq", "-e", "trace=open,openat,openat2", "-o"]);
        strace.arg(&log).arg(PROGRAM).args(arguments);
        let run = project.run_command(strace);
        assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
        let calls = fs::read_to_string(&log).unwrap();
        let opened = calls.lines().filter(|call| call.contains("agent-state.json\"")).count();
        assert_eq!(opened, 1, "{arguments:?}: {calls}");
    }
}
