//! `stateline doctor`, and what `--record` keeps for it.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
};

use stateline::text::time;

use crate::harness::{PROGRAM, Project, Run, STATE, STATE_LINE, listed};

const NOW: &str = "2026-01-15T12:34:08Z";

/// A home with the program in it and a project below it, so that every path is shown relative to `~`.
fn project() -> Project {
    let project = Project::new().dir("home/shop").file("home/.local/bin/.keep", "");
    symlink(PROGRAM, project.path("home/.local/bin/stateline")).unwrap();
    let path = format!("{}:/usr/bin:/bin", project.path("home/.local/bin").display());
    project.env("PATH", &path).env("LANG", "C.UTF-8").env("TERM", "xterm-256color").env("STATELINE_NOW", NOW)
}

/// Settings that name a command as most agents have them.
fn settings(command: &str) -> String {
    format!("{{\"statusLine\": {{\"type\": \"command\", \"command\": {command:?}}}}}\n")
}

/// Runs the doctor by the path in the home, and replaces the times in its output, which vary.
fn doctor(project: &Project, arguments: &[&str]) -> Run {
    let program = project.path("home/.local/bin/stateline");
    let arguments = ["doctor", "--width", "100"].iter().chain(arguments);
    let mut run = project.feed(project.other(program, arguments), b"");
    let mut rest = std::mem::take(&mut run.stdout);
    while let Some((before, after)) = rest.split_once(" takes ") {
        let (_, after) = after.split_once(" ms").unwrap();
        run.stdout.extend([before, " takes [TIME]"]);
        rest = after.to_owned();
    }
    run.stdout.push_str(&rest);
    run
}

fn found(stdout: &str) -> Run {
    Run { code: Some(1), stdout: stdout.to_owned(), stderr: String::new() }
}

/// Sets the time at which a file was written.
fn write_at(project: &Project, path: &str, text: &str) {
    let file = fs::File::options().write(true).open(project.path(path)).unwrap();
    let seconds = u64::try_from(time::seconds(text).unwrap()).unwrap();
    file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).unwrap();
}

#[test]
fn a_line_that_would_never_be_shown_is_a_problem() {
    let project = project().file("home/shop/.planning/STATE.md", STATE);
    let command = project.path("home/.local/bin/stateline").to_str().unwrap().to_owned();
    let text = settings(&format!("{command} --wrap date")).replace("}}", ", \"refreshInterval\": 1}}");
    let project = project.file("home/.claude/settings.json", text);
    let run = doctor(&project, &[]);
    assert!(
        run.stdout.contains(
            "!!               a run may take 2000 ms, but `refreshInterval` is 1: Claude Code ends it before it\n                 \
             is shown\n                 $ stateline install claude --wrap\n"
        ),
        "{}",
        run.stdout
    );
}

#[test]
fn a_command_in_the_settings_that_runs_is_not_a_finding() {
    let project = project().file("home/shop/.planning/STATE.md", STATE);
    let command = project.path("home/.local/bin/stateline").to_str().unwrap().to_owned();
    let project = project
        .file("home/.claude/settings.json", settings(&command))
        .file("home/.config/stateline/config.toml", "theme = \"bright\"\n")
        .file("home/.bashrc", "eval \"$(stateline init bash)\"\n");
    write_at(&project, "home/shop/.planning/STATE.md", "2026-01-15T12:29:08Z");
    assert_eq!(
        doctor(&project, &[]),
        Run::printed(format!(
            "\
This program
ok  stateline    version 0.1.0, ~/.local/bin/stateline, a run takes [TIME]
ok  installed    by install.sh; to update: run install.sh of the new release
ok  PATH         `stateline` is this program
Hosts
ok  claude       ~/.claude/settings.json (user), a run takes [TIME]
ok  bash         ~/.bashrc uses stateline
This directory
ok  state        gsd, ~/shop/.planning/STATE.md, written 5m ago
ok  line         {STATE_LINE}
!   check        the state has 1 warning
                 $ stateline check
ok  settings     ~/.config/stateline/config.toml, 1 setting
This terminal
ok  symbols      UTF-8 (LANG=C.UTF-8)
ok  colours      256 (TERM=xterm-256color)
--  width        unknown: the output is not a terminal
Last input from the host
--  record       nothing is recorded; to record it, add ` --record` to the command in the host's
                 settings
1 warning.
"
        ))
    );
}

/// A host's own file is looked for where `install` puts it.
#[test]
fn what_install_wrote_is_found_where_the_configuration_was_moved_to() {
    let project = project();
    let moved = project.path("home/moved").to_str().unwrap().to_owned();
    let project = project.env("XDG_CONFIG_HOME", &moved);
    for host in ["fish", "nushell", "nvim"] {
        assert_eq!(project.run(["install", host, "--yes"]).code, Some(0), "{host}");
    }
    let page = doctor(&project, &[]).stdout;
    let (_, hosts) = page.split_once("\nHosts\n").unwrap();
    let (hosts, _) = hosts.split_once("This directory\n").unwrap();
    assert_eq!(
        hosts,
        "\
ok  fish         ~/moved/fish/conf.d/stateline.fish uses stateline
ok  nushell      ~/moved/nushell/autoload/stateline.nu uses stateline
ok  nvim         ~/moved/nvim/plugin/stateline.lua uses stateline
"
    );
}

#[test]
fn doctor_finds_what_install_put_into_another_settings_directory() {
    let project = project().file("home/.claude/settings.json", settings("stateline"));
    let config = project.path("home/settings");
    let project = project.env("XDG_CONFIG_HOME", config.to_str().unwrap()).env("NVIM_APPNAME", "other");
    for host in ["fish", "nushell", "nvim"] {
        let run = project.run(["install", host, "--yes"]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{host}");
    }
    let run = doctor(&project, &[]);
    let named: Vec<&str> = run.stdout.lines().filter(|line| line.ends_with("uses stateline")).collect();
    assert_eq!(
        named,
        [
            "ok  fish         ~/settings/fish/conf.d/stateline.fish uses stateline",
            "ok  nushell      ~/settings/nushell/autoload/stateline.nu uses stateline",
            "ok  nvim         ~/settings/other/plugin/stateline.lua uses stateline",
        ]
    );
}

#[test]
fn a_config_that_was_named_and_is_not_there_is_a_problem() {
    let project = project();
    let summary = |run: &Run| -> Vec<String> {
        let rows = run.stdout.lines().skip_while(|row| !row.starts_with("!!  settings"));
        rows.take(2).chain(run.stdout.lines().last()).map(str::to_owned).collect()
    };
    assert_eq!(
        summary(&doctor(&project, &["--config", "/nope"])),
        [
            "!!  settings     cannot read /nope, which `--config` names: no such file",
            "                 $ stateline config --init --config '/nope'",
            "1 finding.",
        ]
    );
    let project = project.env("STATELINE_CONFIG", "/nope");
    assert_eq!(
        summary(&doctor(&project, &[])),
        [
            "!!  settings     cannot read /nope, which `STATELINE_CONFIG` names: no such file",
            "                 $ unset STATELINE_CONFIG",
            "1 finding.",
        ]
    );
}

/// What `check` warns of is no finding, but not well either.
#[test]
fn a_warning_is_not_called_well() {
    let project = project().file("home/shop/.planning/STATE.md", STATE);
    assert_eq!(project.run(["check"]).code, Some(0));
    let run = doctor(&project, &[]);
    let rows: Vec<&str> =
        run.stdout.lines().filter(|row| row.starts_with('!') || row.starts_with("1 ")).collect();
    assert_eq!((run.code, rows), (Some(0), vec!["!   check        the state has 1 warning", "1 warning."]));
}

#[test]
fn every_finding_has_the_command_that_fixes_it() {
    let project = project()
        .file("home/shop/.planning/STATE.md", "---\ngsd_state_version: '1.0'\nstatus: a: b\n---\n")
        .file("home/shop/.stateline.toml", "tehme = \"bright\"\nwidth = 3\n")
        .file("home/.claude/settings.json", settings("/opt/stateline"))
        .file("home/shop/.claude/settings.local.json", settings("npx ccstatusline"))
        .file("home/.qwen/settings.json", "{ \"ui\": ]\n")
        .file("home/.factory/settings.json", settings("/gone/stateline"))
        .file("home/.cursor/cli-config.json", "{}\n")
        .file("home/.copilot/settings.json", settings("bin/stateline"))
        .file("home/shop/bin/stateline", "")
        .file("home/other/stateline", "#!/bin/sh\necho stateline 0.0.9\n");
    fs::set_permissions(project.path("home/other/stateline"), fs::Permissions::from_mode(0o755)).unwrap();
    write_at(&project, "home/shop/.planning/STATE.md", "2026-01-15T12:29:08Z");
    let path = format!("{}:/usr/bin:/bin", project.path("home/other").display());
    let project = project.env("PATH", &path).env("LANG", "C").env("NO_COLOR", "1");
    assert_eq!(
        doctor(&project, &[]),
        found(
            "\
This program
ok  stateline    version 0.1.0, ~/.local/bin/stateline, a run takes [TIME]
ok  installed    by install.sh; to update: run install.sh of the new release
!!  PATH         `stateline` is another program: ~/other/stateline, version 0.0.9
                 $ export PATH='[ROOT]/home/.local/bin':\"$PATH\"
Hosts
!!  claude       ~/shop/.claude/settings.local.json overrides our line in ~/.claude/settings.json,
                 and runs `npx ccstatusline`
                 $ stateline install claude --scope local --wrap
--  cursor       Cursor CLI is installed, but has no status line
                 $ stateline install cursor
!!  copilot      ~/.copilot/settings.json: `bin/stateline` is relative, so it works in one directory
                 only
                 $ stateline install copilot
!!  qwen         ~/.qwen/settings.json cannot be read: line 1, column 9: not JSON: unexpected close
                 bracket
                 $ \"${EDITOR:-vi}\" '[ROOT]/home/.qwen/settings.json'
!!  droid        ~/.factory/settings.json: `/gone/stateline` does not exist
                 $ stateline install droid
This directory
ok  state        gsd, ~/shop/.planning/STATE.md, written 5m ago
ok  line         a: b
!!  check        the state has an error
                 $ stateline check
!!  settings     ~/shop/.stateline.toml:1:1: no setting `tehme`; did you mean `theme`? (1 more)
                 $ stateline check
This terminal
!!  symbols      LANG=C is not a UTF-8 locale, so `█░·│` may not be shown; `ascii = true` in the
                 settings avoids them
                 $ export LC_ALL=C.UTF-8
--  colours      none (NO_COLOR=1)
--  width        unknown: the output is not a terminal
Last input from the host
--  record       nothing is recorded; to record it, add ` --record` to the command in the host's
                 settings
8 findings.
"
        )
    );
}

#[test]
fn a_command_that_does_not_answer_is_found_in_bounded_time() {
    for (script, problem) in [
        ("exec sleep 60", "does not finish within 1 s"),
        ("sleep 60 &", "does not finish within 1 s"),
        ("exit 3", "exits with code 3"),
        ("exit 0", "prints nothing"),
    ] {
        let project = project().file("home/bin/stateline", format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(project.path("home/bin/stateline"), fs::Permissions::from_mode(0o755)).unwrap();
        let project = project.file("home/.claude/settings.json", settings("~/bin/stateline"));
        let run = doctor(&project, &[]);
        assert_eq!(run.code, Some(1));
        let hosts = run.stdout.split_once("Hosts\n").unwrap().1.split_once("This directory").unwrap().0;
        let expected = format!(
            "!!  claude       ~/.claude/settings.json: `~/bin/stateline` {problem}\n                 $ echo '{{}}' | \
             ~/bin/stateline\n"
        );
        assert_eq!(hosts, expected, "{script}");
    }
}

#[test]
fn a_line_that_is_wrapped_and_too_slow_is_reported() {
    let project = project();
    let project =
        project.file("home/.claude/settings.json", settings(&format!("{PROGRAM} --wrap 'sleep 60'")));
    let run = doctor(&project, &[]);
    let hosts = run.stdout.split_once("Hosts\n").unwrap().1.split_once("This directory").unwrap().0;
    let expected = "ok  claude       ~/.claude/settings.json (user), a run takes [TIME]\n\
                    !!               ~/.claude/settings.json: the line that was there before is not shown, because it\n                 \
                    needs more than 2 s\n                 $ echo '{}' | [PROGRAM] --wrap 'sleep 60'\n";
    assert_eq!(hosts.replace(PROGRAM, "[PROGRAM]"), expected);
}

#[test]
fn a_program_of_another_version_is_reported() {
    let script = "#!/bin/sh\n[ \"$1\" = --version ] && echo stateline 0.0.9 || echo line\n";
    let project = project().file("home/bin/stateline", script);
    fs::set_permissions(project.path("home/bin/stateline"), fs::Permissions::from_mode(0o755)).unwrap();
    let project = project.file("home/moved/settings.json", settings("~/bin/stateline"));
    let moved = project.path("home/moved").to_str().unwrap().to_owned();
    let project = project.env("CLAUDE_CONFIG_DIR", &moved);
    let run = doctor(&project, &[]);
    let hosts = run.stdout.split_once("Hosts\n").unwrap().1.split_once("This directory").unwrap().0;
    assert_eq!(
        hosts,
        "!!  claude       ~/moved/settings.json (by CLAUDE_CONFIG_DIR) runs ~/bin/stateline, version 0.0.9;\n                 \
         this is version 0.1.0\n                 $ stateline install claude\n"
    );
}

/// A project can come from another user, so checking it must not run its commands.
#[test]
fn nothing_that_a_project_names_is_run() {
    let touch = |project: &Project| project.path("pwned").to_str().unwrap().to_owned();
    let project = project();
    let (pwned, own) =
        (touch(&project), project.path("home/.local/bin/stateline").to_str().unwrap().to_owned());
    let script = format!("#!/bin/sh\ntouch {pwned}\necho line\n");
    let project = project.file("home/shop/stateline", script);
    fs::set_permissions(project.path("home/shop/stateline"), fs::Permissions::from_mode(0o755)).unwrap();
    let theirs = project.path("home/shop/stateline").to_str().unwrap().to_owned();
    for command in [
        theirs.clone(),
        "./stateline".to_owned(),
        format!("{own} $(touch {pwned})"),
        format!("{own}; touch {pwned}"),
        format!("{own} --wrap 'touch {pwned}'"),
        format!("{own} --wrap='touch {pwned}'"),
        format!("touch {pwned}"),
    ] {
        for file in ["settings.json", "settings.local.json"] {
            fs::create_dir_all(project.path("home/shop/.claude")).unwrap();
            fs::write(project.path(&format!("home/shop/.claude/{file}")), settings(&command)).unwrap();
            let run = doctor(&project, &[]);
            assert!(run.stdout.contains("claude"), "{}", run.stdout);
            assert!(!project.path("pwned").exists(), "{command} in {file} was run:\n{}", run.stdout);
            fs::remove_file(project.path(&format!("home/shop/.claude/{file}"))).unwrap();
        }
    }
}

#[test]
fn the_input_is_recorded_only_on_request() {
    let project = project();
    let sent = br#"{"version":"2.1.260","model":{"display_name":"Opus 5"},"cwd":"/tmp"}"#;
    let before = project.snapshot();
    assert_eq!(project.run_with(["--color", "never"], sent), Run::printed("Opus 5 │ tmp"));
    assert_eq!(project.snapshot(), before);
    let project = project.env("COLUMNS", "90");
    assert_eq!(project.run_with(["--record", "--color", "never"], sent), Run::printed("Opus 5 │ tmp"));
    let kept = "{\"time\":1768480448,\"length\":68,\"environment\":{\"COLUMNS\":\"90\",\"TERM\":\"xterm-256color\"},\
                \"sent\":\"{\\\"version\\\":\\\"2.1.260\\\",\\\"model\\\":{\\\"display_name\\\":\\\"Opus 5\\\"},\
                \\\"cwd\\\":\\\"/tmp\\\"}\"}\n";
    let fresh: Vec<String> = project.snapshot().into_iter().filter(|entry| !before.contains(entry)).collect();
    assert_eq!(
        fresh,
        [
            listed("home/.local/state", 0o40700, b""),
            listed("home/.local/state/stateline", 0o40700, b""),
            listed("home/.local/state/stateline/sent.json", 0o100_600, kept.as_bytes()),
        ]
    );
    let run = doctor(&project, &[]);
    assert_eq!(
        run.stdout.split_once("Last input from the host\n").unwrap().1,
        "\
ok  record       0s ago, by Claude 2.1.260: 3 fields, 68 bytes
                 $ stateline doctor --record
ok  width        the host sets COLUMNS=90
--  record       every run overwrites it; remove `--record` from the command once you have seen it
                 $ stateline doctor --forget
No problems found.
"
    );
    assert_eq!(
        doctor(&project, &["--record"]),
        Run::printed(
            "{
  \"time\": \"2026-01-15T12:34:08Z\",
  \"length\": 68,
  \"environment\": {
    \"COLUMNS\": \"90\",
    \"TERM\": \"xterm-256color\"
  },
  \"payload\": {
    \"version\": \"2.1.260\",
    \"model\": {
      \"display_name\": \"Opus 5\"
    },
    \"cwd\": \"/tmp\"
  }
}
"
        )
    );
    assert_eq!(
        doctor(&project, &["--forget"]),
        Run::printed("removed [ROOT]/home/.local/state/stateline/sent.json\n")
    );
    let nothing = "stateline: nothing was recorded; add ` --record` to the command in the host's settings\n";
    assert_eq!(doctor(&project, &["--forget"]), Run::refused(1, nothing));
}

#[test]
fn the_record_follows_no_link_and_has_a_size_limit() {
    let project = project().file("precious", "mine");
    fs::create_dir_all(project.path("home/.local/state/stateline")).unwrap();
    symlink(project.path("precious"), project.path("home/.local/state/stateline/sent.json")).unwrap();
    let long = format!("{{\"model\":\"{}\"}}", "x".repeat(200_000));
    assert_eq!(project.run_with(["--record", "--width", "20"], long.as_bytes()).code, Some(0));
    assert_eq!(fs::read_to_string(project.path("precious")).unwrap(), "mine");
    let kept = fs::read_to_string(project.path("home/.local/state/stateline/sent.json")).unwrap();
    assert!(kept.starts_with("{\"time\":1768480448,\"length\":200012,"), "{}", &kept[..60]);
    assert!(kept.len() < 66_000, "{}", kept.len());

    fs::remove_dir_all(project.path("home/.local/state/stateline")).unwrap();
    fs::create_dir(project.path("elsewhere")).unwrap();
    symlink(project.path("elsewhere"), project.path("home/.local/state/stateline")).unwrap();
    assert_eq!(project.run_with(["--record"], b"{}").code, Some(0));
    assert_eq!(fs::read_dir(project.path("elsewhere")).unwrap().count(), 0);
}

#[test]
fn the_report_can_be_json() {
    let project = project();
    let run = doctor(&project, &["--json"]);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((report["version"].as_str(), report["findings"].as_u64()), (Some("0.1.0"), Some(0)));
    assert_eq!(
        report["parts"][1],
        serde_json::json!({"title": "Hosts", "items": [{
            "mark": "note",
            "about": "none",
            "text": "found no agent with a status line, and no shell that uses stateline",
            "fix": "stateline install -h",
        }]})
    );
    assert_eq!(run.code, Some(0));
}

/// A project may come from someone else: its settings may name this program and still do harm.
#[test]
fn a_stateline_command_in_a_projects_settings_is_not_run() {
    for command in ["uninstall claude --yes", "install vim --yes", "doctor", "check --fix"] {
        let project = project().file("home/shop/.planning/STATE.md", STATE);
        let own = project.path("home/.local/bin/stateline").to_str().unwrap().to_owned();
        let project = project
            .file("home/.claude/settings.json", settings(&own))
            .file("home/shop/.claude/settings.json", settings(&format!("stateline {command}")));
        let before = project.snapshot();
        let run = doctor(&project, &[]);
        let report = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        let finding = format!(
            "!! claude ~/shop/.claude/settings.json: `stateline {command}` runs another command than the \
             line; not tried $ stateline install claude --scope project"
        );
        assert!(report.contains(&finding), "{report}");
        assert_eq!(run.code, Some(1));
        assert_eq!(project.snapshot(), before);
    }
}

#[test]
fn the_doctors_own_sample_is_not_recorded() {
    let project = project().file("home/shop/.planning/STATE.md", STATE);
    let program = project.path("home/.local/bin/stateline").to_str().unwrap().to_owned();
    let command = format!("{program} --record");
    let project = project.file("home/.claude/settings.json", settings(&command));
    assert_eq!(project.run_with(["--record"], br#"{"session_id":"the host's","model":"M"}"#).code, Some(0));
    let kept = fs::read(project.path("home/.local/state/stateline/sent.json")).unwrap();
    assert_eq!(doctor(&project, &[]).code, Some(0));
    assert_eq!(fs::read(project.path("home/.local/state/stateline/sent.json")).unwrap(), kept);
}
