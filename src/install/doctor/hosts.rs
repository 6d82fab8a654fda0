//! Checks the hosts: which settings have a status line, which of them wins, and whether its command runs.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::{
    Context, Item, program,
    run::{self, End},
};
use crate::{
    hook::{record, wrapped::PATIENCE},
    hosts::Shell,
    install::{
        Owner, Says, SettingsFile, Surveyed,
        origin::{Lasting, Origin},
        survey,
    },
    sys::file::{self, homely},
};

/// How often a command is run to measure how long it takes.
const TIMES: usize = 5;

/// Checks every host that is installed.
pub(super) fn items(context: &Context<'_>) -> Vec<Item> {
    let surveyed = survey(context.hosts, context.system, context.dir, &context.program.to_string_lossy());
    let mut items: Vec<Item> = surveyed.iter().flat_map(|surveyed| agent(context, surveyed)).collect();
    items.extend(mentions(context));
    if items.is_empty() {
        let text = "found no agent with a status line, and no shell that uses stateline";
        items.push(Item::note("none", text).fix("stateline install -h"));
    }
    items
}

/// Reports where an agent gets its status line from.
fn agent(context: &Context<'_>, surveyed: &Surveyed) -> Vec<Item> {
    let name = surveyed.agent.host.name;
    let home = context.system.home();
    let called = |file: &SettingsFile| homely(&file.path, home);
    let edit = |file: &SettingsFile| Shell::usual().edit(&file.path.to_string_lossy());
    let mut items = Vec::new();
    for file in &surveyed.files {
        if let Says::Unreadable(why) = &file.says {
            items
                .push(Item::finding(name, format!("{} cannot be read: {why}", called(file))).fix(edit(file)));
        }
        if let Some(setting) = file.switched_off_by {
            let text = format!("{} has `{setting}`, so no status line is run", called(file));
            items.push(Item::finding(name, text).fix(edit(file)));
        }
    }
    let mut set =
        surveyed.files.iter().filter(|file| !matches!(file.says, Says::Nothing | Says::Unreadable(_)));
    let Some(first) = set.next() else {
        if items.is_empty() {
            let text = format!("{} is installed, but has no status line", surveyed.agent.host.label);
            items.push(Item::note(name, text).fix(format!("stateline install {name}")));
        }
        return items;
    };
    let hidden: Vec<&SettingsFile> = set.collect();
    let ours = hidden.iter().find(|file| matches!(file.says, Says::Ours(_)));
    items.extend(match (&first.says, ours) {
        (Says::Ours(command), _) => installed(context, surveyed, first, command),
        (Says::Theirs(command), Some(ours)) => {
            let (path, below) = (called(first), called(ours));
            let text = format!("{path} overrides our line in {below}, and runs `{command}`");
            let scope = first.owner.name();
            vec![Item::finding(name, text).fix(format!("stateline install {name} --scope {scope} --wrap"))]
        }
        (Says::Theirs(command), None) => {
            let text = format!("{} runs another program: `{command}`", called(first));
            vec![Item::note(name, text).fix(format!("stateline install {name} --wrap"))]
        }
        _ => {
            let text = format!("{} has a status line that is not a command", called(first));
            vec![Item::finding(name, text).fix(format!("stateline install {name}"))]
        }
    });
    let is_project = matches!(first.owner, Owner::Local | Owner::Project);
    if surveyed.agent.settings.is_late && is_project && matches!(first.says, Says::Ours(_)) {
        let label = surveyed.agent.host.label;
        let text = format!("if {} is new, {label} notices it only after a restart", called(first));
        items.push(Item::warning(name, text));
    }
    for file in hidden.iter().filter(|_| matches!(first.says, Says::Ours(_))) {
        let text = format!("{} also has a status line, which is overridden", called(file));
        items.push(Item::note(name, text));
    }
    items
}

/// Checks a command that runs this program and that the host uses.
fn installed(context: &Context<'_>, surveyed: &Surveyed, file: &SettingsFile, command: &str) -> Vec<Item> {
    let name = surveyed.agent.host.name;
    let home = context.system.home();
    let scope = match file.owner {
        Owner::User => String::new(),
        owner => format!(" --scope {}", owner.name()),
    };
    let path = homely(&file.path, home);
    let shell = surveyed.agent.settings.on_windows.shell(context.system);
    let words = shell.split(command).unwrap_or_default();
    let wrap = if wraps(&words) { " --wrap" } else { "" };
    let again = format!("stateline install {name}{scope}{wrap}");
    let Some(installed) = words.first().and_then(|word| found(context, word)) else {
        let word = words.first().map_or("", String::as_str);
        return vec![Item::finding(name, format!("{path}: `{word}` does not exist")).fix(again)];
    };
    if !installed.is_absolute() {
        let text =
            format!("{path}: `{}` is relative, so it works in one directory only", installed.display());
        return vec![Item::finding(name, text).fix(again)];
    }
    let is_this = program::is_same(&installed, &context.program);
    let is_own = matches!(file.owner, Owner::User | Owner::Managed);
    if words.get(1).is_some_and(|word| !word.starts_with('-')) {
        // For example `uninstall`, or `doctor`, which would run itself again.
        let text = format!("{path}: `{command}` runs another command than the line; not tried");
        return vec![Item::finding(name, text).fix(again)];
    }
    if !is_own && (!is_this || words.len() > 1) {
        // The project may come from someone else, so its settings may contain any command.
        let text = format!("{path} runs `{command}`; not tried, because a project's file could run anything");
        return vec![Item::note(name, text)];
    }
    // Our program stops waiting for the wrapped command after this time, and prints the line without it.
    let other = surveyed.agent.host.patience(PATIENCE);
    let patience = if wraps(&words) { run::PATIENCE.saturating_add(other) } else { run::PATIENCE };
    let (end, taken) = run::timed(TIMES, patience, &run::sample(context), || {
        let mut run = if is_own { shell.run(command) } else { Command::new(&installed) };
        run.current_dir(context.dir).env("COLUMNS", "80").env(record::NOT_NOW, "1");
        run
    });
    let try_it = shell.trial(command);
    let result = match end {
        End::Printed(line) if line.trim().is_empty() => "prints nothing".to_owned(),
        End::Printed(_) => {
            let mut items = vec![running(context, surveyed, file, &installed, &run::milliseconds(taken))];
            items.extend(leaving(surveyed, file, &installed, home).map(|item| item.fix(again.clone())));
            items.extend(starved(surveyed, file, &words, taken).map(|item| item.fix(again)));
            if wraps(&words) && taken >= other {
                let text = format!(
                    "{path}: the line that was there before is not shown, because it needs more than {} s",
                    other.as_secs_f32()
                );
                items.push(Item::finding(name, text).fix(try_it));
            }
            return items;
        }
        End::Late => format!("does not finish within {} s", patience.as_secs()),
        End::Failed(Some(code)) => format!("exits with code {code}"),
        End::Failed(None) => "is killed by a signal".to_owned(),
        End::Missing(why) => format!("cannot be run: {why}"),
    };
    vec![Item::finding(name, format!("{path}: `{command}` {result}")).fix(try_it)]
}

/// Reports a program whose path will soon lead nowhere.
fn leaving(surveyed: &Surveyed, file: &SettingsFile, installed: &Path, home: Option<&Path>) -> Option<Item> {
    let origin = Origin::of(installed)?;
    let why = match origin.lasting {
        Lasting::Stays => return None,
        Lasting::UntilUpdate => {
            format!("has a version of {} in its path, so an update removes it", origin.by)
        }
        Lasting::Cache => format!("is in the cache of {}, which may be cleared", origin.by),
    };
    let text = format!("{}: {} {why}", homely(&file.path, home), homely(installed, home));
    Some(Item::finding(surveyed.agent.host.name, text))
}

/// Returns whether a command shows another line with ours.
fn wraps(words: &[String]) -> bool {
    words.iter().any(|word| word == "--wrap" || word.starts_with("--wrap="))
}

/// Reports a command that the host would end before it is finished, because the next run is due.
fn starved(surveyed: &Surveyed, file: &SettingsFile, words: &[String], taken: Duration) -> Option<Item> {
    let host = surveyed.agent.host;
    let refresh = file.refresh?;
    // What was measured, or what a wrapped command may take before it is given up.
    let longest = if wraps(words) { taken.max(host.patience(PATIENCE)) } else { taken };
    (refresh <= longest.as_secs_f64()).then(|| {
        let (path, label) = (&surveyed.agent.settings.refresh.unwrap_or_default(), host.label);
        let text = format!(
            "a run may take {}, but `{path}` is {refresh}: {label} ends it before it is shown",
            run::milliseconds(longest)
        );
        Item::finding(host.name, text)
    })
}

/// Reports on a command that runs: whether it is this program, and how long it takes.
fn running(
    context: &Context<'_>,
    surveyed: &Surveyed,
    file: &SettingsFile,
    installed: &Path,
    taken: &str,
) -> Item {
    let name = surveyed.agent.host.name;
    let home = context.system.home();
    let path = homely(&file.path, home);
    let moved = surveyed.agent.settings.moved_by(context.system).filter(|_| file.owner == Owner::User);
    let whose = moved.map_or_else(|| file.owner.name().to_owned(), |variable| format!("by {variable}"));
    let other =
        if program::is_same(installed, &context.program) { None } else { program::version(installed) };
    let own = concat!("version ", env!("CARGO_PKG_VERSION"));
    let installed = homely(installed, home);
    match other {
        Some(version) if version != own => {
            let text = format!("{path} ({whose}) runs {installed}, {version}; this is {own}");
            Item::finding(name, text).fix(format!("stateline install {name}"))
        }
        Some(_) => Item::well(name, format!("{path} ({whose}) runs {installed}, a run takes {taken}")),
        None => Item::well(name, format!("{path} ({whose}), a run takes {taken}")),
    }
}

/// Returns the file that a word runs: a path, a path in the home directory, or a name on `PATH`.
fn found(context: &Context<'_>, word: &str) -> Option<PathBuf> {
    let path = match word.strip_prefix("~/") {
        Some(below) => context.system.home()?.join(below),
        None if word.contains('/') => PathBuf::from(word),
        None => {
            let path = context.system.var("PATH").unwrap_or_default();
            let dirs: Vec<PathBuf> = std::env::split_paths(&path).collect();
            dirs.into_iter().map(|dir| dir.join(word)).find(|path| path.is_file())?
        }
    };
    context.dir.join(&path).is_file().then_some(path)
}

/// Finds the hosts whose files mention the program.
fn mentions(context: &Context<'_>) -> Vec<Item> {
    let Some(home) = context.system.home() else { return Vec::new() };
    let files = context.hosts.all().flat_map(|host| {
        let listed = host.mentions.iter().map(|(path, words)| (below(context, home, path), *words));
        let own = host.own_file().and_then(|file| (file.path)(context.system).ok());
        listed.chain(own.map(|path| (path, "stateline"))).map(|(path, words)| (host.name, path, words))
    });
    let is_named =
        |path: &Path, words: &str| file::text(path, file::STATE_LIMIT).is_ok_and(|text| text.contains(words));
    files
        .filter(|(_, path, words)| is_named(path, words))
        .map(|(name, path, _)| Item::well(name, format!("{} uses stateline", homely(&path, Some(home)))))
        .collect()
}

/// Returns a file below the home directory; `.config` is wherever the user keeps settings.
fn below(context: &Context<'_>, home: &Path, path: &str) -> PathBuf {
    let config = path.strip_prefix(".config/").zip(context.system.config_dir());
    config.map_or_else(|| home.join(path), |(path, config)| config.join(path))
}
