//! What a check rule consists of, and what it sees of a state file.
//!
//! A rule is a constant: its code, its page, an example that it reports and one that it accepts. Each
//! family lists its own; the rules for all families and for the config are in `check`.

use std::ops::Range;

pub mod broken;
pub mod front;
pub mod schema;
pub mod subject;
pub mod words;

pub use subject::{Node, Subject};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// A hint: worth knowing, but nothing is wrong. What a workflow's own tools write is at most this.
    Info,
    /// The file contradicts itself or its documents.
    Warning,
    /// The line, or the tool that owns the file, gets it wrong.
    Error,
}

impl Severity {
    /// Returns its name for people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Info => "hint",
            other => other.name(),
        }
    }

    /// Returns its name for programs; SARIF has its own.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Which files a rule applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The state files of every family.
    Every,
    /// The state files that are Markdown with frontmatter.
    Markdown,
    /// The state files that are JSON.
    Json,
    /// The state files of the family that lists the rule.
    Family,
    /// The files of the workflows that the user declared.
    Declared,
    /// The settings of the line.
    Config,
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Its code, which never changes.
    pub code: &'static str,
    /// How much a finding matters.
    pub severity: Severity,
    /// Which files it applies to.
    pub scope: Scope,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// What it looks for, why that matters and how to fix it.
    pub page: &'static str,
    /// Files that it reports; the first is the one to check.
    pub fails: &'static [Piece],
    /// Files that it accepts.
    pub passes: &'static [Piece],
    /// Returns what it finds in a file.
    pub find: fn(&Subject<'_>) -> Vec<Finding>,
}

/// A file of an example: its path and its text.
pub type Piece = (&'static str, &'static str);

/// One problem that a rule found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where it is in the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// A word or two to print next to the caret.
    pub label: String,
    /// How to fix it.
    pub help: Option<String>,
    /// The edits that fix it, if that needs no judgement.
    pub edits: Vec<Edit>,
    /// Whether it is only a hint, although its rule is about more.
    pub is_hint: bool,
}

/// One replacement in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes to replace.
    pub span: Range<usize>,
    /// What to put in their place.
    pub with: String,
}

impl Finding {
    /// Makes a finding with nothing but a message.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            span,
            message: message.into(),
            label: String::new(),
            help: None,
            edits: Vec::new(),
            is_hint: false,
        }
    }

    /// Adds a word or two next to the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Makes it a hint, for what the owner of the file itself writes.
    #[must_use]
    pub fn hint(mut self) -> Self {
        self.is_hint = true;
        self
    }

    /// Adds an edit that fixes it: `span` becomes `with`.
    #[must_use]
    pub fn edit(mut self, span: Range<usize>, with: impl Into<String>) -> Self {
        self.edits.push(Edit { span, with: with.into() });
        self
    }
}

/// Applies edits that do not overlap, or returns `None` if they do not fit the text.
pub fn edited(text: &str, mut edits: Vec<&Edit>) -> Option<String> {
    // A stable sort keeps two insertions at the same offset in order.
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(text.get(at..edit.span.start)?);
        out.push_str(&edit.with);
        at = edit.span.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}
