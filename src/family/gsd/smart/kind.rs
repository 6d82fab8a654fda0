//! What the words of a status mean: a table of the words that real files use.

use super::name;

/// What a status says about the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It says nothing.
    Silent,
    /// Something is being done.
    Working,
    /// There is work to do, and nobody does it.
    Waiting,
    /// Work was broken off.
    Paused,
    /// Work cannot go on.
    Blocked,
    /// A phase, a plan or all of it is done: the status alone does not tell which.
    Done,
    /// The milestone is done.
    Over,
    /// In words that nobody has told us.
    Other,
}

impl Kind {
    /// Tells whether there is work left, whatever the counts say.
    pub(super) const fn is_active(self) -> bool {
        matches!(self, Self::Working | Self::Waiting | Self::Paused | Self::Blocked)
    }
}

/// Words that tell the kind wherever they stand, the first line counting.
const TELLING: &[(Kind, &[&str])] =
    &[(Kind::Paused, &["paused", "stopped", "halted", "suspended", "hold"]), (Kind::Blocked, &["blocked"])];

/// Words that say that something is done.
const DONE: &[&str] = &[
    "complete",
    "completed",
    "done",
    "finished",
    "shipped",
    "archived",
    "released",
    "closed",
    "delivered",
    "concluded",
    "executed",
    "verified",
    "merged",
];

/// Words for things done that are never said of a phase alone.
const OVER: &[&str] = &["shipped", "archived", "released"];

/// Words that say that all of it is meant.
const WHOLE: &[&str] = &["milestone", "project", "all", "everything"];

/// Words that say that a part of it is meant.
const PART: &[&str] = &["phase", "plan", "plans", "wave", "task", "step"];

/// What comes before the work: where it is done, the work is still to do.
const PREPARATION: &[&str] =
    &["planning", "research", "discussion", "requirements", "roadmap", "context", "design", "setup"];

/// Words that say that work is to come.
const WAITING: &[&str] = &[
    "ready",
    "planned",
    "roadmapped",
    "roadmap",
    "pending",
    "awaiting",
    "waiting",
    "queued",
    "defined",
    "scoped",
    "needs",
    "todo",
    "initialized",
    "created",
    "gathered",
    "approved",
    "idle",
    "upcoming",
    "next",
];

/// Words, beside those in `-ing`, that say that work goes on.
const WORKING: &[&str] = &[
    "progress",
    "active",
    "started",
    "underway",
    "wip",
    "execution",
    "verification",
    "uat",
    "review",
    "development",
    "current",
    "resumed",
];

/// Words in `-ing` that do not.
const IDLE: &[&str] = &["pending", "awaiting", "waiting", "nothing", "remaining", "missing", "upcoming"];

/// Words that take back what follows them.
const NOT: &[&str] = &["not", "no", "never", "nothing", "without"];

/// Words that take back half of it.
const NEARLY: &[&str] = &["almost", "nearly", "partially", "partly", "mostly"];

/// Tells what the words mean; `text` is the whole sentence.
pub(super) fn of(words: &str, text: &str) -> Kind {
    let lower = words.to_lowercase();
    if name::is_placeholder(&lower) {
        return Kind::Silent;
    }
    let words: Vec<&str> = lower.split(' ').collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    if has(NOT) {
        return if has(DONE) { Kind::Working } else { Kind::Waiting };
    }
    if let Some((kind, _)) = TELLING.iter().find(|(_, list)| has(list)) {
        return *kind;
    }
    if has(&["next", "new"]) && has(&["milestone"]) || lower.ends_with("between milestones") {
        return Kind::Over;
    }
    let is_done = has(DONE);
    if is_done && has(PREPARATION) {
        return Kind::Waiting;
    }
    let first = words.first().copied().unwrap_or_default();
    if is_going_on(first) || is_done && has(NEARLY) {
        return Kind::Working;
    }
    if is_done {
        return done(&has, text);
    }
    if has(WAITING) {
        return Kind::Waiting;
    }
    if has(WORKING) || words.iter().any(|word| is_going_on(word)) { Kind::Working } else { Kind::Other }
}

/// Tells what it is that is done.
fn done(has: &dyn Fn(&[&str]) -> bool, text: &str) -> Kind {
    // GSD writes `Phase complete — ready for verification` while there is something to verify.
    if text.contains("ready for verif") {
        return Kind::Waiting;
    }
    let is_over = has(WHOLE) || has(OVER) && !has(PART);
    if is_over && !has(&["plans"]) { Kind::Over } else { Kind::Done }
}

/// Tells whether a word alone says how the work stands.
pub(super) fn is_telling(word: &str) -> bool {
    is_going_on(word) || [DONE, WAITING, WORKING, NOT, NEARLY].iter().any(|list| list.contains(&word))
}

/// Tells whether a word names something that is being done.
fn is_going_on(word: &str) -> bool {
    word.len() > 5 && word.ends_with("ing") && !IDLE.contains(&word)
}
