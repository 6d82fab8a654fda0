//! The folder for all runs, and the runs that are measured in it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Fallible,
    subject::Subject,
    texts::{PAYLOAD, SESSION, UPDATE_CACHE},
    tree::{session_of, state_file, todo_name, write, write_project, write_session},
};

/// The empty C program with glibc, linked statically.
pub(crate) const EMPTY_C: &str = "empty-c";

/// The empty C program with musl, the C library of the release, linked statically.
pub(crate) const EMPTY_MUSL: &str = "empty-c-musl";

/// The name of the published hook in the list.
pub(crate) const PUBLISHED: &str = "gsd-core";

/// The folder for all runs.
pub(crate) struct Lab {
    pub(crate) dir: PathBuf,
}

/// The directories of a run.
pub(crate) struct Place {
    pub(crate) cwd: PathBuf,
    pub(crate) home: PathBuf,
    pub(crate) transcript: PathBuf,
}

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Line,
    LineOfSession,
    Hook,
    HookWithoutBridge,
    Get,
}

impl Lab {
    pub(crate) fn at(dir: &str) -> Self {
        Self { dir: dir.into() }
    }

    pub(crate) fn tmp(&self) -> PathBuf {
        self.dir.join("tmp")
    }

    pub(crate) fn bin(&self, name: &str) -> PathBuf {
        self.dir.join("bin").join(name)
    }

    pub(crate) fn bridge(&self) -> PathBuf {
        self.tmp().join(format!("claude-ctx-{SESSION}.json"))
    }

    /// A project of another family, with one session at the same time of the same day.
    pub(crate) fn session_place(&self) -> Fallible<Place> {
        let place = Place::new(self.dir.join("usual/session"), self.usual_home()?);
        write_session(&place.cwd, 1_794_800_000, "running")?;
        Ok(place)
    }

    /// The usual project and home of a GSD user, without git.
    pub(crate) fn usual_place(&self) -> Fallible<Place> {
        let place = Place::new(self.dir.join("usual/project"), self.usual_home()?);
        write_project(&place.cwd, &state_file(5_000), false)?;
        Ok(place)
    }

    pub(crate) fn usual_home(&self) -> Fallible<PathBuf> {
        let home = self.dir.join("usual/home");
        write(&home.join(".cache/gsd/gsd-update-check-opengsd-gsd-core.json"), UPDATE_CACHE)?;
        for session in 0..3 {
            let name = todo_name(&session_of(session));
            write(&home.join(".claude/todos").join(name), "[]")?;
        }
        fs::create_dir_all(self.tmp())?;
        Ok(home)
    }

    /// Returns the empty program that the others are compared with: that of musl, the least that any program takes. It is
    /// missing only where there is no compiler for it.
    pub(crate) fn floor(&self) -> &'static str {
        if self.bin(EMPTY_MUSL).exists() { EMPTY_MUSL } else { EMPTY_C }
    }

    /// The rows of the default run; the floor comes first.
    pub(crate) fn fixed_runs(&self) -> Fallible<Vec<Subject>> {
        let usual = self.usual_place()?;
        let floor = self.floor();
        Ok(vec![
            self.subject(floor, self.bin(floor), &usual, None),
            self.stateline(Kind::Line, &usual),
            self.stateline(Kind::LineOfSession, &self.session_place()?),
            self.stateline(Kind::Hook, &usual),
            self.stateline(Kind::HookWithoutBridge, &usual),
            self.stateline(Kind::Get, &usual),
        ])
    }

    /// The additional rows for what `scripts/bench` has put into the folder: empty programs with glibc, in C and in Rust,
    /// and stateline as a plain `cargo build --release` builds it.
    pub(crate) fn side_runs(&self) -> Fallible<Vec<Subject>> {
        let usual = self.usual_place()?;
        let empty = [EMPTY_C, "empty-rust"].into_iter().filter(|name| *name != self.floor());
        let mut runs: Vec<Subject> =
            empty.map(|name| self.subject(name, self.bin(name), &usual, None)).collect();
        runs.extend(self.build_runs("plain", &self.bin("plain"), &usual));
        runs.retain(|run| run.program.exists());
        Ok(runs)
    }

    /// What a prompt and a host run, with another build of the program.
    pub(crate) fn build_runs(&self, build: &str, program: &Path, place: &Place) -> [Subject; 2] {
        [Kind::Line, Kind::Hook].map(|kind| Subject {
            name: format!("{} ({build})", kind.name()),
            program: program.to_owned(),
            ..self.stateline(kind, place)
        })
    }

    /// Another program, from a line of the list: name, how often, command; separated by tabs.
    pub(crate) fn other(&self, line: &str) -> Fallible<Subject> {
        let mut words = line.split('\t');
        let (Some(name), Some(often), Some(program)) = (words.next(), words.next(), words.next()) else {
            return Err(format!("the list has a line without a command: {line:?}").into());
        };
        let usual = self.usual_place()?;
        Ok(Subject {
            arguments: words.map(str::to_owned).collect(),
            bridge_due: name.starts_with(PUBLISHED),
            is_slow: often == "few",
            ..self.subject(name, program.into(), &usual, Some(self.payload(&usual, true)))
        })
    }

    pub(crate) fn stateline(&self, kind: Kind, place: &Place) -> Subject {
        let stdin = match kind {
            Kind::Line | Kind::LineOfSession | Kind::Get => None,
            Kind::Hook => Some(self.payload(place, true)),
            Kind::HookWithoutBridge => Some(self.payload(place, false)),
        };
        let arguments: &[&str] = match kind {
            Kind::Line | Kind::LineOfSession => &["line"],
            Kind::Get => &["get", "status"],
            Kind::Hook | Kind::HookWithoutBridge => &[],
        };
        Subject {
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            bridge_due: matches!(kind, Kind::Hook),
            ..self.subject(kind.name(), self.bin("stateline"), place, stdin)
        }
    }

    pub(crate) fn subject(
        &self,
        name: &str,
        program: PathBuf,
        place: &Place,
        stdin: Option<String>,
    ) -> Subject {
        let mut environment = vec![
            ("HOME", place.home.clone()),
            ("TMPDIR", self.tmp()),
            ("LANG", "C.UTF-8".into()),
            ("TERM", "xterm-256color".into()),
        ];
        if stdin.is_some() {
            // The host sets these for a status line, but a prompt does not have them.
            environment.extend([
                ("CLAUDECODE", "1".into()),
                ("COLUMNS", "120".into()),
                ("LINES", "40".into()),
            ]);
        }
        Subject {
            name: name.to_owned(),
            program,
            arguments: Vec::new(),
            environment,
            cwd: place.cwd.clone(),
            stdin,
            bridge_due: false,
            is_slow: false,
        }
    }

    pub(crate) fn payload(&self, place: &Place, with_remaining: bool) -> String {
        let remaining = if with_remaining { "\"remaining_percentage\":58," } else { "" };
        // The host sends one line without a space between its parts.
        PAYLOAD
            .replace('\n', "")
            .replace("@SESSION@", SESSION)
            .replace("@TRANSCRIPT@", &place.transcript.to_string_lossy())
            .replace("@CWD@", &place.cwd.to_string_lossy())
            .replace("@ROOT@", &self.dir.to_string_lossy())
            .replace("@REMAINING@", remaining)
    }
}

impl Place {
    /// A session in `cwd` whose transcript does not exist, so that it is not read.
    pub(crate) fn new(cwd: PathBuf, home: PathBuf) -> Self {
        let transcript = home.join(".claude/projects/usual/session.jsonl");
        Self { cwd, home, transcript }
    }
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::LineOfSession => "line-wf-player",
            Self::Hook => "hook",
            Self::HookWithoutBridge => "hook-no-bridge",
            Self::Get => "get",
        }
    }
}
