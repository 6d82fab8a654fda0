//! What `setup` asks, and what was answered so far: it knows no terminal.

use crate::{family::Style, hosts::HostRow, line::Theme, sys::canvas::Key};

/// A place where the line can be shown.
#[derive(Debug)]
pub(super) struct Place {
    /// The host.
    pub(super) host: &'static HostRow,
    /// What is there now.
    pub(super) note: String,
    /// Whether it was chosen.
    pub(super) is_chosen: bool,
}

/// The question on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Where to show the line.
    Places,
    /// How it should look.
    Appearance,
}

/// What follows a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The screen is drawn again.
    Draw,
    /// The answers are complete.
    Done,
    /// The user wants nothing.
    Quit,
}

/// The answers.
#[derive(Debug)]
pub(super) struct Chooser {
    /// The hosts that were found.
    pub(super) places: Vec<Place>,
    /// The names of the themes.
    pub(super) themes: Vec<&'static str>,
    /// The question.
    pub(super) step: Step,
    /// The chosen theme.
    pub(super) theme: usize,
    /// The chosen style.
    pub(super) style: usize,
    /// The place that the keys move.
    pub(super) place: usize,
}

impl Chooser {
    /// Begins with the settings in force.
    pub(super) fn new(places: Vec<Place>, themes: Vec<&'static str>, theme: &str, style: Style) -> Self {
        let theme = themes.iter().position(|known| *known == theme).unwrap_or_default();
        let style = Style::NAMES.iter().position(|(_, known)| *known == style).unwrap_or_default();
        let step = if places.is_empty() { Step::Appearance } else { Step::Places };
        Self { places, themes, step, theme, style, place: 0 }
    }

    /// Returns the chosen style.
    pub(super) fn style(&self) -> (&'static str, Style) {
        Style::NAMES.get(self.style).copied().unwrap_or(("full", Style::Full))
    }

    /// Returns the chosen theme.
    pub(super) fn theme(&self) -> &'static str {
        self.themes.get(self.theme).copied().unwrap_or_default()
    }

    /// Returns the selected theme while the user chooses one.
    pub(super) fn shown_theme(&self) -> Option<&'static Theme> {
        Theme::named(self.theme()).filter(|_| self.step == Step::Appearance)
    }

    /// Returns the hosts that were chosen.
    pub(super) fn chosen(&self) -> impl Iterator<Item = &'static HostRow> {
        self.places.iter().filter(|place| place.is_chosen).map(|place| place.host)
    }

    /// Takes a key.
    pub(super) fn press(&mut self, key: Key) -> Next {
        match (self.step, key) {
            (_, Key::Quit) | (Step::Places, Key::Back) => return Next::Quit,
            (Step::Places, Key::Enter) => self.step = Step::Appearance,
            (Step::Appearance, Key::Enter) => return Next::Done,
            (Step::Appearance, Key::Back) if self.places.is_empty() => return Next::Quit,
            (Step::Appearance, Key::Back) => self.step = Step::Places,
            (Step::Places, Key::Up) => self.place = before(self.place, self.places.len()),
            (Step::Places, Key::Down) => self.place = after(self.place, self.places.len()),
            (Step::Places, Key::Space | Key::Left | Key::Right) => {
                if let Some(place) = self.places.get_mut(self.place) {
                    place.is_chosen = !place.is_chosen;
                }
            }
            (Step::Appearance, Key::Up) => self.theme = before(self.theme, self.themes.len()),
            (Step::Appearance, Key::Down) => self.theme = after(self.theme, self.themes.len()),
            (Step::Appearance, Key::Left) => self.style = before(self.style, Style::NAMES.len()),
            (Step::Appearance, Key::Right | Key::Space) => self.style = after(self.style, Style::NAMES.len()),
            (_, Key::Resize | Key::Other) => {}
        }
        Next::Draw
    }
}

/// Returns the item before one of `count`; before the first is the last.
fn before(at: usize, count: usize) -> usize {
    at.checked_sub(1).unwrap_or(count.saturating_sub(1))
}

/// Returns the item after one of `count`; after the last is the first.
fn after(at: usize, count: usize) -> usize {
    let next = at.saturating_add(1);
    if next < count { next } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::HOSTS;

    fn chooser() -> Chooser {
        let place = |host: &&'static HostRow| Place { host, note: String::new(), is_chosen: false };
        Chooser::new(
            HOSTS.agents.iter().take(3).map(place).collect(),
            vec!["gsd", "mono"],
            "mono",
            Style::Full,
        )
    }

    #[test]
    fn keys_move_choose_and_go_on() {
        let mut chooser = chooser();
        for key in [Key::Down, Key::Space, Key::Up, Key::Up, Key::Right, Key::Resize, Key::Other] {
            assert_eq!(chooser.press(key), Next::Draw);
        }
        assert_eq!(chooser.chosen().map(|host| host.name).collect::<Vec<_>>(), ["cursor", "copilot"]);
        for key in [Key::Enter, Key::Down, Key::Left] {
            assert_eq!(chooser.press(key), Next::Draw);
        }
        assert_eq!((chooser.theme(), chooser.style().0), ("gsd", "smart"));
        assert_eq!(chooser.press(Key::Back), Next::Draw);
        assert_eq!(chooser.step, Step::Places);
        assert_eq!(chooser.press(Key::Enter), Next::Draw);
        assert_eq!(chooser.press(Key::Enter), Next::Done);
    }

    #[test]
    fn there_is_a_way_out_of_every_step() {
        let mut chooser = chooser();
        assert_eq!(chooser.press(Key::Back), Next::Quit);
        assert_eq!(chooser.press(Key::Quit), Next::Quit);
        chooser.step = Step::Appearance;
        assert_eq!(chooser.press(Key::Quit), Next::Quit);
        let mut empty = Chooser::new(Vec::new(), vec!["gsd"], "none", Style::Smart);
        assert_eq!((empty.step, empty.theme(), empty.style().0), (Step::Appearance, "gsd", "smart"));
        for key in [Key::Up, Key::Down, Key::Left, Key::Right, Key::Space] {
            assert_eq!(empty.press(key), Next::Draw);
        }
        assert_eq!(empty.press(Key::Back), Next::Quit);
    }
}
