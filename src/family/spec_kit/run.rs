//! A run of a workflow: which one was last, what it says, and its line.

use std::{borrow::Cow, path::Path};

use crate::{
    family::{
        Activity, Ask, Content, Found, Reading, Search, Source, Style, View, Work, parts, plan::folders,
        text::phrase,
    },
    line::{Join, Line, Rank},
    sys::file::{self, Open},
    text::{json::Reader, time},
};

/// The most bytes of a run to read: its own fields come before its inputs and results, but not always.
const LIMIT: usize = 256 << 10;

/// How many columns of a name the line shows.
const ROOM: usize = 36;

/// The statuses that are worth a line, in the order of the scenes.
const STATUSES: [&str; 3] = ["failed", "paused", "running"];

/// What a run says about itself.
#[derive(Debug, Default)]
struct RunFields<'a> {
    workflow: Option<Cow<'a, str>>,
    status: Option<Cow<'a, str>>,
    step: Option<Cow<'a, str>>,
    updated: Option<i64>,
}

impl<'a> RunFields<'a> {
    fn read(text: &'a str) -> Self {
        let mut fields = Self::default();
        Reader::after_mark(text.as_bytes()).object(|key, value| match key {
            "workflow_id" => fields.workflow = value.text(),
            "status" => fields.status = value.text(),
            "current_step_id" => fields.step = value.text(),
            "updated_at" => fields.updated = value.text().and_then(|text| time::seconds(&text)),
            _ => value.skip(),
        });
        fields
    }

    fn scene(&self) -> Option<usize> {
        STATUSES.iter().position(|status| self.status.as_deref() == Some(*status))
    }
}

/// Returns the run that was written last, if it runs, waits or failed and is not too old; and whether it failed.
pub(super) fn newest(search: &Search<'_>, root: &Path) -> Option<(Found, bool)> {
    let runs = file::below(root, ".specify/workflows/runs");
    let names = folders::names(search, &runs, "");
    let written = names.iter().filter_map(|name| {
        let path = runs.join(name).join("state.json");
        let written = search.budget.looks().then(|| file::written(&path))??;
        Some((written, path))
    });
    let (modified, path) = written.max()?;
    if search.system.now().saturating_sub(modified) >= search.ages.hide {
        return None;
    }
    let bytes = Open::at(&path).and_then(|open| open.head(LIMIT)).ok()?;
    let scene = RunFields::read(&String::from_utf8_lossy(&bytes)).scene()?;
    Some((Found { path, modified, content: Content::Bytes(bytes), others: 0 }, scene == 0))
}

/// The state of a run.
#[derive(Debug)]
pub(super) struct RunFile<'a> {
    fields: RunFields<'a>,
    modified: i64,
}

impl<'a> RunFile<'a> {
    pub(super) fn read(source: &Source<'a>) -> Self {
        Self { fields: RunFields::read(source.text), modified: source.modified }
    }
}

impl<'a> Reading<'a> for RunFile<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        let Some(scene) = self.fields.scene() else { return View::new(None, Line::default()) };
        let cut =
            |text: &Option<Cow<'_, str>>| phrase::cut(text.as_deref().unwrap_or_default(), ROOM).into_owned();
        let (workflow, step) = (cut(&self.fields.workflow), cut(&self.fields.step));
        let (rank, word, place) = match scene {
            0 => (Rank::Alert, "FAILED", "at "),
            1 => (Rank::Alert, "paused", "at "),
            _ => (Rank::Active, "running", ""),
        };
        let mut line = Line::default();
        line.push(Join::Dot, Rank::Lead, if workflow.is_empty() { "workflow".to_owned() } else { workflow });
        let words = if step.is_empty() { word.to_owned() } else { format!("{word} {place}{step}") };
        line.push(Join::Space, rank, words);
        let age = parts::age(self.activity().touched, ask.now).filter(|_| ask.style != Style::Compact);
        line.push_amount(Join::Dot, Rank::Detail, age.unwrap_or_default());
        View::new(Some(scene), line)
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        (0..super::SCENES.len()).map(|scene| self.fields.scene() == Some(scene)).collect()
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        self.fields.status.clone()
    }

    fn activity(&self) -> Activity {
        let in_flight = self.fields.scene().is_some_and(|scene| scene > 0);
        Activity { in_flight, touched: self.fields.updated.unwrap_or(self.modified) }
    }

    fn work(&self) -> Work {
        if self.fields.scene().is_some() { Work::InFlight } else { Work::Over }
    }
}
