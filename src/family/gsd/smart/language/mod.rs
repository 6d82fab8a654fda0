//! Reads files in other languages: it writes their labels and their words for states in English, line by line.
//!
//! The rest of the reader knows one language only. A name stays as it is written.

use std::borrow::Cow;

use super::{
    body::is_rule,
    label::{LABELS, Topic},
};
use crate::text;

mod fold;
mod hashed;
mod phrase;
mod table;
mod words;

use phrase::Value;

/// The most bytes of a line before its colon.
const LONGEST_LABEL: usize = 72;

/// The most bytes of a value to translate: what follows is prose.
const LONGEST_VALUE: usize = 600;

/// Marks around a label.
const MARKS: &[char] = &['-', '*', '+', '>', '#', '|', '_', ' ', '\t'];

/// Returns a file with its labels and states in English; each line stays on its line.
pub(super) fn in_english(text: &str) -> Cow<'_, str> {
    let mut reader = Reader::default();
    let mut out = String::new();
    let mut copied = 0;
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        if let Some(english) = reader.line(line) {
            out.push_str(text.get(copied..start).unwrap_or_default());
            out.push_str(&english);
            copied = start.saturating_add(line.len());
        }
        start = start.saturating_add(whole.len());
    }
    if copied == 0 {
        return text.into();
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out.into()
}

/// Returns where the line of `at` in the English text begins in the original one.
pub(super) fn original_place(original: &str, english: &str, at: usize) -> Option<usize> {
    let before = english.get(..at)?;
    let lines = before.bytes().filter(|byte| *byte == b'\n').count();
    let line = original.split_inclusive('\n').nth(lines)?;
    let start = line.as_ptr().addr().checked_sub(original.as_ptr().addr())?;
    // An unchanged line has its value at the same place.
    let column = before.len().saturating_sub(before.rfind('\n').map_or(0, |end| end.saturating_add(1)));
    let is_same =
        line.trim_end_matches(['\n', '\r']) == english.get(at.saturating_sub(column)..)?.lines().next()?;
    Some(if is_same { start.saturating_add(column) } else { start })
}

/// What is known of the file so far.
#[derive(Default)]
struct Reader {
    /// Whether a line was in another language.
    is_foreign: bool,
}

impl Reader {
    /// Returns a line in English, if it is not.
    fn line(&mut self, line: &str) -> Option<String> {
        let bare = line.trim_start_matches(MARKS);
        if line.get(..line.len().saturating_sub(bare.len()))?.contains('|') {
            return self.row(line);
        }
        if !bare.contains('|') {
            return self.field(line);
        }
        // Several fields may be on one line: `Fase: 3 | Plano: 2 de 4`.
        let fields: Vec<&str> = line.split('|').collect();
        let english: Vec<Option<String>> = fields.iter().map(|field| self.field(field)).collect();
        together(&fields, english)
    }

    /// Returns a label with its value, or a heading, in English.
    fn field(&mut self, field: &str) -> Option<String> {
        let bare = field.trim_start_matches(MARKS);
        let lead = field.get(..field.len().saturating_sub(bare.len()))?;
        let near = bare.get(..bare.floor_char_boundary(LONGEST_LABEL)).unwrap_or(bare);
        let Some(colon) = near.find([':', '：']) else {
            return self.heading(lead, bare);
        };
        let (before, after) = bare.split_at_checked(colon)?;
        let after = after.strip_prefix([':', '：'])?;
        let Some((label, topic)) = label(before) else {
            return self.numbered(lead, bare);
        };
        self.is_foreign |= label.is_some();
        let value = topic.and_then(|topic| self.value(topic, after));
        if label.is_none() && value.is_none() {
            return None;
        }
        let label = label.as_deref().unwrap_or(before);
        Some(format!("{lead}{label}:{}", value.as_deref().unwrap_or(after)))
    }

    /// Returns the value of a label in English.
    fn value(&mut self, topic: Topic, value: &str) -> Option<String> {
        let is_position = matches!(topic, Topic::Phase | Topic::Plan | Topic::Status);
        if !is_position && !self.is_foreign {
            return None;
        }
        let kind = match topic {
            Topic::Phase | Topic::Focus | Topic::Milestone => Value::Name,
            Topic::PhaseName | Topic::TotalPhases | Topic::TotalPlans | Topic::Updated | Topic::Session => {
                return None;
            }
            _ => Value::Sentence,
        };
        let (near, far) = value.split_at_checked(value.floor_char_boundary(LONGEST_VALUE))?;
        let found = phrase::value(near, kind)?;
        self.is_foreign = true;
        Some(format!("{found}{far}"))
    }

    /// Returns a heading in English: `## Posição atual` is `## Current position`.
    fn heading(&mut self, lead: &str, bare: &str) -> Option<String> {
        if !lead.contains('#') {
            return None;
        }
        let title = bare.trim_end_matches(['*', '_', ' ']);
        if let Some(label) = foreign(title) {
            self.is_foreign = true;
            return Some(format!("{lead}{}", capital(label)));
        }
        let english = phrase::value(title, Value::Sentence).filter(|_| self.is_foreign)?;
        Some(format!("{lead}{english}"))
    }

    /// Returns a line about a numbered phase in English: `Fase 3: Pagamentos — em andamento`.
    fn numbered(&self, lead: &str, bare: &str) -> Option<String> {
        let near = bare.get(..bare.floor_char_boundary(LONGEST_VALUE)).filter(|_| self.is_foreign)?;
        let english = phrase::value(near, Value::Name).filter(|english| english.starts_with("phase "))?;
        let rest = english
            .strip_prefix("phase ")
            .filter(|rest| rest.starts_with(|one: char| one.is_ascii_digit()))?;
        Some(format!("{lead}Phase {rest}{}", bare.get(near.len()..)?))
    }

    /// Returns a row of a table in English.
    fn row(&mut self, line: &str) -> Option<String> {
        let is_word = |one: char| !one.is_ascii() && one.is_alphabetic();
        if is_rule(line) || !self.is_foreign && !line.contains(is_word) {
            return None;
        }
        let cells: Vec<&str> = line.split('|').collect();
        let bare = |cell: &str| foreign(cell.trim_matches(['*', '_', ' ', '\t']));
        let english = match cells.as_slice() {
            // `| Fase atual | 3 — Busca |`.
            ["", label, value, ""] if bare(label).is_some() => {
                self.is_foreign = true;
                let topic = bare(label).and_then(topic_of);
                let value = topic.and_then(|topic| self.value(topic, value));
                vec![None, bare(label).map(capital), value, None]
            }
            _ => {
                let word = |cell: &&str| bare(cell).map(capital).or_else(|| phrase::value(cell, Value::Name));
                cells.iter().map(word).collect()
            }
        };
        let english = together(&cells, english);
        self.is_foreign |= english.is_some();
        english
    }
}

/// Joins the parts of a line again, if one of them is in English now.
fn together(parts: &[&str], english: Vec<Option<String>>) -> Option<String> {
    english.iter().any(Option::is_some).then(|| {
        let part = |(part, english): (&&str, Option<String>)| english.unwrap_or_else(|| (*part).to_owned());
        parts.iter().zip(english).map(part).collect::<Vec<_>>().join("|")
    })
}

/// Returns the English label for what is before a colon, if it is not English itself, and its topic.
fn label(before: &str) -> Option<(Option<String>, Option<Topic>)> {
    let is_edge = |one: char| matches!(one, '*' | '_') || text::is_blank(one);
    // `Progresso (v1.2)`.
    let (written, aside) = before.split_at_checked(before.find('(').unwrap_or(before.len()))?;
    let name = written.trim_end_matches(is_edge);
    let marks = written.get(name.len()..)?.trim_matches(text::is_blank);
    if name.is_empty() {
        return None;
    }
    let known = topic_of(name).or_else(|| topic_of(&name.replace('_', " ")).filter(|_| name.contains('_')));
    if let Some(topic) = known {
        // A French colon has a narrow blank before it.
        let has_blank = !written.is_ascii() && aside.is_empty();
        return Some((has_blank.then(|| format!("{name}{marks}")), Some(topic)));
    }
    let english = foreign(name)?;
    let blank = if aside.is_empty() { "" } else { " " };
    Some((Some(format!("{}{marks}{blank}{aside}", capital(english))), topic_of(english)))
}

/// Returns the topic of an English label.
fn topic_of(label: &str) -> Option<Topic> {
    LABELS.iter().find(|(known, _)| known.eq_ignore_ascii_case(label)).map(|(_, topic)| *topic)
}

/// Returns a label as English files have it: in lower case it would be a key.
fn capital(label: &str) -> String {
    let mut letters = label.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Returns the English label for one of another language.
fn foreign(label: &str) -> Option<&'static str> {
    if label.is_empty() || label.len() > LONGEST_LABEL {
        return None;
    }
    let hash = label.chars().filter_map(fold::plain).fold(hashed::EMPTY, hashed::with);
    hashed::LABELS.get(hash)
}
