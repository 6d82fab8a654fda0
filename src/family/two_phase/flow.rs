//! Visits the values of a list or a map in brackets: `[{id: auth-core, status: complete}]`.

use super::patterns;
use super::{
    scalar::{Scalar, Style},
    step::{DEEPEST, Step, name},
};

/// Visits every item and every value between the first bracket and the matching one.
pub(super) fn walk<'a>(
    text: &'a str,
    steps: &mut Vec<Step<'a>>,
    visit: &mut impl FnMut(&[Step<'a>], Scalar<'a>),
) {
    let depth = steps.len();
    let mut at = 0;
    while let Some(piece) = patterns::YAML_FLOW.matched(text, at).filter(|piece| !piece.is_empty()) {
        at = at.saturating_add(piece.len());
        match piece {
            "[" | "{" if steps.len() == DEEPEST => return,
            "[" | "{" => {
                if steps.len() > depth {
                    visit(steps, Scalar::NONE);
                }
                steps.push(if piece == "[" { Step::Item(0) } else { Step::Key("") });
            }
            "]" | "}" => {
                steps.pop();
                if steps.len() <= depth {
                    return;
                }
            }
            "," => match steps.last_mut() {
                Some(Step::Item(number)) => *number = number.saturating_add(1),
                Some(Step::Key(key)) => *key = "",
                None => return,
            },
            ":" => {}
            _ if piece.starts_with([' ', '\t', '\r', '\n']) => {}
            _ => match steps.last_mut() {
                Some(Step::Key(key)) if key.is_empty() => *key = name(piece),
                _ => visit(steps, scalar(piece)),
            },
        }
    }
}

fn scalar(piece: &str) -> Scalar<'_> {
    let inside = |quote: char| piece.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(raw) = inside('"') {
        Scalar { raw, style: Style::Double }
    } else if let Some(raw) = inside('\'') {
        Scalar { raw, style: Style::Single }
    } else {
        Scalar { raw: piece, style: Style::Plain }
    }
}
