//! The last slash command, from the end of the conversation's transcript.

use std::path::Path;

use memchr::memmem;

use super::{Segment, Session};
use crate::{
    hook::payload::Payload,
    line::{Join, Line, Rank, Tone},
    sys::file::{Open, decoded},
    text,
};

pub(super) const SEGMENT: Segment = Segment {
    name: "last_command",
    about: "the last slash command of the conversation",
    sample: "last: /gsd:execute-phase",
    push,
};

/// How many bytes are read from the end of the transcript.
const TAIL: usize = 256 << 10;

/// What comes before a command in the transcript.
const OPEN: &[u8] = b"<command-name>";

/// What comes after it.
const CLOSE: &[u8] = b"</command-name>";

/// The longest command that is shown, in UTF-16 units.
const LONGEST: usize = 80;

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    if let Some(command) = last_command(session.payload) {
        line.push_as(Tone::Dim, Join::Bar, Rank::LastCommand, format!("last: /{command}"));
    }
}

/// Returns the name of the command that was called last, without its slash.
fn last_command(payload: &Payload<'_>) -> Option<String> {
    let path = payload.transcript.as_deref()?;
    let tail = Open::at(Path::new(path)).ok()?.tail(TAIL).ok()?;
    let end = memmem::rfind(&tail, CLOSE)?;
    let start = memmem::rfind(tail.get(..end)?, OPEN)?.saturating_add(OPEN.len());
    let name = decoded(tail.get(start..end)?.to_vec());
    let name = text::trim(&name);
    let name = name.strip_prefix('/').unwrap_or(name);
    let is_plain =
        !name.contains(|character| text::is_blank(character) || matches!(character, '\\' | '"' | '<' | '>'));
    let fits = (1..=LONGEST).contains(&name.encode_utf16().count());
    (is_plain && fits).then(|| name.to_owned())
}
