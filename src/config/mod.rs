//! The user's own wishes: what the line shows, in what order and in what dress.
//!
//! There are two files: the user's `config.toml` and a project's `.stateline.toml`, which stands beside
//! the project's state and can only speak of how things look. Nothing in either names a command or a
//! file. Where there is none, all that a prompt pays is the attempt to open them.

use std::path::Path;

use crate::{
    family::{Family, Style},
    line::{self, Bar, Depth, Dress, Joints, Level, Line, Theme},
    sys::{System, file},
};

mod find;
mod read;
mod table;
mod value;

pub use find::{Choice, File, LIMIT, chosen, files, opened, user_file};
pub use read::{Entry, Mistake, Problem, Reading, read};
pub use table::{COLORS, SETTINGS, Setting};
pub use value::{Kind, Value};

/// What the project's file is called.
pub const PROJECT_FILE: &str = ".stateline.toml";

/// The wishes in force.
#[derive(Debug)]
pub struct Config {
    /// The segments and their order, where they were chosen.
    pub segments: Option<Vec<String>>,
    /// Segments to show beside the usual ones.
    pub show: Vec<String>,
    /// Segments to leave out.
    pub hide: Vec<String>,
    /// The style of the state.
    pub style: Option<Style>,
    /// The families that count where there are several, the first above all.
    pub prefer: Vec<&'static Family>,
    /// After so many seconds a state is not shown any more.
    pub hide_after: Option<i64>,
    /// From which percentages on the context is worth a look, nearly and really full.
    pub context: [f64; 3],
    /// Whether the meter shows the number of tokens.
    pub tokens: Option<bool>,
    /// From which percentages on a limit is worth a look, and nearly reached.
    pub limits: [f64; 2],
    /// From how many dollars on the cost is worth a look, and too much; 0 is never.
    pub cost: [f64; 2],
    /// The style of each segment that was given one.
    pub colors: Vec<(String, line::Style)>,
    theme: Theme,
    depth: Option<Depth>,
    levels: [Option<line::Style>; Level::ALL.len()],
    joints: [Option<String>; 2],
    bar: [Option<char>; 2],
    bar_width: u8,
    ascii: bool,
    is_dressed: bool,
    choice: Choice,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            segments: None,
            show: Vec::new(),
            hide: Vec::new(),
            style: None,
            prefer: Vec::new(),
            hide_after: None,
            context: [50.0, 65.0, 80.0],
            tokens: None,
            limits: [70.0, 90.0],
            cost: [0.0, 0.0],
            colors: Vec::new(),
            theme: Theme::Gsd,
            depth: None,
            levels: [None; Level::ALL.len()],
            joints: [None, None],
            bar: [None, None],
            bar_width: Bar::default().width,
            ascii: false,
            is_dressed: false,
            choice: Choice::None,
        }
    }
}

impl Config {
    /// Reads the user's file, or the one that was named in its place; `segments` are those that exist.
    pub fn load(system: &System, named: Option<&Path>, segments: &[&str]) -> Self {
        let choice = chosen(system, named);
        let mut config = Self::default();
        if let Choice::User(Some(path)) | Choice::Named(path) = &choice
            && let Some(text) = find::text(path)
        {
            config.take(&read(&text, segments));
        }
        config.choice = choice;
        config
    }

    /// Adds the wishes of the project whose state is kept in `root`.
    pub fn join(&mut self, root: &Path, segments: &[&str]) {
        if matches!(self.choice, Choice::User(_))
            && let Some(text) = find::text(&file::below(root, PROJECT_FILE))
        {
            self.take(&read(&text, segments));
        }
    }

    /// Takes what was read, the last of two equal wishes counting.
    pub fn take(&mut self, reading: &Reading) {
        for entry in &reading.entries {
            (entry.setting.put)(self, &entry.name, &entry.value);
        }
    }

    /// Returns whether our own signs are to be ASCII.
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Returns whether a state of that time is too old to be shown.
    pub fn is_outdated(&self, system: &System, modified: i64) -> bool {
        // What has no time is a notice rather than a state.
        let is_state = modified != i64::MIN;
        is_state && self.hide_after.is_some_and(|limit| system.now().saturating_sub(modified) > limit)
    }

    /// Gives what a segment added to the line from `start` on the colour that the user chose for it.
    pub fn color(&self, segment: &str, line: &mut Line<'_>, start: usize) {
        if let Some((_, style)) = self.colors.iter().find(|(name, _)| name == segment) {
            line.restyle(start, *style);
        }
    }

    /// Returns the dress of the line; `None` where it is the published one.
    pub fn dress(&self, system: &System) -> Option<Dress<'_>> {
        if !self.is_dressed {
            return None;
        }
        let (joints, bar) = (Joints::default(), Bar::default());
        let [between, within] = &self.joints;
        let [full, empty] = self.bar;
        Some(Dress {
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

/// Returns how many colours the terminal says it has.
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
