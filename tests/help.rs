//! The help of the program and of each command.

use stateline::cmd::{COMMANDS, Flag};
use unicode_width::UnicodeWidthStr;

use crate::harness::{Project, Run};

/// The usual size of a terminal: columns and rows.
const SCREEN: (usize, usize) = (80, 24);

fn page(arguments: &[&str]) -> String {
    let run = Project::new().run(arguments);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    run.stdout
}

/// Returns the page of every command with its name.
fn pages(flag: &'static str) -> impl Iterator<Item = (&'static str, String)> {
    let commands = COMMANDS.iter().map(move |command| (command.name, page(&[command.name, flag])));
    [("stateline", page(&[flag]))].into_iter().chain(commands)
}

#[test]
fn the_short_page_lists_the_commands() {
    let commands: Vec<String> =
        COMMANDS.iter().map(|command| format!("  {:<12} {}\n", command.name, command.purpose)).collect();
    let commands = commands.concat();
    let expected = format!(
        "stateline prints the state of an AI coding workflow in one line.
Usage: stateline [FLAGS]            the status-line hook: JSON on standard input
       stateline COMMAND [FLAGS]    one of these:

{commands}
Start with `stateline setup`. More: `stateline --help`, `stateline COMMAND -h`
"
    );
    assert_eq!(Project::new().run(["-h"]), Run::printed(expected));
}

#[test]
fn a_command_s_short_page_has_its_flags_and_the_long_one_its_examples() {
    let short = "\
Usage: stateline preview [FLAGS]

Shows the line in Claude Code, then the state of every family in every
situation, from built-in samples, as this terminal would show it. With `--theme
all`, every theme.

Flags:
      --theme THEME  this theme, or all of them
      --as FAMILY    only this family; `stateline families` lists them
      --style STYLE  the style of the line: full (default), compact or smart
      --width N      at most N columns wide
      --color WHEN   use colour: auto (default), always or never
      --config FILE  use this config instead of the usual ones; `none` for none
      --now TIME     use this RFC 3339 time instead of the clock
";
    let examples = "
Examples:
  stateline preview                           everything
  stateline preview --theme all               every theme
  stateline preview --as gsd --style compact  one family, in its short form
";
    let project = Project::new();
    assert_eq!(project.run(["preview", "-h"]), Run::printed(short));
    assert_eq!(
        project.run(["preview", "--width", "abc", "-h"]),
        Run::printed(short),
        "help comes before errors"
    );
    let long = project.run(["preview", "--help"]);
    assert_eq!(project.run(["help", "preview"]), long);
    assert!(long.stdout.ends_with(examples), "{}", long.stdout);
}

#[test]
fn every_short_page_fits_a_screen() {
    for (name, page) in pages("-h") {
        assert!(page.lines().count() <= SCREEN.1, "{name} -h has {} lines", page.lines().count());
    }
}

#[test]
fn no_page_is_wider_than_a_screen() {
    for flag in ["-h", "--help"] {
        for (name, page) in pages(flag) {
            for line in page.lines() {
                assert!(line.width() <= SCREEN.0, "{name} {flag}: {line}");
                assert_eq!(line.trim_end(), line, "{name} {flag} has blanks at an end");
            }
        }
    }
}

#[test]
fn the_long_pages_have_every_flag_and_example() {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let has_flag = |page: &str, flag: &Flag| page.contains(&squeezed(flag.synopsis().trim()));
    for command in COMMANDS {
        let page = squeezed(&page(&[command.name, "--help"]));
        assert!(page.contains(&squeezed(&command.description())), "{}", command.name);
        let shared = stateline::options::FLAGS.iter().filter(|flag| command.shared.contains(&flag.long));
        for flag in command.flags.iter().chain(shared) {
            assert!(has_flag(&page, flag) && page.contains(flag.purpose), "{} --{}", command.name, flag.long);
        }
        for (call, purpose) in command.examples {
            assert!(page.contains(&squeezed(&format!("{call} {purpose}"))), "{}: {call}", command.name);
        }
    }
}

#[test]
fn every_example_calls_a_command_that_exists() {
    let known: Vec<&str> = COMMANDS.iter().map(|command| command.name).chain(["help"]).collect();
    let mut counted = 0;
    for (name, page) in pages("--help") {
        let Some((_, examples)) = page.split_once("\nExamples:\n") else { continue };
        let examples = examples.split("\nMore:").next().unwrap();
        for called in examples.lines().filter_map(|line| line.split("stateline ").nth(1)) {
            let command = called.split([' ', ')', '`']).next().unwrap();
            assert!(known.contains(&command) || command.starts_with('-'), "{name}: {called}");
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted} examples were found");
}

#[test]
fn every_command_with_flags_has_examples() {
    for command in COMMANDS {
        assert!(!command.examples.is_empty() || command.flags.is_empty(), "{}", command.name);
    }
}
