//! Measures how the costs grow with what is on disk: `scripts/bench scale`.

use std::{
    fs,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{
    Fallible,
    lab::{Kind, Lab, Place},
    plans,
    subject::Cost,
    table::{grouped, print_table, ratio},
    texts::SESSION,
    tree::{session_of, state_file, todo_name, write, write_project, write_session, write_transcript},
};

/// Places from the smallest to the largest, each with its size in words.
pub(crate) type Places = Vec<(String, Place)>;

/// One dimension that grows, and the runs that depend on it.
pub(crate) struct Growth {
    pub(crate) id: &'static str,
    pub(crate) what: &'static str,
    pub(crate) runs: &'static [Kind],
    pub(crate) places: fn(&Lab, &Path) -> Fallible<Places>,
}

pub(crate) const GROWTHS: &[Growth] = &[
    Growth { id: "state", what: "STATE.md", runs: &[Kind::Line, Kind::Hook], places: state_sizes },
    Growth { id: "transcript", what: "transcript", runs: &[Kind::Hook], places: transcript_sizes },
    Growth { id: "levels", what: "levels below", runs: &[Kind::Line, Kind::Hook], places: levels_below },
    Growth { id: "todos", what: "todo files", runs: &[Kind::Hook], places: todo_counts },
    Growth {
        id: "sessions",
        what: "wf-player sessions",
        runs: &[Kind::Line, Kind::Hook],
        places: session_counts,
    },
    Growth { id: "changes", what: "OpenSpec changes", runs: LINE_AND_HOOK, places: plans::change_counts },
    Growth { id: "features", what: "Spec Kit features", runs: LINE_AND_HOOK, places: plans::feature_counts },
    Growth { id: "specs", what: "Kiro specs", runs: LINE_AND_HOOK, places: plans::spec_counts },
    Growth { id: "tasks", what: "Task Master's file", runs: LINE_AND_HOOK, places: plans::task_sizes },
];

const LINE_AND_HOOK: &[Kind] = &[Kind::Line, Kind::Hook];

/// How many runs are timed; the best of them is the least disturbed.
const TIMED: usize = 20;

pub(crate) fn scale(lab: &Lab) -> Fallible<()> {
    let mut rows = Vec::new();
    for growth in GROWTHS {
        let root = lab.dir.join("scale").join(growth.id);
        let places = (growth.places)(lab, &root)?;
        for kind in growth.runs {
            let mut smallest: Option<Cost> = None;
            for (size, place) in &places {
                let subject = lab.stateline(*kind, place);
                let cost = subject.cost(lab)?;
                let mut output = Vec::new();
                let timed = (0..TIMED).map(|_| subject.timed(&mut output)).collect::<Fallible<Vec<_>>>()?;
                let best = timed.into_iter().min().unwrap_or_default();
                let base = *smallest.get_or_insert(cost);
                rows.push(vec![
                    growth.what.to_owned(),
                    size.clone(),
                    subject.name,
                    format!("{:.2}", best.as_secs_f64() * 1_000.0),
                    grouped(cost.instructions),
                    ratio(cost.instructions, base.instructions),
                    grouped(cost.trace.calls),
                    ratio(cost.trace.calls, base.trace.calls),
                    grouped(cost.trace.bytes_read),
                    ratio(cost.trace.bytes_read, base.trace.bytes_read),
                    grouped(cost.printed),
                ]);
            }
        }
        // Fifty thousand files would slow down what comes next.
        fs::remove_dir_all(&root)?;
    }
    let header = [
        "what",
        "size",
        "run",
        "best ms",
        "instructions",
        "×",
        "syscalls",
        "×",
        "bytes read",
        "×",
        "bytes printed",
    ];
    print_table(&header, 3, &rows);
    println!(
        "\n× is the ratio to the smallest of its kind. Bytes read are those of read calls, start-up included. The time is \
         the best of {TIMED} runs."
    );
    Ok(())
}

pub(crate) fn state_sizes(lab: &Lab, root: &Path) -> Fallible<Places> {
    let sizes = [("5 kB", 5_000), ("100 kB", 100_000), ("1 MB", 1_000_000), ("10 MB", 10_000_000)];
    each(sizes, |(label, bytes)| {
        let place = Place::new(root.join(format!("{bytes:08}")), lab.usual_home()?);
        write_project(&place.cwd, &state_file(bytes), false)?;
        Ok((label.to_owned(), place))
    })
}

pub(crate) fn transcript_sizes(lab: &Lab, root: &Path) -> Fallible<Places> {
    let cwd = root.join("project");
    write_project(&cwd, &state_file(5_000), true)?;
    let sizes = [("1 MB", 1_000_000), ("500 MB", 500_000_000)];
    each(sizes, |(label, bytes)| {
        let place = Place {
            transcript: root.join(format!("{bytes:09}.jsonl")),
            ..Place::new(cwd.clone(), lab.usual_home()?)
        };
        write_transcript(&place.transcript, bytes)?;
        Ok((label.to_owned(), place))
    })
}

pub(crate) fn levels_below(lab: &Lab, root: &Path) -> Fallible<Places> {
    let project = root.join("project");
    write_project(&project, &state_file(5_000), false)?;
    // Ten directories are searched, including the first, so nothing is found from level 10 on.
    each(1..=10, |level| {
        let cwd = (1..=level).fold(project.clone(), |dir, _| dir.join("d"));
        fs::create_dir_all(&cwd)?;
        Ok((level.to_string(), Place::new(cwd, lab.usual_home()?)))
    })
}

pub(crate) fn todo_counts(_: &Lab, root: &Path) -> Fallible<Places> {
    let cwd = root.join("project");
    write_project(&cwd, &state_file(5_000), false)?;
    each([1, 100, 10_000, 50_000], |count| {
        let home = root.join(format!("home-{count:05}"));
        let todos = home.join(".claude/todos");
        let task =
            r#"[{"content":"Page the export","status":"in_progress","activeForm":"Paging the export"}]"#;
        write(&todos.join(todo_name(SESSION)), task)?;
        // The others are left from other sessions, most of them empty, as in a real folder.
        for other in 1..count {
            fs::write(todos.join(todo_name(&session_of(other))), "[]")?;
        }
        Ok((grouped(count), Place::new(cwd.clone(), home)))
    })
}

pub(crate) fn session_counts(lab: &Lab, root: &Path) -> Fallible<Places> {
    let newest = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    each([1, 100, 10_000], |count| {
        let cwd = root.join(format!("project-{count:05}"));
        for age in 0..count {
            // One per hour, going back from now; only the newest is still running.
            let status = if age == 0 { "running" } else { "completed" };
            write_session(&cwd, newest - age * 3_600, status)?;
        }
        Ok((grouped(count), Place::new(cwd, lab.usual_home()?)))
    })
}

pub(crate) fn each<T>(
    sizes: impl IntoIterator<Item = T>,
    place: impl FnMut(T) -> Fallible<(String, Place)>,
) -> Fallible<Places> {
    sizes.into_iter().map(place).collect()
}
