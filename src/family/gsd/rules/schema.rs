//! The documented fields of STATE.md.

use super::{PATH, state};
use crate::family::rule::{
    Rule, Scope, Severity, Subject,
    schema::{self, Field, FieldKind, Way, optional, required},
};

const FIELDS: &[Field] = &[
    required("gsd_state_version", FieldKind::Anything),
    required("status", FieldKind::Anything),
    optional("progress", FieldKind::Object(PROGRESS)),
    optional("last_updated", FieldKind::TimeOrDay),
];

/// The fields of a workstream on which no work has begun: its name and the day of its creation.
const WORKSTREAM: &[Field] =
    &[optional("progress", FieldKind::Object(PROGRESS)), optional("last_updated", FieldKind::TimeOrDay)];

/// Returns the documented fields of a file. A tool that is derived from GSD has a version of its own.
pub(in crate::family) fn fields(subject: &Subject<'_>) -> &'static [Field] {
    let is_derived = || subject.text.lines().take(4).any(|line| line.contains("_state_version:"));
    let front = subject.frontmatter();
    if front.key("workstream").is_there() || !front.key("gsd_state_version").is_there() && is_derived() {
        WORKSTREAM
    } else {
        FIELDS
    }
}

const PROGRESS: &[Field] = &[
    optional("total_phases", FieldKind::Integer),
    optional("completed_phases", FieldKind::Integer),
    optional("total_plans", FieldKind::Integer),
    optional("completed_plans", FieldKind::Integer),
    optional("percent", FieldKind::Integer),
];

pub(super) const RULES: &[Rule] = &[MISSING, TYPE, TIME];

const MISSING: Rule = Rule {
    code: "SL101",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a required field is missing",
    page: "`gsd_state_version` and `status` are in every STATE.md that GSD's tools have written; \
           every other field is optional. (A new workstream has only its name.) Without a status the line has less to show, and the tools treat a \
           file without a version as one in an old format.\n\n\
           Add the field, or let any `state` command of GSD write the frontmatter again.",
    fails: &[(PATH, "---\ngsd_state_version: '1.0'\nmilestone: v2.0\n---\n")],
    passes: &[(PATH, state!())],
    find: |subject| schema::of(subject, Way::Missing),
};

const TYPE: Rule = Rule {
    code: "SL102",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a field has the wrong type",
    page: "`progress` is a block of integers. Some tools read a count in quotes, with a percent sign or with a \
           decimal point, others do not; the status line needs plain digits.\n\n\
           Write only the digits.",
    fails: &[(PATH, state!("progress:", "  percent: fifty"))],
    passes: &[(PATH, state!("progress:", "  percent: 50"))],
    find: |subject| schema::of(subject, Way::Type),
};

const TIME: Rule = Rule {
    code: "SL104",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a time that cannot be read",
    page: "`last_updated` is an ISO 8601 time, such as `2026-06-01T12:34:56.789Z`, or a day, such as \
           `2026-06-01`. Anything else cannot be compared, so the age of the state is unknown.\n\n\
           Write the time in that form, in quotes.",
    fails: &[(PATH, state!("last_updated: \"1 June, noon\""))],
    passes: &[(PATH, state!("last_updated: \"2026-06-01\""))],
    find: |subject| schema::of(subject, Way::Time),
};
