//! `stateline watch`: shows the line again whenever it changes, and runs commands when something happens.

use std::{io, time::Duration};

use super::{Call, Command, Failure, Flag, Terminal, Value, line};
use crate::{
    error::{Error, Exit},
    sys::{System, streams},
    watch::{Plan, Watch, Woken},
};

mod output;
mod printer;
mod reaction;
mod target;

use output::{Found, Output};
use printer::Printer;
use reaction::Reactions;
use target::Target;

pub(super) const COMMAND: Command = Command {
    name: "watch",
    purpose: "show the line as it changes; run a command on an alert",
    usage: "[FLAGS] [DIR…]",
    about: "Shows the line of each DIR (default: here), which can be a file, too. On a terminal it replaces the \
            line in place; elsewhere it prints a line for each change, and an empty one if the state is gone.\n\
            If there is no state yet, it waits for one. It ends on an interrupt, or when its output is closed.",
    examples: &[
        ("stateline watch", "follow the nearest state"),
        ("stateline watch ~/work/shop ~/work/api --bell", "two projects; ring if one needs you"),
        ("stateline watch --json | jq -r .scene", "for a program: an object for each change"),
        ("stateline watch --on alert --exec 'say \"$STATELINE_ALERT\"'", "run a command on an alert"),
    ],
    flags: &[
        Flag::with("exec", Value::Named("CMD"), "run CMD when something happens"),
        Flag::with(
            "on",
            Value::OneOf(&["alert", "complete", "change"]),
            "alert, complete or change; can be repeated",
        ),
        Flag::switch("bell", "ring the terminal's bell"),
        Flag::switch("notify", "show a notification on the desktop"),
        Flag::switch("json", "print an object for each change"),
    ],
    shared: &["dir", "file", "as", "style", "for", "width", "color", "config", "now"],
    operands: Some(Value::Directory),
    run,
};

/// What only the long page says.
pub(super) const MORE: &str = "\
With `--exec`, it runs a command: by `/bin/sh -c`, on Windows by PowerShell. What the state says is in the command's \
environment and never becomes part of the command; so put quotes around it: STATELINE_LINE, STATELINE_SCENE, \
STATELINE_FAMILY, STATELINE_PATH, STATELINE_ALERT, and in STATELINE_EVENT why it is run. Commands run one at a time, \
and for at most a minute each; one that fails is reported. What they print goes to standard error.
`--on alert` is for each new alert: failed, blocked, paused, overdue, close to a limit; also for one that is there at \
the start. `complete` is the end of the work, `change` anything that is shown differently. Without `--on`, `--exec` is \
for any change, `--bell` and `--notify` for alerts. Notifications need `notify-send`, or a terminal that shows them.
`--json` prints an object for each change: time, line, scene, family, path, percent; with DIR, also dir.
A push message by ntfy, a message in Slack by its webhook, a notification on macOS:
  stateline watch --on alert --exec '
    curl -sS -o /dev/null -d \"$STATELINE_LINE\" https://ntfy.sh/TOPIC'
  stateline watch --on alert --exec '
    jq -n \"{text: env.STATELINE_LINE}\" | curl -sS -o /dev/null -d @- \"$WEBHOOK\"'
  stateline watch --on alert --exec '
    osascript -e \"on run argv\" -e \"display notification (item 1 of argv)\" \\
      -e \"end run\" -- \"$STATELINE_LINE\"'";

/// How often the line is made again while no file changes: some lines show an age.
const TICK: Duration = Duration::from_mins(1);

/// How long a state may be missing before an empty line is printed: some editors remove a file to write it.
const GRACE: Duration = Duration::from_millis(300);

/// How often everything is read again at once because it has changed in the meantime.
const RETRIES: usize = 5;

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if !streams::output_is_open() {
        return Err(Error::CannotWrite { why: "standard output is closed".to_owned() }.into());
    }
    let mut targets = target::targets(call, system)?;
    let failed = |error: io::Error| Error::CannotWatch { why: error.to_string() };
    let mut watch = Watch::new().map_err(failed)?;
    let mut printer = Printer::of(call, targets.len());
    let mut reactions = Reactions::of(call, system, &watch, terminal).map_err(failed)?;
    let mut retries = 0_usize;
    loop {
        let (found, is_settled) = observed(&mut watch, &targets, system).map_err(failed)?;
        if let Some(why) = watch.begins_to_poll() {
            printer.message(terminal, &why)?;
        }
        retries = if is_settled { 0 } else { retries.saturating_add(1) };
        if (1..=RETRIES).contains(&retries) {
            continue;
        }
        let width = printer.width(&targets);
        let outputs: Vec<Output> = targets
            .iter()
            .zip(&found)
            .map(|(target, found)| {
                let (options, name) = (&target.options, target.name.as_deref());
                if call.has("json") {
                    output::object(options, name, found, system)
                } else {
                    output::line(options, found, width, system)
                }
            })
            .collect();
        if targets.iter().zip(&outputs).any(|(target, output)| target.has_gone(output)) {
            match watch.sleep(GRACE) {
                Woken::End => return Ok(Exit::Success),
                Woken::Change => continue,
                Woken::Clock | Woken::Suspend => {}
            }
        }
        let changed: Vec<bool> =
            targets.iter_mut().zip(&outputs).map(|(target, output)| target.shows(output)).collect();
        printer.print(terminal, system, &targets, &changed)?;
        for (index, (target, found)) in targets.iter_mut().zip(&found).enumerate() {
            let has_changed = changed.get(index).copied().unwrap_or_default();
            reactions.react(index, target, found, has_changed, system, terminal)?;
        }
        for report in reactions.reports() {
            printer.report(terminal, &report)?;
        }
        terminal.out.flush()?;
        if watch.sleep(TICK) == Woken::End {
            return Ok(Exit::Success);
        }
    }
}

/// Watches first and reads after that, so that no change in between is missed. The second value says whether the
/// same files were found both times.
fn observed(watch: &mut Watch, targets: &[Target], system: &System) -> io::Result<(Vec<Found>, bool)> {
    let planned: Vec<Found> = targets.iter().map(|target| target.read(system)).collect();
    let mut plan = Plan::default();
    for (target, found) in targets.iter().zip(&planned) {
        plan.join(target.plan(system, found));
    }
    watch.look_at(plan)?;
    let found: Vec<Found> = targets.iter().map(|target| target.read(system)).collect();
    let is_settled = found.iter().map(Found::path).eq(planned.iter().map(Found::path));
    Ok((found, is_settled))
}
