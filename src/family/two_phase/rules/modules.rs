//! Modules and their ids: in dependencies, in assignments, in the current module.

use std::collections::{HashMap, HashSet};

use super::{EXEC, PLAN, exec, plan};
use crate::family::rule::{Finding, Node, Rule, Scope, Severity, Subject};

pub(super) const RULES: &[Rule] = &[TWICE, DANGLING, CYCLE, STRANGER];

/// Returns the modules of either file, under either key.
fn modules<'s>(subject: &'s Subject<'_>) -> Vec<Node<'s>> {
    let root = subject.root();
    ["modules_status", "modules"].iter().flat_map(|key| root.key(key).items()).collect()
}

/// Returns the list to count: `modules_status`, else `modules`.
pub(super) fn counted<'s>(subject: &'s Subject<'_>) -> Vec<Node<'s>> {
    let root = subject.root();
    let named = root.key("modules_status");
    let list = if named.count().is_some() { named } else { root.key("modules") };
    list.items().collect()
}

fn ids<'s>(modules: &[Node<'s>]) -> HashSet<&'s str> {
    modules.iter().filter_map(|module| module.key("id").text()).collect()
}

const TWICE: Rule = Rule {
    code: "SL205",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "two modules have the same id",
    page: "Assignments, dependencies and the current module refer to a module by its id. Of two modules with \
           the same id the orchestrator finds the first and never the second, and the count is one too \
           many.\n\n\
           Give each module a different id.",
    fails: &[(
        EXEC,
        exec!(
            "modules_status:",
            "  - id: auth",
            "    status: pending",
            "  - id: auth",
            "    status: complete"
        ),
    )],
    passes: &[(
        EXEC,
        exec!(
            "modules_status:",
            "  - id: auth",
            "    status: pending",
            "  - id: api",
            "    status: complete"
        ),
    )],
    find: |subject| {
        let mut known = HashSet::new();
        let mut found = Vec::new();
        for module in counted(subject) {
            let id = module.key("id");
            if let Some(text) = id.text()
                && !known.insert(text)
            {
                found.push(Finding::new(id.span(), format!("a second module `{text}`")));
            }
        }
        found
    },
};

const DANGLING: Rule = Rule {
    code: "SL206",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a module that does not exist",
    page: "`current_module`, the `module` of an assignment or one of a module's `dependencies` names a module \
           that is in no list. It was renamed or removed, or the name is misspelled; the work on it cannot be \
           tracked, and a dependency on it is never satisfied.\n\n\
           Write the id of an existing module.",
    fails: &[(
        EXEC,
        exec!("current_module: auth-coer", "modules_status:", "  - id: auth-core", "    status: pending"),
    )],
    passes: &[(
        EXEC,
        exec!("current_module: auth-core", "modules_status:", "  - id: auth-core", "    status: pending"),
    )],
    find: |subject| {
        let modules = modules(subject);
        let known = ids(&modules);
        if known.is_empty() {
            return Vec::new();
        }
        let root = subject.root();
        let assigned = root.key("active_assignments").items().map(|assignment| assignment.key("module"));
        let needed = modules.iter().flat_map(|module| module.key("dependencies").items());
        let named: Vec<Node<'_>> =
            std::iter::once(root.key("current_module")).chain(assigned).chain(needed).collect();
        let dangling = named.iter().filter_map(|node| {
            let id = node.text().filter(|id| !id.is_empty() && !known.contains(id))?;
            let finding = Finding::new(node.span(), format!("there is no module `{id}`"));
            // Only a few are compared: with thousands of modules, a guess is not worth the time.
            Some(
                match crate::text::suggest::nearest(id, known.iter().copied().filter(|_| known.len() <= 200))
                {
                    Some(nearest) => finding.help(format!("did you mean `{nearest}`?")),
                    None => finding.help("write the id of an existing module"),
                },
            )
        });
        dangling.collect()
    },
};

const CYCLE: Rule = Rule {
    code: "SL207",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "modules that depend on each other",
    page: "A module depends on itself, directly or through others. None of these modules can start before the \
           others are complete, so the plan never ends.\n\n\
           Remove one of the dependencies.",
    fails: &[(
        PLAN,
        plan!(
            "modules:",
            "  - id: auth",
            "    status: planned",
            "    dependencies: [api]",
            "  - id: api",
            "    status: planned",
            "    dependencies: [auth]"
        ),
    )],
    passes: &[(
        PLAN,
        plan!(
            "modules:",
            "  - id: auth",
            "    status: planned",
            "    dependencies: []",
            "  - id: api",
            "    status: planned",
            "    dependencies: [auth]"
        ),
    )],
    find: |subject| {
        let modules = counted(subject);
        let waits: HashMap<&str, &Node<'_>> =
            modules.iter().filter_map(|module| Some((module.key("id").text()?, module))).collect();
        let Some(id) = waiting_for_itself(&waits) else { return Vec::new() };
        let span = waits.get(id).map(|module| module.key("dependencies").span()).unwrap_or_default();
        vec![Finding::new(span, format!("`{id}` depends on itself")).help("remove one of the dependencies")]
    },
};

/// Returns a module that depends on itself, directly or not; each module is visited once.
fn waiting_for_itself<'s>(modules: &HashMap<&'s str, &Node<'s>>) -> Option<&'s str> {
    let needs = |id: &str| -> Vec<&'s str> {
        let list = modules.get(id).map(|module| module.key("dependencies"));
        list.iter().flat_map(Node::items).filter_map(|item| item.text()).collect()
    };
    let mut names: Vec<&str> = modules.keys().copied().collect();
    names.sort_unstable();
    let mut done: HashSet<&str> = HashSet::new();
    for start in names {
        // The path from `start`, and the dependencies that are still to visit from each of its members.
        let mut way: Vec<(&str, Vec<&str>)> = vec![(start, needs(start))];
        let mut on_way: HashSet<&str> = HashSet::from([start]);
        while let Some((id, open)) = way.last_mut() {
            match open.pop() {
                Some(next) if on_way.contains(next) => return Some(next),
                Some(next) if !done.contains(next) => {
                    on_way.insert(next);
                    way.push((next, needs(next)));
                }
                Some(_) => {}
                None => {
                    done.insert(id);
                    on_way.remove(*id);
                    way.pop();
                }
            }
        }
    }
    None
}

const STRANGER: Rule = Rule {
    code: "SL208",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "an assignment to an agent that is not registered",
    page: "The agent of an assignment, or of a module's `assigned_to`, is neither a registered AI \
           agent nor a registered human developer. The orchestrator has no session to ask for progress.\n\n\
           Register the agent, or correct the name.",
    fails: &[(
        EXEC,
        exec!(
            "registered_agents:",
            "  ai_agents:",
            "    - agent_id: implementer-1",
            "active_assignments:",
            "  - agent: implementer-2",
            "    module: auth-core",
            "    status: working"
        ),
    )],
    passes: &[(
        EXEC,
        exec!(
            "registered_agents:",
            "  ai_agents:",
            "    - agent_id: implementer-1",
            "active_assignments:",
            "  - agent: implementer-1",
            "    module: auth-core",
            "    status: working"
        ),
    )],
    find: |subject| {
        let root = subject.root();
        let registry = root.key("registered_agents");
        let agents = registry.key("ai_agents").items().map(|agent| agent.key("agent_id"));
        let people = registry.key("human_developers").items().map(|person| person.key("github_username"));
        let known: HashSet<&str> = agents.chain(people).filter_map(|node| node.text()).collect();
        if registry.value().is_none() {
            return Vec::new();
        }
        let assigned = root.key("active_assignments").items().map(|assignment| assignment.key("agent"));
        let owners = modules(subject).into_iter().map(|module| module.key("assigned_to"));
        let strangers = assigned.chain(owners).filter_map(|node| {
            let name = node.text().filter(|name| !name.is_empty() && !known.contains(name))?;
            Some(
                Finding::new(node.span(), format!("`{name}` is not registered"))
                    .help("register it, or correct the name"),
            )
        });
        strangers.collect()
    },
};
