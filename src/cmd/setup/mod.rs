//! `stateline setup`: asks where the line should be shown and how, and does it.

mod chooser;
mod draw;

use std::path::{Path, PathBuf};

use super::{Call, Command, Failure, Terminal, config as config_command, install, open};
use crate::{
    config::{self, Config, SETTINGS, SettingKind},
    error::{Error, Exit},
    family::FAMILIES,
    hook::sample,
    hosts::{HOSTS, HostRow, Snippet},
    install::{Present, Says, own, survey},
    line::{Paint, Painted},
    options::Options,
    select::{self, State},
    sys::{System, canvas::Screen, file::homely, streams},
    text::json::quoted,
};
use chooser::{Chooser, Next, Place};

pub(super) const COMMAND: Command = Command {
    name: "setup",
    purpose: "choose where the line is shown and how it looks",
    usage: "[FLAGS]",
    about: "Finds the programs on this machine that can show the line, shows the line of this project in every\n\
            theme and style, and sets up what you choose. It asks before it changes the settings of a program, and\n\
            shows the change first; `stateline uninstall HOST` takes it out again.\n\
            Without a terminal, `stateline install HOST` and `stateline config set KEY VALUE` do the same.",
    examples: &[("stateline setup", "in the directory of a project")],
    flags: &[],
    shared: &["dir", "as", "color", "config", "now"],
    operands: None,
    run,
};

fn run(call: &Call, system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    if !streams::input_is_terminal() || !streams::output_is_terminal() {
        return Err(Error::NotATerminal.into());
    }
    let options = &call.options;
    let dir = options.start(system).unwrap_or_else(|| "/".into());
    let mut config = Config::load(system, options.config.as_deref());
    // Joins the project's settings.
    let is_real = select::nearest(system, options, &mut config, &dir).is_some();
    let before = Appearance::in_force(system, options, &dir);
    let mut chooser =
        Chooser::new(places(system, &dir), themes(), &before.theme, config.state_style(options));
    let is_done = {
        let mut screen = Screen::open()?;
        ask(&mut screen, &mut chooser, &Sample { system, options, config: &config, dir: &dir, is_real })?
    };
    if !is_done {
        terminal.err.message("nothing was changed")?;
        return Ok(Exit::No);
    }
    let mut exit = write_settings(call, &chooser, &before, system, terminal)?;
    for host in chooser.chosen() {
        if set_up(call, host, system, terminal)? != Exit::Success {
            exit = Exit::No;
        }
    }
    if !is_real {
        terminal.err.message(open::missing(options, system))?;
    }
    Ok(exit)
}

/// Asks until everything is answered; `false` if the user wants nothing.
fn ask(screen: &mut Screen, chooser: &mut Chooser, sample: &Sample<'_>) -> Result<bool, Failure> {
    let paint = sample.options.paint(sample.system, false);
    loop {
        let (_, style) = chooser.style();
        let painted = |theme: &str, width: usize| sample.painted(theme, style, width, &paint).to_string();
        screen.draw(&draw::screen(chooser, screen.size(), &paint, sample.origin(), painted))?;
        match chooser.press(screen.key()) {
            Next::Draw => {}
            Next::Done => return Ok(true),
            Next::Quit => return Ok(false),
        }
    }
}

/// The line that is shown in every theme.
struct Sample<'s> {
    system: &'s System,
    options: &'s Options,
    config: &'s Config,
    dir: &'s Path,
    is_real: bool,
}

impl Sample<'_> {
    /// Says whose line it is.
    fn origin(&self) -> &'static str {
        if self.is_real { "the line of this directory" } else { "a sample: there is no state here" }
    }

    /// Paints the line in a theme.
    fn painted(&self, theme: &str, style: crate::family::Style, width: usize, paint: &Paint<'_>) -> Painted {
        let mut config = self.config.clone();
        config.take(&config::read(&format!("theme = {}", quoted(theme))));
        // One row for each theme, so that they can be compared.
        config.rows.clear();
        let state = if self.is_real {
            select::nearest(self.system, self.options, &mut config.clone(), self.dir)
        } else {
            sample_state(self.system)
        };
        let appearance = config.appearance(self.system);
        let paint = Paint { width: Some(width), appearance, ..*paint };
        sample::painted(self.system, &config, style, state, self.dir, &paint)
    }
}

/// Returns a built-in state in the middle of its work, for a directory without one.
fn sample_state(system: &System) -> Option<State> {
    let family = FAMILIES.first()?;
    let sample = family.samples.first()?;
    State::text(system, sample.text.as_bytes().to_vec(), Some(family))
}

/// The settings that `setup` can change.
struct Appearance {
    theme: String,
    style: String,
}

impl Appearance {
    /// Reads what the files say, or the defaults.
    fn in_force(system: &System, options: &Options, dir: &Path) -> Self {
        let root = select::root(system, options, dir);
        let files = config::files(system, options.config.as_deref(), root.as_deref());
        let set = |name: &str| {
            let entries =
                files.iter().filter_map(|file| file.reading.as_ref()).flat_map(|file| &file.entries);
            let set = entries.filter(|entry| entry.name == name).map(|entry| entry.json.clone()).next_back();
            let usual = SETTINGS.iter().find(|setting| setting.name == name).map(|setting| setting.default);
            set.or_else(|| usual.map(str::to_owned)).unwrap_or_default().trim_matches('"').to_owned()
        };
        Self { theme: set("theme"), style: set("style") }
    }
}

/// Returns the names of the themes.
fn themes() -> Vec<&'static str> {
    let theme = SETTINGS.iter().find(|setting| setting.name == "theme");
    match theme.map(|setting| setting.kind) {
        Some(SettingKind::Word(words)) => words(),
        _ => Vec::new(),
    }
}

/// Finds the hosts on this machine: the agents first, then what has a snippet.
fn places(system: &System, dir: &Path) -> Vec<Place> {
    let program = system.program().unwrap_or_else(|| env!("CARGO_PKG_NAME").into());
    let mut places = Vec::new();
    for found in survey(HOSTS, system, dir, &program.to_string_lossy()) {
        let host = found.agent.host;
        let file = found.files.iter().find(|file| !matches!(file.says, Says::Nothing));
        let (note, is_chosen) = match file.map(|file| (&file.says, homely(&file.path, system.home()))) {
            None => ("no status line yet".to_owned(), true),
            Some((Says::Ours(_), path)) => (format!("has the line already, in {path}"), false),
            Some((Says::Theirs(command), _)) => (format!("runs `{command}`; both can be shown"), false),
            Some((_, path)) => (format!("{path} cannot be read, or is not a command"), false),
        };
        places.push(Place { host, note, is_chosen });
    }
    let others = HOSTS.snippets().filter(|(host, _)| is_on_path(system, host.program()));
    places.extend(others.map(|(host, snippet)| Place {
        host,
        note: note(system, host, snippet),
        is_chosen: false,
    }));
    places
}

/// Says what is there for a host with a snippet.
fn note(system: &System, host: &'static HostRow, snippet: &Snippet) -> String {
    match own::File::find(system, host) {
        Ok(Some(file)) if file.present() == Present::Ours => "has the line already".to_owned(),
        Ok(Some(_)) => snippet.purpose.to_owned(),
        _ => format!("{}; prints what to add", snippet.purpose),
    }
}

fn is_on_path(system: &System, program: &str) -> bool {
    let path = system.var("PATH").unwrap_or_default();
    let dirs: Vec<PathBuf> = std::env::split_paths(&path).filter(|dir| dir.is_absolute()).collect();
    dirs.iter().any(|dir| dir.join(program).is_file() || dir.join(format!("{program}.exe")).is_file())
}

/// Writes the theme and the style, if they are new.
fn write_settings(
    call: &Call,
    chooser: &Chooser,
    before: &Appearance,
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Success;
    for (name, old, new) in
        [("theme", &before.theme, chooser.theme()), ("style", &before.style, chooser.style().0)]
    {
        if old != new {
            let words = ["set", name, new].map(Into::into).to_vec();
            let set = Call::new(call.options.clone(), words);
            if attempted((config_command::COMMAND.run)(&set, system, terminal), terminal)? != Exit::Success {
                exit = Exit::No;
            }
        }
    }
    Ok(exit)
}

/// Sets up a host as `install` does, or says what to add by hand.
fn set_up(
    call: &Call,
    host: &'static HostRow,
    system: &System,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    terminal.out.line("")?;
    if let Some(snippet) = host.snippet.as_ref().filter(|_| !host.is_installable()) {
        terminal.out.lines(&format!("{}: {}\n", host.label, snippet.goes))?;
        return Ok(Exit::Success);
    }
    let mut options = call.options.clone();
    options.config = None;
    let install = Call::new(options, vec![host.name.into()]);
    attempted((install::COMMAND.run)(&install, system, terminal), terminal)
}

/// Reports why a step failed, and lets the next one run.
fn attempted(result: Result<Exit, Failure>, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    match result {
        Err(Failure::Error(error)) => {
            terminal.err.error(&error)?;
            Ok(error.exit())
        }
        result => result,
    }
}
