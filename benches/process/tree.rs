//! Writes projects, transcripts and sessions of any size.

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::Path,
    time::{Duration, UNIX_EPOCH},
};

use crate::{
    Fallible,
    texts::{GSD_CONFIG, SESSION, STATE_HEAD, WF_SESSION},
};

pub(crate) fn write_project(root: &Path, state: &str, last_command: bool) -> Fallible<()> {
    write(&root.join(".planning/STATE.md"), state)?;
    write(
        &root.join(".planning/config.json"),
        &GSD_CONFIG.replace("@LAST_COMMAND@", &last_command.to_string()),
    )
}

/// A state file of exactly `bytes` bytes. As in real ones, its list of decisions grows.
pub(crate) fn state_file(bytes: usize) -> String {
    let mut text = STATE_HEAD.to_owned();
    for number in 1.. {
        let line = format!(
            "- [Phase {}]: Decision {number}: orders are exported in pages of 500, oldest first\n",
            number % 5
        );
        if text.len() + line.len() > bytes {
            break;
        }
        text.push_str(&line);
    }
    let rest = bytes.saturating_sub(text.len());
    text.push_str(&"-".repeat(rest));
    text
}

/// A transcript whose last megabyte is real; the rest is a hole in the file, which only matters if all of it is read.
pub(crate) fn write_transcript(path: &Path, bytes: u64) -> Fallible<()> {
    const TAIL: usize = 1_000_000;
    const COMMAND_AT: usize = TAIL - 64_000;
    let mut tail = String::with_capacity(TAIL);
    while tail.len() < TAIL {
        let said = if (COMMAND_AT..COMMAND_AT + 300).contains(&tail.len()) {
            "<command-name>/gsd-execute-phase</command-name>".to_owned()
        } else {
            "The export is paged now; the tests of the order service pass. ".repeat(3)
        };
        let line = format!(
            "{{\"type\":\"user\",\"sessionId\":\"{SESSION}\",\"message\":{{\"role\":\"user\",\"content\":\"{said}\"}}}}\n"
        );
        tail.push_str(&line);
    }
    write(path, "")?;
    File::options().write(true).open(path)?.set_len(bytes.saturating_sub(tail.len() as u64))?;
    OpenOptions::new().append(true).open(path)?.write_all(tail.as_bytes())?;
    Ok(())
}

pub(crate) fn write_session(project: &Path, updated: u64, status: &str) -> Fallible<()> {
    let (date, time) = (calendar_date(updated), clock_time(updated));
    let id = format!("WFR-feature-tdd-review-{}-{}", date.replace('-', ""), time.replace(':', ""));
    let path = project.join(".workflow/sessions").join(&id).join("session-state.json");
    let text = WF_SESSION
        .replace("@ID@", &id)
        .replace("@STATUS@", status)
        .replace("@TIME@", &format!("{date}T{time}Z"));
    write(&path, &text)?;
    // A reader may use the file's modification time, so it must agree with the name.
    File::options().write(true).open(&path)?.set_modified(UNIX_EPOCH + Duration::from_secs(updated))?;
    Ok(())
}

pub(crate) fn write(path: &Path, text: &str) -> Fallible<()> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("cannot write `{}`: {error}", path.display()).into())
}

pub(crate) fn todo_name(session: &str) -> String {
    format!("{session}-agent-{session}.json")
}

/// The id of another session; spread out as random ids are.
pub(crate) fn session_of(number: u64) -> String {
    format!("{:08x}-5f0c-4b7e-9a51-{number:012x}", number.wrapping_mul(2_654_435_761) & 0xffff_ffff)
}

/// Converts days to a date, `2026-03-17`, with the usual algorithm whose years begin in March.
pub(crate) fn calendar_date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

pub(crate) fn clock_time(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60)
}
