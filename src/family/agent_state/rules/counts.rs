//! Tasks, phases and numbers that contradict each other.

use std::collections::HashMap;

use super::{PATH, bounds, is_under_way, state, status, task_id};
use crate::{
    family::agent_state::AgentFields,
    family::rule::{Finding, Node, Rule, Scope, Severity, Subject, words},
};

pub(super) const RULES: &[Rule] = &[TWICE, PLACE, COST, END, SUPERVISOR, LEFT];

const GOOD: &str = state!("executing", "", "", "", bounds!("$0.75", "0h 34m 8s", ""), "");

const TWICE: Rule = Rule {
    code: "SL411",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a task is in two lists",
    page: "A task is both completed and pending, or appears twice in one list. The line identifies tasks by \
           their ids and counts this one once, as completed; the orchestrator runs it again.\n\n\
           Remove it from the list where it does not belong. (A task that is active and pending was just \
           started, and is not reported.)",
    fails: &[(
        PATH,
        state!(
            "executing",
            "",
            "{\"task\": \"1.1\", \"name\": \"Set up\", \"completed\": \"2026-01-15T12:10:00Z\", \"iterations\": 1, \"time_elapsed\": \"10m\", \"cost\": \"$0.20\", \"files_modified\": [], \"success_criteria_met\": {}}",
            "{\"phase\": 0, \"task\": \"1.1\", \"name\": \"Set up\"}",
            bounds!("$0.75", "34m", ""),
            ""
        ),
    )],
    passes: &[(
        PATH,
        state!(
            "executing",
            "",
            "{\"task\": \"1.1\", \"name\": \"Set up\", \"completed\": \"2026-01-15T12:10:00Z\", \"iterations\": 1, \"time_elapsed\": \"10m\", \"cost\": \"$0.20\", \"files_modified\": [], \"success_criteria_met\": {}}",
            "{\"phase\": 0, \"task\": \"1.2\", \"name\": \"Log in\"}",
            bounds!("$0.75", "34m", ""),
            ""
        ),
    )],
    find: |subject| {
        let root = subject.root();
        let mut known: HashMap<&str, &str> = HashMap::new();
        let mut found = Vec::new();
        for list in ["completed_tasks", "pending_tasks"] {
            for task in root.key(list).items() {
                let Some(id) = task_id(&task) else { continue };
                let span = if task.text().is_some() { task.span() } else { task.key("task").span() };
                match known.insert(id, list) {
                    Some(before) if before == list => {
                        found.push(Finding::new(span, format!("`{id}` appears twice in `{list}`")));
                    }
                    Some(_) => {
                        found.push(Finding::new(span, format!("`{id}` is both completed and pending")));
                    }
                    None => {}
                }
            }
        }
        found
    },
};

const PLACE: Rule = Rule {
    code: "SL412",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "an impossible phase or task number",
    page: "`current_phase` counts from 0, so it must be below `total_phases`; `current_task` is `N/M` with N \
           not above M; and the phase of a task or milestone is below `total_phases` too. The line counts \
           from 1 and never past the total, so it does not show the mistake.\n\n\
           Correct the number. If a state counts phases from 1, every number is one too high.",
    fails: &[(
        PATH,
        "{\"orchestrator\": {\"status\": \"executing\", \"task_doc\": \"/srv/a.md\", \"current_phase\": 4, \"total_phases\": 4, \"current_task\": \"1/2\", \"ralph_iteration\": 1, \"outer_ralph\": false, \"start_time\": \"2026-01-15T12:00:00Z\", \"end_time\": null}}\n",
    )],
    passes: &[(PATH, GOOD)],
    find: |subject| {
        let root = subject.root();
        let orchestrator = root.key("orchestrator");
        let mut found = Vec::new();
        let total = orchestrator.key("total_phases").integer();
        let is_over =
            |node: &Node<'_>| node.integer().zip(total).is_some_and(|(phase, total)| phase >= total);
        let current = orchestrator.key("current_phase");
        // A finished workflow may be past its last phase.
        if is_over(&current) && is_under_way(subject) && status(subject) != "reviewing" {
            let (phase, total) = (current.integer().unwrap_or_default(), total.unwrap_or_default());
            let message = format!(
                "phase {phase} of {}: phases count from 0",
                words::counted(usize::try_from(total).unwrap_or_default(), "phase")
            );
            found.push(
                Finding::new(current.span(), message).help("the last phase is `total_phases` minus one"),
            );
        }
        let task = orchestrator.key("current_task");
        if let Some(text) = task.text() {
            let numbers = text
                .split_once('/')
                .and_then(|(n, m)| Some((n.parse::<u32>().ok()?, m.parse::<u32>().ok()?)));
            match numbers {
                None => found.push(Finding::new(task.span(), "`current_task` does not have the form `N/M`")),
                Some((number, all)) if number > all => {
                    found.push(Finding::new(task.span(), format!("task {number} of {all}")));
                }
                Some(_) => {}
            }
        }
        for pending in root.key("pending_tasks").items().map(|task| task.key("phase")).filter(is_over) {
            let phase = pending.integer().unwrap_or_default();
            found.push(Finding::new(
                pending.span(),
                format!("phase {phase} of {}", total.unwrap_or_default()),
            ));
        }
        found
    },
};

const COST: Rule = Rule {
    code: "SL413",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the cost is less than that of the tasks",
    page: "`cost_so_far` is less than the total cost of the completed tasks. The limit is compared with \
           `cost_so_far`, so the workflow may spend more than it is allowed to.\n\n\
           Correct `cost_so_far`; it includes every task, not only the completed ones.",
    fails: &[(
        PATH,
        state!(
            "executing",
            "",
            "{\"task\": \"1.1\", \"name\": \"Set up\", \"completed\": \"2026-01-15T12:10:00Z\", \"iterations\": 1, \"time_elapsed\": \"10m\", \"cost\": \"$2.20\", \"files_modified\": [], \"success_criteria_met\": {}}",
            "",
            bounds!("$0.75", "34m", ""),
            ""
        ),
    )],
    passes: &[(PATH, GOOD)],
    find: |subject| {
        let root = subject.root();
        let money =
            |text: &str| text.trim().trim_start_matches('$').replace(',', "").trim().parse::<f64>().ok();
        let costs: Option<Vec<f64>> = root
            .key("completed_tasks")
            .items()
            .map(|task| task.key("cost").written().and_then(|cost| money(&cost)))
            .collect();
        let so_far = AgentFields::read(subject.text.as_bytes()).and_then(|state| state.bounds.cost?.value);
        let (Some(costs), Some(so_far)) = (costs, so_far) else { return Vec::new() };
        let sum: f64 = costs.iter().sum();
        // Half a cent of tolerance, for computed sums.
        if sum <= so_far + 0.005 {
            return Vec::new();
        }
        let node = root.key("safety_bounds").key("cost_so_far");
        vec![Finding::new(node.span(), format!("the completed tasks alone cost ${sum:.2}"))]
    },
};

const END: Rule = Rule {
    code: "SL414",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "`end_time` contradicts the status",
    page: "A completed workflow has an `end_time`, a running one has none, and the end is not before the \
           start. In this file the status or the time was not updated.\n\n\
           Correct the one that is wrong.",
    fails: &[(
        PATH,
        "{\"orchestrator\": {\"status\": \"executing\", \"task_doc\": \"/srv/a.md\", \"current_phase\": 0, \"total_phases\": 4, \"current_task\": \"1/2\", \"ralph_iteration\": 1, \"outer_ralph\": false, \"start_time\": \"2026-01-15T12:00:00Z\", \"end_time\": \"2026-01-15T12:20:00Z\"}}\n",
    )],
    passes: &[(PATH, GOOD)],
    find: |subject| {
        let orchestrator = subject.root().key("orchestrator");
        let (start, end) = (orchestrator.key("start_time"), orchestrator.key("end_time"));
        let status = status(subject);
        let message = match (end.value().is_some(), status) {
            (true, "planning" | "executing" | "reviewing") => {
                format!("the workflow has ended, but is {status}")
            }
            (false, "completed") => "the workflow is completed, but has no `end_time`".to_owned(),
            _ if end.time().zip(start.time()).is_some_and(|(end, start)| end < start) => {
                "the workflow ended before it started".to_owned()
            }
            _ => return Vec::new(),
        };
        vec![Finding::new(end.span(), message)]
    },
};

const SUPERVISOR: Rule = Rule {
    code: "SL415",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the supervisor's counters contradict its interventions",
    page: "The counters under `supervisor` are totals, so each is at least the number of interventions of its \
           kind: every intervention is a conflict, `auto_fix` ones are fixes, `re_plan` ones are new plans.\n\n\
           Correct the counter, or remove interventions that never happened.",
    fails: &[(
        PATH,
        "{\"orchestrator\": {\"status\": \"executing\", \"task_doc\": \"/srv/a.md\", \"current_phase\": 0, \"total_phases\": 4, \"current_task\": \"1/2\", \"ralph_iteration\": 1, \"outer_ralph\": false, \"start_time\": \"2026-01-15T12:00:00Z\", \"end_time\": null},\n \"supervisor\": {\"enabled\": true, \"checks_performed\": 1, \"conflicts_detected\": 0, \"auto_fixes_applied\": 0, \"re_plans_triggered\": 0, \"last_check\": null, \"interventions\": [{\"timestamp\": \"2026-01-15T12:15:00Z\", \"check_type\": \"pre_task\", \"task\": \"1.2\", \"conflict_type\": \"api\", \"severity\": \"low\", \"action\": \"pass\", \"resolution\": \"none\"}]}}\n",
    )],
    passes: &[(PATH, GOOD)],
    find: |subject| {
        let supervisor = subject.root().key("supervisor");
        let interventions = supervisor.key("interventions");
        let with = |action: &str| {
            interventions.items().filter(|one| one.key("action").text() == Some(action)).count()
        };
        let due = [
            ("conflicts_detected", interventions.count().unwrap_or_default(), "intervention"),
            ("auto_fixes_applied", with("auto_fix"), "automatic fix"),
            ("re_plans_triggered", with("re_plan"), "new plan"),
        ];
        let less = due.into_iter().filter_map(|(name, least, one)| {
            let node = supervisor.key(name);
            let said = node.integer().filter(|said| usize::try_from(*said).is_ok_and(|said| said < least))?;
            let noun = if one == "automatic fix" && least != 1 {
                format!("{least} automatic fixes")
            } else {
                words::counted(least, one)
            };
            Some(Finding::new(node.span(), format!("`{name}` is {said}, with {noun} below")))
        });
        less.collect()
    },
};

const LEFT: Rule = Rule {
    code: "SL416",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "completed with tasks left",
    page: "The workflow is completed, but tasks are still pending. The line shows 100%.\n\n\
           If the tasks were dropped, remove them from `pending_tasks`; otherwise the workflow is \
           not completed.",
    fails: &[(
        PATH,
        "{\"orchestrator\": {\"status\": \"completed\", \"task_doc\": \"/srv/a.md\", \"current_phase\": 3, \"total_phases\": 4, \"current_task\": \"2/2\", \"ralph_iteration\": 1, \"outer_ralph\": false, \"start_time\": \"2026-01-15T12:00:00Z\", \"end_time\": \"2026-01-15T12:20:00Z\"},\n \"pending_tasks\": [{\"phase\": 3, \"task\": \"4.2\", \"name\": \"Docs\"}]}\n",
    )],
    passes: &[(PATH, GOOD)],
    find: |subject: &Subject<'_>| {
        let pending = subject.root().key("pending_tasks");
        let Some(count) = pending.count().filter(|count| *count > 0 && status(subject) == "completed") else {
            return Vec::new();
        };
        let span = subject.root().key("orchestrator").key("status").span();
        vec![Finding::new(
            span,
            format!("the workflow is completed, with {} left", words::counted(count, "task")),
        )]
    },
};
