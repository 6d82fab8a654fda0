//! What is different on Windows: paths, shells, open pipes, directories, and files that cannot be replaced.

use std::{
    fs,
    io::{BufRead, BufReader},
    os::windows::{fs::OpenOptionsExt, process::CommandExt},
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use crate::harness::{Project, Run, Running, STATE, STATE_LINE};

const SETTINGS: &str = "home/.claude/settings.json";

fn project() -> Project {
    Project::new().file("work/.planning/STATE.md", STATE).env("NO_COLOR", "1")
}

fn line() -> Run {
    Run::printed(format!("Opus │ {STATE_LINE} │ work"))
}

/// Returns what a host sends from a directory.
fn payload(dir: &str) -> String {
    serde_json::json!({"model": {"display_name": "Opus"}, "workspace": {"current_dir": dir}}).to_string()
}

/// Returns a path as Git Bash writes it: `C:\x` as `/c/x`.
fn for_git_bash(path: &Path) -> String {
    let text = path.to_str().unwrap().replace('\\', "/");
    let (drive, rest) = text.split_once(':').unwrap();
    format!("/{}{rest}", drive.to_lowercase())
}

/// Returns the command in the settings of Claude Code, or of a host with the same settings.
fn command(project: &Project, path: &str) -> String {
    let text = fs::read_to_string(project.path(path)).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let value = if value["ui"].is_object() { &value["ui"] } else { &value };
    value["statusLine"]["command"].as_str().unwrap().to_owned()
}

/// Runs a command as Node does with `shell: true`, on what a host sends.
fn in_cmd(project: &Project, command: &str) -> Run {
    let mut shell = project.other("cmd.exe", ["/d", "/s", "/c"]);
    shell.raw_arg(format!("\"{command}\""));
    project.feed(shell, payload(project.path("work").to_str().unwrap()).as_bytes())
}

#[test]
fn a_directory_is_found_in_every_form_of_its_path() {
    let project = project().dir("tmp");
    let dir = project.path("work");
    let plain = dir.to_str().unwrap();
    for form in [plain.to_owned(), plain.replace('\\', "/"), format!("{plain}\\"), for_git_bash(&dir)] {
        assert_eq!(project.run_with([""; 0], payload(&form).as_bytes()), line(), "{form}");
        assert_eq!(project.run(["line", "-C", &form]), Run::printed(format!("{STATE_LINE}\n")), "{form}");
    }
}

#[test]
fn a_share_that_is_not_there_gives_a_line_without_a_state() {
    let run = project().run_with([""; 0], payload(r"\\localhost\none\shop").as_bytes());
    assert_eq!(run, Run::printed("Opus │ shop"));
}

#[test]
fn a_pipe_that_stays_open_does_not_keep_the_line_back() {
    let project = project();
    let dir = project.path("work");
    let input = payload(dir.to_str().unwrap());
    for (input, expected) in [(input.as_str(), line()), ("", Run::printed(STATE_LINE))] {
        let (running, writer) = Running::fed(project.command([""; 0]), input.as_bytes());
        // The harness ends a run that hangs.
        assert_eq!(running.finish(&project), expected, "{input}");
        drop(writer);
    }
}

#[test]
fn a_command_whose_reader_went_away_ends_in_peace() {
    let project = project();
    for arguments in [&["preview"][..], &["help"], &["list", "--json"]] {
        assert_eq!(project.without_reader(arguments), (Some(0), Vec::new()), "{arguments:?}");
    }
}

#[test]
fn line_ends_of_windows_change_nothing() {
    let project = Project::new().file("work/.planning/STATE.md", STATE.replace('\n', "\r\n"));
    assert_eq!(project.run(["line"]), Run::printed(format!("{STATE_LINE}\n")));
    assert_eq!(project.run(["get", "status"]), Run::printed("executing\n"));
}

#[test]
fn settings_are_in_appdata() {
    let project = project().file("home/AppData/Roaming/stateline/config.toml", "style = \"compact\"\n");
    let mut command = project.command(["line"]);
    command.env_remove("XDG_CONFIG_HOME").env("APPDATA", project.path("home/AppData/Roaming"));
    assert_eq!(project.feed(command, b""), Run::printed("v2.0 · P4.5 · executing\n"));
}

#[test]
fn the_bridge_is_in_the_directory_for_temporary_files() {
    let project = project();
    let input = r#"{"session_id":"s1","context_window":{"remaining_percentage":50}}"#;
    let content = r#"{"session_id":"s1","remaining_percentage":50,"used_pct":50,"timestamp":1768480448}"#;
    for _ in 0..2 {
        let run = project.run_with(["--now", "2026-01-15T12:34:08Z"], input.as_bytes());
        assert_eq!(run, Run::printed(format!("Claude │ {STATE_LINE} │ work ██████░░░░ 60%")));
        assert_eq!(fs::read_to_string(project.path("tmp/claude-ctx-s1.json")).unwrap(), content);
    }
    assert_eq!(fs::read_dir(project.path("tmp")).unwrap().count(), 1, "no draft is left");
}

#[test]
fn install_and_uninstall_leave_no_trace() {
    let before = "{\r\n  \"model\": \"opus\"\r\n}\r\n";
    let project = project().file(SETTINGS, before);
    let run = project.run(["install", "claude", "--yes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    let installed = command(&project, SETTINGS);
    assert!(installed.contains('/') && !installed.contains('\\'), "{installed}");
    assert_eq!(in_cmd(&project, &installed.replace('/', "\\")), line());
    let run = project.run(["uninstall", "claude", "--yes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    assert_eq!(fs::read_to_string(project.path(SETTINGS)).unwrap(), before);
}

#[test]
fn a_host_with_cmd_gets_a_command_that_runs_there() {
    let project = project().file("home/.qwen/settings.json", "{}").file("home/.cursor/cli-config.json", "{}");
    for (host, path) in [("qwen", "home/.qwen/settings.json"), ("cursor", "home/.cursor/cli-config.json")] {
        let run = project.run(["install", host, "--yes"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
        assert_eq!(in_cmd(&project, &command(&project, path)), line(), "{host}");
        assert_eq!(project.run(["uninstall", host, "--yes"]).code, Some(0));
        assert_eq!(fs::read_to_string(project.path(path)).unwrap(), "{}");
    }
}

#[test]
fn a_path_with_a_blank_is_called_by_powershell() {
    let project = project().file(SETTINGS, "{}").file("my tools/x", "");
    let program = project.path("my tools/stateline.exe");
    fs::copy(crate::harness::PROGRAM, &program).unwrap();
    let run = project.feed(project.other(&program, ["install", "claude", "--yes"]), b"");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    let written = project.without_root(&command(&project, SETTINGS));
    assert_eq!(written, "& '[ROOT]/my tools/stateline.exe'");
}

#[test]
fn a_program_in_a_cache_is_copied_and_named_with_slashes() {
    let project = project().file(SETTINGS, "{}").file("npm/_npx/1/x", "");
    let program = project.path("npm/_npx/1/stateline.exe");
    fs::copy(crate::harness::PROGRAM, &program).unwrap();
    let run = project.feed(project.other(&program, ["install", "claude", "--yes"]), b"");
    let copied =
        "stateline: copied the program from the cache of npx to `[ROOT]/home/.local/bin/stateline.exe`\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), copied), "{}", run.stdout);
    let written = command(&project, SETTINGS);
    assert_eq!(
        written.replace(project.root().to_str().unwrap(), "[ROOT]"),
        "[ROOT]/home/.local/bin/stateline.exe"
    );
    assert!(project.path("home/.local/bin/stateline.exe").is_file());
}

#[test]
fn another_status_line_is_run_by_cmd() {
    let project = project();
    let input = payload(project.path("work").to_str().unwrap());
    let run = project.run_with(["--wrap", "echo theirs& echo more"], input.as_bytes());
    assert_eq!(run, Run::printed(format!("theirs\nmore\n{STATE_LINE}")));
}

#[test]
fn a_status_line_that_hangs_is_given_up() {
    let project = project();
    let input = payload(project.path("work").to_str().unwrap());
    let run = project.run_with(["--wait", "300", "--wrap", "ping -n 60 127.0.0.1 >nul"], input.as_bytes());
    assert_eq!(run, line());
}

#[test]
fn a_filter_that_does_not_end_is_ended() {
    let run = project().run(["get", "[range(infinite)] | length"]);
    let why = "`[range(infinite)] | length` failed: the filter did not end within 5 seconds";
    assert!(run.code != Some(0) && run.stdout.is_empty(), "{run:?} instead of {why}");
}

#[test]
fn a_fix_replaces_the_file_and_keeps_a_copy() {
    let broken = STATE.replace("active_phase: \"4.5\"", "stopped_at: Phase 4: done");
    let fixed = STATE.replace("active_phase: \"4.5\"", "stopped_at: \"Phase 4: done\"");
    let project = Project::new().file("work/.planning/STATE.md", &broken);
    let run = project.run(["check", "--fix"]);
    assert_eq!(run.stderr, "");
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md")).unwrap(), fixed, "{}", run.stdout);
    assert_eq!(fs::read_to_string(project.path("work/.planning/STATE.md~")).unwrap(), broken);
}

#[test]
fn watch_prints_the_line_again_when_it_changes() {
    let project = project();
    let mut command = project.command(["watch"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), STATE_LINE);
    // The watch may not be in place yet, so write more than once.
    let path = project.path("work/.planning/STATE.md");
    let writer = std::thread::spawn(move || {
        let begun = Instant::now();
        let mut phase = 5;
        while begun.elapsed() < Duration::from_secs(20) {
            fs::write(&path, STATE.replace("4.5", &phase.to_string())).unwrap_or_default();
            std::thread::sleep(Duration::from_millis(500));
            phase += 1;
            if phase > 12 {
                break;
            }
        }
    });
    let next = lines.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
    assert!(next.starts_with("v2.0 Code Quality [█████░░░░░] 59% · Phase ") && next != STATE_LINE, "{next}");
}

#[test]
fn the_snippet_for_powershell_names_the_program_with_slashes() {
    let run = project().run(["init", "powershell"]);
    let call = run.stdout.lines().find(|line| line.contains("--for ansi")).unwrap().trim();
    assert!(call.starts_with("$line = $null | & '") && call.contains("/stateline.exe' line"), "{call}");
    assert!(!call.contains('\\'), "{call}");
}

#[test]
fn the_other_commands_read_the_state() {
    let project = project();
    let dir = project.path("work");
    let run = project.run(["get", "@percent", "-C", dir.to_str().unwrap()]);
    assert_eq!(run, Run::printed("59\n"));
    let run = project.run(["show"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.contains("Code Quality"), "{}", run.stdout);
    let run = project.run(["list", "--format", "json"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let listed: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(listed.to_string().matches("STATE.md").count(), 1, "{listed}");
    let run = project.run(["check", "--format", "github", "--no-fail"]);
    assert!(run.stdout.starts_with("::warning file=.planning/STATE.md,line=1,"), "{}", run.stdout);
}

#[test]
fn doctor_gives_advice_for_powershell() {
    let run = project().run(["doctor", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let text = report.to_string();
    // Each of these is about the same on every machine; the times are not.
    assert!(text.contains("$env:Path = '") && !text.contains("export PATH"), "{report:#}");
    assert!(text.contains("Unicode") && !text.contains("LC_ALL"), "{report:#}");
}

#[test]
fn an_editor_may_be_named_by_a_path_with_backslashes_and_blanks() {
    let root = std::env::var("SystemRoot").unwrap();
    let editor = format!("\"{root}\\system32\\cmd.exe\" /d /c \"exit 3\" &rem");
    let project = Project::new().env("VISUAL", &editor);
    let why = "exited with code 3; set `VISUAL` or `EDITOR` to another one";
    let message = project.without_root(&format!("stateline: the editor `{editor}` {why}\n"));
    assert_eq!(project.run(["config", "edit"]), Run::refused(1, message));
}

#[test]
fn settings_that_another_program_holds_open_are_left_as_they_are() {
    const SHARE_READ: u32 = 1;
    let project = project().file(SETTINGS, "{}");
    let held = fs::OpenOptions::new().read(true).share_mode(SHARE_READ).open(project.path(SETTINGS)).unwrap();
    let run = project.run(["install", "claude", "--yes"]);
    let message = "stateline: cannot write `[ROOT]/home/.claude/settings.json`: permission denied\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), message));
    assert_eq!(fs::read_to_string(project.path(SETTINGS)).unwrap(), "{}");
    assert_eq!(fs::read_dir(project.path("home/.claude")).unwrap().count(), 1, "no draft is left");
    drop(held);
    assert_eq!(project.run(["install", "claude", "--yes"]).code, Some(0));
}
