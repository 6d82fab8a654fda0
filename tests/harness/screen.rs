//! A terminal whose screen a test can read: programs run in tmux.

use std::{
    path::PathBuf,
    process::Command,
    thread::sleep,
    time::{Duration, Instant},
};

use super::Project;

/// How long a program may take to show what it should; only a test that fails waits for it.
const PATIENCE: Duration = Duration::from_secs(20);

/// A screen with one program on it.
pub struct Screen {
    socket: PathBuf,
}

impl Screen {
    /// Starts a program in the project's directory, in a terminal with `columns` columns and 24 rows.
    pub fn start(project: &Project, columns: usize, command: &[&str]) -> Self {
        let screen = Self { socket: project.path("tmp/screen") };
        let columns = columns.to_string();
        let mut start = project.other("tmux", ["-u", "-S"]);
        start
            .arg(&screen.socket)
            .args(["-f", "/dev/null", "new-session", "-d", "-x", &columns, "-y", "24"])
            .args(command)
            .envs([("LANG", "C.UTF-8"), ("SHELL", "/bin/sh")]);
        let output = start.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        screen
    }

    /// Types a line.
    pub fn enter(&self, text: &str) {
        self.press(&["-l", text]);
        self.press(&["Enter"]);
    }

    /// Presses keys, named as tmux names them.
    pub fn press(&self, keys: &[&str]) {
        let sent = self.tmux().arg("send-keys").args(keys).status().unwrap();
        assert!(sent.success());
    }

    /// Returns the rows without trailing blanks, and without blank rows at the end.
    pub fn rows(&self) -> Vec<String> {
        let captured = self.tmux().args(["capture-pane", "-p"]).output().unwrap();
        let text = String::from_utf8(captured.stdout).unwrap();
        let mut rows: Vec<String> = text.lines().map(|row| row.trim_end().to_owned()).collect();
        while rows.last().is_some_and(String::is_empty) {
            rows.pop();
        }
        rows
    }

    /// Waits until the screen shows exactly these rows, where every long gap is written as three blanks.
    ///
    /// How wide a gap is depends on the terminal.
    pub fn shows(&self, expected: &[&str]) {
        let rows = self.until(|rows| rows.iter().map(|row| with_gap(row)).eq(expected.iter().copied()));
        assert_eq!(rows.iter().map(|row| with_gap(row)).collect::<Vec<_>>(), expected);
    }

    /// Waits until the screen is as expected or the time is up, and returns its rows.
    pub fn until(&self, wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        let begun = Instant::now();
        loop {
            let rows = self.rows();
            if wanted(&rows) || begun.elapsed() > PATIENCE {
                return rows;
            }
            sleep(Duration::from_millis(20));
        }
    }

    /// Gives the terminal another size.
    pub fn resize(&self, columns: usize, rows: usize) {
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let resized = self.tmux().args(["resize-window", "-x", &columns, "-y", &rows]).status().unwrap();
        assert!(resized.success());
    }

    /// Returns the id of the process in the terminal.
    pub fn id(&self) -> String {
        let listed = self.tmux().args(["list-panes", "-F", "#{pane_pid}"]).output().unwrap();
        String::from_utf8(listed.stdout).unwrap().trim().to_owned()
    }

    fn tmux(&self) -> Command {
        let mut command = Command::new("tmux");
        command.arg("-u").arg("-S").arg(&self.socket).env_remove("TMUX");
        command
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.tmux().arg("kill-server").output().unwrap();
    }
}

/// Shortens every gap of more than three blanks to three.
pub fn with_gap(row: &str) -> String {
    let mut out = row.to_owned();
    while out.contains("    ") {
        out = out.replace("    ", "   ");
    }
    out
}
