//! `check` and `check --fix`: findings lie within the file; fixing ends, and makes nothing worse.

use std::path::Path;

use stateline::{
    check::{
        self, Problem, Subject,
        fix::{self, Fixed},
        report::{self, Checked, Human},
    },
    family::{Ask, Family, Source, Style},
    line::Paint,
    select::State,
    sys::System,
};

use super::{shown, text};
use crate::harness::Random;

/// When it is checked.
const NOW: i64 = 1_768_480_448;

/// The family is recognised by the content, as for a file from standard input.
pub fn holds(bytes: &[u8]) {
    let text = text(bytes);
    let system = System::made_up(&[], Path::new("/nowhere"), NOW);
    let family = State::text(&system, bytes.to_vec(), None).expect("any text is a state").family;
    let problems = problems(family, &text);
    for problem in &problems {
        let finding = &problem.finding;
        assert!(text.get(finding.span.clone()).is_some(), "{problem:?}");
        for edit in &finding.edits {
            assert!(text.get(edit.span.clone()).is_some(), "{problem:?}");
        }
    }
    // Reading again takes time, and most files have nothing to fix.
    if problems.iter().any(|problem| !problem.finding.edits.is_empty()) {
        assert_fixed(family, &text);
    } else {
        assert_eq!(fix::once(&text, &problems), None);
    }
    // A report lists every rule there is, which takes longer than all the rest.
    if Random::of(bytes).below(64) == 0 {
        assert_reports(&text, problems);
    }
}

fn problems(family: &'static Family, text: &str) -> Vec<Problem> {
    found(family, text, check::problems)
}

fn found(family: &'static Family, text: &str, check: fn(&Subject<'_>) -> Vec<Problem>) -> Vec<Problem> {
    let document = family.document(text);
    let mut subject = Subject::new(family, None, text, &document);
    (subject.now, subject.modified) = (NOW, NOW);
    check(&subject)
}

/// Every format is what it should be, and none steers a terminal.
fn assert_reports(text: &str, problems: Vec<Problem>) {
    let count = problems.len();
    let files = [Checked { name: "STATE.md".to_owned(), text: text.to_owned(), problems }];
    for rows in [
        report::compact(&files),
        report::github(&files),
        report::human(&files, Human { color: false, width: 80 }).into(),
        report::summary(&files, 0),
    ] {
        rows.split('\n').for_each(shown::assert_harmless);
    }
    assert_eq!(report::compact(&files).lines().count(), count);
    assert_eq!(report::github(&files).lines().count(), count);
    for json in [report::json(&files), report::sarif(&files)] {
        json.split('\n').for_each(shown::assert_harmless);
        serde_json::from_str::<serde_json::Value>(&json).expect("the report is JSON");
    }
}

fn assert_fixed(family: &'static Family, text: &str) {
    let Fixed { text: fixed, count, is_done } =
        fix::repeatedly(text, |text| found(family, text, check::fixable));
    let left = problems(family, &fixed);
    let mechanical: Vec<&Problem> = left.iter().filter(|problem| !problem.finding.edits.is_empty()).collect();
    // Fixing twice is the same as fixing once.
    assert!(is_done, "it goes on and on: {text:?}");
    assert!(mechanical.is_empty(), "not fixed: {mechanical:?}\n{fixed:?}");
    assert!(count > 0 && fixed != text, "nothing is fixed: {text:?}");
    let line = |text: &str| {
        let ask = Ask { style: Style::Full, now: NOW };
        (family.read)(Source::unnamed(text, NOW)).view(&ask).line.paint(&Paint::default())
    };
    let (before, after) = (line(text), line(&fixed));
    assert!(before.is_empty() || !after.is_empty(), "the line {before:?} is gone\n{fixed:?}");
}
