//! The full reading: it answers on every file that the line can read, and its places are in the file.

use serde_json::Value;
use stateline::{
    document::{Document, Step},
    family::{self, Family, gsd},
    text::is_blank,
};

use super::{json, shown, text};

/// How many values of a file are looked at.
const MOST: usize = 200;

/// A string that begins with a bracket is read as JSON, any other as Markdown.
pub fn holds(bytes: &[u8]) {
    let text = text(bytes);
    let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
    let family = family::family(if is_json { "wf-player" } else { "gsd" }).unwrap();
    let document = family.document(&text);
    assert_eq!(document.text(), text);
    assert_places(&document, &text);
    assert_complaints(&document, &text);
    if is_json {
        assert_json(&document, &text);
    } else {
        assert!(document.value.is_object());
        assert_answers(&document, &text);
    }
}

/// Reads a document of a family for other invariants.
pub fn values(family: &Family, text: &str) -> Vec<(Vec<String>, Value)> {
    let document = family.document(text);
    let mut found = Vec::new();
    each(&document.value, &mut Vec::new(), &mut |path, value| {
        let only_keys: Option<Vec<String>> = path
            .iter()
            .map(|step| match step {
                Step::Key(name) => Some((*name).to_owned()),
                Step::Index(_) => None,
            })
            .collect();
        found.extend(only_keys.filter(|keys| !keys.is_empty()).map(|keys| (keys, value.clone())));
    });
    found
}

/// Calls `look` for every value, but not for too many.
fn each<'v>(value: &'v Value, path: &mut Vec<Step<'v>>, look: &mut impl FnMut(&[Step<'v>], &'v Value)) {
    look(path, value);
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate().take(MOST) {
                path.push(Step::Index(index));
                each(item, path, look);
                path.pop();
            }
        }
        Value::Object(entries) => {
            for (name, item) in entries.iter().take(MOST) {
                path.push(Step::Key(name));
                each(item, path, look);
                path.pop();
            }
        }
        _ => {}
    }
}

fn assert_places(document: &Document, text: &str) {
    let lines = text.split('\n').count();
    let mut left = MOST;
    each(&document.value, &mut Vec::new(), &mut |path, value| {
        left = left.saturating_sub(1);
        assert_eq!(document.at(path), Some(value));
        let Some(position) = document.position(path).filter(|_| left > 0) else { return };
        assert!(text.get(position.span.clone()).is_some(), "{path:?} at {:?}", position.span);
        assert!((1..=lines).contains(&position.value.line), "{path:?} at {position:?}");
        if let Some(raw) = document.raw(path) {
            let whole = &text[position.span.clone()];
            assert!(whole.contains(raw), "{path:?}: {raw:?} in {whole:?}");
        }
    });
    assert!(text.ends_with(document.body()) || document.body().is_empty());
    assert!(document.body_line() <= lines);
}

fn assert_complaints(document: &Document, text: &str) {
    let lines = text.split('\n').count();
    for complaint in &document.complaints {
        assert!((1..=lines).contains(&complaint.line) && complaint.column > 0, "{complaint:?}");
        assert!(!complaint.why.is_empty() && !complaint.why.contains('\n'), "{complaint:?}");
    }
}

fn assert_json(document: &Document, text: &str) {
    let theirs = serde_json::from_str::<Value>(text.trim_start_matches('\u{feff}'));
    let deep = text.matches(['[', '{']).count() > 60;
    if deep || text.starts_with("\u{feff}\u{feff}") || text.contains("\\u") && theirs.is_err() {
        return;
    }
    assert_eq!(document.complaints.is_empty(), theirs.is_ok(), "{:?} {theirs:?}", document.complaints);
    if let Some(theirs) = json::without_repeats(text) {
        assert_eq!(document.value, theirs);
    }
}

/// What the line finds in the frontmatter, a question finds too.
fn assert_answers(document: &Document, text: &str) {
    let Some(block) = gsd::read::frontmatter(text) else { return };
    // YAML has keys with odd blanks in them, and more characters that end a line.
    let is_odd = |letter: char| {
        letter == '\u{85}'
            || is_blank(letter) && !matches!(letter, ' ' | '\t' | '\r' | '\n')
            || shown::steers(letter) && !is_blank(letter)
    };
    if block.contains(is_odd) || block.replace("\r\n", "\n").contains('\r') {
        return;
    }
    // Of two blocks of counts, YAML and the line may each take another one.
    if block.split('\n').filter(|line| line.starts_with("progress:")).count() > 1 {
        return;
    }
    // An address at the beginning of a line is no entry, even if it begins like one that the line knows.
    let is_address = |line: &str| line.split_once(':').is_some_and(|(_, rest)| rest.starts_with("//"));
    if block.split('\n').any(is_address) {
        return;
    }
    let state = gsd::GsdFields::read(text);
    for (path, value) in [
        (&["milestone"][..], state.milestone),
        (&["milestone_name"], state.milestone_name),
        (&["active_phase"], state.active_phase),
        (&["next_action"], state.next_action),
        (&["progress", "percent"], state.percent),
        (&["progress", "total_phases"], state.total_phases),
        (&["progress", "completed_phases"], state.completed_phases),
    ] {
        let steps: Vec<Step<'_>> = path.iter().map(|name| Step::Key(name)).collect();
        // The line takes a count wherever a line of the block begins with its name. To YAML, that can be a
        // line of a block string (`note: |` is above it) or of a deeper map, and is reported there.
        let is_told_within = || match path {
            [block, name] => document.value.get(block).is_some_and(|value| value.to_string().contains(name)),
            _ => false,
        };
        assert!(
            value.is_none() || document.at(&steps).is_some() || is_told_within(),
            "no answer for {path:?}: {}",
            document.value
        );
    }
}
