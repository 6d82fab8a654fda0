//! Dialects that do not belong to a particular host.

use super::{Dialect, Ink};

/// Unescaped text; colours if the output is a terminal.
pub const PLAIN: Dialect =
    Dialect { name: "plain", shows_color: false, escapes: &[], ink: Ink::Sequences("", ""), record: None };

/// The same with colours, for programs that pass escape sequences on to a terminal.
pub const ANSI: Dialect = Dialect { name: "ansi", shows_color: true, ..PLAIN };
