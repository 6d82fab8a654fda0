//! The limits of a workflow: exceeded, near, or not readable.

use serde_json::Value;

use super::{PATH, bounds, is_under_way, state};
use crate::{
    family::agent_state::{AgentFields, bounds::Amount},
    family::rule::{Finding, Node, Rule, Scope, Severity, Subject},
    text::json,
};

pub(super) const RULES: &[Rule] = &[EXCEEDED, UNWARNED, UNREADABLE];

/// The most that the line takes for a limit.
const MOST: f64 = 1e9;

const GOOD: &str = state!("executing", "", "", "", bounds!("$0.75", "0h 34m 8s", ""), "");

const EXCEEDED: Rule = Rule {
    code: "SL408",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a safety limit is exceeded, but the workflow goes on",
    page: "The cost, the time or the iterations are over their limit, and the workflow goes on. These limits \
           keep a loop from running away.\n\n\
           Pause the workflow. Find out what it spends, and raise the limit only if that is justified.",
    fails: &[(PATH, state!("executing", "", "", "", bounds!("$12.40", "34m", ""), ""))],
    passes: &[(PATH, GOOD)],
    find: |subject| {
        if !is_under_way(subject) {
            return Vec::new();
        }
        used(subject)
            .into_iter()
            .filter(|bound| bound.used > bound.limit)
            .map(|bound| {
                let message = format!("{} exceeds its limit, and the workflow goes on", bound.what);
                Finding::new(bound.node.span(), message)
                    .label(format!("{:.0}% of the limit", bound.percent().floor()))
                    .help("pause the workflow; raise the limit only if that is justified")
            })
            .collect()
    },
};

const UNWARNED: Rule = Rule {
    code: "SL409",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "a limit is near, but `warnings` is empty",
    page: "The cost, the time or the iterations are at 90% or more of their limit, and `warnings` is empty. The \
           orchestrator should record a warning when it comes near a limit.\n\n\
           Find out what the workflow spends before it is stopped in the middle of a task.",
    fails: &[(PATH, state!("executing", "", "", "", bounds!("$9.50", "34m", ""), ""))],
    passes: &[(
        PATH,
        state!("executing", "", "", "", bounds!("$9.50", "34m", "\"Cost at 95% of limit\""), ""),
    )],
    find: |subject| {
        let is_warned =
            subject.root().key("safety_bounds").key("warnings").count().is_some_and(|count| count > 0);
        if is_warned || !is_under_way(subject) {
            return Vec::new();
        }
        let near =
            used(subject).into_iter().filter(|bound| bound.used <= bound.limit && bound.percent() >= 90.0);
        near.map(|bound| {
            let message = format!(
                "{} is at {:.0}% of its limit, but `warnings` is empty",
                bound.what,
                bound.percent().floor()
            );
            Finding::new(bound.node.span(), message)
        })
        .collect()
    },
};

const UNREADABLE: Rule = Rule {
    code: "SL421",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a limit that is not an amount",
    page: "Limits are strings such as `$10` and `2h`, and a number of iterations; this one cannot be read as an \
           amount above zero. A limit that cannot be read has no effect: there is no warning when the \
           workflow comes near it.\n\n\
           Write money as `$10` or `$0.75`, time as `2h` or `0h 34m 8s`, and iterations as `30`.",
    fails: &[(PATH, state!("executing", "", "", "", bounds!("less than a dollar", "34m", ""), ""))],
    passes: &[(PATH, GOOD)],
    find: |subject| {
        let bounds = subject.root().key("safety_bounds");
        let (money, time): (Read, Read) =
            (|text| Amount::money(text.into()), |text| Amount::time(text.into()));
        let kinds = [
            ("max_cost", money, "$10", true),
            ("max_time", time, "2h", true),
            ("cost_so_far", money, "$0.75", false),
            ("elapsed_time", time, "0h 34m 8s", false),
        ];
        let mut found = Vec::new();
        for (name, read, example, is_limit) in kinds {
            let node = bounds.key(name);
            let Some(amount) = node.text().map(read) else { continue };
            if amount.value.is_some_and(|value| value > 0.0 || value == 0.0 && !is_limit) {
                continue;
            }
            let effect = if is_limit { "; it has no effect" } else { "" };
            let finding = Finding::new(node.span(), format!("`{name}` is not an amount{effect}"));
            found.push(finding.help(format!("write it as `{example}`")));
        }
        for (name, example) in [("max_iterations_per_task", "30"), ("max_time_hours", "2")] {
            let node = bounds.key(name);
            // A limit of another type than a number is reported as that, except one that is not documented.
            let is_typed = name == "max_iterations_per_task" && !node.value().is_some_and(Value::is_u64);
            if node.value().is_none() || is_typed || is_count(&node) {
                continue;
            }
            let finding = Finding::new(node.span(), format!("`{name}` is not an amount; it has no effect"));
            found.push(finding.help(format!("write it as `{example}`")));
        }
        found
    },
};

/// Returns whether a value can limit something, as the line reads it.
fn is_count(node: &Node<'_>) -> bool {
    let number = match node.value() {
        Some(Value::Number(number)) => number.as_f64(),
        Some(Value::String(text)) => json::number(text),
        _ => None,
    };
    number.is_some_and(|number| number > 0.0 && number < MOST)
}

/// A function that reads an amount.
type Read = fn(&str) -> Amount<'_>;

/// A limit, and how much of it is used.
struct Bound<'s> {
    what: &'static str,
    node: Node<'s>,
    used: f64,
    limit: f64,
}

impl Bound<'_> {
    fn percent(&self) -> f64 {
        self.used / self.limit * 100.0
    }
}

/// Returns everything that has both a limit and a count.
fn used<'s>(subject: &'s Subject<'_>) -> Vec<Bound<'s>> {
    let Some(state) = AgentFields::read(subject.text.as_bytes()) else { return Vec::new() };
    let root = subject.root();
    let node = |name: &'static str| root.key("safety_bounds").key(name);
    let value = |amount: &Option<Amount<'_>>| amount.as_ref().and_then(|amount| amount.value);
    let bounds = state.bounds;
    let iteration = root.key("orchestrator").key("ralph_iteration");
    [
        ("the cost", node("cost_so_far"), value(&bounds.cost), value(&bounds.max_cost)),
        ("the time", node("elapsed_time"), value(&bounds.elapsed), value(&bounds.max_time)),
        ("the count of iterations", iteration, state.iteration, bounds.max_iterations),
    ]
    .into_iter()
    .filter_map(|(what, node, used, limit)| {
        Some(Bound { what, node, used: used?, limit: limit.filter(|limit| *limit > 0.0)? })
    })
    .collect()
}
