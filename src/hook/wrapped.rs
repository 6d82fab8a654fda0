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
    record, state_alone,
};
use crate::{
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
const PATIENCE: Duration = Duration::from_secs(2);

/// The most bytes that are read of the other program's output.
const LIMIT: usize = 64 << 10;

/// The separator between their part of a row and ours.
const BETWEEN: &str = " │ ";

/// Reads what the host sends and returns their line and ours.
pub fn run(system: &System, options: &Options, theirs: &OsStr) -> Painted {
    let begun = Instant::now();
    // A signal that ends us must end the other program, too, so these signals only set a flag.
    let stopped = signals::asked_to_end();
    let input = if streams::input_is_terminal() { Vec::new() } else { input() };
    if options.record {
        record::keep(system, &input);
    }
    let other = start(theirs, begun, options);
    let ours = |extent: Extent| match Payload::read(&input) {
        Reading::Whole(payload) => answered(system, options, &payload, extent),
        Reading::Cut(payload) if payload.says_anything() => answered(system, options, &payload, extent),
        Reading::Cut(_) | Reading::Useless => state_alone(system, options),
    };
    let state = ours(Extent::State);
    let said = other.and_then(|other| finish(other, &input, &stopped)).unwrap_or_default();
    let rows: Vec<Row> = file::decoded(said).trim_end().lines().map(Row::read).collect();
    if rows.iter().all(|row| row.cells() == 0) {
        return ours(Extent::Whole);
    }
    let sent = match Payload::read(&input) {
        Reading::Whole(payload) | Reading::Cut(payload) => payload.width,
        Reading::Useless => None,
    };
    let width = options.width.or(sent).or_else(|| options.paint(system, true).width);
    together(rows, &state, width, options.rows)
}

/// Reads the whole input of the host.
fn input() -> Vec<u8> {
    let mut input = streams::Input::default();
    while input.read() && matches!(Payload::read(input.bytes()), Reading::Cut(_)) {}
    input.into_bytes()
}

/// Puts our part after their last row if there is room, else below it if one more row is allowed.
fn together(rows: Vec<Row>, ours: &Painted, width: Option<usize>, most: Option<usize>) -> Painted {
    let count = rows.len();
    let place = most.map_or(count, |most| most.min(count)).saturating_sub(1);
    let is_full = most.is_some_and(|most| count >= most);
    let own = Row::read(ours);
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
            out.push(ours);
        } else if is_full {
            // Half of the row for each part, minus the separator.
            let half = (LINE_LIMIT / 2).saturating_sub(BETWEEN.len());
            out.push(&row.cut(half).painted());
            out.push_text(BETWEEN);
            out.push(&own.clone().cut(half).painted());
        } else {
            out.push(&row.painted());
            out.push_line_end();
            out.push(ours);
        }
    }
    out
}

/// Starts the other program.
fn start(command: &OsStr, begun: Instant, options: &Options) -> Option<Running> {
    let patience = options.wait.map_or(PATIENCE, Duration::from_millis);
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
            together(rows, &Painted::text("ours"), width, most).to_string()
        };
        assert_eq!(put("one\ntwo", Some(10), None), "one\ntwo │ ours");
        assert_eq!(put("one\ntwo", Some(9), None), "one\ntwo\nours");
        assert_eq!(put("one\ntwo", None, None), "one\ntwo\nours");
        assert_eq!(put("one", None, Some(2)), "one\nours");
        assert_eq!(put("one\ntwo", None, Some(2)), "one\ntwo │ ours");
        assert_eq!(put("one\ntwo", None, Some(1)), "one │ ours\ntwo");
        assert_eq!(put("one\ntwo", Some(5), Some(1)), "one │ ours\ntwo");
    }
}
