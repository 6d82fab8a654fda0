//! Checks the program itself: which one is on `PATH`, and how long a run takes.

use std::{
    env::consts::EXE_SUFFIX,
    path::{Path, PathBuf},
    process::Command,
};

use super::{
    Context, Item,
    run::{self, End},
};
use crate::{
    hosts::Shell,
    install::origin::Origin,
    sys::file::{self, homely},
};

/// How often it is run to measure how long it takes.
const TIMES: usize = 9;

/// Checks this program, and others with the same name.
pub(super) fn items(context: &Context<'_>) -> Vec<Item> {
    let mut items = vec![timed(context)];
    items.extend(Origin::of(&context.program).map(|origin| {
        let text = format!("by {}; to update: {}", origin.by, origin.update);
        Item::well("installed", text)
    }));
    let found = on_path(context);
    let is_this = |path: &Path| is_same(path, &context.program);
    let home = context.system.home();
    let fix = || {
        let dir = context.program.parent().unwrap_or(Path::new("."));
        Shell::usual().path_with(&dir.to_string_lossy())
    };
    match found.as_slice() {
        [] => {
            let text = "stateline is not on PATH; hosts still find it, because they are given its full path";
            items.push(Item::note("PATH", text).fix(fix()));
        }
        [first, ..] if !is_this(first) => {
            let version = version(first).unwrap_or_else(|| "unknown version".to_owned());
            let first = homely(first, home);
            let text = format!("`stateline` is another program: {first}, {version}");
            items.push(Item::finding("PATH", text).fix(fix()));
        }
        [_, others @ ..] => {
            items.push(Item::well("PATH", "`stateline` is this program"));
            for other in others.iter().filter(|other| !is_this(other)) {
                let version = version(other).unwrap_or_else(|| "unknown version".to_owned());
                let text = format!("another one comes later on PATH: {}, {version}", homely(other, home));
                items.push(Item::note("PATH", text));
            }
        }
    }
    items
}

/// Runs this program as a host would, and measures the time.
fn timed(context: &Context<'_>) -> Item {
    let (end, taken) =
        run::timed(TIMES, run::PATIENCE, &run::sample(context), || command(&context.program, context));
    let taken = run::milliseconds(taken);
    let path = homely(&context.program, context.system.home());
    let about = concat!("version ", env!("CARGO_PKG_VERSION"));
    match end {
        End::Printed(line) if !line.trim().is_empty() => {
            Item::well("stateline", format!("{about}, {path}, a run takes {taken}"))
        }
        end => {
            let problem = match end {
                End::Late => format!("does not finish within {} s", run::PATIENCE.as_secs()),
                _ => "prints no line for a host".to_owned(),
            };
            let shell = Shell::usual();
            let command = shell.command([&*context.program.to_string_lossy()]);
            Item::finding("stateline", format!("{about}, {path}, {problem}")).fix(shell.trial(&command))
        }
    }
}

/// Returns the program's own command.
pub(super) fn command(program: &Path, context: &Context<'_>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(context.dir).env("COLUMNS", "80");
    command
}

/// Returns every program with this name on `PATH`, each once.
fn on_path(context: &Context<'_>) -> Vec<PathBuf> {
    let path = context.system.var("PATH").unwrap_or_default();
    let mut found: Vec<PathBuf> = Vec::new();
    for dir in std::env::split_paths(&path).filter(|dir| dir.is_absolute()) {
        let program = dir.join(format!("{}{EXE_SUFFIX}", env!("CARGO_PKG_NAME")));
        if program.is_file() && !found.iter().any(|known| is_same(known, &program)) {
            found.push(program);
        }
    }
    found
}

/// Asks a program for its version.
pub(super) fn version(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    command.arg("--version");
    let End::Printed(said) = run::run(command, run::PATIENCE, "") else { return None };
    // The commit and the target follow in brackets.
    let version = said.trim().strip_prefix("stateline ")?.split(' ').next()?;
    let is_version = version.len() < 40 && version.bytes().all(|byte| byte.is_ascii_graphic());
    is_version.then(|| format!("version {version}"))
}

/// Returns whether two paths lead to the same file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| file::canonical(path).ok();
    real(one).is_some() && real(one) == real(other)
}
