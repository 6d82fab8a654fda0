//! The two-phase mode: a plan file, then an exec file for the execution of the plan.

use std::{borrow::Cow, path::Path};

use super::{
    Activity, Ask, Content, Family, Fields, Found, Measures, Reading, Search, Source, Style, View, Work,
    companion::{self, BODY, Companion},
    no_differences,
    parts::Count,
    rule::Subject,
};
use crate::{
    document::Syntax,
    sys::file::{self, Open, STATE_LIMIT},
};

mod flow;
pub mod line;
mod page;
pub mod patterns;
pub mod read;
mod rules;
mod samples;
pub mod scalar;
pub mod scene;
pub mod step;
pub mod walk;

pub use read::PhaseFields;
pub use scene::Scene;

/// The name of the exec file.
const EXEC: &str = "orchestrator-exec-phase.local.md";

/// The name of the plan file.
const PLAN: &str = "orchestrator-plan-phase.local.md";

/// The family's row in the table.
pub const FAMILY: Family = Family {
    id: "two-phase",
    lives: ".claude/orchestrator-exec-phase.local.md, else .claude/orchestrator-plan-phase.local.md",
    shows: "progress, the current section or module and its agent, what is blocked or overdue",
    files: &[".claude/orchestrator-exec-phase.local.md", ".claude/orchestrator-plan-phase.local.md"],
    places: &[".claude"],
    names: &[EXEC, PLAN],
    is_plan: false,
    bytes_limit: STATE_LIMIT,
    syntax: Syntax::Frontmatter { fence_after_fence: false, counts: None },
    scenes: Scene::INFO,
    smart_scenes: None,
    fields: Fields {
        every: &[
            "status",
            "plan_phase_complete",
            "requirements_sections",
            "modules",
            "modules_status",
            "modules_completed",
            "modules_total",
            "current_module",
            "active_assignments",
            "all_modules_complete",
            "verification_mode",
            "verification_loops_remaining",
        ],
        smart: &[],
    },
    choice: None,
    limit: None,
    is_likely,
    find,
    read: |source| Box::new(PhaseFile { source, state: PhaseFields::read(source.text) }),
    why_bar,
    hides_bar: &[],
    differences: no_differences,
    rules: rules::ALL,
    schema: rules::schema::fields,
    page: page::page,
    companions: &[BODY, PLAN_FILE],
    samples: samples::SAMPLES,
    preferences: None,
    declared: None,
};

/// The plan, which the line ignores if there is an exec file.
const PLAN_FILE: Companion = Companion {
    name: "plan",
    about: "two-phase: the plan file next to the exec file",
    schema: r#"{ "type": "object" }"#,
    read: |found, _| {
        let path = found.dir()?.join(PLAN);
        if found.path == Some(&path) { None } else { companion::document(&FAMILY, &path) }
    },
};

/// Which of the two files it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The plan.
    Plan,
    /// Its execution.
    Exec,
}

impl FileKind {
    /// Decides by the file's name, else by its phase, else by keys that only a plan has.
    fn of(name: Option<&str>, state: &PhaseFields<'_>) -> Self {
        let is_plan = state.plan_phase_complete || !state.sections.is_empty();
        match (name, state.phase.as_deref()) {
            (Some(EXEC), _) => Self::Exec,
            (Some(PLAN), _) | (_, Some("planning")) => Self::Plan,
            (_, None) if is_plan => Self::Plan,
            _ => Self::Exec,
        }
    }

    /// Returns what the line begins with.
    const fn lead(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Exec => "exec",
        }
    }
}

/// Looks for an exec file, else for a plan file.
fn find(_: &Search<'_>, dir: &Path) -> Option<Found> {
    let claude = file::below(dir, ".claude");
    [EXEC, PLAN].into_iter().find_map(|name| {
        let path = file::below(&claude, name);
        let open = Open::at(&path).ok()?;
        Some(Found { path, modified: open.modified(), content: Content::File(open), others: 0 })
    })
}

/// A plan or an exec file.
#[derive(Debug)]
struct PhaseFile<'a> {
    source: Source<'a>,
    state: PhaseFields<'a>,
}

impl PhaseFile<'_> {
    fn kind(&self) -> FileKind {
        FileKind::of(self.source.path.and_then(|path| FAMILY.name_of(path)), &self.state)
    }
}

impl<'a> Reading<'a> for PhaseFile<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        let kind = self.kind();
        let scene = Scene::of(kind, &self.state);
        let line = line::compose(kind, scene, &self.state, self.source.modified, ask);
        View::new(Some(scene as usize), line)
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        let kind = self.kind();
        Scene::ALL.iter().map(|scene| scene.holds(kind, &self.state)).collect()
    }

    fn warnings(&self, now: i64) -> Vec<String> {
        if Scene::of(self.kind(), &self.state).is_over() {
            Vec::new()
        } else {
            line::overdue(&self.state, now)
        }
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        let state = &self.state;
        match () {
            () if state.plan_phase_complete => Some("approved".into()),
            () if state.verification_mode => Some("verifying".into()),
            () if state.all_modules_complete => Some("complete".into()),
            () => state.status.clone(),
        }
    }

    fn measures(&self) -> Measures {
        let (done, total) = scene::counts(self.kind(), &self.state);
        let size = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let count = Count { done: size(done), total: size(total) };
        Measures { count, ..Measures::default() }
    }

    fn activity(&self) -> Activity {
        let scene = Scene::of(self.kind(), &self.state);
        // The files do not record when they were changed.
        Activity { in_flight: !scene.is_over(), touched: self.source.modified }
    }

    fn work(&self) -> Work {
        let is_over = Scene::of(self.kind(), &self.state).is_over();
        if is_over { Work::Over } else { Work::InFlight }
    }
}

/// Explains where the bar's percentage comes from, or why there is no bar.
fn why_bar(_: &Subject<'_>, _: Style, percent: Option<u8>) -> String {
    match percent {
        Some(_) => "the share of modules or sections that are done",
        None => "there are no modules or sections to count",
    }
    .to_owned()
}

/// Returns whether a string has keys that only these files have.
fn is_likely(text: &str) -> bool {
    let keys = [
        "plan_phase_complete:",
        "requirements_sections:",
        "modules_status:",
        "active_assignments:",
        "Plan ID: plan-",
    ];
    text.lines().any(|line| {
        let is_phase = says(line, "phase:", "planning") || says(line, "phase:", "orchestration");
        is_phase || keys.iter().any(|key| line.starts_with(key))
    })
}

/// Returns whether a line sets `key` to `value`, with or without quotes.
fn says(line: &str, key: &str, value: &str) -> bool {
    let rest = line.strip_prefix(key).map(|rest| rest.trim_start_matches([' ', '"', '\'']));
    rest.is_some_and(|rest| rest.starts_with(value))
}
