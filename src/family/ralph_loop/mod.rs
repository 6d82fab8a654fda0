//! Ralph loop: the same prompt again and again, until the agent keeps its promise or the limit is reached.

use std::{borrow::Cow, path::Path};

use serde_json::Value;

use super::{
    Activity, Ask, Content, Family, Fields, Found, Measures, Reading, Search, Source, Style, View, Work,
    companion::Companion, no_differences, rule::Subject,
};
use crate::{
    document::Syntax,
    line::{Line, Tone},
    sys::file::{self, Open, STATE_LIMIT},
};

pub mod line;
mod page;
pub mod read;
mod rules;
mod samples;
pub mod scene;

pub use read::LoopFields;
pub use scene::Scene;

/// How much of a file is read to recognise it: the keys are on its first lines.
const GLANCE: usize = 16 << 10;

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "ralph-loop",
    lives: ".claude/ralph-loop.local.md",
    shows: "the iteration and its limit, what ends the loop, how long it has been running",
    files: &[".claude/ralph-loop.local.md"],
    places: &[".claude"],
    names: &["ralph-loop.local.md"],
    is_plan: false,
    bytes_limit: STATE_LIMIT,
    syntax: Syntax::Frontmatter { fence_after_fence: false, counts: None },
    scenes: Scene::INFO,
    smart_scenes: None,
    fields: Fields {
        every: &[
            "active",
            "iteration",
            "max_iterations",
            "completion_promise",
            "session_id",
            "started_at",
            "timestamp",
        ],
        smart: &["review_count", "max_review_cycles"],
    },
    choice: None,
    limit: None,
    is_likely: |text| LoopFields::read(text).is_some_and(|state| Scene::of(&state) != Scene::Corrupted),
    find,
    read: |source| Box::new(LoopFile { source, state: LoopFields::read(source.text) }),
    why_bar,
    hides_bar: &[],
    differences: no_differences,
    rules: &[rules::RULES],
    schema: |_| &[],
    page: page::page,
    companions: &[PROMPT],
    samples: samples::SAMPLES,
    preferences: None,
    declared: None,
};

/// The prompt, which is the same in every iteration.
const PROMPT: Companion = Companion {
    name: "prompt",
    about: "ralph-loop: the prompt of every iteration",
    schema: r#"{ "type": "string" }"#,
    read: |_, document| Some(document.body().trim()).filter(|prompt| !prompt.is_empty()).map(Value::from),
};

/// Looks for the file, and skips one that is not the file of a loop.
fn find(_: &Search<'_>, dir: &Path) -> Option<Found> {
    let path = file::below(dir, ".claude/ralph-loop.local.md");
    let open = Open::at(&path).ok()?;
    let mut bytes = Vec::new();
    open.read_on(&mut bytes, GLANCE).ok()?;
    LoopFields::read(&String::from_utf8_lossy(&bytes))?;
    open.read_on(&mut bytes, STATE_LIMIT).ok()?;
    Some(Found { path, modified: open.modified(), content: Content::Bytes(bytes), others: 0 })
}

/// The file of a loop; without a state if it is another tool's.
#[derive(Debug)]
struct LoopFile<'a> {
    source: Source<'a>,
    state: Option<LoopFields<'a>>,
}

impl<'a> Reading<'a> for LoopFile<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        let Some(state) = &self.state else { return View::new(None, Line::default()) };
        let scene = Scene::of(state);
        let line = line::compose(scene, state, self.source.modified, ask);
        let tone = if line.is_faded() { Tone::Faded } else { Tone::Plain };
        View { tone, session: state.session(), ..View::new(Some(scene as usize), line) }
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        let holds = |scene: &Scene| self.state.as_ref().is_some_and(|state| scene.holds(state));
        Scene::ALL.iter().map(holds).collect()
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        let state = self.state.as_ref()?;
        Some(Cow::Borrowed(match Scene::of(state) {
            Scene::Corrupted => "corrupted",
            Scene::Stopped => "stopped",
            Scene::LastRound | Scene::Looping | Scene::Unlimited => "looping",
        }))
    }

    fn measures(&self) -> Measures {
        let Some(state) = &self.state else { return Measures::default() };
        let limit = state.limit().filter(|limit| *limit > 0);
        #[expect(
            clippy::cast_precision_loss,
            reason = "a share of more than 2^53 iterations need not be exact"
        )]
        let share =
            state.round().zip(limit).map(|(round, limit)| ("iterations", round as f64 / limit as f64));
        Measures { limits: share.into_iter().collect(), ..Measures::default() }
    }

    fn activity(&self) -> Activity {
        let goes_on = |state: &LoopFields<'_>| Scene::of(state) != Scene::Stopped;
        // The file says when the loop began, but not when its last iteration did.
        Activity { in_flight: self.state.as_ref().is_some_and(goes_on), touched: self.source.modified }
    }

    fn work(&self) -> Work {
        if self.activity().in_flight { Work::InFlight } else { Work::Over }
    }

    fn sees(&self, _style: Style, field: &str) -> bool {
        let block = super::text::fence::block(self.source.text).unwrap_or_default();
        block.lines().any(|line| line.split_once(':').is_some_and(|(key, _)| key == field))
    }
}

/// Explains where the bar's percentage comes from, or why there is no bar.
fn why_bar(_: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    match percent {
        Some(_) => "the share of max_iterations that was begun",
        None => "max_iterations is 0, which is no limit, or the loop does not go on",
    }
    .to_owned()
}
