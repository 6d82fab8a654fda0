//! The common fields: what can be asked of every state, whatever its family.

use serde_json::{Map, Value, json};

use crate::{beside, document::Document, format::Style, host::Host, line::Paint, state::State};

/// The words of the documented table for a GSD status, the first that is found counting.
const GSD_STATUSES: &[(&str, &[&str])] = &[
    ("paused", &["paused", "stopped"]),
    ("discussing", &["discussing"]),
    ("planning", &["planning", "ready to plan"]),
    ("executing", &["executing", "in progress", "ready to execute"]),
    ("verifying", &["verif"]),
    ("completed", &["complete", "done"]),
];

/// A state and all that is common to states.
#[derive(Debug)]
pub struct Facts<'s> {
    state: &'s State,
    document: &'s Document,
    /// The line, plain.
    pub line: String,
    /// What the line is about.
    pub scene: Option<&'static str>,
    /// The status in one documented word.
    pub status: String,
    /// How much is done, where anybody knows.
    pub percent: Option<u8>,
}

impl<'s> Facts<'s> {
    /// Gathers them.
    pub fn of(host: &Host, state: &'s State, document: &'s Document, style: Style) -> Self {
        let view = state.view(host, style);
        let scene = view.scene.and_then(|scene| state.family.scenes.get(scene)).map(|scene| scene.name);
        let shown = |style| state.view(host, style).line.percent();
        let percent = shown(Style::Full).or_else(|| shown(Style::Smart));
        let line = view.line.paint(&Paint::default());
        Self { state, document, line, scene, status: status(state, document), percent }
    }

    /// Returns a field by its name behind `@`.
    pub fn field(&self, name: &str) -> Option<Value> {
        match name {
            "line" => Some(json!(self.line)).filter(|_| !self.line.is_empty()),
            "scene" => self.scene.map(Value::from),
            "status" => Some(json!(self.status)),
            "percent" => self.percent.map(Value::from),
            "family" => Some(json!(self.state.family.id)),
            "path" => self.state.path.as_ref().map(|path| json!(path.to_string_lossy())),
            _ => beside::read(name, self.state, self.document),
        }
    }

    /// Returns several fields as a map; those that are not there are left out.
    pub fn fields(&self, names: &[&str]) -> Map<String, Value> {
        names.iter().filter_map(|name| Some(((*name).to_owned(), self.field(name)?))).collect()
    }
}

/// Returns the status in one documented word, `unknown` where nothing fits.
fn status(state: &State, document: &Document) -> String {
    let value = &document.value;
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let is_true = |name: &str| value.get(name) == Some(&Value::Bool(true));
    let status = match state.family.id {
        "gsd" => return gsd_status(document).to_owned(),
        "two-phase" if is_true("plan_phase_complete") => Some("approved"),
        "two-phase" if is_true("verification_mode") => Some("verifying"),
        "two-phase" if is_true("all_modules_complete") => Some("complete"),
        "agent-state" => value
            .get("orchestrator")
            .and_then(|inner| inner.get("status")?.as_str())
            .or_else(|| text("status")),
        _ => text("status"),
    };
    let word = status.map(|status| status.trim().to_lowercase().replace([' ', '-'], "_"));
    word.filter(|word| !word.is_empty()).unwrap_or_else(|| "unknown".to_owned())
}

/// Reads a GSD status by the documented table; what snake case joins counts as words.
fn gsd_status(document: &Document) -> &'static str {
    let value = &document.value;
    let is_set = |name: &str| match value.get(name) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !matches!(text.trim(), "" | "null"),
        Some(_) => true,
    };
    if is_set("paused_at") {
        return "paused";
    }
    let written = value.get("status").and_then(Value::as_str).map(str::to_owned).or_else(|| {
        let body = beside::body::sections(document.body());
        Some(body.get("current_position")?.get("status")?.as_str()?.to_owned())
    });
    let words = written.unwrap_or_default().to_lowercase().replace(['_', '-'], " ");
    let fits = |(_, parts): &&(&str, &[&str])| parts.iter().any(|part| words.contains(part));
    GSD_STATUSES.iter().find(fits).map_or("unknown", |(word, _)| word)
}
