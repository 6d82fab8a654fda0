//! BMAD: a sprint of stories in epics, with the status of each in one YAML file.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::{
    Activity, Ask, Evidence, Family, Fields, Measures, Reading, Source, Style, View, Work,
    companion::{self, Companion},
    no_differences,
    rule::Subject,
};
use crate::{document::Syntax, line::Line, sys::file::STATE_LIMIT};

pub mod choose;
pub mod line;
mod page;
mod place;
pub mod read;
mod rules;
mod samples;

pub use choose::Scene;
pub use read::Sprint;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "bmad",
    lives: "sprint-status.yaml, where _bmad/bmm/config.yaml says",
    shows: "the project, how many stories are done, the story in progress, in review or next",
    files: place::PLACES,
    places: &[
        "_bmad",
        ".bmad",
        "bmad",
        "_bmad-output",
        "_bmad-output/implementation-artifacts",
        "docs/sprint-artifacts",
        "docs",
    ],
    names: &["sprint-status.yaml"],
    is_plan: true,
    bytes_limit: STATE_LIMIT,
    syntax: Syntax::Yaml,
    scenes: Scene::INFO,
    smart_scenes: None,
    fields: Fields { every: &["project", read::MAP], smart: &[] },
    choice: None,
    limit: None,
    is_likely: |text| Sprint::read(text).is_some(),
    find: place::find,
    read: |source| Box::new(SprintReading { source, sprint: Sprint::read(source.text) }),
    why_bar,
    hides_bar: &[],
    differences: no_differences,
    rules: &[rules::RULES],
    schema: |_| &[],
    page: page::page,
    companions: &[STORIES],
    samples: samples::SAMPLES,
    preferences: None,
    declared: None,
};

/// The stories without the epics and the retrospectives.
const STORIES: Companion = Companion {
    name: "stories",
    about: "bmad: the stories with their epic, number, name and status",
    schema: r#"{
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "key": { "type": "string" },
                "epic": { "type": ["string", "null"] },
                "number": { "type": "string" },
                "name": { "type": "string" },
                "status": { "type": "string" }
            }
        }
    }"#,
    read: |_, document| {
        let sprint = Sprint::read(document.text())?;
        let story = |(item, _): (&read::Item<'_>, _)| {
            let (number, name) = item.parts();
            json!({ "key": item.key, "epic": item.epic(), "number": number, "name": name, "status": item.status })
        };
        Some(Value::Array(sprint.stories().map(story).collect())).filter(companion::has_something)
    },
};

/// The file of a sprint; without a sprint if it is another tool's.
#[derive(Debug)]
struct SprintReading<'a> {
    source: Source<'a>,
    sprint: Option<Sprint<'a>>,
}

impl SprintReading<'_> {
    fn scene(&self) -> Option<Scene> {
        Scene::of(self.sprint.as_ref()?)
    }
}

impl<'a> Reading<'a> for SprintReading<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        let (Some(sprint), Some(scene)) = (&self.sprint, self.scene()) else {
            return View::new(None, Line::default());
        };
        View::new(Some(scene as usize), line::compose(sprint, scene, ask))
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        let holds = |scene: &Scene| self.sprint.as_ref().is_some_and(|sprint| scene.holds(sprint));
        Scene::ALL.iter().map(holds).collect()
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        let (sprint, scene) = (self.sprint.as_ref()?, self.scene()?);
        // The next story may be ready, or drafted, or in the backlog.
        let own = scene.item(sprint).filter(|_| scene == Scene::Next).map(|item| item.status);
        Some(own.filter(|status| !status.is_empty()).unwrap_or(scene.word()).into())
    }

    fn measures(&self) -> Measures {
        let count = self.sprint.as_ref().map(Sprint::count).unwrap_or_default();
        Measures { count, ..Measures::default() }
    }

    fn activity(&self) -> Activity {
        Activity { in_flight: false, touched: self.source.modified }
    }

    fn work(&self) -> Work {
        match self.scene() {
            Some(Scene::Retrospective | Scene::Done) => Work::Finished,
            _ => Work::Open,
        }
    }

    fn evidence(&self, _style: Style) -> Vec<Evidence> {
        let item = self.sprint.as_ref().and_then(|sprint| Scene::of(sprint)?.item(sprint));
        let evidence = item.map(|item| Evidence {
            name: "story".into(),
            value: format!("{}: {}", item.key, item.status),
            at: Some(item.at),
        });
        evidence.into_iter().collect()
    }
}

/// Explains where the bar's percentage comes from, or why there is no bar.
fn why_bar(subject: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    let sprint = Sprint::read(subject.text).filter(|_| percent.is_some());
    let Some(sprint) = sprint else { return "there are no stories to count".to_owned() };
    let count = sprint.count();
    let dropped = sprint.stories().count().saturating_sub(count.total);
    let left_out =
        if dropped > 0 { format!("; {dropped} deferred or cancelled do not count") } else { String::new() };
    format!("{} of {} stories are done{left_out}", count.done, count.total)
}
