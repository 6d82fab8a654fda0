//! The parts of a line with their meaning, for programs.

use super::{Line, Paint, Rank, Shape, Span, fit};

/// A piece of a line.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is about, in one word.
    pub kind: &'static str,
    /// Its text.
    pub text: String,
    /// The separator before it.
    pub separator: String,
    /// The percentage that it shows, if it is a bar.
    pub percent: Option<u8>,
}

impl Line<'_> {
    /// Returns the parts that fit the width.
    pub fn described(&self, paint: &Paint<'_>) -> Vec<Part> {
        let fitted = paint.width.and_then(|width| fit::fitted(&self.spans, width, paint.appearance.as_ref()));
        let spans = fitted.as_deref().unwrap_or(&self.spans);
        spans.iter().enumerate().map(|(index, span)| described(index == 0, span, paint)).collect()
    }
}

fn described(is_first: bool, span: &Span<'_>, paint: &Paint<'_>) -> Part {
    let separator = if is_first { "" } else { span.join.text(paint.appearance.as_ref()) };
    let percent = match span.shape {
        Shape::Bar(percent) | Shape::Gauge(percent) | Shape::Meter(percent) => Some(percent),
        Shape::Words | Shape::Amount | Shape::Phase => None,
    };
    let (kind, text) = (kind(span.rank), span.text.to_string());
    Part { kind, text, separator: separator.to_owned(), percent }
}

/// Returns the word for a rank.
const fn kind(rank: Rank) -> &'static str {
    match rank {
        Rank::Alert => "alert",
        Rank::Active => "active",
        Rank::Progress => "progress",
        Rank::Meter => "meter",
        Rank::Lead => "lead",
        Rank::Directory => "directory",
        Rank::Model => "model",
        Rank::Detail => "detail",
        Rank::Name => "name",
        Rank::Git => "git",
        Rank::Extra => "extra",
        Rank::Notice => "notice",
        Rank::LastCommand => "last_command",
    }
}
