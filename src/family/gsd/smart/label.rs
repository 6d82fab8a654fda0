//! The labels of the Markdown body, and what each is about.

/// What a label is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// The current phase.
    Phase,
    /// What a port of GSD has in the place of a phase: an objective, a sprint.
    Unit,
    /// Its name.
    PhaseName,
    /// The number of phases.
    TotalPhases,
    /// The number of plans of the phase.
    TotalPlans,
    /// The current plan of the phase.
    Plan,
    /// What is happening.
    Status,
    /// The percentage.
    Progress,
    /// The milestone.
    Milestone,
    /// When something last happened, and what.
    Activity,
    /// When the file was last written.
    Updated,
    /// What the work is about, often a phase.
    Focus,
    /// What comes next.
    Next,
    /// Where the last session ended.
    Stopped,
    /// The phase whose plans were made last.
    Planned,
    /// When the last session ended.
    Session,
    /// The file that the next session begins with.
    Resume,
}

/// Every topic, in the order in which people read them.
pub(super) const TOPICS: [Topic; 17] = [
    Topic::Phase,
    Topic::Unit,
    Topic::PhaseName,
    Topic::TotalPhases,
    Topic::TotalPlans,
    Topic::Plan,
    Topic::Status,
    Topic::Progress,
    Topic::Milestone,
    Topic::Activity,
    Topic::Updated,
    Topic::Focus,
    Topic::Next,
    Topic::Stopped,
    Topic::Planned,
    Topic::Session,
    Topic::Resume,
];

/// Every label, in lower case. The first character of a line decides whether it can be one.
pub(super) const LABELS: &[(&str, Topic)] = &[
    ("phase", Topic::Phase),
    ("current phase", Topic::Phase),
    ("active phase", Topic::Phase),
    (POSITION, Topic::Phase),
    ("objective", Topic::Unit),
    ("current objective", Topic::Unit),
    ("stage", Topic::Unit),
    ("current stage", Topic::Unit),
    ("sprint", Topic::Unit),
    ("current sprint", Topic::Unit),
    ("epic", Topic::Unit),
    ("current epic", Topic::Unit),
    ("step", Topic::Unit),
    ("current step", Topic::Unit),
    ("current phase name", Topic::PhaseName),
    ("phase name", Topic::PhaseName),
    ("total phases", Topic::TotalPhases),
    ("plan", Topic::Plan),
    ("current plan", Topic::Plan),
    ("current job", Topic::Plan),
    ("total plans in phase", Topic::TotalPlans),
    ("status", Topic::Status),
    ("phase status", Topic::Status),
    ("current status", Topic::Status),
    ("progress", Topic::Progress),
    ("progress bar", Topic::Progress),
    ("overall progress", Topic::Progress),
    ("milestone progress", Topic::Progress),
    ("milestone", Topic::Milestone),
    ("current milestone", Topic::Milestone),
    ("active milestone", Topic::Milestone),
    ("last activity", Topic::Activity),
    ("last updated", Topic::Updated),
    ("current focus", Topic::Focus),
    ("next", Topic::Next),
    ("next phase", Topic::Next),
    (NEXT_TO_PLAN, Topic::Next),
    (NEXT_TO_EXECUTE, Topic::Next),
    ("next action", Topic::Next),
    ("next step", Topic::Next),
    ("next steps", Topic::Next),
    ("next up", Topic::Next),
    ("next command", Topic::Next),
    ("stopped at", Topic::Stopped),
    ("planned phase", Topic::Planned),
    ("last session", Topic::Session),
    ("resume file", Topic::Resume),
];

/// The label of a phase that is ready to plan.
pub(super) const NEXT_TO_PLAN: &str = "next phase to plan";

/// The label of a phase that is ready to execute.
pub(super) const NEXT_TO_EXECUTE: &str = "next phase to execute";

/// The label of the phase in a table of what was done. As a heading it has labels below it.
pub(super) const POSITION: &str = "current position";

/// The longest label, in bytes, so that a long line is looked at only once.
pub(super) const LONGEST_LABEL: usize = NEXT_TO_EXECUTE.len();

/// A value with the label that it follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labelled<'a> {
    /// The label, in lower case.
    pub(super) label: &'static str,
    /// What follows it, without blanks around it.
    pub(super) value: &'a str,
}
