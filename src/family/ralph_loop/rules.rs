//! The rules for the file of a loop: most are about what its stop hook cannot read.

use std::ops::Range;

use super::read::digits;
use crate::{
    family::rule::{
        Finding, Piece, Rule, Scope, Severity, Subject,
        front::{value_of, within},
    },
    text,
};

pub(super) const RULES: &[Rule] = &[NUMBERS, PAST_LIMIT, FOLDED, TIME, ENDLESS];

/// The path of the file.
const FILE: &str = ".claude/ralph-loop.local.md";

/// A file that no rule reports.
const GOOD: &[Piece] = &[(
    FILE,
    "---\nactive: true\niteration: 4\nsession_id: 0b7c\nmax_iterations: 30\ncompletion_promise: \"COMPLETE\"\n\
     started_at: \"2026-01-15T10:30:00Z\"\n---\n\nMake all tests pass.\n",
)];

const NUMBERS: Rule = Rule {
    code: "SL601",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a number that the stop hook cannot read",
    page: "`iteration` or `max_iterations` is missing, or has something other than digits in it. The stop hook of the loop then \
           calls the file corrupted, removes it, and the loop ends.\n\n\
           Write the number without quotes, spaces or a comment: `iteration: 4`.",
    fails: &[(
        FILE,
        "---\nactive: true\niteration: \"4\"\nmax_iterations: 30\n---\n\nMake all tests pass.\n",
    )],
    passes: GOOD,
    find: |subject| {
        let number = |name: &str| match value(subject, name) {
            Some((_, text)) if digits(text).is_some() => None,
            Some((span, text)) => {
                let message = format!("`{name}` is `{text}`; expected only digits");
                let finding = Finding::new(span.clone(), message).label("ends the loop");
                let bare = text::unquote(text);
                Some(if digits(bare).is_some() { finding.edit(span, bare) } else { finding })
            }
            None => {
                let message = format!("`{name}` is missing");
                let help = format!("add a line such as `{name}: 1`");
                Some(Finding::new(subject.root().span(), message).help(help))
            }
        };
        ["iteration", "max_iterations"].into_iter().filter_map(number).collect()
    },
};

const PAST_LIMIT: Rule = Rule {
    code: "SL602",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the loop is past its limit",
    page: "`iteration` is greater than `max_iterations`. The stop hook ends a loop as soon as the limit is \
           reached, so it no longer runs this loop.\n\n\
           Remove the file if the loop is over, or raise `max_iterations`.",
    fails: &[(FILE, "---\niteration: 31\nmax_iterations: 30\ncompletion_promise: \"DONE\"\n---\n\nGo on.\n")],
    passes: GOOD,
    find: |subject| {
        let number = |name: &str| value(subject, name).and_then(|(span, text)| Some((span, digits(text)?)));
        let (Some((span, round)), Some((_, limit))) = (number("iteration"), number("max_iterations")) else {
            return Vec::new();
        };
        let is_past = limit > 0 && round > limit;
        let message = format!("iteration {round} of {limit}");
        is_past.then(|| Finding::new(span, message)).into_iter().collect()
    },
};

const FOLDED: Rule = Rule {
    code: "SL603",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a promise that can never be kept",
    page: "`completion_promise` continues on the next line. The stop hook reads one line, with the opening quote \
           alone, and compares all of it with what the agent says. So the agent cannot end the loop.\n\n\
           Write the promise on one line; a few words are enough.",
    fails: &[(
        FILE,
        "---\niteration: 1\nmax_iterations: 9\ncompletion_promise: \"all tests pass\n  and it is fast\"\n---\n",
    )],
    passes: GOOD,
    find: |subject| {
        let Some((span, text)) = value(subject, "completion_promise") else { return Vec::new() };
        let is_open = |quote: char| text.starts_with(quote) && (text.len() == 1 || !text.ends_with(quote));
        let is_folded = ['"', '\''].into_iter().any(is_open) || matches!(text, "|" | ">" | "|-" | ">-");
        let finding =
            || Finding::new(span, "`completion_promise` is longer than a line").label("goes on below");
        is_folded.then(finding).into_iter().collect()
    },
};

const TIME: Rule = Rule {
    code: "SL604",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a time that cannot be read",
    page: "`started_at` is not a time in ISO 8601, so the line cannot show how long the loop has been running.\n\n\
           Write it like this: `started_at: \"2026-01-15T12:30:00Z\"`.",
    fails: &[(FILE, "---\niteration: 1\nmax_iterations: 9\nstarted_at: \"this morning\"\n---\n\nGo on.\n")],
    passes: GOOD,
    find: |subject| {
        let unread = |name: &str| {
            let (span, text) = value(subject, name)?;
            let is_time = text::time::seconds(text::unquote(text)).is_some() || text == "null";
            (!is_time).then(|| Finding::new(span, format!("`{name}` is not a valid time")))
        };
        ["started_at", "timestamp"].into_iter().filter_map(unread).collect()
    },
};

const ENDLESS: Rule = Rule {
    code: "SL605",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a loop without an end",
    page: "`max_iterations` is 0, which is no limit, and there is no `completion_promise`. The loop goes on until \
           the session ends or the file is removed.\n\n\
           Set a limit, or a promise. If the loop is to have no end, ignore this.",
    fails: &[(FILE, "---\niteration: 1\nmax_iterations: 0\ncompletion_promise: null\n---\n\nGo on.\n")],
    passes: GOOD,
    find: |subject| {
        let promise = value(subject, "completion_promise").map(|(_, text)| text::unquote(text));
        let has_promise = promise.is_some_and(|text| !text.is_empty() && text != "null");
        match value(subject, "max_iterations") {
            Some((span, text)) if digits(text) == Some(0) && !has_promise => {
                vec![Finding::new(span, "the loop has neither a limit nor a promise")]
            }
            _ => Vec::new(),
        }
    },
};

/// Returns the value of a line that begins with `name`, as it is written, and its span.
fn value<'a>(subject: &Subject<'a>, name: &str) -> Option<(Range<usize>, &'a str)> {
    let text = subject.text;
    let mut lines = subject.front.as_ref()?.lines(text);
    let (span, line) = lines.find(|(_, line)| line.split_once(':').is_some_and(|(key, _)| key == name))?;
    let (at, value) = value_of(line)?;
    Some((within(&span, at, value.len()), value))
}
