//! A terminal that a program draws on and reads single keys from, and that is left as it was.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crossterm::{
    cursor::{Hide, MoveTo, Show},
    event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    execute, queue,
    terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen},
};

use super::{platform::streams, signals};

/// How often it is checked whether the program was asked to end.
const SLICE: Duration = Duration::from_millis(100);

/// What the user did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The arrow, or `k`.
    Up,
    /// The arrow, or `j`.
    Down,
    /// The arrow, or `h`.
    Left,
    /// The arrow, `l` or Tab.
    Right,
    /// The space bar.
    Space,
    /// Enter.
    Enter,
    /// Escape or Backspace.
    Back,
    /// `q`, Ctrl-C or Ctrl-D, a signal, or a terminal that is gone.
    Quit,
    /// The terminal has another size.
    Resize,
    /// Any other key.
    Other,
}

/// A screen of its own; what was on the terminal comes back when this is dropped.
#[derive(Debug)]
pub struct Screen {
    stopped: Arc<AtomicBool>,
}

impl Screen {
    /// Takes over the terminal.
    pub fn open() -> io::Result<Self> {
        // From here on, a signal ends the program only after the terminal is as it was.
        let stopped = signals::held_back();
        terminal::enable_raw_mode()?;
        let screen = Self { stopped };
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }

    /// Returns how many columns and rows there are.
    pub fn size(&self) -> (usize, usize) {
        let (columns, rows) = terminal::size().unwrap_or((80, 24));
        (usize::from(columns.max(1)), usize::from(rows.max(1)))
    }

    /// Draws these rows, and nothing else.
    pub fn draw(&mut self, rows: &[String]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for (index, row) in rows.iter().enumerate() {
            let Ok(line) = u16::try_from(index) else { break };
            queue!(out, MoveTo(0, line))?;
            out.write_all(row.as_bytes())?;
            queue!(out, Clear(ClearType::UntilNewLine))?;
        }
        if rows.len() < self.size().1 {
            queue!(out, MoveTo(0, u16::try_from(rows.len()).unwrap_or(u16::MAX)))?;
            queue!(out, Clear(ClearType::FromCursorDown))?;
        }
        out.flush()
    }

    /// Waits for a key.
    pub fn key(&mut self) -> Key {
        loop {
            if self.stopped.load(Ordering::Relaxed) {
                return Key::Quit;
            }
            // Without its terminal, `event::poll` would read nothing again and again, and never return.
            if streams::input_is_gone(Duration::ZERO) {
                return Key::Quit;
            }
            match event::poll(Duration::ZERO) {
                Ok(false) if streams::input_is_gone(SLICE) => return Key::Quit,
                Ok(false) => continue,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return Key::Quit,
                Ok(true) => {}
            }
            match event::read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => return meaning(key),
                Ok(Event::Resize(..)) => return Key::Resize,
                Ok(_) => {}
                Err(_) => return Key::Quit,
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        execute!(io::stdout(), Show, LeaveAlternateScreen).unwrap_or_default();
        terminal::disable_raw_mode().unwrap_or_default();
        // The terminal is restored, so Ctrl-C may end the program as usual.
        self.stopped.store(true, Ordering::Relaxed);
    }
}

fn meaning(key: KeyEvent) -> Key {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return if matches!(key.code, KeyCode::Char('c' | 'd')) { Key::Quit } else { Key::Other };
    }
    match key.code {
        KeyCode::Up | KeyCode::Char('k') => Key::Up,
        KeyCode::Down | KeyCode::Char('j') => Key::Down,
        KeyCode::Left | KeyCode::BackTab | KeyCode::Char('h') => Key::Left,
        KeyCode::Right | KeyCode::Tab | KeyCode::Char('l') => Key::Right,
        KeyCode::Char(' ') => Key::Space,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc | KeyCode::Backspace => Key::Back,
        KeyCode::Char('q') => Key::Quit,
        _ => Key::Other,
    }
}
