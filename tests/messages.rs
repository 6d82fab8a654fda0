//! The message and the exit code of every error.

use std::fs;

use crate::harness::{Project, Run, STATE, STATE_LINE};

/// Calls with wrong arguments, which exit with 2: the variant of `Error`, the arguments, the whole message.
const MISUSES: &[(&str, &[&str], &str)] = &[
    ("UnknownCommand", &["lnie"], "no command `lnie`; did you mean `line`?"),
    ("UnknownCommand", &["Line"], "no command `Line`; did you mean `line`?"),
    ("UnknownCommand", &["statsu"], "no command `statsu`; `stateline --help` lists them"),
    ("UnknownCommand", &[""], "no command ``; `stateline --help` lists them"),
    ("UnknownRule", &["explain", "SL99"], "no rule `SL99`; `stateline explain rules` lists them"),
    ("UnknownFlag", &["line", "--widht", "3"], "no flag `--widht`; did you mean `--width`?"),
    ("UnknownFlag", &["line", "--recrod"], "no flag `--recrod`; `stateline line --help` lists them"),
    ("UnknownFlag", &["line", "--jsno"], "no flag `--jsno`; did you mean `--json`?"),
    ("UnknownFlag", &["list", "--activ"], "no flag `--activ`; did you mean `--active`?"),
    ("UnknownFlag", &["install", "claude", "--dry"], "no flag `--dry`; did you mean `--dry-run`?"),
    ("UnknownFlag", &["explain", "--halp"], "no flag `--halp`; did you mean `--help`?"),
    ("UnknownFlag", &["line", "-x"], "no flag `-x`; `stateline line --help` lists them"),
    ("BadValue", &["get", "status", "--json=yes"], "`--json` cannot be `yes`; it takes no value"),
    ("BadValue", &["line", "--no-color=yes"], "`--no-color` cannot be `yes`; it takes no value"),
    ("UnknownFlag", &["line", "--record"], "no flag `--record`; `stateline line --help` lists them"),
    (
        "UnknownFlag",
        &["families", "--width", "3"],
        "no flag `--width`; `stateline families --help` lists them",
    ),
    ("UnknownFlag", &["check", "--fxi"], "no flag `--fxi`; did you mean `--fix`?"),
    ("UnknownFlag", &["check", "--fxi=1"], "no flag `--fxi`; did you mean `--fix`?"),
    ("Unexpected", &["preview", "x"], "unexpected argument `x`; see `stateline preview --help`"),
    (
        "NotATerminal",
        &["setup"],
        "`setup` needs a terminal; `stateline install HOST` and `stateline config set KEY VALUE` do the same",
    ),
    ("MissingValue", &["preview", "--width"], "`--width` needs a value"),
    ("MissingValue", &["line", "--width"], "`--width` needs a value"),
    ("MissingValue", &["line", "-f"], "`-f` needs a value"),
    ("BadValue", &["line", "--width", "0"], "`--width` cannot be `0`; it takes a number of columns"),
    ("BadValue", &["line", "--width=-3"], "`--width` cannot be `-3`; it takes a number of columns"),
    ("BadValue", &["line", "--width", "abc"], "`--width` cannot be `abc`; it takes a number of columns"),
    (
        "BadValue",
        &["line", "--color", "red"],
        "`--color` cannot be `red`; it takes `auto`, `always` or `never`",
    ),
    (
        "BadValue",
        &["line", "--style", "tiny"],
        "`--style` cannot be `tiny`; it takes `full`, `compact` or `smart`",
    ),
    (
        "BadValue",
        &["line", "--now", "noon"],
        "`--now` cannot be `noon`; it takes a time such as 2026-01-15T12:30:00Z",
    ),
    ("Unexpected", &["line", ".", "b"], "unexpected argument `b`; see `stateline line --help`"),
    ("Unexpected", &["line", "-C", ".", "b"], "unexpected argument `b`; see `stateline line --help`"),
    ("Unexpected", &["show", "-f", "a", "."], "unexpected argument `.`; see `stateline show --help`"),
    ("Unexpected", &["explain", ".", "SL110"], "unexpected argument `SL110`; see `stateline explain --help`"),
    ("UnknownHost", &["init", "bsh"], "no host `bsh`; did you mean `bash`?"),
    ("UnknownHost", &["init", "vscode"], "no host `vscode`; `stateline init -h` lists them"),
    (
        "MissingHost",
        &["init"],
        "which host? bash, zsh, fish, nushell, powershell, elvish, tmux, starship, p10k, oh-my-posh, wezterm, \
         zellij, nvim, vim, emacs, waybar, i3bar, polybar",
    ),
    ("Unexpected", &["init", "bash", "zsh"], "unexpected argument `zsh`; see `stateline init --help`"),
    ("NoDirectory", &["check", "-C", "nope"], "no directory `nope`; `-C` needs one that exists"),
    ("MissingOperand", &["get"], "missing argument; expected a filter, such as `status`"),
    (
        "BadFilter",
        &["get", ".status | bar"],
        "jq has no filter `bar`; a field is written `.bar`\n  .status | bar\n            ^",
    ),
    (
        "Exists",
        &["config", "--init", "--config", ".planning/STATE.md"],
        "`.planning/STATE.md` already exists; edit it, or move it away first",
    ),
    ("UnreadableConfig", &["config", "--config", "gone.toml"], "cannot read `gone.toml`: no such file"),
    (
        "BadSetting",
        &["config", "set", "theme", "brigt"],
        "`theme` cannot be `\"brigt\"`; did you mean `bright`?",
    ),
    ("BadSetting", &["config", "unset", "tehme"], "no setting `tehme`; did you mean `theme`?"),
    ("MissingOperand", &["config", "set"], "missing argument; expected a setting and its value"),
    ("BadOperand", &["config", "theme"], "unexpected argument `theme`; expected `set`, `unset` or `edit`"),
    ("Unexpected", &["config", "edit", "x"], "unexpected argument `x`; see `stateline config --help`"),
    (
        "Unwritable",
        &["config", "--init", "--config", "/dev/null/x/config.toml"],
        "cannot write `/dev/null/x/config.toml`: not a directory",
    ),
    (
        "MissingOperand",
        &["completions"],
        "missing argument; expected `bash`, `zsh`, `fish`, `elvish`, `nushell` or `powershell`",
    ),
    (
        "CannotFix",
        &["check", "--fix", "-"],
        "`--fix` cannot change standard input; name the file, or add `--dry-run` to see the difference",
    ),
    (
        "BadOperand",
        &["completions", "tcsh"],
        "unexpected argument `tcsh`; expected `bash`, `zsh`, `fish`, `elvish`, `nushell` or `powershell`",
    ),
    (
        "NeedsTerminal",
        &["list", "--watch"],
        "`list --watch` needs a terminal; use `stateline watch --json` elsewhere",
    ),
    ("Conflict", &["list", "--watch", "--format", "csv"], "`--watch` and `--format` cannot be used together"),
];

/// Calls whose answer is no, which exit with 1.
const NOES: &[(&str, &[&str], &str)] = &[
    ("NoState", &["get", "status", "-C", "/"], NO_STATE),
    ("NoContent", &["show", "-C", "../streams"], "no active workstream in `[ROOT]/streams/.planning`"),
    ("Unreadable", &["show", "-f", "nowhere.md"], "cannot read `nowhere.md`: no such file"),
    ("Unreadable", &["show", "nowhere"], "cannot read `nowhere`: no such file"),
    ("Unreadable", &["explain", "SLnowhere"], "cannot read `SLnowhere`: no such file"),
    ("Unreadable", &["show", "-f", "."], "cannot read `.`: not a regular file"),
    (
        "NoRecord",
        &["doctor", "--record"],
        "nothing was recorded; add ` --record` to the command in the host's settings",
    ),
    ("NoWorkflow", &["list", "../tmp"], "no workflow below `../tmp`"),
    ("NoValue", &["get", "stauts"], "no `stauts`; did you mean `status`?"),
    ("NoValue", &["get", "nothing_like_it"], "no value for `nothing_like_it`"),
    (
        "FailedFilter",
        &["get", ".status | keys"],
        "`.status | keys` failed: cannot use \"executing\" as iterable (array or object)",
    ),
];

const NO_STATE: &str = "no state file in `/` or above; `stateline families` lists what is read";

/// Variants that need more than a call, and the tests that have them.
const ELSEWHERE: &[(&str, &str)] = &[
    ("CannotWatch", "watch"),
    ("CannotWrite", "pipes"),
    ("OtherHosts", "install"),
    ("ByHand", "install"),
    ("CannotAsk", "install"),
    ("Occupied", "install"),
    ("Refused", "install"),
    ("Busy", "install_together"),
    ("NoHome", "install"),
    ("Hidden", "by_hand"),
    ("NothingHere", "by_hand"),
    ("EditorFailed", "config_change"),
];

/// The variants of `Error`, as its source lists them.
fn variants() -> Vec<String> {
    let source = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/error.rs")).unwrap();
    let body = source.split_once("pub enum Error {").unwrap().1.split_once("\n}").unwrap().0;
    let names = body.lines().filter_map(|line| line.strip_prefix("    "));
    let names = names.filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
    names.map(|line| line.split([' ', ',', '(', '{']).next().unwrap().to_owned()).collect()
}

#[test]
fn every_error_has_its_message_and_its_exit_code() {
    let project = Project::new()
        .file("work/.planning/STATE.md", STATE)
        .file("streams/.planning/workstreams/one/notes.md", "");
    for (code, calls) in [(2, MISUSES), (1, NOES)] {
        for (_, arguments, message) in calls {
            if cfg!(windows) && arguments.last().is_some_and(|last| last.starts_with('/')) {
                continue; // another root, and no devices in it
            }
            let expected = Run::refused(code, format!("stateline: {message}\n"));
            assert_eq!(project.run(*arguments), expected, "{arguments:?}");
        }
    }
    let variants = variants();
    assert!(variants.len() >= 5, "{variants:?}");
    for variant in variants {
        let calls = MISUSES.iter().chain(NOES).map(|(name, ..)| name);
        let mut covered = calls.chain(ELSEWHERE.iter().map(|(name, _)| name));
        assert!(covered.any(|name| *name == variant), "`{variant}` has no case here");
    }
}

#[test]
fn only_the_first_error_is_reported() {
    let run = Project::new().run(["line", "--width", "abc", "--nothing", "extra"]);
    assert_eq!(run, Run::refused(2, "stateline: `--width` cannot be `abc`; it takes a number of columns\n"));
}

#[test]
fn an_unknown_family_is_answered_with_the_known_ones() {
    let run = Project::new().run(["line", "--as", "gds"]);
    let families = stateline::family::FAMILIES.iter().map(|family| format!("`{}`", family.id));
    let families: Vec<String> = families.collect();
    let listed = match families.split_last().unwrap() {
        (last, []) => last.clone(),
        (last, others) => format!("{} or {last}", others.join(", ")),
    };
    assert_eq!(run, Run::refused(2, format!("stateline: `--as` cannot be `gds`; it takes {listed}\n")));
}

/// A file name need not be UTF-8, however it is passed.
#[cfg(unix)] // names that are not UTF-8
#[test]
fn every_byte_of_a_file_name_reaches_the_file() {
    use std::{ffi::OsString, fs, os::unix::ffi::OsStringExt};

    let project = Project::new();
    let name = OsString::from_vec(b"STATE-\xff.md".to_vec());
    fs::create_dir_all(project.path("work")).unwrap();
    fs::write(project.path("work").join(&name), STATE).unwrap();
    for (flag, is_attached) in [("--file=", true), ("--file", false), ("-f", true), ("-f", false)] {
        let mut arguments = vec![OsString::from(flag)];
        if is_attached {
            arguments[0].push(&name);
        } else {
            arguments.push(name.clone());
        }
        let line = [vec!["line".into(), "--as=gsd".into()], arguments.clone()].concat();
        assert_eq!(project.run(line), Run::printed(format!("{STATE_LINE}\n")), "line {flag}");
        let get = [vec!["get".into(), "status".into(), "--as=gsd".into()], arguments].concat();
        assert_eq!(project.run(get), Run::printed("executing\n"), "get {flag}");
    }
}

#[test]
fn an_unknown_flag_does_not_hide_the_ones_after_it() {
    let project = Project::new().file("work/.planning/STATE.md", STATE).env("NO_COLOR", "1");
    let run = project.run_with(["-xyz", "--no-color=1", "--widht=3", "--", "--style=compact"], b"{}");
    let expected = Run {
        code: Some(0),
        stdout: format!("Claude │ {STATE_LINE} │ work"),
        stderr: "stateline: no flag `-x`; `stateline --help` lists them\n".to_owned(),
    };
    assert_eq!(run, expected);
}

#[test]
fn a_wrong_flag_of_the_hook_is_reported_and_the_line_is_printed() {
    let project = Project::new().file("work/.planning/STATE.md", STATE).env("NO_COLOR", "1");
    for (flags, message) in [
        (&["--widht", "40"][..], "no flag `--widht`; did you mean `--width`?"),
        (&["--width", "abc"], "`--width` cannot be `abc`; it takes a number of columns"),
        (&["--width"], "`--width` needs a value"),
        (&["--style=tiny"], "`--style` cannot be `tiny`; it takes `full`, `compact` or `smart`"),
        (&["-x"], "no flag `-x`; `stateline --help` lists them"),
    ] {
        let run = project.run_with(flags, b"{}");
        let expected = Run {
            code: Some(0),
            stdout: format!("Claude │ {STATE_LINE} │ work"),
            stderr: format!("stateline: {message}\n"),
        };
        assert_eq!(run, expected, "{flags:?}");
    }
    let run = project.run_with(["--nothing", "--style", "compact"], b"{}");
    assert_eq!(run.stdout, "Claude │ v2.0 · P4.5 · executing │ work", "the other flags still apply");
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("stateline ", env!("CARGO_PKG_VERSION"), " (", env!("STATELINE_BUILD"), ")\n");
    for flag in ["--version", "-V"] {
        assert_eq!(Project::new().run([flag]), Run::printed(version));
    }
}

#[test]
fn help_for_an_unknown_command_is_an_error() {
    let run = Project::new().run(["help", "lnie"]);
    assert_eq!(run, Run::refused(2, "stateline: no command `lnie`; did you mean `line`?\n"));
}

/// The text of an argument can come from another user: a file's name, for example.
#[test]
fn no_message_lets_a_control_character_through() {
    let project = Project::new();
    for (arguments, message) in [
        (&["line", "--as", "\x1b[31m"][..], "`--as` cannot be ` [31m`"),
        (&["\x1b]52;c;x\x07"], "no command ` ]52;c;x `"),
        (&["init", "\x1b[31m"], "no host ` [31m`"),
        (&["install", "\x1b[31m"], "no host ` [31m`"),
    ] {
        let run = project.run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.starts_with(&format!("stateline: {message}")), "{:?}", run.stderr);
        assert!(!run.stderr.trim_end().contains(char::is_control), "{:?}", run.stderr);
    }
}
