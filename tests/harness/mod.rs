//! A project in a temporary directory, and the real program run in it.

use std::{
    ffi::OsStr,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

use stateline::sys::file;

mod fixture;
mod platform;
mod random;
mod running;
pub mod screen;

pub use fixture::Fixture;
pub use platform::{has_mode, is_root, set_mode};
pub use random::Random;
pub use running::{Running, patiently};

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_stateline");

/// A state with all the usual fields.
pub const STATE: &str = "---
milestone: v2.0
milestone_name: Code Quality
status: executing
active_phase: \"4.5\"
progress:
  total_phases: 17
  completed_phases: 10
  percent: 59
---
";

/// The line of [`STATE`].
pub const STATE_LINE: &str = "v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing";

/// A state with control characters and markup in every field.
pub const HOSTILE: &str = "---
milestone: \"$(touch pwned) !1\"
milestone_name: \"`touch pwned` %n %{x%} \\[\\e %F{red}\"
status: \"#(touch pwned) #{host} #[fg=red] <b>&amp; \u{1b}]52;c;aGk=\u{7} \u{202e}ok\"
active_phase: \"${PWD} {{x}}\"
progress:
  percent: 59
---
";

/// How every host should show it.
pub const SHOWN: &str = "$(touch pwned) !1 `touch pwned` %n %{x%} \\[\\e %F{red} [█████░░░░░] 59% · \
                         Phase ${PWD} {{x}} #(touch pwned) #{host} #[fg=red] <b>&amp;  ]52;c;aGk=  ok";

/// The most bytes that a line has, without its end.
pub const LINE_LIMIT: usize = 4095;

/// Returns how ASCII text that is too long for a line is printed: cut to `room` bytes, with an ellipsis.
pub fn cut(text: &str, room: usize) -> String {
    format!("{}…", &text[..room - "…".len()])
}

/// A directory with a home, a place for temporary files and a working directory.
///
/// It is removed at the end, unless the test failed.
pub struct Project {
    root: PathBuf,
    env: Vec<(String, String)>,
    dir: PathBuf,
}

/// The result of a run.
#[must_use]
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// A run that printed this and nothing else, with exit code 0.
    pub fn printed(stdout: impl Into<String>) -> Self {
        Self { code: Some(0), stdout: stdout.into(), stderr: String::new() }
    }

    /// A run that printed only an error message.
    pub fn refused(code: i32, stderr: impl Into<String>) -> Self {
        Self { code: Some(code), stdout: String::new(), stderr: stderr.into() }
    }
}

impl Project {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let base = file::canonical(&std::env::temp_dir()).unwrap();
        // With `/` everywhere, which can be part of JSON as it is.
        let root = file::portable(base.join(format!("stateline-test-{}-{count}", std::process::id())));
        for name in ["home", "tmp", "work"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        let dir = below(&root, "work");
        Self { root, env: Vec::new(), dir }
    }

    /// Adds a file below the root.
    pub fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Adds an environment variable.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Runs in another directory below the root.
    pub fn dir(mut self, dir: &str) -> Self {
        self.dir = self.path(dir);
        fs::create_dir_all(&self.dir).unwrap();
        self
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn path(&self, path: &str) -> PathBuf {
        below(&self.root, path)
    }

    /// Returns `text` with the root written as `[ROOT]`.
    pub fn without_root(&self, text: &str) -> String {
        platform::without_root(text, &self.root, &self.dir)
    }

    /// Returns the program with only the environment that the test sets.
    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        self.other(PROGRAM, arguments)
    }

    /// Returns another program with the same environment.
    pub fn other<A: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", self.path("home"))
            .env("TMPDIR", self.path("tmp"))
            .envs(platform::variables(&self.root))
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.dir);
        command
    }

    /// Returns the program, run as a user to whom file modes apply, which is not root.
    pub fn unprivileged<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        if !is_root() {
            return self.command(arguments);
        }
        let mut command = self.other("setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups"]);
        command.arg(self.reachable_program()).args(arguments);
        command
    }

    /// Returns the program at a path that every user can reach, unlike perhaps the build directory.
    ///
    /// It is next to the root and not in it, because a snapshot would read all of its 100 MB. It is hard-linked
    /// if possible.
    pub fn reachable_program(&self) -> PathBuf {
        self.reachable(PROGRAM)
    }

    /// Returns a copy of a program that every user can run.
    pub fn reachable(&self, original: impl AsRef<Path>) -> PathBuf {
        let (original, program) = (original.as_ref(), self.root.with_extension("program"));
        if !program.exists() {
            fs::hard_link(original, &program).or_else(|_| fs::copy(original, &program).map(drop)).unwrap();
        }
        program
    }

    /// Runs the program with nothing on standard input.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Run {
        self.run_with(arguments, b"")
    }

    /// Runs the program with `input`, and closes its standard input after it.
    pub fn run_with<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>, input: &[u8]) -> Run {
        self.feed(self.command(arguments), input)
    }

    /// Runs a command of the test, with the standard input that the test has set.
    pub fn run_command(&self, command: Command) -> Run {
        Running::start(command).finish(self)
    }

    /// Runs the program with an output that has no reader; returns the exit code, and what it wrote to standard error.
    pub fn without_reader(&self, arguments: &[&str]) -> (Option<i32>, Vec<u8>) {
        let mut command = self.command(arguments);
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        let (reader, writer) = std::io::pipe().unwrap();
        command.stdout(writer);
        drop(reader);
        let output = command.spawn().unwrap().wait_with_output().unwrap();
        (output.status.code(), output.stderr)
    }

    /// Runs a command of the test with `input`, and closes its standard input after it.
    pub fn feed(&self, command: Command, input: &[u8]) -> Run {
        let (running, writer) = Running::fed(command, input);
        drop(writer);
        running.finish(self)
    }

    /// Runs a script with its interpreter.
    pub fn script(&self, program: &str, arguments: &[&str], script: &str) -> Run {
        let path = self.root.join("tmp/script");
        fs::write(&path, script).unwrap();
        let mut command = self.other(program, arguments);
        command.arg(path);
        self.feed(command, b"")
    }

    /// Returns the output and the messages of a run, with the root written as `[ROOT]`.
    fn result(&self, code: Option<i32>, stdout: Vec<u8>, stderr: Vec<u8>) -> Run {
        let text = |bytes| self.without_root(&String::from_utf8(bytes).unwrap());
        Run { code, stdout: text(stdout), stderr: text(stderr) }
    }

    /// Lists everything below the root with its mode and content, to see what a run has changed.
    pub fn snapshot(&self) -> Vec<String> {
        let mut entries = Vec::new();
        let mut open = vec![self.root.clone()];
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                let about = fs::symlink_metadata(&path).unwrap();
                let kind = about.file_type();
                // Nothing else is read: reading a FIFO would block.
                let content = if kind.is_file() {
                    fs::read(&path).unwrap()
                } else if kind.is_symlink() {
                    fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
                } else {
                    Vec::new()
                };
                let name = file::portable(path.strip_prefix(&self.root).unwrap().to_owned());
                let name = name.to_string_lossy().into_owned();
                entries.push(listed(&name, platform::mode(&about), &content));
                if kind.is_dir() {
                    open.push(path);
                }
            }
        }
        entries.sort();
        entries
    }
}

/// Returns a path below a directory, with `/` on every system.
fn below(dir: &Path, path: &str) -> PathBuf {
    file::portable(dir.join(path))
}

/// Returns a line of a snapshot, with only the hash of long content, so that a failure is readable.
pub fn listed(name: &str, mode: u32, content: &[u8]) -> String {
    if content.len() > 1000 {
        return format!("{name} {mode:o} {}", sha1_smol::Sha1::from(content).digest());
    }
    format!("{name} {mode:o} {:?}", String::from_utf8_lossy(content))
}

impl Drop for Project {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("kept for a look: {}", self.root.display());
        } else {
            fs::remove_dir_all(&self.root).unwrap_or_default();
            fs::remove_file(self.root.with_extension("program")).unwrap_or_default();
        }
    }
}

/// Returns whether a program that a test needs is installed, and prints a note if it is not.
///
/// Under `scripts/test`, which installs them all, a missing one is a failure.
pub fn has(program: &str) -> bool {
    static SKIPPED: AtomicUsize = AtomicUsize::new(0);
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(|dir| dir.join(program).is_file()) {
        return true;
    }
    assert!(
        std::env::var_os("STATELINE_SKIP_NOTHING").is_none(),
        "`{program}` is missing; scripts/test installs it"
    );
    let count = SKIPPED.fetch_add(1, Ordering::Relaxed) + 1;
    // Written directly, because the test harness captures `println!`.
    writeln!(std::io::stderr(), "skipped for want of `{program}` ({count} so far)").unwrap_or_default();
    false
}

/// Creates a FIFO.
pub fn make_fifo(path: &Path) {
    // By the program, because macOS has no system call that `rustix` offers for it.
    let made = Command::new("mkfifo").arg("-m").arg("600").arg(path).status().unwrap();
    assert!(made.success(), "mkfifo {}", path.display());
}
