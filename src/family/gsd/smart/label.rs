//! The labels of the Markdown body, and what each is about.

/// What a label is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// The current phase.
    Phase,
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
pub(super) const TOPICS: [Topic; 16] = [
    Topic::Phase,
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
    ("current phase name", Topic::PhaseName),
    ("phase name", Topic::PhaseName),
    ("total phases", Topic::TotalPhases),
    ("plan", Topic::Plan),
    ("current plan", Topic::Plan),
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

/// Labels in other scripts, with the English one that each means; the first that fits is taken.
pub(super) const FOREIGN: &[(&str, &str)] = &[
    ("当前阶段", "current phase"),
    ("當前階段", "current phase"),
    ("当前计划", "current plan"),
    ("當前計劃", "current plan"),
    ("当前状态", "current status"),
    ("當前狀態", "current status"),
    ("当前里程碑", "current milestone"),
    ("當前里程碑", "current milestone"),
    ("阶段", "phase"),
    ("階段", "phase"),
    ("状态", "status"),
    ("狀態", "status"),
    ("计划", "plan"),
    ("計劃", "plan"),
    ("进度条", "progress"),
    ("進度條", "progress"),
    ("进度", "progress"),
    ("進度", "progress"),
    ("总进度", "progress"),
    ("總進度", "progress"),
    ("里程碑", "milestone"),
    ("更新日期", "last updated"),
    ("最后更新", "last updated"),
    ("最後更新", "last updated"),
    ("현재 페이즈", "current phase"),
    ("현재 단계", "current phase"),
    ("현재 플랜", "current plan"),
    ("현재 상태", "current status"),
    ("현재 마일스톤", "current milestone"),
    ("페이즈", "phase"),
    ("단계", "phase"),
    ("상태", "status"),
    ("플랜", "plan"),
    ("진행률", "progress"),
    ("진행 상황", "progress"),
    ("진행 바", "progress"),
    ("마일스톤", "milestone"),
    ("최근 활동", "last activity"),
    ("마지막 업데이트", "last updated"),
    ("現在のフェーズ", "current phase"),
    ("現在のプラン", "current plan"),
    ("現在の状態", "current status"),
    ("現在のマイルストーン", "current milestone"),
    ("フェーズ", "phase"),
    ("ステータス", "status"),
    ("状態", "status"),
    ("プラン", "plan"),
    ("進捗", "progress"),
    ("マイルストーン", "milestone"),
    ("最終更新", "last updated"),
];

/// The label of a phase that is ready to plan.
pub(super) const NEXT_TO_PLAN: &str = "next phase to plan";

/// The label of a phase that is ready to execute.
pub(super) const NEXT_TO_EXECUTE: &str = "next phase to execute";

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
