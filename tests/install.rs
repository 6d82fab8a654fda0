//! `install HOST` and `uninstall HOST`: what happens to the files of a user's hosts.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::Command,
};

use stateline::sys::directories::XDG_IS_USUAL;

use crate::harness::{PROGRAM, Project, Run, STATE, STATE_LINE, has, is_root, screen::Screen};

/// Each agent with the file of its user's settings.
const AGENTS: &[(&str, &str)] = &[
    ("claude", "home/.claude/settings.json"),
    ("cursor", "home/.cursor/cli-config.json"),
    ("copilot", "home/.copilot/settings.json"),
    ("qwen", "home/.qwen/settings.json"),
    ("antigravity", "home/.gemini/antigravity-cli/settings.json"),
    ("droid", "home/.factory/settings.json"),
    ("kimi", "home/.kimi-code/tui.toml"),
    ("codebuddy", "home/.codebuddy/settings.json"),
];

fn read(project: &Project, path: &str) -> String {
    fs::read_to_string(project.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the file of a host, with the path of the program as `PROGRAM`.
fn settings(project: &Project, path: &str) -> String {
    read(project, path).replace(PROGRAM, "PROGRAM")
}

/// Runs the program and asserts that it had nothing to complain about.
fn done(project: &Project, arguments: &[&str]) -> String {
    let run = project.run(arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    run.stdout
}

/// Returns the command in a host's settings, as the host reads it.
fn command(project: &Project, host: &str, path: &str) -> String {
    let text = read(project, path);
    if host == "kimi" {
        let literal = text.lines().find_map(|line| line.strip_prefix("command = ")).unwrap();
        return serde_json::from_str(literal).unwrap();
    }
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let value = if host == "qwen" { &value["ui"] } else { &value };
    value["statusLine"]["command"].as_str().unwrap().to_owned()
}

/// Returns what a host sends from a project.
fn payload(project: &Project, host: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/hosts/{host}.json"));
    fs::read_to_string(path).unwrap().replace("@ROOT@", project.root().to_str().unwrap())
}

/// Runs a command as a host's shell does, on what the host sends.
fn as_host(project: &Project, host: &str, command: &str) -> Run {
    let mut shell = project.other("sh", ["-c", command]);
    shell.env("NO_COLOR", "1");
    project.feed(shell, payload(project, host).as_bytes())
}

#[test]
fn every_agent_gets_a_file_that_it_understands() {
    let line = |rest: &str| {
        format!(
            "{{\n  \"statusLine\": {{\n    \"type\": \"command\",\n    \"command\": \"PROGRAM\"{rest}\n  }}\n}}\n"
        )
    };
    let refreshed = ",\n    \"refreshInterval\": 5";
    for ((host, path), expected) in AGENTS.iter().zip([
        line(refreshed),
        line(""),
        line(refreshed).replace("  }\n}", "  },\n  \"footer\": {\n    \"showCustom\": true\n  }\n}"),
        "{\n  \"ui\": {\n    \"statusLine\": {\n      \"type\": \"command\",\n      \"command\": \"PROGRAM\",\n      \
         \"refreshInterval\": 5,\n      \"respectUserColors\": true\n    }\n  }\n}\n"
            .to_owned(),
        line(",\n    \"enabled\": true,\n    \"stack_with_default\": true"),
        "{\n  \"statusLine\": {\n    \"command\": \"PROGRAM\"\n  }\n}\n".to_owned(),
        "[status_line]\ncommand = \"PROGRAM\"\n".to_owned(),
        line(""),
    ]) {
        let project = Project::new();
        let before = project.snapshot();
        done(&project, &["install", host, "--yes"]);
        assert_eq!(settings(&project, path), expected, "{host}");
        assert_eq!(done(&project, &["install", host]), format!("nothing to do in `[ROOT]/{path}`\n"));
        assert_eq!(settings(&project, path), expected, "{host}, installed twice");
        assert_eq!(done(&project, &["uninstall", host, "-y"]).lines().last(), Some(&*format!("removed `[ROOT]/{path}`")));
        assert_eq!(project.snapshot(), before, "{host} leaves a trace");
    }
}

#[test]
fn what_is_installed_shows_the_line_wherever_the_program_is() {
    for name in ["plain/stateline", "it's $HOME \\b/state \"line\" `x`"] {
        for (host, path) in AGENTS {
            if *host == "qwen" && name.contains('$') {
                continue;
            }
            let project = Project::new().file("work/.planning/STATE.md", STATE);
            let program = project.path(name);
            fs::create_dir_all(program.parent().unwrap()).unwrap();
            symlink(PROGRAM, &program).unwrap();
            let run = project.run_command(project.other(&program, ["install", host, "--yes"]));
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{host}");
            let shown = as_host(&project, host, &command(&project, host, path));
            assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""), "{host}");
            assert!(shown.stdout.contains("Phase 4.5 executing"), "{host} {name}: {shown:?}");
            assert_eq!(
                done_by(&project, &program, &["install", host]),
                format!("nothing to do in `[ROOT]/{path}`\n")
            );
        }
    }
}

fn done_by(project: &Project, program: &Path, arguments: &[&str]) -> String {
    let run = project.run_command(project.other(program, arguments));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout
}

#[test]
fn qwen_would_expand_a_dollar_sign() {
    let project = Project::new();
    fs::create_dir_all(project.path("a$b")).unwrap();
    symlink(PROGRAM, project.path("a$b/stateline")).unwrap();
    let run = project.run_command(project.other(project.path("a$b/stateline"), ["install", "qwen", "--yes"]));
    let expected = "stateline: did not change `[ROOT]/home/.qwen/settings.json`: Qwen Code would expand a \
                    variable in `[ROOT]/a$b/stateline`; install from another path\n";
    assert_eq!(run, Run::refused(1, expected));
}

#[test]
fn each_scope_has_its_file() {
    for (host, scope, path) in [
        ("claude", "project", "work/.claude/settings.json"),
        ("claude", "local", "work/.claude/settings.local.json"),
        ("qwen", "project", "work/.qwen/settings.json"),
        ("qwen", "local", "work/.qwen/settings.local.json"),
        ("droid", "project", "work/.factory/settings.json"),
        ("codebuddy", "project", "work/.codebuddy/settings.json"),
        ("codebuddy", "local", "work/.codebuddy/settings.local.json"),
    ] {
        let project = Project::new();
        let before = project.snapshot();
        done(&project, &["install", host, "--scope", scope, "--yes"]);
        assert_eq!(command(&project, host, path), PROGRAM);
        done(&project, &["uninstall", host, "--scope", scope, "--yes"]);
        assert_eq!(project.snapshot(), before);
    }
    let project = Project::new().dir("elsewhere");
    done(&project, &["install", "claude", "--scope=local", "-y", "-C", "../work"]);
    assert_eq!(command(&project, "claude", "work/.claude/settings.local.json"), PROGRAM);
}

#[test]
fn the_last_uninstall_leaves_no_directory() {
    const CALLS: [&[&str]; 5] =
        [&["claude", "--scope=local"], &["claude", "--scope=project"], &["fish"], &["nvim"], &["cursor"]];
    for shift in 0..CALLS.len() {
        let project = Project::new();
        let before = project.snapshot();
        for call in CALLS {
            done(&project, &[&["install", "--yes"], call].concat());
        }
        for at in 0..CALLS.len() {
            done(&project, &[&["uninstall", "--yes"], CALLS[(at + shift) % CALLS.len()]].concat());
        }
        assert_eq!(project.snapshot(), before, "from {shift} on");
    }
}

#[test]
fn directories_that_were_there_or_are_in_use_stay() {
    let project = Project::new();
    fs::create_dir_all(project.path("home/.config")).unwrap();
    let before = project.snapshot();
    done(&project, &["install", "fish", "--yes"]);
    done(&project, &["install", "nvim", "--yes"]);
    fs::write(project.path("home/.config/fish/mine"), "").unwrap();
    done(&project, &["uninstall", "fish", "--yes"]);
    assert_eq!(read(&project, "home/.config/fish/mine"), "");
    assert!(!project.path("home/.config/fish/conf.d").exists());
    fs::remove_file(project.path("home/.config/fish/mine")).unwrap();
    done(&project, &["uninstall", "nvim", "--yes"]);
    assert_eq!(project.snapshot(), before);
}

#[test]
fn the_way_out_names_the_scope() {
    let project = Project::new();
    for (scope, file, way) in [
        ("user", "home/.claude/settings.json", "stateline uninstall claude"),
        ("project", "work/.claude/settings.json", "stateline uninstall claude --scope project"),
        ("local", "work/.claude/settings.local.json", "stateline uninstall claude --scope local"),
    ] {
        let run = done(&project, &["install", "claude", "--scope", scope, "--yes"]);
        assert_eq!(run.lines().last(), Some(&*format!("`{way}` removes it")));
        let other = if scope == "user" { "local" } else { "user" };
        let run = done(&project, &["uninstall", "claude", "--scope", other]);
        let hint = format!("the line is in `[ROOT]/{file}`; `{way}` removes it");
        assert_eq!(run.lines().skip(1).collect::<Vec<_>>(), [hint], "{run}");
        done(&project, &["uninstall", "claude", "--scope", scope, "--yes"]);
    }
    let nothing = "nothing to do in `[ROOT]/home/.claude/settings.json`\n";
    assert_eq!(done(&project, &["uninstall", "claude"]), nothing);
}

#[test]
fn variables_name_other_directories() {
    let cursor = if XDG_IS_USUAL { "x/cursor/cli-config.json" } else { "home/.cursor/cli-config.json" };
    for (host, variable, value, path) in [
        ("claude", "CLAUDE_CONFIG_DIR", "[ROOT]/c d", "c d/settings.json"),
        ("claude", "CLAUDE_CONFIG_DIR", "here", "work/here/settings.json"),
        ("cursor", "CURSOR_CONFIG_DIR", "[ROOT]/c", "c/cli-config.json"),
        ("cursor", "XDG_CONFIG_HOME", "[ROOT]/x", cursor),
        ("cursor", "XDG_CONFIG_HOME", "relative", "home/.cursor/cli-config.json"),
        ("copilot", "COPILOT_HOME", "[ROOT]/c", "c/settings.json"),
        ("kimi", "KIMI_CODE_HOME", "[ROOT]/k", "k/tui.toml"),
    ] {
        let project = Project::new();
        let value = value.replace("[ROOT]", project.root().to_str().unwrap());
        let project = project.env(variable, &value);
        done(&project, &["install", host, "--yes"]);
        assert_eq!(command(&project, host, path), PROGRAM);
    }
}

/// Settings with all that an owner may care about.
const CARED_FOR: &str = "\u{feff}// mine\r\n{\r\n\t\"$schema\": \"x\", // which\r\n\t\"b\": [1,2 ,3],\r\n\t/* first \
                         b, then a */ \"a\": {\"deep\" : null},\r\n\t\"n\": 1.50e3 // last\r\n\t// end\r\n}";

#[test]
fn every_other_byte_stays() {
    let project = Project::new().file("home/.claude/settings.json", CARED_FOR);
    let path = project.path("home/.claude/settings.json");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let before = project.snapshot();
    let shown = done(&project, &["install", "claude", "--yes"]);
    assert_eq!(
        settings(&project, "home/.claude/settings.json"),
        CARED_FOR.replace(
            "1.50e3 // last\r\n",
            "1.50e3, // last\r\n\t\"statusLine\": {\r\n\t\t\"type\": \"command\",\r\n\t\t\"command\": \
             \"PROGRAM\",\r\n\t\t\"refreshInterval\": 5\r\n\t}\r\n"
        )
    );
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o640);
    let copy = shown.split("a copy of the old file is in `").nth(1).unwrap().split('`').next().unwrap();
    let copy = project.path(copy.strip_prefix("[ROOT]/").unwrap());
    assert_eq!(fs::read_to_string(&copy).unwrap(), CARED_FOR);
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o7777, 0o600, "it may hold keys");
    done(&project, &["uninstall", "claude", "--yes"]);
    assert_eq!(project.snapshot(), before);
}

#[test]
fn the_change_is_shown_first() {
    let project = Project::new().file("home/.claude/settings.json", "{\n  \"model\": \"opus\"\n}\n");
    let before = project.snapshot();
    let expected = "--- [ROOT]/home/.claude/settings.json
+++ [ROOT]/home/.claude/settings.json
@@ -1,3 +1,8 @@
 {
-  \"model\": \"opus\"
+  \"model\": \"opus\",
+  \"statusLine\": {
+    \"type\": \"command\",
+    \"command\": \"PROGRAM\",
+    \"refreshInterval\": 5
+  }
 }

";
    assert_eq!(done(&project, &["install", "claude", "--dry-run"]).replace(PROGRAM, "PROGRAM"), expected);
    assert_eq!(project.snapshot(), before);
    assert_eq!(
        project.run(["install", "claude"]),
        Run::refused(
            2,
            "stateline: not a terminal, so cannot ask about `[ROOT]/home/.claude/settings.json`; pass `--yes` or \
             `--dry-run`\n"
        )
    );
    assert_eq!(project.snapshot(), before);
}

/// A difference that `patch` takes: line 0 for no line, and a mark where the last line has no end.
#[test]
fn a_difference_is_exact_about_its_ends() {
    let project = Project::new();
    let created = "--- [ROOT]/home/.kimi-code/tui.toml
+++ [ROOT]/home/.kimi-code/tui.toml
@@ -0,0 +1,2 @@
+[status_line]
+command = \"PROGRAM\"

";
    assert_eq!(done(&project, &["install", "kimi", "--dry-run"]).replace(PROGRAM, "PROGRAM"), created);
    let project = project.file("home/.kimi-code/tui.toml", "a = 1");
    let changed = "--- [ROOT]/home/.kimi-code/tui.toml
+++ [ROOT]/home/.kimi-code/tui.toml
@@ -1 +1,4 @@
-a = 1
\\ No newline at end of file
+a = 1
+
+[status_line]
+command = \"PROGRAM\"

";
    assert_eq!(done(&project, &["install", "kimi", "--dry-run"]).replace(PROGRAM, "PROGRAM"), changed);
}

#[test]
fn flags_set_what_else_the_settings_have() {
    let project = Project::new().file("home/.claude/settings.json", "{}");
    done(&project, &["install", "claude", "-y", "--refresh", "30", "--padding=0", "--subagents"]);
    let expected = "{\n  \"statusLine\": {\n    \"type\": \"command\",\n    \"command\": \"PROGRAM\",\n    \
                    \"refreshInterval\": 30,\n    \"padding\": 0\n  },\n  \"subagentStatusLine\": {\n    \"type\": \
                    \"command\",\n    \"command\": \"PROGRAM subagents\"\n  }\n}";
    assert_eq!(settings(&project, "home/.claude/settings.json"), expected);
    done(&project, &["uninstall", "claude", "-y"]);
    assert_eq!(read(&project, "home/.claude/settings.json"), "{}");
}

#[test]
fn flags_that_a_host_has_no_use_for_are_refused() {
    let project = Project::new();
    let before = project.snapshot();
    for (arguments, message) in [
        (&["cursor", "--subagents"][..], "`--subagents` is for `claude`"),
        (&["kimi", "--refresh", "3"], "`--refresh` is for `claude`, `copilot` or `qwen`"),
        (
            &["qwen", "--padding", "3"],
            "`--padding` is for `claude`, `cursor`, `copilot`, `droid` or `codebuddy`",
        ),
        (&["claude", "--refresh", "0"], "`--refresh` cannot be `0`; it takes a number, at least 1"),
        (&["claude", "--padding", "x"], "`--padding` cannot be `x`; it takes a number, at least 0"),
        (&["copilot", "--scope", "local"], "`--scope` cannot be `local`; it takes `user` for copilot"),
        (
            &["droid", "--scope", "local"],
            "`--scope` cannot be `local`; it takes `user` or `project` for droid",
        ),
        (
            &["fish", "--wrap"],
            "`--wrap` is for `claude`, `cursor`, `copilot`, `qwen`, `antigravity`, `droid`, `kimi` or `codebuddy`",
        ),
        (&["fish", "--refresh", "3"], "`--refresh` is for `claude`, `copilot` or `qwen`"),
    ] {
        let arguments = ["install", "--yes"].iter().chain(arguments);
        assert_eq!(project.run(arguments), Run::refused(2, format!("stateline: {message}\n")));
    }
    assert_eq!(project.snapshot(), before);
}

const THEIRS: &str = "{\n  \"statusLine\": {\n    \"padding\": 2,\n    \"command\": \"echo 'it\\\"s' theirs\",\n    \"type\": \
                      \"command\"\n  },\n  \"z\": 1\n}\n";

/// Returns the same settings with the seconds between two runs.
fn with_timer(settings: &str) -> String {
    settings.replace("\"type\": \"command\"", "\"type\": \"command\",\n    \"refreshInterval\": 5")
}

#[test]
fn a_status_line_that_is_there_is_named() {
    let project = Project::new().file("home/.claude/settings.json", THEIRS);
    let before = project.snapshot();
    assert_eq!(
        project.run(["install", "claude"]),
        Run::refused(
            2,
            "stateline: `[ROOT]/home/.claude/settings.json` already has a status line: `echo 'it\"s' theirs`; \
             `--wrap` keeps both, `--yes` replaces it\n"
        )
    );
    assert_eq!(project.snapshot(), before);
}

#[test]
fn the_margin_of_a_padding_is_in_the_command() {
    let path = "home/.claude/settings.json";
    let project = Project::new();
    for (padding, expected) in [("0", "PROGRAM"), ("4", "PROGRAM --margin 12"), ("0", "PROGRAM")] {
        done(&project, &["install", "claude", "--yes", "--padding", padding]);
        let command = command(&project, "claude", path).replace(PROGRAM, "PROGRAM");
        assert_eq!(command, expected, "{padding}");
    }
    // Its padding is on one side only.
    done(&project, &["install", "copilot", "--yes", "--padding", "3"]);
    let command = command(&project, "copilot", "home/.copilot/settings.json").replace(PROGRAM, "PROGRAM");
    assert_eq!(command, "PROGRAM --margin 3");
}

#[test]
fn a_wrapped_line_is_not_run_again_before_it_can_be_done() {
    let path = "home/.claude/settings.json";
    let theirs = "{\"statusLine\": {\"type\": \"command\", \"command\": \"date\", \"refreshInterval\": 1}}\n";
    let project = Project::new().file(path, theirs);
    done(&project, &["install", "claude", "--wrap", "--yes"]);
    assert_eq!(
        settings(&project, path),
        "{\"statusLine\": {\"type\": \"command\", \"command\": \"PROGRAM --wrap date\", \"refreshInterval\": 3}}\n"
    );
    done(&project, &["uninstall", "claude", "--yes"]);
    assert_eq!(settings(&project, path), theirs);
}

#[test]
fn a_status_line_that_is_replaced_comes_back() {
    let project = Project::new().file("home/.claude/settings.json", THEIRS);
    let before = project.snapshot();
    done(&project, &["install", "claude", "--yes"]);
    // Claude Code leaves 4 columns less to the line, and 2 less for each step of its padding.
    let replaced = with_timer(&THEIRS.replace("echo 'it\\\"s' theirs", "PROGRAM --margin 8"));
    assert_eq!(settings(&project, "home/.claude/settings.json"), replaced);
    done(&project, &["uninstall", "claude", "--yes"]);
    assert_eq!(project.snapshot(), before);
}

#[test]
fn a_status_line_is_restored_even_if_the_file_was_changed_since() {
    for (install, wanted) in
        [(&["install", "claude", "--yes"][..], "theirs"), (&["install", "claude", "--wrap", "-y"], "theirs")]
    {
        let project = Project::new().file("home/.claude/settings.json", THEIRS);
        done(&project, install);
        let path = project.path("home/.claude/settings.json");
        let edit =
            |text: &str| text.replace("\"padding\": 2", "\"padding\": 3").replace("\"z\": 1", "\"z\": [2]");
        fs::write(&path, edit(&read(&project, "home/.claude/settings.json"))).unwrap();
        done(&project, &["uninstall", "claude", "--yes"]);
        assert_eq!(read(&project, "home/.claude/settings.json"), edit(THEIRS), "{wanted}");
        assert!(!project.path("home/.local").exists());
    }
}

#[test]
fn what_was_wrapped_comes_back_even_without_a_record() {
    for (host, path, theirs) in [
        ("claude", "home/.claude/settings.json", THEIRS),
        (
            "kimi",
            "home/.kimi-code/tui.toml",
            "[status_line]\ncommand = \"echo 'it\\\"s' theirs\" # mine\nx = 1\n",
        ),
    ] {
        let project = Project::new().file(path, theirs);
        done(&project, &["install", host, "--wrap", "--yes"]);
        fs::remove_dir_all(project.path("home/.local")).unwrap();
        assert_ne!(read(&project, path), theirs);
        done(&project, &["uninstall", host, "--yes"]);
        // Without a record it is unknown whether they had a timer.
        assert_eq!(read(&project, path), with_timer(theirs), "{host}");
    }
}

#[test]
fn a_status_line_that_is_not_ours_is_not_removed() {
    let project = Project::new().file("home/.claude/settings.json", THEIRS);
    let before = project.snapshot();
    done(&project, &["install", "claude", "--yes"]);
    fs::write(project.path("home/.claude/settings.json"), THEIRS).unwrap();
    let nothing = "nothing to do in `[ROOT]/home/.claude/settings.json`\n";
    assert_eq!(done(&project, &["uninstall", "claude"]), nothing);
    assert_eq!(project.snapshot(), before, "the copy is of no use any more");
    assert_eq!(done(&project, &["uninstall", "claude"]), nothing);
}

#[test]
fn a_moved_program_is_followed_and_its_flags_stay() {
    let old = "{\"statusLine\": {\"type\": \"command\", \"command\": \"~/old/stateline --style smart\"}}";
    let project = Project::new().file("home/.claude/settings.json", old);
    done(&project, &["install", "claude", "--yes"]);
    assert_eq!(settings(&project, "home/.claude/settings.json"), old.replace("~/old/stateline", "PROGRAM"));
    done(&project, &["uninstall", "claude", "--yes"]);
    assert_eq!(read(&project, "home/.claude/settings.json"), "{}");
}

#[test]
fn a_replaced_line_can_still_be_wrapped_and_the_way_back_is_not_lost() {
    let project = Project::new().file("home/.claude/settings.json", THEIRS);
    let before = project.snapshot();
    done(&project, &["install", "claude", "--yes"]);
    done(&project, &["install", "claude", "--wrap", "--yes"]);
    assert_eq!(
        command(&project, "claude", "home/.claude/settings.json"),
        format!("{PROGRAM} --wrap 'echo '\\''it\"s'\\'' theirs' --margin 8")
    );
    assert_eq!(
        done(&project, &["install", "claude", "--wrap", "--yes"]),
        "nothing to do in `[ROOT]/home/.claude/settings.json`\n"
    );
    done(&project, &["uninstall", "claude", "--yes"]);
    assert_eq!(project.snapshot(), before);
}

#[test]
fn a_line_that_was_wrapped_can_be_replaced_and_the_way_back_is_not_lost() {
    let project = Project::new().file("home/.claude/settings.json", THEIRS);
    let before = project.snapshot();
    done(&project, &["install", "claude", "--wrap", "--yes"]);
    let run = project.run(["install", "claude"]);
    let message = "stateline: `[ROOT]/home/.claude/settings.json` already has a status line: `echo 'it\"s' theirs`; \
                   `--wrap` keeps both, `--yes` replaces it\n";
    assert_eq!(run, Run::refused(2, message));
    done(&project, &["install", "claude", "--yes"]);
    assert_eq!(command(&project, "claude", "home/.claude/settings.json"), format!("{PROGRAM} --margin 8"));
    done(&project, &["uninstall", "claude", "--yes"]);
    assert_eq!(project.snapshot(), before);
}

/// The help says that it is run again every 5 seconds, also where there was a line.
#[test]
fn a_line_that_is_replaced_is_run_again_by_a_timer() {
    let path = "home/.claude/settings.json";
    let theirs = "{\n  \"statusLine\": {\n    \"type\": \"command\",\n    \"command\": \"date\"\n  }\n}\n";
    let project = Project::new().file(path, theirs);
    done(&project, &["install", "claude", "--yes"]);
    let expected = theirs.replace("\"date\"", "\"PROGRAM\",\n    \"refreshInterval\": 5");
    assert_eq!(settings(&project, path), expected);
    let edited = read(&project, path).replace("{\n  \"statusLine\"", "{\n  \"x\": 1,\n  \"statusLine\"");
    fs::write(project.path(path), edited).unwrap();
    done(&project, &["uninstall", "claude", "--yes"]);
    assert_eq!(
        read(&project, path),
        theirs.replace("{\n  \"statusLine\"", "{\n  \"x\": 1,\n  \"statusLine\"")
    );
    // One that has its own keeps it.
    let own = theirs.replace("\"date\"", "\"date\",\n    \"refreshInterval\": 30");
    let project = Project::new().file(path, &own);
    done(&project, &["install", "claude", "--yes"]);
    assert_eq!(settings(&project, path), own.replace("date", "PROGRAM"));
}

#[test]
fn a_status_line_that_is_not_a_command_is_not_wrapped() {
    let preset = "{\"ui\":{\"statusLine\":{\"type\":\"preset\",\"items\":[1]}}}";
    let project = Project::new().file("home/.qwen/settings.json", preset);
    let before = project.snapshot();
    let message = "stateline: did not change `[ROOT]/home/.qwen/settings.json`: its status line is not a command, so it \
                   cannot be wrapped; `--yes` replaces it\n";
    assert_eq!(project.run(["install", "qwen", "--wrap", "--yes"]), Run::refused(1, message));
    done(&project, &["install", "qwen", "--yes"]);
    assert_eq!(
        settings(&project, "home/.qwen/settings.json"),
        "{\"ui\":{\"statusLine\":{\"type\":\"command\",\"command\":\"PROGRAM\",\"refreshInterval\":5,\
         \"respectUserColors\":true}}}"
    );
    done(&project, &["uninstall", "qwen", "--yes"]);
    assert_eq!(project.snapshot(), before);
}

#[test]
fn a_link_stays_a_link() {
    let project = Project::new().file("dotfiles/claude.json", "{\"a\": 1}");
    fs::create_dir_all(project.path("home/.claude")).unwrap();
    symlink("../../dotfiles/claude.json", project.path("home/.claude/settings.json")).unwrap();
    let before = project.snapshot();
    let shown = done(&project, &["install", "claude", "--yes"]);
    let heading = "--- [ROOT]/home/.claude/settings.json -> [ROOT]/dotfiles/claude.json";
    assert_eq!(shown.lines().next(), Some(heading));
    assert_eq!(
        fs::read_link(project.path("home/.claude/settings.json")).unwrap(),
        Path::new("../../dotfiles/claude.json")
    );
    assert_eq!(command(&project, "claude", "dotfiles/claude.json"), PROGRAM);
    assert_eq!(fs::read_dir(project.path("dotfiles")).unwrap().count(), 1, "no stray file");
    done(&project, &["uninstall", "claude", "--yes"]);
    assert_eq!(project.snapshot(), before);
}

#[test]
fn a_file_that_cannot_be_understood_is_left_as_it_is() {
    for (host, path, text, why) in [
        (
            "claude",
            ".claude/settings.json",
            "{\n  \"a\": 1,\n  oops\n}",
            "line 3, column 3: not JSON: expected string for object property",
        ),
        ("claude", ".claude/settings.json", "[1]", "line 1, column 1: expected an object"),
        ("claude", ".claude/settings.json", "{\"a\": 1", "line 1, column 1: not JSON: unterminated object"),
        (
            "claude",
            ".claude/settings.json",
            "{'a': 1}",
            "line 1, column 2: not JSON: single-quoted strings are not allowed",
        ),
        (
            "kimi",
            ".kimi-code/tui.toml",
            "a = 1\nb == 2\n",
            "line 2, column 4: not TOML: extra `=`, expected nothing",
        ),
    ] {
        let project = Project::new().file(&format!("home/{path}"), text);
        let before = project.snapshot();
        for command in ["install", "uninstall"] {
            let message = format!("stateline: did not change `[ROOT]/home/{path}`: {why}\n");
            assert_eq!(project.run([command, host, "--yes"]), Run::refused(1, message), "{text}");
        }
        assert_eq!(project.snapshot(), before);
    }
    let project = Project::new().file("home/.claude/settings.json", b"{\"a\": \"\xff\"}");
    let message = "stateline: did not change `[ROOT]/home/.claude/settings.json`: it is not UTF-8\n";
    assert_eq!(project.run(["install", "claude", "--yes"]), Run::refused(1, message));
}

#[test]
fn a_file_that_others_can_tamper_with_is_left_as_it_is() {
    let project = Project::new().file("home/.claude/settings.json", "{}");
    fs::set_permissions(project.path("home/.claude"), fs::Permissions::from_mode(0o777)).unwrap();
    let message = "stateline: did not change `[ROOT]/home/.claude/settings.json`: everyone can write to \
                   `[ROOT]/home/.claude` (mode 0777); run `chmod o-w '[ROOT]/home/.claude'` first\n";
    let run = project.run(["install", "claude", "--yes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), message));
    assert_eq!(read(&project, "home/.claude/settings.json"), "{}");
    assert!(!project.path("home/.local").exists(), "no copy of what was not changed");

    let project = Project::new();
    fs::create_dir_all(project.path("home/.claude")).unwrap();
    symlink("gone", project.path("home/.claude/settings.json")).unwrap();
    let message =
        "stateline: did not change `[ROOT]/home/.claude/settings.json`: it is a broken symbolic link\n";
    assert_eq!(project.run(["install", "claude", "--yes"]), Run::refused(1, message));
}

#[test]
fn a_file_that_everyone_can_write_is_left_as_it_is() {
    let project = Project::new().file("home/.claude/settings.json", "{}");
    let path = project.path("home/.claude/settings.json");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    let message = "stateline: did not change `[ROOT]/home/.claude/settings.json`: everyone can write to \
                   `[ROOT]/home/.claude/settings.json` (mode 0666); run `chmod o-w \
                   '[ROOT]/home/.claude/settings.json'` first\n";
    let run = project.run(["install", "claude", "--yes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), message));
    assert_eq!(read(&project, "home/.claude/settings.json"), "{}");
    assert!(!project.path("home/.local").exists(), "no copy of what was not changed");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
    done(&project, &["install", "claude", "--yes"]);
}

#[test]
fn a_file_of_another_user_is_left_as_it_is() {
    if !is_root() {
        return;
    }
    let project = Project::new().file("home/.claude/settings.json", "{}");
    std::os::unix::fs::chown(project.path("home/.claude/settings.json"), Some(65534), None).unwrap();
    let message = "stateline: did not change `[ROOT]/home/.claude/settings.json`: \
                   `[ROOT]/home/.claude/settings.json` belongs to `nobody`, who could change what runs as you; \
                   make the file yours with `chown`, or run this as `nobody`\n";
    let run = project.run(["install", "claude", "--yes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), message));
    assert_eq!(read(&project, "home/.claude/settings.json"), "{}");
}

#[test]
fn a_file_that_cannot_be_written_is_reported() {
    let project = Project::new().file("home/.claude/settings.json", "{}");
    for path in ["home", "home/.claude"] {
        fs::set_permissions(project.path(path), fs::Permissions::from_mode(0o755)).unwrap();
    }
    if is_root() {
        for path in ["home", "home/.claude/settings.json"] {
            std::os::unix::fs::chown(project.path(path), Some(65534), None).unwrap();
        }
    } else {
        fs::set_permissions(project.path("home/.claude"), fs::Permissions::from_mode(0o555)).unwrap();
    }
    let command = project.unprivileged(["install", "claude", "--yes"]);
    let run = project.run_command(command);
    let message = "stateline: cannot write `[ROOT]/home/.claude/settings.json`: permission denied\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(2), message));
    assert_eq!(read(&project, "home/.claude/settings.json"), "{}");
    assert!(!project.path("home/.local").exists(), "no copy of what was not changed");
}

#[test]
fn a_setting_that_disables_every_status_line_is_reported() {
    let project = Project::new().file("home/.claude/settings.json", "{\"disableAllHooks\": true}");
    let run = project.run(["install", "claude", "--yes"]);
    let note = "stateline: Claude Code shows no status line while `disableAllHooks` is on in \
                `[ROOT]/home/.claude/settings.json`\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), note));
}

/// The hosts that load every file of a directory, and the file that is written there.
const OWN_FILES: [(&str, &str); 4] = [
    ("fish", "home/.config/fish/conf.d/stateline.fish"),
    ("nushell", "home/.config/nushell/autoload/stateline.nu"),
    ("nvim", "home/.config/nvim/plugin/stateline.lua"),
    ("vim", "home/.vim/plugin/stateline.vim"),
];

#[test]
fn hosts_that_find_a_file_by_themselves_get_one_of_ours() {
    for (host, path) in OWN_FILES {
        let project = Project::new();
        let before = project.snapshot();
        done(&project, &["install", host, "--yes"]);
        assert!(read(&project, path).contains(PROGRAM), "{host}");
        assert_eq!(done(&project, &["install", host]), format!("nothing to do in `[ROOT]/{path}`\n"));
        let run = done(&project, &["uninstall", host, "--yes"]);
        assert_eq!(run.lines().last(), Some(&*format!("removed `[ROOT]/{path}`")));
        assert_eq!(project.snapshot(), before, "{host}");
        assert_eq!(done(&project, &["uninstall", host]), format!("nothing to do in `[ROOT]/{path}`\n"));

        let project = project.file(path, "something else\n");
        let message = format!(
            "stateline: did not change `[ROOT]/{path}`: it was not written by stateline; move it away\n"
        );
        assert_eq!(project.run(["install", host, "--yes"]), Run::refused(1, message));
        assert_eq!(done(&project, &["uninstall", host]), format!("nothing to do in `[ROOT]/{path}`\n"));
        assert_eq!(read(&project, path), "something else\n");
    }
}

/// Vim looks for its files in one of two directories, and in the second only if there is no first.
#[test]
fn vim_s_other_directory_is_not_hidden() {
    let project = Project::new().file("home/.config/vim/vimrc", "");
    done(&project, &["install", "vim", "--yes"]);
    assert!(project.path("home/.config/vim/plugin/stateline.vim").exists());
    assert!(!project.path("home/.vim").exists());
}

#[test]
fn a_file_of_ours_with_an_edit_is_left_as_it_is() {
    for (host, path) in OWN_FILES {
        let project = Project::new();
        let before = project.snapshot();
        done(&project, &["install", host, "--yes"]);
        let edited = read(&project, path) + "my edit\n";
        fs::write(project.path(path), &edited).unwrap();
        let message = format!(
            "stateline: did not change `[ROOT]/{path}`: it was changed since it was installed; move it \
             away\n"
        );
        for command in ["install", "uninstall"] {
            assert_eq!(project.run([command, host, "--yes"]), Run::refused(1, message.as_str()));
            assert_eq!(read(&project, path), edited);
        }
        fs::rename(project.path(path), project.path("home/kept")).unwrap();
        done(&project, &["install", host, "--yes"]);
        fs::remove_file(project.path("home/kept")).unwrap();
        done(&project, &["uninstall", host, "--yes"]);
        assert_eq!(project.snapshot(), before, "{host}");
    }
}

#[test]
fn an_old_file_of_ours_is_renewed() {
    let project = Project::new();
    let old = project.path("home/old");
    symlink(PROGRAM, &old).unwrap();
    done_by(&project, &old, &["install", "nvim", "--yes"]);
    let path = "home/.config/nvim/plugin/stateline.lua";
    let written = read(&project, path);
    assert!(written.contains(old.to_str().unwrap()));
    done(&project, &["install", "nvim", "--yes"]);
    assert_eq!(read(&project, path), written.replace(old.to_str().unwrap(), PROGRAM));
}

#[test]
fn for_other_hosts_it_says_what_goes_where() {
    let message = "stateline: bash has no plugin directory, so add the line yourself. At the end of \
                   ~/.bashrc:\n\n  eval \"$(stateline init bash)\"\n";
    let project = Project::new();
    for command in ["install", "uninstall"] {
        assert_eq!(project.run([command, "bash", "--yes"]), Run::refused(1, message));
    }
}

#[test]
fn in_a_terminal_it_asks() {
    if !has("tmux") {
        return;
    }
    let path = "home/.kimi-code/tui.toml";
    for (answer, code, ending) in
        [("n", 1, "stateline: nothing was changed"), ("y", 0, "`stateline uninstall kimi` removes it")]
    {
        let project = Project::new().file(path, "theme = \"dark\"\n");
        let screen = Screen::start(&project, 250, &["sh"]);
        screen.until(|rows| !rows.is_empty());
        screen.enter(&format!("clear; {PROGRAM} install kimi; echo code $?"));
        let rows = screen.until(|rows| rows.last().is_some_and(|row| row.ends_with("[y/N]")));
        assert_eq!(rows.last().unwrap(), &format!("Change `{}`? [y/N]", project.path(path).display()));
        screen.enter(answer);
        let expected = format!("code {code}");
        let rows = screen.until(|rows| rows.contains(&expected));
        let at = rows.iter().position(|row| *row == expected).unwrap_or_else(|| panic!("{rows:?}"));
        assert_eq!(rows[at - 1], ending);
        let installed = format!("theme = \"dark\"\n\n[status_line]\ncommand = \"{PROGRAM}\"\n");
        let expected = if answer == "y" { installed.as_str() } else { "theme = \"dark\"\n" };
        assert_eq!(read(&project, path), expected);
    }
}

#[test]
fn in_a_terminal_it_asks_what_becomes_of_another_line() {
    if !has("tmux") {
        return;
    }
    let path = "home/.claude/settings.json";
    for (answers, expected) in [
        (&["k", "y"][..], format!("{PROGRAM} --wrap 'echo '\\''it\"s'\\'' theirs' --margin 8")),
        (&["r", "y"], format!("{PROGRAM} --margin 8")),
        (&[""], "echo 'it\"s' theirs".to_owned()),
    ] {
        let project = Project::new().file(path, THEIRS);
        let screen = Screen::start(&project, 250, &["sh"]);
        screen.until(|rows| !rows.is_empty());
        screen.enter(&format!("clear; {PROGRAM} install claude; echo code $?"));
        for (answer, question) in answers.iter().zip(["[N]othing?", "[y/N]"]) {
            let rows = screen.until(|rows| rows.last().is_some_and(|row| row.ends_with(question)));
            assert!(rows.last().unwrap().ends_with(question), "{rows:?}");
            screen.enter(answer);
        }
        let rows = screen.until(|rows| rows.iter().any(|row| row.starts_with("code ")));
        assert!(rows.iter().any(|row| row.starts_with("code ")), "{rows:?}");
        assert_eq!(command(&project, "claude", path), expected);
    }
}

/// Runs a shell whose prompt shows the line because of a file that was installed.
#[test]
fn fish_shows_the_line_after_the_user_s_own_prompt() {
    if !has("fish") || !has("tmux") {
        return;
    }
    let project = Project::new()
        .file("work/.planning/STATE.md", STATE)
        .file(
            "home/.config/fish/config.fish",
            "set -g fish_greeting\nfunction fish_prompt; echo '> '; end\nfunction fish_right_prompt; echo mine; end\n",
        );
    done(&project, &["install", "fish", "--yes"]);
    let screen = Screen::start(&project, 160, &["fish"]);
    screen.shows(&[&format!(">   {STATE_LINE} mine")]);
}

#[test]
fn nushell_shows_the_line_because_of_the_file() {
    if !has("nu") || !has("tmux") {
        return;
    }
    let config = "$env.config.show_banner = false\n$env.PROMPT_INDICATOR = \"> \"\n\
                  $env.PROMPT_COMMAND = {|| \"\" }\n$env.PROMPT_COMMAND_RIGHT = \"mine\"\n";
    let project = Project::new()
        .file("work/.planning/STATE.md", STATE)
        .file("home/.config/nushell/config.nu", config)
        .file("home/.config/nushell/env.nu", "");
    done(&project, &["install", "nushell", "--yes"]);
    let screen = Screen::start(&project, 160, &["nu", "--no-history"]);
    screen.shows(&[&format!(">   {STATE_LINE} mine")]);
}

#[test]
fn editors_show_the_line_because_of_the_file() {
    for (host, command) in [("nvim", &["nvim"][..]), ("vim", &["vim", "-i", "NONE"])] {
        if !has(host) || !has("tmux") {
            continue;
        }
        let project = Project::new().file("work/.planning/STATE.md", STATE).file("home/.vimrc", "");
        done(&project, &["install", host, "--yes"]);
        let screen = Screen::start(&project, 120, command);
        let rows = screen.until(|rows| rows.iter().any(|row| row.contains(STATE_LINE)));
        assert!(rows.iter().any(|row| row.contains(STATE_LINE)), "{rows:?}");
    }
}

/// A program that changes the file under our feet: it waits for our copy of it, then writes.
#[test]
fn an_edit_at_the_same_time_is_not_lost() {
    if !has("strace") {
        return;
    }
    let project = Project::new().file("home/.claude/settings.json", "{\"a\": 1}");
    // Stopped at its last step, it finds another content than it has read.
    let path = project.path("home/.claude/settings.json");
    let mut strace = Command::new("strace");
    strace
        .args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync"])
        // Long enough for the writer on a busy machine.
        .args(["-e", "inject=fsync:delay_exit=2000000"])
        .arg(PROGRAM)
        .args(["install", "claude", "--yes"])
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap())
        .env("HOME", project.path("home"));
    let writer = std::thread::spawn({
        let (folder, path) = (project.path("home/.claude"), path.clone());
        move || {
            // The file that is written first shows that the old one has been read.
            while fs::read_dir(&folder).unwrap().count() < 2 {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            fs::write(path, "{\"a\": 2}").unwrap();
        }
    });
    let run = project.run_command(strace);
    writer.join().unwrap();
    let message = "stateline: did not change `[ROOT]/home/.claude/settings.json`: another program \
                   has changed it since it was read; run this again\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), message));
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\"a\": 2}");
    assert_eq!(fs::read_dir(project.path("home/.claude")).unwrap().count(), 1, "no stray file");
}

#[test]
fn a_missing_home_directory_is_reported() {
    if !is_root() {
        return;
    }
    let project = Project::new();
    // A user whom no list names.
    fs::copy(PROGRAM, project.path("home/stateline")).unwrap();
    let mut command = project.other("setpriv", ["--reuid=54321", "--regid=54321", "--clear-groups"]);
    command.arg(project.path("home/stateline")).args(["install", "claude", "--yes"]).env_remove("HOME");
    let run = project.run_command(command);
    assert_eq!(run, Run::refused(1, "stateline: cannot find your home directory; set `HOME`\n"));
}

#[test]
fn an_unknown_host_is_reported() {
    let project = Project::new();
    for (arguments, message) in [
        (&["install", "cluade"][..], "no host `cluade`; did you mean `claude`?"),
        (&["install", "vscode"], "no host `vscode`; `stateline install -h` lists them"),
        (&["uninstall", "vscode"], "no host `vscode`; `stateline uninstall -h` lists them"),
        (
            &["install"],
            "which host? claude, cursor, copilot, qwen, antigravity, droid, kimi, codebuddy, fish, nushell, nvim, vim",
        ),
        (&["install", "claude", "kimi"], "unexpected argument `kimi`; see `stateline install --help`"),
    ] {
        assert_eq!(project.run(arguments), Run::refused(2, format!("stateline: {message}\n")));
    }
}

#[test]
fn a_reader_that_goes_away_does_not_stop_a_change() {
    for _ in 0..5 {
        let project = Project::new();
        let script = format!("{PROGRAM} install claude --yes | true; {PROGRAM} install claude --yes");
        let run = project.feed(project.other("bash", ["-c", &script]), b"");
        assert_eq!(run, Run::printed("nothing to do in `[ROOT]/home/.claude/settings.json`\n"));
    }
}
