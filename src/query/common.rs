//! The common fields: what can be asked of every state, whatever its family.

use serde_json::{Map, Value, json};

use crate::{
    document::Document,
    family::{Style, companion::StateFile},
    line::Paint,
    select::State,
    sys::System,
};

/// A state and all that is common to states.
#[derive(Debug)]
pub struct CommonFields<'s> {
    state: &'s State,
    document: &'s Document,
    /// The line, plain.
    pub line: String,
    /// The parts of the line.
    pub parts: Vec<String>,
    /// What the line is about.
    pub scene: Option<&'static str>,
    /// The status in one documented word.
    pub status: String,
    /// How much is done, if that is known.
    pub percent: Option<u8>,
}

impl<'s> CommonFields<'s> {
    /// Gathers them.
    pub fn of(system: &System, state: &'s State, document: &'s Document, style: Style) -> Self {
        let view = state.view(system, style);
        let scene = state.family.scene_name(&view);
        let percent = state.percent(system);
        let line = view.line.paint(&Paint::default());
        let parts = view.line.parts();
        Self { state, document, line, parts, scene, status: state.status_word(style), percent }
    }

    /// Returns a field by its name, without the `@`.
    pub fn field(&self, name: &str) -> Option<Value> {
        match name {
            "line" => Some(json!(self.line)).filter(|_| !self.line.is_empty()),
            "scene" => self.scene.map(Value::from),
            "status" => Some(json!(self.status)),
            "percent" => self.percent.map(Value::from),
            "family" => Some(json!(self.state.family.id)),
            "path" => self.state.path.as_ref().map(|path| json!(path.to_string_lossy())),
            _ => self.companion(name),
        }
    }

    /// Returns several fields as a map; missing ones are left out.
    pub fn fields(&self, names: &[&str]) -> Map<String, Value> {
        names.iter().filter_map(|name| Some(((*name).to_owned(), self.field(name)?))).collect()
    }

    /// Returns a companion document.
    fn companion(&self, name: &str) -> Option<Value> {
        let companion = self.state.family.companions.iter().find(|companion| companion.name == name)?;
        (companion.read)(&StateFile { path: self.state.path.as_deref() }, self.document)
    }

    /// Returns every companion document that exists.
    pub fn companions(&self) -> Map<String, Value> {
        let names = self.state.family.companions.iter().map(|companion| companion.name);
        names.filter_map(|name| Some((name.to_owned(), self.companion(name)?))).collect()
    }
}
