//! Everything that can go wrong around a status line: what comes in, what surrounds it, what is in a state's place.
//!
//! The cases are in `cases.json`, one in a line; `scripts/torture` puts peers through the same ones. For each case the
//! hook prints exactly the text in `says`, ends with exit code 0, reports no error and leaves no file but its
//! bridge. A case about a state file has `state` instead: what is shown of it, by the hook and by `stateline line`.
//! `scripts/torture` alone reads `only`, `limit` (in milliseconds) and the other words of `verdict`.

mod lab;
mod run;
mod text;

use std::{io::Write, process::Stdio};

use serde_json::{Value, json};

use crate::harness::{Run, is_root};
use lab::Lab;

/// The content of `cases.json`.
type Cases = Value;

/// How often a case is tried whose timing a busy machine may spoil; a program that is wrong is wrong each time.
const ATTEMPTS: usize = 10;

fn cases() -> Cases {
    serde_json::from_str(include_str!("cases.json")).unwrap()
}

/// Returns what is not as it should be in one case.
fn problems(cases: &Cases, case: &Value) -> Vec<String> {
    if case["root"] == json!(true) && !is_root() {
        return skipped(case, "only root can make it");
    }
    // A loader needs files and memory before the program begins; `scripts/test` runs these with the static release.
    if case["static"] == json!(true) && run::other_program().is_none() {
        return Vec::new();
    }
    let mut lab = Lab::new(cases);
    for step in case["make"].as_array().into_iter().flatten() {
        if let Err(why) = lab.make(step) {
            return skipped(case, &why);
        }
    }
    let attempts = if case["timed"] == json!(true) { ATTEMPTS } else { 1 };
    let mut found = Vec::new();
    for _ in 0..case["times"].as_u64().unwrap_or(1) {
        for _ in 0..attempts {
            found = once(&lab, case);
            if found.is_empty() {
                break;
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// Reports a case that cannot be made here; under `scripts/test` that is a problem.
fn skipped(case: &Value, why: &str) -> Vec<String> {
    let name = &case["name"];
    if is_root() && std::env::var_os("STATELINE_SKIP_NOTHING").is_some() {
        return vec![format!("cannot be made: {why}")];
    }
    // Written past the test harness, which would keep it to itself.
    writeln!(std::io::stderr(), "skipped the case {name}: {why}").unwrap_or_default();
    Vec::new()
}

fn once(lab: &Lab, case: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let before = lab.listing();
    let is_killed = case["verdict"] == json!("killed");
    let code = if is_killed { None } else { Some(0) };
    let mut expect = |what: &str, run: Run, stdout: String| {
        let expected = Run { code, stdout: lab.project.without_root(&stdout), stderr: String::new() };
        if run != expected {
            found.push(format!("{what} gave {}\n    instead of {}", shortened(&run), shortened(&expected)));
        }
    };
    expect("the hook", run::hook(lab, case), says(lab, case));
    if let Some(state) = case.get("state") {
        let state = lab.texts.string(case.get("line").unwrap_or(state));
        let mut command = run::command(lab, case, &["line"]);
        command.stdin(Stdio::null());
        let line = if state.is_empty() { state } else { state + "\n" };
        expect("`line`", lab.project.run_command(command), line);
    }
    for (path, content) in case["kept"].as_object().into_iter().flatten() {
        let now = std::fs::read_to_string(lab.project.path(path)).unwrap_or_default();
        if now != *content {
            found.push(format!("`{path}` has {now:?} in it"));
        }
    }
    let after = lab.listing();
    if after != before {
        found.push(format!("the files changed from {before:#?} to {after:#?}"));
    }
    found
}

/// Returns what the hook prints, which has no line end.
fn says(lab: &Lab, case: &Value) -> String {
    let Some(state) = case.get("state") else { return lab.texts.string(&case["says"]) };
    let state = lab.texts.string(state);
    let state = if state.is_empty() { state } else { format!("{state} │ ") };
    format!("{} │ {state}work {}", lab.texts.named("@MODEL@"), lab.texts.named("@METER@"))
}

/// Returns a run as a failure can show it.
fn shortened(run: &Run) -> String {
    let short = |text: &str| {
        let letters: Vec<char> = text.chars().collect();
        let Some(rest) = letters.len().checked_sub(300) else { return format!("{text:?}") };
        let (head, tail) = (letters[..200].iter(), letters[letters.len() - 100..].iter());
        format!("{:?} + {rest} more + {:?}", head.collect::<String>(), tail.collect::<String>())
    };
    format!("{:?}, {}, {}", run.code, short(&run.stdout), short(&run.stderr))
}

/// Puts the program through every case of a group.
fn survives(title: &str) {
    let cases = cases();
    let group = cases["groups"].as_array().unwrap().iter().find(|group| group["title"] == title).unwrap();
    let mut wrong = Vec::new();
    for case in group["cases"].as_array().unwrap() {
        wrong.extend(problems(&cases, case).iter().map(|problem| format!("{}: {problem}", case["name"])));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_hook_answers_whatever_standard_input_is() {
    survives("Standard input");
}

#[test]
fn the_hook_answers_whatever_surrounds_it() {
    survives("Surroundings");
}

#[test]
fn the_hook_and_line_answer_whatever_is_in_the_place_of_a_state_file() {
    survives("The state file is");
}

#[test]
fn every_case_has_a_name_of_its_own_and_an_exact_expectation() {
    let cases = cases();
    let groups = cases["groups"].as_array().unwrap().iter();
    let all: Vec<(&Value, &Value)> = groups
        .flat_map(|group| group["cases"].as_array().unwrap().iter().map(|case| (&group["title"], case)))
        .collect();
    let mut names: Vec<String> =
        all.iter().map(|(title, case)| format!("{title} {}", case["name"])).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all.len());
    for (_, case) in all {
        let expected: Vec<&str> = ["says", "state"].into_iter().filter(|key| !case[*key].is_null()).collect();
        assert_eq!(expected.len(), 1, "{} has {expected:?}", case["name"]);
    }
}
