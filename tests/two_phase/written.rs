//! Writes plan and exec files as people do, with quotes and comments, or as Python's `yaml.dump` does.

use std::fmt::Write;

use super::made_up::{Node, state};
use crate::harness::Random;

/// Makes the block between the fences.
pub fn block(random: &mut Random) -> String {
    let mut root = state(random);
    let by_hand = random.below(2) == 0;
    if by_hand {
        for at in (1..root.len()).rev() {
            root.swap(at, random.below(at + 1));
        }
    } else {
        root.sort_by_key(|(key, _)| *key);
    }
    let mut writer = Writer { out: String::new(), random, by_hand, is_below_block: false };
    writer.map(root, 0, true);
    writer.out
}

/// Puts the block between fences, with a body, in one of the ways that files are kept.
pub fn file(block: &str, random: &mut Random) -> String {
    let body = random.one_of(&["", "\n# Notes\n", "\nstatus: blocked\n---\nmodules_status:\n- id: x\n"]);
    let close = random.one_of(&["---\n", "---\n", "--- \n", ""]);
    let body = if close.is_empty() { "" } else { body };
    let text = format!("---\n{block}{close}{body}");
    let text = if random.below(6) == 0 { text.replace('\n', "\r\n") } else { text };
    if random.below(6) == 0 { format!("\u{FEFF}{text}") } else { text }
}

struct Writer<'r> {
    out: String,
    random: &'r mut Random,
    by_hand: bool,
    is_below_block: bool,
}

impl Writer<'_> {
    /// Returns, once in `bound`, that a person writes something in an unusual way.
    fn once_in(&mut self, bound: usize) -> bool {
        self.by_hand && self.random.below(bound) == 0
    }

    /// Writes what a person writes once in `bound`, else what is usual.
    fn push_either(&mut self, bound: usize, unusual: &str, usual: &str) {
        let text = if self.once_in(bound) { unusual } else { usual };
        self.out.push_str(text);
    }

    fn pad(&mut self, width: usize) {
        self.out.extend(std::iter::repeat_n(' ', width));
    }

    /// Writes the entries of a map; the first may follow a dash.
    fn map(&mut self, map: Vec<(&'static str, Node)>, indent: usize, is_padded: bool) {
        for (at, (key, node)) in map.into_iter().enumerate() {
            if at > 0 || is_padded {
                if self.once_in(6) {
                    let gap =
                        self.random.one_of(&["\n", "# status: blocked\n", "   \n", "      # - id: x\n"]);
                    // Below a block, blanks of that depth would become part of it.
                    self.out.push_str(if self.is_below_block { "\n" } else { gap });
                }
                self.pad(indent);
            }
            let quote = if self.once_in(20) { self.random.one_of(&["\"", "'"]) } else { "" };
            write!(self.out, "{quote}{key}{quote}").unwrap();
            self.push_either(30, " :", ":");
            self.value(node, indent);
        }
    }

    fn value(&mut self, node: Node, indent: usize) {
        let step = if self.by_hand { 1 + self.random.below(4) } else { 2 };
        match node {
            Node::Map(map) if !map.is_empty() && !self.once_in(4) => {
                self.end_of_line();
                self.map(map, indent + step, true);
            }
            Node::List(list) if !list.is_empty() && !self.once_in(6) => {
                self.end_of_line();
                let step = if self.by_hand && self.random.below(4) > 0 { step } else { 0 };
                self.list(list, indent + step);
            }
            Node::Map(_) | Node::List(_) => {
                self.out.push(' ');
                self.flow(node, indent);
                self.end_of_line();
            }
            Node::True => {
                let word = if self.by_hand { self.random.one_of(&["true", "True", "TRUE"]) } else { "true" };
                self.out.push(' ');
                self.out.push_str(word);
                self.end_of_line();
            }
            Node::Text(text) => {
                self.push_either(8, "   ", " ");
                self.scalar(&text, indent);
            }
        }
    }

    /// Ends a line, sometimes with a comment.
    fn end_of_line(&mut self) {
        if self.once_in(6) {
            let comment = self.random.one_of(&[" # note", "   # status: \"x", " #'", "  "]);
            self.out.push_str(comment);
        }
        self.out.push('\n');
    }

    fn list(&mut self, list: Vec<Node>, indent: usize) {
        for node in list {
            self.pad(indent);
            self.out.push('-');
            let gap = if self.once_in(5) { 2 + self.random.below(3) } else { 1 };
            match node {
                Node::Map(map) if !map.is_empty() && !self.once_in(6) => {
                    let is_below = self.once_in(8);
                    if is_below {
                        self.end_of_line();
                    } else {
                        self.pad(gap);
                    }
                    self.map(map, indent + 1 + gap, is_below);
                }
                Node::Text(text) => {
                    self.pad(gap);
                    self.scalar(&text, indent);
                }
                node => {
                    self.pad(gap);
                    self.flow(node, indent);
                    self.end_of_line();
                }
            }
        }
    }

    /// Writes a list or a map in brackets, sometimes over several lines.
    fn flow(&mut self, node: Node, indent: usize) {
        let break_at = self.once_in(3).then_some(indent + 2);
        match node {
            Node::List(list) => {
                self.out.push('[');
                for (at, node) in list.into_iter().enumerate() {
                    self.comma(at, break_at);
                    self.flow(node, indent + 2);
                }
                self.comma(0, break_at.map(|_| indent));
                self.out.push(']');
            }
            Node::Map(map) => {
                self.out.push('{');
                for (at, (key, node)) in map.into_iter().enumerate() {
                    self.comma(at, break_at);
                    let colon = if self.once_in(3) { format!("\"{key}\":") } else { format!("{key}: ") };
                    self.out.push_str(&colon);
                    self.flow(node, indent + 2);
                }
                self.comma(0, break_at.map(|_| indent));
                self.out.push('}');
            }
            Node::True => self.out.push_str("true"),
            Node::Text(text) => {
                let is_word = !text.is_empty()
                    && text.chars().all(|character| character.is_alphanumeric() || character == '_');
                if is_word && text.is_ascii() {
                    self.out.push_str(&text);
                } else if is_printable(&text) && self.random.below(2) == 0 {
                    write!(self.out, "'{}'", text.replace('\'', "''")).unwrap();
                } else {
                    self.double(&text, indent, false);
                }
            }
        }
    }

    fn comma(&mut self, at: usize, break_at: Option<usize>) {
        if at > 0 {
            self.push_either(6, " ,", ",");
        }
        match break_at {
            Some(indent) => {
                self.end_of_line();
                self.pad(indent);
            }
            None if at > 0 => self.out.push(' '),
            None => {}
        }
    }

    /// Writes a scalar in one of the styles that can hold it, and ends the line.
    fn scalar(&mut self, text: &str, indent: usize) {
        self.is_below_block = false;
        let is_block = !text.is_empty()
            && !text.contains(['\t', '\x1b', '\u{85}', '\u{2028}', '\u{feff}'])
            && !text.lines().any(|line| line.starts_with(' '));
        if is_block && self.once_in(10) {
            return self.block(text, indent);
        }
        let folds = self.random.below(3) > 0;
        if self.once_in(12) {
            self.end_of_line();
            self.pad(indent + 2);
        }
        match self.random.below(3) {
            0 | 1 if is_plain(text) => self.folded(text, indent, folds, " #"),
            0 | 1 if is_printable(text) || is_foldable(text) => {
                self.out.push('\'');
                self.folded(&text.replace('\'', "''"), indent, folds, "");
                self.out.push('\'');
            }
            _ => self.double(text, indent, folds),
        }
        self.end_of_line();
    }

    /// Writes a string with some of its blanks as line ends, unless `not_before` would follow.
    fn folded(&mut self, text: &str, indent: usize, folds: bool, not_before: &str) {
        let mut rest = text;
        while let Some(at) = rest.find([' ', '\n']) {
            let (word, next) = rest.split_at(at);
            self.out.push_str(word);
            let is_single = !word.is_empty() && !next[1..].starts_with([' ', '\n']) && next.len() > 1;
            let is_free = not_before.is_empty() || !next.starts_with(not_before);
            if next.starts_with('\n') {
                let ends = next.len() - next.trim_start_matches('\n').len();
                self.out.extend(std::iter::repeat_n('\n', ends + 1));
                self.pad(indent + 2);
                rest = &next[ends..];
                continue;
            } else if folds && is_single && is_free && self.random.below(3) == 0 {
                self.push_either(4, "  \n", "\n");
                self.pad(indent + 2);
            } else {
                self.out.push(' ');
            }
            rest = &next[1..];
        }
        self.out.push_str(rest);
    }

    /// Writes a string in double quotes, as Python folds it or as people do.
    fn double(&mut self, text: &str, indent: usize, folds: bool) {
        let escapes_all = self.random.below(2) == 0;
        self.out.push('"');
        let mut last = ' ';
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let next = characters.peek().copied().unwrap_or(' ');
            let is_single = character == ' ' && last != ' ' && last != '\n' && next != ' ';
            match character {
                '"' | '\\' => write!(self.out, "\\{character}").unwrap(),
                '\n' => self.out.push_str("\\n"),
                '\u{85}' => self.out.push_str("\\N"),
                '\u{2028}' => self.out.push_str("\\L"),
                ' ' if folds && is_single && self.random.below(3) == 0 => {
                    self.out.push_str(if self.by_hand { "\n" } else { "\\\n" });
                    self.pad(indent + 2);
                    self.out.push_str(if self.by_hand { "" } else { "\\ " });
                }
                '\0'..='\x1f' => write!(self.out, "\\x{:02x}", u32::from(character)).unwrap(),
                '\u{feff}' => self.out.push_str("\\uFEFF"),
                '\u{10000}'.. if escapes_all => {
                    write!(self.out, "\\U{:08X}", u32::from(character)).unwrap();
                }
                '\u{80}'.. if escapes_all => write!(self.out, "\\u{:04X}", u32::from(character)).unwrap(),
                _ => self.out.push(character),
            }
            last = character;
        }
        self.out.push('"');
    }

    /// Writes a string as lines of its own.
    fn block(&mut self, text: &str, indent: usize) {
        self.is_below_block = true;
        let is_folded = self.random.below(2) == 0;
        self.out.push_str(if is_folded { ">-" } else { "|-" });
        self.end_of_line();
        let depth = indent + 1 + self.random.below(4);
        for (at, line) in text.lines().enumerate() {
            if is_folded && at > 0 && !line.is_empty() && !self.out.ends_with("\n\n") {
                self.out.push('\n');
            }
            if !line.is_empty() {
                self.pad(depth);
            }
            self.out.push_str(line);
            self.out.push('\n');
        }
    }
}

/// Returns whether a string needs no quotes.
fn is_plain(text: &str) -> bool {
    let is_edge = |character: char| character.is_alphanumeric();
    text.starts_with(is_edge)
        && text.ends_with(is_edge)
        && is_printable(text)
        && !text.contains(": ")
        && !text.contains(" #")
}

/// Returns whether a string can be written on one line.
fn is_printable(text: &str) -> bool {
    !text.contains(['\n', '\t', '\x1b', '\u{85}', '\u{2028}', '\u{feff}'])
}

/// Returns whether a string of several lines can be written in single quotes.
fn is_foldable(text: &str) -> bool {
    !text.contains(['\t', '\x1b', '\u{85}', '\u{2028}', '\u{feff}'])
}
