//! Rules for the config file. The line silently ignores these mistakes, so `check` has to report them.

use super::Problem;
use crate::config::{LIMIT, Mistake, Reading};
use crate::family::rule::{Finding, Rule, Scope, Severity, Subject};

pub(super) const RULES: &[Rule] =
    &[NOT_TOML, UNKNOWN_SETTING, BAD_VALUE, NOT_A_TABLE, TOO_LONG, WORKFLOW, SEGMENT];

const GOOD: &str = "theme = \"bright\"\nshow = [\"cost\", \"limits\"]\n\n[context]\nwarn = 40\n";

const NOT_TOML: Rule = Rule {
    code: "SL501",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "the config is not TOML",
    page: "A line of the config is not TOML, so it has no effect. The lines that can be read still apply: \
           a typing error costs one setting, not all of them.\n\n\
           Strings need quotes, lists need brackets, and a name may appear only once in a table. \
           `stateline config` shows the settings in use.",
    fails: &[(".stateline.toml", "theme = bright\n")],
    passes: &[(".stateline.toml", GOOD)],
    find: nothing,
};

const UNKNOWN_SETTING: Rule = Rule {
    code: "SL502",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "unknown setting",
    page: "stateline has no setting of this name, so the line has no effect. The name is misspelled, is in \
           the wrong table, or belongs to another program.\n\n\
           `stateline config` lists every setting with its value. `stateline config --segments` lists the \
           segments; each can have a colour under `[colors]`.",
    fails: &[(".stateline.toml", "tehme = \"bright\"\n")],
    passes: &[(".stateline.toml", GOOD)],
    find: nothing,
};

const BAD_VALUE: Rule = Rule {
    code: "SL503",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "a value that the setting does not accept",
    page: "The setting exists, but it does not accept this value: it has the wrong type, is out of range, or \
           is not one of the known words. The line ignores it.\n\n\
           The message names the accepted values.",
    fails: &[(".stateline.toml", "[bar]\nwidth = 0\n")],
    passes: &[(".stateline.toml", GOOD)],
    find: nothing,
};

const NOT_A_TABLE: Rule = Rule {
    code: "SL504",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "a value where a table is expected",
    page: "`state`, `bar`, `context`, `limits`, `cost` and `colors` are tables. Put their settings below a \
           header such as `[context]`, or write `context.warn = 40`. A table cannot have a value \
           itself.\n\n\
           Write the header on its own line, and the settings below it.",
    fails: &[(".stateline.toml", "context = 40\n")],
    passes: &[(".stateline.toml", GOOD)],
    find: nothing,
};

const TOO_LONG: Rule = Rule {
    code: "SL505",
    severity: Severity::Warning,
    scope: Scope::Config,
    title: "only the first 16 KiB of the config are read",
    page: "Every prompt reads the config, so only its first 16 KiB are read: four times the size of the file \
           that `stateline config --init` writes. Everything after them is ignored.\n\n\
           Remove comments that you do not need.",
    fails: &[(".stateline.toml", LONG)],
    passes: &[(".stateline.toml", GOOD)],
    find: nothing,
};

const WORKFLOW: Rule = Rule {
    code: "SL506",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "a workflow that is not declared as it should be",
    page: "A workflow of your own has an `id` and a `file` below a project's directory. `name`, `done`, `total`, `status` \
           and `doing` are plain paths into that file, as `stateline get` takes them; `alert` and `complete` are lists \
           of values of the status. A workflow without an `id` or a `file` is not shown, and a path that is wrong shows \
           nothing. A project's `.stateline.toml` cannot declare one.\n\n\
           The message says what is expected. `stateline get` in a project shows what a path leads to.",
    fails: &[("config.toml", "[[workflow]]\nid = \"deploy\"\nfile = \"../state.json\"\n")],
    passes: &[(
        "config.toml",
        "[[workflow]]\nid = \"deploy\"\nfile = \".deploy/state.json\"\nstatus = \"status\"\nalert = [\"failed\"]\n",
    )],
    find: nothing,
};

const SEGMENT: Rule = Rule {
    code: "SL507",
    severity: Severity::Error,
    scope: Scope::Config,
    title: "a segment that cannot be shown as it is written",
    page: "A segment of your own shows a `text` with fields, or what a `command` prints. With both, only the later one is \
           used. With neither it shows nothing, unless the name is that of a built-in segment, which can have an `icon` and \
           a `format`. A field that begins with `@`, such as `{@percent}`, is one of the state, and has to exist; all \
           others are paths into what the host sends.\n\n\
           Give the segment one of the two. `stateline config --segments` lists the built-in segments.",
    fails: &[("config.toml", "show = [\"plan\"]\n\n[segment.plan]\ntext = \"{@percnt} %\"\n")],
    passes: &[("config.toml", "show = [\"plan\"]\n\n[segment.plan]\ntext = \"{@percent} %\"\n")],
    find: nothing,
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

/// Finds nothing in a state file: the config reader reports these problems itself.
fn nothing(_: &Subject<'_>) -> Vec<Finding> {
    Vec::new()
}

/// Returns the problems in a config.
pub fn config(text: &str, reading: &Reading) -> Vec<Problem> {
    let mut found: Vec<Problem> = reading
        .problems
        .iter()
        .map(|problem| {
            // The first line of a longer value is enough to find it.
            let line =
                text.get(problem.span.clone()).and_then(|text| text.lines().next()).unwrap_or_default();
            let span = problem.span.start..problem.span.start.saturating_add(line.len());
            let finding = Finding::new(span, problem.message.clone());
            let finding = match &problem.help {
                Some(help) => finding.help(help.clone()),
                None => finding,
            };
            Problem { rule: broken(problem.mistake), finding }
        })
        .collect();
    if text.len() >= LIMIT {
        let finding = Finding::new(text.len()..text.len(), "nothing is read from here on");
        found
            .push(Problem { rule: &TOO_LONG, finding: finding.help("remove comments that you do not need") });
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
        Mistake::Workflow => &WORKFLOW,
        Mistake::Segment => &SEGMENT,
    }
}
