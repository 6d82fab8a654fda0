//! `get FILTER`: a filter is answered in JSON, or refused with a place in it; a plain path is what jq says.

use serde_json::Value;
use stateline::{
    document::Step,
    family::{self, FAMILIES},
    query::{self, Answer, FilterFault, Surroundings},
};

use super::{document, hosts::any_of, text};
use crate::harness::Random;

/// Words of jq that can go on for ever, or for long: such a filter is read but not run.
const ENDLESS: &[&str] = &[
    "def",
    "repeat",
    "recurse",
    "range",
    "while",
    "until",
    "limit",
    "combinations",
    "foreach",
    "reduce",
    "input",
    "walk",
    "..",
    "*",
    "label",
    "splits",
    "pow",
    "exp",
    "halt",
    "env",
    "now",
    "skip",
    "first",
    "last",
    "until",
    "error",
    "debug",
    "stderr",
    "transpose",
    "tojson",
    "implode",
    "ltrimstr",
    "nth",
    "paths",
    "scalb",
    "ldexp",
    "gamma",
];

/// The first line is the filter, the rest the file; without one, a built-in sample.
pub fn holds(bytes: &[u8]) {
    let text = text(bytes);
    let (filter, file) = text.split_once('\n').unwrap_or((&text, ""));
    let gsd = family::family("gsd").unwrap();
    let file = if file.is_empty() { FAMILIES[0].samples[0].text } else { file };
    let value = gsd.document(file).value;
    let fields = [("line", "v2.0 · Phase 4"), ("status", "executing")];
    let fields = fields.map(|(name, text)| (name.to_owned(), text.into())).into_iter().collect();
    let around = Surroundings { fields, ..Surroundings::default() };
    if is_short(filter) {
        assert_answer(filter, &query::run(filter, &value, &around));
    } else {
        // Nothing goes in, so nothing is run.
        let filter = format!("empty | ({filter}\n)");
        assert_fault(&filter, &query::run(&filter, &value, &around));
    }
    let values = document::values(gsd, file);
    if !values.is_empty() {
        // Compiling a filter takes time, so there is one for each case.
        let (keys, expected) = any_of(&mut Random::of(bytes), &values);
        assert_found(keys, expected, &value);
    }
}

/// Returns whether a filter ends soon, whatever it is run on.
fn is_short(filter: &str) -> bool {
    filter.len() <= 200
        && !ENDLESS.iter().any(|word| filter.contains(word))
        && filter.matches([',', '[']).count() <= 8
}

#[track_caller]
fn assert_fault(filter: &str, answer: &Result<Answer, FilterFault>) {
    if let Err(fault) = answer {
        assert!(fault.column <= filter.chars().count(), "{filter:?}: {fault:?}");
        assert!(!fault.why.is_empty(), "{filter:?}: {fault:?}");
    }
}

#[track_caller]
fn assert_answer(filter: &str, answer: &Result<Answer, FilterFault>) {
    assert_fault(filter, answer);
    let Ok(Answer::Values(values)) = answer else { return };
    for printed in values {
        assert!(!printed.json.contains('\n'), "{filter:?}: {printed:?}");
        let value: Result<Value, _> = serde_json::from_str(&printed.json);
        let value = value.unwrap_or_else(|error| panic!("{filter:?}: not JSON ({error}): {printed:?}"));
        assert_eq!(value.as_str(), printed.text.as_deref(), "{filter:?}: {printed:?}");
    }
}

/// A value is found by its path, as jq writes it.
fn assert_found(keys: &[String], expected: &Value, value: &Value) {
    let keyed: Vec<String> = keys.iter().map(|key| format!("[{}]", Value::String(key.clone()))).collect();
    let path = keyed.concat();
    let answer = query::run(&format!(".{path}"), value, &Surroundings::default());
    let found = match answer {
        Ok(Answer::Values(values)) => values.into_iter().map(|printed| printed.json).collect::<Vec<_>>(),
        Ok(Answer::Missing) => vec!["null".to_owned()],
        other => panic!("{path:?}: {other:?}"),
    };
    assert_eq!(found, [expected.to_string()], "{path}");
    let steps: Vec<Step<'_>> = keys.iter().map(|key| Step::Key(key)).collect();
    let plain = query::path::written(&steps);
    let is_word =
        |key: &String| !key.is_empty() && key.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let is_plain = keys.iter().all(is_word);
    if is_plain && plain.starts_with(|first: char| first.is_alphabetic() || first == '_') {
        let answer = query::run(&plain, value, &Surroundings::default());
        let Ok(Answer::Values(values)) = &answer else { panic!("{plain:?}: {answer:?}") };
        assert_eq!(values[0].json, expected.to_string(), "{plain}");
    }
}
