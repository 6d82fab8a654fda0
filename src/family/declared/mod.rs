//! Workflows that the user declares in the settings: a file, and paths to what the line shows.
//!
//! A declaration names values of a file and nothing else: no command, no pattern, no place outside the project.

use std::{borrow::Cow, path::Path, sync::Mutex};

use once_cell::sync::Lazy;
use serde_json::{Map, Value};

use super::{
    Activity, Ask, Content, Evidence, Family, Fields, Found, Measures, Reading, SceneInfo, Search, Source,
    Style, View, Work, no_differences,
    page::{Page, value},
    rule::Subject,
};
use crate::{
    document::{Document, Syntax},
    sys::file::{self, Open, STATE_LIMIT},
    text::counted,
};

mod line;
pub mod rules;
mod values;

use values::Values;

/// The most bytes to read of a file that is not JSON, because its parser is slower.
const SLOW_LIMIT: usize = 64 << 10;

/// The most fields of a file that `show` lists.
const LISTED: usize = 20;

/// A workflow as it is declared. Paths are plain ones, as `get` takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workflow {
    /// Its name on the command line, and on the line if the file has none.
    pub id: String,
    /// Its file, below a project's directory.
    pub file: String,
    /// The path of its name.
    pub name: Option<String>,
    /// The path of what is done: a number, or a list to count.
    pub done: Option<String>,
    /// The path of how much there is: a number, or a list to count.
    pub total: Option<String>,
    /// The path of the status.
    pub status: Option<String>,
    /// The path of what is being done.
    pub doing: Option<String>,
    /// The values of the status that are alerts.
    pub alert: Vec<String>,
    /// The values of the status that end it.
    pub complete: Vec<String>,
}

/// What the line of a declared workflow shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    Alert,
    Complete,
    Running,
}

impl Scene {
    const ALL: [Self; 3] = [Self::Alert, Self::Complete, Self::Running];
}

/// The families that were made so far: a program that watches reads the settings again and again.
static MADE: Lazy<Mutex<Vec<&'static Family>>> = Lazy::new(Mutex::default);

impl Workflow {
    /// Returns the family of this workflow.
    pub fn family(&self) -> &'static Family {
        let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = made.iter().find(|family| family.declared == Some(self)) {
            return known;
        }
        let family = self.made();
        made.push(family);
        family
    }

    /// Makes the family. It lives as long as the program, as those in the table do.
    fn made(&self) -> &'static Family {
        let workflow: &'static Self = Box::leak(Box::new(self.clone()));
        let file: &'static str = &workflow.file;
        let folders = file.match_indices('/').map(|(at, _)| file.get(..at).unwrap_or_default());
        // A file directly in the project is its own folder: what matters is that the name is there.
        let mut places: Vec<&'static str> = folders.collect();
        if places.is_empty() {
            places.push(file);
        }
        let paths = [&workflow.name, &workflow.done, &workflow.total, &workflow.status, &workflow.doing];
        let fields: Vec<&'static str> = paths.into_iter().flatten().map(String::as_str).collect();
        let status: &'static [&'static str] =
            workflow.status.iter().map(String::as_str).collect::<Vec<_>>().leak();
        let syntax = syntax(file);
        Box::leak(Box::new(Family {
            id: &workflow.id,
            lives: file,
            shows: "a workflow of your own",
            files: vec![file].leak(),
            places: places.leak(),
            is_plan: false,
            bytes_limit: if matches!(syntax, Syntax::Json) { STATE_LIMIT } else { SLOW_LIMIT },
            names: vec![file].leak(),
            syntax,
            scenes: vec![
                SceneInfo { name: "alert", trigger: "status is one of the words in `alert`", fields: status },
                SceneInfo {
                    name: "complete",
                    trigger: "status is one of the words in `complete`",
                    fields: status,
                },
                SceneInfo { name: "running", trigger: "none of the above", fields: &[] },
            ]
            .leak(),
            smart_scenes: None,
            fields: Fields { every: fields.leak(), smart: &[] },
            choice: None,
            limit: None,
            is_likely: |_| false,
            find: |_, _| None,
            read: |source| Box::new(DeclaredReading::of(&NOTHING, source)),
            why_bar,
            hides_bar: &[],
            differences: no_differences,
            rules: &[rules::RULES],
            schema: |_| &[],
            page,
            companions: &[],
            samples: &[],
            preferences: None,
            declared: Some(workflow),
        }))
    }

    /// Looks for its file in one directory.
    pub(super) fn find(&self, search: &Search<'_>, dir: &Path) -> Option<Found> {
        let path = file::below(dir, &self.file);
        let open = Open::at(&path).ok()?;
        search.budget.takes(open.size().min(STATE_LIMIT)).then(|| Found {
            path,
            modified: open.modified(),
            content: Content::File(open),
            others: 0,
        })
    }

    /// Reads its file.
    pub(super) fn read<'a>(&'static self, source: Source<'a>) -> Box<dyn Reading<'a> + 'a> {
        Box::new(DeclaredReading::of(self, source))
    }

    fn scene(&self, status: Option<&str>) -> Scene {
        let is_one = |words: &[String]| status.is_some_and(|status| words.iter().any(|word| word == status));
        if is_one(&self.alert) {
            Scene::Alert
        } else if is_one(&self.complete) {
            Scene::Complete
        } else {
            Scene::Running
        }
    }
}

/// A declaration without any path.
static NOTHING: Workflow = Workflow {
    id: String::new(),
    file: String::new(),
    name: None,
    done: None,
    total: None,
    status: None,
    doing: None,
    alert: Vec::new(),
    complete: Vec::new(),
};

/// Returns how a file is written, by its name: whatever has no other form is taken for Markdown after frontmatter.
pub fn syntax(file: &str) -> Syntax {
    match file.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
        Some("json") => Syntax::Json,
        Some("yaml" | "yml") => Syntax::Yaml,
        Some("toml") => Syntax::Toml,
        _ => Syntax::Frontmatter { fence_after_fence: false, counts: None },
    }
}

/// The file of a declared workflow.
#[derive(Debug)]
struct DeclaredReading<'a> {
    workflow: &'static Workflow,
    source: Source<'a>,
    values: Values,
}

impl<'a> DeclaredReading<'a> {
    fn of(workflow: &'static Workflow, source: Source<'a>) -> Self {
        let document = Document::read(syntax(&workflow.file), source.text, source.path);
        Self { workflow, source, values: Values::of(workflow, &document) }
    }

    fn scene(&self) -> Scene {
        self.workflow.scene(self.values.status.as_deref())
    }
}

impl<'a> Reading<'a> for DeclaredReading<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        let scene = self.scene();
        let line = line::compose(self.workflow, &self.values, scene, self.source.modified, ask);
        View::new(Some(scene as usize), line)
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        let shown = self.scene();
        Scene::ALL.iter().map(|scene| *scene == shown || *scene == Scene::Running).collect()
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        self.values.status.clone().map(Cow::Owned)
    }

    fn measures(&self) -> Measures {
        Measures { count: self.values.count, ..Measures::default() }
    }

    fn activity(&self) -> Activity {
        Activity { in_flight: self.scene() != Scene::Complete, touched: self.source.modified }
    }

    fn work(&self) -> Work {
        if self.scene() == Scene::Complete { Work::Over } else { Work::InFlight }
    }

    fn evidence(&self, _style: Style) -> Vec<Evidence> {
        let count = self.values.count.fraction().into_owned();
        let count = Evidence { name: "done/total".into(), value: count, at: None };
        Some(count).filter(|count| !count.value.is_empty()).into_iter().collect()
    }
}

/// Explains where the bar's percentage comes from, or why there is no bar.
fn why_bar(subject: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    let Some(workflow) = subject.family.declared else { return String::new() };
    match (&workflow.done, &workflow.total, percent) {
        (Some(done), Some(total), Some(_)) => format!("`{done}` of `{total}`"),
        (Some(done), Some(total), None) => {
            format!("`{done}` and `{total}` are not both numbers or lists, or `{total}` is 0")
        }
        _ => "`done` and `total` are not both declared".to_owned(),
    }
}

/// Shows the fields of the file, and those directly below them; of a list, how long it is.
fn page(state: &Value, _: &Map<String, Value>, page: &mut Page) {
    for (name, value) in state.as_object().into_iter().flatten().take(LISTED) {
        match value {
            // The page has the status already.
            Value::String(_) if name == "status" => {}
            Value::Object(inner) => {
                let scalars = inner.iter().filter_map(|(key, value)| Some((key, value::text(value)?)));
                scalars.take(LISTED).for_each(|(key, text)| page.field(&format!("{name}.{key}"), text));
            }
            Value::Array(items) => page.field(name, counted(items.len(), "item")),
            value => page.field(name, value::text(value).unwrap_or_default()),
        }
    }
}
