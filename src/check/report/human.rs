//! Findings for people, as rustc prints them: the line, a caret, the fix.

use std::{borrow::Cow, fmt::Write as _, ops::Range};

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use super::{Checked, Problem, Severity, count};
use crate::{family::rule::front, line::Painted, text};

/// How to draw findings.
#[derive(Clone, Copy, Debug)]
pub struct Human {
    /// Whether to use colour.
    pub color: bool,
    /// The width, in columns.
    pub width: usize,
}

/// How many bytes of a long line to keep before and after the caret.
const AROUND: usize = 400;

/// Draws every finding.
pub fn human(files: &[Checked], shown: Human) -> Painted {
    let renderer = if shown.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(shown.width);
    let mut out = String::new();
    for file in files {
        let safe = safe(&file.text);
        for problem in &file.problems {
            let drawn = renderer.render(&groups(file, &safe, problem, shown));
            out.push_str(&placed(drawn, file, &safe, &problem.finding.span));
            out.push_str("\n\n");
        }
    }
    Painted::rendered(&out)
}

/// Summarises the findings in one line.
pub fn summary(files: &[Checked], hidden: usize) -> String {
    let of = |severity| count(files, severity);
    let counts =
        [(of(Severity::Error), "error"), (of(Severity::Warning), "warning"), (of(Severity::Info), "hint")];
    let parts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, one)| text::counted(*count, one))
        .collect();
    let place = match files {
        [file] => text::shown(file.name.as_str().into()).into_owned(),
        files => format!("{} files", files.len()),
    };
    let found = if parts.is_empty() { "no problems found".to_owned() } else { parts.join(", ") };
    let mut out = format!("{place}: {found}\n");
    if hidden > 0 {
        let hints = text::counted(hidden, "hint");
        writeln!(out, "`stateline check --hints` shows {hints}").unwrap_or_default();
    }
    let fixable =
        files.iter().flat_map(|file| &file.problems).filter(|problem| !problem.finding.edits.is_empty());
    let count = fixable.count();
    if count > 0 {
        writeln!(out, "`stateline check --fix` can fix {count} of them").unwrap_or_default();
    }
    out
}

fn groups<'r>(file: &'r Checked, safe: &'r str, problem: &'r Problem, shown: Human) -> Vec<Group<'r>> {
    let finding = &problem.finding;
    let level = match problem.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO.with_name("hint"),
    };
    let (start, _) = file.places(&finding.span);
    let window = window(safe, &finding.span);
    let span = finding.span.start.saturating_sub(window.start)..finding.span.end.saturating_sub(window.start);
    let mut annotation = AnnotationKind::Primary.span(span);
    if !finding.label.is_empty() {
        annotation = annotation.label(text::shown(finding.label.as_str().into()));
    }
    let source = safe.get(window).unwrap_or_default();
    let snippet = Snippet::source(source).line_start(start.line).path(text::shown(file.name.as_str().into()));
    let title = level.primary_title(text::shown(finding.message.as_str().into())).id(problem.rule.code);
    let mut group = title.element(snippet.annotation(annotation));
    let help = finding.help.as_ref().map(|help| text::shown(help.as_str().into()).into_owned());
    if finding.edits.is_empty() {
        if let Some(help) = help {
            group = group.element(Level::HELP.message(text::wrapped(&help, shown.width.saturating_sub(12))));
        }
        return vec![group];
    }
    let fix = Level::HELP.secondary_title(help.unwrap_or_else(|| "fix it".to_owned()));
    let from = finding.edits.iter().map(|edit| edit.span.start).min().unwrap_or_default();
    let to = finding.edits.iter().map(|edit| edit.span.end).max().unwrap_or_default();
    let lines = lines_around(safe, &(from..to));
    let line = text::place(&file.text, lines.start).line;
    let moved =
        |span: &Range<usize>| span.start.saturating_sub(lines.start)..span.end.saturating_sub(lines.start);
    let patches =
        finding.edits.iter().map(|edit| Patch::new(moved(&edit.span), self::safe(&edit.with).into_owned()));
    let source = safe.get(lines.clone()).unwrap_or_default();
    let snippet = Snippet::source(source).line_start(line).fold(true).patches(patches);
    vec![group, fix.element(snippet)]
}

/// Corrects the position in the output: the renderer counts columns from the start of a shortened line.
fn placed(drawn: String, file: &Checked, safe: &str, span: &Range<usize>) -> String {
    let left = window(safe, span).start..span.start;
    let counted = safe.get(left).and_then(|left| left.lines().last()).unwrap_or_default().chars().count();
    let (start, _) = file.places(span);
    if counted.saturating_add(1) == start.column {
        return drawn;
    }
    let place = |column| format!("{}:{}:{column}", text::shown(file.name.as_str().into()), start.line);
    drawn.replacen(&place(counted.saturating_add(1)), &place(start.column), 1)
}

/// Returns the part of the text to show: the lines of a span, shortened if one is very long.
fn window(text: &str, span: &Range<usize>) -> Range<usize> {
    let lines = lines_around(text, span);
    let mut start = lines.start.max(span.start.saturating_sub(AROUND));
    let mut end = lines.end.min(span.end.saturating_add(AROUND));
    while !text.is_char_boundary(start) {
        start = start.saturating_sub(1);
    }
    while !text.is_char_boundary(end) {
        end = end.saturating_add(1);
    }
    start..end
}

/// Returns the complete lines that a span touches, without the last line's end.
fn lines_around(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text::line_start(text, span.start);
    let mut end = front::next_line(text, span.end);
    while end > span.end && text.get(..end).is_some_and(|text| text.ends_with(['\n', '\r'])) {
        end = end.saturating_sub(1);
    }
    start..end
}

/// Replaces characters that must not reach the terminal, without moving a byte.
///
/// Each replacement has as many bytes as the original, so every span stays valid.
fn safe(text: &str) -> Cow<'_, str> {
    let stand_in = |character: char| match character {
        '\n' | '\r' | '\t' => character,
        '\u{FEFF}' => '\u{FFFD}',
        _ if text::shown(character.encode_utf8(&mut [0; 4]).to_owned().into()).chars().eq([character]) => {
            character
        }
        _ => match character.len_utf8() {
            1 => ' ',
            2 => '\u{A0}',
            _ => '\u{FFFD}',
        },
    };
    if text.chars().all(|character| character.is_ascii_graphic() || matches!(character, ' ' | '\n' | '\r')) {
        return text.into();
    }
    text.chars().map(stand_in).collect()
}
