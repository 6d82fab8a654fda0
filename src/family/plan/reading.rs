//! What the file of a plan says, for the line and every command.

use std::borrow::Cow;

use super::{Manner, Plan};
use crate::{
    family::{Activity, Ask, Evidence, Measures, Reading, Reason, Source, Style, View, Work},
    line::Line,
};

/// What the line of a family of plans can show.
#[derive(Debug)]
pub struct Shape {
    /// How its files are written.
    pub manner: &'static Manner,
    /// Returns for each scene whether it applies.
    pub holds: fn(&Plan<'_>) -> Vec<bool>,
    /// Composes the line of a scene.
    pub compose: for<'a> fn(&Plan<'a>, usize, &Ask) -> Line<'a>,
    /// The status of each scene, in one word.
    pub statuses: &'static [&'static str],
    /// Explains why this plan is the one in hand, if it was not chosen by its time.
    pub reasons: fn(&Plan<'_>) -> Vec<Reason>,
}

/// A file of a plan.
#[derive(Debug)]
pub struct PlanFile<'a> {
    plan: Plan<'a>,
    shape: &'static Shape,
}

impl<'a> PlanFile<'a> {
    /// Reads a file.
    pub fn read(source: &Source<'a>, shape: &'static Shape) -> Self {
        Self { plan: Plan::read(source, shape.manner), shape }
    }

    /// Returns the first scene that applies.
    fn scene(&self) -> Option<usize> {
        (self.shape.holds)(&self.plan).iter().position(|holds| *holds)
    }
}

impl<'a> Reading<'a> for PlanFile<'a> {
    fn view(&self, ask: &Ask) -> View<'a> {
        let scene = self.scene();
        let line = scene.map(|scene| (self.shape.compose)(&self.plan, scene, ask));
        View::new(scene, line.unwrap_or_default())
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        (self.shape.holds)(&self.plan)
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        self.shape.statuses.get(self.scene()?).map(|status| Cow::Borrowed(*status))
    }

    fn measures(&self) -> Measures {
        Measures { count: self.plan.count, ..Measures::default() }
    }

    fn activity(&self) -> Activity {
        // A plan never says that work on it goes on.
        Activity { in_flight: false, touched: self.plan.modified }
    }

    fn work(&self) -> Work {
        self.plan.work()
    }

    fn reasons(&self, _style: Style) -> Vec<Reason> {
        (self.shape.reasons)(&self.plan)
    }

    fn evidence(&self, _style: Style) -> Vec<Evidence> {
        let Some(task) = self.plan.current() else { return Vec::new() };
        let name = if self.plan.is_active { "task in progress" } else { "first open task" };
        vec![Evidence { name: name.into(), value: super::line::item(task), at: Some(task.at) }]
    }
}
