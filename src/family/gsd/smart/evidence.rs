//! Collects what a STATE.md says, and where it says it.

use super::{
    body::{Body, Topic, telling},
    clause::{About, clauses},
    item,
    number::is_later,
    phase::Phase,
    read::{Front, split},
    status::Next,
};

/// Everything that the smart line uses of a file.
#[derive(Debug)]
pub(super) struct Evidence<'a> {
    /// The frontmatter.
    pub(super) front: Front<'a>,
    /// The labels of the body.
    pub(super) body: Body<'a>,
}

/// Where something is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Origin {
    /// Nowhere.
    #[default]
    Nowhere,
    /// A field of the frontmatter.
    Field(&'static str),
    /// A label of the body.
    Label(Topic),
}

impl<'a> Evidence<'a> {
    /// Reads everything in `content`; nothing in it is an error.
    pub(super) fn read(content: &'a str) -> Self {
        let content = content.strip_prefix('\u{FEFF}').unwrap_or(content);
        let (block, body) = split(content).unwrap_or(("", content));
        Self { front: Front::read(block), body: Body::read(body) }
    }

    /// Returns the value of a label, unless it is a placeholder.
    pub(super) fn label(&self, topic: Topic) -> Option<&'a str> {
        self.body.value(topic).and_then(telling)
    }

    /// Returns the phase of the body's phase line, with the name and total that have their own labels.
    pub(super) fn line_phase(&self) -> Option<Phase> {
        let found = self.body.get(Topic::Phase)?;
        let is_item = found.label == item::LABEL;
        let mut phase = if is_item { item::phase(found.value)? } else { Phase::of(found.value)? };
        if let Some(name) = self.label(Topic::PhaseName).filter(|_| phase.name.is_none()) {
            phase.call(name);
        }
        if phase.total.is_none() {
            let digits = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            phase.total = self.label(Topic::TotalPhases).filter(digits).map(str::to_owned);
        }
        Some(phase)
    }

    /// Returns the phase that the body's focus begins with.
    pub(super) fn focus_phase(&self) -> Option<Phase> {
        let focus = self.label(Topic::Focus)?;
        let is_phase = focus
            .trim_start_matches(['*', '_', ' '])
            .get(..6)
            .is_some_and(|start| start.eq_ignore_ascii_case("phase "));
        Phase::of(focus).filter(|_| is_phase)
    }

    /// Returns the next phase that a label names, if it is later than this one.
    pub(super) fn next_phase(&self, phase: &Phase) -> Option<Next> {
        let later =
            |number: String| is_later(&number, &phase.number).then_some(Next::Phase { step: "", number });
        self.focus_phase().and_then(|focus| later(focus.number)).or_else(|| {
            clauses(self.label(Topic::Next)?).into_iter().find_map(|clause| match clause.about {
                About::Phase(number) => later(number),
                _ => None,
            })
        })
    }
}
