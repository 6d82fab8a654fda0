//! Every rule of `check`, run on its own examples.

use std::collections::HashSet;

use stateline::{
    check::{self, Piece, Problem, Rule, Severity, Subject, fix},
    config,
    select::State,
    sys::file,
    text::time,
};

use crate::harness::Project;

/// When the examples happen.
const NOW: &str = "2026-01-15T12:34:08Z";

/// Puts the files of an example into a project and checks the first.
fn problems(pieces: &[Piece]) -> (String, Vec<Problem>) {
    let mut project = Project::new();
    for (path, text) in pieces {
        project = project.file(&format!("work/{path}"), text);
    }
    let path = project.path("work").join(pieces[0].0);
    if path.extension().is_some_and(|kind| kind == "toml") {
        let config = config::opened(path);
        let (text, reading) = (config.text.unwrap(), config.reading.unwrap());
        let found = check::config(&text, &reading);
        return (text, found);
    }
    // The file of a declared workflow comes with its declaration.
    let declared = pieces.iter().find(|(path, _)| *path == "config.toml").map(|(path, _)| {
        let reading = config::opened(project.path("work").join(path)).reading.unwrap();
        reading.workflows[0].family()
    });
    let family = declared.unwrap_or_else(|| State::file(&path, None).unwrap().family);
    let text = file::text(&path, file::STATE_LIMIT).unwrap();
    let found = checked(&text, family, &path);
    (text, found)
}

fn checked(text: &str, family: &'static stateline::family::Family, path: &std::path::Path) -> Vec<Problem> {
    let document = family.document(text);
    let mut subject = Subject::new(family, Some(path), text, &document);
    subject.now = time::seconds(NOW).unwrap();
    subject.modified = subject.now;
    check::problems(&subject)
}

fn messages(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(|problem| format!("{} {}", problem.rule.code, problem.finding.message)).collect()
}

fn breaks(rule: &Rule, problems: &[Problem]) -> bool {
    problems.iter().any(|problem| problem.rule.code == rule.code)
}

#[test]
fn every_rule_reports_its_own_example() {
    for rule in check::rules() {
        let (text, found) = problems(rule.fails);
        assert!(
            breaks(rule, &found),
            "{} is not found in its example:\n{text}\n{:?}",
            rule.code,
            messages(&found)
        );
    }
}

#[test]
fn every_rule_has_an_example_without_any_error() {
    for rule in check::rules() {
        let (text, found) = problems(rule.passes);
        assert!(
            !breaks(rule, &found),
            "{} is found in its good example:\n{text}\n{:?}",
            rule.code,
            messages(&found)
        );
        let errors: Vec<_> =
            found.into_iter().filter(|problem| problem.severity() == Severity::Error).collect();
        assert_eq!(messages(&errors), [] as [String; 0], "in the good example of {}:\n{text}", rule.code);
    }
}

#[test]
fn every_fix_removes_its_own_finding() {
    let mut fixed = Vec::new();
    for rule in check::rules() {
        let (text, found) = problems(rule.fails);
        let own: Vec<Problem> = found.into_iter().filter(|problem| problem.rule.code == rule.code).collect();
        let Some((after, _)) = fix::once(&text, &own) else { continue };
        let (path, _) = rule.fails[0];
        let family = State::file(std::path::Path::new(path), None)
            .map_or(&stateline::family::FAMILIES[0], |state| state.family);
        let left = checked(&after, family, std::path::Path::new(path));
        assert!(!breaks(rule, &left), "{} is still found in:\n{after}", rule.code);
        fixed.push(rule.code);
    }
    assert_eq!(
        fixed,
        ["SL002", "SL011", "SL021", "SL022", "SL110", "SL111", "SL122", "SL130", "SL137", "SL601"]
    );
}

#[test]
fn codes_are_in_order_and_pages_say_enough() {
    let codes: Vec<&str> = check::rules().map(|rule| rule.code).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    assert_eq!(codes, sorted);
    assert_eq!(codes.iter().collect::<HashSet<_>>().len(), codes.len(), "a code is given twice");
    for rule in check::rules() {
        assert!(rule.page.contains("\n\n"), "{} does not say how to fix it", rule.code);
        assert!(rule.title.len() <= 80 && !rule.title.ends_with('.'), "{}", rule.title);
        assert!(check::rule(&rule.code.to_lowercase()).is_some());
    }
}
