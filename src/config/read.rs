//! Reads the settings in TOML text, and collects its problems.

use std::{borrow::Cow, fmt, ops::Range};

use toml::{
    Spanned,
    de::{DeArray, DeTable, DeValue},
};

use super::{
    own::{self, OwnSegment},
    segments::SEGMENTS,
    table::{COLORS, SETTINGS, Setting},
    value::{SettingKind, Value},
    workflow,
};
use crate::family::declared::Workflow;
use crate::text::{self, Place, cut, json::quoted, suggest::nearest};

/// How many problems of a file are reported.
const MOST: usize = 20;

/// Why a project cannot make a segment.
pub(super) const ONLY_YOURS: &str = "only your own config can make a segment";

/// How many columns of a name or a value a message shows.
const WIDEST: usize = 60;

/// The result of reading a config.
#[derive(Debug, Default)]
pub struct Reading {
    /// The valid settings.
    pub entries: Vec<Entry>,
    /// The workflows that the file declares.
    pub workflows: Vec<Workflow>,
    /// The problems, in the order of the text.
    pub problems: Vec<Problem>,
}

/// One setting of a file.
#[derive(Debug)]
pub struct Entry {
    /// Its row in the table.
    pub setting: &'static Setting,
    /// Its full name.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// The value as JSON, which is also valid TOML here.
    pub json: String,
    /// Its line, counted from 1.
    pub line: usize,
}

/// Something in a config that the line ignores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its kind.
    pub mistake: Mistake,
    /// Its byte range in the text.
    pub span: Range<usize>,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its column, in characters counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// A suggestion, or the values that are allowed.
    pub help: Option<String>,
}

/// What can be wrong in a config.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The text is not TOML.
    NotToml,
    /// There is no setting with that name.
    UnknownSetting,
    /// The setting does not accept that value.
    BadValue,
    /// The name of a table is given a value.
    NotATable,
    /// A workflow is not declared as it should be.
    Workflow,
    /// A segment of the user's is not shown as it is written.
    Segment,
}

impl Reading {
    /// Drops the workflows of a project's file, which could otherwise name any file to show.
    pub(super) fn refuse_workflows(&mut self, text: &str) {
        let is_fault = |problem: &Problem| problem.mistake == Mistake::Workflow;
        if self.workflows.is_empty() && !self.problems.iter().any(is_fault) {
            return;
        }
        self.workflows.clear();
        // A project may not declare a workflow at all, so mistakes in the declaration are not reported.
        self.problems.retain(|problem| !is_fault(problem));
        let at = text.find("[[workflow").map(|at| at.saturating_add(2)).or_else(|| text.find("workflow"));
        let at = at.unwrap_or_default();
        let Place { line, column } = text::place(text, at);
        let message = "a project cannot declare a workflow".to_owned();
        let help = Some("declare it in your own config.toml".to_owned());
        let span = at..at.saturating_add("workflow".len());
        self.problems.push(Problem { mistake: Mistake::Workflow, span, line, column, message, help });
    }
}

impl Problem {
    /// Returns the message and the help in one sentence.
    pub fn sentence(&self) -> String {
        match &self.help {
            Some(help) => format!("{}; {help}", self.message),
            None => self.message.clone(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.line, self.column, self.sentence())
    }
}

/// Reads the user's config. An invalid part does not affect the rest.
pub fn read(text: &str) -> Reading {
    read_as(text, &[], false)
}

/// Reads a part of the user's config; `known` are the segments that the rest of it makes.
pub(super) fn part(text: &str, known: &[&str]) -> Reading {
    read_as(text, known, false)
}

/// Reads a project's config, which may show the segments that the user made, but may not make any.
pub(super) fn of_project(text: &str, known: &[&str]) -> Reading {
    read_as(text, known, true)
}

fn read_as(text: &str, known: &[&str], is_project: bool) -> Reading {
    // An editor's byte-order mark is no mistake of the user's.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    let own = table.get_ref().get("segment").and_then(|own| own.get_ref().as_table());
    let own = own.into_iter().flat_map(|own| own.keys()).map(|name| name.get_ref().to_string());
    let own: Vec<String> = known.iter().map(|name| (*name).to_owned()).chain(own).collect();
    let mut reader = Reader { text, reading: Reading::default(), own, made: known, is_project };
    for error in errors {
        let span = error.span().unwrap_or(text.len()..text.len());
        let words = |_: &Reader<'_>| {
            (format!("invalid TOML: {}", error.message().lines().collect::<Vec<_>>().join(", ")), None)
        };
        reader.complain(Mistake::NotToml, span, words);
    }
    // `prefer` may name them.
    if let Some((key, value)) = table.get_ref().get_key_value("workflow") {
        reader.workflows(key.span(), value);
    }
    reader.table("", table.get_ref());
    let mut reading = reader.reading;
    reading.problems.sort_by_key(|problem| (problem.line, problem.column));
    reading.entries.sort_by_key(|entry| entry.line);
    reading
}

struct Reader<'t> {
    text: &'t str,
    reading: Reading,
    /// The names of the user's own segments.
    own: Vec<String>,
    /// Those of them that another file, or another part of this one, makes.
    made: &'t [&'t str],
    /// Whether the file is a project's.
    is_project: bool,
}

impl Reader<'_> {
    /// Reads a table whose name is `prefix`.
    fn table(&mut self, prefix: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            let name = format!("{prefix}{}", key.get_ref());
            if name == "workflow" {
                continue;
            }
            let is_segment = || name == "segment" || prefix == "segment.";
            let is_table = SETTINGS.iter().any(|setting| group(setting.name) == Some(&*name)) || is_segment();
            match value.get_ref() {
                DeValue::Table(inner) if is_table => {
                    self.table(&format!("{name}."), inner);
                    if prefix == "segment." {
                        self.segment(key, inner);
                    }
                }
                _ if is_table => {
                    let words =
                        |_: &Self| (format!("`{name}` is a table"), Some(format!("write `[{name}]`")));
                    self.complain(Mistake::NotATable, key.span(), words);
                }
                _ => self.setting(name, key.span(), value),
            }
        }
    }

    /// Reports what keeps a segment from being shown as it is written.
    fn segment(&mut self, name: &Spanned<Cow<'_, str>>, table: &DeTable<'_>) {
        let is_known = SEGMENTS.contains(&&**name.get_ref()) || self.made.contains(&&**name.get_ref());
        if let Some((span, message, help)) = own::fault(name, table, is_known) {
            self.complain(Mistake::Segment, span, |_| (message, Some(help)));
        }
    }

    fn setting(&mut self, name: String, key: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let Some(setting) = known(&name, &self.own) else {
            return self.complain(Mistake::UnknownSetting, key, |_| unknown(&name));
        };
        if self.is_project && OwnSegment::is_content(setting.name) {
            let words =
                |_: &Self| (format!("`{name}` has no effect in a project"), Some(ONLY_YOURS.to_owned()));
            return self.complain(Mistake::UnknownSetting, key, words);
        }
        match (setting.kind, value.get_ref()) {
            (SettingKind::Rows, DeValue::Array(items)) => self.rows(setting, name, key, items),
            (kind, DeValue::Array(items)) if kind.is_list() => self.list(setting, name, key, items),
            (kind, value_of) => match self.value(kind, value_of) {
                Ok(taken) => self.take(setting, name, key, taken, json(value_of)),
                Err(wanted) => self.refuse(&name, "be", value, &wanted),
            },
        }
    }

    /// Reads a list.
    fn list(&mut self, setting: &'static Setting, name: String, key: Range<usize>, items: &DeArray<'_>) {
        let words = self.words(setting.kind, &name, items);
        // A list without a single right word was not meant to be an empty list.
        if !words.is_empty() || items.is_empty() {
            let json = list_json(&words);
            self.take(setting, name, key, Value::List(words), json);
        }
    }

    /// Reads a list of rows, each a list of segments.
    fn rows(&mut self, setting: &'static Setting, name: String, key: Range<usize>, items: &DeArray<'_>) {
        let mut rows = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::Array(words) => {
                    let row = self.words(SettingKind::Segments, &name, words);
                    if !row.is_empty() || words.is_empty() {
                        rows.push(row);
                    }
                }
                _ => self.refuse(&name, "contain", item, &SettingKind::Rows.wanted()),
            }
        }
        if !rows.is_empty() || items.is_empty() {
            let json: Vec<String> = rows.iter().map(|row| list_json(row)).collect();
            self.take(setting, name, key, Value::Rows(rows), format!("[{}]", json.join(", ")));
        }
    }

    /// Reads the words of a list, each once; one that is wrong costs nothing but itself.
    fn words(&mut self, kind: SettingKind, name: &str, items: &DeArray<'_>) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for item in items {
            match self.value(kind, item.get_ref()) {
                Ok(Value::List(word)) => {
                    let new: Vec<String> = word.into_iter().filter(|word| !words.contains(word)).collect();
                    words.extend(new);
                }
                Ok(_) => {}
                Err(wanted) => self.refuse(name, "contain", item, &wanted),
            }
        }
        words
    }

    /// Adds a setting.
    fn take(
        &mut self,
        setting: &'static Setting,
        name: String,
        key: Range<usize>,
        value: Value,
        json: String,
    ) {
        let line = text::place(self.text, key.start).line;
        self.reading.entries.push(Entry { setting, name, value, json, line });
    }

    /// Adds the problem of a value that a setting cannot `be` or `contain`.
    fn refuse(&mut self, name: &str, verb: &str, value: &Spanned<DeValue<'_>>, wanted: &str) {
        let written = self.text.get(value.span()).unwrap_or_default();
        let written = cut(written.lines().next().unwrap_or_default(), WIDEST);
        let takes = if wanted.starts_with("did you mean") { "" } else { "it takes " };
        let words =
            |_: &Self| (format!("`{name}` cannot {verb} `{written}`"), Some(format!("{takes}{wanted}")));
        self.complain(Mistake::BadValue, value.span(), words);
    }

    /// Converts a value; a segment may be one of the user's own.
    fn value(&self, kind: SettingKind, value: &DeValue<'_>) -> Result<Value, String> {
        let is_own = |name: &str| self.own.iter().any(|own| own == name);
        match (kind, value) {
            (SettingKind::Segments, DeValue::String(name)) if is_own(name) => {
                Ok(Value::List(vec![name.to_string()]))
            }
            _ => kind.value(value, &self.reading.workflows),
        }
    }

    /// Reads the workflows that are declared, and reports what is wrong with them.
    fn workflows(&mut self, key: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let (workflows, faults) = workflow::read(self.text, key, value);
        self.reading.workflows = workflows;
        for (span, message, help) in faults {
            self.complain(Mistake::Workflow, span, |_| (message, help));
        }
    }

    /// Adds a problem, unless there are enough already; `words` returns its message and its help.
    fn complain(
        &mut self,
        mistake: Mistake,
        span: Range<usize>,
        words: impl FnOnce(&Self) -> (String, Option<String>),
    ) {
        // The prompt waits for this, and a file may have thousands of problems.
        if self.reading.problems.len() >= MOST {
            return;
        }
        let ((message, help), Place { line, column }) = (words(self), text::place(self.text, span.start));
        // A key in quotes may be anything, even several lines.
        let message = message.replace(['\n', '\r'], " ");
        self.reading.problems.push(Problem { mistake, span, line, column, message, help });
    }
}

/// Writes a value as JSON; `null` for types that no setting accepts.
fn json(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(integer) => integer.as_str().to_owned(),
        DeValue::Float(float) => float.as_str().parse::<f64>().map_or("null".to_owned(), |it| it.to_string()),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| json(item.get_ref())).collect();
            format!("[{}]", items.join(", "))
        }
        DeValue::Datetime(_) | DeValue::Table(_) => "null".to_owned(),
    }
}

/// Writes a list of words as JSON.
fn list_json(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("[{}]", words.join(", "))
}

/// Returns the table that a setting belongs to.
fn group(name: &str) -> Option<&str> {
    name.split_once('.').map(|(group, _)| group)
}

/// Returns the row of a setting; each segment has a setting for its colour, and a table of its own.
pub(super) fn known(name: &str, own: &[String]) -> Option<&'static Setting> {
    let is_segment = |segment: &str| SEGMENTS.contains(&segment) || own.iter().any(|own| own == segment);
    if let Some((setting, segment)) = own::known(name) {
        // What a built-in segment shows cannot be changed.
        return (!(OwnSegment::is_content(setting.name) && SEGMENTS.contains(&segment))).then_some(setting);
    }
    let of_segment = || name.strip_prefix("colors.").filter(|segment| is_segment(segment));
    SETTINGS.iter().find(|setting| setting.name == name).or_else(|| of_segment().map(|_| &COLORS))
}

/// Returns the message and the help for an unknown setting.
pub(super) fn unknown(name: &str) -> (String, Option<String>) {
    let colors: Vec<String> = SEGMENTS.iter().map(|segment| format!("colors.{segment}")).collect();
    let known = SETTINGS.iter().map(|setting| setting.name).chain(colors.iter().map(String::as_str));
    let name = &*cut(name, WIDEST);
    let by_end = || {
        // For example `warn`, which belongs into a table.
        SETTINGS.iter().map(|setting| setting.name).find(|known| {
            known.rsplit_once('.').is_some_and(|(_, end)| end == name) || known.replace('.', "_") == name
        })
    };
    if own::known(name).is_some_and(|(_, segment)| SEGMENTS.contains(&segment)) {
        let help = "what a built-in segment shows cannot be changed".to_owned();
        return (format!("no setting `{name}`"), Some(help));
    }
    let of_segment = || {
        let (table, key) = name.rsplit_once('.').filter(|_| name.starts_with("segment."))?;
        let keys = own::OWN.iter().filter_map(|setting| setting.name.rsplit('.').next());
        nearest(key, keys).map(|meant| format!("{table}.{meant}"))
    };
    if let Some(meant) = of_segment() {
        return (format!("no setting `{name}`"), Some(format!("did you mean `{meant}`?")));
    }
    let help = match nearest(name, known).or_else(by_end) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "`stateline config` lists them".to_owned(),
    };
    (format!("no setting `{name}`"), Some(help))
}
