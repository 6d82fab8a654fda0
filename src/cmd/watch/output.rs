//! What is printed for a state, or for the lack of one.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::line;
use crate::{
    config::Config,
    line::{Paint, Painted},
    options::Options,
    select::State,
    sys::System,
};

/// The settings and the state that apply to a target.
pub(super) struct Found {
    pub(super) config: Config,
    pub(super) state: Option<State>,
}

impl Found {
    pub(super) fn path(&self) -> Option<&Path> {
        self.state.as_ref()?.path.as_deref()
    }
}

/// What is printed for a state, or for the lack of one.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// What is printed.
    pub(super) text: Text,
    is_nothing: bool,
}

/// The text, in one of its formats.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Text {
    /// The line with its end; empty if there is no state.
    Line(Painted),
    /// The JSON object, without its time.
    Object(Map<String, Value>),
}

impl Output {
    /// Returns whether there is no state to show.
    pub(super) fn is_nothing(&self) -> bool {
        self.is_nothing
    }

    /// Returns whether it is the same as another one.
    pub(super) fn says(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// Returns the line of a target, with at most `width` columns.
pub(super) fn line(options: &Options, found: &Found, width: Option<usize>, system: &System) -> Output {
    let width = [width, options.width].into_iter().flatten().min();
    let options = Options { width, ..options.clone() };
    let line = line::written(&options, &found.config, found.state.as_ref(), system);
    let is_nothing = found.state.is_none() || line.is_empty();
    Output { text: Text::Line(line), is_nothing }
}

/// Returns the object of a target, which has a name if there are several.
pub(super) fn object(options: &Options, name: Option<&str>, found: &Found, system: &System) -> Output {
    let state = found.state.as_ref();
    let view = state.map(|state| state.view(system, found.config.state_style(options)));
    let scene = || state?.family.scene_name(view.as_ref()?);
    let line = view.as_ref().map(|view| view.line.paint(&Paint::default())).unwrap_or_default();
    let is_nothing = line.is_empty();
    let fields = [
        ("line", json!(line)),
        ("scene", json!(scene())),
        ("family", json!(state.map(|state| state.family.id))),
        ("path", json!(found.path().map(|path| path.to_string_lossy()))),
        ("percent", json!(state.and_then(|state| state.percent(system)))),
    ];
    let dir = name.map(|name| ("dir", json!(name)));
    let fields = dir.into_iter().chain(fields).map(|(name, value)| (name.to_owned(), value));
    Output { text: Text::Object(fields.collect()), is_nothing }
}
