//! The rules for the file of a declared workflow: the declaration is all that is known about it.

use std::ops::Range;

use serde_json::Value;

use super::{Workflow, values};
use crate::{
    document,
    family::rule::{Finding, Piece, Rule, Scope, Severity, Subject, words},
};

/// The rules for every declared workflow.
pub const RULES: &[Rule] = &[UNREADABLE, TYPE, MISSING, COUNT];

const FILE: &str = ".deploy/state.json";

const CONFIG: Piece = (
    "config.toml",
    "[[workflow]]\nid = \"deploy\"\nfile = \".deploy/state.json\"\nname = \"release\"\ndone = \"steps.done\"\n\
     total = \"steps.total\"\nstatus = \"status\"\n",
);

/// A file that no rule reports.
const GOOD: &[Piece] =
    &[(FILE, "{\"release\": \"2.0\", \"steps\": {\"done\": 3, \"total\": 4}, \"status\": \"up\"}\n"), CONFIG];

const UNREADABLE: Rule = Rule {
    code: "SL750",
    severity: Severity::Error,
    scope: Scope::Declared,
    title: "the file of a declared workflow cannot be read",
    page: "The file is not JSON, YAML or TOML, whichever its name says it is. The line shows what was read before the \
           mistake, and `unreadable` if that is nothing.\n\n\
           Fix the file at the place that the message names, or the program that writes it. If the file has another \
           form than its name says, give it another name and change `file` in the config.",
    fails: &[(FILE, "{\"release\": \"2.0\", \"steps\": {\"done\": 3\n"), CONFIG],
    passes: GOOD,
    find: |subject| {
        // Frontmatter has rules of its own, which say more.
        if subject.family.has_frontmatter() || subject.document.complaints.is_empty() {
            return Vec::new();
        }
        subject.unreadable().map(|(span, why)| Finding::new(span, why)).into_iter().collect()
    },
};

const TYPE: Rule = Rule {
    code: "SL751",
    severity: Severity::Warning,
    scope: Scope::Declared,
    title: "a value of the wrong type at a declared path",
    page: "A path of the declaration leads to a value that the line cannot show. `name`, `status` and `doing` are \
           strings, numbers or booleans; `done` and `total` are numbers from 0 up, or lists to count.\n\n\
           Change the path in the config, so that it leads to such a value. `stateline get PATH` shows what a path \
           leads to.",
    fails: &[
        (
            FILE,
            "{\"release\": [\"2.0\"], \"steps\": {\"done\": 3, \"total\": \"many\"}, \"status\": \"up\"}\n",
        ),
        CONFIG,
    ],
    passes: GOOD,
    find: |subject| {
        let wrong = |(key, path, is_count): (&str, &str, bool)| {
            let (value, span) = at(subject, path)?;
            let is_right = if is_count {
                values::number(subject.document, path).is_some()
            } else {
                !matches!(value, Value::Array(_) | Value::Object(_))
            };
            let wanted = if is_count { "a number from 0 up, or a list" } else { "a string" };
            let is = if value.is_number() { value.to_string() } else { words::what(value).to_owned() };
            let message = format!("`{path}` is {is}; `{key}` takes {wanted}");
            (!is_right).then(|| Finding::new(span, message).help("change the path in the config"))
        };
        paths(subject).filter_map(wrong).collect()
    },
};

const MISSING: Rule = Rule {
    code: "SL752",
    severity: Severity::Info,
    scope: Scope::Declared,
    title: "a declared path leads to nothing",
    page: "The file has no value at a path of the declaration, so the line does not show that part. That is usual for \
           a value that is only there at times, such as the current step; otherwise the path is misspelled.\n\n\
           Change the path in the config. `stateline get .` shows all of the file.",
    fails: &[(FILE, "{\"release\": \"2.0\", \"steps\": {\"done\": 3, \"total\": 4}}\n"), CONFIG],
    passes: GOOD,
    find: |subject| {
        if !subject.document.complaints.is_empty() {
            return Vec::new();
        }
        let missing = |(key, path, _): (&str, &str, bool)| {
            let message = format!("there is nothing at `{path}`, which is the `{key}` of the declaration");
            at(subject, path).is_none().then(|| Finding::new(subject.first_line(), message))
        };
        paths(subject).filter_map(missing).collect()
    },
};

const COUNT: Rule = Rule {
    code: "SL753",
    severity: Severity::Warning,
    scope: Scope::Declared,
    title: "more is done than there is",
    page: "The value at `done` is greater than the one at `total`. The line then shows 100 %.\n\n\
           Most often the two paths are exchanged in the config, or one of them leads to another list.",
    fails: &[
        (FILE, "{\"release\": \"2.0\", \"steps\": {\"done\": 5, \"total\": 4}, \"status\": \"up\"}\n"),
        CONFIG,
    ],
    passes: GOOD,
    find: |subject| {
        let declared = subject.family.declared;
        let Some((done, total)) =
            declared.and_then(|one| Some((one.done.as_deref()?, one.total.as_deref()?)))
        else {
            return Vec::new();
        };
        let number = |path: &str| values::number(subject.document, path);
        let Some((count, of)) = number(done).zip(number(total)).filter(|(count, of)| count > of) else {
            return Vec::new();
        };
        let span = at(subject, done).map_or_else(|| subject.first_line(), |(_, span)| span);
        vec![Finding::new(span, format!("`{done}` is {count}, but `{total}` is {of}"))]
    },
};

/// Returns each declared path: its key, itself, and whether it leads to a number.
fn paths<'a>(subject: &Subject<'a>) -> impl Iterator<Item = (&'static str, &'static str, bool)> + use<'a> {
    let declared: Option<&'static Workflow> = subject.family.declared;
    let of = |one: &'static Workflow| {
        [
            ("name", &one.name, false),
            ("done", &one.done, true),
            ("total", &one.total, true),
            ("status", &one.status, false),
            ("doing", &one.doing, false),
        ]
    };
    let every = declared.map(of).into_iter().flatten();
    every.filter_map(|(key, path, is_count)| Some((key, path.as_deref()?, is_count)))
}

/// Returns the value at a path, and where it is in the text; null is no value.
fn at<'a>(subject: &Subject<'a>, path: &str) -> Option<(&'a Value, Range<usize>)> {
    let steps = document::path::steps(path)?;
    let value = subject.document.at(&steps).filter(|value| !value.is_null())?;
    let span = subject.document.span(&steps).unwrap_or_else(|| subject.first_line());
    let line = subject.text.get(span.clone()).and_then(|text| text.lines().next()).unwrap_or_default();
    Some((value, span.start..span.start.saturating_add(line.len())))
}
