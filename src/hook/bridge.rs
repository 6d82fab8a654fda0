//! The context bridge: the one file that the hook writes, for GSD's own context monitor.

use std::{io, path::Path};

use super::{payload::Payload, segment::rounded};
use crate::{
    sys::{
        System,
        atomic::{self, Access},
        file::{self, Own},
    },
    text::json::{Scalar, quoted},
};

/// How long unchanged values are not written again, in seconds.
///
/// The monitor ignores values older than 60 seconds, and a busy host runs the hook three times a second.
const YOUNG: i64 = 10;

/// The largest file that is accepted as a bridge, in bytes.
const LARGEST: usize = 1 << 10;

/// The key of the time in a bridge, which comes last.
const TIMESTAMP: &str = ",\"timestamp\"";

/// Writes how full the context is, if the session's id can be part of a file name.
///
/// Errors are ignored: the line is more important. It is not inlined, so that its buffer is not on the stack for the rest of
/// the hook.
#[inline(never)]
pub(super) fn write(system: &System, payload: &Payload<'_>) {
    let (Some(session), Some(remaining)) = (payload.session(), &payload.remaining) else { return };
    if session.contains(['/', '\\', '\0']) || session.contains("..") {
        return;
    }
    // Some hosts count all tokens that were ever sent. Write what is in use, as the line shows it.
    let in_use = payload.used.map(|used| 100.0 - used);
    let Some(percent) = in_use.or_else(|| remaining.number()) else { return };
    // Joined by hand, because `format!` takes a third as long as the whole write.
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
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(&path, &with_time(&news, now)),
        Err(error) => Err(error),
    };
    written.unwrap_or_default();
}

/// Creates the bridge of a new session.
#[cold]
fn create(path: &Path, text: &str) -> io::Result<()> {
    atomic::put(path, text.as_bytes(), Access::Private)
}

/// Completes the object with the time.
fn with_time(news: &str, now: i64) -> String {
    [news, TIMESTAMP, ":", &now.to_string(), "}"].concat()
}

/// Writes a number as JavaScript does, with a fast path for small integers, the usual case.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "the result is compared with the original, bit for bit"
)]
fn written(number: f64) -> String {
    let whole = number as u16;
    // Adding zero turns -0.0 into 0.0.
    if f64::from(whole) == number { whole.to_string() } else { (number + 0.0).to_string() }
}

/// Opens an existing bridge, unless another user could have put the file there.
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
    let mut text = with_time(news, now).into_bytes();
    text.resize(text.len().max(size), b' ');
    file.write(&text)
}

/// Returns the time in a bridge.
fn written_at(old: &[u8]) -> Option<i64> {
    let (before, time) = std::str::from_utf8(old).ok()?.rsplit_once(':')?;
    before.strip_suffix(TIMESTAMP)?;
    time.trim_end().strip_suffix('}')?.parse().ok()
}
