//! `stateline watch`: the line again whenever it changes, and not a byte while nothing does.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    os::unix::fs::symlink,
    path::Path,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use crate::harness::{PROGRAM, Project, Run, has};

/// How long a line may be in coming before it is taken to be missing.
const PATIENCE: Duration = Duration::from_secs(20);

/// Long enough for anything that is on its way to arrive.
const QUIET: Duration = Duration::from_millis(900);

/// A running watch, whose lines are read as they come.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(project: &Project, arguments: &[&str]) -> Self {
        let mut command = project.command([&["watch"], arguments].concat());
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = read_lines(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// Starts where there is no state, and waits until the watch is in place.
    fn start_waiting(project: &Project, arguments: &[&str]) -> Self {
        let watching = Self::start(project, arguments);
        watching.wait_until_asleep();
        watching
    }

    /// Returns the next line.
    fn next(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line was to come")
    }

    /// Asserts that nothing more is on its way.
    fn says_nothing(&self) {
        let more = self.lines.recv_timeout(QUIET).ok();
        assert_eq!(more, None, "a line came although nothing changed");
    }

    /// Waits until the main thread sleeps in `poll`, with its watches in place.
    fn wait_until_asleep(&self) {
        let state = format!("/proc/{}/wchan", self.child.id());
        let begun = Instant::now();
        let mut calm = 0;
        while calm < 5 {
            assert!(begun.elapsed() < PATIENCE, "it does not come to rest");
            let is_asleep = fs::read_to_string(&state).is_ok_and(|place| place.contains("poll"))
                && thread_count(self.child.id()) >= 2;
            calm = if is_asleep { calm + 1 } else { 0 };
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Waits for the end and returns how it ended and what it complained of.
    fn end(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                panic!("it does not end");
            }
            thread::sleep(Duration::from_millis(10));
        };
        let mut complaint = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        (status, complaint)
    }

    /// Interrupts it, and asserts that it ends in peace without another line.
    fn stop(self) {
        self.says_nothing();
        self.signal("INT");
        let (status, complaint) = self.end();
        assert_eq!((status.code(), complaint.as_str()), (Some(0), ""));
    }
}

fn read_lines(stdout: ChildStdout) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            if sender.send(line.unwrap()).is_err() {
                break;
            }
        }
    });
    lines
}

fn thread_count(id: u32) -> usize {
    fs::read_dir(format!("/proc/{id}/task")).map_or(0, Iterator::count)
}

fn state(status: &str) -> String {
    format!("---\nmilestone: v1.0\nstatus: {status}\nprogress:\n  percent: 40\n---\n")
}

fn line(status: &str) -> String {
    format!("v1.0 [████░░░░░░] 40% · {status}")
}

/// Replaces a file as careful programs do.
fn replace(path: &Path, text: &str) {
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, text).unwrap();
    fs::rename(temporary, path).unwrap();
}

fn planning() -> (Project, std::path::PathBuf) {
    let project = Project::new().file("work/.planning/STATE.md", state("planning"));
    let path = project.path("work/.planning/STATE.md");
    (project, path)
}

#[test]
fn an_atomic_replacement_prints_the_new_line() {
    let (project, path) = planning();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    for status in ["executing", "verifying", "done"] {
        replace(&path, &state(status));
        assert_eq!(watching.next(), line(status));
    }
    watching.stop();
}

#[test]
fn a_file_written_in_place_prints_the_new_line_and_not_the_empty_one() {
    let (project, path) = planning();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    // Cut short first, as an open for writing does, and filled a moment later.
    fs::write(&path, "").unwrap();
    thread::sleep(Duration::from_millis(20));
    fs::write(&path, state("executing")).unwrap();
    assert_eq!(watching.next(), line("executing"));
    watching.stop();
}

#[test]
fn a_file_that_is_removed_and_made_again_prints_only_the_new_line() {
    let (project, path) = planning();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    fs::remove_file(&path).unwrap();
    thread::sleep(Duration::from_millis(20));
    fs::write(&path, state("executing")).unwrap();
    assert_eq!(watching.next(), line("executing"));
    watching.stop();
}

#[test]
fn an_editor_that_swaps_files_prints_only_the_new_line() {
    let (project, path) = planning();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    // As vim does with a backup: the old file moves away, a new one takes its name.
    let backup = path.with_file_name("STATE.md~");
    fs::write(path.with_file_name(".STATE.md.swp"), "swap").unwrap();
    fs::write(path.with_file_name("4913"), "").unwrap();
    fs::remove_file(path.with_file_name("4913")).unwrap();
    fs::rename(&path, &backup).unwrap();
    fs::write(&path, state("executing")).unwrap();
    fs::remove_file(&backup).unwrap();
    fs::remove_file(path.with_file_name(".STATE.md.swp")).unwrap();
    assert_eq!(watching.next(), line("executing"));
    watching.stop();
}

#[test]
fn a_state_that_is_gone_is_an_empty_line_and_its_return_a_line() {
    let (project, path) = planning();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    fs::remove_file(&path).unwrap();
    assert_eq!(watching.next(), "");
    fs::write(&path, state("executing")).unwrap();
    assert_eq!(watching.next(), line("executing"));
    watching.stop();
}

#[test]
fn a_nearer_state_takes_over_and_gives_back() {
    let (project, _) = planning();
    let project = project.dir("work/a/b");
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    let nearer = project.path("work/a/.planning");
    fs::create_dir(&nearer).unwrap();
    watching.says_nothing();
    fs::write(nearer.join("STATE.md"), state("verifying")).unwrap();
    assert_eq!(watching.next(), line("verifying"));
    fs::remove_dir_all(&nearer).unwrap();
    assert_eq!(watching.next(), line("planning"));
    watching.stop();
}

#[test]
fn a_directory_that_is_removed_and_made_again_is_followed() {
    let project = Project::new().file("work/a/b/.planning/STATE.md", state("planning"));
    let project = project.dir("work");
    let watching = Watching::start(&project, &["-C", "a/b"]);
    assert_eq!(watching.next(), line("planning"));
    fs::remove_dir_all(project.path("work/a")).unwrap();
    assert_eq!(watching.next(), "");
    fs::create_dir_all(project.path("work/a/b/.planning")).unwrap();
    fs::write(project.path("work/a/b/.planning/STATE.md"), state("executing")).unwrap();
    assert_eq!(watching.next(), line("executing"));
    watching.stop();
}

#[test]
fn its_own_directory_may_be_removed_under_its_feet() {
    let project = Project::new().file("work/a/.planning/STATE.md", state("planning")).dir("work/a");
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    fs::remove_dir_all(project.path("work/a")).unwrap();
    assert_eq!(watching.next(), "");
    watching.stop();
}

#[test]
fn without_a_state_it_waits_for_one() {
    let project = Project::new();
    let watching = Watching::start_waiting(&project, &[]);
    fs::create_dir(project.path("work/.planning")).unwrap();
    fs::write(project.path("work/.planning/STATE.md"), state("planning")).unwrap();
    assert_eq!(watching.next(), line("planning"));
    watching.stop();
}

#[test]
fn a_named_file_is_waited_for_and_followed() {
    let project = Project::new();
    let watching = Watching::start_waiting(&project, &["-f", "deep/down/notes.md", "--as", "gsd"]);
    fs::create_dir_all(project.path("work/deep/down")).unwrap();
    fs::write(project.path("work/deep/down/notes.md"), state("planning")).unwrap();
    assert_eq!(watching.next(), line("planning"));
    replace(&project.path("work/deep/down/notes.md"), &state("executing"));
    assert_eq!(watching.next(), line("executing"));
    watching.stop();
}

#[test]
fn a_link_is_followed_to_the_file_that_changes() {
    let project = Project::new().file("elsewhere/STATE.md", state("planning"));
    let project = project.dir("work/.planning").dir("work");
    symlink(project.path("elsewhere/STATE.md"), project.path("work/.planning/STATE.md")).unwrap();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    fs::write(project.path("elsewhere/STATE.md"), state("executing")).unwrap();
    assert_eq!(watching.next(), line("executing"));
    watching.stop();
}

#[test]
fn a_workstream_that_is_chosen_is_followed() {
    let project = Project::new()
        .file("work/.planning/workstreams/a/STATE.md", state("planning"))
        .file("work/.planning/workstreams/b/STATE.md", state("verifying"))
        .file("work/.planning/active-workstream", "a\n");
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    fs::write(project.path("work/.planning/active-workstream"), "b\n").unwrap();
    assert_eq!(watching.next(), line("verifying"));
    replace(&project.path("work/.planning/workstreams/b/STATE.md"), &state("done"));
    assert_eq!(watching.next(), line("done"));
    watching.stop();
}

#[test]
fn a_change_that_leaves_the_line_as_it_is_prints_nothing() {
    let (project, path) = planning();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    replace(&path, &format!("{}\n# More notes\n", state("planning")));
    fs::write(path.with_file_name("ROADMAP.md"), "notes").unwrap();
    fs::write(project.path("work/main.rs"), "fn main() {}").unwrap();
    watching.says_nothing();
    replace(&path, &state("executing"));
    assert_eq!(watching.next(), line("executing"));
    watching.stop();
}

#[test]
fn json_is_one_object_for_each_change() {
    let (project, path) = planning();
    let project = project.env("STATELINE_NOW", "2026-01-15T12:30:00Z");
    let watching = Watching::start(&project, &["--json"]);
    let object = |line: &str, rest: &str| {
        format!("{{\"time\":\"2026-01-15T12:30:00Z\",\"line\":\"{line}\",\"scene\":{rest}}}")
    };
    let found = r#""fallback","family":"gsd","path":"[ROOT]/work/.planning/STATE.md","percent":40"#;
    assert_eq!(project.without_root(&watching.next()), object(&line("planning"), found));
    replace(&path, &state("executing"));
    assert_eq!(project.without_root(&watching.next()), object(&line("executing"), found));
    fs::remove_file(&path).unwrap();
    assert_eq!(watching.next(), object("", r#"null,"family":null,"path":null,"percent":null"#));
    watching.stop();
}

#[test]
fn a_reader_that_goes_away_ends_it_at_once() {
    let (project, _) = planning();
    let mut child = project.command(["watch"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    assert_eq!(first, format!("{}\n", line("planning")));
    drop(stdout);
    // It ends even if nothing is written any more.
    let (_, lines) = mpsc::channel();
    let (status, complaint) = Watching { child, lines }.end();
    assert_eq!((status.code(), complaint.as_str()), (Some(0), ""));
}

#[test]
fn a_signal_ends_it_without_an_error() {
    let (project, _) = planning();
    for signal in ["INT", "TERM"] {
        let watching = Watching::start(&project, &[]);
        assert_eq!(watching.next(), line("planning"));
        watching.signal(signal);
        let (status, complaint) = watching.end();
        assert_eq!((status.code(), complaint.as_str()), (Some(0), ""), "{signal}");
    }
}

#[test]
fn standard_input_cannot_be_watched() {
    assert_eq!(
        Project::new().run(["watch", "-f", "-"]),
        Run::refused(2, "stateline: `--file` cannot be `-`; it takes a file that can be watched\n")
    );
}

#[test]
fn it_sleeps_while_nothing_changes() {
    if !has("strace") {
        return;
    }
    let (project, _) = planning();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    watching.wait_until_asleep();
    let trace = project.path("trace.txt");
    let id = watching.child.id().to_string();
    let mut strace = Command::new("strace")
        .args(["-f", "-q", "-p", &id, "-o"])
        .arg(&trace)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_secs(2));
    Command::new("kill").arg(strace.id().to_string()).status().unwrap();
    strace.wait().unwrap();
    let calls = fs::read_to_string(&trace).unwrap();
    // strace reports the call that it sleeps in when it attaches and, because that interrupts the call, once more.
    let busy: Vec<&str> = calls
        .lines()
        .filter(|call| !["poll", "epoll_wait", "detached"].iter().any(|word| call.contains(word)))
        .collect();
    assert_eq!(busy, Vec::<&str>::new(), "{calls}");
    assert!(calls.lines().count() <= 6, "{calls}");
    watching.stop();
}

#[test]
fn if_nothing_can_be_watched_it_says_so() {
    let project = Project::new();
    // Room for its own pipes, and none for what watches.
    let script = format!("ulimit -n 9; exec {PROGRAM} watch");
    let run = project.feed(project.other("bash", ["-c", &script]), b"");
    // The words are those of the C library.
    let why = if cfg!(target_env = "musl") { "No file descriptors available" } else { "Too many open files" };
    assert_eq!(run, Run::refused(1, format!("stateline: cannot watch for changes: {why} (os error 24)\n")));
}

#[test]
fn sessions_that_begin_and_end_are_followed() {
    let session = |status: &str| {
        format!(
            "{{\"template_name\": \"TDD\", \"status\": \"{status}\", \"updated_at\": \"2999-01-01T00:00:00Z\"}}"
        )
    };
    let project = Project::new();
    let watching = Watching::start_waiting(&project, &[]);
    let first = project.path("work/.workflow/sessions/WFR-a-20260101");
    fs::create_dir_all(&first).unwrap();
    fs::write(first.join("session-state.json"), session("running")).unwrap();
    assert_eq!(watching.next(), "TDD · running");
    replace(&first.join("session-state.json"), &session("completed"));
    assert_eq!(watching.next(), "TDD · workflow complete");
    let second = project.path("work/.workflow/sessions/WFR-b-20260102");
    fs::create_dir_all(&second).unwrap();
    fs::write(second.join("session-state.json"), session("paused")).unwrap();
    assert_eq!(watching.next(), "TDD · paused");
    watching.stop();
}

#[test]
fn the_family_that_was_written_last_takes_over() {
    let (project, path) = planning();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    let past = std::time::SystemTime::now() - Duration::from_mins(1);
    fs::File::options().write(true).open(&path).unwrap().set_modified(past).unwrap();
    fs::create_dir(project.path("work/.claude")).unwrap();
    fs::write(
        project.path("work/.claude/agent-state.json"),
        r#"{"orchestrator": {"status": "planning", "task_doc": "auth.md"}}"#,
    )
    .unwrap();
    assert_eq!(watching.next(), "auth · planning");
    watching.stop();
}

#[test]
fn a_change_of_the_project_s_config_shows_at_once() {
    let (project, _) = planning();
    let watching = Watching::start(&project, &[]);
    assert_eq!(watching.next(), line("planning"));
    let config = project.path("work/.stateline.toml");
    fs::write(&config, "style = \"compact\"\n").unwrap();
    assert_eq!(watching.next(), "v1.0 · planning");
    fs::remove_file(&config).unwrap();
    assert_eq!(watching.next(), line("planning"));
    watching.stop();
}

#[test]
fn it_prints_the_records_of_a_host_that_reads_records() {
    let (project, path) = planning();
    let watching = Watching::start(&project, &["--for", "waybar"]);
    let text = |record: String| {
        let record: serde_json::Value = serde_json::from_str(&record).unwrap();
        record["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(text(watching.next()), line("planning"));
    fs::remove_file(&path).unwrap();
    assert_eq!(text(watching.next()), "");
    watching.stop();
}

#[test]
fn a_closed_output_is_reported() {
    let project = Project::new();
    let command = project.other("sh", ["-c", &format!("exec {PROGRAM} watch >&-")]);
    let refusal = "stateline: cannot write the output: standard output is closed\n";
    assert_eq!(project.run_command(command), Run::refused(1, refusal));
}

#[test]
fn without_a_thread_to_spare_files_are_read_from_time_to_time() {
    if !crate::harness::is_root() || !has("setpriv") {
        return;
    }
    let project = Project::new();
    let program = project.path("home/stateline");
    fs::copy(PROGRAM, &program).unwrap();
    let user = ["--reuid=65533", "--regid=65533", "--clear-groups", "bash", "--norc", "-c"];
    let mut command = project.other("setpriv", user);
    command.arg(format!("ulimit -u 1; exec {} watch", program.display()));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut message = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut message).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(
        message,
        "stateline: cannot watch for changes: Resource temporarily unavailable (os error 11); reading the files every \
         5 s instead\n"
    );
}

#[test]
fn a_file_system_that_reports_no_changes_is_read_from_time_to_time() {
    let project = Project::new();
    let mut command = project.command(["watch", "-C", "/proc/sys"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut message = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut message).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(
        message,
        "stateline: the file system of `/proc` does not report changes; reading the files every 5 s instead\n"
    );
}
