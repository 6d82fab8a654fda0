//! Terminals, shells and what draws their prompts: escape sequences, between marks where the shell counts.

use super::{Dialect, Ink};

/// Text as it is; colours where the output is a terminal.
pub(super) const PLAIN: Dialect =
    Dialect { name: "plain", shows_color: false, escapes: &[], ink: Ink::Sequences("", ""), record: None };

/// The same with colours: for whatever hands escape sequences on to a terminal.
pub(super) const ANSI: Dialect = Dialect { name: "ansi", shows_color: true, ..PLAIN };

/// What comes out of `$(…)` in `PS1` is not expanded again, and only there are these the marks.
pub(super) const BASH: Dialect =
    Dialect { name: "bash", shows_color: true, ink: Ink::Sequences("\x01", "\x02"), ..PLAIN };

/// A percent sign begins an escape in any prompt of zsh.
pub(super) const ZSH: Dialect = Dialect {
    name: "zsh",
    shows_color: true,
    escapes: &[('%', "%%")],
    ink: Ink::Sequences("%{", "%}"),
    record: None,
};

/// fish takes text as it is and knows escape sequences when it counts.
pub(super) const FISH: Dialect = Dialect { name: "fish", shows_color: true, ..PLAIN };

/// Starship escapes for its shell and colours by its own `style`.
pub(super) const STARSHIP: Dialect = Dialect { name: "starship", ..PLAIN };

/// Oh My Posh takes `<…>` for a colour or a link, and before September 2026 also in the output of a
/// command, with no way to write the character itself: what looks like it stands in.
pub(super) const OH_MY_POSH: Dialect =
    Dialect { name: "oh-my-posh", escapes: &[('<', "‹"), ('>', "›")], ink: Ink::None, ..PLAIN };

/// zjstatus hands escape sequences on in its render mode `raw`, the one that looks for nothing else.
pub(super) const ZJSTATUS: Dialect = Dialect { name: "zjstatus", ..ANSI };
