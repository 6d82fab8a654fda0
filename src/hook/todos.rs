//! The task that the agent is working on, from Claude Code's todo files or its newer files of tasks.

use std::{
    borrow::Cow,
    cmp::Reverse,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::payload::Payload;
use crate::{
    sys::{
        System,
        file::{self, STATE_LIMIT},
        listing,
    },
    text::json::{Reader, Scalar},
};

/// How many lists of one session are examined: a session has one for each of its agents.
const MOST_LISTS: usize = 2000;

/// How many files of tasks are read.
const MOST_TASKS: usize = 64;

/// Returns the task in progress in the session's newest todo list, else among its tasks.
pub(super) fn current(system: &System, payload: &Payload<'_>) -> Option<String> {
    let session = payload.session()?;
    let config = system.var("CLAUDE_CONFIG_DIR").map(PathBuf::from);
    let config = config.or_else(|| Some(file::below(system.home()?, ".claude")))?;
    let todo = || {
        let newest = newest(&file::below(&config, "todos"), session)?;
        in_progress(&file::Open::at(&newest).ok()?.head(STATE_LIMIT).ok()?)
    };
    todo().or_else(|| task(&config, session))
}

/// Returns the task in progress in the session's directory of tasks, which newer versions write: one file per task.
fn task(config: &Path, session: &str) -> Option<String> {
    let is_name = session.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let directory = file::below(&file::below(config, "tasks"), if is_name { session } else { return None });
    let mut numbers: Vec<u32> = Vec::new();
    let listed = listing::each(&directory, listing::FOR_A_PROMPT, |name, _| {
        let number = name.to_str().and_then(|name| name.strip_suffix(".json")?.parse().ok());
        if let Some(number) = number.filter(|_: &u32| numbers.len() < MOST_LISTS) {
            numbers.push(number);
        }
    });
    listed.ok()?;
    first_active(&directory, numbers)
}

/// Returns the first task in progress among those with these numbers.
#[inline(never)]
fn first_active(directory: &Path, mut numbers: Vec<u32>) -> Option<String> {
    numbers.sort_unstable();
    // The newest tasks have the highest numbers; far older ones are done.
    let newest = numbers.iter().rev().take(MOST_TASKS).rev();
    newest.into_iter().find_map(|number| {
        let open = file::Open::at(&file::below(directory, &format!("{number}.json"))).ok()?;
        active_form(&open.head(STATE_LIMIT).ok()?)
    })
}

/// Returns the text of a task if it is in progress.
fn active_form(bytes: &[u8]) -> Option<String> {
    let (mut status, mut form, mut subject) = (None, None, None);
    let mut reader = Reader::new(bytes);
    reader.object(|key, value| match key {
        "status" => status = value.text(),
        "activeForm" => form = value.text(),
        "subject" => subject = value.text(),
        _ => value.skip(),
    });
    let is_active = reader.finished() && status.as_deref() == Some("in_progress");
    let form = form.filter(|form| !form.is_empty()).or(subject);
    form.filter(|_| is_active).map(Cow::into_owned)
}

/// Returns the list of this session that was written last; of equally old ones, the first by name.
fn newest(directory: &Path, session: &str) -> Option<PathBuf> {
    let mut lists: Vec<PathBuf> = Vec::new();
    // After an error, use what was listed before it.
    let listed = listing::each(directory, listing::FOR_A_PROMPT, |name, _| {
        // There may be fifty thousand names, most of other sessions, so compare bytes first.
        let is_likely = name.as_encoded_bytes().starts_with(session.as_bytes());
        let Some(name) = is_likely.then(|| name.to_str()).flatten() else { return };
        let is_ours = name.contains("-agent-") && Path::new(name).extension() == Some("json".as_ref());
        if is_ours && lists.len() < MOST_LISTS {
            lists.push(file::below(directory, name));
        }
    });
    listed.unwrap_or_default();
    // Most sessions have one list, so that its time does not matter.
    if lists.len() < 2 {
        return lists.pop();
    }
    written_last(lists)
}

/// Returns the list that was written last.
#[inline(never)]
fn written_last(lists: Vec<PathBuf>) -> Option<PathBuf> {
    let with_time = |path: PathBuf| Some((Reverse(milliseconds(file::modified(&path)?)), path));
    lists.into_iter().filter_map(with_time).min().map(|(_, path)| path)
}

/// Rounds down to milliseconds, as JavaScript's dates do, so that the same times compare as equal.
fn milliseconds(time: SystemTime) -> u128 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_millis())
}

/// Returns the text of the first task in a list that is in progress.
#[inline(never)]
fn in_progress(bytes: &[u8]) -> Option<String> {
    let mut current: Option<Option<Cow<'_, str>>> = None;
    let mut reader = Reader::new(bytes);
    let is_list = reader.array(|item| {
        // The published hook reads `status` of each task, and fails at one that is null.
        if current.is_none() && item.peek() == Some(b'n') {
            current = Some(None);
        }
        let (mut status, mut form) = (None, None);
        item.object(|key, value| match key {
            "status" => status = value.scalar(),
            "activeForm" => form = value.text(),
            _ => value.skip(),
        });
        if current.is_none() && status == Some(Scalar::Text("in_progress".into())) {
            current = Some(form);
        }
    });
    (is_list && reader.finished()).then(|| current.flatten().map(Cow::into_owned))?
}
