//! `check` and `check --fix`: findings stand in the file, mending comes to an end and makes nothing worse.

use std::path::Path;

use stateline::{
    check::{
        self, Breach, Subject, mend,
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

/// The family is told by the content, as for a file from standard input.
pub fn holds(bytes: &[u8]) {
    let text = text(bytes);
    let system = System::made_up(&[], Path::new("/nowhere"), NOW);
    let family = State::text(&system, bytes.to_vec(), None).expect("any text is a state").family;
    let breaches = breaches(family, &text);
    for breach in &breaches {
        let finding = &breach.finding;
        assert!(text.get(finding.span.clone()).is_some(), "{breach:?}");
        for edit in &finding.edits {
            assert!(text.get(edit.span.clone()).is_some(), "{breach:?}");
        }
    }
    // Each reading takes its time, and most files have nothing to mend.
    if breaches.iter().any(|breach| !breach.finding.edits.is_empty()) {
        assert_mended(family, &text);
    } else {
        assert_eq!(mend::mended(&text, &breaches), None);
    }
    // A report lists every rule there is, which takes longer than all the rest.
    if Random::of(bytes).below(64) == 0 {
        assert_reports(&text, breaches);
    }
}

fn breaches(family: &'static Family, text: &str) -> Vec<Breach> {
    let document = family.document(text);
    let mut subject = Subject::new(family, None, text, &document);
    (subject.now, subject.modified) = (NOW, NOW);
    check::breaches(&subject)
}

/// Every format is what it should be, and none steers a terminal.
fn assert_reports(text: &str, breaches: Vec<Breach>) {
    let count = breaches.len();
    let files = [Checked { name: "STATE.md".to_owned(), text: text.to_owned(), breaches }];
    for rows in [
        report::compact(&files),
        report::github(&files),
        report::human(&files, Human { color: false, width: 80 }).into(),
        report::summary(&files),
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

fn assert_mended(family: &'static Family, text: &str) {
    let all = |text: &str| breaches(family, text);
    let (mended, count) = mend::thoroughly(text, all);
    let left = all(&mended);
    let mechanical: Vec<&Breach> = left.iter().filter(|breach| !breach.finding.edits.is_empty()).collect();
    // So mended twice is mended once.
    assert!(mechanical.is_empty(), "not mended: {mechanical:?}\n{mended:?}");
    assert!(count > 0 && mended != text, "nothing is mended: {text:?}");
    let line = |text: &str| {
        let ask = Ask { style: Style::Full, now: NOW };
        (family.read)(Source::unnamed(text, NOW)).view(&ask).line.paint(&Paint::default())
    };
    let (before, after) = (line(text), line(&mended));
    assert!(before.is_empty() || !after.is_empty(), "the line {before:?} is gone\n{mended:?}");
}
