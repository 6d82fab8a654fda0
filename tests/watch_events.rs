//! `stateline watch` for several projects: in place on a terminal, and what it runs when something happens.

use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use crate::harness::{HOSTILE, PROGRAM, Project, Run, SHOWN, has, screen::Screen};

/// How long something may take before it is considered missing.
const PATIENCE: Duration = Duration::from_secs(30);

/// Long enough for anything that is on its way to arrive.
const QUIET: Duration = Duration::from_millis(1500);

fn state(status: &str) -> String {
    format!("---\nmilestone: v1.0\nstatus: {status}\nprogress:\n  percent: 40\n---\n")
}

fn session(status: &str) -> String {
    format!(
        "{{\"template_name\": \"TDD\", \"status\": \"{status}\", \"updated_at\": \"2999-01-01T00:00:00Z\"}}"
    )
}

const SESSION: &str = "work/.workflow/sessions/WFR-1/session-state.json";

/// Replaces a file as careful programs do.
fn replace(path: &Path, text: &str) {
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, text).unwrap();
    fs::rename(temporary, path).unwrap();
}

/// A running watch. The lines that it prints are read as they come.
struct Watching {
    child: Child,
    lines: Receiver<String>,
    messages: Receiver<String>,
}

impl Watching {
    fn start(project: &Project, arguments: &[&str]) -> Self {
        let mut command = project.command([&["watch"], arguments].concat());
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (lines, messages) = (read(child.stdout.take().unwrap()), read(child.stderr.take().unwrap()));
        Self { child, lines, messages }
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line was to come")
    }

    fn message(&self) -> String {
        self.messages.recv_timeout(PATIENCE).expect("a message was to come")
    }

    fn is_quiet(&self) {
        assert_eq!(self.messages.recv_timeout(QUIET).ok(), None, "a command was run");
    }

    fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", "INT", &id]).status().unwrap().success());
        let begun = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

fn read(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines() {
            if sender.send(line.unwrap()).is_err() {
                break;
            }
        }
    });
    lines
}

#[test]
fn several_directories_are_watched_and_each_line_says_which() {
    let project = Project::new()
        .file("work/shop/.planning/STATE.md", state("planning"))
        .file("work/api/notes.md", state("verifying"));
    let watching = Watching::start(&project, &["shop", "api/notes.md", "--as", "gsd"]);
    assert_eq!(watching.line(), "shop          v1.0 [████░░░░░░] 40% · planning");
    assert_eq!(watching.line(), "api/notes.md  v1.0 [████░░░░░░] 40% · verifying");
    replace(&project.path("work/api/notes.md"), &state("done"));
    assert_eq!(watching.line(), "api/notes.md  v1.0 [████░░░░░░] 40% · done");
    fs::remove_file(project.path("work/shop/.planning/STATE.md")).unwrap();
    assert_eq!(watching.line(), "shop");
    watching.stop();
}

#[test]
fn objects_say_which_directory_they_are_about() {
    let project = Project::new()
        .file("work/shop/.planning/STATE.md", state("planning"))
        .env("STATELINE_NOW", "2026-01-15T12:30:00Z");
    let watching = Watching::start(&project, &["shop", "--json"]);
    assert_eq!(
        project.without_root(&watching.line()),
        "{\"time\":\"2026-01-15T12:30:00Z\",\"dir\":\"shop\",\"line\":\"v1.0 [████░░░░░░] 40% · planning\",\
         \"scene\":\"fallback\",\"family\":\"gsd\",\"path\":\"[ROOT]/work/shop/.planning/STATE.md\",\"percent\":40}"
    );
    watching.stop();
}

#[test]
fn what_is_not_there_cannot_be_watched() {
    let project = Project::new();
    assert_eq!(
        project.run(["watch", "nowhere"]),
        Run::refused(2, "stateline: unexpected argument `nowhere`; expected a directory or a file\n")
    );
    assert_eq!(
        project.run(["watch", "-f", "STATE.md", "."]),
        Run::refused(2, "stateline: unexpected argument `.`; see `stateline watch --help`\n")
    );
}

const PRINT: &str = "printf '%s|' \"$STATELINE_EVENT\" \"$STATELINE_LINE\" \"$STATELINE_SCENE\" \"$STATELINE_FAMILY\" \
                     \"$STATELINE_PATH\" \"$STATELINE_ALERT\"; echo";

#[test]
fn a_command_runs_on_each_change_and_finds_all_of_it_in_its_environment() {
    let project = Project::new().file(SESSION, session("running"));
    let watching = Watching::start(&project, &["--exec", PRINT]);
    assert_eq!(watching.line(), "TDD · running");
    watching.is_quiet();
    replace(&project.path(SESSION), &session("failed"));
    assert_eq!(watching.line(), "TDD · FAILED");
    assert_eq!(
        project.without_root(&watching.message()),
        format!("change|TDD · FAILED|failed|wf-player|[ROOT]/{SESSION}|FAILED|")
    );
    fs::remove_file(project.path(SESSION)).unwrap();
    assert_eq!(watching.line(), "");
    assert_eq!(watching.message(), "change||||||");
    watching.stop();
}

#[test]
fn an_alert_runs_the_command_once_also_at_the_start() {
    let project = Project::new().file(SESSION, session("paused"));
    let watching = Watching::start(&project, &["--exec", PRINT, "--on", "alert"]);
    let message =
        |line: &str, scene: &str| format!("alert|{line}|{scene}|wf-player|[ROOT]/{SESSION}|{}|", &line[7..]);
    assert_eq!(project.without_root(&watching.message()), message("TDD · paused", "paused"));
    // The same alert again, and none.
    replace(&project.path(SESSION), &format!("{} ", session("paused")));
    watching.is_quiet();
    replace(&project.path(SESSION), &session("running"));
    watching.is_quiet();
    replace(&project.path(SESSION), &session("failed"));
    assert_eq!(project.without_root(&watching.message()), message("TDD · FAILED", "failed"));
    watching.stop();
}

#[test]
fn the_end_of_the_work_runs_the_command_but_not_at_the_start() {
    let project = Project::new().file(SESSION, session("completed"));
    let exec = "echo \"$STATELINE_EVENT\"";
    let watching = Watching::start(&project, &["--exec", exec, "--on", "complete", "--on", "alert"]);
    watching.is_quiet();
    replace(&project.path(SESSION), &session("running"));
    watching.is_quiet();
    replace(&project.path(SESSION), &session("completed"));
    assert_eq!(watching.message(), "complete");
    watching.stop();
}

#[test]
fn text_from_a_file_is_never_part_of_the_command() {
    let project = Project::new().file("work/.planning/STATE.md", state("planning"));
    let watching = Watching::start(&project, &["--exec", "printf '%s\\n' \"$STATELINE_LINE\""]);
    watching.line();
    replace(&project.path("work/.planning/STATE.md"), HOSTILE);
    assert_eq!(watching.message(), SHOWN);
    assert!(!project.path("work/pwned").exists());
    watching.stop();
}

#[test]
fn a_command_that_fails_is_reported_and_the_next_one_runs() {
    let project = Project::new().file("work/.planning/STATE.md", state("planning"));
    let exec = "echo \"$STATELINE_LINE\" >&2; exit 3";
    let watching = Watching::start(&project, &["--exec", exec]);
    watching.line();
    for status in ["executing", "done"] {
        replace(&project.path("work/.planning/STATE.md"), &state(status));
        assert_eq!(watching.message(), format!("v1.0 [████░░░░░░] 40% · {status}"));
        assert_eq!(watching.message(), "stateline: `--exec` failed with exit code 3");
    }
    watching.stop();
}

#[test]
fn commands_run_one_at_a_time_and_what_is_out_of_date_is_left_out() {
    let project = Project::new().file("work/.planning/STATE.md", state("planning"));
    let exec = "mkdir running || echo two at once; sleep 2; rmdir running; echo \"$STATELINE_LINE\"";
    let watching = Watching::start(&project, &["--exec", exec]);
    watching.line();
    for status in ["executing", "verifying", "testing", "done"] {
        replace(&project.path("work/.planning/STATE.md"), &state(status));
        assert_eq!(watching.line(), format!("v1.0 [████░░░░░░] 40% · {status}"));
    }
    assert_eq!(watching.message(), "v1.0 [████░░░░░░] 40% · executing");
    let mut last = watching.message();
    while !last.ends_with("done") {
        assert_ne!(last, "two at once");
        last = watching.message();
    }
    watching.stop();
}

#[test]
fn a_command_that_runs_is_ended_with_the_watch() {
    let project = Project::new().file("work/.planning/STATE.md", state("planning"));
    let watching = Watching::start(&project, &["--exec", "echo $$ >id; sleep 1000 & wait"]);
    watching.line();
    replace(&project.path("work/.planning/STATE.md"), &state("done"));
    watching.line();
    let begun = Instant::now();
    let id = loop {
        assert!(begun.elapsed() < PATIENCE, "it was not run");
        match fs::read_to_string(project.path("work/id")) {
            Ok(id) if id.ends_with('\n') => break id.trim().to_owned(),
            _ => thread::sleep(Duration::from_millis(20)),
        }
    };
    watching.stop();
    assert!(!Path::new(&format!("/proc/{id}")).exists(), "it still runs");
}

#[test]
fn a_notification_is_shown_by_the_system_s_program() {
    let project = Project::new().file(SESSION, session("running")).file(
        "bin/notify-send",
        "#!/bin/sh\nfor argument; do printf '%s|' \"$argument\"; done >\"$HOME/shown.tmp\"\nmv \"$HOME/shown.tmp\" \"$HOME/shown\"\n",
    );
    assert!(Command::new("chmod").arg("+x").arg(project.path("bin/notify-send")).status().unwrap().success());
    let path = format!("{}:{}", project.path("bin").display(), std::env::var("PATH").unwrap());
    let project = project.env("PATH", &path).env("DISPLAY", ":0");
    let watching = Watching::start(&project, &["--notify"]);
    watching.line();
    replace(&project.path(SESSION), &session("failed").replace("TDD", "<b>--x & $(id)"));
    assert_eq!(watching.line(), "<b>--x & $(id) · FAILED");
    let begun = Instant::now();
    while !project.path("home/shown").exists() {
        assert!(begun.elapsed() < PATIENCE, "nothing was shown");
        thread::sleep(Duration::from_millis(20));
    }
    let shown = fs::read_to_string(project.path("home/shown")).unwrap();
    assert_eq!(shown, "--app-name=stateline|--|work|&lt;b&gt;--x &amp; $(id) · FAILED|");
    watching.stop();
}

#[test]
fn without_a_way_to_show_notifications_it_says_so() {
    let project = Project::new().file(SESSION, session("running"));
    let watching = Watching::start(&project, &["--notify"]);
    assert_eq!(
        watching.message(),
        "stateline: there is no `notify-send` here, and this terminal is not known to show notifications; \
         `stateline watch --help` has commands for `--exec`"
    );
    assert_eq!(watching.line(), "TDD · running");
    watching.stop();
}

#[test]
fn on_a_terminal_the_lines_stay_in_place_and_messages_go_above_them() {
    if !has("tmux") {
        return;
    }
    let project = Project::new()
        .file("work/shop/.planning/STATE.md", state("planning"))
        .file("work/api/.planning/STATE.md", state("verifying"))
        .dir("work/none")
        .dir("work");
    let command = format!("{PROGRAM} watch shop api none --exec 'echo now: \"$STATELINE_LINE\"'");
    let screen = Screen::start(&project, 60, &["sh", "-c", &command]);
    screen.shows(&[
        "shop  v1.0 [████░░░░░░] 40% · planning",
        "api   v1.0 [████░░░░░░] 40% · verifying",
        "none  no state",
    ]);
    replace(&project.path("work/api/.planning/STATE.md"), &state("done"));
    screen.shows(&[
        "now: v1.0 [████░░░░░░] 40% · done",
        "shop  v1.0 [████░░░░░░] 40% · planning",
        "api   v1.0 [████░░░░░░] 40% · done",
        "none  no state",
    ]);
}

#[test]
fn the_bell_rings_on_an_alert() {
    if !has("script") {
        return;
    }
    let project = Project::new().file(SESSION, session("paused"));
    let mut command = project.other("script", ["-qfec", &format!("{PROGRAM} watch --bell"), "typescript"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !fs::read(project.path("work/typescript")).is_ok_and(|typed| typed.contains(&7)) {
        assert!(begun.elapsed() < PATIENCE, "no bell");
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
