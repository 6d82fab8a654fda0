//! What can be wrong in a config: the line ignores it, so nobody would know.

use super::Breach;
use crate::config::{LIMIT, Mistake, Reading};
use crate::family::rule::{Finding, Rule, Scope, Severity, Subject};

pub(super) const RULES: &[Rule] = &[NOT_TOML, UNKNOWN_SETTING, BAD_VALUE, NOT_A_TABLE, TOO_LONG];

const GOOD: &str = "theme = \"bright\"\nshow = [\"cost\", \"limits\"]\n\n[context]\nwarn = 40\n";

const NOT_TOML: Rule = Rule {
    code: "SL501",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "the config is not TOML",
    page: "A line of the config is not TOML, so what it was to set is not set. What can be read of the rest \
           counts all the same: a slip of the pen costs one setting and not all of them.\n\n\
           Texts stand in quotes, lists in brackets, and a name stands once in a table. `stateline config` \
           shows what is in force.",
    fails: &[(".stateline.toml", "theme = bright\n")],
    passes: &[(".stateline.toml", GOOD)],
    look: nothing,
};

const UNKNOWN_SETTING: Rule = Rule {
    code: "SL502",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "no setting of that name",
    page: "The config sets something that stateline does not have, so it sets nothing. The name has a slip, \
           stands in the wrong table, or belongs to another program.\n\n\
           `stateline config` lists every setting with its value, `stateline config --segments` the names of \
           the segments, each of which can have a colour under `[colors]`.",
    fails: &[(".stateline.toml", "tehme = \"bright\"\n")],
    passes: &[(".stateline.toml", GOOD)],
    look: nothing,
};

const BAD_VALUE: Rule = Rule {
    code: "SL503",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "a value that the setting does not take",
    page: "The setting exists, but not with this value: it is of another type, out of range, or no word that \
           the setting knows. The line goes on as if it were not there.\n\n\
           The finding says what the setting takes.",
    fails: &[(".stateline.toml", "[bar]\nwidth = 0\n")],
    passes: &[(".stateline.toml", GOOD)],
    look: nothing,
};

const NOT_A_TABLE: Rule = Rule {
    code: "SL504",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "a value where a table is meant",
    page: "`state`, `bar`, `context`, `limits`, `cost` and `colors` are tables: their settings stand below a \
           header such as `[context]`, or are written `context.warn = 40`. A value of their own they do not \
           have.\n\n\
           Write the header on a line of its own, and below it what is to be set.",
    fails: &[(".stateline.toml", "context = 40\n")],
    passes: &[(".stateline.toml", GOOD)],
    look: nothing,
};

const TOO_LONG: Rule = Rule {
    code: "SL505",
    severity: Severity::Warning,
    scope: Scope::Config,
    title: "only the first 16 KiB of the config are read",
    page: "Every prompt reads the config, so no more than 16 KiB of it are read: four times the file that \
           `stateline config --init` writes. What stands behind them does not count.\n\n\
           Take out what is only a comment.",
    fails: &[(".stateline.toml", LONG)],
    passes: &[(".stateline.toml", GOOD)],
    look: nothing,
};

/// A config that is one long comment.
const LONG: &str = {
    const BYTES: [u8; LIMIT] = {
        let mut bytes = [b'#'; LIMIT];
        bytes[LIMIT - 1] = b'\n';
        bytes
    };
    match std::str::from_utf8(&BYTES) {
        Ok(text) => text,
        Err(_) => "",
    }
};

/// No state file breaks these rules: what is wrong in a config is found by whoever reads it, at once.
fn nothing(_: &Subject<'_>) -> Vec<Finding> {
    Vec::new()
}

/// Returns the breaches in a config that was read.
pub fn config(text: &str, reading: &Reading) -> Vec<Breach> {
    let mut found: Vec<Breach> = reading
        .problems
        .iter()
        .map(|problem| {
            // Of a value over several lines the first is enough to find it by.
            let line =
                text.get(problem.span.clone()).and_then(|text| text.lines().next()).unwrap_or_default();
            let span = problem.span.start..problem.span.start.saturating_add(line.len());
            let finding = Finding::new(span, problem.message.clone());
            let finding = match &problem.help {
                Some(help) => finding.help(help.clone()),
                None => finding,
            };
            Breach { rule: broken(problem.mistake), finding }
        })
        .collect();
    if text.len() >= LIMIT {
        let finding = Finding::new(text.len()..text.len(), "nothing is read from here on");
        found.push(Breach { rule: &TOO_LONG, finding: finding.help("take out what is only a comment") });
    }
    found
}

/// Returns the rule that a mistake breaks.
const fn broken(mistake: Mistake) -> &'static Rule {
    match mistake {
        Mistake::NotToml => &NOT_TOML,
        Mistake::UnknownSetting => &UNKNOWN_SETTING,
        Mistake::BadValue => &BAD_VALUE,
        Mistake::NotATable => &NOT_A_TABLE,
    }
}
