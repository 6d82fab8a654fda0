//! The status line: its spans of clean text, what each is about, and how they are joined.

use std::borrow::Cow;

use crate::text;

mod appearance;
mod blocks;
mod bound;
mod control;
pub mod dialect;
mod fit;
mod markup;
mod meaning;
pub mod output;
mod paint;
mod painted;
mod part;
mod rows;
mod style;
mod theme;

pub use appearance::{Appearance, Bar, Joints, Level};
pub use control::Channel;
pub use dialect::Dialect;
pub use markup::Row;
pub use meaning::Alert;
pub use paint::{Paint, Tone};
pub use painted::Painted;
pub use part::Part;
pub use style::{Depth, Hue, Style};
pub use theme::Theme;

/// One line of status, made of spans.
#[derive(Clone, Debug, Default)]
pub struct Line<'a> {
    spans: Vec<Span<'a>>,
}

/// A piece of a line.
#[derive(Clone, Debug)]
struct Span<'a> {
    join: Join,
    text: Cow<'a, str>,
    tone: Tone,
    rank: Rank,
    shape: Shape,
    /// Why the user has to act, if it is an alert whose reason is known.
    alert: Option<Alert>,
    /// Whether a segment begins with it.
    is_first: bool,
    /// What few spans have.
    extra: Option<Box<Extra>>,
}

/// What is added to the first span of a segment.
#[derive(Clone, Debug, Default)]
struct Extra {
    /// Printed before the text, and left out only together with it.
    lead: String,
    /// Where a click on the text leads.
    link: String,
}

/// What a span's text is, which decides how it gets shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Words, which can be cut at any place.
    Words,
    /// An amount, which is never cut: half of a number is a wrong number.
    Amount,
    /// Words that start with `Phase `, for which `P` is enough.
    Phase,
    /// A progress bar with its percentage, `[██░░░░░░░░] 20%`, which can become `20%`.
    Bar(u8),
    /// The same without its percentage, `[██░░░░░░░░]`, because a better number follows.
    Gauge(u8),
    /// The same without brackets, `██░░░░░░░░ 20%`.
    Meter(u8),
}

/// The separator between a span and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Join {
    /// Nothing. The span is dropped together with the one before it.
    Tight,
    /// A space; both spans share one style.
    Word,
    /// A space; each span has its own style.
    Space,
    /// A middle dot between two parts of the state.
    Dot,
    /// A bar between two segments.
    Bar,
    /// All the space that is left: what follows is at the right end of the line. A bar if the width is not known.
    Fill,
}

impl Span<'_> {
    /// Returns what is printed before the text.
    fn lead(&self) -> &str {
        self.extra.as_deref().map_or("", |extra| &extra.lead)
    }

    /// Returns its width in columns.
    fn cells(&self) -> usize {
        text::cells(self.lead()).saturating_add(text::cells(&self.text))
    }
}

impl Join {
    /// Returns the characters to print.
    fn text<'d>(self, appearance: Option<&Appearance<'d>>) -> &'d str {
        let joints = || appearance.map_or(Theme::USUAL.joints, |appearance| appearance.joints);
        match self {
            Self::Tight => "",
            Self::Word | Self::Space => " ",
            Self::Dot => joints().dot,
            Self::Bar | Self::Fill => joints().bar,
        }
    }
}

/// What a span is about. `fit` has the order in which spans become shorter when the line is too wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The user has to act: blocked, failed, paused, close to a limit.
    Alert,
    /// What is being done.
    Active,
    /// The progress bar.
    Progress,
    /// How full the context is.
    Meter,
    /// The short name of the work.
    Lead,
    /// The directory.
    Directory,
    /// The model.
    Model,
    /// Details of what is being done.
    Detail,
    /// The full name of the work.
    Name,
    /// The git branch and its changes.
    Git,
    /// Other data from the host: cost, limits, the pull request.
    Extra,
    /// A notice that an update is available.
    Notice,
    /// The last slash command.
    LastCommand,
}

/// The variation selector that asks for the character before it to be drawn as an emoji.
const EMOJI_STYLE: char = '\u{FE0F}';

impl<'a> Line<'a> {
    /// Adds text, unless it is empty. An alert stands out.
    pub fn push(&mut self, join: Join, rank: Rank, text: impl Into<Cow<'a, str>>) {
        self.push_as(Tone::usual(rank), join, rank, text);
    }

    /// Adds text with a style.
    pub fn push_as(&mut self, tone: Tone, join: Join, rank: Rank, text: impl Into<Cow<'a, str>>) {
        self.push_span(tone, join, rank, Shape::Words, text.into());
    }

    /// Adds an alert, in the colour of its reason.
    pub fn push_alert(&mut self, join: Join, alert: Alert, text: impl Into<Cow<'a, str>>) {
        self.push_alert_as(alert.tone(), join, alert, text);
    }

    /// Adds an alert that the default theme shows in another style.
    pub fn push_alert_as(&mut self, tone: Tone, join: Join, alert: Alert, text: impl Into<Cow<'a, str>>) {
        let count = self.spans.len();
        self.push_as(tone, join, Rank::Alert, text);
        if let Some(span) = self.spans.get_mut(count) {
            span.alert = Some(alert);
        }
    }

    /// Adds an amount: it is shown in full or not at all.
    pub fn push_amount(&mut self, join: Join, rank: Rank, text: impl Into<Cow<'a, str>>) {
        self.push_amount_as(Tone::usual(rank), join, rank, text);
    }

    /// Adds an amount with a style.
    pub fn push_amount_as(&mut self, tone: Tone, join: Join, rank: Rank, text: impl Into<Cow<'a, str>>) {
        self.push_span(tone, join, rank, Shape::Amount, text.into());
    }

    /// Returns the line with text of its own.
    pub fn into_owned(self) -> Line<'static> {
        let spans = self.spans.into_iter();
        Line { spans: spans.map(|span| Span { text: span.text.into_owned().into(), ..span }).collect() }
    }

    /// Adds text that starts with `Phase ` or `phase `, of which only `P` is left if the line is narrow.
    pub fn push_phase(&mut self, join: Join, rank: Rank, text: impl Into<Cow<'a, str>>) {
        self.push_span(Tone::Plain, join, rank, Shape::Phase, text.into());
    }

    fn push_span(&mut self, tone: Tone, join: Join, rank: Rank, shape: Shape, mut text: Cow<'a, str>) {
        // It would turn the digit at the end of the previous span into an emoji, which is wider than the
        // digit that was measured.
        while text.starts_with(EMOJI_STYLE) {
            text = text.chars().skip(1).collect();
        }
        if !text.is_empty() {
            // Longer text is never printed in full, but would be measured again and again.
            let text = text::bounded(text::shown(text), text::LINE_LIMIT);
            self.add(Span { join, text, tone, rank, shape, alert: None, is_first: false, extra: None });
        }
    }

    fn add(&mut self, span: Span<'a>) {
        // Enough for most lines, so that the list does not move when it grows.
        const USUAL: usize = 6;
        if self.spans.is_empty() {
            self.spans.reserve(USUAL);
        }
        self.spans.push(span);
    }

    /// Adds a progress bar with its number, `[██░░░░░░░░] 20%`, if there is a percentage.
    pub fn push_bar(&mut self, join: Join, percent: Option<u8>) {
        let Some(percent) = percent else { return };
        let (text, shape) = (bar(percent).into(), Shape::Bar(percent.min(100)));
        self.push_drawn(Tone::Plain, join, Rank::Progress, shape, text);
    }

    /// Adds a meter, which is a bar without brackets: `██░░░░░░░░ 20%`.
    pub fn push_meter(&mut self, tone: Tone, join: Join, rank: Rank, percent: u8) {
        let percent = percent.min(100);
        let text = [cells(percent), " ", &percent.to_string(), "%"].concat().into();
        self.push_drawn(tone, join, rank, Shape::Meter(percent), text);
    }

    /// Adds what this file draws, which needs no cleaning.
    fn push_drawn(&mut self, tone: Tone, join: Join, rank: Rank, shape: Shape, text: Cow<'a, str>) {
        self.add(Span { join, text, tone, rank, shape, alert: None, is_first: false, extra: None });
    }

    /// Adds all spans of another line as one segment, in one style. Alerts keep theirs.
    pub fn append(&mut self, tone: Tone, join: Join, other: Self) {
        self.append_below(Rank::Alert, tone, join, other);
    }

    /// Does the same for a line that matters less: only its alerts rank higher than `highest`.
    pub fn append_below(&mut self, highest: Rank, tone: Tone, join: Join, other: Self) {
        for (index, mut span) in other.spans.into_iter().enumerate() {
            if index == 0 {
                span.join = join;
            }
            if span.rank != Rank::Alert {
                span.rank = span.rank.max(highest);
            }
            if !span.tone.is_alert() {
                span.tone = tone;
            }
            self.add(span);
        }
    }

    /// Adds a progress bar without a number, for one that is better put in other words: `[██░░░░░░░░]`.
    pub fn push_gauge(&mut self, join: Join, percent: u8) {
        let (text, shape) = (format!("[{}]", cells(percent)).into(), Shape::Gauge(percent.min(100)));
        self.push_drawn(Tone::Plain, join, Rank::Progress, shape, text);
    }

    /// Makes all of it faint: it is worth less than it says.
    pub fn fade(&mut self) {
        for span in &mut self.spans {
            span.tone = Tone::Faded;
        }
    }

    /// Returns whether all of it is faint.
    pub fn is_faded(&self) -> bool {
        self.spans.iter().all(|span| span.tone == Tone::Faded)
    }

    /// Returns how many spans there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Sets the style of the spans from `start` on, except where their style has a meaning.
    pub fn restyle(&mut self, start: usize, style: Style) {
        for span in self.spans.iter_mut().skip(start) {
            if matches!(span.tone, Tone::Plain | Tone::Dim | Tone::Bold) {
                span.tone = Tone::Own(style);
            }
        }
    }

    /// Marks the span at `start` as the first of a segment, and puts the segment at the right end if it begins that side.
    pub fn begin_segment(&mut self, start: usize, is_right: bool) {
        let Some(span) = self.spans.get_mut(start) else { return };
        span.is_first = true;
        if is_right {
            span.join = Join::Fill;
        }
    }

    /// Puts an icon or other text before the span at `start`.
    pub fn lead(&mut self, start: usize, lead: &str) {
        if let Some(span) = self.spans.get_mut(start) {
            span.extra.get_or_insert_default().lead.insert_str(0, &text::shown(lead.into()));
        }
    }

    /// Makes the span at `start` a link. The address has no control character and no blank.
    pub fn link(&mut self, start: usize, address: String) {
        if let Some(span) = self.spans.get_mut(start) {
            span.extra.get_or_insert_default().link = address;
        }
    }

    /// Prints text before the span at `start`, and after the last one.
    pub fn enclose(&mut self, start: usize, before: &str, after: &str) {
        self.lead(start, before);
        if let Some((tone, rank)) =
            self.spans.get(start..).and_then(<[_]>::last).map(|last| (last.tone, last.rank))
        {
            self.push_amount_as(tone, Join::Tight, rank, after.to_owned());
        }
    }

    /// Returns whether the line has no spans.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Gives every span without a style the style of its rank.
    pub fn color_by_rank(&mut self) {
        for span in &mut self.spans {
            if span.tone == Tone::Plain {
                span.tone = span.alert.map_or(Tone::of(span.rank), Alert::tone);
            }
        }
    }

    /// Returns whether a span says that the user has to act.
    pub fn is_alert(&self) -> bool {
        self.spans.iter().any(|span| span.rank == Rank::Alert)
    }

    /// Returns why the user has to act, for each span that says so; `None` where the reason is not known.
    pub fn reasons(&self) -> Vec<Option<Alert>> {
        self.spans.iter().filter(|span| span.rank == Rank::Alert).map(|span| span.alert).collect()
    }

    /// Returns the percentage that its bar shows.
    pub fn percent(&self) -> Option<u8> {
        self.spans.iter().find_map(|span| match span.shape {
            Shape::Bar(percent) | Shape::Gauge(percent) => Some(percent),
            _ => None,
        })
    }

    /// Returns the text of each alert, with what belongs to it.
    pub fn alerts(&self) -> Vec<String> {
        let mut alerts: Vec<String> = Vec::new();
        let mut goes_on = false;
        for span in &self.spans {
            let follows = matches!(span.join, Join::Tight | Join::Word | Join::Space);
            match alerts.last_mut().filter(|_| goes_on && follows) {
                Some(alert) => {
                    alert.push_str(span.join.text(None));
                    alert.push_str(&span.text);
                }
                None if span.rank == Rank::Alert => alerts.push(span.text.to_string()),
                None => {}
            }
            goes_on = span.rank == Rank::Alert || goes_on && follows;
        }
        alerts
    }

    /// Returns the text of each part; a part ends at a dot or a bar.
    pub fn parts(&self) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        for span in &self.spans {
            match parts.last_mut().filter(|_| !matches!(span.join, Join::Dot | Join::Bar | Join::Fill)) {
                Some(part) => {
                    part.push_str(span.join.text(None));
                    part.push_str(&span.text);
                }
                None => parts.push(span.text.to_string()),
            }
        }
        parts
    }

    /// Returns the line, ready to be printed.
    pub fn painted(&self, paint: &Paint<'_>) -> Painted {
        Painted::trusted(self.paint(paint))
    }

    /// Returns the printed line as a string, for a value or a comparison.
    pub fn paint(&self, paint: &Paint<'_>) -> String {
        match &paint.appearance {
            None => fitted(&self.spans, paint),
            Some(appearance) => self.paint_as(appearance, paint),
        }
    }

    /// Returns the line with the user's choices about appearance. Most users have none, so it is not inlined.
    #[inline(never)]
    fn paint_as(&self, appearance: &Appearance<'_>, paint: &Paint<'_>) -> String {
        let painted = fitted(&appearance.themed(&self.spans, paint), paint);
        if appearance.ascii { appearance::in_ascii(&painted) } else { painted }
    }
}

/// Paints the spans that fit the width.
fn fitted(spans: &[Span<'_>], paint: &Paint<'_>) -> String {
    let width = paint.width.map(|width| width.saturating_sub(paint.blocks().map_or(0, |_| blocks::EDGES)));
    match width.and_then(|width| fit::fitted(spans, width, paint.appearance.as_ref())) {
        None => bounded(spans, paint),
        Some(spans) => bounded(&spans, paint),
    }
}

/// Paints the spans within the byte limit.
fn bounded(spans: &[Span<'_>], paint: &Paint<'_>) -> String {
    let (limit, painted) = (paint.limit.unwrap_or(text::LINE_LIMIT), paint::painted(spans, paint));
    if painted.len() <= limit { painted } else { bound::painted(spans, paint, limit) }
}

/// Draws ten cells, filled to the tenth below `percent`, and the number: `[██░░░░░░░░] 20%`.
pub fn bar(percent: u8) -> String {
    let percent = percent.min(100);
    // `concat` rather than `format!`, which is slower and reads a template from another part of the program.
    ["[", cells(percent), "] ", &percent.to_string(), "%"].concat()
}

/// Draws the ten cells alone.
pub fn cells(percent: u8) -> &'static str {
    const FULL_THEN_EMPTY: &str = "██████████░░░░░░░░░░";
    // A window of ten of the twenty cells, three bytes each, that starts so that the right number is full.
    let skipped = usize::from(10_u8.saturating_sub(percent.min(100) / 10)).saturating_mul(3);
    FULL_THEN_EMPTY.get(skipped..skipped.saturating_add(30)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills_by_whole_tenths() {
        let bars: Vec<String> = [0, 9, 10, 59, 99, 100, 255].into_iter().map(bar).collect();
        assert_eq!(
            bars,
            [
                "[░░░░░░░░░░] 0%",
                "[░░░░░░░░░░] 9%",
                "[█░░░░░░░░░] 10%",
                "[█████░░░░░] 59%",
                "[█████████░] 99%",
                "[██████████] 100%",
                "[██████████] 100%",
            ]
        );
    }
}
