//! Dialects that are for no host alone.

use super::{Dialect, Ink};

/// Text as it is; colours where the output is a terminal.
pub const PLAIN: Dialect =
    Dialect { name: "plain", shows_color: false, escapes: &[], ink: Ink::Sequences("", ""), record: None };

/// The same with colours: for whatever passes escape sequences on to a terminal.
pub const ANSI: Dialect = Dialect { name: "ansi", shows_color: true, ..PLAIN };
