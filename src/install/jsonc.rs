//! Changes single values of a JSON text with comments, and leaves every other byte as it was.
//!
//! The parser says where things are, and only those places are cut and filled: whatever a file's owner
//! did with blanks, comments and commas stays theirs.

use std::ops::Range;

use jsonc_parser::{
    CollectOptions, ParseOptions,
    ast::{Object, ObjectProp, Value},
    common::Ranged,
    parse_to_ast,
};

use super::{Fault, Made};
use crate::json;

/// What a text is made of, read as a whole.
struct Document<'t> {
    text: &'t str,
    root: Option<Value<'t>>,
}

/// How the owner of a text writes.
struct Manner<'t> {
    newline: &'static str,
    /// What a line is moved in by.
    unit: &'t str,
    /// What stands behind a colon and, on one line, behind a comma.
    gap: &'static str,
}

/// One place of a text, and what comes there.
type Splice = (Range<usize>, String);

/// Tells what is wrong with a text, if anything.
pub(super) fn check(text: &str) -> Result<(), Fault> {
    let document = Document::read(text)?;
    match &document.root {
        None | Some(Value::Object(_)) => Ok(()),
        Some(other) => Err(document.fault(other.start(), "an object is wanted here")),
    }
}

/// Tells whether a text holds nothing: no value, no comment, or an object without any.
pub(super) fn is_empty(text: &str) -> bool {
    let bare: String = text.split_whitespace().collect();
    matches!(bare.as_str(), "" | "{}")
}

/// Returns a string as it is meant.
pub(super) fn string(text: &str, path: &[&str]) -> Option<String> {
    let document = Document::read(text).ok()?;
    Some(document.value(path)?.as_string_lit()?.value.clone().into_owned())
}

/// Returns a value as it is written.
pub(super) fn raw<'t>(text: &'t str, path: &[&str]) -> Option<&'t str> {
    let document = Document::read(text).ok()?;
    let value = document.value(path)?;
    text.get(value.start()..value.end())
}

/// Returns every value that is written under a key, in order: of several, hosts read the last.
pub(super) fn all<'t>(text: &'t str, path: &[&str]) -> Vec<&'t str> {
    let Ok(document) = Document::read(text) else { return Vec::new() };
    let Some((key, object)) = document.object_of(path) else { return Vec::new() };
    let named = object.properties.iter().filter(|property| property.name.as_str() == key);
    named.filter_map(|property| text.get(property.value.start()..property.value.end())).collect()
}

/// Sets a value, and makes the objects on the way to it that are missing.
pub(super) fn put(text: &str, path: &[&str], value: &Made) -> Result<String, Fault> {
    let document = Document::read(text)?;
    let made = document.put(path, value);
    document.proven(path, spliced(text, made))
}

/// Takes a property out, with its comma and its line; of several, the last.
pub(super) fn take(text: &str, path: &[&str]) -> Result<String, Fault> {
    take_one(text, path, all(text, path).len().saturating_sub(1))
}

/// Takes one of several properties of the same name out.
pub(super) fn take_one(text: &str, path: &[&str], which: usize) -> Result<String, Fault> {
    let document = Document::read(text)?;
    let Some(taken) = document.taken(path, which) else { return Ok(text.to_owned()) };
    document.proven(path, spliced(text, taken))
}

impl<'t> Document<'t> {
    fn read(text: &'t str) -> Result<Self, Fault> {
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        match parse_to_ast(text, &CollectOptions::default(), &options) {
            Ok(result) => Ok(Self { text, root: result.value }),
            Err(error) => Err(Fault {
                line: error.line_display(),
                column: error.column_display(),
                why: format!("not JSON: {}", lower(&error.kind().to_string())),
            }),
        }
    }

    fn fault(&self, at: usize, why: &str) -> Fault {
        Fault::at(self.text, at, why.to_owned())
    }

    fn value(&self, path: &[&str]) -> Option<&Value<'t>> {
        path.iter()
            .try_fold(self.root.as_ref()?, |value, key| Some(&property(value.as_object()?, key)?.value))
    }

    /// Returns what to splice in so that a value is set.
    fn put(&self, path: &[&str], value: &Made) -> Vec<Splice> {
        let manner = self.manner();
        let nested = |depth: usize| {
            let missing = path.iter().skip(depth).rev();
            missing.fold(value.clone(), |made, key| Made::Object(vec![((*key).to_owned(), made)]))
        };
        let Some(root) = &self.root else {
            let begins_line = self.text.is_empty() || self.text.ends_with(['\n', '\r']);
            let lead = if begins_line { "" } else { manner.newline };
            let (made, end) = (nested(0).written(&manner, "", false), self.text.len());
            return vec![(end..end, format!("{lead}{made}{}", manner.newline))];
        };
        let (mut at, mut depth) = (root, 0_usize);
        while let (Some(object), Some(key)) = (at.as_object(), path.get(depth)) {
            depth = depth.saturating_add(1);
            match property(object, key) {
                Some(property) => at = &property.value,
                None => return self.insertion(object, key, &nested(depth), &manner),
            }
        }
        // The value itself, or something that is no object and in the way of the rest.
        let made = nested(depth).written(&manner, self.indent(at.start()), self.is_compact());
        vec![(at.start()..at.end(), made)]
    }

    /// Returns what to splice in so that an object has one property more, behind its last.
    fn insertion(&self, object: &Object<'t>, key: &str, value: &Made, manner: &Manner<'_>) -> Vec<Splice> {
        let (open, close) = (object.start().saturating_add(1), object.end().saturating_sub(1));
        let named = |indent: &str, compact: bool| {
            format!("{}:{}{}", json::quoted(key), manner.gap, value.written(manner, indent, compact))
        };
        let Some((first, last)) = object.properties.first().zip(object.properties.last()) else {
            return vec![self.first(open..close, &named, manner)];
        };
        let comma = self.comma_behind(last.end(), close);
        if !self.begins_its_line(first.start()) {
            let at = comma.map_or(last.end(), |at| at.saturating_add(1));
            let made = match comma {
                Some(_) => format!("{}{},", manner.gap, named("", true)),
                None => format!(",{}{}", manner.gap, named("", true)),
            };
            return vec![(at..at, made)];
        }
        let indent = self.indent(first.start());
        let end = self.end_of_line(comma.map_or(last.end(), |at| at.saturating_add(1)), close);
        let made = format!("{}{indent}{}", manner.newline, named(indent, false));
        match comma {
            Some(_) => vec![(end..end, made + ",")],
            None => vec![(last.end()..last.end(), ",".to_owned()), (end..end, made)],
        }
    }

    /// Returns what to splice in so that an empty object has a property, behind the comments in it.
    fn first(
        &self,
        inside: Range<usize>,
        named: &impl Fn(&str, bool) -> String,
        manner: &Manner<'_>,
    ) -> Splice {
        let outer = self.indent(inside.start).to_owned();
        let indent = format!("{outer}{}", manner.unit);
        let content = self.text.get(inside.clone()).unwrap_or_default();
        let at = inside.start.saturating_add(content.trim_end().len());
        let made = format!("{}{indent}{}", manner.newline, named(&indent, false));
        let tail = self.text.get(at..inside.end).unwrap_or_default();
        if tail.contains('\n') {
            (at..at, made)
        } else {
            (at..inside.end, format!("{made}{}{outer}", manner.newline))
        }
    }

    /// Returns the last key of a path, and the object that has it.
    fn object_of<'d, 'p>(&'d self, path: &[&'p str]) -> Option<(&'p str, &'d Object<'t>)> {
        let (key, parents) = path.split_last()?;
        Some((*key, self.value(parents)?.as_object()?))
    }

    /// Returns what to cut so that one of the properties of that name is gone.
    fn taken(&self, path: &[&str], which: usize) -> Option<Vec<Splice>> {
        let (key, object) = self.object_of(path)?;
        let mut named =
            object.properties.iter().enumerate().filter(|(_, property)| property.name.as_str() == key);
        let (index, _) = named.nth(which)?;
        let taken = object.properties.get(index)?;
        let (open, close) = (object.start().saturating_add(1), object.end().saturating_sub(1));
        let comma = self.comma_behind(taken.end(), close);
        let end = comma.map_or(taken.end(), |at| at.saturating_add(1));
        let is_blank = |at: Range<usize>| self.text.get(at).is_some_and(|text| text.trim().is_empty());
        if object.properties.len() == 1 && is_blank(open..taken.start()) && is_blank(end..close) {
            return Some(vec![(open..close, String::new())]);
        }
        let mut cuts = Vec::new();
        if comma.is_none()
            && let Some(previous) = index.checked_sub(1).and_then(|index| object.properties.get(index))
        {
            let at = self.comma_behind(previous.end(), taken.start())?;
            cuts.push((at..at.saturating_add(1), String::new()));
        }
        cuts.push((
            self.room(taken.start()..end, index.saturating_add(1) < object.properties.len()),
            String::new(),
        ));
        Some(cuts)
    }

    /// Returns the place of a property with the blanks that go with it: its line, or those before the
    /// next one on the same line.
    fn room(&self, at: Range<usize>, has_next: bool) -> Range<usize> {
        let before = self.text.get(..at.start).unwrap_or_default().trim_end();
        let behind = self.text.get(at.end..).unwrap_or_default();
        let next = behind.trim_start_matches([' ', '\t']);
        let ends_line = next.starts_with(['\n', '\r']);
        // A comment may run up to the end of the line before, which has to stay its end.
        let is_alone = ends_line || (!has_next && before.ends_with([',', '{']));
        let is_last = !self.begins_its_line(at.start) && !has_next;
        if is_last || (self.begins_its_line(at.start) && is_alone) {
            return before.len()..at.end;
        }
        at.start..at.end.saturating_add(behind.len().saturating_sub(next.len()))
    }

    /// Returns where the comma is that follows, if one does.
    fn comma_behind(&self, from: usize, until: usize) -> Option<usize> {
        let mut at = from;
        loop {
            let rest = self.text.get(at..until)?;
            let next = rest.chars().next()?;
            at = match next {
                ',' => return Some(at),
                '/' => at.saturating_add(comment(rest)?),
                _ if next.is_whitespace() => at.saturating_add(next.len_utf8()),
                _ => return None,
            };
        }
    }

    /// Returns where the line ends, behind the comments that stand on it, or where the blanks begin
    /// that end in the closing bracket.
    fn end_of_line(&self, from: usize, until: usize) -> usize {
        let (mut at, mut end) = (from, from);
        while let Some(next) = self.text.get(at..until).and_then(|rest| rest.chars().next()) {
            match next {
                '\n' | '\r' => return end,
                '/' => {
                    let length = self.text.get(at..until).and_then(comment).unwrap_or(1);
                    at = at.saturating_add(length);
                    end = at;
                }
                _ => at = at.saturating_add(next.len_utf8()),
            }
        }
        end
    }

    fn begins_its_line(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r'])
    }

    /// Returns the blanks that the line begins with.
    fn indent(&self, at: usize) -> &'t str {
        let start =
            self.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |at| at.saturating_add(1));
        let line = self.text.get(start..).unwrap_or_default();
        let blanks = line.len().saturating_sub(line.trim_start_matches([' ', '\t']).len());
        line.get(..blanks).unwrap_or_default()
    }

    /// Tells whether the whole text is written on one line.
    fn is_compact(&self) -> bool {
        let first = self.root.as_ref().and_then(Value::as_object).and_then(|root| root.properties.first());
        first.is_some_and(|first| !self.begins_its_line(first.start()))
    }

    fn manner(&self) -> Manner<'t> {
        let newline = match self.text.find('\n') {
            Some(at) if self.text.get(..at).is_some_and(|before| before.ends_with('\r')) => "\r\n",
            _ => "\n",
        };
        let root = self.root.as_ref().and_then(Value::as_object);
        let first = root.and_then(|root| root.properties.first());
        let unit = first.map(|first| self.indent(first.start())).filter(|_| !self.is_compact());
        let has_gap = first.is_none_or(|first| {
            let between = self.text.get(first.name.end()..first.value.start()).unwrap_or_default();
            between.ends_with([' ', '\n', '\t'])
        });
        Manner {
            newline,
            unit: unit.filter(|unit| !unit.is_empty()).unwrap_or("  "),
            gap: if has_gap { " " } else { "" },
        }
    }

    /// Returns the new text if all but the value in question says the same as before.
    fn proven(&self, path: &[&str], after: String) -> Result<String, Fault> {
        let said = |document: &Document<'_>| {
            let mut said = Vec::new();
            if let Some(root) = &document.root {
                leaves(document.text, root, &mut Vec::new(), path, &mut said);
            }
            said
        };
        let is_same = Document::read(&after).is_ok_and(|new| said(&new) == said(self));
        if is_same {
            Ok(after)
        } else {
            Err(self.fault(0, "it cannot be changed without harm; change it by hand"))
        }
    }
}

/// Returns the property of that name; of several, the one that counts.
fn property<'o, 't>(object: &'o Object<'t>, key: &str) -> Option<&'o ObjectProp<'t>> {
    object.properties.iter().rfind(|property| property.name.as_str() == key)
}

/// Returns how long the comment is that a text begins with.
fn comment(text: &str) -> Option<usize> {
    if let Some(rest) = text.strip_prefix("/*") {
        return Some(rest.find("*/")?.saturating_add(4));
    }
    text.starts_with("//").then(|| text.find(['\n', '\r']).unwrap_or(text.len()))
}

/// Lists every value that has none inside, with the way to it, but for those on the way to `but`.
fn leaves(text: &str, value: &Value<'_>, at: &mut Vec<String>, but: &[&str], out: &mut Vec<String>) {
    if at.iter().map(String::as_str).eq(but.iter().copied()) {
        return;
    }
    let is_on_the_way = at.len() < but.len() && at.iter().zip(but).all(|(one, other)| one == other);
    match value {
        Value::Object(object) if is_on_the_way || !object.properties.is_empty() => {
            for property in &object.properties {
                at.push(property.name.as_str().to_owned());
                leaves(text, &property.value, at, but, out);
                at.pop();
            }
        }
        Value::Array(array) if !array.elements.is_empty() => {
            for (index, element) in array.elements.iter().enumerate() {
                at.push(format!("[{index}]"));
                leaves(text, element, at, but, out);
                at.pop();
            }
        }
        other if !is_on_the_way => {
            let raw = text.get(other.start()..other.end()).unwrap_or_default();
            out.push(format!("{}\u{1}{raw}", at.join("\u{1}")));
        }
        _ => {}
    }
}

impl Made {
    /// Writes the value on lines of its own, or on one line.
    fn written(&self, manner: &Manner<'_>, indent: &str, compact: bool) -> String {
        match self {
            Self::Text(text) => json::quoted(text),
            Self::Raw(raw) => raw.clone(),
            Self::Object(fields) if compact => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(key, made)| {
                        format!("{}:{}{}", json::quoted(key), manner.gap, made.written(manner, "", true))
                    })
                    .collect();
                format!("{{{}}}", fields.join(&format!(",{}", manner.gap)))
            }
            Self::Object(fields) => {
                let inner = format!("{indent}{}", manner.unit);
                let fields: Vec<String> = fields
                    .iter()
                    .map(|(key, made)| {
                        let made = made.written(manner, &inner, false);
                        format!("{}{inner}{}:{}{made}", manner.newline, json::quoted(key), manner.gap)
                    })
                    .collect();
                format!("{{{}{}{indent}}}", fields.join(","), manner.newline)
            }
        }
    }
}

/// Fills the places of a text.
fn spliced(text: &str, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|(at, _)| at.start);
    let mut out = String::with_capacity(text.len());
    let mut from = 0_usize;
    for (at, made) in splices {
        out.push_str(text.get(from..at.start).unwrap_or_default());
        out.push_str(&made);
        from = at.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
