//! `stateline man`: pages that the real formatters accept and people can read.

use stateline::{cmd::COMMANDS, options::FLAGS};

use crate::harness::{Project, Run, has};

/// Returns the calls for every page of the manual.
fn calls() -> Vec<Vec<&'static str>> {
    let commands = COMMANDS.iter().map(|command| vec!["man", command.name]);
    [vec!["man"]].into_iter().chain(commands).collect()
}

#[test]
fn groff_formats_every_page_without_a_warning() {
    if !has("groff") {
        return;
    }
    let project = Project::new();
    for call in calls() {
        let page = project.run(&call).stdout;
        let run = project.feed(project.other("groff", ["-man", "-Tutf8", "-P-cbou", "-ww"]), page.as_bytes());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{call:?}");
        assert!(run.stdout.contains("SYNOPSIS"), "{call:?}");
    }
}

#[test]
fn mandoc_finds_no_problem_in_any_page() {
    if !has("mandoc") {
        return;
    }
    let project = Project::new();
    for call in calls() {
        let page = project.run(&call).stdout;
        let run = project.feed(project.other("mandoc", ["-Tlint", "-W", "warning"]), page.as_bytes());
        // A date would have to be updated by hand, and the page has the version.
        let problems = run.stdout.lines().filter(|problem| !problem.contains("missing date"));
        assert_eq!(problems.collect::<Vec<&str>>(), Vec::<&str>::new(), "{call:?}");
    }
}

#[test]
fn the_page_of_a_command_reads_like_a_manual() {
    if !has("groff") {
        return;
    }
    let project = Project::new();
    let page = project.run(["man", "families"]).stdout;
    let formatted = project.feed(project.other("groff", ["-man", "-Tascii", "-P-cbou"]), page.as_bytes());
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "\
STATELINE-FAMILIES(1)         User Commands        STATELINE-FAMILIES(1)

NAME
    stateline-families - list the families of state files

SYNOPSIS
    stateline families

DESCRIPTION
    Lists each family of state files: its name for --as, where its files are,
    what its line shows.
    Workflows that you declared come last.

OPTIONS
    --config FILE
           Use this config instead of the usual ones; none for none.
    -h, --help
           Show help; --help has examples.

SEE ALSO
    stateline(1)

stateline {version}                                STATELINE-FAMILIES(1)
"
    );
    // Versions of groff differ in line breaks and blanks.
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert_eq!(squeezed(&formatted.stdout), squeezed(&expected));
}

#[test]
fn the_manual_names_every_command_flag_family_and_exit_code() {
    let page = Project::new().run(["man"]).stdout.replace('\\', "");
    for command in COMMANDS {
        assert!(page.contains(&format!("fBstateline {}fR", command.name)), "{}", command.name);
    }
    for flag in FLAGS.iter().filter(|flag| !["file", "for"].contains(&flag.long)) {
        assert!(page.contains(&format!("fB--{}fR", flag.long)), "{}", flag.long);
    }
    for family in stateline::family::FAMILIES {
        assert!(page.contains(&format!("fB{}fR", family.id)), "{}", family.id);
    }
    for code in ["0", "1", "2"] {
        assert!(page.contains(&format!(".TP\nfB{code}fR\n")), "{code}");
    }
}

#[test]
fn the_page_of_an_unknown_command_is_an_error() {
    let project = Project::new();
    assert_eq!(
        project.run(["man", "lnie"]),
        Run::refused(2, "stateline: no command `lnie`; did you mean `line`?\n")
    );
    assert_eq!(
        project.run(["man", "line", "list"]),
        Run::refused(2, "stateline: unexpected argument `list`; see `stateline man --help`\n")
    );
}
