//! Shows the state next to the line of another program: the status line that was installed before ours.
//!
//! The other program gets the same input and runs while we compose our part, but no longer than the host
//! would wait. If it fails, hangs or prints nothing, our whole line is printed instead.

use std::{
    ffi::OsStr,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use super::{
    Extent, answered,
    payload::{Payload, Reading},
    record, state_alone, width,
};
use crate::{
    hosts::USUAL,
    line::{Painted, Row},
    options::Options,
    sys::{
        System, file,
        process::{self, Bounds, End, Running},
        signals, streams,
    },
    text::{self, LINE_LIMIT},
};

/// How long the other program may take, unless `--wait` gives the host's own limit.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// The most bytes that are read of the other program's output.
const LIMIT: usize = 64 << 10;

/// The least width for our part of a row.
const READABLE: usize = 10;

/// The separator between their part of a row and ours.
const BETWEEN: &str = " │ ";

/// Reads what the host sends and returns their line and ours.
#[inline(never)]
pub fn run(system: &System, options: &Options, theirs: &OsStr) -> Painted {
    let begun = Instant::now();
    // A signal that ends us must end the other program, too, so these signals only set a flag.
    let stopped = signals::asked_to_end();
    let input = if streams::input_is_terminal() { Vec::new() } else { input() };
    if options.record {
        record::keep(system, &input);
    }
    let payload = match Payload::read(&input) {
        Reading::Whole(payload) => Some(payload),
        Reading::Cut(payload) if payload.says_anything() => Some(payload),
        Reading::Cut(_) | Reading::Useless => None,
    };
    let host = payload.as_ref().map_or(USUAL, Payload::host);
    let patience = options.wait.map_or_else(|| host.patience(PATIENCE), Duration::from_millis);
    let other = start(theirs, begun, patience);
    let ours = |options: &Options, extent: Extent| match &payload {
        Some(payload) => answered(system, options, payload, extent),
        None => state_alone(system, options, Some(host)),
    };
    let state = ours(options, Extent::State);
    let said = other.and_then(|other| finish(other, &input, &stopped)).unwrap_or_default();
    let rows: Vec<Row> = file::decoded(said).trim_end().lines().map(Row::read).collect();
    if rows.iter().all(|row| row.cells() == 0) {
        return ours(options, Extent::Whole);
    }
    let sent = payload.as_ref().and_then(|payload| payload.width);
    let width = width(system, options, sent, host);
    let within = |width| ours(&Options { width: Some(width), ..options.clone() }, Extent::State);
    together(rows, state, within, width, options.rows)
}

/// Reads the whole input of the host.
fn input() -> Vec<u8> {
    let mut input = streams::Input::default();
    while input.read() && matches!(Payload::read(input.bytes()), Reading::Cut(_)) {}
    input.into_bytes()
}

/// Puts our part after their last row if there is room, else below it if one more row is allowed, else after it as
/// far as it fits. `within` returns our part in a smaller width.
fn together(
    rows: Vec<Row>,
    ours: Painted,
    within: impl Fn(usize) -> Painted,
    width: Option<usize>,
    most: Option<usize>,
) -> Painted {
    let count = rows.len();
    let place = most.map_or(count, |most| most.min(count)).saturating_sub(1);
    let is_full = most.is_some_and(|most| count >= most);
    let taken = rows.get(place).map_or(0, Row::cells).saturating_add(text::cells(BETWEEN));
    let room = width.map(|width| width.saturating_sub(taken)).filter(|room| is_full && *room >= READABLE);
    let ours = match room {
        Some(room) if Row::read(&ours).cells() > room => within(room),
        _ => ours,
    };
    let own = Row::read(&ours);
    let mut out = Painted::default();
    for (index, row) in rows.into_iter().enumerate() {
        if index > 0 {
            out.push_line_end();
        }
        if index != place || ours.is_empty() {
            out.push(&row.painted());
            continue;
        }
        let needed = row.cells().saturating_add(text::cells(BETWEEN)).saturating_add(own.cells());
        let bytes = row.length().saturating_add(BETWEEN.len()).saturating_add(ours.len());
        let has_room = width.is_some_and(|width| needed <= width) && bytes <= LINE_LIMIT;
        if has_room || is_full && bytes <= LINE_LIMIT {
            out.push(&row.painted());
            out.push_text(BETWEEN);
            out.push(&ours);
        } else if is_full {
            // Half of the row for each part, minus the separator.
            let half = (LINE_LIMIT / 2).saturating_sub(BETWEEN.len());
            out.push(&row.cut(half).painted());
            out.push_text(BETWEEN);
            out.push(&own.clone().cut(half).painted());
        } else {
            out.push(&row.painted());
            out.push_line_end();
            out.push(&ours);
        }
    }
    out
}

/// Starts the other program.
fn start(command: &OsStr, begun: Instant, patience: Duration) -> Option<Running> {
    let bounds = Bounds { until: begun.checked_add(patience)?, bytes: LIMIT };
    process::start(process::shell(command), true, bounds).ok()
}

/// Gives it the input and returns what it prints in time, unless it fails.
fn finish(other: Running, input: &[u8], stopped: &AtomicBool) -> Option<Vec<u8>> {
    let is_stopped = || stopped.load(Ordering::Relaxed);
    let output = other.finish(input, || is_stopped() || !streams::output_is_read());
    let is_shown = matches!(output.end, End::Code(0) | End::Stopped);
    (is_shown && !is_stopped()).then_some(output.printed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_part_is_put_where_there_is_room() {
        let put = |theirs: &str, width, most| {
            let rows = theirs.lines().map(Row::read).collect();
            let within = |width| Painted::text(&text::cut("our own long line", width));
            together(rows, Painted::text("our own long line"), within, width, most).to_string()
        };
        assert_eq!(put("one\ntwo", Some(23), None), "one\ntwo │ our own long line");
        assert_eq!(put("one\ntwo", Some(22), None), "one\ntwo\nour own long line");
        assert_eq!(put("one\ntwo", None, None), "one\ntwo\nour own long line");
        assert_eq!(put("one", None, Some(2)), "one\nour own long line");
        assert_eq!(put("one\ntwo", None, Some(2)), "one\ntwo │ our own long line");
        assert_eq!(put("one\ntwo", None, Some(1)), "one │ our own long line\ntwo");
        assert_eq!(put("one\ntwo", Some(20), Some(1)), "one │ our own long…\ntwo");
        assert_eq!(put("one\ntwo", Some(5), Some(1)), "one │ our own long line\ntwo");
    }
}
