//! Splits a sentence about the work into clauses, each with its subject and its meaning.

use super::{
    command::without_commands,
    kind::{self, StatusKind},
    mark::without_marks,
    name,
    number::{is_date, is_number, is_plan_code, is_plan_number, is_same_number, without_slug},
};
use crate::text;

/// The most clauses of a sentence to use: what follows is prose.
const MOST_CLAUSES: usize = 12;

/// The most bytes of a sentence to use.
const LONGEST: usize = 1 << 10;

/// Where a clause ends, whatever follows.
const MARKS: &[char] = &[
    '—', '–', '(', ')', ';', ',', '→', '|', '!', '…', '·', '\u{2713}', '\u{2705}', '。', '、', '，', '（',
    '）', '；', '！',
];

/// What ends a clause only with these blanks: `v1.2` and `ready-to-plan` are single words.
const STOPS: &[&str] = &[". ", ": ", " - ", " -- ", " / ", "=> ", "-> ", " via "];

/// Words that stay in capitals.
const ACRONYMS: &[&str] = &["UAT", "PR", "QA", "CI", "CD", "API", "UI", "UX", "MVP", "E2E", "CLI"];

/// What a clause is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// A phase, by its number.
    Phase(String),
    /// The current phase: `phase complete`, `all plans complete`.
    ThisPhase,
    /// A plan, a wave or a task of a phase.
    Plan,
    /// The milestone, or everything.
    Milestone,
    /// It does not say.
    Unsaid,
}

/// One clause of a sentence.
#[derive(Debug)]
pub(super) struct Clause {
    /// Plain words, in lower case if they were in capitals or a title.
    pub(super) words: String,
    /// Their meaning.
    pub(super) kind: StatusKind,
    /// Their subject.
    pub(super) about: About,
    /// Whether an arrow leads to it: it is what comes next.
    pub(super) follows_arrow: bool,
}

impl Clause {
    /// Returns whether the clause is about this phase.
    pub(super) fn is_ours(&self, number: Option<&str>) -> bool {
        match &self.about {
            About::Phase(named) => number.is_none_or(|number| is_same_number(named, number)),
            About::ThisPhase => true,
            About::Plan | About::Milestone | About::Unsaid => false,
        }
    }

    /// Returns whether the clause is about a phase other than this one.
    pub(super) fn is_foreign(&self, number: Option<&str>) -> bool {
        matches!(self.about, About::Phase(_)) && !self.is_ours(number)
    }

    /// Returns whether the words say what happens.
    pub(super) const fn decides(&self) -> bool {
        !matches!(self.kind, StatusKind::Silent | StatusKind::Other)
    }

    /// Returns whether the words say what the work waits for: `ready to plan`, `phase 4 next`, but not `next 15`.
    pub(super) fn waits(&self) -> bool {
        let is_next =
            self.words.ends_with(" next") || self.words == "next" || self.words.starts_with("next up");
        self.kind == StatusKind::Waiting && (is_next || self.has(&["ready", "awaiting"]))
    }

    /// Returns whether the words begin with what the work waits for.
    pub(super) fn is_ready(&self) -> bool {
        self.kind == StatusKind::Waiting && is_ready(&self.words)
    }

    /// Returns whether the words say that something is awaited: `ready for verification`, `UAT pending`.
    pub(super) fn is_awaited(&self) -> bool {
        let first = self.words.split(' ').next().unwrap_or_default();
        let last = self.words.rsplit(' ').next().unwrap_or_default();
        let is_first = matches!(first, "ready" | "awaiting" | "waiting" | "pending" | "needs");
        self.kind == StatusKind::Waiting && (is_first || matches!(last, "pending" | "needed" | "next"))
    }

    /// Returns whether the words say that work waits for something: `awaiting admin consent`.
    pub(super) fn is_stopped(&self) -> bool {
        let first = self.words.split(' ').next();
        matches!(first, Some("awaiting" | "waiting")) && self.words.contains(' ')
    }

    /// Returns whether the words say that a plan was begun, but not finished: `partial`, `12 errors remain`, `task 1 complete`.
    pub(super) fn is_unfinished(&self) -> bool {
        let first = self.words.split(' ').next().unwrap_or_default();
        let last = self.words.rsplit(' ').next().unwrap_or_default();
        let is_partial = matches!(first, "partial" | "partially" | "incomplete");
        // `no errors remain`, and `2 plans remain` is about the phase.
        let is_rest = matches!(last, "remain" | "remaining")
            && !self.has(&["no", "none", "0", "plan", "plans", "phase", "phases"]);
        // `task 1`, but neither `task 3 of 3` nor `cleanup task`.
        let is_part = |word: &&str| matches!(*word, "task" | "tasks");
        let mut after = self.words.split(' ').skip_while(|word| !is_part(word)).skip(1);
        let (task, of, all) = (after.next().filter(|task| is_number(task)), after.next(), after.next());
        let is_last = of == Some("of") && task == all;
        let is_task = self.kind == StatusKind::Done && task.is_some() && !is_last && !self.has(&["quick"]);
        is_partial || is_rest || is_task
    }

    /// Returns whether the words say that a check has found that work is left.
    pub(super) fn is_gap(&self) -> bool {
        self.has(&["gap", "gaps"]) && self.has(&["found"])
            || self.has(&["verification", "UAT"]) && self.has(&["failed"])
            || self.words == "not complete"
    }

    /// Returns whether one of the words is in a list.
    pub(super) fn has(&self, list: &[&str]) -> bool {
        self.words.split(' ').any(|word| list.iter().any(|one| one.eq_ignore_ascii_case(word)))
    }
}

/// Splits a sentence into its clauses.
pub(super) fn clauses(raw: &str) -> Vec<Clause> {
    let raw = raw.get(..raw.floor_char_boundary(LONGEST)).unwrap_or(raw);
    let text = without_marks(without_commands(name::without_markdown(raw.into())));
    let mut clauses = Vec::new();
    let mut rest: &str = &text;
    let mut follows_arrow = false;
    while !rest.is_empty() && clauses.len() < MOST_CLAUSES {
        let (end, mark) = joined(rest, end(rest));
        let (clause, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
        let (words, tail, mark) = match after_aside(clause, tail) {
            Some((words, tail, mark)) => (words, tail, mark),
            None => (spoken(clause), tail, mark),
        };
        rest = tail.get(mark..).unwrap_or_default();
        let is_arrow = tail.starts_with('→') || tail.starts_with("=>") || tail.starts_with("->");
        if tail.starts_with(": ") && matches!(words.as_str(), "next" | "next up" | "up next") {
            follows_arrow = true;
        } else if !words.is_empty() {
            // `Storage, import, and export complete` is about parts.
            let is_list = words.starts_with("and ");
            let kind = match kind::of(&words) {
                StatusKind::Done if is_list => StatusKind::Other,
                kind => kind,
            };
            let about = about(&words.to_lowercase(), kind);
            clauses.push(Clause { words, kind, about, follows_arrow });
            follows_arrow = false;
        }
        follows_arrow |= is_arrow;
    }
    name_plan(&mut clauses);
    clauses
}

/// Lets a plan be the subject of what is said after it: `Plan 05 (Profile Edit) — COMPLETED`.
fn name_plan(clauses: &mut [Clause]) {
    let Some((first, rest)) = clauses.split_first_mut() else { return };
    let is_plan = first.about == About::Plan && first.kind == StatusKind::Other;
    let deciding = rest.iter_mut().find(|clause| clause.decides());
    if let Some(clause) = deciding.filter(|clause| is_plan && clause.about == About::Unsaid) {
        clause.words = format!("{} {}", first.words, clause.words);
        clause.about = About::Plan;
    }
}

/// Returns whether words begin with what the work waits for.
pub(super) fn is_ready(words: &str) -> bool {
    matches!(words.split(' ').next(), Some("ready" | "awaiting" | "waiting"))
}

/// Reads on after an aside between subject and verb: `Wave 1 (Backend) complete`.
fn after_aside<'t>(clause: &str, tail: &'t str) -> Option<(String, &'t str, usize)> {
    let (aside, rest) = tail.strip_prefix('(')?.split_once(')')?;
    let goes_on = rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    let decides = |words: &str| !matches!(kind::of(words), StatusKind::Other | StatusKind::Silent);
    if !goes_on || aside.contains('(') || decides(&spoken(clause)) {
        return None;
    }
    let (end, mark) = joined(rest, end(rest));
    let (verb, tail) = rest.split_at_checked(end)?;
    let words = spoken(&format!("{}{verb}", clause.trim_end()));
    decides(&words).then_some((words, tail, mark))
}

/// Returns where the first clause ends, and how long the mark is that ends it.
fn end(text: &str) -> (usize, usize) {
    let is_end = |(at, character): &(usize, char)| {
        MARKS.contains(character)
            && !(*character == ',' && is_list(text, *at))
            && !(*character == '–' && is_range(text, *at))
    };
    let mark = text.char_indices().find(is_end).map(|(at, character)| (at, character.len_utf8()));
    let near = mark.and_then(|(at, _)| text.get(..at)).unwrap_or(text); // No stop contains a mark.
    let stops = STOPS.iter().filter_map(|stop| near.find(stop).map(|at| (at, stop.len())));
    stops.chain(mark).min().unwrap_or((text.len(), 0))
}

/// Returns whether a dash is between two digits: `phases 78–80 pending`.
fn is_range(text: &str, dash: usize) -> bool {
    let is_digit = |one: Option<char>| one.is_some_and(|one| one.is_ascii_digit());
    let (before, after) = text.split_at_checked(dash).unwrap_or((text, ""));
    is_digit(before.chars().next_back()) && is_digit(after.trim_start_matches('–').chars().next())
}

/// Returns whether a comma separates two numbers: `plans 01, 02, 03 complete`.
fn is_list(text: &str, comma: usize) -> bool {
    let is_digit = |one: Option<char>| one.is_some_and(|one| one.is_ascii_digit());
    let (before, after) = text.split_at_checked(comma).unwrap_or((text, ""));
    let after = after.trim_start_matches([',', ' ']);
    let after = after.strip_prefix("and ").unwrap_or(after);
    is_digit(before.chars().next_back()) && is_digit(after.chars().next())
}

/// Ends a clause at a plus sign, if there is a verb before it: `complete + merged`, but not `05 + 06 done`.
fn joined(text: &str, (end, mark): (usize, usize)) -> (usize, usize) {
    let before = text.get(..end).and_then(|clause| clause.split_once(" + ")).map(|(before, _)| before);
    let has_verb =
        |before: &&str| !matches!(kind::of(&spoken(before)), StatusKind::Other | StatusKind::Silent);
    before.filter(has_verb).map_or((end, mark), |before| (before.len(), " + ".len()))
}

/// Returns the subject of a clause in lower case.
fn about(words: &str, kind: StatusKind) -> About {
    let words: Vec<&str> = words.split(' ').collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let after_phase = words.iter().position(|word| matches!(*word, "phase" | "phases"));
    let number = after_phase.and_then(|at| words.get(at.saturating_add(1))).filter(|word| is_number(word));
    // `awaiting review before phase 32` is not about phase 32.
    let before = after_phase.and_then(|at| words.get(at.checked_sub(1)?));
    let is_aside =
        before.is_some_and(|word| matches!(*word, "before" | "until" | "after" | "since" | "from"));
    // `phase 25-01` is a plan.
    let number = number.filter(|word| !is_aside && !is_plan_number(word));
    // `phase 17 + 17.1 complete` is about the last one.
    let after_number = words.get(after_phase.unwrap_or_default().saturating_add(2)..).unwrap_or_default();
    let is_more = |pair: &&[&str]| {
        matches!(pair.first(), Some(&("+" | "&" | "and"))) && pair.get(1).is_some_and(|word| is_number(word))
    };
    let last = after_number.chunks(2).take_while(is_more).last().and_then(|pair| pair.get(1));
    let number = number.map(|number| last.unwrap_or(number));
    let is_done = matches!(kind, StatusKind::Done | StatusKind::Over);
    let is_plan = words.iter().any(|word| is_plan_number(word) || is_plan_code(word))
        || has(&["plan", "wave", "task", "step", "checkpoint", "tasks", "waves"]);
    // `all plans`, `all 3 plans`, but not `plans 02 + 03 all done`. Tasks are those of a plan.
    let plans = words.iter().position(|word| matches!(*word, "plans" | "waves"));
    let is_all_plans = plans.is_some_and(|at| words.iter().take(at).any(|word| *word == "all"));
    match number {
        Some(number) if !(has(&["phases"]) || is_done && is_plan) => {
            About::Phase(without_slug(number.trim_end_matches(':')).to_owned())
        }
        _ if is_all_plans && !has(&["phases"]) => About::ThisPhase,
        // `ready to plan` has the word too.
        _ if is_plan && (is_done || !has(&["to"])) => About::Plan,
        _ if kind == StatusKind::Over && kind::is_whole(&words) => About::Milestone,
        _ if has(&["milestone", "milestones", "project"]) => About::Milestone,
        None if !is_aside && has(&["phase"]) && !has(&["next", "first", "last", "final", "new"]) => {
            About::ThisPhase
        }
        _ if is_done && has(&["plans"]) => About::Plan,
        _ => About::Unsaid,
    }
}

/// Writes snake case, kebab case, titles and capitals as plain words.
fn spoken(clause: &str) -> String {
    let clause = clause
        .trim_matches(|edge: char| !edge.is_alphanumeric() && edge != '%')
        .trim_start_matches(|first: char| !first.is_alphanumeric());
    let is_joined = !clause.contains(text::is_blank);
    // `01-02`, `09-05-PLAN.md`, `checkpoint:human-verify`.
    let is_version =
        is_plan_number(clause) || clause.rsplit('.').next() == Some("md") || clause.ends_with("human-verify");
    let parts = clause.split(|character: char| {
        text::is_blank(character) || character == '_' || is_joined && !is_version && character == '-'
    });
    let mut parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    // A command without a phase once wrote `Executing Phase null`.
    let nothing = parts.iter().position(|part| matches!(*part, "null" | "undefined" | "NaN"));
    if let Some(at) = nothing.filter(|_| parts.len() > 1) {
        let is_phase = |part: &&str| part.eq_ignore_ascii_case("phase");
        let from = at.checked_sub(1).filter(|before| parts.get(*before).is_some_and(is_phase));
        parts.drain(from.unwrap_or(at)..=at);
    }
    let is_loud = |word: &&str| is_number(word) || !word.contains(char::is_lowercase);
    let is_shouted = parts.iter().all(is_loud);
    let is_title = |word: &str| word.chars().skip(1).all(|letter| !letter.is_uppercase());
    let small = |word: &&str| {
        if ACRONYMS.contains(word) {
            return (*word).to_owned();
        }
        let lower = word.to_lowercase();
        // `Phase 12 IN PROGRESS`.
        let is_small = matches!(lower.as_str(), "in" | "to" | "for" | "of" | "and" | "not");
        if is_shouted || is_small || is_title(word) || kind::decides(&lower) {
            lower
        } else {
            (*word).to_owned()
        }
    };
    parts.iter().filter(|part| !is_date(part)).map(small).collect::<Vec<_>>().join(" ")
}
