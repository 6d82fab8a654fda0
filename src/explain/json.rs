//! An explanation for programs.

use std::path::Path;

use serde_json::{Value, json as value};

use super::{Explanation, Field};
use crate::{
    select::{Presence, Spot, Trace},
    text,
};

/// The most lines that cannot be read to list; the rest is counted.
const MOST: usize = 200;

/// Writes the search and what was found as one JSON object.
pub fn json(search: Option<&Trace>, explanation: Option<&Explanation>, why: Option<&str>) -> String {
    let report = value!({
        "search": search.map(searched),
        "family": explanation.map(|found| found.family.id),
        "path": explanation.and_then(|found| found.path.as_deref()).map(shown),
        "why": why,
        "line": explanation.map(|found| &found.line),
        "hidden": explanation.map(|found| found.is_hidden),
        "scene": explanation.and_then(|found| found.scenes.iter().find(|scene| scene.is_shown)).map(|scene| scene.name),
        "scenes": explanation.map(|found| found.scenes.iter().map(|scene| value!({
            "name": scene.name,
            "trigger": scene.trigger,
            "holds": scene.holds,
            "shown": scene.is_shown && !found.is_hidden,
            "values": scene.fields.iter().map(field).collect::<Vec<Value>>(),
        })).collect::<Vec<Value>>()),
        "values": explanation.map(|found| found.values.iter().map(field).collect::<Vec<Value>>()),
        "reasons": explanation.map(|found| found.reasons.iter().map(|reason| value!({
            "part": reason.part, "from": reason.from, "line": reason.line, "why": reason.why,
        })).collect::<Vec<Value>>()),
        "bar": explanation.map(|found| &found.bar),
        "differences": explanation.map(|found| found.differences.iter().map(|(line, one)| value!({
            "field": one.name, "line": line, "shown": one.line, "yaml": one.yaml,
        })).collect::<Vec<Value>>()),
        "unreadable": explanation.map(|found| found.complaints.iter().take(MOST).map(|(line, why)| value!({
            "line": line, "why": why,
        })).collect::<Vec<Value>>()),
        "unreadable_more": explanation.map(|found| found.complaints.len().saturating_sub(MOST)),
        "findings": explanation.map(|found| found.problems.iter().map(|(line, problem)| value!({
            "code": problem.rule.code,
            "severity": problem.severity().name(),
            "line": line,
            "message": problem.finding.message,
            "help": problem.finding.help,
        })).collect::<Vec<Value>>()),
    });
    format!("{}\n", text::escaped(&format!("{report:#}")))
}

fn searched(search: &Trace) -> Value {
    let directories = search.directories.iter().map(|directory| {
        value!({
            "path": shown(&directory.path),
            "places": directory.spots.iter().map(spot).collect::<Vec<Value>>(),
        })
    });
    value!({"from": shown(&search.start), "directories": directories.collect::<Vec<Value>>()})
}

fn spot(spot: &Spot) -> Value {
    let (there, modified, why) = match &spot.presence {
        Presence::Absent => (false, None, None),
        Presence::State(modified) => (true, Some(*modified), None),
        Presence::Hidden(modified, hidden) => {
            (true, Some(*modified), Some(format!("hidden: {}", hidden.why())))
        }
        Presence::Silent(why) => (true, None, Some((*why).to_owned())),
        Presence::Passed(why) => (false, None, Some(why.clone())),
    };
    let sessions = spot.sessions.iter().map(
        |one| value!({"path": one.path, "status": one.status, "updated": one.updated, "counts": one.is_chosen}),
    );
    value!({
        "family": spot.family.id,
        "place": spot.place,
        "state": there,
        "modified": modified,
        "why": why,
        "sessions": sessions.collect::<Vec<Value>>(),
        "more": spot.more,
    })
}

fn field(field: &Field) -> Value {
    value!({"field": field.name, "value": field.value, "line": field.line, "seen": !field.is_unseen})
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
