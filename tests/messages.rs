//! What the program says about itself and about a call that makes no sense.

use std::fs;

use crate::harness::{Project, Run, STATE, STATE_LINE};

/// Calls with a fault: the variant of `Error`, the arguments, the whole message.
const FAULTS: &[(&str, &[&str], &str)] = &[
    ("UnknownCommand", &["lnie"], "no command `lnie`; did you mean `line`?"),
    ("UnknownCommand", &["Line"], "no command `Line`; did you mean `line`?"),
    ("UnknownCommand", &["statsu"], "no command `statsu`; `stateline --help` lists them"),
    ("UnknownCommand", &[""], "no command ``; `stateline --help` lists them"),
    ("UnknownFlag", &["line", "--widht", "3"], "no flag `--widht`; `stateline --help` lists them"),
    ("UnknownFlag", &["line", "-x"], "no flag `-x`; `stateline --help` lists them"),
    ("UnknownFlag", &["line", "--no-color=yes"], "no flag `--no-color`; `stateline --help` lists them"),
    ("MissingValue", &["line", "--width"], "`--width` needs a value"),
    ("MissingValue", &["line", "-f"], "`-f` needs a value"),
    ("BadValue", &["line", "--width", "0"], "`--width` cannot be `0`; it takes a number of cells"),
    ("BadValue", &["line", "--width=-3"], "`--width` cannot be `-3`; it takes a number of cells"),
    ("BadValue", &["line", "--width", "abc"], "`--width` cannot be `abc`; it takes a number of cells"),
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
    (
        "Unexpected",
        &["line", "STATE.md"],
        "unexpected argument `STATE.md`; `stateline --help` shows what it takes",
    ),
    ("Unexpected", &["line", "-"], "unexpected argument `-`; `stateline --help` shows what it takes"),
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
fn every_fault_has_its_sentence_and_its_exit_code() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    for (_, arguments, message) in FAULTS {
        let expected = Run::refused(2, format!("stateline: {message}\n"));
        assert_eq!(project.run(*arguments), expected, "{arguments:?}");
    }
    let variants = variants();
    assert!(variants.len() >= 5, "{variants:?}");
    for variant in variants {
        assert!(FAULTS.iter().any(|(name, ..)| *name == variant), "`{variant}` has no case here");
    }
}

#[test]
fn only_the_first_fault_is_told() {
    let run = Project::new().run(["line", "--width", "abc", "--nothing", "extra"]);
    assert_eq!(run, Run::refused(2, "stateline: `--width` cannot be `abc`; it takes a number of cells\n"));
}

#[test]
fn a_family_that_is_not_one_is_answered_with_those_that_are() {
    let run = Project::new().run(["line", "--as", "gds"]);
    let families = stateline::format::FAMILIES.iter().map(|family| format!("`{}`", family.id));
    let families: Vec<String> = families.collect();
    let listed = match families.split_last().unwrap() {
        (last, []) => last.clone(),
        (last, others) => format!("{} or {last}", others.join(", ")),
    };
    assert_eq!(run, Run::refused(2, format!("stateline: `--as` cannot be `gds`; it takes {listed}\n")));
}

#[test]
fn a_wrong_flag_on_the_hook_is_told_beside_the_line() {
    let project = Project::new().file("work/.planning/STATE.md", STATE).env("NO_COLOR", "1");
    for (flags, message) in [
        (&["--widht", "40"][..], "no flag `--widht`; `stateline --help` lists them"),
        (&["--width", "abc"], "`--width` cannot be `abc`; it takes a number of cells"),
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
    assert_eq!(run.stdout, "Claude │ v2.0 · P4.5 · executing │ work", "the right flags count all the same");
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("stateline ", env!("CARGO_PKG_VERSION"), "\n");
    for flag in ["--version", "-V"] {
        assert_eq!(Project::new().run([flag]), Run::printed(version));
    }
}

#[test]
fn help_names_every_command_and_every_flag() {
    let project = Project::new();
    let help = project.run(["--help"]);
    assert_eq!(project.run(["-h"]), help);
    assert_eq!(project.run(["help"]), help);
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    let begins =
        "stateline prints one line that says where an AI coding workflow stands.\n\nUsage: stateline [FLAGS]";
    assert!(help.stdout.starts_with(begins), "{}", help.stdout);
    for (flag, value, purpose) in stateline::options::FLAGS {
        let line = format!("  {:<20} {purpose}\n", format!("{flag} {value}"));
        assert!(help.stdout.contains(&line), "{line}");
    }
    for line in [
        "  -h, --help           this page; behind a command, its own\n",
        "  -V, --version        the version\n",
    ] {
        assert!(help.stdout.contains(line), "{line}");
    }
    assert!(commands(&help.stdout).contains(&"line".to_owned()));
}

/// Returns the names of the commands that a help page lists.
fn commands(help: &str) -> Vec<String> {
    let list = help.split_once("Commands:\n").unwrap().1.split_once("\n\n").unwrap().0;
    list.lines().map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn every_command_has_a_page_of_its_own() {
    let project = Project::new();
    let help = project.run(["--help"]).stdout;
    for command in commands(&help) {
        let page = project.run([command.as_str(), "--help"]);
        assert_eq!((page.code, page.stderr.as_str()), (Some(0), ""), "{command}");
        assert!(page.stdout.starts_with(&format!("Usage: stateline {command}")), "{}", page.stdout);
        assert!(page.stdout.ends_with('\n'), "{command}");
        assert_eq!(project.run([command.as_str(), "-h"]), page);
        assert_eq!(project.run([command.as_str(), "--width", "abc", "-h"]), page, "help comes before faults");
    }
}

#[test]
fn a_page_fits_a_terminal() {
    let project = Project::new();
    let help = project.run(["--help"]).stdout;
    let mut pages = vec![help.clone()];
    pages.extend(commands(&help).iter().map(|command| project.run([command.as_str(), "-h"]).stdout));
    for page in pages {
        for line in page.lines() {
            assert!(unicode_width::UnicodeWidthStr::width(line) <= 100, "{line}");
            assert_eq!(line.trim_end(), line, "blanks at the end");
        }
    }
}
