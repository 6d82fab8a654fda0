//! The meaning of a status: a table of the words that real files use.

use super::{name, number::fractions};

/// What a status means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum StatusKind {
    /// There is no status.
    #[default]
    Silent,
    /// Work is going on.
    Working,
    /// There is work to do, and it has not begun.
    Waiting,
    /// Work was paused.
    Paused,
    /// Work is blocked.
    Blocked,
    /// A phase, a plan or everything is done: the status alone does not say which.
    Done,
    /// The milestone is done.
    Over,
    /// The words are unknown.
    Other,
}

impl StatusKind {
    /// Returns whether there is work left, whatever the counts say.
    pub(super) const fn is_active(self) -> bool {
        matches!(self, Self::Working | Self::Waiting | Self::Paused | Self::Blocked)
    }
}

/// Words that decide the kind anywhere in the status; the first line wins.
const TELLING: &[(StatusKind, &[&str])] = &[
    (StatusKind::Paused, &["paused", "stopped", "halted", "suspended", "hold"]),
    (StatusKind::Blocked, &["blocked"]),
];

/// Words that mean that something is done.
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
    "passed",
    "landed",
    "signed-off",
    "sealed",
    "code-complete",
    "skipped",
];

/// Words for done that are never used for a single phase.
const OVER: &[&str] = &["shipped", "archived", "released"];

/// Words that mean the whole.
const WHOLE: &[&str] = &["milestone", "project", "all", "everything"];

/// Words that mean a part.
const PART: &[&str] = &["phase", "plan", "plans", "wave", "task", "step"];

/// Preparations: once they are done, the work itself is still to do.
const PREPARATION: &[&str] = &[
    "planning",
    "research",
    "discussion",
    "discuss-phase",
    "plan-phase",
    "requirements",
    "roadmap",
    "context",
    "design",
    "setup",
];

/// Words that mean that work is still to come.
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

/// Words, other than those in `-ing`, that mean that work goes on.
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
    "flight",
];

/// Words in `-ing` that do not mean that.
const IDLE: &[&str] = &["pending", "awaiting", "waiting", "nothing", "remaining", "missing", "upcoming"];

/// Words for the step that follows the work of a phase.
const VERIFYING: &[&str] = &["verification", "verify", "verifying", "checkpoint"];

/// Words that negate what follows them.
const NOT: &[&str] = &["not", "no", "never", "nothing", "without"];

/// Words that weaken what follows them.
const NEARLY: &[&str] = &["almost", "nearly", "partially", "partial", "partly", "mostly"];

/// Returns the meaning of the words.
pub(super) fn of(words: &str) -> StatusKind {
    let lower = words.to_lowercase();
    if name::is_placeholder(&lower) {
        return StatusKind::Silent;
    }
    // `UAT deferred to the next milestone` is no state.
    if lower.contains(" deferred") && !lower.split(' ').any(is_done) {
        return StatusKind::Other;
    }
    // `v8.0 planned after v7.4 completed` is about v8.0.
    let main = lower.split_once(" after ").map_or(lower.as_str(), |(main, _)| main);
    let words: Vec<&str> = main.split(' ').collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    if has(NOT) {
        return if has(DONE) { StatusKind::Working } else { StatusKind::Waiting };
    }
    if let Some((kind, _)) = TELLING.iter().find(|(_, list)| has(list)) {
        return *kind;
    }
    let is_end = |word: &str| word.ends_with("new-milestone") || word.ends_with("complete-milestone");
    let is_command = words.iter().any(|word| word.starts_with("/gsd") && is_end(word));
    if has(&["next", "new"]) && has(&["milestone"]) || lower.ends_with("between milestones") || is_command {
        return StatusKind::Over;
    }
    // A check has found that work is left.
    if has(&["gap", "gaps"]) && has(&["found"]) {
        return StatusKind::Working;
    }
    // `completed 2/4 plans`.
    let is_open = |word: &str| fractions(word).any(|(_, done, all, _)| done < all);
    if words.windows(2).any(|pair| matches!(pair, [word, count] if DONE.contains(word) && is_open(count))) {
        return StatusKind::Working;
    }
    // `4/5 plans complete`.
    if matches!(words.as_slice(), [count, "plans", done] if is_open(count) && DONE.contains(done)) {
        return StatusKind::Working;
    }
    let is_done = has(DONE);
    // `plans verified` is before the work.
    if is_done && (has(PREPARATION) || has(&["plans", "planned"]) && has(&["verified"])) {
        return StatusKind::Waiting;
    }
    let first = words.first().copied().unwrap_or_default();
    let is_partial = words.iter().any(|word| NEARLY.contains(word) || word.starts_with("partial"));
    // `v4.4 redesign is in progress with the new shell shipped`.
    let is_in_progress =
        main.split_once(" in progress ").is_some_and(|(before, _)| !before.split(' ').any(self::is_done));
    if is_going_on(first) || is_partial || is_in_progress {
        return StatusKind::Working;
    }
    if is_done {
        // `parser complete with all requests` is about the parser.
        let own: Vec<&str> = words.iter().copied().take_while(|word| *word != "with").collect();
        let has = |list: &[&str]| own.iter().any(|word| list.contains(word));
        return done(&has, own.iter().any(|word| is_version(word)));
    }
    if has(WAITING) {
        return StatusKind::Waiting;
    }
    if has(WORKING) || words.iter().any(|word| is_going_on(word)) {
        StatusKind::Working
    } else {
        StatusKind::Other
    }
}

/// Returns what it is that is done.
fn done(has: &dyn Fn(&[&str]) -> bool, is_version: bool) -> StatusKind {
    let is_over = has(WHOLE) || (is_version || has(OVER)) && !has(PART);
    if is_over && !has(&["plans"]) { StatusKind::Over } else { StatusKind::Done }
}

/// Returns whether words are about verification: `ready for verification`, `awaiting human-verify`.
pub(super) fn is_verification(words: &str) -> bool {
    words.split([' ', '-']).any(|word| VERIFYING.contains(&word))
}

/// Returns whether words in lower case say that only preparations are done: `roadmap created`.
pub(super) fn is_prepared(words: &str) -> bool {
    let is_preparation = words.split(' ').next().is_some_and(|first| PREPARATION.contains(&first));
    let last = words.rsplit(' ').next().unwrap_or_default();
    is_preparation && words.contains(' ') && (DONE.contains(&last) || WAITING.contains(&last))
}

/// Returns whether words in lower case are about the whole, and not about a part such as a phase.
pub(super) fn is_whole(words: &[&str]) -> bool {
    words.iter().any(|word| WHOLE.contains(word) || is_version(word))
}

/// Returns whether a word is the version of a milestone: `v1.2`.
pub(super) fn is_version(word: &str) -> bool {
    let Some(digits) = word.strip_prefix('v') else { return false };
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Returns whether a word means that something is done.
pub(super) fn is_done(word: &str) -> bool {
    DONE.contains(&word)
}

/// Returns whether a word alone decides the kind.
pub(super) fn decides(word: &str) -> bool {
    is_going_on(word) || [DONE, WAITING, WORKING, NOT, NEARLY].iter().any(|list| list.contains(&word))
}

/// Returns whether a word means that work goes on.
fn is_going_on(word: &str) -> bool {
    word.len() > 5 && word.ends_with("ing") && !IDLE.contains(&word)
}

/// The words of the documented table for a status; the first that is found wins.
const STATUSES: &[(&str, &[&str])] = &[
    ("paused", &["paused", "stopped"]),
    ("discussing", &["discussing"]),
    ("planning", &["planning", "ready to plan"]),
    ("executing", &["executing", "in progress", "ready to execute"]),
    ("verifying", &["verif"]),
    ("completed", &["complete", "done"]),
];

/// Returns the status by the documented table.
pub(super) fn canonical(written: &str) -> Option<&'static str> {
    let words = written.to_lowercase().replace(['_', '-'], " ");
    let fits = |(_, parts): &&(&str, &[&str])| parts.iter().any(|part| words.contains(part));
    STATUSES.iter().find(fits).map(|(word, _)| *word)
}
