//! Visits the values of a YAML block line by line, for the YAML that people and `yaml.dump` write in state files.
//!
//! It is not a YAML parser: it skips what it cannot read, because half a line helps more than none.

use super::{
    flow, patterns,
    scalar::{Scalar, Style},
    step::{DEEPEST, Step, name},
};
use crate::text::Pattern;

const BLANKS: [char; 2] = [' ', '\t'];

/// Visits every key and every item with its value, in the order of the text.
///
/// A key whose value is on the lines below or in brackets is first visited without a value.
pub fn walk<'a>(block: &'a str, visit: impl FnMut(&[Step<'a>], Scalar<'a>)) {
    let mut walk =
        Walk { block, end: 0, next: 0, steps: Vec::new(), columns: Vec::new(), awaits: false, visit };
    while let Some(line) = walk.line_at(walk.next) {
        (walk.end, walk.next) = (line.end, line.next);
        walk.read(line.text);
    }
}

/// A position in a block.
struct Walk<'a, V> {
    block: &'a str,
    /// Where the current line ends, without its line end.
    end: usize,
    /// Where the next line begins.
    next: usize,
    steps: Vec<Step<'a>>,
    /// The column of each step.
    columns: Vec<usize>,
    /// Whether the last step has no value yet.
    awaits: bool,
    visit: V,
}

/// A line and its position in the block.
struct Line<'a> {
    text: &'a str,
    end: usize,
    next: usize,
}

impl Line<'_> {
    /// Returns the column of the first character, or `None` if the line is blank.
    fn column(&self) -> Option<usize> {
        self.text.find(|character| !BLANKS.contains(&character))
    }
}

impl<'a, V: FnMut(&[Step<'a>], Scalar<'a>)> Walk<'a, V> {
    fn line_at(&self, at: usize) -> Option<Line<'a>> {
        let rest = self.block.get(at..).filter(|rest| !rest.is_empty())?;
        let length = rest.find('\n');
        let text = rest.get(..length.unwrap_or(rest.len()))?;
        let text = text.strip_suffix('\r').unwrap_or(text);
        let next = at.saturating_add(length.map_or(rest.len(), |length| length.saturating_add(1)));
        Some(Line { text, end: at.saturating_add(text.len()), next })
    }

    /// line = *blank *("-" 1*blank) [key ":" 1*blank] [value]
    fn read(&mut self, line: &'a str) {
        let mut content = line.trim_start_matches(BLANKS);
        let column_of = |content: &str| line.len().saturating_sub(content.len());
        if content.is_empty() || content.starts_with('#') {
            return;
        }
        let mut awaited = std::mem::take(&mut self.awaits);
        while let Some(inside) = dashed(content) {
            if !self.enter_item(column_of(content)) {
                return;
            }
            awaited = true;
            content = inside;
        }
        let key = patterns::YAML_KEY.matched(content, 0);
        if let Some(key) = key {
            if self.enter_key(column_of(content), name(key)) {
                self.value(column_of(content), content.get(key.len()..).unwrap_or_default());
            }
        } else if let Some(&column) = self.columns.last()
            && awaited
            && column < column_of(content)
        {
            self.value(column, content);
        }
    }

    /// Steps to the next item of the list at `column`, or into a new list.
    fn enter_item(&mut self, column: usize) -> bool {
        self.leave(|other, _| other > column);
        let is_there = self.columns.last() == Some(&column);
        if let Some(Step::Item(number)) = self.steps.last_mut().filter(|_| is_there) {
            *number = number.saturating_add(1);
        } else if !self.enter(column, Step::Item(0)) {
            return false;
        }
        self.report(Scalar::NONE);
        true
    }

    /// Steps to another key of the map at `column`, or into a new map.
    fn enter_key(&mut self, column: usize, name: &'a str) -> bool {
        // A list may start at the column of the key that it belongs to; the next key ends it.
        self.leave(|other, step| other > column || other == column && matches!(step, Step::Item(_)));
        let is_there = self.columns.last() == Some(&column);
        if let Some(Step::Key(key)) = self.steps.last_mut().filter(|_| is_there) {
            *key = name;
            return true;
        }
        self.enter(column, Step::Key(name))
    }

    fn enter(&mut self, column: usize, step: Step<'a>) -> bool {
        if self.steps.len() == DEEPEST {
            return false;
        }
        self.steps.push(step);
        self.columns.push(column);
        true
    }

    /// Steps back while `is_over` returns true.
    fn leave(&mut self, is_over: impl Fn(usize, Step<'a>) -> bool) {
        while let (Some(&step), Some(&column)) = (self.steps.last(), self.columns.last())
            && is_over(column, step)
        {
            self.steps.pop();
            self.columns.pop();
        }
    }

    fn report(&mut self, scalar: Scalar<'a>) {
        (self.visit)(&self.steps, scalar);
    }

    /// Reads a value that begins with `text`, the rest of the current line, below the key at `column`.
    fn value(&mut self, column: usize, text: &'a str) {
        let mut text = text;
        while let Some(end) = patterns::YAML_PROPERTY.end(text, 0) {
            text = text.get(end..).unwrap_or_default();
        }
        match text.bytes().next() {
            None | Some(b'#') => {
                self.awaits = true;
                self.report(Scalar::NONE);
            }
            // An alias refers to a value from elsewhere.
            Some(b'*') => self.report(Scalar::NONE),
            Some(b'"') => self.quoted(column, text, Style::Double, &patterns::YAML_DOUBLE),
            Some(b'\'') => self.quoted(column, text, Style::Single, &patterns::YAML_SINGLE),
            Some(b'[' | b'{') => self.flow(column, text),
            Some(b'|' | b'>') if patterns::YAML_BLOCK.end(text, 0).is_some() => self.block(column, text),
            Some(_) => self.plain(column, text),
        }
    }

    /// Reads a scalar in quotes, on one line or over the lines below.
    fn quoted(&mut self, column: usize, text: &'a str, style: Style, pattern: &Pattern) {
        let quote = ['"', '\''];
        let (raw, style) = if let Some((scalar, rest)) = closed(text, pattern) {
            let rest = rest.trim_start_matches(BLANKS);
            // People forget to escape a quote, but what they meant is clear.
            let is_over = rest.is_empty() || rest.starts_with('#');
            if is_over { (scalar, style) } else { (text.trim_end(), Style::Misquoted) }
        } else {
            let below = self.deeper(column, &[]);
            let start = self.end.saturating_sub(text.len());
            let scalar = self.block.get(start..below).and_then(|region| closed(region, pattern));
            let last = scalar.and_then(|(scalar, _)| self.line_at(start.saturating_add(scalar.len())));
            self.next = last.map_or(below, |line| line.next).max(self.next);
            scalar.map_or((text, Style::Misquoted), |(scalar, _)| (scalar, style))
        };
        let raw = raw.strip_prefix(quote).unwrap_or(raw);
        self.report(Scalar { raw: raw.strip_suffix(quote).unwrap_or(raw), style });
    }

    /// Reads a scalar without quotes, with its continuation lines.
    fn plain(&mut self, column: usize, text: &'a str) {
        let start = self.end.saturating_sub(text.len());
        let mut line = text;
        let end = loop {
            let length = patterns::YAML_PLAIN.end(line, 0).unwrap_or_default();
            let end = self.end.saturating_sub(line.len()).saturating_add(length);
            // A comment ends the scalar, too.
            let is_cut = length < line.trim_end_matches(BLANKS).len();
            let Some(next) = self.continued(column).filter(|_| !is_cut) else { break end };
            (self.end, self.next) = (next.end, next.next);
            line = next.text.trim_start_matches(BLANKS);
        };
        self.report(Scalar { raw: self.block.get(start..end).unwrap_or(text), style: Style::Plain });
    }

    /// Returns the next line that is not blank, if it continues a scalar at `column`.
    fn continued(&self, column: usize) -> Option<Line<'a>> {
        let mut at = self.next;
        loop {
            let line = self.line_at(at)?;
            at = line.next;
            let Some(indent) = line.column() else { continue };
            let content = line.text.get(indent..)?;
            // YAML has no keys inside a scalar, so this is a key that is indented too deep.
            let goes_on =
                indent > column && !content.starts_with('#') && patterns::YAML_KEY.end(content, 0).is_none();
            return goes_on.then_some(line);
        }
    }

    /// Reads the lines below that are deeper than `column`, whatever they contain.
    fn block(&mut self, column: usize, text: &str) {
        let below = self.deeper(column, &[]);
        let raw = self.block.get(self.next..below).unwrap_or_default();
        self.next = self.next.max(below);
        let style = if text.starts_with('|') { Style::Literal } else { Style::Folded };
        self.report(Scalar { raw, style });
    }

    /// Reads a list or a map in brackets.
    fn flow(&mut self, column: usize, text: &'a str) {
        self.report(Scalar::NONE);
        let start = self.end.saturating_sub(text.len());
        let below = self.deeper(column, &['[', ']', '{', '}']).max(self.end);
        let depth = self.steps.len();
        flow::walk(self.block.get(start..below).unwrap_or(text), &mut self.steps, &mut self.visit);
        self.steps.truncate(depth);
        self.next = self.next.max(below);
    }

    /// Returns the end of the lines below that are deeper than `column` or begin with one of `or`.
    fn deeper(&self, column: usize, or: &[char]) -> usize {
        let (mut end, mut at) = (self.end, self.next);
        while let Some(line) = self.line_at(at) {
            match line.column() {
                Some(other) if other > column || line.text.trim_start_matches(BLANKS).starts_with(or) => {
                    end = line.next;
                }
                Some(_) => break,
                None => {}
            }
            at = line.next;
        }
        end
    }
}

/// Returns the scalar in quotes that `text` begins with, and what follows it.
fn closed<'t>(text: &'t str, pattern: &Pattern) -> Option<(&'t str, &'t str)> {
    // If a quote follows the last one, the two are an escape, and the end is still to come.
    let (scalar, rest) = text.split_at_checked(pattern.end(text, 0)?)?;
    (!(scalar.starts_with('\'') && rest.starts_with('\''))).then_some((scalar, rest))
}

/// Returns what follows the dash of a list item.
fn dashed(content: &str) -> Option<&str> {
    let inside = content.strip_prefix('-')?;
    (inside.is_empty() || inside.starts_with(BLANKS)).then(|| inside.trim_start_matches(BLANKS))
}
