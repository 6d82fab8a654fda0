//! A home, a project and a place for temporary files, and what a case makes of them.

use std::{
    fs::{self, File, Permissions},
    io::Write,
    os::unix::{
        fs::{OpenOptionsExt, PermissionsExt, symlink},
        net::UnixListener,
    },
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, UNIX_EPOCH},
};

use rustix::fs::{AtFlags, OFlags, Timespec, Timestamps};
use serde_json::Value;

use super::{Cases, text::Texts};
use crate::harness::{Project, make_fifo};

/// The user whom file modes bind, which they do not root.
const NOBODY: &str = "65534:65534";

/// The surroundings of one case; everything ends with it.
pub struct Lab {
    pub project: Project,
    pub texts: Texts,
    /// A state that is written all the time changes by itself.
    is_changing: bool,
    mounts: Vec<PathBuf>,
    held: Vec<File>,
    sockets: Vec<UnixListener>,
    writer: Option<(Arc<AtomicBool>, JoinHandle<()>)>,
}

impl Lab {
    pub fn new(cases: &Cases) -> Self {
        let project = Project::new().env("TERM", "xterm-256color").env("NO_COLOR", "1");
        let here = |name: &str| project.path(name).to_str().unwrap().to_owned();
        let path = std::env::var("PATH").unwrap();
        let texts = Texts::new(cases, &[("ROOT", here("")), ("WORK", here("work")), ("PATH", path)]);
        let mut lab = Self {
            project,
            texts,
            is_changing: false,
            mounts: Vec::new(),
            held: Vec::new(),
            sockets: Vec::new(),
            writer: None,
        };
        for (path, text) in cases["files"].as_object().unwrap() {
            lab.file(path, &lab.texts.bytes(text));
        }
        lab
    }

    fn file(&mut self, path: &str, content: &[u8]) {
        let path = self.project.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Takes one step of a case's `make`; returns why it could not be done here.
    pub fn make(&mut self, step: &Value) -> Result<(), String> {
        let word = |at: usize| self.texts.named(step[at].as_str().unwrap_or_default());
        let number = |at: usize| step[at].as_i64().unwrap();
        let path = self.project.path(&word(1));
        match step[0].as_str().unwrap() {
            "file" => self.file(&word(1), &self.texts.bytes(&step[2])),
            "folder" => fs::create_dir(path).unwrap(),
            "remove" if path.is_dir() => fs::remove_dir_all(path).unwrap(),
            "remove" => fs::remove_file(path).unwrap(),
            "fifo" => make_fifo(&path),
            "socket" => self.sockets.push(UnixListener::bind(path).unwrap()),
            "device" => done("mknod", &[path.to_str().unwrap(), "c", "1", "5"])?,
            "link" => symlink(word(1), self.project.path(&word(2))).unwrap(),
            "size" => opened(&path).set_len(step[2].as_u64().unwrap()).unwrap(),
            "mode" => {
                let mode = u32::try_from(number(2)).unwrap();
                fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
            }
            "touch" => touch(&path, number(2)),
            "give-away" => done("chown", &["-R", NOBODY, self.project.root().to_str().unwrap()])?,
            "mount" => {
                done("mount", &["-t", "tmpfs", "-o", &word(2), "tmpfs", path.to_str().unwrap()])?;
                self.mounts.push(path);
            }
            "fill" => fill(&mut File::create(path).unwrap()),
            "full-pipe" => {
                make_fifo(&path);
                let nonblocking = i32::try_from(OFlags::NONBLOCK.bits()).unwrap();
                let mut pipe =
                    File::options().read(true).write(true).custom_flags(nonblocking).open(path).unwrap();
                fill(&mut pipe);
                self.held.push(pipe);
            }
            "many" => {
                fs::create_dir_all(&path).unwrap();
                for at in 0..number(2) {
                    File::create(path.join(at.to_string())).unwrap();
                }
            }
            "writer" => self.start_writer(path, word(2) == "rename"),
            _ => panic!("unknown step {step}"),
        }
        Ok(())
    }

    /// Writes the state again and again until the case is over.
    fn start_writer(&mut self, path: PathBuf, renames: bool) {
        let state = fs::read(&path).unwrap();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let writer = thread::spawn(move || {
            let target = if renames { path.with_extension("new") } else { path.clone() };
            while !over.load(Ordering::Relaxed) {
                fs::write(&target, &state).unwrap();
                if renames {
                    fs::rename(&target, &path).unwrap();
                }
                // A state that is written without a pause is never there.
                thread::sleep(Duration::from_millis(1));
            }
        });
        self.is_changing = true;
        self.writer = Some((is_over, writer));
    }

    /// Lists everything below the root but the bridge file, with mode, size and time, but reads none of it. Lists nothing
    /// while the state is written again and again: a file could be gone before it is examined.
    pub fn listing(&self) -> Vec<String> {
        let mut listed = Vec::new();
        if self.is_changing {
            return listed;
        }
        let mut open = vec![self.project.root().to_owned()];
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                let about = fs::symlink_metadata(&path).unwrap();
                let name = path.strip_prefix(self.project.root()).unwrap().display().to_string();
                if about.is_dir() {
                    listed.push(format!("{name}/ {:o}", about.permissions().mode()));
                    open.push(path);
                } else if !name.starts_with("tmp/claude-ctx-") {
                    let time = about.modified().unwrap();
                    listed.push(format!("{name} {:o} {} {time:?}", about.permissions().mode(), about.len()));
                }
            }
        }
        listed.sort();
        listed
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        if let Some((is_over, writer)) = self.writer.take() {
            is_over.store(true, Ordering::Relaxed);
            // A writer that failed has said so already, and must not hide why the case did.
            writer.join().unwrap_or_default();
        }
        for mount in &self.mounts {
            done("umount", &["-l", mount.to_str().unwrap()]).unwrap_or_else(|why| eprintln!("{why}"));
        }
    }
}

fn opened(path: &Path) -> File {
    File::options().write(true).open(path).unwrap()
}

/// Sets the time of a file, which may lie before 1970.
fn touch(path: &Path, seconds: i64) {
    let time = Timespec { tv_sec: seconds, tv_nsec: 0 };
    let times = Timestamps { last_access: time, last_modification: time };
    rustix::fs::utimensat(rustix::fs::CWD, path, &times, AtFlags::empty()).unwrap();
    assert_eq!(
        fs::metadata(path).unwrap().modified().unwrap() >= UNIX_EPOCH,
        seconds >= 0,
        "the file system keeps no such time"
    );
}

/// Writes until there is no room left.
fn fill(file: &mut File) {
    while file.write(&[0; 4096]).is_ok_and(|count| count > 0) {}
}

/// Runs a program of the system that makes what needs root.
fn done(program: &str, arguments: &[&str]) -> Result<(), String> {
    let output =
        Command::new(program).args(arguments).output().map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim_end()))
}
