//! Reads a loop's file as its own stop hook does: lines that begin with a key, between the fences.

use std::borrow::Cow;

use crate::{
    family::text::{fence, phrase},
    text,
};

/// How many columns of the promise the line shows.
const PROMISE: usize = 28;

/// The most lines of frontmatter to read: real files have fewer than twenty.
const MOST_LINES: usize = 1000;

/// What the line needs of a loop. Of two lines with the same key, the first wins.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LoopFields<'a> {
    /// Whether the loop goes on.
    pub active: Option<&'a str>,
    /// The iteration that runs, as it is written.
    pub iteration: Option<&'a str>,
    /// The last iteration, as it is written; 0 is no limit.
    pub max_iterations: Option<&'a str>,
    /// The words that end the loop.
    pub completion_promise: Option<&'a str>,
    /// The session that is in the loop.
    pub session_id: Option<&'a str>,
    /// When the loop was started.
    pub started_at: Option<&'a str>,
    /// How often the result was reviewed.
    pub review_count: Option<&'a str>,
    /// How often it may be reviewed.
    pub max_review_cycles: Option<&'a str>,
}

impl<'a> LoopFields<'a> {
    /// Reads everything in `content`; `None` if it is not the file of a loop.
    ///
    /// Some projects keep a log of their own under this name.
    pub fn read(content: &'a str) -> Option<Self> {
        let mut fields = Self::default();
        for line in fence::block(content)?.lines().take(MOST_LINES) {
            let Some((key, value)) = line.split_once(':') else { continue };
            let field = match key {
                "active" => &mut fields.active,
                "iteration" => &mut fields.iteration,
                "max_iterations" => &mut fields.max_iterations,
                "completion_promise" => &mut fields.completion_promise,
                "session_id" => &mut fields.session_id,
                // Some forks call it so.
                "started_at" | "timestamp" => &mut fields.started_at,
                "review_count" => &mut fields.review_count,
                "max_review_cycles" => &mut fields.max_review_cycles,
                _ => continue,
            };
            field.get_or_insert(text::trim(value));
        }
        (fields.iteration.is_some() || fields.max_iterations.is_some()).then_some(fields)
    }

    /// Returns the iteration that runs; `None` if it is not a number.
    pub fn round(&self) -> Option<u64> {
        digits(self.iteration?)
    }

    /// Returns the last iteration, 0 if there is no limit; `None` if it is not a number.
    pub fn limit(&self) -> Option<u64> {
        self.max_iterations.map_or(Some(0), digits)
    }

    /// Returns whether the loop was stopped.
    pub fn is_stopped(&self) -> bool {
        self.active.is_some_and(|active| text::unquote(active).eq_ignore_ascii_case("false"))
    }

    /// Returns the words that end the loop, in a width that a line has room for.
    pub fn promise(&self) -> Option<Cow<'a, str>> {
        let promise = phrase::cut(value(self.completion_promise?)?, PROMISE);
        (!promise.is_empty()).then_some(promise)
    }

    /// Returns the session that is in the loop.
    pub fn session(&self) -> Option<&'a str> {
        value(self.session_id?)
    }

    /// Returns when the loop was started, in seconds since 1970.
    pub fn started(&self) -> Option<i64> {
        text::time::seconds(value(self.started_at?)?)
    }

    /// Returns how often the result was reviewed, if it was, and how often it may be.
    pub fn reviews(&self) -> Option<(u64, Option<u64>)> {
        let count = digits(self.review_count?).filter(|count| *count > 0)?;
        Some((count, self.max_review_cycles.and_then(digits).filter(|most| *most > 0)))
    }
}

/// Returns a value without its quotes; nothing and `null` are no value.
///
/// A sentence that goes on on the next line has an opening quote alone.
fn value(written: &str) -> Option<&str> {
    let value = text::trim(text::unquote(written));
    let is_null = matches!(written, "null" | "~");
    (!value.is_empty() && !is_null).then_some(value)
}

/// Reads a number as the stop hook does, which takes digits alone.
pub(super) fn digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // More digits than fit are still a number.
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}
