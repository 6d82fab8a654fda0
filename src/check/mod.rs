//! The rules for state files and configs: what each looks for, why that matters, and how it is mended.
//!
//! A rule is a constant: its code, its page, an example that breaks it and one that keeps it. `check`
//! runs the table, `explain CODE` prints a row of it, and the tests run its examples.

use std::ops::Range;

mod agent_state;
mod any;
mod config;
mod fence;
mod front;
mod gsd;
pub mod mend;
pub mod report;
mod schema;
pub mod subject;
mod two_phase;
mod wf_player;
mod words;
mod yaml;

pub use config::config;
pub use gsd::words::{Difference, differences};
pub use subject::{Node, Subject};

/// How much a breach matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// The file contradicts itself or its documents.
    Warning,
    /// The line, or the tool that owns the file, gets it wrong.
    Error,
}

impl Severity {
    /// Returns its name in every format but SARIF.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Which files a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Every,
    /// Those that are Markdown with frontmatter.
    Markdown,
    /// Those of one family.
    Family(&'static str),
    /// No state file, but the settings of the line.
    Config,
}

impl Scope {
    /// Tells whether a family is meant.
    pub fn takes(self, family: &str) -> bool {
        match self {
            Self::Every => true,
            Self::Markdown => matches!(family, "gsd" | "two-phase"),
            Self::Family(id) => id == family,
            Self::Config => false,
        }
    }

    /// Returns what it is called, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Every => "every family",
            Self::Markdown => "gsd and two-phase",
            Self::Family(id) => id,
            Self::Config => "config",
        }
    }
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// What it is called for ever.
    pub code: &'static str,
    /// How much a breach matters.
    pub severity: Severity,
    /// Which files it is about.
    pub scope: Scope,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// What it looks for, why that matters and how to mend it.
    pub page: &'static str,
    /// Files that break it; the first is the one to check.
    pub fails: &'static [Piece],
    /// Files that keep it.
    pub passes: &'static [Piece],
    /// Looks for breaches.
    pub look: fn(&Subject<'_>) -> Vec<Finding>,
}

/// A file of an example: its path and its text.
pub type Piece = (&'static str, &'static str);

/// A breach of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where it stands in the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What stands there, in a word or two, to be set beside the caret.
    pub label: String,
    /// How to mend it.
    pub help: Option<String>,
    /// The changes that mend it, where that is mechanical.
    pub edits: Vec<Edit>,
}

/// One change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes.
    pub span: Range<usize>,
    /// What comes.
    pub with: String,
}

impl Finding {
    /// Makes a breach with nothing but a message.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), label: String::new(), help: None, edits: Vec::new() }
    }

    /// Sets a word or two beside the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Says how to mend it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Mends it: `span` becomes `with`.
    #[must_use]
    pub fn edit(mut self, span: Range<usize>, with: impl Into<String>) -> Self {
        self.edits.push(Edit { span, with: with.into() });
        self
    }
}

/// A breach and the rule that it breaks.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The rule.
    pub rule: &'static Rule,
    /// The breach.
    pub finding: Finding,
}

/// Every rule, by code.
pub static RULES: &[&[Rule]] = &[
    any::RULES,
    fence::RULES,
    yaml::RULES,
    gsd::schema::RULES,
    gsd::progress::RULES,
    gsd::lifecycle::RULES,
    gsd::words::RULES,
    gsd::unseen::RULES,
    two_phase::schema::RULES,
    two_phase::modules::RULES,
    two_phase::counters::RULES,
    two_phase::files::RULES,
    wf_player::schema::RULES,
    wf_player::nodes::RULES,
    wf_player::course::RULES,
    wf_player::snapshots::RULES,
    agent_state::schema::RULES,
    agent_state::trouble::RULES,
    agent_state::spending::RULES,
    agent_state::checkout::RULES,
    agent_state::counts::RULES,
    agent_state::files::RULES,
    agent_state::spending::LATER,
    config::RULES,
];

/// Returns every rule, by code.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().flat_map(|group| group.iter())
}

/// Returns the rule of that code, in whatever case it is written.
pub fn rule(code: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.code.eq_ignore_ascii_case(code))
}

/// How many breaches of one rule are told of one file: whoever has more does not count them.
const MOST: usize = 50;

/// Returns the breaches in a file, in the order of the text.
pub fn breaches(subject: &Subject<'_>) -> Vec<Breach> {
    let due = rules().filter(|rule| rule.scope.takes(subject.family.id));
    let mut found: Vec<Breach> = due
        .flat_map(|rule| {
            let findings = shortened((rule.look)(subject), subject);
            findings.into_iter().map(move |finding| Breach { rule, finding })
        })
        .collect();
    for breach in &mut found {
        // A line that is shown counts for more than what mending would make of the file.
        if !subject.keeps_line(&breach.finding.edits) {
            breach.finding.edits.clear();
        }
    }
    found.sort_by_key(|breach| (breach.finding.span.start, breach.rule.code));
    found
}

/// Keeps the first findings of a rule; the last of those says how many were left out.
fn shortened(mut findings: Vec<Finding>, subject: &Subject<'_>) -> Vec<Finding> {
    let left = findings.len().saturating_sub(MOST);
    findings.truncate(MOST);
    if let Some(last) = findings.last_mut().filter(|_| left > 0) {
        // Where not every line was looked at, there may be more.
        let least = if subject.broken_lines().more > 0 { "at least " } else { "" };
        let more = format!("{least}{left} more of this kind are not shown");
        last.help = Some(last.help.take().map_or(more.clone(), |help| format!("{help}; {more}")));
    }
    findings
}
