//! Notifications on the desktop: by a program of the system, else by the terminal.

use std::process::Command;

use crate::{
    line::Channel,
    sys::{System, streams},
};

/// The program that shows notifications on Linux and the BSDs.
const PROGRAM: &str = "notify-send";

/// The variables of which one is set where a desktop is.
const DESKTOP: [&str; 3] = ["DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "DISPLAY"];

/// How notifications are shown here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the program.
    Program,
    /// By the terminal.
    Terminal(Channel),
}

impl Way {
    /// Finds a way, if there is one.
    pub fn here(system: &System) -> Option<Self> {
        let has_desktop = DESKTOP.iter().any(|name| system.var(name).is_some());
        if has_desktop && is_installed(system, PROGRAM) {
            return Some(Self::Program);
        }
        streams::output_is_terminal().then(|| channel(system))?.map(Self::Terminal)
    }
}

/// Returns the command that shows a message. Neither of its texts can be an option or markup.
pub fn command(title: &str, message: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    let message = message.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    command.args(["--app-name=stateline", "--", title, &message]);
    command
}

/// Returns how this terminal shows notifications, if it is known to do so.
///
/// Inside tmux or screen the sequences would not reach the terminal.
fn channel(system: &System) -> Option<Channel> {
    let text = |name: &str| system.text(name).unwrap_or_default();
    if system.var("TMUX").is_some() || text("TERM").starts_with("screen") {
        return None;
    }
    match (text("TERM_PROGRAM").as_str(), text("TERM").as_str()) {
        ("iTerm.app" | "WezTerm" | "ghostty", _) | (_, "xterm-kitty" | "xterm-ghostty" | "wezterm") => {
            Some(Channel::Nine)
        }
        (_, term) if term.starts_with("foot") || term.starts_with("rxvt-unicode") => {
            Some(Channel::SevenSevenSeven)
        }
        _ => None,
    }
}

/// Returns whether a program is on the search path.
fn is_installed(system: &System, program: &str) -> bool {
    let path = system.var("PATH").unwrap_or_default();
    std::env::split_paths(&path).filter(|dir| dir.is_absolute()).any(|dir| dir.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_terminal_is_asked_only_if_it_is_known_to_show_notifications() {
        for (variables, expected) in [
            (&[("TERM_PROGRAM", "iTerm.app"), ("TERM", "xterm-256color")][..], Some(Channel::Nine)),
            (&[("TERM", "xterm-kitty")], Some(Channel::Nine)),
            (&[("TERM", "foot")], Some(Channel::SevenSevenSeven)),
            (&[("TERM", "rxvt-unicode-256color")], Some(Channel::SevenSevenSeven)),
            (&[("TERM", "xterm-256color")], None),
            (&[("TERM_PROGRAM", "WezTerm"), ("TMUX", "/tmp/tmux,1,0")], None),
            (&[], None),
        ] {
            let system = System::made_up(variables, Path::new("/"), 0);
            assert_eq!(channel(&system), expected, "{variables:?}");
        }
    }
}
