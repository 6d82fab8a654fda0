//! A state that is read while it is written: never two states in one line, never nothing for longer than the write.

use std::{
    fs::{self, File},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    thread,
    time::Duration,
};

use stateline::{
    family::{self, FAMILIES, Family, Style},
    line::Paint,
    select::State,
    sys::System,
};

use crate::harness::{Project, Run};

/// How often a state is written in each way.
const WRITES: usize = 10_000;

/// Where each family keeps its state.
const PLACES: [(&str, &str); 7] = [
    ("gsd", "work/.planning/STATE.md"),
    ("two-phase", "work/.claude/orchestrator-exec-phase.local.md"),
    ("wf-player", "work/.workflow/sessions/WFR-1/session-state.json"),
    ("agent-state", "work/.claude/agent-state.json"),
    ("ralph-loop", "work/.claude/ralph-loop.local.md"),
    ("bmad", "work/_bmad-output/implementation-artifacts/sprint-status.yaml"),
    ("taskmaster", "work/.taskmaster/tasks/tasks.json"),
];

/// Returns the families whose state is one file. A plan is a folder of several, and is read by the same function.
fn of_one_file() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter(|family| PLACES.iter().any(|(id, _)| *id == family.id))
}

/// A way to replace the text of a file.
type Write = fn(&Path, &str);

fn renamed(path: &Path, text: &str) {
    let new = path.with_extension("new");
    fs::write(&new, text).unwrap();
    fs::rename(&new, path).unwrap();
}

fn emptied_first(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

fn in_place(path: &Path, text: &str) {
    let file = File::options().write(true).open(path).unwrap();
    file.write_all_at(text.as_bytes(), 0).unwrap();
    file.set_len(text.len().try_into().unwrap()).unwrap();
}

/// A state that is being written while it is read.
struct Desk {
    project: Project,
    path: PathBuf,
    texts: [String; 2],
    /// Counts the beginnings and the ends of writes: it is odd while one is under way.
    writes: AtomicUsize,
    /// How often the state was looked at.
    looks: AtomicUsize,
}

/// What was seen at a look.
struct Seen {
    line: String,
    /// Whether a write was under way at any time of it.
    is_torn: bool,
}

impl Desk {
    fn new(family: &Family, length: usize) -> Self {
        let (_, place) = PLACES.iter().find(|(id, _)| *id == family.id).unwrap();
        let texts = [family.samples.first(), family.samples.last()].map(|sample| {
            let text = sample.unwrap().text;
            // What follows a state does not change its line, but a long file is not written in one go.
            format!("{text}\n{}", " \n".repeat(length / 2))
        });
        let project = Project::new().file(place, &texts[0]);
        Self {
            path: project.path(place),
            project,
            texts,
            writes: AtomicUsize::new(0),
            looks: AtomicUsize::new(0),
        }
    }

    /// Writes the two texts by turns, and waits from time to time for a look that begins and ends between two writes.
    fn write(&self, write: Write, times: usize) {
        for time in 1..=times {
            self.writes.fetch_add(1, SeqCst);
            write(&self.path, &self.texts[time % 2]);
            self.writes.fetch_add(1, SeqCst);
            // The first look that ends from now on may have begun before the write.
            let enough = self.looks.load(SeqCst) + 2;
            while time % 40 == 0 && self.looks.load(SeqCst) < enough {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn line(&self) -> String {
        let home = self.project.path("home");
        let system = System::made_up(&[("HOME", home.to_str().unwrap())], &self.project.path("work"), 0);
        let state = State::nearest(&system, &self.project.path("work"), None);
        state.map(|state| state.view(&system, Style::Full).line.paint(&Paint::default())).unwrap_or_default()
    }

    fn look(&self) -> Seen {
        let before = self.writes.load(SeqCst);
        let line = self.line();
        let after = self.writes.load(SeqCst);
        self.looks.fetch_add(1, SeqCst);
        Seen { line, is_torn: before % 2 == 1 || before != after }
    }

    /// Returns the line of a state.
    fn line_of(&self, text: &str) -> String {
        renamed(&self.path, text);
        self.line()
    }

    /// Looks at the state for as long as it is written.
    fn looks_while_written(&self, write: Write, times: usize) -> Vec<Seen> {
        thread::scope(|scope| {
            let writer = scope.spawn(|| self.write(write, times));
            let mut looks = Vec::new();
            while !writer.is_finished() {
                looks.push(self.look());
            }
            looks
        })
    }
}

/// Writes short and long states of each family, and fails if a line is seen that is neither the old nor the new one,
/// nor, during a write, accepted by `is_fair`.
fn assert_whole(write: Write, is_fair: impl Fn(&str) -> bool) {
    for family in of_one_file() {
        for length in [0, 10_000] {
            let desk = Desk::new(family, length);
            let lines = [0, 1].map(|at| desk.line_of(&desk.texts[at]));
            assert!(lines[0] != lines[1] && !lines.contains(&String::new()), "{lines:?}");
            let looks = desk.looks_while_written(write, WRITES / PLACES.len() / 2);
            for seen in looks.iter().filter(|seen| !lines.contains(&seen.line)) {
                assert!(seen.is_torn, "{}: {:?} without a write", family.id, seen.line);
                assert!(is_fair(&seen.line), "{}: {:?}", family.id, seen.line);
            }
            assert!(looks.iter().any(|seen| !seen.is_torn), "{}: no look was in between", family.id);
            assert_eq!(desk.line(), lines[0], "once all is written");
        }
    }
}

#[test]
fn a_state_that_is_replaced_as_a_whole_is_always_shown_as_a_whole() {
    assert_whole(renamed, |_| false);
}

/// Most programs write like that. What is there between the two steps is nothing, or the first few blocks.
#[test]
fn a_state_that_is_emptied_first_is_missed_only_while_it_is_written() {
    assert_whole(emptied_first, |line| !line.contains(char::is_control));
}

#[test]
fn a_state_that_is_written_over_is_mixed_only_while_it_is_written() {
    assert_whole(in_place, |line| !line.contains(char::is_control));
}

/// How often the line must be that of the whole before the reader is taken to wait for it.
const ENOUGH: usize = 3;

/// Looks at once at a state of which only the beginning is there, and says how often the line was that of the whole,
/// which came 2 ms later, until that is often enough.
///
/// A busy machine may keep the writer asleep for too long, or the reader until all is there: so it is tried often.
fn waited_for(family: &Family, start: &str, rest: &str) -> usize {
    let desk = Desk::new(family, 0);
    let whole = desk.line_of(&format!("{start}{rest}"));
    let is_seen = |_: &usize| {
        let file = File::create(&desk.path).unwrap();
        file.write_all_at(start.as_bytes(), 0).unwrap();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(2));
                file.write_all_at(rest.as_bytes(), start.len().try_into().unwrap()).unwrap();
            });
            desk.line() == whole
        })
    };
    (0..60).filter(is_seen).take(ENOUGH).count()
}

#[test]
fn a_state_that_is_empty_for_a_moment_is_waited_for() {
    for family in of_one_file() {
        let seen = waited_for(family, "", family.samples[0].text);
        assert_eq!(seen, ENOUGH, "{}", family.id);
    }
}

/// A long state comes in pieces of its writer's buffer.
#[test]
fn a_state_whose_first_block_is_written_is_waited_for() {
    let state = "\"orchestrator\":{\"status\":\"planning\",\"task_doc\":\"user-auth.md\"}";
    let text = format!("{{\"filling\":\"{}\",{state}}}", "x".repeat(4096));
    let (start, rest) = text.split_at(4096);
    assert_eq!(waited_for(family::family("agent-state").unwrap(), start, rest), ENOUGH);
}

#[test]
fn a_state_that_stays_empty_is_not_waited_for_for_ever() {
    let project = Project::new().file("work/.planning/STATE.md", "");
    assert_eq!(project.run(["line"]), Run::printed(""));
}
