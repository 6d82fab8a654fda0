//! The rules for a list of tasks: most are about what Task Master itself stumbles over.

use std::collections::{HashMap, HashSet};

use super::{
    FILE,
    read::{Status, current_tag},
};
use crate::{
    family::rule::{Finding, Node, Piece, Rule, Scope, Severity, Subject, subject::neighbour, words},
    text::suggest,
};

pub(super) const RULES: &[Rule] = &[STATUS, MISSING, TWICE, CYCLE, OPEN_PARTS, TAG, UNREADABLE];

/// A file that no rule reports.
const GOOD: &[Piece] = &[(
    FILE,
    "{\"master\": {\"tasks\": [\n  {\"id\": 1, \"title\": \"Set up\", \"status\": \"done\", \"dependencies\": []},\n  \
     {\"id\": 2, \"title\": \"Export\", \"status\": \"pending\", \"dependencies\": [1]}\n]}}\n",
)];

const UNREADABLE: Rule = Rule {
    code: "SL716",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "the file is not a JSON object",
    page: "The file is not a JSON object: it was cut off in the middle of a write, or edited by hand. Task Master cannot \
           read it either, and the line shows only what comes before the error, or that the file is unreadable.\n\n\
           Restore the file from your version control, or correct the place that is reported.",
    fails: &[(FILE, "{\"master\": {\"tasks\": [\n  {\"id\": 1, \"title\": \"Set")],
    passes: GOOD,
    find: |subject| {
        let unreadable = subject.unreadable();
        unreadable.map(|(span, why)| Finding::new(span, why)).into_iter().collect()
    },
};

/// The tasks of each tag.
fn lists<'s>(subject: &'s Subject<'_>) -> Vec<Vec<Node<'s>>> {
    let root = subject.root();
    let tasks = |node: Node<'s>| node.key("tasks").items().collect::<Vec<_>>();
    if root.key("tasks").count().is_some() {
        return vec![tasks(root)];
    }
    root.entries().map(|(_, tag)| tasks(tag)).collect()
}

/// Returns the id of a task as text.
fn id(task: &Node<'_>) -> Option<String> {
    task.key("id").written()
}

const STATUS: Rule = Rule {
    code: "SL710",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a status that Task Master does not know",
    page: "The status of a task is `pending`, `in-progress`, `review`, `done`, `blocked`, `deferred` or \
           `cancelled`. Task Master offers a task with another status never as the next one, and does not count it \
           as done.\n\n\
           Use one of these words.",
    fails: &[(
        FILE,
        "{\"master\": {\"tasks\": [{\"id\": 1, \"title\": \"Set up\", \"status\": \"in_progres\"}]}}\n",
    )],
    passes: GOOD,
    find: |subject| {
        let unknown = |task: &Node<'_>| {
            let status = task.key("status");
            let word = status.text()?;
            if word.is_empty() || Status::WORDS.contains(&word) {
                return None;
            }
            let finding = Finding::new(status.span(), format!("`{word}` is not a status of a task"));
            let meant = suggest::nearest(word, Status::WORDS.iter().copied());
            Some(match meant {
                Some(meant) => finding.help(format!("did you mean `{meant}`?")),
                None => finding.help(format!("it takes {}", words::either(Status::WORDS))),
            })
        };
        let lists = lists(subject);
        let all = lists.iter().flatten();
        all.flat_map(|task| std::iter::once(task.clone()).chain(task.key("subtasks").items()))
            .filter_map(|task| unknown(&task))
            .collect()
    },
};

const MISSING: Rule = Rule {
    code: "SL711",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a dependency on a task that does not exist",
    page: "A task depends on an id that no task of its tag has. It can never be the next task, because what it waits \
           for is never done.\n\n\
           Remove the dependency, or correct the id. `task-master fix-dependencies` removes all of them.",
    fails: &[(
        FILE,
        "{\"master\": {\"tasks\": [{\"id\": 1, \"title\": \"Set up\", \"status\": \"pending\", \"dependencies\": [7]}]}}\n",
    )],
    passes: GOOD,
    find: |subject| {
        let mut found = Vec::new();
        for tasks in lists(subject) {
            let mut known = HashSet::new();
            for task in &tasks {
                let Some(own) = id(task) else { continue };
                let parts = task.key("subtasks").items().filter_map(|part| id(&part));
                known.extend(parts.map(|part| format!("{own}.{part}")));
                known.insert(own);
            }
            for task in &tasks {
                let own = id(task).unwrap_or_default();
                found.extend(dangling(task, &known, None));
                let parts = task.key("subtasks").items();
                found.extend(parts.flat_map(|part| dangling(&part, &known, Some(&own))));
            }
        }
        found
    },
};

/// Returns the dependencies of a task that no task has; a subtask can name those next to it by their own id.
fn dangling(task: &Node<'_>, known: &HashSet<String>, parent: Option<&str>) -> Vec<Finding> {
    let unknown = task.key("dependencies").items().filter_map(|dependency| {
        let name = dependency.written()?;
        let is_next_to_it = parent.is_some_and(|parent| known.contains(&format!("{parent}.{name}")));
        let is_known = known.contains(&name) || is_next_to_it;
        let task = id(task).unwrap_or_default();
        let task = parent.map_or_else(|| task.clone(), |parent| format!("{parent}.{task}"));
        (!is_known).then(|| {
            Finding::new(dependency.span(), format!("task {task} depends on {name}, which does not exist"))
        })
    });
    unknown.collect()
}

const TWICE: Rule = Rule {
    code: "SL712",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "two tasks have one id",
    page: "Two tasks of a tag, or two subtasks of a task, have the same id. Task Master changes the first one when it is \
           asked to change either, and a dependency on the id is unclear.\n\n\
           Give one of them another id, and correct the dependencies on it.",
    fails: &[(
        FILE,
        "{\"master\": {\"tasks\": [{\"id\": 1, \"title\": \"Set up\", \"status\": \"done\"},\n  \
         {\"id\": \"1\", \"title\": \"Export\", \"status\": \"pending\"}]}}\n",
    )],
    passes: GOOD,
    find: |subject| {
        let mut found = Vec::new();
        for tasks in lists(subject) {
            found.extend(repeated(tasks.iter(), None));
            for task in &tasks {
                let parts: Vec<Node<'_>> = task.key("subtasks").items().collect();
                found.extend(repeated(parts.iter(), id(task).as_deref()));
            }
        }
        found
    },
};

/// Returns the tasks whose id an earlier one has.
fn repeated<'n, 's: 'n>(tasks: impl Iterator<Item = &'n Node<'s>>, parent: Option<&str>) -> Vec<Finding> {
    let mut seen = HashSet::new();
    let again = tasks.filter_map(|task| {
        let own = id(task)?;
        let name = parent.map_or_else(|| own.clone(), |parent| format!("{parent}.{own}"));
        let message = format!("task {name} is there twice");
        (!seen.insert(own)).then(|| Finding::new(task.key("id").span(), message).label("again"))
    });
    again.collect()
}

const CYCLE: Rule = Rule {
    code: "SL713",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "tasks that wait for each other",
    page: "A task depends on itself, or on a task that waits for it. None of them can ever be the next task.\n\n\
           Remove one of the dependencies. `task-master validate-dependencies` lists them, too.",
    fails: &[(
        FILE,
        "{\"master\": {\"tasks\": [\n  {\"id\": 1, \"title\": \"Set up\", \"status\": \"pending\", \"dependencies\": [2]},\n  \
         {\"id\": 2, \"title\": \"Export\", \"status\": \"pending\", \"dependencies\": [1]}\n]}}\n",
    )],
    passes: GOOD,
    find: |subject| lists(subject).iter().filter_map(|tasks| cycle(tasks)).collect(),
};

/// How many tasks of a circle a message names.
const NAMED: usize = 6;

/// Returns the first task that waits for itself.
fn cycle(tasks: &[Node<'_>]) -> Option<Finding> {
    let needs = |task: &Node<'_>| task.key("dependencies").items().filter_map(|one| one.written()).collect();
    let is_open = |task: &&Node<'_>| Status::of(task.key("status").text().unwrap_or_default()).is_open();
    let mut waiting: HashMap<String, Vec<String>> =
        tasks.iter().filter(is_open).filter_map(|task| Some((id(task)?, needs(task)))).collect();
    for free in without_circles(&waiting) {
        waiting.remove(&free);
    }
    // Some of those left only wait for a circle: follow the dependencies into it.
    let mut at = tasks.iter().filter_map(id).find(|id| waiting.contains_key(id))?;
    let (mut path, mut seen) = (Vec::new(), HashSet::new());
    while seen.insert(at.clone()) {
        let next = waiting.get(&at)?.iter().find(|need| waiting.contains_key(*need))?.clone();
        path.push(std::mem::replace(&mut at, next));
    }
    let circle: Vec<String> = path.into_iter().skip_while(|id| *id != at).collect();
    let task = tasks.iter().find(|task| id(task).as_ref() == Some(&at))?;
    let message = if let [one] = circle.as_slice() {
        format!("task {one} depends on itself")
    } else {
        let named = circle.iter().take(NAMED).map(String::as_str);
        let more = if circle.len() > NAMED { "…" } else { at.as_str() };
        format!("tasks wait for each other: {}", named.chain([more]).collect::<Vec<_>>().join(" → "))
    };
    Some(Finding::new(task.key("dependencies").span(), message))
}

/// Returns the tasks that can be done one after the other, if each waits for those that it names.
fn without_circles(waiting: &HashMap<String, Vec<String>>) -> Vec<String> {
    let mut dependents: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut left: HashMap<&str, usize> = HashMap::new();
    for (id, needs) in waiting {
        let needs = needs.iter().filter(|need| waiting.contains_key(*need));
        let count = needs.inspect(|need| dependents.entry(need).or_default().push(id)).count();
        left.insert(id, count);
    }
    let mut free: Vec<&str> = left.iter().filter(|(_, count)| **count == 0).map(|(id, _)| *id).collect();
    let mut done = Vec::new();
    while let Some(id) = free.pop() {
        done.push(id.to_owned());
        for dependent in dependents.get(id).into_iter().flatten() {
            if let Some(count) = left.get_mut(dependent) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    free.push(dependent);
                }
            }
        }
    }
    done
}

const OPEN_PARTS: Rule = Rule {
    code: "SL714",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a task is done, but some of its subtasks are not",
    page: "The task counts as done, and Task Master offers its open subtasks no more.\n\n\
           Set the subtasks to `done`, or the task to `pending`. If they were not needed, set them to `cancelled`.",
    fails: &[(
        FILE,
        "{\"master\": {\"tasks\": [{\"id\": 1, \"title\": \"Set up\", \"status\": \"done\", \"subtasks\": [\n  \
         {\"id\": 1, \"title\": \"Install\", \"status\": \"pending\"}]}]}}\n",
    )],
    passes: GOOD,
    find: |subject| {
        let status = |task: &Node<'_>| Status::of(task.key("status").text().unwrap_or_default());
        let mut found = Vec::new();
        for task in lists(subject).iter().flatten().filter(|task| status(task) == Status::Done) {
            let open = task.key("subtasks").items().filter(|part| status(part).is_open()).count();
            if open > 0 {
                let open = words::counted(open, "open subtask");
                let message = format!("task {} is done, but has {open}", id(task).unwrap_or_default());
                found.push(Finding::new(task.key("status").span(), message));
            }
        }
        found
    },
};

const TAG: Rule = Rule {
    code: "SL715",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the current tag has no tasks",
    page: "`.taskmaster/state.json` names a current tag that the file does not have. Task Master then has no tasks to \
           show; the line shows those of `master`, or of the first tag.\n\n\
           Choose a tag with `task-master use-tag`.",
    fails: &[
        (FILE, "{\"master\": {\"tasks\": [{\"id\": 1, \"title\": \"Set up\", \"status\": \"done\"}]}}\n"),
        (".taskmaster/state.json", "{\"currentTag\": \"redesign\"}\n"),
    ],
    passes: GOOD,
    find: |subject| {
        let root = subject.root();
        let text = subject.dir().and_then(|dir| neighbour(&dir.parent()?.join("state.json")));
        let Some(tag) = text.as_deref().and_then(|text| current_tag(text.as_bytes())) else {
            return Vec::new();
        };
        let has_tags = root.entries().any(|(_, tag)| tag.key("tasks").count().is_some());
        if !has_tags || root.entries().any(|(name, _)| name == tag) {
            return Vec::new();
        }
        let message = format!("the current tag `{tag}` is not in the file");
        let names: Vec<&str> = root.entries().map(|(name, _)| name).collect();
        let help = format!("the file has {}", words::either(&names));
        vec![Finding::new(subject.first_line(), message).help(help)]
    },
};
