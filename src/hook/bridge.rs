//! The context bridge: the one file that the hook writes, for GSD's own context monitor.

use std::io;

use memchr::memmem;

use super::{payload::Payload, segment::rounded};
use crate::{
    json::{Scalar, quoted},
    sys::{
        System,
        atomic::{self, Access},
        file::{self, Own},
    },
};

/// How long what was written stands for what would be written again, in seconds.
///
/// The monitor ignores what is older than 60, and a busy host runs the hook three times a second.
const YOUNG: i64 = 10;

/// The largest file that is taken for a bridge.
const LARGEST: usize = 1 << 10;

/// What stands before the time in a bridge.
const TIMESTAMP: &str = ",\"timestamp\":";

/// Writes how full the context is, where the session's id is fit for a file name.
///
/// Trouble is not told: the line matters more.
pub(super) fn write(system: &System, payload: &Payload<'_>) {
    let (Some(session), Some(remaining)) = (payload.session(), &payload.remaining) else { return };
    if session.contains(['/', '\\', '\0']) || session.contains("..") {
        return;
    }
    // Where another host counts what was ever sent, the line shows what is in use, and so does this.
    let in_use = payload.used.map(|used| 100.0 - used);
    let Some(percent) = in_use.or_else(|| remaining.number()) else { return };
    // Put together by hand: a format costs as much as a third of what is written here.
    let news = [
        r#"{"session_id":"#,
        &match &payload.session {
            Some(Scalar::Number(digits)) => (*digits).to_owned(),
            _ => quoted(session),
        },
        r#","remaining_percentage":"#,
        &match remaining {
            Scalar::Text(text) if in_use.is_none() => quoted(text),
            _ => written(percent),
        },
        r#","used_pct":"#,
        &written(rounded(100.0 - percent)),
    ]
    .concat();
    let path = file::below(&system.temporary(), &["claude-ctx-", session, ".json"].concat());
    let now = system.now();
    let written = match Own::at(&path) {
        Ok(file) => update(&file, &news, now),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            atomic::put(&path, told(&news, now).as_bytes(), Access::Private)
        }
        Err(error) => Err(error),
    };
    written.unwrap_or_default();
}

/// Completes the news with the time.
fn told(news: &str, now: i64) -> String {
    [news, TIMESTAMP, &now.to_string(), "}"].concat()
}

/// Writes a number as JavaScript does; most are whole and small, and those are written the short way.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "compared with what it was, to the last bit"
)]
fn written(number: f64) -> String {
    let whole = number as u16;
    // Adding zero makes a negative zero plain.
    if f64::from(whole) == number { whole.to_string() } else { (number + 0.0).to_string() }
}

/// Writes the news over the old, unless they are the same and young.
///
/// It is one write that leaves nothing of the old behind, blanks taking its place where it was longer:
/// so a reader never sees half of it, and a hook that is killed leaves the one or the other.
fn update(file: &Own, news: &str, now: i64) -> io::Result<()> {
    let mut old = [0; LARGEST];
    let size = file.read(&mut old)?;
    let old = old.get(..size).unwrap_or_default();
    if size == LARGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let is_young = written_at(old).is_some_and(|then| (0..YOUNG).contains(&now.saturating_sub(then)));
    if is_young && old.starts_with(news.as_bytes()) {
        return Ok(());
    }
    let mut text = told(news, now).into_bytes();
    text.resize(text.len().max(size), b' ');
    file.write(&text)
}

/// Returns the time that a bridge says.
fn written_at(old: &[u8]) -> Option<i64> {
    let start = memmem::rfind(old, TIMESTAMP.as_bytes())?.saturating_add(TIMESTAMP.len());
    let text = std::str::from_utf8(old.get(start..)?).ok()?;
    text.trim_end().strip_suffix('}')?.parse().ok()
}
