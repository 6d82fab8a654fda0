//! Task Master: a list of tasks with dependencies, in one JSON file that can be megabytes long.

use std::{borrow::Cow, path::Path};

use serde_json::Value;

use super::{
    Activity, Ask, Content, Evidence, Family, Fields, Found, Measures, Reading, Search, Source, Style, View,
    Work,
    companion::{self, Companion, StateFile},
    no_differences,
    parts::{self, Count},
    rule::Subject,
};
use crate::{
    document::{Document, Syntax},
    line::{Join, Line, Rank},
    sys::file::{self, Open},
};

pub mod choose;
pub mod line;
mod page;
pub mod read;
mod rules;
mod samples;

pub use choose::Scene;
pub use read::TaskFile;

use choose::Choice;
use read::{DEFAULT_TAG, Tag};

/// The most bytes of the file to read: three times the largest seen in real projects.
const LIMIT: usize = 4 << 20;

/// The most bytes of `state.json` to read, which has four short fields.
const TAG_LIMIT: usize = 16 << 10;

/// The path of the file.
const FILE: &str = ".taskmaster/tasks/tasks.json";

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "taskmaster",
    lives: FILE,
    shows: "the tag, how many tasks are done, the task in progress or the next one",
    files: &[FILE],
    places: &[".taskmaster", ".taskmaster/tasks"],
    names: &[FILE],
    is_plan: true,
    bytes_limit: LIMIT,
    syntax: Syntax::Json,
    scenes: Scene::INFO,
    smart_scenes: None,
    fields: Fields { every: &["master.tasks", "tasks"], smart: &[] },
    choice: None,
    limit: None,
    is_likely,
    find,
    read: |source| Box::new(TaskReading::of(source)),
    why_bar,
    hides_bar: &[],
    differences: no_differences,
    rules: &[rules::RULES],
    schema: |_| &[],
    page: page::page,
    companions: &[TASKS, TAG],
    samples: samples::SAMPLES,
    preferences: None,
    declared: None,
};

/// The tasks that the line is about.
const TASKS: Companion = Companion {
    name: "tasks",
    about: "taskmaster: the tasks of the current tag",
    schema: r#"{ "type": "array" }"#,
    read: |state, document| {
        let tag = tag_name(state, document)?;
        let tagged = document.value.get(&tag).and_then(|tag| tag.get("tasks"));
        let tasks = tagged.or_else(|| document.value.get("tasks"))?;
        Some(tasks.clone()).filter(companion::has_something)
    },
};

/// The tag that the line is about.
const TAG: Companion = Companion {
    name: "tag",
    about: "taskmaster: the name of the current tag",
    schema: r#"{ "type": "string" }"#,
    read: |state, document| tag_name(state, document).map(Value::from),
};

fn tag_name(state: &StateFile<'_>, document: &Document) -> Option<String> {
    let file = TaskFile::read(document.text());
    let tag = file.tag(current(&file, state.path).as_deref())?;
    Some(tag.name.clone().into_owned())
}

/// Looks for the file.
fn find(search: &Search<'_>, dir: &Path) -> Option<Found> {
    let path = file::below(dir, FILE);
    let open = Open::at(&path).ok()?;
    // A plan that is hidden is read before the search goes on, so all of them share one budget.
    search.budget.takes(open.size().min(LIMIT)).then(|| Found {
        path,
        modified: open.modified(),
        content: Content::File(open),
        others: 0,
    })
}

/// Returns the tag that the project works on, from the file next to the tasks. With one tag, nothing is read.
fn current(file: &TaskFile<'_>, path: Option<&Path>) -> Option<String> {
    let path = path.filter(|_| file.tags.len() > 1)?;
    let folder = path.parent()?.parent()?;
    let bytes = Open::at(&file::below(folder, "state.json")).ok()?.head(TAG_LIMIT).ok()?;
    read::current_tag(&bytes).map(Cow::into_owned)
}

/// The tasks of a project.
#[derive(Debug)]
struct TaskReading<'a> {
    source: Source<'a>,
    file: TaskFile<'a>,
    current: Option<String>,
}

impl<'a> TaskReading<'a> {
    fn of(source: Source<'a>) -> Self {
        let file = TaskFile::read(source.text);
        let current = current(&file, source.path);
        Self { source, file, current }
    }

    /// Returns the tag that the project works on, and what it says; from a part of a file nothing can be counted.
    fn choice(&self) -> Option<(&Tag<'a>, Choice<'_, 'a>)> {
        let tag = self.file.tag(self.current.as_deref()).filter(|_| !self.file.is_cut)?;
        Some((tag, Choice::of(tag)))
    }

    fn scene(&self) -> Option<Scene> {
        self.choice()?.1.scene()
    }
}

impl<'a> Reading<'a> for TaskReading<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        if self.file.is_cut && !self.source.text.trim().is_empty() {
            let mut line = Line::default();
            let tag = self.file.tag(self.current.as_deref()).map(|tag| tag.name.clone());
            line.push(Join::Dot, Rank::Lead, tag.unwrap_or(DEFAULT_TAG.into()));
            parts::push_unreadable(&mut line, self.source.modified, ask.now);
            return View::new(None, line);
        }
        let nothing = || View::new(None, Line::default());
        let Some((tag, choice)) = self.choice() else { return nothing() };
        let Some(scene) = choice.scene() else { return nothing() };
        View::new(Some(scene as usize), line::compose(tag, &choice, scene, ask))
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        let choice = self.choice();
        let holds = |scene: &Scene| choice.as_ref().is_some_and(|(_, choice)| choice.holds(*scene));
        Scene::ALL.iter().map(holds).collect()
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        Some(self.scene()?.word().into())
    }

    fn measures(&self) -> Measures {
        let count = self.choice().map(|(_, choice)| choice.count()).unwrap_or_default();
        Measures { count, ..Measures::default() }
    }

    fn activity(&self) -> Activity {
        // The file names a time, too, but agents change tasks without it.
        Activity { in_flight: false, touched: self.source.modified }
    }

    fn work(&self) -> Work {
        // The scene would say the same, but finding it takes longer.
        let tag = self.file.tag(self.current.as_deref()).filter(|_| !self.file.is_cut);
        let Count { done, total } = tag.map(|tag| choose::counted(&tag.tasks)).unwrap_or_default();
        if total > 0 && done == total { Work::Finished } else { Work::Open }
    }

    fn evidence(&self, _style: Style) -> Vec<Evidence> {
        let Some((tag, choice)) = self.choice() else { return Vec::new() };
        let shown = choice.scene().and_then(|scene| choice.shown(scene));
        let mut evidence =
            vec![Evidence { name: "tag".into(), value: tag.name.clone().into_owned(), at: Some(tag.at) }];
        if let Some(shown) = shown {
            let (value, at) = (line::title(shown.task), Some(shown.task.at));
            evidence.push(Evidence { name: "task".into(), value, at });
        }
        evidence
    }
}

/// Explains where the bar's percentage comes from, or why there is no bar.
fn why_bar(subject: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    let file = TaskFile::read(subject.text);
    let current = current(&file, subject.path);
    let tag = file.tag(current.as_deref()).filter(|_| percent.is_some());
    let Some(tag) = tag else { return "there are no tasks to count".to_owned() };
    let count = choose::counted(&tag.tasks);
    let dropped = tag.tasks.len().saturating_sub(count.total);
    let left_out =
        if dropped > 0 { format!("; {dropped} deferred or cancelled do not count") } else { String::new() };
    format!("{} of {} tasks of `{}` are done{left_out}", count.done, count.total, tag.name)
}

/// Returns whether a string has tasks as only this file has them.
fn is_likely(text: &str) -> bool {
    let file = TaskFile::read(text);
    let is_task = |tag: &Tag<'_>| tag.tasks.iter().any(|task| !task.id.is_empty() && !task.title.is_empty());
    file.tags.iter().any(is_task)
}
