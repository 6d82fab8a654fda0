//! The line of each family, in every style.

use std::path::Path;

use stateline::{
    check::{self, Subject},
    family::{self, Ask, Family, Source, Style, declared::Workflow},
    line::Paint,
};

use super::{
    hosts::{self, any_of},
    json, shown, text,
};
use crate::harness::Random;

/// Times that a clock, or a file, may have.
const TIMES: &[i64] = &[0, 1_768_480_448, 1_768_480_448 + 90_000, -1, i64::MIN, i64::MAX];

pub fn gsd(bytes: &[u8]) {
    lines("gsd", bytes);
}

pub fn two_phase(bytes: &[u8]) {
    lines("two-phase", bytes);
}

pub fn wf_player(bytes: &[u8]) {
    lines("wf-player", bytes);
    assert_json_is_read_as_written("wf-player", bytes);
}

pub fn agent_state(bytes: &[u8]) {
    lines("agent-state", bytes);
    assert_json_is_read_as_written("agent-state", bytes);
}

pub fn ralph_loop(bytes: &[u8]) {
    lines("ralph-loop", bytes);
    assert_findings("ralph-loop", bytes);
}

pub fn bmad(bytes: &[u8]) {
    lines("bmad", bytes);
    assert_findings("bmad", bytes);
}

pub fn taskmaster(bytes: &[u8]) {
    lines("taskmaster", bytes);
    assert_findings("taskmaster", bytes);
    assert_json_is_read_as_written("taskmaster", bytes);
}

pub fn spec_kit(bytes: &[u8]) {
    lines("spec-kit", bytes);
    assert_findings("spec-kit", bytes);
    assert_tasks_add_up("spec-kit", bytes);
}

pub fn openspec(bytes: &[u8]) {
    lines("openspec", bytes);
    assert_findings("openspec", bytes);
    assert_tasks_add_up("openspec", bytes);
}

pub fn kiro(bytes: &[u8]) {
    lines("kiro", bytes);
    assert_findings("kiro", bytes);
    assert_tasks_add_up("kiro", bytes);
}

pub fn declared(bytes: &[u8]) {
    for file in ["state.json", "state.yaml", "state.toml", "state.md"] {
        let path = |path: &str| Some(path.to_owned());
        let workflow = Workflow {
            id: "own".to_owned(),
            file: file.to_owned(),
            name: path("release.name"),
            done: path("steps.done"),
            total: path("steps.total"),
            status: path("status"),
            doing: path("current[0].step"),
            alert: vec!["failed".to_owned()],
            complete: vec!["done".to_owned()],
        };
        lines_of(workflow.family(), bytes);
        assert_findings_are_in_the_text(workflow.family(), bytes);
    }
}

fn assert_findings(id: &str, bytes: &[u8]) {
    assert_findings_are_in_the_text(family::family(id).unwrap(), bytes);
}

/// Every finding is about a part of the text.
fn assert_findings_are_in_the_text(family: &'static Family, bytes: &[u8]) {
    let text = text(bytes);
    let document = family.document(&text);
    for problem in check::problems(&Subject::new(family, None, &text, &document)) {
        assert!(text.get(problem.finding.span.clone()).is_some(), "{:?} in {text:?}", problem.finding);
    }
}

fn lines(id: &str, bytes: &[u8]) {
    lines_of(family::family(id).unwrap(), bytes);
}

fn lines_of(family: &'static Family, bytes: &[u8]) {
    let text = text(bytes);
    let mut random = Random::of(bytes);
    // A family whose files have usual names is known by its folders.
    let places: Vec<String> = family.files.iter().map(|place| place.replace('*', "009-a")).collect();
    let path = Path::new(any_of(&mut random, &places));
    let name = if family.names.is_empty() { None } else { Some(*any_of(&mut random, family.names)) };
    let (now, modified) = (*any_of(&mut random, TIMES), *any_of(&mut random, TIMES));
    for (_, style) in Style::NAMES {
        let ask = Ask { style: *style, now };
        let path = name.map_or(path, Path::new);
        let source = Source { path: Some(path), ..Source::unnamed(&text, modified) };
        assert_line(family, source, &ask, &mut random);
    }
    let _ = (family.is_likely)(&text);
}

fn assert_line(family: &Family, source: Source<'_>, ask: &Ask, random: &mut Random) {
    let reading = family.reading(source);
    let view = reading.view(ask);
    let plain = view.line.paint(&Paint::default());
    shown::assert_harmless(&plain);
    hosts::assert_shown(&view.line, hosts::any(random), None);
    let width = 1 + random.below(100);
    hosts::assert_shown(&view.line, hosts::any(random), Some(width));
    assert!(view.line.percent().is_none_or(|percent| percent <= 100), "{plain}");
    let holding = reading.matching(ask.style);
    assert_eq!(holding.len(), family.scenes.len());
    if let Some(scene) = view.scene {
        let first = holding.iter().position(|holds| *holds);
        assert_eq!(Some(scene), first, "the first scene that holds is shown: {holding:?} {plain}");
    }
    reading.activity();
    reading.status_word(ask.style);
    reading.reasons(ask.style);
    reading.evidence(ask.style);
}

/// The counts of a plan are those of its tasks, the line shows the same share, and every task is in the text.
fn assert_tasks_add_up(id: &str, bytes: &[u8]) {
    let family = family::family(id).unwrap();
    let text = text(bytes);
    let document = family.document(&text);
    let Some(tasks) = document.value["tasks"].as_array() else { return };
    let done = tasks.iter().filter(|task| task["done"] == true).count();
    assert_eq!((&document.value["done"], &document.value["total"]), (&done.into(), &tasks.len().into()));
    let lines: Vec<&str> = text.split('\n').collect();
    for task in tasks {
        let line = lines[usize::try_from(task["line"].as_u64().unwrap()).unwrap() - 1];
        assert!(line.contains(task["text"].as_str().unwrap()), "{task} is not in {line:?}");
    }
    let ask = Ask { style: Style::Full, now: TIMES[1] };
    let view = (family.read)(Source::unnamed(&text, TIMES[1])).view(&ask);
    let percent = (done * 100).checked_div(tasks.len()).map(|percent| u8::try_from(percent).unwrap());
    assert_eq!(view.line.percent(), percent, "{text:?}");
}

/// The same JSON written otherwise is the same state.
fn assert_json_is_read_as_written(id: &str, bytes: &[u8]) {
    let family = family::family(id).unwrap();
    let text = text(bytes);
    let Some(value) = json::without_repeats(&text) else { return };
    for (_, style) in Style::NAMES {
        let ask = Ask { style: *style, now: TIMES[2] };
        let line = |text: &str| {
            (family.read)(Source::unnamed(text, TIMES[1])).view(&ask).line.paint(&Paint::default())
        };
        let written = line(&text);
        assert_eq!(line(&serde_json::to_string_pretty(&value).unwrap()), written, "{value}");
        assert_eq!(line(&value.to_string()), written, "{value}");
    }
}
