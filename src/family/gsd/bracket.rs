//! Ids with the code of the project: `[CK.02] 05` instead of `Phase 5`, where `.planning/config.json` asks for them.

use std::{borrow::Cow, path::Path};

use super::preferences;
use crate::{
    family::{ProjectCode, Source},
    sys::file::{self, STATE_LIMIT},
};

/// The ids of one milestone.
#[derive(Debug)]
pub(super) struct Ids {
    /// The milestone: `[CK.02]`.
    pub(super) milestone: String,
}

impl Ids {
    /// Returns the ids of a milestone, if the project wants them and its version is a plain one.
    pub(super) fn of(source: &Source<'_>, milestone: Option<&str>) -> Option<Self> {
        let milestone = milestone_token(milestone?)?;
        let code = code(source)?;
        is_code(&code).then(|| Self { milestone: format!("[{code}.{milestone:0>2}]") })
    }

    /// Returns the id of a phase, if its number is a plain one: `[CK.02] 05.03`.
    pub(super) fn phase(&self, number: &str) -> Option<String> {
        let parts = numbers(number)?;
        let padded: Vec<String> = parts.iter().map(|part| format!("{part:0>2}")).collect();
        Some(format!("{} {}", self.milestone, padded.join(".")))
    }
}

/// Returns the first number of a version: `2` for `v2.0`.
fn milestone_token(version: &str) -> Option<&str> {
    numbers(version.strip_prefix('v').unwrap_or(version))?.first().copied()
}

/// Returns the one or two numbers between the dots.
fn numbers(text: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = text.splitn(3, '.').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (parts.len() <= 2 && parts.iter().all(is_number)).then_some(parts)
}

/// Returns whether a project's code has the form that GSD asks for: `[A-Z][A-Z0-9_]*`.
fn is_code(code: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    code.starts_with(|first: char| first.is_ascii_uppercase()) && code.bytes().all(is_part)
}

/// Returns the project's code, if its phases have ids with it.
fn code<'a>(source: &Source<'a>) -> Option<Cow<'a, str>> {
    match source.code {
        ProjectCode::Known(code) => code.map(Cow::Borrowed),
        ProjectCode::Unread => read(source).map(Cow::Owned),
    }
}

/// Reads the code from the config of the project that a state belongs to.
fn read(source: &Source<'_>) -> Option<String> {
    let root = source.root.or_else(|| project(source.path?))?;
    let bytes = file::head(&file::below(root, ".planning/config.json"), STATE_LIMIT).ok()?;
    // Few projects want such ids, and looking for the word is faster than reading the file. Its letters may be escaped.
    let does_not_ask =
        str::from_utf8(&bytes).is_ok_and(|text| !text.contains("bracket") && !text.contains('\\'));
    if does_not_ask { None } else { (preferences::FILE.read)(&bytes)?.project_code }
}

/// Returns the project of a state that was named, by the folder that it is in. Most states are found, not named.
#[inline(never)]
fn project(state: &Path) -> Option<&Path> {
    let is_planning = |dir: &&Path| dir.file_name().is_some_and(|name| name == ".planning");
    state.ancestors().skip(1).take(4).find(is_planning)?.parent()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_numbers_and_codes_make_an_id() {
        for (code, milestone, phase, id) in [
            ("CK", "v2.0", "5", Some("[CK.02] 05")),
            ("CK", "2", "05", Some("[CK.02] 05")),
            ("A_1", "v12", "5.3", Some("[A_1.12] 05.03")),
            ("CK", "v2.0", "16.10", Some("[CK.02] 16.10")),
            ("CK", "v2.0", "104", Some("[CK.02] 104")),
            ("CK", "v2.0.1", "5", None),
            ("CK", "vv2", "5", None),
            ("CK", "M2", "5", None),
            ("CK", "v2.0", "5A", None),
            ("CK", "v2.0", "5.3.1", None),
            ("CK", "v2.0", "", None),
            ("ck", "v2.0", "5", None),
            ("1CK", "v2.0", "5", None),
            ("", "v2.0", "5", None),
        ] {
            let source = Source { code: ProjectCode::Known(Some(code)), ..Source::unnamed("", 0) };
            let made = Ids::of(&source, Some(milestone)).and_then(|ids| ids.phase(phase));
            assert_eq!(made.as_deref(), id, "{code} {milestone} {phase}");
        }
    }
}
