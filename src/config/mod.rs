//! The user's settings: what the line shows, in what order and in what style.
//!
//! There are two files: the user's `config.toml` and a project's `.stateline.toml`, in the directory of
//! the project's state. Only the user's file can name a command, so a project's file can only change what the
//! line shows. Without these files, a prompt only pays for the attempt to open them.

use std::path::Path;

use crate::{
    family::{self, Ages, Family, Style, declared::Workflow},
    line::{self, Appearance, Bar, Depth, Joints, Level, Line, Theme},
    options::Options,
    sys::{System, file},
};

mod edit;
mod find;
mod own;
mod read;
mod schema;
mod segments;
mod table;
mod value;
mod workflow;

pub use edit::{EditFault, refuse_in_project, wanted, with, without};
pub use find::{Choice, File, LIMIT, chosen, files, opened, unreadable, user_file};
pub use own::{Content, OWN, OwnSegment};
pub use read::{Entry, Mistake, Problem, Reading, read};
pub use schema::schema;
pub use segments::SEGMENTS;
pub use table::{COLORS, SETTINGS, Setting};
pub use value::{SettingKind, Value};

/// The name of the project's file.
pub const PROJECT_FILE: &str = ".stateline.toml";

/// The settings in effect.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Config {
    /// The segments to show, in order; `None` for the default.
    pub segments: Option<Vec<String>>,
    /// Segments to show in addition.
    pub show: Vec<String>,
    /// Segments to leave out.
    pub hide: Vec<String>,
    /// The segments of each row, for hosts that show several; empty for one row.
    pub rows: Vec<Vec<String>>,
    /// The segments that are at the right end of their row.
    pub right: Vec<String>,
    /// The user's own segments, and what is changed about others.
    pub own: Vec<OwnSegment>,
    /// Whether parts of the line are links; `None` if the terminal decides.
    pub links: Option<bool>,
    /// Whether the context is compacted before it is full, so that a part of it is never used.
    pub auto_compact: bool,
    /// Whether a limit shows the time of its reset instead of the time until then.
    pub shows_clock: bool,
    /// The style of the state.
    pub style: Option<Style>,
    /// The workflows that the user declared.
    pub workflows: Vec<&'static Family>,
    /// The families that win if a directory has several, the first one first.
    pub prefer: Vec<&'static Family>,
    /// The age in seconds after which a state is hidden.
    pub hide_after: Option<i64>,
    /// The ages after which a plan shows its age, and after which it is hidden.
    pub ages: Ages,
    /// The percentages from which the context is shown as a warning, as high and as critical.
    pub context: [f64; 3],
    /// Whether the meter shows the number of tokens.
    pub tokens: Option<bool>,
    /// The percentages from which a limit is shown as a warning and as critical.
    pub limits: [f64; 2],
    /// The dollars from which the cost is shown as a warning and as critical; 0 means never.
    pub cost: [f64; 2],
    /// The segments that have a style of their own.
    pub colors: Vec<(String, line::Style)>,
    theme: &'static Theme,
    depth: Option<Depth>,
    levels: [Option<line::Style>; Level::ALL.len()],
    joints: [Option<String>; 2],
    bar: [Option<char>; 2],
    bar_width: u8,
    ascii: bool,
    is_styled: bool,
    choice: Choice,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            segments: None,
            show: Vec::new(),
            hide: Vec::new(),
            rows: Vec::new(),
            right: Vec::new(),
            own: Vec::new(),
            links: None,
            auto_compact: true,
            shows_clock: false,
            style: None,
            workflows: Vec::new(),
            prefer: Vec::new(),
            hide_after: None,
            ages: Ages::default(),
            context: [50.0, 65.0, 80.0],
            tokens: None,
            limits: [70.0, 90.0],
            cost: [0.0, 0.0],
            colors: Vec::new(),
            theme: Theme::USUAL,
            depth: None,
            levels: [None; Level::ALL.len()],
            joints: [None, None],
            bar: [None, None],
            bar_width: Bar::default().width,
            ascii: false,
            is_styled: false,
            choice: Choice::None,
        }
    }
}

impl Config {
    /// Reads the user's file, or the one named by a flag.
    pub fn load(system: &System, named: Option<&Path>) -> Self {
        let choice = chosen(system, named);
        let mut config = Self::default();
        if let Choice::User(Some(path)) | Choice::Named(path) = &choice
            && let Some(text) = find::text(path)
        {
            config.take_user(&text);
        }
        config.choice = choice;
        config
    }

    /// Applies the user's file. Without one, a prompt need not load the code that reads it.
    #[inline(never)]
    fn take_user(&mut self, text: &str) {
        let reading = read(text);
        // Only here: a project's file cannot declare one.
        self.workflows = reading.workflows.iter().map(Workflow::family).collect();
        self.take(&reading);
    }

    /// Returns the workflow that the user declared for a file.
    pub fn workflow_of(&self, system: &System, path: &Path) -> Option<&'static Family> {
        // A declaration names the folder, too, which may be the working directory.
        let path = system.dir().unwrap_or_default().join(path);
        self.workflows.iter().copied().find(|family| family.name_of(&path).is_some())
    }

    /// Returns the family or the declared workflow of that name.
    fn family(&self, id: &str) -> Option<&'static Family> {
        family::family(id).or_else(|| self.workflows.iter().copied().find(|family| family.id == id))
    }

    /// Adds the settings of the project whose state is in `root`.
    pub fn join(&mut self, root: &Path) {
        if matches!(self.choice, Choice::User(_))
            && let Some(text) = find::text(&file::below(root, PROJECT_FILE))
        {
            self.take_project(&text);
        }
    }

    /// Applies a project's file. Few projects have one, so it is not inlined.
    #[inline(never)]
    fn take_project(&mut self, text: &str) {
        let names: Vec<&str> = self.own.iter().map(|own| &*own.name).collect();
        let reading = read::of_project(text, &names);
        self.take(&reading);
    }

    /// Applies what was read; a setting replaces an earlier one of the same name.
    pub fn take(&mut self, reading: &Reading) {
        for entry in &reading.entries {
            (entry.setting.put)(self, &entry.name, &entry.value);
        }
    }

    /// Sets the theme.
    pub fn set_theme(&mut self, theme: &'static Theme) {
        self.theme = theme;
        self.is_styled = true;
    }

    /// Returns what is drawn before a segment.
    pub fn icon(&self, segment: &str) -> Option<&str> {
        if self.ascii {
            return None;
        }
        self.own(segment).and_then(|own| own.icon.as_deref()).or_else(|| self.theme.icon(segment))
    }

    /// Returns what is set for a single segment.
    pub fn own(&self, segment: &str) -> Option<&OwnSegment> {
        self.own.iter().find(|own| own.name == segment)
    }

    /// Returns whether the line may differ from the published hook's.
    pub fn is_changed(&self) -> bool {
        self.is_styled || self.segments.is_some() || !self.rows.is_empty() || !self.show.is_empty()
    }

    /// Returns whether bars, separators and symbols are drawn in ASCII.
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Returns the style of the state: that of the flag, else the setting.
    pub fn state_style(&self, options: &Options) -> Style {
        options.style.or(self.style).unwrap_or_default()
    }

    /// Returns whether a state of that time is too old to be shown.
    pub fn is_outdated(&self, system: &System, modified: i64) -> bool {
        // Without a time it is a message, not a state.
        let is_state = modified != i64::MIN;
        is_state && self.hide_after.is_some_and(|limit| system.now().saturating_sub(modified) > limit)
    }

    /// Applies the user's colour for a segment to the spans that it added, which begin at `start`.
    pub fn color(&self, segment: &str, line: &mut Line<'_>, start: usize) {
        if let Some((_, style)) = self.colors.iter().find(|(name, _)| name == segment) {
            line.restyle(start, *style);
        }
    }

    /// Returns the user's choices about appearance; `None` if there are none.
    pub fn appearance(&self, system: &System) -> Option<Appearance<'_>> {
        if !self.is_styled {
            return None;
        }
        let (joints, bar) = (self.theme.joints, Bar::default());
        let [between, within] = &self.joints;
        let [full, empty] = self.bar;
        Some(Appearance {
            theme: self.theme,
            depth: self.depth.unwrap_or_else(|| depth(system)),
            levels: self.levels,
            joints: Joints {
                bar: between.as_deref().unwrap_or(joints.bar),
                dot: within.as_deref().unwrap_or(joints.dot),
            },
            bar: Bar {
                width: self.bar_width,
                full: full.unwrap_or(bar.full),
                empty: empty.unwrap_or(bar.empty),
            },
            ascii: self.ascii,
        })
    }
}

/// Returns how many colours the terminal supports, according to the environment.
pub fn depth(system: &System) -> Depth {
    let says = |name: &str, words: &[&str]| system.text(name).is_some_and(|value| words.contains(&&*value));
    if says("COLORTERM", &["truecolor", "24bit"]) || says("FORCE_COLOR", &["3"]) {
        Depth::Rgb
    } else if system.text("TERM").is_some_and(|term| term.contains("256color")) || says("FORCE_COLOR", &["2"])
    {
        Depth::Indexed
    } else {
        Depth::Sixteen
    }
}
