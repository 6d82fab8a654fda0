//! `stateline families`: which state files are read.

use std::fmt::Write;

use super::Command;
use crate::{format::FAMILIES, host::Host, options::Options};

pub(super) const COMMAND: Command = Command {
    name: "families",
    purpose: "list the families of state files",
    help: "Usage: stateline families

Lists each family of state files: its name for `--as`, where it lives, what its line shows.
",
    run,
};

fn run(_options: &Options, _host: &Host) -> String {
    let mut out = String::new();
    for family in FAMILIES {
        writeln!(out, "{:<12} {}\n{:13}{}", family.id, family.lives, "", family.shows).unwrap_or_default();
    }
    out
}
