//! The terminal as a whole: its size, its keys, and raw mode, in which each key arrives at once.

use std::{
    io,
    sync::mpsc::{self, Receiver},
    thread,
};

use crossterm::{
    event::{self, KeyCode, KeyEventKind, KeyModifiers},
    terminal,
};

use super::wake::Bell;

/// What the user does at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A character.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Backspace.
    Backspace,
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Home.
    Home,
    /// End.
    End,
    /// Ctrl-C, which is no signal in raw mode.
    Interrupt,
    /// Ctrl-Z, which is no signal in raw mode.
    Suspend,
    /// The terminal has another size now.
    Resized,
}

/// Raw mode, until it is dropped.
#[derive(Debug)]
pub struct Raw(());

impl Raw {
    /// Begins raw mode.
    pub fn begin() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        Ok(Self(()))
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        terminal::disable_raw_mode().unwrap_or_default();
    }
}

/// Returns how many columns and rows the terminal has.
pub fn size() -> Option<(usize, usize)> {
    let (columns, rows) = terminal::size().ok()?;
    Some((usize::from(columns), usize::from(rows))).filter(|(columns, rows)| *columns > 0 && *rows > 0)
}

/// Reads the keys in a thread of its own, which rings for each. It reads as long as the program runs.
pub fn inputs(mut bell: Bell) -> io::Result<Receiver<Input>> {
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        while let Ok(event) = event::read() {
            let Some(input) = input(&event) else { continue };
            if sender.send(input).is_err() {
                return;
            }
            bell.ring();
        }
        // The terminal is gone; the alarm says so, too.
        bell.ring();
    })?;
    Ok(receiver)
}

fn input(event: &event::Event) -> Option<Input> {
    let key = match event {
        event::Event::Resize(..) => return Some(Input::Resized),
        event::Event::Key(key) if key.kind != KeyEventKind::Release => key,
        _ => return None,
    };
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char('c') if is_control => Input::Interrupt,
        KeyCode::Char('z') if is_control => Input::Suspend,
        KeyCode::Char('h') if is_control => Input::Backspace,
        KeyCode::Char(_) if is_control => return None,
        KeyCode::Char(character) => Input::Char(character),
        KeyCode::Enter => Input::Enter,
        KeyCode::Esc => Input::Escape,
        KeyCode::Backspace => Input::Backspace,
        KeyCode::Up => Input::Up,
        KeyCode::Down => Input::Down,
        KeyCode::PageUp => Input::PageUp,
        KeyCode::PageDown => Input::PageDown,
        KeyCode::Home => Input::Home,
        KeyCode::End => Input::End,
        _ => return None,
    })
}
