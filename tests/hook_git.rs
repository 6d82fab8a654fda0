//! What the hook shows of a repository, and that no repository can make it run anything.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::harness::{PROGRAM, Project, Run, has, set_mode};

const NOTHING: [&str; 0] = [];

const SHOW_GIT: &str = "{\"statusline\":{\"show_git\":true}}";
const SHOW_FRESHNESS: &str = "{\"statusline\":{\"show_state_freshness\":true}}";

/// A project with these options, whose repository is still to be made.
fn project(config: &str) -> Project {
    let mut project = Project::new().file("work/.planning/config.json", config).env("NO_COLOR", "1");
    for role in ["AUTHOR", "COMMITTER"] {
        project = project
            .env(&format!("GIT_{role}_NAME"), "Test Author")
            .env(&format!("GIT_{role}_EMAIL"), "author@example.org")
            .env(&format!("GIT_{role}_DATE"), "2026-01-15T12:00:00Z");
    }
    project.env("GIT_CONFIG_NOSYSTEM", "1")
}

/// A repository without a commit, which does not see GSD's own files.
fn repository(config: &str) -> Project {
    let project = project(config);
    git(&project, &["init", "--quiet", "--initial-branch=main"]);
    fs::create_dir_all(project.path("work/.git/info")).unwrap();
    fs::write(project.path("work/.git/info/exclude"), ".planning/\n").unwrap();
    project
}

/// A repository with one commit of the files `a` and `b`.
fn committed(config: &str) -> Project {
    let project = repository(config).file("work/a", "a\n").file("work/b", "b\n");
    commit(&project);
    project
}

fn commit(project: &Project) {
    git(project, &["add", "--all"]);
    git(project, &["commit", "--quiet", "--allow-empty", "--message=one more"]);
}

/// Runs git in the project and returns what it prints.
fn git(project: &Project, arguments: &[&str]) -> String {
    let run = project.run_command(project.other("git", arguments));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "git {arguments:?}");
    run.stdout.trim_end().to_owned()
}

/// Returns the git segment, with all else that is on the line taken off.
#[track_caller]
fn segment(project: &Project) -> Option<String> {
    let run = project.run_with(NOTHING, b"{}");
    let Run { code: Some(0), stdout, stderr } = run else { panic!("{run:?}") };
    assert_eq!(stderr, "");
    let rest = stdout.strip_prefix("Claude │ work").unwrap_or_else(|| panic!("{stdout:?}"));
    rest.strip_prefix(" │ ").map(str::to_owned).or_else(|| {
        assert_eq!(rest, "");
        None
    })
}

#[test]
fn each_kind_of_change_has_its_mark() {
    if !has("git") {
        return;
    }
    let project = committed(SHOW_GIT);
    assert_eq!(segment(&project).as_deref(), Some("main✓"), "clean");

    let project = project.file("work/new", "").file("work/dir/new", "").file("work/dir/newer", "");
    assert_eq!(segment(&project).as_deref(), Some("main?2"), "untracked, a directory counting once");

    let project = project.file("work/a", "changed\n");
    assert_eq!(segment(&project).as_deref(), Some("main~1?2"), "unstaged");

    git(&project, &["add", "a", "new"]);
    assert_eq!(segment(&project).as_deref(), Some("main+2?1"), "staged");

    let project = project.file("work/a", "changed again\n");
    assert_eq!(segment(&project).as_deref(), Some("main+2~1?1"), "staged and changed again");

    git(&project, &["mv", "b", "renamed to have blanks"]);
    assert_eq!(segment(&project).as_deref(), Some("main+3~1?1"), "renamed");

    fs::remove_file(project.path("work/renamed to have blanks")).unwrap();
    assert_eq!(segment(&project).as_deref(), Some("main+3~2?1"), "renamed and removed");

    commit(&project);
    assert_eq!(segment(&project).as_deref(), Some("main✓"), "committed");
}

#[test]
fn the_marks_have_colours() {
    if !has("git") {
        return;
    }
    let project = committed(SHOW_GIT).env("NO_COLOR", "").file("work/new", "").file("work/a", "changed\n");
    git(&project, &["rm", "--quiet", "b"]);
    let line = "\x1b[2mClaude\x1b[0m │ \x1b[2mwork\x1b[0m │ \
                \x1b[2mmain\x1b[0m\x1b[32m+1\x1b[0m\x1b[33m~1\x1b[0m\x1b[31m?1\x1b[0m";
    assert_eq!(project.run_with(NOTHING, b"{}"), Run::printed(line));
    commit(&project);
    let line = "\x1b[2mClaude\x1b[0m │ \x1b[2mwork\x1b[0m │ \x1b[2mmain\x1b[0m\x1b[32m✓\x1b[0m";
    assert_eq!(project.run_with(NOTHING, b"{}"), Run::printed(line));
}

#[test]
fn git_is_read_only_if_the_option_says_so() {
    if !has("git") {
        return;
    }
    for (config, expected) in [
        ("{}", None),
        ("{\"statusline\":{\"show_git\":\"true\"}}", None),
        ("{\"statusline\":{\"show_git\":1}}", None),
        ("{\"statusline\":{\"show_git\":false}}", None),
        (SHOW_GIT, Some("main✓")),
        ("{\"statusline.show_git\":true}", Some("main✓")),
        ("{\"statusline.show_git\":false,\"statusline\":{\"show_git\":true}}", None),
    ] {
        assert_eq!(segment(&committed(config)).as_deref(), expected, "{config}");
    }
}

#[test]
fn a_conflict_is_counted_as_unstaged() {
    if !has("git") {
        return;
    }
    let project = committed(SHOW_GIT);
    git(&project, &["switch", "--quiet", "--create=other"]);
    let project = project.file("work/a", "theirs\n");
    commit(&project);
    git(&project, &["switch", "--quiet", "main"]);
    let project = project.file("work/a", "ours\n");
    commit(&project);
    let run = project.run_command(project.other("git", ["merge", "--quiet", "other"]));
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(segment(&project).as_deref(), Some("main~1"));
}

#[test]
fn commits_ahead_and_behind_are_counted() {
    if !has("git") {
        return;
    }
    let project = committed(SHOW_GIT);
    git(&project, &["branch", "upstream"]);
    git(&project, &["branch", "--quiet", "--set-upstream-to=upstream"]);
    assert_eq!(segment(&project).as_deref(), Some("main✓"), "even");
    commit(&project);
    commit(&project);
    assert_eq!(segment(&project).as_deref(), Some("main↑2"), "ahead");
    git(&project, &["switch", "--quiet", "upstream"]);
    let project = project.file("work/new", "");
    commit(&project);
    assert_eq!(segment(&project).as_deref(), Some("upstream✓"), "without an upstream");
    git(&project, &["switch", "--quiet", "main"]);
    assert_eq!(segment(&project).as_deref(), Some("main↑2↓1"), "both");
    git(&project, &["reset", "--quiet", "--hard", "HEAD~2"]);
    let project = project.file("work/a", "changed\n");
    assert_eq!(segment(&project).as_deref(), Some("main~1↓1"), "changed and behind");
}

#[test]
fn a_repository_without_a_branch_or_commit_has_a_segment_too() {
    if !has("git") {
        return;
    }
    let empty = repository(SHOW_GIT);
    assert_eq!(segment(&empty).as_deref(), Some("main✓"), "no commit yet");
    let empty = empty.file("work/a", "");
    assert_eq!(segment(&empty).as_deref(), Some("main?1"), "no commit yet, but a file");
    git(&empty, &["add", "a"]);
    assert_eq!(segment(&empty).as_deref(), Some("main+1"), "no commit yet, but staged");

    let detached = committed(SHOW_GIT);
    git(&detached, &["switch", "--quiet", "--detach"]);
    assert_eq!(segment(&detached).as_deref(), Some("(detached)✓"), "detached");

    let odd = committed(SHOW_GIT);
    git(&odd, &["switch", "--quiet", "--create=feature/größe-日本"]);
    assert_eq!(segment(&odd).as_deref(), Some("feature/größe-日本✓"), "a branch of another tongue");
}

#[test]
fn without_a_repository_there_is_no_segment() {
    if !has("git") {
        return;
    }
    let nothing = project(SHOW_GIT).env("GIT_CEILING_DIRECTORIES", "/");
    assert_eq!(segment(&nothing), None, "no repository");
    let broken = project(SHOW_GIT).file("work/.git", "gitdir: nowhere\n");
    assert_eq!(segment(&broken), None, "a broken one");
}

#[test]
fn git_itself_is_not_needed() {
    if !has("git") {
        return;
    }
    let without_git = committed(SHOW_GIT).env("PATH", "/nonexistent");
    assert_eq!(segment(&without_git).as_deref(), Some("main✓"));
}

#[test]
fn asking_git_changes_nothing() {
    if !has("git") {
        return;
    }
    let project = committed("{\"statusline\":{\"show_git\":true,\"show_state_freshness\":true}}")
        .file("work/a", "changed\n")
        .file("work/.planning/STATE.md", "---\nstatus: planning\nstate_head: HEAD\n---\n");
    // A new modification time would make git refresh its index.
    fs::File::options()
        .write(true)
        .open(project.path("work/b"))
        .unwrap()
        .set_modified(std::time::SystemTime::UNIX_EPOCH)
        .unwrap();
    let before = project.snapshot();
    assert_eq!(project.run_with(NOTHING, b"{}"), Run::printed("Claude │ planning │ work │ main~1"));
    assert_eq!(project.snapshot(), before);
}

#[test]
fn closed_streams_do_not_come_between_git_and_the_line() {
    if !has("git") {
        return;
    }
    let project = committed(SHOW_GIT);
    let command = project.other("sh", ["-c", "exec \"$0\" 2>&-", PROGRAM]);
    assert_eq!(project.feed(command, b"{}"), Run::printed("Claude │ work │ main✓"));
}

/// Writes a state that knows the commit `head`, and returns the hook's line.
fn line_with_head(project: &Project, head: &str) -> Run {
    let state = format!("---\nstatus: planning\nstate_head: {head}\n---\n");
    fs::write(project.path("work/.planning/STATE.md"), state).unwrap();
    project.run_with(NOTHING, b"{}")
}

/// A repository of 26 commits, and their hashes, the newest first.
fn long_history(config: &str) -> (Project, Vec<String>) {
    let project = repository(config);
    for _ in 0..26 {
        commit(&project);
    }
    let log = git(&project, &["log", "--format=%H"]);
    (project, log.lines().map(str::to_owned).collect())
}

#[test]
fn a_state_twenty_commits_back_says_so() {
    if !has("git") {
        return;
    }
    let (project, log) = long_history(SHOW_FRESHNESS);
    let fresh = Run::printed("Claude │ planning │ work");
    let stale =
        |behind: usize| Run::printed(format!("Claude │ planning · state ~{behind} commits back │ work"));
    assert_eq!(line_with_head(&project, &log[0]), fresh);
    assert_eq!(line_with_head(&project, &log[19]), fresh);
    assert_eq!(line_with_head(&project, &log[20]), stale(20));
    assert_eq!(line_with_head(&project, &log[25]), stale(25));
    assert_eq!(line_with_head(&project, &log[25][..7]), stale(25));
    assert_eq!(line_with_head(&project, &log[25].to_uppercase()), stale(25));
    assert_eq!(line_with_head(&project, &format!("\"{}\"", log[25])), stale(25));
}

#[test]
fn a_commit_that_cannot_be_found_is_not_mentioned() {
    if !has("git") {
        return;
    }
    let (project, log) = long_history(SHOW_FRESHNESS);
    let fresh = Run::printed("Claude │ planning │ work");
    let oldest = &log[25];
    for head in [
        "0000000000000000000000000000000000000000",
        "abc",
        "HEAD~25",
        "main~25",
        "--all",
        "-1234567",
        &format!("{oldest}~0"),
        &format!("{oldest}0"),
        &format!("--output=x {oldest}"),
        &format!("{oldest} {oldest}"),
        "größe",
        "null",
        "\"\"",
    ] {
        assert_eq!(line_with_head(&project, head), fresh, "{head}");
    }
    git(&project, &["switch", "--quiet", "--orphan", "other"]);
    commit(&project);
    assert_eq!(line_with_head(&project, oldest), fresh, "not an ancestor");
}

#[test]
fn freshness_is_not_shown_if_the_commits_are_those_of_another_project() {
    if !has("git") {
        return;
    }
    let (project, log) = long_history("{}");
    let stale = "Claude │ planning · state ~25 commits back │ work";
    let fresh = "Claude │ planning │ work";
    let option = "\"statusline\":{\"show_state_freshness\":true}";
    for (config, line) in [
        (format!("{{{option}}}"), stale),
        ("{}".to_owned(), fresh),
        (format!("{{{option},\"planning\":{{\"sub_repos\":[\"api\"]}}}}"), fresh),
        (format!("{{{option},\"sub_repos\":[\"api\"]}}"), fresh),
        (format!("{{{option},\"planning\":{{\"sub_repos\":[]}}}}"), stale),
    ] {
        fs::write(project.path("work/.planning/config.json"), &config).unwrap();
        assert_eq!(line_with_head(&project, &log[25]), Run::printed(line), "{config}");
    }
    fs::write(project.path("work/.planning/config.json"), "{}").unwrap();
    let project = project
        .file("work/below/.planning/config.json", SHOW_FRESHNESS)
        .file(
            "work/below/.planning/STATE.md",
            format!("---\nstatus: planning\nstate_head: {}\n---\n", log[25]),
        )
        .dir("work/below");
    assert_eq!(project.run_with(NOTHING, b"{}"), Run::printed("Claude │ planning │ below"));
}

/// A program that leaves a mark when it is run, and the place of the mark.
fn trap(project: &Project) -> (String, PathBuf) {
    let mark = project.path("home/mark");
    let trap = project.path("home/trap");
    fs::write(&trap, format!("#!/bin/sh\necho \"$0 $*\" >>'{}'\nexit 1\n", mark.display())).unwrap();
    set_mode(&trap, 0o755);
    (trap.display().to_string(), mark)
}

/// Gives a file another time, so that git looks into it, and runs a filter on it.
fn touch(project: &Project) {
    let file = fs::File::options().write(true).open(project.path("work/a")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
}

/// Springs the trap with an ordinary git, and removes its mark again.
#[track_caller]
fn assert_trap_works(project: &Project, mark: &Path, arguments: &[&str]) {
    project.run_command(project.other("git", arguments)).code.unwrap();
    assert!(mark.exists(), "the trap does not work, so that this test shows nothing");
    fs::remove_file(mark).unwrap();
}

/// Asks for both of git's answers, and fails if that has sprung the trap.
#[track_caller]
fn assert_harmless(project: &Project, head: &str, mark: &Path) {
    let config = "{\"statusline\":{\"show_git\":true,\"show_state_freshness\":true}}";
    fs::write(project.path("work/.planning/config.json"), config).unwrap();
    let run = line_with_head(project, head);
    let ran = fs::read_to_string(mark).unwrap_or_default();
    assert_eq!(ran, "", "the repository ran a program of its own; the line was {run:?}");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_hostile_repository_cannot_run_anything() {
    if !has("git") {
        return;
    }
    let project = committed("{}");
    let head = git(&project, &["rev-parse", "HEAD"]);
    let (trap, mark) = trap(&project);
    let hooks = project.path("work/hooks");
    fs::create_dir_all(&hooks).unwrap();
    let names =
        ["post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-commit", "post-checkout"];
    for directory in [hooks.clone(), project.path("work/.git/hooks")] {
        fs::create_dir_all(&directory).unwrap();
        for name in names {
            fs::copy(&trap, directory.join(name)).unwrap();
        }
    }
    let shell = format!("!{trap}");
    for (key, value) in [
        ("core.hooksPath", hooks.to_str().unwrap()),
        ("core.pager", &trap),
        ("pager.status", &trap),
        ("pager.rev-list", &trap),
        ("core.editor", &trap),
        ("core.sshCommand", &trap),
        ("core.askPass", &trap),
        ("credential.helper", &shell),
        ("alias.status", &shell),
        ("alias.rev-list", &shell),
        ("diff.external", &trap),
        ("diff.evil.textconv", &trap),
        ("gpg.program", &trap),
        ("log.showSignature", "true"),
        ("status.showStash", "true"),
        ("core.fsmonitor", &trap),
    ] {
        git(&project, &["config", key, value]);
    }
    let project = project.file("work/.gitattributes", "* diff=evil\n").file("work/a", "changed\n");

    assert_trap_works(&project, &mark, &["status"]);
    assert_harmless(&project, &head, &mark);
    assert_eq!(line_with_head(&project, &head), Run::printed("Claude │ planning │ work │ main~1?2"));
}

#[test]
fn a_hostile_submodule_cannot_run_anything() {
    if !has("git") {
        return;
    }
    let project = committed("{}");
    let (trap, mark) = trap(&project);
    git(&project, &["init", "--quiet", "--initial-branch=main", "sub"]);
    git(&project, &["-C", "sub", "commit", "--quiet", "--allow-empty", "--message=one"]);
    git(&project, &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./sub", "sub"]);
    commit(&project);
    let head = git(&project, &["rev-parse", "HEAD"]);
    git(&project, &["-C", "sub", "config", "core.fsmonitor", &trap]);

    assert_trap_works(&project, &mark, &["status"]);
    assert_harmless(&project, &head, &mark);
}

/// Inside a submodule git runs itself, and hears that repository's settings.
#[test]
fn a_hostile_filter_of_a_submodule_is_not_run() {
    if !has("git") {
        return;
    }
    let project = committed("{}");
    let (trap, mark) = trap(&project);
    git(&project, &["init", "--quiet", "--initial-branch=main", "sub"]);
    let project = project.file("work/sub/.gitattributes", "* filter=evil\n").file("work/sub/a", "one\n");
    git(&project, &["-C", "sub", "add", "."]);
    git(&project, &["-C", "sub", "commit", "--quiet", "--message=one"]);
    git(&project, &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./sub", "sub"]);
    commit(&project);
    let head = git(&project, &["rev-parse", "HEAD"]);
    git(&project, &["-C", "sub", "config", "filter.evil.clean", &trap]);
    let file = fs::File::options().write(true).open(project.path("work/sub/a")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();

    assert_trap_works(&project, &mark, &["--no-optional-locks", "status"]);
    assert_harmless(&project, &head, &mark);
}

/// Returns a project with a filter that git would run, its commit, and the file that the filter would make.
fn with_hostile_filter() -> (Project, String, PathBuf) {
    let project = committed("{}").file("work/.gitattributes", "* filter=evil\n");
    commit(&project);
    let head = git(&project, &["rev-parse", "HEAD"]);
    let (trap, mark) = trap(&project);
    git(&project, &["config", "filter.evil.clean", &trap]);
    touch(&project);
    assert_trap_works(&project, &mark, &["--no-optional-locks", "status"]);
    (project, head, mark)
}

/// A filter is run on each file whose time has changed, to see whether its content has.
#[test]
fn a_hostile_filter_is_not_run() {
    if !has("git") {
        return;
    }
    let (project, head, mark) = with_hostile_filter();
    assert_harmless(&project, &head, &mark);
}

/// Converted to a string, the name would be that of another filter, and this one would stay on.
#[test]
fn a_hostile_filter_whose_name_is_not_utf_8_is_not_run() {
    if !has("git") {
        return;
    }
    for name in [&b"\xff"[..], b"a\xed\xa0\x80"] {
        let project = committed("{}").file("work/.gitattributes", [b"* filter=", name, b"\n"].concat());
        commit(&project);
        let head = git(&project, &["rev-parse", "HEAD"]);
        let (trap, mark) = trap(&project);
        let settings = fs::read(project.path("work/.git/config")).unwrap();
        let filter = format!("\"]\n\tclean = {trap}\n\tprocess = {trap}\n");
        let settings = [&settings[..], b"[filter \"", name, filter.as_bytes()].concat();
        let project = project.file("work/.git/config", settings);
        touch(&project);

        assert_trap_works(&project, &mark, &["--no-optional-locks", "status"]);
        assert_harmless(&project, &head, &mark);
    }
}

/// `GIT_CONFIG` makes `git config` read another file than git itself does; a trace would write a file.
#[test]
fn variables_of_git_do_not_hide_a_filter_and_leave_no_trace() {
    if !has("git") {
        return;
    }
    let (project, head, mark) = with_hostile_filter();

    let trace = project.path("home/trace");
    let trace = trace.to_str().unwrap();
    let project =
        project.env("GIT_CONFIG", "/dev/null").env("GIT_TRACE", trace).env("GIT_TRACE2_EVENT", trace);
    assert_harmless(&project, &head, &mark);
    assert!(!Path::new(trace).exists(), "{}", fs::read_to_string(trace).unwrap());
}

/// A repository that says an object is kept elsewhere has git fetch it, by a command of its own.
#[test]
fn a_missing_object_is_not_fetched() {
    if !has("git") {
        return;
    }
    let project = committed("{}");
    let head = git(&project, &["rev-parse", "HEAD"]);
    let tree = git(&project, &["rev-parse", "HEAD^{tree}"]);
    let (trap, mark) = trap(&project);
    for (key, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.url", "ssh://nowhere.invalid/x"),
        ("remote.origin.promisor", "true"),
        ("core.sshCommand", &trap),
    ] {
        git(&project, &["config", key, value]);
    }
    fs::remove_file(project.path(&format!("work/.git/objects/{}/{}", &tree[..2], &tree[2..]))).unwrap();

    assert_trap_works(&project, &mark, &["--no-optional-locks", "status"]);
    assert_harmless(&project, &head, &mark);
}

/// Git itself looks into no included file that another user owns, but this one is the repository's own.
#[test]
fn a_hostile_file_that_the_repository_includes_runs_nothing() {
    if !has("git") {
        return;
    }
    let project = committed("{}").file("work/.gitattributes", "* filter=evil diff=evil\n");
    commit(&project);
    let head = git(&project, &["rev-parse", "HEAD"]);
    let (trap, mark) = trap(&project);
    let included = format!(
        "[filter \"evil\"]\n\tclean = {trap}\n\tprocess = {trap}\n\trequired = true\n[core]\n\tfsmonitor = {trap}\n"
    );
    let project = project.file("work/.git/included", included);
    git(&project, &["config", "include.path", "included"]);
    git(&project, &["config", "extensions.worktreeConfig", "true"]);
    let project = project.file("work/.git/config.worktree", format!("[filter \"evil\"]\n\tclean = {trap}\n"));
    touch(&project);

    assert_trap_works(&project, &mark, &["--no-optional-locks", "status"]);
    assert_harmless(&project, &head, &mark);
}

/// With `.` in the path, or without a path, a search for `git` would find the one in the repository.
#[test]
fn a_program_that_the_repository_calls_git_is_not_run() {
    if !has("git") {
        return;
    }
    let project = committed(SHOW_GIT);
    let (trap, mark) = trap(&project);
    fs::copy(trap, project.path("work/git")).unwrap();
    let path = std::env::var("PATH").unwrap();
    for path in
        [format!(".:{path}"), format!(":{path}"), format!("bin/..:{path}"), format!("{path}:"), String::new()]
    {
        let mut command = project.command(NOTHING);
        command.env("PATH", &path);
        let run = project.feed(command, b"{}");
        assert_eq!(fs::read_to_string(&mark).unwrap_or_default(), "", "PATH={path}");
        assert_eq!(run, Run::printed("Claude │ work │ main?1"), "PATH={path}");
    }
}
