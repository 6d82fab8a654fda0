//! `stateline config --init`: a file to begin with, made from the table of settings.

use std::{fmt::Write as _, fs, io};

use super::{Call, Failure, Terminal, destination};
use crate::{
    config::{COLORS, SETTINGS},
    error::{Error, Exit},
    hook::segment::SEGMENTS,
    sys::{
        System,
        atomic::{self, Access},
    },
};

/// Writes the file, unless there is one.
pub(super) fn init(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let Some(path) = destination(call, system) else {
        let (flag, value) = ("--config".to_owned(), "none".to_owned());
        return Err(Error::BadValue { flag, value, wanted: "the file to write".to_owned() }.into());
    };
    // What is there counts even if it leads nowhere: a link that is broken today may not be tomorrow.
    if fs::symlink_metadata(&path).is_ok() {
        return Err(Error::Exists { path }.into());
    }
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = written.and_then(|()| atomic::put(&path, text().as_bytes(), Access::Shared));
    if let Err(error) = written {
        return Err(Error::Unwritable { path, why: reason(&error) }.into());
    }
    terminal.out.line(path.display())?;
    Ok(Exit::Success)
}

/// Says why, without the number of the error.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}

/// Returns the commented file.
fn text() -> String {
    let mut out = String::from(
        "# What stateline shows, and how. All of it is optional: what stands here is what is in force\n\
         # anyway, so take away the `#` and change it. `stateline config` tells what counts and why.\n\
         #\n\
         # A project can have a .stateline.toml of the same form beside its state; it counts for more.\n\
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
    out
}
