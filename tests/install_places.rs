//! Where `install` and `uninstall` write, and where they refuse to: other users, links, limits, left-overs.

use std::{
    fs::{self, File, Permissions},
    os::unix::fs::{PermissionsExt, chown, symlink},
    time::{Duration, SystemTime},
};

use crate::harness::{PROGRAM, Project, Run, has, is_root};

const SETTINGS: &str = "home/.claude/settings.json";

fn mode(project: &Project, path: &str, mode: u32) {
    fs::set_permissions(project.path(path), Permissions::from_mode(mode)).unwrap();
}

/// Asserts that both commands refuse with this reason, and change nothing.
fn assert_refused(project: &Project, why: &str) {
    let before = project.snapshot();
    for arguments in [&["install", "claude", "--yes"][..], &["install", "claude", "--dry-run"]] {
        let expected = format!("stateline: did not change `[ROOT]/{SETTINGS}`: {why}\n");
        assert_eq!(project.run(arguments), Run::refused(1, expected));
        assert_eq!(project.snapshot(), before);
    }
}

fn everyone(path: &str, mode: &str) -> String {
    format!("everyone can write to `[ROOT]/{path}` (mode {mode}); run `chmod o-w '[ROOT]/{path}'` first")
}

fn foreign(path: &str) -> String {
    format!(
        "`[ROOT]/{path}` belongs to `nobody`, who could change what runs as you; make the directory yours with \
         `chown`, or run this as `nobody`"
    )
}

#[test]
fn a_directory_that_everyone_can_write_is_refused_anywhere_below_home() {
    for path in ["home", "home/.claude", "home/.local", "home/.local/state/stateline"] {
        let project = Project::new().file(SETTINGS, "{}").file("home/.local/state/stateline/sent.json", "{}");
        mode(&project, path, 0o777);
        assert_refused(&project, &everyone(path, "0777"));
        mode(&project, path, 0o1777);
        assert_refused(&project, &everyone(path, "1777"));
    }
}

#[test]
fn what_comes_out_is_checked_like_what_goes_in() {
    let project = Project::new().file(SETTINGS, "{}");
    assert_eq!(project.run(["install", "claude", "--yes"]).code, Some(0));
    mode(&project, "home/.local", 0o777);
    let before = project.snapshot();
    let why = everyone("home/.local", "0777");
    let expected = format!("stateline: did not change `[ROOT]/{SETTINGS}`: {why}\n");
    assert_eq!(project.run(["uninstall", "claude", "--yes"]), Run::refused(1, expected));
    assert_eq!(project.snapshot(), before);
}

#[test]
fn a_directory_of_another_user_is_refused_anywhere_below_home() {
    if !is_root() {
        return;
    }
    for path in ["home", "home/.claude", "home/.local/state"] {
        let project = Project::new().file(SETTINGS, "{}").file("home/.local/state/stateline/sent.json", "{}");
        chown(project.path(path), Some(65534), None).unwrap();
        assert_refused(&project, &foreign(path));
    }
}

#[test]
fn a_link_is_only_as_safe_as_the_directories_that_it_passes() {
    for (link, leads) in [
        ("home/.claude", "../shared/claude"),
        ("home/.claude", "../good/link"),
        ("home/.claude", "../shared/../shared/./claude"),
    ] {
        let project =
            Project::new().file("shared/claude/settings.json", "{}").file("good/claude/settings.json", "{}");
        symlink(project.path("shared/claude"), project.path("good/link")).unwrap();
        symlink(leads, project.path(link)).unwrap();
        mode(&project, "shared", 0o777);
        assert_refused(&project, &everyone("shared", "0777"));
        mode(&project, "shared", 0o755);
        assert_eq!(project.run(["install", "claude", "--yes"]).code, Some(0), "{leads}");
        assert!(fs::symlink_metadata(project.path(link)).unwrap().is_symlink(), "it stays a link");
    }
    let project = Project::new();
    symlink("one", project.path("home/.claude")).unwrap();
    symlink(".claude", project.path("home/one")).unwrap();
    let expected = format!("stateline: did not change `[ROOT]/{SETTINGS}`: too many links\n");
    assert_eq!(project.run(["install", "claude", "--yes"]), Run::refused(1, expected));
}

#[test]
fn a_link_of_another_user_is_refused() {
    if !is_root() {
        return;
    }
    let project = Project::new().file("home/dotfiles/settings.json", "{}");
    symlink("dotfiles", project.path("home/.claude")).unwrap();
    std::os::unix::fs::lchown(project.path("home/.claude"), Some(65534), None).unwrap();
    assert_refused(&project, &foreign("home/.claude").replace("directory", "file"));
}

#[test]
fn a_group_that_others_share_is_named_and_the_user_s_own_is_not() {
    if !is_root() {
        return;
    }
    let project = Project::new().file(SETTINGS, "{}");
    mode(&project, "home/.claude", 0o775);
    mode(&project, SETTINGS, 0o664);
    let run = project.run(["install", "claude", "--yes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "root's own group");
    let run = project.run(["uninstall", "claude", "--yes"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    chown(project.path("home/.claude"), None, Some(65534)).unwrap();
    let run = project.run(["install", "claude", "--yes"]);
    let warning = "stateline: the group `nogroup` can write to `[ROOT]/home/.claude` (mode 0775); `chmod g-w` \
                   prevents that\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), warning));
}

/// On managed systems, the home directory can belong to root and the directories in it to the user.
#[test]
fn root_may_own_a_directory_on_the_way() {
    if !is_root() || !has("setpriv") {
        return;
    }
    let project = Project::new().file(SETTINGS, "{}").file("home/.local/state/x", "");
    for path in ["home/.claude", SETTINGS, "home/.local/state"] {
        chown(project.path(path), Some(65534), Some(65534)).unwrap();
    }
    let run = project.run_command(project.unprivileged(["install", "claude", "--yes"]));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    chown(project.path(SETTINGS), Some(0), None).unwrap();
    let run = project.run_command(project.unprivileged(["uninstall", "claude", "--yes"]));
    let why = "stateline: did not change `[ROOT]/home/.claude/settings.json`: `[ROOT]/home/.claude/settings.json` \
               belongs to `root`, who could change what runs as you; make the file yours with `chown`, or run this as \
               `root`\n";
    assert_eq!(run, Run::refused(1, why));
}

/// One file has one record, by whatever links it is reached.
#[test]
fn a_file_with_two_paths_is_the_same_file() {
    let theirs = "{\"statusLine\": {\"type\": \"command\", \"command\": \"echo theirs\"}}";
    let project = Project::new().file("home/dotfiles/claude/settings.json", theirs);
    symlink("dotfiles/claude", project.path("home/.claude")).unwrap();
    let before = project.snapshot();
    assert_eq!(project.run(["install", "claude", "--yes"]).code, Some(0));
    let mut direct = project.command(["uninstall", "claude", "--yes"]);
    direct.env("CLAUDE_CONFIG_DIR", project.path("home/dotfiles/claude"));
    assert_eq!(project.run_command(direct).code, Some(0));
    assert_eq!(project.snapshot(), before);
}

#[test]
fn a_file_that_may_not_grow_stays_whole() {
    if !has("prlimit") {
        return;
    }
    let settings = format!("{{\"a\": \"{}\"}}", "x".repeat(2000));
    // The first is too small for the copy, the second for the new settings only.
    for limit in [100, 2050] {
        let project = Project::new().file(SETTINGS, &settings);
        let before = project.snapshot();
        let mut command = project.other("prlimit", [format!("--fsize={limit}")]);
        command.arg(PROGRAM).args(["install", "claude", "--yes"]);
        let run = project.run_command(command);
        let message = format!("stateline: cannot write `[ROOT]/{SETTINGS}`: File too large (os error 27)\n");
        assert_eq!((run.code, run.stderr), (Some(2), message), "{limit}");
        assert_eq!(project.snapshot(), before, "{limit}");
    }
}

#[test]
fn a_directory_that_cannot_be_written_keeps_what_it_has() {
    if !is_root() || !has("setpriv") {
        return;
    }
    let theirs = "{\"statusLine\": {\"type\": \"command\", \"command\": \"echo theirs\"}}";
    let project = Project::new().file(SETTINGS, theirs);
    for path in ["home", "home/.claude", SETTINGS] {
        chown(project.path(path), Some(65534), Some(65534)).unwrap();
    }
    let run = project.run_command(project.unprivileged(["install", "claude", "--yes"]));
    assert_eq!(run.code, Some(0));
    mode(&project, "home/.claude", 0o555);
    let before = project.snapshot();
    let run = project.run_command(project.unprivileged(["uninstall", "claude", "--yes"]));
    let message = format!("stateline: cannot write `[ROOT]/{SETTINGS}`: permission denied\n");
    assert_eq!((run.code, run.stderr), (Some(2), message));
    assert_eq!(project.snapshot(), before, "the record, too");
    mode(&project, "home/.claude", 0o755);
    let run = project.run_command(project.unprivileged(["uninstall", "claude", "--yes"]));
    assert_eq!(run.code, Some(0));
    assert_eq!(fs::read_to_string(project.path(SETTINGS)).unwrap(), theirs);
}

#[test]
fn temporary_files_of_a_killed_process_are_removed_an_hour_later() {
    let old = "home/.claude/.stateline-0123456789abcdef";
    let young = "home/.claude/.stateline-fedcba9876543210";
    let bridge = "tmp/.stateline-0123456789abcdef";
    let project = Project::new().file(SETTINGS, "{}").file(old, "x").file(young, "x").file(bridge, "x");
    for path in [old, bridge] {
        let file = File::options().write(true).open(project.path(path)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_hours(2)).unwrap();
    }
    assert_eq!(project.run(["install", "claude", "--yes"]).code, Some(0));
    let left = [old, young, bridge].map(|path| project.path(path).exists());
    assert_eq!(left, [false, true, false]);
}
