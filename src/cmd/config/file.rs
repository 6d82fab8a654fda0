//! `stateline config --init`: writes a commented config, made from the table of settings.

use std::{fmt::Write as _, fs, io, path::Path};

use super::{Call, Failure, Terminal, destination};
use crate::{
    config::{COLORS, OWN, SETTINGS},
    error::{Error, Exit},
    hook::segment::SEGMENTS,
    sys::{
        System,
        atomic::{self, Access},
    },
};

/// How to declare a workflow. A project's file cannot do it.
const WORKFLOW: &str = r#"
# A workflow of your own. Its file is JSON, YAML, TOML, or Markdown with frontmatter, and the paths
# lead into it, as `stateline get` takes them. It is then shown like every other family.
#   [[workflow]]
#   id = "deploy"
#   file = ".deploy/state.json"   # below a project's directory
#   name = "release.name"
#   done = "steps.done"           # a number, or a list to count
#   total = "steps.total"
#   status = "status"
#   doing = "current.step"
#   alert = ["blocked", "failed"] # values of status that are alerts
#   complete = ["done"]           # values of status that end it
"#;

/// Writes the file, unless it exists.
pub(super) fn init(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let path = destination(call, system)?;
    // A broken link counts as a file: its target may be created later.
    if fs::symlink_metadata(&path).is_ok() {
        return Err(Error::Exists { path }.into());
    }
    write(&path)?;
    terminal.out.line(path.display())?;
    Ok(Exit::Success)
}

/// Writes the commented file.
pub(super) fn write(path: &Path) -> Result<(), Error> {
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = written.and_then(|()| atomic::put(path, text().as_bytes(), Access::Shared));
    written.map_err(|error| Error::Unwritable { path: path.to_owned(), why: reason(&error) })
}

/// Returns the system's message without the number of the error.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}

/// Returns the text of the commented file.
fn text() -> String {
    let mut out = String::from(
        "# What stateline shows, and how. Every setting is optional, and each line shows the default:\n\
         # remove the `#` to change it. `stateline config` shows the values in force and their origin.\n\
         #\n\
         # A project can have a .stateline.toml of the same form next to its state; it wins over this file.\n\
         #\n\
         # The segments, in their usual order:\n",
    );
    for segment in SEGMENTS {
        writeln!(out, "#   {:<13} {} ({})", segment.name, segment.about, segment.sample).unwrap_or_default();
    }
    let mut table = None;
    for setting in SETTINGS {
        let (group, name) =
            setting.name.split_once('.').map_or((None, setting.name), |(group, name)| (Some(group), name));
        if let Some(group) = group.filter(|_| group != table) {
            write!(out, "\n[{group}]").unwrap_or_default();
        }
        table = group;
        writeln!(out, "\n# {}\n# {name} = {}", setting.about, setting.default).unwrap_or_default();
    }
    writeln!(out, "\n# {}\n# model = \"cyan\"", COLORS.about).unwrap_or_default();
    writeln!(out, "\n# A table [segment.NAME] has these settings:").unwrap_or_default();
    for setting in OWN {
        let name = setting.name.rsplit('.').next().unwrap_or_default();
        writeln!(out, "#   {name:<8} {}", setting.about).unwrap_or_default();
    }
    out.push_str(WORKFLOW);
    out
}
