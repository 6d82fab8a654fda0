//! tmux: the output of `#(…)` is expanded like the option it is part of.

use super::{HostRow, Snippet, quote};
use crate::line::{Dialect, Hue, Style, Tone, dialect::Ink};

pub(super) static ROW: HostRow = HostRow {
    name: "tmux",
    label: "tmux",
    readme: Some("`stateline init tmux > ~/.config/tmux/stateline.conf`, sourced by `tmux.conf`"),
    snippet: Some(Snippet {
        purpose: "at the end of the status line's right side, for the active pane's directory",
        goes: "Needs tmux 3.2. Write it once:\n\n  stateline init tmux > ~/.config/tmux/stateline.conf\n\n\
               and at the end of ~/.tmux.conf or ~/.config/tmux/tmux.conf:\n\n  \
               source-file ~/.config/tmux/stateline.conf",
        text: include_str!("tmux.conf"),
        quote: quote::tmux,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    rows: Some(1),
    mentions: &[(".tmux.conf", "stateline"), (".config/tmux/tmux.conf", "stateline")],
    ..HostRow::UNKNOWN
};

/// A number sign begins every expansion. Doubling it is not enough: tmux reads several in a row twice, and
/// treats them differently before a bracket. An empty style after each one separates them.
const DIALECT: Dialect = Dialect {
    name: "tmux",
    shows_color: true,
    escapes: &[('#', "###[]")],
    ink: Ink::Tags(style, own),
    record: None,
};

/// Returns the styles around a tone. The end only undoes the beginning, so a background that was set
/// outside is kept.
const fn style(tone: Tone) -> (&'static str, &'static str) {
    match tone {
        // The default background is green, so no colour of the text alone is safe: what is well keeps the colour of
        // the rest, and what needs attention brings its own background.
        Tone::Plain | Tone::Own(_) | Tone::Green => ("", ""),
        Tone::Dim | Tone::Faded => ("#[dim]", "#[nodim]"),
        Tone::Bold | Tone::Cyan => ("#[bold]", "#[nobold]"),
        Tone::BoldYellow => ("#[push-default]#[fg=black,bg=yellow,bold]", "#[default]#[pop-default]"),
        Tone::Yellow | Tone::Orange => ("#[push-default]#[fg=black,bg=yellow]", "#[default]#[pop-default]"),
        Tone::Red => ("#[push-default]#[fg=white,bg=red]", "#[default]#[pop-default]"),
        Tone::BoldRed => ("#[push-default]#[fg=white,bg=red,bold]", "#[default]#[pop-default]"),
        Tone::BlinkingRed => ("#[push-default]#[fg=white,bg=red,blink]", "#[default]#[pop-default]"),
    }
}

/// Returns the styles around a style that the user chose.
fn own(style: Style) -> (String, String) {
    let color = style.color.map(|color| match color {
        Hue::Named(index) | Hue::Indexed(index) => format!("colour{index}"),
        Hue::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
    });
    let mut begin: Vec<String> = color.iter().map(|color| format!("fg={color}")).collect();
    let mut end: Vec<&str> = color.iter().map(|_| "fg=default").collect();
    let strokes = [
        (style.bold, "bold", "nobold"),
        (style.dim, "dim", "nodim"),
        (style.underline, "underscore", "nounderscore"),
        (style.reverse, "reverse", "noreverse"),
    ];
    for (_, on, off) in strokes.into_iter().filter(|(is_on, ..)| *is_on) {
        begin.push(on.to_owned());
        end.push(off);
    }
    (format!("#[{}]", begin.join(",")), format!("#[{}]", end.join(",")))
}
