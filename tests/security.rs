//! What SECURITY.md says: every file that is opened, every program that is run, and that there is nothing else.

use std::{collections::BTreeSet, fs, os::unix::fs::PermissionsExt, path::Path};

use crate::harness::{PROGRAM, Project, Run, STATE, STATE_LINE, has, is_root};

const NOTHING: [&str; 0] = [];

/// The system calls that change a file or a directory, reach out, or start a program, as far as a machine has them.
const WATCHED: &str = "trace=?open,?openat,?openat2,?creat,?truncate,?ftruncate,?rename,?renameat,\
    ?renameat2,?unlink,?unlinkat,?mkdir,?mkdirat,?rmdir,?link,?linkat,?symlink,?symlinkat,?mknod,?mknodat,\
    ?chmod,?fchmod,?fchmodat,?chown,?fchown,?fchownat,?lchown,?utime,?utimes,?utimensat,?futimesat,\
    ?setxattr,?lsetxattr,?fsetxattr,?mount,?socket,?connect,?bind,?sendto,?sendmsg,?execve,?execveat,?fork,\
    ?vfork,?clone,?clone3,?kill,?tgkill,?ptrace,?io_uring_setup,?memfd_create,?shmget,?mq_open";

/// What a run has done.
#[derive(Debug, Default, PartialEq, Eq)]
struct Deeds {
    /// The files that were opened to be read, whether they are there or not.
    read: BTreeSet<String>,
    /// Everything else that was watched, in its order.
    else_done: Vec<String>,
}

/// Runs the hook under strace and returns what it did, with the root written as `[ROOT]`.
fn deeds(project: &Project, arguments: &[&str], input: &str) -> (Run, Deeds) {
    let log = project.path("home/deeds.log");
    let mut command =
        project.other("strace", ["-f", "-qq", "-s", "4096", "-e", "signal=none", "-e", WATCHED, "-o"]);
    command.arg(&log).arg(PROGRAM).args(arguments);
    let run = project.feed(command, input.as_bytes());
    let text = project.without_root(&fs::read_to_string(&log).unwrap());
    fs::remove_file(log).unwrap();
    let mut deeds = Deeds::default();
    // The first is the start of the program itself.
    for line in text.lines().skip(1) {
        let call = line.split_once(' ').unwrap().1.trim_start();
        // The second half of a call that another process has come between.
        if call.starts_with("<... ") {
            continue;
        }
        let call = &*as_on_every_machine(call);
        let is_reading = call.contains("O_RDONLY")
            && !["O_CREAT", "O_TRUNC", "O_TMPFILE"].iter().any(|flag| call.contains(flag));
        if call.starts_with("open") && is_reading {
            let path = call.split('"').nth(1).unwrap();
            if !is_read_at_the_start(path) {
                deeds.read.insert(path.to_owned());
            }
        } else {
            deeds.else_done.push(call.to_owned());
        }
    }
    (run, deeds)
}

/// Whether the loader of a plain build or Rust's own start reads this, before any of our code runs: the C library, and
/// where the stack is.
fn is_read_at_the_start(path: &str) -> bool {
    let is_library = ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"].iter().any(|dir| path.starts_with(dir))
        && path.contains(".so");
    is_library || ["/etc/ld.so.cache", "/proc/self/maps"].contains(&path)
}

/// Writes a call as it is on machines that know only the newer forms, or have no small files.
fn as_on_every_machine(call: &str) -> String {
    let (name, rest) = call.split_once('(').unwrap();
    let name = name.trim_end_matches('2').trim_end_matches("at");
    format!("{name}({}", rest.replace("AT_FDCWD, ", "").replace("|O_LARGEFILE", ""))
}

/// What a host sends about the project.
fn payload(project: &Project) -> String {
    let dir = project.path("home/shop").display().to_string();
    let transcript = project.path("home/.claude/projects/p/s1.jsonl").display().to_string();
    format!(
        "{{\"session_id\":\"s1\",\"model\":\"Opus 5\",\"cwd\":\"{dir}\",\"transcript_path\":\"{transcript}\",\
         \"context_window\":{{\"remaining_percentage\":50}}}}"
    )
}

const LINE: &str = "Opus 5 │ v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing │ shop ██████░░░░ 60%";

/// A project in a home directory with every file that could be worth reading.
fn project() -> Project {
    Project::new()
        .file("home/shop/.planning/STATE.md", STATE)
        .dir("home/shop/.claude")
        .dir("home/shop/.workflow")
        .file("home/shop/.stateline.toml", "")
        .file("home/shop/.env", "SECRET=1\n")
        .file("home/.claude/.credentials.json", "{}")
        .file("home/.claude/settings.json", "{}")
        .file("home/.claude/projects/p/s1.jsonl", "{}\n")
        .file("home/.claude.json", "{}")
        .file("home/.ssh/id_ed25519", "")
        .file("home/.netrc", "")
        .file("home/.aws/credentials", "")
        .env("NO_COLOR", "1")
        .dir("home/shop")
}

/// What is opened on the way to every line, from the nearest directory to the home.
const FOR_THE_LINE: [&str; 8] = [
    "[ROOT]/home/.config/stateline/config.toml",
    "[ROOT]/home/shop/.claude/agent-state.json",
    "[ROOT]/home/shop/.claude/ralph-loop.local.md",
    "[ROOT]/home/shop/.claude/orchestrator-exec-phase.local.md",
    "[ROOT]/home/shop/.claude/orchestrator-plan-phase.local.md",
    "[ROOT]/home/shop/.planning/STATE.md",
    "[ROOT]/home/shop/.planning/config.json",
    "[ROOT]/home/shop/.stateline.toml",
];

/// What the hook opens besides.
const FOR_THE_HOOK: [&str; 4] = [
    "[ROOT]/home/.cache/gsd/gsd-update-check-opengsd-gsd-core.json",
    "[ROOT]/home/.claude/tasks/s1",
    "[ROOT]/home/.claude/todos",
    "[ROOT]/home/.planning/config.json",
];

const SESSIONS: &str = "[ROOT]/home/shop/.workflow/sessions";

/// What is listed to see which folders are there.
const LISTED: &str = "[ROOT]/home/shop";

const TEMPORARY: &str = "[ROOT]/tmp";

fn listed(lists: &[&[&str]]) -> BTreeSet<String> {
    lists.concat().into_iter().map(str::to_owned).collect()
}

#[test]
fn the_line_opens_these_files_and_does_nothing_else() {
    if !has("strace") {
        return;
    }
    let (run, done) = deeds(&project(), &["line"], "");
    assert_eq!(run, Run::printed(format!("{STATE_LINE}\n")));
    assert_eq!(done, Deeds { read: listed(&[&FOR_THE_LINE, &[SESSIONS, LISTED]]), else_done: Vec::new() });
}

#[test]
fn the_hook_opens_these_files_and_does_nothing_else_but_write_the_bridge() {
    if !has("strace") {
        return;
    }
    let project = project();
    let read = listed(&[&FOR_THE_LINE, &FOR_THE_HOOK, &[SESSIONS, LISTED]]);
    let input = payload(&project);

    let (run, first) = deeds(&project, &["--now", "2026-01-15T12:34:08Z"], &input);
    assert_eq!(run, Run::printed(LINE));
    // A new bridge is made in a directory that is held open, so that another one cannot take its place.
    assert_eq!(first.read, listed(&[&FOR_THE_LINE, &FOR_THE_HOOK, &[SESSIONS, LISTED, TEMPORARY]]));
    let calls: Vec<String> = first.else_done.iter().map(|call| without_random(call)).collect();
    let bridge = "[ROOT]/tmp/claude-ctx-s1.json";
    assert_eq!(
        calls,
        [
            format!(
                "open(\"{bridge}\", O_RDWR|O_NOCTTY|O_NONBLOCK|O_NOFOLLOW|O_CLOEXEC) = -1 ENOENT (No such file or directory)"
            ),
            "open(3, \".stateline-RANDOM\", O_WRONLY|O_CREAT|O_EXCL|O_NOFOLLOW|O_CLOEXEC, 0600) = 4"
                .to_owned(),
            "rename(3, \".stateline-RANDOM\", 3, \"claude-ctx-s1.json\") = 0".to_owned(),
        ]
    );

    let (run, second) = deeds(&project, &["--now", "2026-01-15T12:35:08Z"], &input);
    assert_eq!(run, Run::printed(LINE));
    assert_eq!(second.read, read);
    let call = format!("open(\"{bridge}\", O_RDWR|O_NOCTTY|O_NONBLOCK|O_NOFOLLOW|O_CLOEXEC) = 3");
    assert_eq!(second.else_done, [call]);
}

/// Writes the random part of a name as `RANDOM`.
fn without_random(call: &str) -> String {
    let Some((before, after)) = call.split_once(".stateline-") else { return call.to_owned() };
    let rest = after.trim_start_matches(|digit: char| digit.is_ascii_hexdigit());
    assert_eq!(after.len() - rest.len(), 16, "{call}");
    format!("{before}.stateline-RANDOM{rest}")
}

/// Every segment at once, in a repository: only this program is run; nothing is written but the bridge.
#[test]
fn with_every_segment_shown_only_this_program_is_run_and_no_connection_opened() {
    if !has("strace") || !has("git") {
        return;
    }
    let segments: Vec<String> =
        stateline::config::SEGMENTS.iter().map(|name| format!("\"{name}\"")).collect();
    let project = project()
        .file("home/.config/stateline/config.toml", format!("segments = [{}]\n", segments.join(", ")))
        .env("GIT_CONFIG_NOSYSTEM", "1");
    let made = project.run_command(project.other("git", ["init", "--quiet", "--initial-branch=main"]));
    assert_eq!(made, Run::printed(""));
    let (run, done) = deeds(&project, &[], &payload(&project));
    assert!(run.stdout.contains("main?"), "the segment of git is missing: {run:?}");
    for call in done.else_done {
        let name = call.split('(').next().unwrap();
        let named = call.split('"').nth(1).unwrap_or_default();
        let is_fine = match name {
            "execve" => named == "/proc/self/exe",
            // The standard streams of the process that reads the repository.
            "open" | "openat" => {
                named == "/dev/null"
                    || named == "[ROOT]/tmp/claude-ctx-s1.json"
                    || named.starts_with(".stateline-")
            }
            "rename" => call.contains(", \"claude-ctx-s1.json\")"),
            name => ["clone", "vfork", "fork"].iter().any(|start| name.starts_with(start)),
        };
        assert!(is_fine, "{call}");
    }
}

/// Every segment is on, so that a segment that is off by default cannot hide a read.
#[test]
fn credentials_and_settings_are_not_read_even_if_everything_is_shown() {
    if !has("strace") {
        return;
    }
    let segments: Vec<&str> =
        stateline::config::SEGMENTS.iter().copied().filter(|name| *name != "git").collect();
    let segments = format!("segments = {segments:?}\n");
    let project = project().file("home/.config/stateline/config.toml", segments);
    let (run, done) = deeds(&project, &[], &payload(&project));
    assert_eq!(run.code, Some(0));
    let transcript = "[ROOT]/home/.claude/projects/p/s1.jsonl";
    assert_eq!(
        done.read,
        listed(&[&FOR_THE_LINE, &FOR_THE_HOOK, &[SESSIONS, LISTED, TEMPORARY, transcript]])
    );
}

/// A name that ends in the number of the process can be guessed, and comes again where the numbers do.
#[test]
fn what_has_the_number_of_the_process_in_its_name_is_not_in_the_way_of_the_bridge() {
    let project = project().file("home/precious", "precious");
    let script =
        "ln -s ../home/precious \"$TMPDIR/claude-ctx-s1.json.$$\"; exec \"$0\" --now 2026-01-15T12:34:08Z";
    let command = project.other("sh", ["-c", script, PROGRAM]);
    assert_eq!(project.feed(command, payload(&project).as_bytes()), Run::printed(LINE));
    assert_eq!(fs::read_to_string(project.path("home/precious")).unwrap(), "precious");
    let bridge = project.path("tmp/claude-ctx-s1.json");
    assert!(fs::symlink_metadata(&bridge).unwrap().is_file(), "the planted link has become the bridge");
    assert_eq!(
        fs::read_to_string(bridge).unwrap(),
        "{\"session_id\":\"s1\",\"remaining_percentage\":50,\"used_pct\":50,\"timestamp\":1768480448}"
    );
    assert_eq!(fs::read_dir(project.path("tmp")).unwrap().count(), 2, "nothing but the link and the bridge");
}

/// Returns a project in which these files belong to another user, or `None` if only root could arrange that.
fn planted(project: Project, files: &[&str]) -> Option<Project> {
    if !is_root() {
        return None;
    }
    for file in files {
        std::os::unix::fs::chown(project.path(file), Some(65534), Some(65534)).unwrap();
    }
    Some(project)
}

#[test]
fn a_bridge_of_another_user_is_left_alone() {
    let old = "{\"session_id\":\"s1\"}";
    let bridge = "tmp/claude-ctx-s1.json";
    let Some(project) = planted(project().file(bridge, old), &[bridge]) else { return };
    fs::set_permissions(project.path(bridge), fs::Permissions::from_mode(0o666)).unwrap();
    assert_eq!(project.run_with(NOTHING, payload(&project).as_bytes()), Run::printed(LINE));
    assert_eq!(fs::read_to_string(project.path(bridge)).unwrap(), old);
}

/// In a directory that every user can write to, a state and its settings can come from any of them: they are only text.
#[test]
fn what_another_user_has_planted_above_the_project_is_only_shown() {
    if !has("strace") {
        return;
    }
    let files = ["home/.planning/STATE.md", "home/.planning/config.json", "home/.stateline.toml"];
    let project = Project::new()
        .file(files[0], STATE.replace("Code", "\x1b]0;owned\x07$(touch owned)`touch owned`Code"))
        .file(files[1], "{\"statusline\":{\"show_last_command\":true,\"command\":\"touch owned\"}}")
        .file(files[2], "separator = \" `id` \"\ncommand = \"touch owned\"\n")
        .env("NO_COLOR", "1")
        .dir("home/shop");
    let Some(project) = planted(project, &files) else { return };
    let (run, done) = deeds(&project, &[], "{}");
    let state = STATE_LINE.replace("Code", " ]0;owned $(touch owned)`touch owned`Code");
    assert_eq!(run, Run::printed(format!("Claude `id` {state} `id` shop")));
    assert_eq!(done.else_done, NOTHING);
}

#[test]
fn the_security_page_names_every_file_that_is_opened() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("SECURITY.md")).unwrap();
    for path in [&FOR_THE_LINE[..], &FOR_THE_HOOK, &[SESSIONS]].concat() {
        let name = path.rsplit("/home/").next().unwrap().trim_start_matches("shop/");
        assert!(page.contains(name), "SECURITY.md does not name `{name}`");
    }
}
