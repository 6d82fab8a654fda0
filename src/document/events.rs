//! Finds the positions of all values in YAML, from the events of a streaming parser.
//!
//! Because events come one at a time, input with endless nesting or aliases is rejected before its values
//! are built.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use super::tree::{Entry, NodeKind, Tree};

/// How deep values may be nested.
const DEPTH_LIMIT: usize = 64;

/// How many values there may be: a file of 1 MiB has more only if it was made for that.
const SIZE_LIMIT: usize = 250_000;

/// The most values that all aliases together may expand to.
const ALIAS_LIMIT: usize = 100_000;

/// How many brackets may be open. More than values may be nested, because some are inside strings.
const BRACKET_LIMIT: usize = 1_000;

/// Returns the positions of all values.
pub(super) fn tree(text: &str, bytes: &Bytes) -> Result<Tree, Stop> {
    if let Some(at) = too_many_brackets(text) {
        return Err(Stop { at, why: "too many brackets are open".to_owned(), is_refusal: true });
    }
    let mut builder = Builder::new(text, bytes);
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| Stop {
            at: error.marker().index(),
            why: error.info().to_owned(),
            is_refusal: false,
        })?;
        builder.take(&event, span)?;
        if matches!(event, Event::DocumentEnd) {
            break;
        }
    }
    Ok(builder.tree)
}

/// Returns where too many brackets are open, inside strings or not.
fn too_many_brackets(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    text.bytes().position(|byte| {
        match byte {
            b'[' | b'{' => open = open.saturating_add(1),
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open > BRACKET_LIMIT
    })
}

/// Why the events stop.
pub(super) struct Stop {
    /// The offset in characters.
    pub(super) at: usize,
    pub(super) why: String,
    /// Whether no other parser may try, because of a limit.
    pub(super) is_refusal: bool,
}

/// The byte offset of each character; the parser counts in characters.
pub(super) struct Bytes {
    offsets: Option<Vec<usize>>,
    end: usize,
}

impl Bytes {
    pub(super) fn of(text: &str) -> Self {
        let offsets = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        Self { offsets, end: text.len() }
    }

    pub(super) fn offset(&self, character: usize) -> usize {
        match &self.offsets {
            None => character.min(self.end),
            Some(offsets) => offsets.get(character).copied().unwrap_or(self.end),
        }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let (start, end) = (self.offset(span.start.index()), self.offset(span.end.index()));
        start..end.max(start)
    }
}

/// Builds a tree from events.
struct Builder<'t> {
    text: &'t str,
    bytes: &'t Bytes,
    tree: Tree,
    /// How many values each one contains with aliases expanded; `None` while it is open.
    sizes: Vec<Option<usize>>,
    /// The values by anchor.
    anchors: Vec<Option<usize>>,
    open: Vec<Open>,
    /// How many values the aliases so far expand to.
    expanded: usize,
}

/// A list or map that has not ended yet.
struct Open {
    number: usize,
    /// The key that waits for its value.
    key: Option<(String, Range<usize>)>,
    size: usize,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, bytes: &'t Bytes) -> Self {
        Self {
            text,
            bytes,
            tree: Tree::default(),
            sizes: Vec::new(),
            anchors: Vec::new(),
            open: Vec::new(),
            expanded: 0,
        }
    }

    fn take(&mut self, event: &Event<'_>, span: Span) -> Result<(), Stop> {
        let range = self.bytes.range(span);
        let stop = |why: &str| Err(Stop { at: span.start.index(), why: why.to_owned(), is_refusal: true });
        match event {
            Event::Scalar(text, style, anchor, _) => {
                let raw = self.bare(range.clone(), *style);
                self.value(range, NodeKind::Scalar(raw), *anchor, Some(text), 1);
            }
            Event::Alias(anchor) => {
                let target = self.anchors.get(*anchor).copied().flatten();
                let size = target.and_then(|target| self.sizes.get(target).copied().flatten());
                let size = size.unwrap_or(ALIAS_LIMIT);
                self.expanded = self.expanded.saturating_add(size);
                self.value(range, NodeKind::Alias(target), 0, None, size);
            }
            Event::SequenceStart(anchor, _) => self.open(range, NodeKind::List(Vec::new()), *anchor),
            Event::MappingStart(anchor, _) => self.open(range, NodeKind::Map(Vec::new()), *anchor),
            Event::SequenceEnd | Event::MappingEnd => self.close(range.end),
            _ => {}
        }
        if self.expanded > ALIAS_LIMIT {
            return stop("the aliases expand to too many values");
        }
        if self.open.len() > DEPTH_LIMIT {
            return stop("values are nested too deeply");
        }
        let size = self.open.iter().map(|open| open.size).fold(0_usize, usize::saturating_add);
        if size > SIZE_LIMIT {
            return stop("there are too many values");
        }
        Ok(())
    }

    /// Returns the range of a scalar without its anchor, tag and quotes.
    fn bare(&self, range: Range<usize>, style: ScalarStyle) -> Range<usize> {
        let mut text = self.text.get(range.clone()).unwrap_or_default();
        while text.starts_with(['!', '&']) {
            let rest = text.find([' ', '\t', '\n']).and_then(|at| text.get(at..)).unwrap_or_default();
            text = rest.trim_start();
        }
        let start = range.end.saturating_sub(text.len());
        let end = start.saturating_add(text.trim_end().len());
        let quote = usize::from(matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted));
        let start = start.saturating_add(quote);
        start..end.saturating_sub(quote).max(start)
    }

    /// Adds a value to the list or map that is open, as a key or as a value.
    fn value(
        &mut self,
        span: Range<usize>,
        kind: NodeKind,
        anchor: usize,
        name: Option<&str>,
        size: usize,
    ) -> usize {
        let is_key = self.open.last().is_some_and(|open| open.key.is_none() && self.is_map(open.number));
        let number = self.tree.push(span.clone(), kind);
        self.sizes.push(Some(size));
        if anchor > 0 {
            if self.anchors.len() <= anchor {
                self.anchors.resize(anchor.saturating_add(1), None);
            }
            if let Some(slot) = self.anchors.get_mut(anchor) {
                *slot = Some(number);
            }
        }
        let text = || self.text.get(span.clone()).unwrap_or_default().to_owned();
        let name = if is_key { Some(name.map_or_else(text, str::to_owned)) } else { None };
        let Some(open) = self.open.last_mut() else { return number };
        open.size = open.size.saturating_add(size);
        let parent = self.tree.node_mut(open.number).map(|node| &mut node.kind);
        match (parent, name) {
            (Some(NodeKind::Map(_)), Some(name)) => open.key = Some((name, span)),
            (Some(NodeKind::Map(entries)), None) => {
                if let Some((name, key)) = open.key.take() {
                    entries.push(Entry { name, key, value: number });
                }
            }
            (Some(NodeKind::List(items)), _) => items.push(number),
            _ => {}
        }
        number
    }

    fn is_map(&self, number: usize) -> bool {
        self.tree.node(number).is_some_and(|node| matches!(node.kind, NodeKind::Map(_)))
    }

    fn open(&mut self, span: Range<usize>, kind: NodeKind, anchor: usize) {
        let number = self.value(span, kind, anchor, None, 0);
        if let Some(size) = self.sizes.get_mut(number) {
            *size = None;
        }
        self.open.push(Open { number, key: None, size: 1 });
    }

    fn close(&mut self, end: usize) {
        let Some(closed) = self.open.pop() else { return };
        if let Some(size) = self.sizes.get_mut(closed.number) {
            *size = Some(closed.size);
        }
        if let Some(open) = self.open.last_mut() {
            open.size = open.size.saturating_add(closed.size);
        }
        if let Some(node) = self.tree.node_mut(closed.number) {
            node.span.end = end.max(node.span.start);
        }
    }
}
