//! When there is colour: a flag decides, then `NO_COLOR`, then variables that force or forbid it, then the output.

use crate::harness::{PROGRAM, Project, Run, STATE, STATE_LINE, has};

/// Variables, flags, and whether the hook and a command that prints to a pipe show colour.
type Case = (&'static [(&'static str, &'static str)], &'static [&'static str], bool, bool);

const CASES: &[Case] = &[
    (&[], &[], true, false),
    (&[], &["--color", "auto"], true, false),
    (&[], &["--color=always"], true, true),
    (&[], &["--color", "never"], false, false),
    (&[], &["--no-color"], false, false),
    (&[], &["--no-color", "--color", "always"], true, true),
    (&[], &["--color", "always", "--no-color"], false, false),
    (&[("NO_COLOR", "1")], &[], false, false),
    (&[("NO_COLOR", "0")], &[], false, false),
    (&[("NO_COLOR", "")], &[], true, false),
    (&[("NO_COLOR", "1")], &["--color", "always"], true, true),
    (&[("NO_COLOR", "1")], &["--color", "auto"], false, false),
    (&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1"), ("FORCE_COLOR", "1")], &[], false, false),
    (&[("NO_COLOR", ""), ("FORCE_COLOR", "1")], &[], true, true),
    (&[("CLICOLOR_FORCE", "1")], &[], true, true),
    (&[("CLICOLOR_FORCE", "0")], &[], true, false),
    (&[("CLICOLOR_FORCE", "")], &[], true, false),
    (&[("FORCE_COLOR", "1")], &[], true, true),
    (&[("FORCE_COLOR", "3")], &[], true, true),
    (&[("FORCE_COLOR", "true")], &[], true, true),
    (&[("FORCE_COLOR", "0")], &[], true, false),
    (&[("FORCE_COLOR", "false")], &[], true, false),
    (&[("FORCE_COLOR", "")], &[], true, false),
    (&[("FORCE_COLOR", "1")], &["--color", "never"], false, false),
    (&[("CLICOLOR_FORCE", "1")], &["--no-color"], false, false),
    (&[("CLICOLOR", "0")], &[], false, false),
    (&[("CLICOLOR", "1")], &[], true, false),
    (&[("CLICOLOR", "0"), ("CLICOLOR_FORCE", "1")], &[], true, true),
    (&[("CLICOLOR", "0"), ("FORCE_COLOR", "2")], &[], true, true),
    (&[("CLICOLOR", "0")], &["--color", "always"], true, true),
    (&[("TERM", "dumb")], &[], false, false),
    (&[("TERM", "xterm-256color")], &[], true, false),
    (&[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")], &[], true, true),
    (&[("TERM", "dumb"), ("FORCE_COLOR", "0")], &[], false, false),
    (&[("TERM", "dumb"), ("CLICOLOR", "1")], &[], false, false),
    (&[("TERM", "dumb"), ("COLORTERM", "truecolor")], &[], false, false),
];

fn project(variables: &[(&str, &str)]) -> Project {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    variables.iter().fold(project, |project, (name, value)| project.env(name, value))
}

/// Removes the escape sequences for colour.
fn plain(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once('m').expect("an escape sequence for colour").1);
    std::iter::once(first).chain(rest).collect()
}

#[test]
fn the_hook_shows_colour_unless_it_is_turned_off() {
    let coloured = format!("\x1b[2mClaude\x1b[0m │ \x1b[2m{STATE_LINE}\x1b[0m │ \x1b[2mwork\x1b[0m");
    let bare = format!("Claude │ {STATE_LINE} │ work");
    for (variables, flags, in_hook, _) in CASES {
        let expected = if *in_hook { &coloured } else { &bare };
        let run = project(variables).run_with(*flags, b"{}");
        assert_eq!(run, Run::printed(expected), "{variables:?} {flags:?}");
    }
}

#[test]
fn a_command_shows_no_colour_in_a_pipe_unless_it_is_forced() {
    let preview = |variables: &[(&str, &str)], flags: &[&str]| {
        project(variables).run([&["preview"], flags].concat()).stdout
    };
    let coloured = preview(&[], &["--color=always"]);
    let bare = preview(&[], &["--color=never"]);
    assert!(coloured.contains("\x1b[1mgsd\x1b[0m\n"), "{coloured}");
    assert_eq!(plain(&coloured), bare);
    for (variables, flags, _, in_pipe) in CASES {
        let expected = if *in_pipe { &coloured } else { &bare };
        assert_eq!(&preview(variables, flags), expected, "{variables:?} {flags:?}");
    }
}

#[test]
fn the_line_says_the_same_in_colour_and_without() {
    for (variables, flags, _, in_pipe) in CASES {
        let run = project(variables).run([&["line"], *flags].concat());
        let printed = if *in_pipe { plain(&run.stdout) } else { run.stdout };
        assert_eq!(printed, format!("{STATE_LINE}\n"), "{variables:?} {flags:?}");
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{variables:?} {flags:?}");
    }
}

#[test]
fn a_command_shows_colour_on_a_terminal() {
    if !has("script") {
        return;
    }
    for (variables, in_colour) in [
        (&[("TERM", "xterm")][..], true),
        (&[("TERM", "dumb")], false),
        (&[("TERM", "xterm"), ("NO_COLOR", "1")], false),
        (&[("TERM", "xterm"), ("CLICOLOR", "0")], false),
    ] {
        let project = project(variables);
        let call = format!("'{PROGRAM}' preview");
        let command = project.other("script", ["--quiet", "--return", "--command", &call, "/dev/null"]);
        let run = project.feed(command, b"");
        let expected =
            project.run(["preview", if in_colour { "--color=always" } else { "--no-color" }]).stdout;
        assert_eq!(run.stdout.replace("\r\n", "\n"), expected, "{variables:?}");
    }
}

/// `false` says no to `FORCE_COLOR` alone; `CLICOLOR_FORCE` is on unless it is `0`.
#[test]
fn any_word_but_0_forces_colour() {
    let project = project(&[("CLICOLOR_FORCE", "false"), ("TERM", "dumb")]);
    let coloured = format!("\x1b[2mClaude\x1b[0m │ \x1b[2m{STATE_LINE}\x1b[0m │ \x1b[2mwork\x1b[0m");
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed(coloured));
}
