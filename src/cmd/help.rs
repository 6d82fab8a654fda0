//! Help and version, made from the tables of commands and flags.

use std::fmt::Write;

use super::{COMMANDS, Command};
use crate::options::FLAGS;

const INTRODUCTION: &str = "\
stateline prints one line that says where an AI coding workflow stands.

Usage: stateline [FLAGS]            the status-line hook: JSON on standard input
       stateline COMMAND [FLAGS]

Commands:
";

/// Answers a question about the program itself.
pub(super) fn general(name: &str) -> Option<String> {
    match name {
        "-V" | "--version" => Some(concat!("stateline ", env!("CARGO_PKG_VERSION"), "\n").to_owned()),
        "-h" | "--help" | "help" => Some(overview()),
        _ => None,
    }
}

fn overview() -> String {
    let mut out = INTRODUCTION.to_owned();
    for command in COMMANDS {
        writeln!(out, "  {:<10} {}", command.name, command.purpose).unwrap_or_default();
    }
    out.push_str("\nFlags:\n");
    out.push_str(&flags());
    out.push_str(
        "  -h, --help           this page; behind a command, its own\n  -V, --version        the version\n",
    );
    out
}

/// Returns a command's own page.
pub(super) fn of(command: &Command) -> String {
    format!("{}\nFlags:\n{}", command.help, flags())
}

fn flags() -> String {
    let mut out = String::new();
    for (flag, value, purpose) in FLAGS {
        writeln!(out, "  {:<20} {purpose}", format!("{flag} {value}")).unwrap_or_default();
    }
    out
}

/// Returns the name that was probably meant: one that is at most two keystrokes away.
pub(super) fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let with_distance = known.map(|known| (distance(name, known), known));
    with_distance.filter(|(distance, _)| *distance <= 2).min().map(|(_, known)| known)
}

/// Counts the letters to insert, delete, replace or swap to make one word the other.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut next = vec![i.saturating_add(1)];
        for (j, b) in other.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX);
            let changed = at(&row, j).saturating_add(usize::from(a != b));
            let shifted = at(&row, j.saturating_add(1)).min(at(&next, j)).saturating_add(1);
            let is_swap = i > 0
                && j > 0
                && one.get(i.saturating_sub(1)) == Some(b)
                && other.get(j.saturating_sub(1)) == Some(a);
            let swapped =
                if is_swap { at(&before, j.saturating_sub(1)).saturating_add(1) } else { usize::MAX };
            next.push(changed.min(shifted).min(swapped));
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or_default()
}
