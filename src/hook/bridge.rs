//! The context bridge: the one file that the hook writes, for GSD's own context monitor.

use std::{
    fmt::Write as _,
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use rustix::fs::{Mode, OFlags};

use super::{context::rounded, payload::Payload};
use crate::{host::Host, json::Scalar};

/// Writes how full the context is, where the session's id is fit for a file name.
///
/// Trouble is not told: the line matters more.
pub(super) fn write(host: &Host, payload: &Payload<'_>) {
    let (Some(session), Some(remaining)) = (payload.session(), &payload.remaining) else { return };
    if session.contains(['/', '\\', '\0']) || session.contains("..") {
        return;
    }
    let Some(percent) = remaining.number() else { return };
    let text = format!(
        r#"{{"session_id":{},"remaining_percentage":{},"used_pct":{},"timestamp":{}}}"#,
        match &payload.session {
            Some(Scalar::Number(digits)) => (*digits).to_owned(),
            _ => quoted(session),
        },
        match remaining {
            Scalar::Text(text) => quoted(text),
            _ => percent.to_string(),
        },
        // Adding zero makes a negative zero plain.
        rounded(100.0 - percent) + 0.0,
        host.now(),
    );
    let directory = host.temporary();
    replace(&directory.join(format!("claude-ctx-{session}.json")), text.as_bytes()).unwrap_or_default();
}

/// Puts a file in place as a whole, so that its reader never sees half and a planted link is not followed.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}", std::process::id()));
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut file = File::from(rustix::fs::open(&beside, flags, Mode::RUSR | Mode::WUSR)?);
    let written = file.write_all(bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        fs::remove_file(&beside).unwrap_or_default();
    }
    written
}

/// Writes a JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len().saturating_add(2));
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\0'..='\x1F' => write!(out, "\\u{:04x}", u32::from(character)).unwrap_or_default(),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
