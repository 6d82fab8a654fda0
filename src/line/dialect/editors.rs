//! Editors: a percent sign begins an item of their status line, and colours are groups of their own.

use super::{Dialect, Ink, Look};

/// For `%{%…%}` in 'statusline', and for lualine, which puts its texts there.
pub(super) const NVIM: Dialect = Dialect {
    name: "nvim",
    shows_color: true,
    escapes: &[('%', "%%")],
    ink: Ink::Groups(group),
    record: None,
};

/// The same in Vim.
pub(super) const VIM: Dialect = Dialect { name: "vim", ..NVIM };

/// For `(:eval …)` in the mode line; a text carries no face there.
pub(super) const EMACS: Dialect = Dialect { name: "emacs", shows_color: false, ink: Ink::None, ..NVIM };

/// Returns the highlight groups around a look; one that is not defined looks like the rest.
const fn group(look: Look) -> (&'static str, &'static str) {
    match look {
        Look::Plain | Look::Own(_) => ("", ""),
        Look::Dim => ("%#StatelineFaint#", "%*"),
        Look::Bold => ("%#StatelineStrong#", "%*"),
        Look::Green => ("%#StatelineProgress#", "%*"),
        Look::Cyan => ("%#StatelineActive#", "%*"),
        Look::Yellow | Look::Orange => ("%#StatelineWarning#", "%*"),
        Look::Red | Look::BoldRed | Look::BlinkingRed => ("%#StatelineAlert#", "%*"),
    }
}
