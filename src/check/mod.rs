//! Runs the rules over a state file: those of its family, and those for every family.
//!
//! `check` runs the tables of rules, `explain CODE` prints one row, and the tests run the examples.

use once_cell::sync::Lazy;

use crate::{
    family::{
        FAMILIES, Family, declared,
        rule::{Scope, edited},
    },
    text,
};

mod any;
mod config;
mod fence;
pub mod fix;
pub mod report;
mod yaml;

pub use crate::family::rule::{Finding, Node, Piece, Rule, Severity, Subject};
pub use config::config;

/// A problem in a file, and the rule that reports it.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The rule.
    pub rule: &'static Rule,
    /// What the rule found.
    pub finding: Finding,
}

impl Problem {
    /// Returns how much it matters.
    pub fn severity(&self) -> Severity {
        if self.finding.is_hint { Severity::Info } else { self.rule.severity }
    }

    /// Returns whether it is only a hint.
    pub fn is_hint(&self) -> bool {
        self.severity() == Severity::Info
    }
}

/// The rules for the files of every family.
static SHARED: &[&[Rule]] = &[any::RULES, fence::RULES, yaml::RULES];

/// The codes of those that report why a line cannot see the progress, the most important first.
pub const HIDES_BAR: &[&str] = &["SL002", "SL010", "SL011", "SL012"];

/// Every rule, sorted by code: the modules list their rules in an order of their own.
static BY_CODE: Lazy<Vec<&'static Rule>> = Lazy::new(|| {
    let of_families = FAMILIES.iter().flat_map(|family| family.rules);
    let mut rules: Vec<&Rule> = SHARED
        .iter()
        .chain(of_families)
        .copied()
        .flatten()
        .chain(declared::rules::RULES)
        .chain(config::RULES)
        .collect();
    rules.sort_by_key(|rule| rule.code);
    rules
});

/// Returns every rule, by code.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    BY_CODE.iter().copied()
}

/// Returns which files a rule applies to, for people.
pub fn scope(rule: &Rule) -> String {
    let named = |families: &mut dyn Iterator<Item = &'static Family>| {
        text::series(&families.map(|family| family.id).collect::<Vec<_>>(), "and")
    };
    match rule.scope {
        Scope::Every => "every family".to_owned(),
        Scope::Markdown => named(&mut FAMILIES.iter().filter(|family| family.has_frontmatter())),
        Scope::Json => named(&mut FAMILIES.iter().filter(|family| family.is_json())),
        Scope::Family => named(&mut FAMILIES.iter().filter(|family| lists(family, rule))),
        Scope::Declared => "your own workflow".to_owned(),
        Scope::Config => "config".to_owned(),
    }
}

/// Returns whether a family lists a rule among its own.
fn lists(family: &Family, rule: &Rule) -> bool {
    family.rules.iter().copied().flatten().any(|own| own.code == rule.code)
}

/// Returns the rule with that code, in upper or lower case.
pub fn rule(code: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.code.eq_ignore_ascii_case(code))
}

/// The most problems of one rule to report for one file.
const MOST: usize = 50;

/// Returns the problems in a file, in the order of the text: of each rule no more than are worth reading.
pub fn problems(subject: &Subject<'_>) -> Vec<Problem> {
    let mut found = found(subject, shortened);
    for problem in &mut found {
        let edits = &problem.finding.edits;
        // A fix must never make a file lose its line.
        let after = || edited(subject.text, edits.iter().collect());
        if !edits.is_empty() && !after().is_some_and(|after| subject.keeps_line(&after)) {
            problem.finding.edits.clear();
        }
    }
    found
}

/// Returns all problems that can be fixed, in the order of the text.
pub fn fixable(subject: &Subject<'_>) -> Vec<Problem> {
    let found = found(subject, |mut findings| {
        findings.retain(|finding| !finding.edits.is_empty());
        findings
    });
    fix::keeping_line(found, subject)
}

/// Runs the rules that apply to a file, and passes what each finds through `choose`.
fn found(subject: &Subject<'_>, choose: fn(Vec<Finding>) -> Vec<Finding>) -> Vec<Problem> {
    let shared = SHARED.iter().copied().flatten();
    let is_due = |rule: &&Rule| match rule.scope {
        Scope::Markdown => subject.family.has_frontmatter(),
        Scope::Json => subject.family.is_json(),
        _ => true,
    };
    let shared = shared.filter(is_due);
    let due = shared.chain(subject.family.rules.iter().copied().flatten());
    let problem = |rule| move |finding| Problem { rule, finding };
    let mut found: Vec<Problem> =
        due.flat_map(|rule| choose((rule.find)(subject)).into_iter().map(problem(rule))).collect();
    found.sort_by_key(|problem| (problem.finding.span.start, problem.rule.code));
    found
}

/// Keeps the first findings of a rule; the help of the last one says how many were left out.
fn shortened(mut findings: Vec<Finding>) -> Vec<Finding> {
    let left = findings.len().saturating_sub(MOST);
    findings.truncate(MOST);
    if let Some(last) = findings.last_mut().filter(|_| left > 0) {
        let more = format!("{left} more of this kind are not shown");
        last.help = Some(last.help.take().map_or(more.clone(), |help| format!("{help}; {more}")));
    }
    findings
}
