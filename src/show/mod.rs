//! The whole state, as a page for people or as JSON for programs.

mod reason;

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::{
    document::Document,
    family::{
        FAMILIES, Style,
        companion::Companion,
        page::{Cell, Mark, Page},
    },
    line::{Paint, Painted, Tone},
    list::alert::Alerts,
    query::common::CommonFields,
    select::State,
    sys::{System, file::homely},
    text::{self, time},
};

/// Returns the JSON Schema of [`Whole::json`]: what every family has in common, and their companion documents.
pub fn schema() -> String {
    let mut schema: Value = serde_json::from_str(include_str!("schema.json")).unwrap_or_default();
    let companions = schema.pointer_mut("/properties/beside/properties").and_then(Value::as_object_mut);
    if let Some(companions) = companions {
        for companion in FAMILIES.iter().flat_map(|family| family.companions) {
            companions.entry(companion.name).or_insert_with(|| described(companion));
        }
    }
    format!("{schema:#}\n")
}

/// Returns the schema of a companion document, with its description first.
fn described(companion: &Companion) -> Value {
    let mut described = Map::new();
    described.insert("description".to_owned(), json!(companion.about));
    let schema: Value = serde_json::from_str(companion.schema).unwrap_or_default();
    described.extend(schema.as_object().cloned().unwrap_or_default());
    Value::Object(described)
}

/// Everything that `show` prints.
#[derive(Debug)]
pub struct Whole<'s> {
    state: &'s State,
    document: &'s Document,
    common: CommonFields<'s>,
    alerts: Vec<String>,
    companions: Map<String, Value>,
    age: i64,
}

impl<'s> Whole<'s> {
    /// Gathers everything about a state.
    pub fn of(system: &System, state: &'s State, document: &'s Document, style: Style) -> Self {
        let common = CommonFields::of(system, state, document, style);
        let companions = common.companions();
        let age = system.now().saturating_sub(state.modified);
        let mut alerts = Alerts::of(system, state).texts;
        alerts.extend(reason::reasons(&document.value, &companions, &common.status));
        Self { state, document, common, alerts, companions, age }
    }

    /// Returns everything as one JSON value.
    pub fn json(&self) -> Value {
        let path =
            |path: &Option<std::path::PathBuf>| path.as_ref().map(|path| path.to_string_lossy().into_owned());
        let complaint = |complaint: &crate::document::Complaint| json!({ "line": complaint.line, "column": complaint.column, "why": complaint.why });
        json!({
            "family": self.state.family.id,
            "path": path(&self.state.path),
            "root": path(&self.state.root),
            "modified": time::written(self.state.modified),
            "age_seconds": self.age.max(0),
            "scene": self.common.scene,
            "line": self.common.line,
            "status": self.common.status,
            "percent": self.common.percent,
            "alerts": self.alerts,
            "complaints": self.document.complaints.iter().map(complaint).collect::<Vec<Value>>(),
            "state": self.document.value,
            "beside": self.companions,
        })
    }

    /// Writes the page for people, in `width` columns.
    pub fn page(&self, system: &System, paint: &Paint<'_>, width: usize) -> Painted {
        let mut page = Page::at(system.now(), width);
        let file =
            self.state.path.as_ref().map_or_else(|| "standard input".to_owned(), |path| nearby(system, path));
        let age = format!("  written {} ago", time::span(self.age));
        let room =
            width.saturating_sub(self.state.family.id.len()).saturating_sub(age.len()).saturating_sub(2);
        page.row(vec![
            Cell::new(Tone::Bold, self.state.family.id),
            Cell::new(Tone::Plain, format!("  {}", text::cut_front(&file, room))),
            Cell::new(Tone::Dim, age),
        ]);
        page.gap();
        if !self.common.line.is_empty() {
            page.line(&self.common.parts, width);
            page.gap();
        }
        if let Some(percent) = self.common.percent {
            page.bar(percent);
        }
        page.field("status", self.common.status.as_str());
        page.field("scene", self.common.scene.unwrap_or_default());
        for (index, alert) in self.alerts.iter().enumerate() {
            page.field_as(Tone::Red, if index == 0 { "alerts" } else { "" }, alert.as_str());
        }
        (self.state.family.page)(&self.document.value, &self.companions, &mut page);
        self.unread(&mut page);
        page.painted(paint, width)
    }

    /// Lists what could not be read.
    fn unread(&self, page: &mut Page) {
        let complaints = &self.document.complaints;
        if complaints.is_empty() {
            return;
        }
        page.heading("Could not be read", text::counted(complaints.len(), "line"));
        page.items(complaints, |page, complaint| {
            let line = Cell::new(Tone::Dim, format!("line {}", complaint.line)).wide(10);
            page.item(Mark::Wrong, [line, Cell::new(Tone::Plain, complaint.why.as_str())]);
        });
    }
}

/// Returns a path as short as possible from the current directory.
fn nearby(system: &System, path: &Path) -> String {
    let from_here = system.dir().and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    if let Some(path) = from_here {
        return path.to_string_lossy().into_owned();
    }
    homely(path, system.home())
}
