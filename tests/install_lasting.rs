//! `install` writes a path that still leads to the program tomorrow.

use std::{fs, os::unix::fs::symlink, path::PathBuf};

use crate::harness::{PROGRAM, Project, Run};

/// Puts the program at a path of the project, and returns that path.
fn placed(project: &Project, path: &str) -> PathBuf {
    let place = project.path(path);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::hard_link(PROGRAM, &place).or_else(|_| fs::copy(PROGRAM, &place).map(drop)).unwrap();
    place
}

/// Runs the program at a path.
fn run(project: &Project, program: &PathBuf, arguments: &[&str]) -> Run {
    project.feed(project.other(program, arguments), b"")
}

/// Returns the command in Claude Code's settings.
fn command(project: &Project) -> String {
    let settings = fs::read_to_string(project.path("home/.claude/settings.json")).unwrap();
    let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
    let command = settings["statusLine"]["command"].as_str().unwrap();
    let command = command.split(" --margin").next().unwrap();
    command.replace(project.path("").to_str().unwrap(), "[ROOT]/")
}

const NPX: &str = "home/.npm/_npx/4f/node_modules/@stateline/linux-x64/bin/stateline";
const COPY: &str = "home/.local/bin/stateline";

#[test]
fn from_a_cache_the_program_is_copied_first() {
    let project = Project::new();
    let program = placed(&project, NPX);
    let done = run(&project, &program, &["install", "claude", "--yes"]);
    assert_eq!(done.code, Some(0));
    assert_eq!(
        done.stderr,
        "stateline: copied the program from the cache of npx to `[ROOT]/home/.local/bin/stateline`\n"
    );
    assert_eq!(command(&project), "[ROOT]/home/.local/bin/stateline");
    assert_eq!(fs::read(project.path(COPY)).unwrap(), fs::read(PROGRAM).unwrap());
    // The copy runs, and lasts.
    let again = run(&project, &project.path(COPY), &["install", "claude", "--yes"]);
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_dry_run_copies_nothing() {
    let project = Project::new();
    let program = placed(&project, NPX);
    let before = project.snapshot();
    let done = run(&project, &program, &["install", "claude", "--dry-run"]);
    assert_eq!(
        done.stderr,
        "stateline: this program is in the cache of npx, which may be cleared; it would be copied to \
         `[ROOT]/home/.local/bin/stateline`\n"
    );
    assert!(done.stdout.contains("[ROOT]/home/.local/bin/stateline"), "{}", done.stdout);
    assert_eq!(project.snapshot(), before);
}

#[test]
fn what_another_installer_put_there_stays() {
    let project = Project::new();
    let program = placed(&project, NPX);
    fs::create_dir_all(project.path("home/.local/bin")).unwrap();
    symlink("/elsewhere/stateline", project.path(COPY)).unwrap();
    let before = project.snapshot();
    assert_eq!(
        run(&project, &program, &["install", "claude", "--yes"]),
        Run::refused(
            1,
            "stateline: did not change `[ROOT]/home/.local/bin/stateline`: something else is there; remove it, or \
             install stateline without a cache\n"
        )
    );
    assert_eq!(project.snapshot(), before);
}

#[test]
fn a_link_that_survives_an_update_is_used_instead_of_a_path_with_a_version() {
    let project = Project::new();
    let program = placed(&project, "brew/Cellar/stateline/0.1.0/bin/stateline");
    fs::create_dir_all(project.path("brew/opt")).unwrap();
    symlink("../Cellar/stateline/0.1.0", project.path("brew/opt/stateline")).unwrap();
    assert_eq!(run(&project, &program, &["install", "claude", "--yes"]).code, Some(0));
    assert_eq!(command(&project), "[ROOT]/brew/opt/stateline/bin/stateline");
}
