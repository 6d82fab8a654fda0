//! Emacs.

use super::{HostRow, Snippet, nvim, quote};
use crate::line::{Dialect, dialect::Ink};

pub(super) static ROW: HostRow = HostRow {
    name: "emacs",
    label: "Emacs",
    readme: Some("`stateline init emacs > ~/.emacs.d/stateline.el`, loaded by `init.el`"),
    snippet: Some(Snippet {
        purpose: "in the mode line",
        goes: "Write it once:\n\n  stateline init emacs > ~/.emacs.d/stateline.el\n\nand in ~/.emacs.d/init.el:\n\n  \
               (load \"~/.emacs.d/stateline\")",
        text: include_str!("emacs.el"),
        quote: quote::double,
        own_file: None,
    }),
    dialect: Some(DIALECT),
    mentions: &[(".emacs.d/init.el", "stateline")],
    ..HostRow::UNKNOWN
};

/// For `(:eval …)` in the mode line. A string carries no face there.
const DIALECT: Dialect = Dialect { name: "emacs", shows_color: false, ink: Ink::None, ..nvim::DIALECT };
