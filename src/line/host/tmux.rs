//! tmux: the output of `#(…)` is expanded like the option it stands in.

use super::{Dialect, Ink, Look};

/// A number sign begins every expansion. Doubling it is not enough: tmux reads a row of them twice, and
/// counts it differently before a bracket. Before an empty style, every one is a row of its own.
pub(super) const TMUX: Dialect = Dialect {
    name: "tmux",
    shows_color: true,
    escapes: &[('#', "###[]")],
    ink: Ink::Tags(style),
    record: None,
};

/// Returns the styles around a look. The end takes back what the beginning said and no more, so that
/// a background set outside stays.
const fn style(look: Look) -> (&'static str, &'static str) {
    match look {
        Look::Plain => ("", ""),
        Look::Dim => ("#[dim]", "#[nodim]"),
        Look::Bold => ("#[bold]", "#[nobold]"),
        Look::Green => ("#[fg=green]", "#[fg=default]"),
        Look::Cyan => ("#[fg=cyan]", "#[fg=default]"),
        Look::Yellow => ("#[fg=yellow]", "#[fg=default]"),
        Look::Orange => ("#[fg=colour208]", "#[fg=default]"),
        Look::Red => ("#[fg=red]", "#[fg=default]"),
        Look::BoldRed => ("#[fg=red,bold]", "#[fg=default,nobold]"),
        Look::BlinkingRed => ("#[fg=red,blink]", "#[fg=default,noblink]"),
    }
}
