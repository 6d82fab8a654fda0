//! Projects with plans of any size: many changes, many specifications, a long list of tasks.

use std::{
    fmt::Write as _,
    fs::File,
    path::Path,
    time::{Duration, SystemTime},
};

use crate::{
    Fallible,
    lab::{Lab, Place},
    scale::{Places, each},
    table::grouped,
    tree::write,
};

/// A list of sixty tasks, ten of which are done.
fn tasks() -> String {
    let mut text = "# Tasks\n\n## Phase 1: Setup\n\n".to_owned();
    for number in 1..=60 {
        let mark = if number <= 10 { 'x' } else { ' ' };
        writeln!(text, "- [{mark}] T{number:03} Export the orders in pages of 500 in src/export/page.rs")
            .unwrap_or_default();
    }
    text
}

/// Writes one list of tasks for each folder, each a minute older than the one before.
fn write_folders(folders: &Path, count: u64) -> Fallible<()> {
    let (text, now) = (tasks(), SystemTime::now());
    for number in 0..count {
        let path = folders.join(format!("{number:03}-export-orders/tasks.md"));
        write(&path, &text)?;
        File::options().write(true).open(&path)?.set_modified(now - Duration::from_secs(60 * number))?;
    }
    Ok(())
}

/// Projects that have nothing but that many plans, below `folder`.
fn counts(lab: &Lab, root: &Path, folder: &str, numbers: [u64; 2]) -> Fallible<Places> {
    each(numbers, |count| {
        let cwd = root.join(format!("project-{count:05}"));
        write_folders(&cwd.join(folder), count)?;
        Ok((grouped(count), Place::new(cwd, lab.usual_home()?)))
    })
}

pub(crate) fn change_counts(lab: &Lab, root: &Path) -> Fallible<Places> {
    counts(lab, root, "openspec/changes", [1, 600])
}

pub(crate) fn feature_counts(lab: &Lab, root: &Path) -> Fallible<Places> {
    each([1, 200], |count| {
        let cwd = root.join(format!("project-{count:05}"));
        write(&cwd.join(".specify/memory/constitution.md"), "# Constitution\n")?;
        write_folders(&cwd.join("specs"), count)?;
        Ok((grouped(count), Place::new(cwd, lab.usual_home()?)))
    })
}

pub(crate) fn spec_counts(lab: &Lab, root: &Path) -> Fallible<Places> {
    counts(lab, root, ".kiro/specs", [1, 200])
}

pub(crate) fn task_sizes(lab: &Lab, root: &Path) -> Fallible<Places> {
    let sizes = [("10 kB", 10_000), ("200 kB", 200_000), ("4 MB", 4_000_000)];
    each(sizes, |(label, bytes)| {
        let cwd = root.join(format!("{bytes:08}"));
        write(&cwd.join(".taskmaster/tasks/tasks.json"), &task_file(bytes))?;
        Ok((label.to_owned(), Place::new(cwd, lab.usual_home()?)))
    })
}

/// A file of about `bytes` bytes. As in real ones, most of it is in strings that the line does not need.
fn task_file(bytes: usize) -> String {
    let details = "Export the orders in pages of 500, oldest first, and log \\\"done\\\" after each page.\\n";
    let mut text = "{\n  \"master\": {\n    \"tasks\": [\n".to_owned();
    for id in 1.. {
        let status = if id % 3 == 0 { "pending" } else { "done" };
        let before = if id == 1 { String::new() } else { (id - 1).to_string() };
        let comma = if id == 1 { "" } else { ",\n" };
        write!(
            text,
            "{comma}      {{\n        \"id\": {id},\n        \"title\": \"Export page {id}\",\n        \"description\": \
             \"{details}\",\n        \"details\": \"{}\",\n        \"testStrategy\": \"{details}\",\n        \"priority\": \
             \"medium\",\n        \"dependencies\": [{before}],\n        \"status\": \"{status}\",\n        \"subtasks\": [{{\"id\": \
             1, \"title\": \"Write it\", \"details\": \"{details}\", \"status\": \"{status}\"}}]\n      }}",
            details.repeat(20)
        )
        .unwrap_or_default();
        if text.len() >= bytes {
            break;
        }
    }
    text.push_str("\n    ]\n  }\n}\n");
    text
}
