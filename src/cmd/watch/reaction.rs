//! What is done when something happens: a command, a bell, a notification.

use std::{
    ffi::{OsStr, OsString},
    io,
    path::Path,
    process::Command,
};

use super::{output::Found, target::Target};
use crate::{
    cmd::{Call, Failure, Terminal},
    line::Paint,
    list::alert::Alerts,
    sys::{System, process},
    watch::{
        Watch,
        event::Event,
        notification::{self, Way},
        runner::{DEADLINE, Job, Report, Runner},
    },
};

/// What the user has asked for.
pub(super) struct Reactions {
    exec: Option<OsString>,
    /// The events for a command.
    exec_on: Vec<Event>,
    rings: bool,
    way: Option<Way>,
    /// The events for a bell or a notification.
    attention_on: Vec<Event>,
    /// It is there if anything can be run.
    runner: Option<Runner>,
}

impl Reactions {
    pub(super) fn of(
        call: &Call,
        system: &System,
        watch: &Watch,
        terminal: &mut Terminal<'_>,
    ) -> io::Result<Self> {
        let named = call.values("on");
        let named: Vec<Event> =
            named.iter().filter_map(|name| Event::named(&name.to_string_lossy())).collect();
        let or = |usual: Event| if named.is_empty() { vec![usual] } else { named.clone() };
        let exec = call.value("exec").map(OsStr::to_owned);
        let way = if call.has("notify") { Way::here(system) } else { None };
        if call.has("notify") && way.is_none() {
            terminal.err.message(
                "there is no `notify-send` here, and this terminal is not known to show notifications; \
                 `stateline watch --help` has commands for `--exec`",
            )?;
        }
        let needs_runner = exec.is_some() || way == Some(Way::Program);
        let runner = needs_runner.then(|| Runner::start(watch.bell()?, DEADLINE)).transpose()?;
        let (exec_on, attention_on) = (or(Event::Change), or(Event::Alert));
        Ok(Self { exec, exec_on, rings: call.has("bell"), way, attention_on, runner })
    }

    /// Does what is asked for if something has happened to a target.
    pub(super) fn react(
        &mut self,
        index: usize,
        target: &mut Target,
        found: &Found,
        has_changed: bool,
        system: &System,
        terminal: &mut Terminal<'_>,
    ) -> Result<(), Failure> {
        let (events, alerts) = target.seen.look(system, found.state.as_ref(), has_changed);
        let first = |wanted: &[Event]| {
            // The most urgent of those that are wanted.
            let order = [Event::Alert, Event::Complete, Event::Change];
            order.into_iter().find(|event| events.contains(event) && wanted.contains(event))
        };
        let news = News { target, found, alerts: &alerts, system };
        if let (Some(event), Some(script), Some(runner)) = (first(&self.exec_on), &self.exec, &self.runner) {
            let command = news.command(script, event);
            runner.run(Job { name: "`--exec`", command, key: (index, name(event)) });
        }
        let Some(event) = first(&self.attention_on) else { return Ok(()) };
        if self.rings {
            terminal.out.bell()?;
        }
        match (self.way, &self.runner) {
            (Some(Way::Terminal(channel)), _) => terminal.out.notify(channel, &news.message())?,
            (Some(Way::Program), Some(runner)) => {
                let command = notification::command(&news.title(), &news.line());
                runner.run(Job { name: "`notify-send`", command, key: (index, name(event)) });
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns what became of the commands.
    pub(super) fn reports(&self) -> Vec<Report> {
        self.runner.as_ref().map(Runner::reports).unwrap_or_default()
    }
}

/// What has happened to a target.
struct News<'n> {
    target: &'n Target,
    found: &'n Found,
    alerts: &'n Alerts,
    system: &'n System,
}

impl News<'_> {
    /// Returns the command for an event. Everything that a state says is in its environment, and nowhere else.
    fn command(&self, script: &OsStr, event: Event) -> Command {
        let state = self.found.state.as_ref();
        let style = self.found.config.state_style(&self.target.options);
        let view = state.map(|state| state.view(self.system, style));
        let scene = || state?.family.scene_name(view.as_ref()?);
        let mut command = process::script(script);
        command
            .env("STATELINE_LINE", self.line())
            .env("STATELINE_SCENE", scene().unwrap_or_default())
            .env("STATELINE_FAMILY", state.map(|state| state.family.id).unwrap_or_default())
            .env("STATELINE_PATH", self.found.path().map(Path::as_os_str).unwrap_or_default())
            .env("STATELINE_ALERT", crate::text::shown(self.alert().into()).as_ref())
            .env("STATELINE_EVENT", name(event));
        command
    }

    fn line(&self) -> String {
        let style = self.found.config.state_style(&self.target.options);
        let line =
            |state: &crate::select::State| state.view(self.system, style).line.paint(&Paint::default());
        self.found.state.as_ref().map(line).unwrap_or_default()
    }

    fn alert(&self) -> String {
        if self.alerts.is_empty() { String::new() } else { self.alerts.text() }
    }

    /// Returns the project's name.
    fn title(&self) -> String {
        let root = self.found.state.as_ref().and_then(|state| state.root.as_deref());
        let name = root.and_then(|root| root.file_name()).map(|name| name.to_string_lossy().into_owned());
        name.or_else(|| self.target.name.clone()).unwrap_or_else(|| "stateline".to_owned())
    }

    fn message(&self) -> String {
        format!("{}: {}", self.title(), self.line())
    }
}

/// Returns the name of an event.
fn name(event: Event) -> &'static str {
    Event::NAMES.iter().find(|(_, known)| *known == event).map_or("change", |(name, _)| name)
}
