//! Finds the active workstream, as GSD's own tools do but without writing anything.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{
    sys::{System, file, listing::Budget},
    text,
};

/// The variables that identify a session; the first that is set wins.
const SESSION_VARIABLES: &[&str] = &[
    "GSD_SESSION_KEY",
    "CODEX_THREAD_ID",
    "CLAUDE_SESSION_ID",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_CODE_SSE_PORT",
    "OPENCODE_SESSION_ID",
    "GEMINI_SESSION_ID",
    "CURSOR_SESSION_ID",
    "WINDSURF_SESSION_ID",
    "TERM_SESSION_ID",
    "WT_SESSION",
    "TMUX_PANE",
    "ZELLIJ_SESSION_NAME",
];

/// The most bytes of a pointer file to read: a name and a line end.
const POINTER_LIMIT: usize = 4 << 10;

/// Returns whether a project has workstreams.
pub fn are_kept(planning: &Path, budget: &Budget) -> bool {
    let dir = planning.join("workstreams");
    let mut are_kept = false;
    let listed = budget.each(&dir, |name, kind| {
        are_kept = kind.is_directory(|| dir.join(name));
        !are_kept
    });
    listed.is_ok() && are_kept
}

/// Returns the STATE.md of the active workstream, or `None` if there is none.
pub fn state_file(system: &System, planning: &Path) -> Option<PathBuf> {
    let name = active(system, planning)?;
    let mut base = planning.to_owned();
    if let Some(project) = system.text("GSD_PROJECT") {
        let escapes = project.contains(['/', '\\']) || project.contains("..");
        base.push(if escapes { return None } else { project });
    }
    Some(base.join("workstreams").join(name).join("STATE.md"))
}

/// Returns the name of the active workstream: from the environment, the session pointer, or the shared pointer.
fn active(system: &System, planning: &Path) -> Option<String> {
    if let Some(named) = system.text("GSD_WORKSTREAM") {
        let name = text::trim(&named);
        if !name.is_empty() {
            return is_name(name).then(|| name.to_owned());
        }
    }
    if let Some(pointer) = session_pointer(system, planning)
        && let Some(name) = pointed(&pointer).ok()?
    {
        // A session with its own pointer ignores the shared one, even if its own is out of date.
        return exists(planning, &name).then_some(name);
    }
    pointed(&planning.join("active-workstream")).ok()?.filter(|name| exists(planning, name))
}

/// Reads a pointer; a missing one is `None`, an unreadable one is an error.
fn pointed(path: &Path) -> io::Result<Option<String>> {
    match file::text(path, POINTER_LIMIT) {
        Ok(name) => Ok(Some(text::trim(&name).to_owned()).filter(|name| !name.is_empty())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the path of this session's pointer: by the hash of the project's path and the session.
fn session_pointer(system: &System, planning: &Path) -> Option<PathBuf> {
    let key = session_key(system)?;
    let real = file::canonical(planning).unwrap_or_else(|_| planning.to_owned());
    let hash = sha1_smol::Sha1::from(real.as_os_str().as_encoded_bytes()).digest().to_string();
    let project = hash.get(..16)?;
    Some(system.temporary().join("gsd-workstream-sessions").join(project).join(key))
}

/// Returns the session's key: a variable's name and value, else the terminal's name.
fn session_key(system: &System) -> Option<String> {
    let by_variable = SESSION_VARIABLES.iter().find_map(|name| {
        let token = token(&system.text(name)?)?;
        Some(format!("{}-{token}", name.to_ascii_lowercase().replace('_', "-")))
    });
    by_variable.or_else(|| {
        let token = ["TTY", "SSH_TTY"].iter().find_map(|name| token(&system.text(name)?))?;
        Some(format!("tty-{}", token.strip_prefix("dev_").unwrap_or(&token)))
    })
}

/// Converts a value for use in a file name: each run of other characters becomes one `_`.
fn token(value: &str) -> Option<String> {
    let mut token = String::new();
    let mut in_run = false;
    for character in text::trim(value).chars() {
        let fits = character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-');
        if fits {
            token.push(character);
        } else if !in_run {
            token.push('_');
        }
        in_run = !fits;
    }
    let token = token.trim_matches('_');
    (!token.is_empty()).then(|| token.chars().take(160).collect())
}

/// Returns whether GSD accepts a name, so that it cannot lead to another directory.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && !name.contains("..")
        && name
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-'))
}

/// Returns whether a workstream of that name exists.
fn exists(planning: &Path, name: &str) -> bool {
    is_name(name) && planning.join("workstreams").join(name).exists()
}
