//! Compares the counters of modules, polls and questions with the lists.

use super::{EXEC, exec, is_done, modules::counted};
use crate::family::rule::{Finding, Node, Rule, Scope, Severity, words};

pub(super) const RULES: &[Rule] = &[COUNTERS, IDLE, LOOPS];

const COUNTERS: Rule = Rule {
    code: "SL209",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a counter contradicts its list",
    page: "`modules_total`, `modules_completed` or `all_modules_complete` disagrees with the list of \
           modules; more questions are answered than were asked; or `poll_count` is not the number of polls \
           in the history. The line draws its bar from the counters if they are set.\n\n\
           Correct the counter, or remove it: the line then counts the list.",
    fails: &[(
        EXEC,
        exec!(
            "modules_completed: 0",
            "modules_total: 2",
            "modules_status:",
            "  - id: a",
            "    status: complete",
            "  - id: b",
            "    status: pending"
        ),
    )],
    passes: &[(
        EXEC,
        exec!(
            "modules_completed: 1",
            "modules_total: 2",
            "modules_status:",
            "  - id: a",
            "    status: complete",
            "  - id: b",
            "    status: pending"
        ),
    )],
    find: |subject| {
        let root = subject.root();
        let modules = counted(subject);
        let mut found = Vec::new();
        if !modules.is_empty() {
            let done =
                modules.iter().filter(|module| module.key("status").text().is_some_and(is_done)).count();
            compare(&root.key("modules_total"), modules.len(), "module", &mut found);
            compare(&root.key("modules_completed"), done, "complete module", &mut found);
            let node = root.key("all_modules_complete");
            if let Some(all) = node.value().and_then(serde_json::Value::as_bool)
                && all != (done == modules.len())
            {
                let message = format!("`all_modules_complete` is {all}, but {done} of {} are", modules.len());
                found.push(Finding::new(node.span(), message));
            }
        }
        for assignment in root.key("active_assignments").items() {
            let polling = assignment.key("progress_polling");
            if let Some(count) = polling.key("poll_history").count().filter(|count| *count > 0) {
                compare(&polling.key("poll_count"), count, "poll", &mut found);
            }
            let questions = assignment.key("instruction_verification");
            let answered = questions.key("questions_answered");
            if let (Some(given), Some(asked)) =
                (answered.integer(), questions.key("questions_asked").integer())
                && given > asked
            {
                found.push(Finding::new(answered.span(), format!("{given} answers to {asked} questions")));
            }
        }
        found
    },
};

/// Compares a counter with the actual number.
fn compare(counter: &Node<'_>, count: usize, one: &str, found: &mut Vec<Finding>) {
    let Some(said) = counter.integer().filter(|said| usize::try_from(*said) != Ok(count)) else { return };
    let message = format!("`{}` is {said}, but there {}", counter.name(), are(count, one));
    found.push(Finding::new(counter.span(), message).help(format!("write {count}")));
}

fn are(count: usize, one: &str) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{verb} {}", words::counted(count, one))
}

const IDLE: Rule = Rule {
    code: "SL210",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a module and its assignment contradict each other",
    page: "A module is assigned or in progress, but has no assignment: no agent works on it, and none is \
           asked for progress. Or an assignment is still active although its module is done.\n\n\
           Assign the module again, set it back to `pending`, or remove the assignment.",
    fails: &[(
        EXEC,
        exec!("active_assignments: []", "modules_status:", "  - id: auth-core", "    status: in_progress"),
    )],
    passes: &[(
        EXEC,
        exec!("active_assignments: []", "modules_status:", "  - id: auth-core", "    status: pending"),
    )],
    find: |subject| {
        let assignments = subject.root().key("active_assignments");
        if assignments.count().is_none() {
            return Vec::new();
        }
        let on =
            |id: &str| assignments.items().find(|assignment| assignment.key("module").text() == Some(id));
        let mut found = Vec::new();
        for module in counted(subject) {
            let status = module.key("status");
            let (Some(id), Some(word)) = (module.key("id").text(), status.text()) else { continue };
            match on(id) {
                None if matches!(word, "assigned" | "in_progress" | "in-progress") => {
                    let message = format!("`{id}` is {word}, but no agent is assigned to it");
                    found.push(Finding::new(status.span(), message));
                }
                Some(assignment) if is_done(word) => {
                    let message = format!("`{id}` is {word}, but is still assigned");
                    found.push(Finding::new(assignment.key("module").span(), message));
                }
                _ => {}
            }
        }
        found
    },
};

const LOOPS: Rule = Rule {
    code: "SL211",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "too many verification loops",
    page: "`verification_loops_remaining` counts down from 4. The orchestrator never writes a larger number, \
           which would make it verify for too long.\n\n\
           Write a number from 0 to 4.",
    fails: &[(EXEC, exec!("verification_mode: true", "verification_loops_remaining: 9"))],
    passes: &[(EXEC, exec!("verification_mode: true", "verification_loops_remaining: 3"))],
    find: |subject| {
        let node = subject.root().key("verification_loops_remaining");
        match node.integer() {
            Some(loops) if loops > 4 => {
                vec![Finding::new(node.span(), format!("{loops} loops are left, but the maximum is 4"))]
            }
            _ => Vec::new(),
        }
    },
};
