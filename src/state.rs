//! A state file in hand: found or named, read, and ready to be viewed.

use std::path::{Path, PathBuf};

use crate::{
    file::{self, Open, STATE_LIMIT},
    format::{Ask, Content, FAMILIES, Family, Pulse, Style, View},
    host::Host,
    line::{Join, Line, Rank},
    locate::{self, Located},
};

/// A state that was read.
#[derive(Debug)]
pub struct State {
    /// The family it belongs to.
    pub family: &'static Family,
    /// Where it is kept, unless it came in by standard input.
    pub path: Option<PathBuf>,
    /// The directory that it was found in, unless it was named.
    pub root: Option<PathBuf>,
    /// When it was last written, in seconds since 1970.
    pub modified: i64,
    body: Body,
}

/// What was read.
#[derive(Debug)]
enum Body {
    Text(String),
    Notice(&'static str),
}

impl State {
    /// Reads the state that counts for a directory.
    pub fn nearest(host: &Host, dir: &Path, only: Option<&Family>) -> Option<Self> {
        Self::read(locate::nearest(host, dir, only)?)
    }

    /// Reads a state that was found.
    pub fn read(located: Located) -> Option<Self> {
        let body = match located.found.content {
            Content::File(open) => Body::Text(file::decoded(open.head(STATE_LIMIT).ok()?)),
            Content::Text(text) => Body::Text(text),
            Content::Notice(notice) => Body::Notice(notice),
            Content::Nothing => return None,
        };
        Some(Self {
            family: located.family,
            path: Some(located.found.path),
            root: Some(located.root),
            modified: located.found.modified,
            body,
        })
    }

    /// Reads a file that was named, whatever its name.
    pub fn file(path: &Path, family: Option<&'static Family>) -> Option<Self> {
        let open = Open::at(path).ok()?;
        let modified = open.modified();
        let text = file::decoded(open.head(STATE_LIMIT).ok()?);
        let family = family.or_else(|| by_path(path)).or_else(|| by_content(&text)).or(FAMILIES.first())?;
        Some(Self { family, path: Some(path.to_owned()), root: None, modified, body: Body::Text(text) })
    }

    /// Takes a text that came in by standard input.
    pub fn text(host: &Host, text: Vec<u8>, family: Option<&'static Family>) -> Option<Self> {
        let text = file::decoded(text);
        let family = family.or_else(|| by_content(&text)).or(FAMILIES.first())?;
        Some(Self { family, path: None, root: None, modified: host.now(), body: Body::Text(text) })
    }

    /// Returns what the file says, or the notice that stands for it.
    pub fn content(&self) -> Result<&str, &'static str> {
        match &self.body {
            Body::Text(text) => Ok(text),
            Body::Notice(notice) => Err(notice),
        }
    }

    /// Makes the line.
    pub fn view(&self, host: &Host, style: Style) -> View<'_> {
        match &self.body {
            Body::Text(text) => (self.family.view)(text, &self.ask(host, style)),
            Body::Notice(notice) => {
                let mut line = Line::default();
                line.push(Join::Dot, Rank::Alert, *notice);
                View { scene: None, line, commit: None }
            }
        }
    }

    /// Tells whether work is under way, and when it was last touched.
    pub fn pulse(&self, host: &Host) -> Pulse {
        match &self.body {
            Body::Text(text) => (self.family.pulse)(text, &self.ask(host, Style::Smart)),
            Body::Notice(_) => Pulse { in_flight: false, touched: self.modified },
        }
    }

    /// Returns how much is done, where the documented line or the smart one knows.
    pub fn percent(&self, host: &Host) -> Option<u8> {
        [Style::Full, Style::Smart].into_iter().find_map(|style| self.view(host, style).line.percent())
    }

    fn ask(&self, host: &Host, style: Style) -> Ask {
        let name = self.path.as_deref().and_then(|path| self.family.name_of(path));
        Ask { style, now: host.now(), modified: self.modified, name }
    }
}

/// Returns the family whose files are called that.
fn by_path(path: &Path) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name_of(path).is_some())
}

/// Returns the first family that a text looks like.
fn by_content(text: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| (family.is_likely)(text))
}
