//! Changes single values of JSON with comments, and leaves every other byte as it was.
//!
//! The parser's syntax tree has the position of everything. Only values are replaced in the tree itself: its own way of adding
//! a property breaks a one-line object into lines and drops blank lines, and its way of removing one drops the
//! comments around it. An object that gains or loses a property is therefore written from the text of its
//! children, which keeps all that.

use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstNewlineKind, CstNode, CstObject, CstObjectProp, CstRootNode, CstToken},
};

use super::{EditFault, Made};
use crate::text::json;

const OPTIONS: ParseOptions = ParseOptions {
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

/// How the file is formatted.
struct Style {
    newline: &'static str,
    /// The indentation of one level.
    unit: String,
    /// What follows a colon and, on one line, a comma.
    gap: &'static str,
    /// Whether the whole file is one line.
    is_compact: bool,
}

/// Returns an error if the text is not JSON with comments.
pub(super) fn check(text: &str) -> Result<(), EditFault> {
    match read(text)?.value() {
        Some(value) if value.as_object().is_none() => {
            let start = value.previous_siblings().map(|node| node.to_string().len()).sum();
            Err(EditFault::at(text, start, "expected an object".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Returns whether there is nothing in it: no value, no comment, or an object without either.
pub(super) fn is_empty(text: &str) -> bool {
    let bare: String = text.split_whitespace().collect();
    matches!(bare.as_str(), "" | "{}")
}

/// Returns a string with its escapes resolved.
pub(super) fn string(text: &str, path: &[&str]) -> Option<String> {
    value(&read(text).ok()?, path)?.as_string_lit()?.decoded_value().ok()
}

/// Returns a value as it is written.
pub(super) fn raw(text: &str, path: &[&str]) -> Option<String> {
    value(&read(text).ok()?, path).map(|value| value.to_string())
}

/// Returns every value of a key, in order. Hosts read the last of several.
pub(super) fn all(text: &str, path: &[&str]) -> Vec<String> {
    let Ok(root) = read(text) else { return Vec::new() };
    properties(&root, path).iter().filter_map(|property| Some(property.value()?.to_string())).collect()
}

/// Sets a value, and creates the objects around it that are missing.
pub(super) fn put(text: &str, path: &[&str], value: &Made) -> Result<String, EditFault> {
    let root = read(text)?;
    let style = Style::of(&root);
    let nested = |depth: usize| {
        let missing = path.iter().skip(depth).rev();
        missing.fold(value.clone(), |made, key| Made::Object(vec![((*key).to_owned(), made)]))
    };
    let Some(mut at) = root.value() else {
        root.set_value(verbatim(nested(0).written(&style, "", false)));
        return proven(text, path, &root);
    };
    let mut depth = 0_usize;
    while let (Some(object), Some(key)) = (at.as_object(), path.get(depth)) {
        depth = depth.saturating_add(1);
        let Some(value) = property(&object, key).and_then(|property| property.value()) else {
            insert(object, key, &nested(depth), &style);
            return proven(text, path, &root);
        };
        at = value;
    }
    // The value itself, or something other than an object in place of one around it.
    let made = nested(depth).written(&style, &indent(&at), style.is_compact);
    replace(&at, made);
    proven(text, path, &root)
}

/// Removes a property with its comma and its line; the last of several.
pub(super) fn take(text: &str, path: &[&str]) -> Result<String, EditFault> {
    take_one(text, path, all(text, path).len().saturating_sub(1))
}

/// Removes one of several properties of the same name.
pub(super) fn take_one(text: &str, path: &[&str], which: usize) -> Result<String, EditFault> {
    let root = read(text)?;
    let Some(property) = properties(&root, path).into_iter().nth(which) else { return Ok(text.to_owned()) };
    remove(&property);
    proven(text, path, &root)
}

fn read(text: &str) -> Result<CstRootNode, EditFault> {
    CstRootNode::parse(text, &OPTIONS).map_err(|error| EditFault {
        line: error.line_display(),
        column: error.column_display(),
        why: format!("not JSON: {}", lower(&error.kind().to_string())),
    })
}

fn value(root: &CstRootNode, path: &[&str]) -> Option<CstNode> {
    path.iter().try_fold(root.value()?, |value, key| property(&value.as_object()?, key)?.value())
}

/// Returns the properties at the end of a path, in order.
fn properties(root: &CstRootNode, path: &[&str]) -> Vec<CstObjectProp> {
    let Some((key, parents)) = path.split_last() else { return Vec::new() };
    value(root, parents)
        .and_then(|parent| parent.as_object())
        .map_or_else(Vec::new, |object| named(&object, key))
}

/// Returns the property of that name; the last of several, as hosts do.
fn property(object: &CstObject, key: &str) -> Option<CstObjectProp> {
    named(object, key).pop()
}

fn named(object: &CstObject, key: &str) -> Vec<CstObjectProp> {
    let is_named = |property: &CstObjectProp| property.decoded_name().as_deref() == Some(key);
    object.properties().into_iter().filter(is_named).collect()
}

/// Adds a property after the last one.
fn insert(object: CstObject, key: &str, value: &Made, style: &Style) {
    let nodes = object.children();
    let mut texts = texts(&nodes);
    let written = |indent: &str, compact: bool| {
        format!("{}:{}{}", json::quoted(key), style.gap, value.written(style, indent, compact))
    };
    let properties = object.properties();
    let (Some(first), Some(last)) = (properties.first(), properties.last()) else {
        // After the comments in it, and before the blanks before its bracket.
        let end = nodes.len().saturating_sub(1);
        let blanks = nodes.iter().take(end).rev().take_while(|node| is_blank(node)).count();
        let at = end.saturating_sub(blanks);
        let outer = indent(&object.clone().into());
        let inner = format!("{outer}{}", style.unit);
        let made = format!("{}{inner}{}", style.newline, written(&inner, false));
        if nodes.iter().take(end).skip(at).any(CstNode::is_newline) {
            texts.insert(at, made);
        } else {
            texts.splice(at..end, [made, style.newline.to_owned(), outer]);
        }
        return replace(&object.into(), texts.concat());
    };
    let comma = last.trailing_comma();
    let end = comma.clone().map_or_else(|| CstNode::from(last.clone()), CstNode::from);
    let comma_after = if comma.is_some() { "," } else { "" };
    let is_compact = !begins_line(&first.clone().into());
    let (at, made) = if is_compact {
        (end.child_index(), format!("{}{}{comma_after}", style.gap, written("", true)))
    } else {
        let indent = indent(&first.clone().into());
        let comments = end.trailing_comments_same_line().last();
        let at = comments.map_or_else(|| end.child_index(), |comment| comment.child_index());
        (at, format!("{}{indent}{}{comma_after}", style.newline, written(&indent, false)))
    };
    texts.insert(at.saturating_add(1), made);
    if comma.is_none() {
        texts.insert(last.child_index().saturating_add(1), ",".to_owned());
    }
    replace(&object.into(), texts.concat());
}

/// Removes a property with the comma and the blanks that go with it: its line, or those before the next property
/// on the same line.
fn remove(property: &CstObjectProp) {
    let Some(object) = property.parent().and_then(|parent| parent.as_object()) else { return };
    let nodes = object.children();
    let mut texts = texts(&nodes);
    let start = property.child_index();
    let comma = property.trailing_comma();
    let end = comma.as_ref().map_or(start, CstToken::child_index).saturating_add(1);
    let (before, after) = (nodes.get(..start).unwrap_or_default(), nodes.get(end..).unwrap_or_default());
    let blanks_before = before.iter().rev().take_while(|node| is_blank(node)).count();
    let blanks_after = after.iter().take_while(|node| is_blank(node)).count();
    if blanks_before.saturating_add(1) == before.len() && blanks_after.saturating_add(1) == after.len() {
        return replace(&object.into(), "{}".to_owned());
    }
    let has_next = property.next_property().is_some();
    let previous = property.previous_property().filter(|_| comma.is_none());
    if let Some(comma) = previous.and_then(|previous| previous.trailing_comma())
        && let Some(text) = texts.get_mut(comma.child_index())
    {
        text.clear();
    }
    let begins_line = begins_line(&property.clone().into());
    let spaces_after = after.iter().take_while(|node| node.is_whitespace()).count();
    let ends_line = after.get(spaces_after).is_some_and(CstNode::is_newline);
    // If a comment ends the line before, the end of that line has to stay.
    let follows_token = before.iter().rev().nth(blanks_before).is_some_and(CstNode::is_token);
    let is_alone = ends_line || (!has_next && follows_token);
    let cut = if (begins_line && is_alone) || (!begins_line && !has_next) {
        start.saturating_sub(blanks_before)..end
    } else {
        start..end.saturating_add(spaces_after)
    };
    for text in texts.get_mut(cut).unwrap_or_default() {
        text.clear();
    }
    replace(&object.into(), texts.concat());
}

fn texts(nodes: &[CstNode]) -> Vec<String> {
    nodes.iter().map(ToString::to_string).collect()
}

/// Replaces a value.
fn replace(value: &CstNode, text: String) {
    let text = verbatim(text);
    if let Some(property) = value.parent().and_then(|parent| parent.as_object_prop()) {
        property.set_value(text);
    } else if let Some(root) = value.root_node() {
        root.set_value(text);
    }
}

/// Wraps a value in its own syntax for the tree, which writes a number unchanged.
fn verbatim(text: String) -> CstInputValue {
    CstInputValue::Number(text)
}

fn is_blank(node: &CstNode) -> bool {
    node.is_whitespace() || node.is_newline()
}

fn begins_line(node: &CstNode) -> bool {
    node.previous_siblings().find(|node| !node.is_whitespace()).is_some_and(|node| node.is_newline())
}

/// Returns the indentation of the line that a value or property is on.
fn indent(node: &CstNode) -> String {
    let around = node.ancestors().find_map(|node| node.indent_text());
    node.indent_text().or(around).unwrap_or_default()
}

impl Style {
    fn of(root: &CstRootNode) -> Self {
        let first = root.object_value().and_then(|object| object.properties().into_iter().next());
        let is_compact = first.as_ref().is_some_and(|first| !begins_line(&first.clone().into()));
        let has_gap =
            first.and_then(|first| first.value()?.previous_sibling()).is_none_or(|node| is_blank(&node));
        let unit = root.single_indent_text().filter(|unit| !is_compact && !unit.is_empty());
        Self {
            newline: if root.newline_kind() == CstNewlineKind::CarriageReturnLineFeed {
                "\r\n"
            } else {
                "\n"
            },
            unit: unit.unwrap_or_else(|| "  ".to_owned()),
            gap: if has_gap { " " } else { "" },
            is_compact,
        }
    }
}

impl Made {
    /// Writes the value on lines of its own, or on one line.
    fn written(&self, style: &Style, indent: &str, compact: bool) -> String {
        let Self::Object(fields) = self else { return self.bare() };
        let inner = format!("{indent}{}", style.unit);
        let lead = if compact { String::new() } else { format!("{}{inner}", style.newline) };
        let fields = fields.iter().map(|(key, made)| {
            format!("{lead}{}:{}{}", json::quoted(key), style.gap, made.written(style, &inner, compact))
        });
        let fields: Vec<String> = fields.collect();
        if compact {
            format!("{{{}}}", fields.join(&format!(",{}", style.gap)))
        } else {
            format!("{{{}{}{indent}}}", fields.join(","), style.newline)
        }
    }

    fn bare(&self) -> String {
        match self {
            Self::Text(text) => json::quoted(text),
            Self::Raw(raw) => raw.clone(),
            Self::Object(_) => String::new(),
        }
    }
}

/// Returns the changed text if all other values are the same as before.
fn proven(before: &str, path: &[&str], changed: &CstRootNode) -> Result<String, EditFault> {
    let said = |text: &str| {
        let mut said = Vec::new();
        if let Some(value) = read(text).ok()?.value() {
            leaves(&value, &mut Vec::new(), path, &mut said);
        }
        Some(said)
    };
    let after = changed.to_string();
    if said(&after).is_some_and(|new| Some(new) == said(before)) {
        Ok(after)
    } else {
        Err(EditFault::at(before, 0, "it cannot be changed without harm; change it by hand".to_owned()))
    }
}

/// Lists every scalar with its path, except those on the path `but`.
fn leaves(value: &CstNode, at: &mut Vec<String>, but: &[&str], out: &mut Vec<String>) {
    if at.iter().map(String::as_str).eq(but.iter().copied()) {
        return;
    }
    let is_on_the_way = at.len() < but.len() && at.iter().zip(but).all(|(one, other)| one == other);
    let inside = value.children_exclude_trivia_and_tokens();
    if inside.is_empty() && !is_on_the_way {
        out.push(format!("{}\u{1}{value}", at.join("\u{1}")));
    }
    for (index, node) in inside.into_iter().enumerate() {
        let (name, node) = match node.as_object_prop() {
            Some(property) => (property.decoded_name().unwrap_or_default(), property.value()),
            None => (format!("[{index}]"), Some(node)),
        };
        at.push(name);
        if let Some(node) = node {
            leaves(&node, at, but, out);
        }
        at.pop();
    }
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
