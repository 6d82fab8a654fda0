//! A project in a temporary directory, and the real program run in it.

use std::{
    ffi::OsStr,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
};

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_stateline");

/// A directory with a home, a place for temporary files and a working directory.
///
/// It is removed at the end, unless the test failed.
pub struct Project {
    root: PathBuf,
    env: Vec<(String, String)>,
    dir: PathBuf,
}

/// What a run left behind.
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

    /// A run that complained and printed nothing.
    pub fn refused(code: i32, stderr: impl Into<String>) -> Self {
        Self { code: Some(code), stdout: String::new(), stderr: stderr.into() }
    }
}

impl Project {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let base = std::env::temp_dir().canonicalize().unwrap();
        let root = base.join(format!("stateline-test-{}-{count}", std::process::id()));
        for name in ["home", "tmp", "work"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        let dir = root.join("work");
        Self { root, env: Vec::new(), dir }
    }

    /// Adds a file below the root.
    pub fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.root.join(path);
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
        self.dir = self.root.join(dir);
        fs::create_dir_all(&self.dir).unwrap();
        self
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// Returns a text with the root written as `[ROOT]`.
    pub fn without_root(&self, text: &str) -> String {
        text.replace(self.root.to_str().unwrap(), "[ROOT]")
    }

    /// Returns the program with nothing in its environment but what the test says.
    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .args(arguments)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", self.root.join("home"))
            .env("TMPDIR", self.root.join("tmp"))
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.dir);
        command
    }

    /// Runs the program with nothing on standard input.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Run {
        self.run_with(arguments, b"")
    }

    /// Runs the program with `input`, closed behind it.
    pub fn run_with<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>, input: &[u8]) -> Run {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The program may have read enough and gone before all is written.
        child.stdin.take().unwrap().write_all(input).unwrap_or_default();
        let output = child.wait_with_output().unwrap();
        Run {
            code: output.status.code(),
            stdout: self.without_root(&String::from_utf8(output.stdout).unwrap()),
            stderr: self.without_root(&String::from_utf8(output.stderr).unwrap()),
        }
    }

    /// Lists every file below the root with its content, to see what a run has changed.
    pub fn snapshot(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        let mut open = vec![self.root.clone()];
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.is_symlink() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(&self.root).unwrap().to_str().unwrap().to_owned();
                    files.push((name, fs::read(&path).unwrap_or_default()));
                }
            }
        }
        files.sort();
        files
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("kept for a look: {}", self.root.display());
        } else {
            fs::remove_dir_all(&self.root).unwrap_or_default();
        }
    }
}

/// Tells whether a program that a test needs is here; one that is not is counted aloud.
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
    // Written past the test harness, which would keep it to itself.
    writeln!(std::io::stderr(), "skipped for want of `{program}` ({count} so far)").unwrap_or_default();
    false
}

/// A small seeded generator: the same seed gives the same cases on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x9E37_79B9_7F4A_7C15)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(bound).unwrap()).unwrap()
    }

    pub fn one_of<'t, T: ?Sized>(&mut self, all: &[&'t T]) -> &'t T {
        all[self.below(all.len())]
    }
}
