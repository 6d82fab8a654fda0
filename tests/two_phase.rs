//! The hot reader of plan and exec files against a YAML parser, and on files that are no YAML at all.

use std::{borrow::Cow, path::Path};

use serde_yaml::Value;
use stateline::{
    family::{
        Ask, Source, Style,
        two_phase::{
            FAMILY, PhaseFields,
            read::{Assignment, Module, Section},
        },
    },
    line::Paint,
};

use crate::harness::{Fixture, LINE_LIMIT, Random, cut};

mod made_up;
mod written;

type Text = Option<Cow<'static, str>>;

/// Returns what a scalar says; anything else says nothing.
fn text(value: Option<&Value>) -> Text {
    let text = match value? {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        _ => return None,
    };
    Some(text).filter(|text| !text.is_empty()).map(Cow::Owned)
}

/// Makes something of each item of a list; one that is just a scalar goes by `name`.
fn items<T>(value: Option<&Value>, make: impl Fn(&dyn Fn(&str) -> Text, &Value) -> T, name: &str) -> Vec<T> {
    let Some(Value::Sequence(items)) = value else { return Vec::new() };
    let of = |item: &Value| {
        let field = |key: &str| {
            if item.is_mapping() { text(item.get(key)) } else { text(Some(item)).filter(|_| key == name) }
        };
        make(&field, item)
    };
    items.iter().map(of).collect()
}

/// Reads a block with the YAML parser.
fn parsed(block: &str) -> PhaseFields<'static> {
    let root: Value = serde_yaml::from_str(block).unwrap_or_else(|error| panic!("{error} in\n{block}"));
    let own = |key: &str| text(root.get(key));
    let number = |key: &str| own(key)?.parse().ok();
    let is_true = |key: &str| own(key).is_some_and(|text| text.eq_ignore_ascii_case("true"));
    let module = |field: &dyn Fn(&str) -> Text, _: &Value| Module {
        id: field("id"),
        name: field("name"),
        status: field("status"),
        assigned_to: field("assigned_to"),
    };
    let assignment = |field: &dyn Fn(&str) -> Text, item: &Value| Assignment {
        agent: field("agent"),
        module: field("module"),
        status: field("status"),
        instruction: text(item.get("instruction_verification").and_then(|inner| inner.get("status"))),
        next_poll_due: text(item.get("progress_polling").and_then(|inner| inner.get("next_poll_due"))),
    };
    PhaseFields {
        phase: own("phase"),
        status: own("status"),
        plan_phase_complete: is_true("plan_phase_complete"),
        sections: items(
            root.get("requirements_sections"),
            |field, _| Section { name: field("name"), status: field("status") },
            "name",
        ),
        current_module: own("current_module"),
        modules_status: items(root.get("modules_status"), module, "id"),
        modules: items(root.get("modules"), module, "id"),
        assignments: items(root.get("active_assignments"), assignment, "agent"),
        modules_completed: number("modules_completed"),
        modules_total: number("modules_total"),
        all_modules_complete: is_true("all_modules_complete"),
        verification_mode: is_true("verification_mode"),
        verification_loops_remaining: number("verification_loops_remaining"),
    }
}

#[test]
fn the_hot_reader_finds_what_a_yaml_parser_finds() {
    let mut random = Random::new(4);
    let cases = 6_000;
    let mut telling = [0; 4];
    for _ in 0..cases {
        let block = written::block(&mut random);
        let file = written::file(&block, &mut random);
        let (found, expected) = (PhaseFields::read(&file), parsed(&block));
        assert_eq!(found, expected, "\n{file}");
        let lengths =
            [found.sections.len(), found.modules_status.len(), found.modules.len(), found.assignments.len()];
        for (count, length) in telling.iter_mut().zip(lengths) {
            *count += length;
        }
    }
    println!("{cases} files compared, with {telling:?} sections, modules under both names, assignments");
    assert!(telling.iter().all(|count| *count > cases / 2), "{telling:?} are too few");
}

/// Returns the line of a state in every style, and checks that it may be shown.
fn shown(text: &str, name: Option<&'static str>) -> Vec<String> {
    let ask = |style| Ask { style, now: 1_768_480_448 };
    let reading = (FAMILY.read)(Source { path: name.map(Path::new), ..Source::unnamed(text, 0) });
    let line = |(_, style): &(&str, Style)| {
        let line = reading.view(&ask(*style)).line.paint(&Paint::default());
        assert!(!line.chars().any(char::is_control), "{line:?} of {text:?}");
        assert!(line.starts_with("exec") || line.starts_with("plan"), "{line:?} of {text:?}");
        line
    };
    assert_eq!(reading.matching(Style::Full).len(), FAMILY.scenes.len());
    Style::NAMES.iter().map(line).collect()
}

#[test]
fn a_file_that_is_cut_short_anywhere_still_shows_one_line() {
    let mut cuts = 0;
    for (case, name) in [
        ("exec-status-inside-a-folded-string", FAMILY.names[0]),
        ("exec-unknown-keys-and-wrong-types-do-no-harm", FAMILY.names[0]),
        ("plan-with-crlf", FAMILY.names[1]),
    ] {
        let text = Fixture::named(FAMILY.id, case).text();
        for (at, _) in text.char_indices() {
            shown(&text[..at], Some(name));
            cuts += 1;
        }
    }
    println!("{cuts} cuts shown");
}

#[test]
fn text_of_any_shape_shows_one_line() {
    let mut random = Random::new(5);
    for _ in 0..2_000 {
        let mut text = written::file(&written::block(&mut random), &mut random);
        for _ in 0..=random.below(4) {
            let at = text.char_indices().nth(random.below(text.chars().count())).map_or(0, |(at, _)| at);
            let pieces =
                ["\"", "'", "\n", "  ", "\t", "- ", "[", "}", "|", "\\", ": ", "#", "\0", "---\n", "&", "é"];
            text.insert_str(at, random.one_of(&pieces));
        }
        shown(&text, None);
    }
}

#[test]
fn a_file_of_any_size_and_depth_shows_one_line() {
    let head = "---\nphase: orchestration\nstatus: executing\n";
    let many = "  - id: auth-core\n    status: complete\n".repeat(10_000);
    let deep = (0..1_000).fold(String::new(), |deep, n| deep + &" ".repeat(n) + "- k: \"x\n");
    let long = "x".repeat(1 << 20);
    for (text, line) in [
        (format!("{head}modules_status:\n{many}---\n"), "exec [██████████] 100% · executing"),
        (format!("{head}active_assignments:\n{}", "- agent: a\n".repeat(10_000)), "exec · 1 agent working"),
        (format!("{head}goal: {long}\n---\n"), "exec · executing"),
        (format!("{head}goal: \"{long}\n---\n"), "exec · executing"),
        (format!("{head}goal: {}\n", "[".repeat(1 << 20)), "exec · executing"),
        (format!("{head}goal:\n  {}\n", "- ".repeat(1 << 19)), "exec · executing"),
        (format!("{head}goal:\n{deep}"), "exec · executing"),
        (format!("{head}{}", "goal: \"\n".repeat(100_000)), "exec · executing"),
        (format!("{head}{}", "goal: 'x\n\n  y\n".repeat(50_000)), "exec · executing"),
        (format!("{head}{}", "---x\n".repeat(100_000)), "exec · executing"),
        (format!("{head}{}status: x", " ".repeat(1 << 20)), "exec · executing"),
        (
            "Status: ".repeat(100_000),
            &*format!("exec · {}", cut(&"Status: ".repeat(1000), LINE_LIMIT - "exec · ".len())),
        ),
    ] {
        assert_eq!(shown(&text, Some(FAMILY.names[0])).first().unwrap(), line);
    }
}

#[test]
fn every_sample_shows_its_scene() {
    let ask = Ask { style: Style::Full, now: 0 };
    for (at, sample) in FAMILY.samples.iter().enumerate() {
        assert_eq!(
            (FAMILY.read)(Source::unnamed(sample.text, 0)).view(&ask).scene,
            Some(at),
            "{}",
            sample.scene
        );
    }
}
