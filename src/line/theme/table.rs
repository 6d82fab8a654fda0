//! The rows of the themes.
//!
//! Claude Code draws text without a style in grey, and dim text darker still. So no theme but the first is dim.

use super::{Blocks, Palette, Shade, Theme};
use crate::line::{Joints, Rank, Style};

/// A theme without any choice, for a theme to start from.
const EMPTY: Theme = Theme {
    name: "",
    about: "",
    palette: None,
    ranks: &[],
    joints: Joints { bar: " │ ", dot: " · " },
    icons: &[],
    blocks: None,
};

pub(super) static GSD: Theme = Theme { name: "gsd", about: "as GSD's own hook", ..EMPTY };

pub(super) static BRIGHT: Theme =
    Theme { name: "bright", about: "no dim text", palette: Some(&BRIGHT_PALETTE), ..EMPTY };

pub(super) static LIGHT: Theme =
    Theme { name: "light", about: "for a light background", palette: Some(&LIGHT_PALETTE), ..EMPTY };

pub(super) static MONO: Theme =
    Theme { name: "mono", about: "no colours", palette: Some(&MONO_PALETTE), ..EMPTY };

pub(super) static COLOR: Theme =
    Theme { name: "color", about: "every part in its colour, for a dark background", ..COLORED };

/// The colours of [`COLOR`], for another theme to start from.
const COLORED: Theme = Theme {
    palette: Some(&BRIGHT_PALETTE),
    ranks: &[
        (Rank::Active, Shade::named(14)),
        (Rank::Progress, Shade::named(10)),
        (Rank::Lead, Shade::named(15).bold()),
        (Rank::Name, Shade::named(15)),
        (Rank::Detail, Shade::deep(250, 7)),
        (Rank::Directory, Shade::deep(75, 12)),
        (Rank::Model, Shade::deep(177, 13)),
        (Rank::Git, Shade::deep(150, 10)),
        (Rank::Extra, Shade::deep(250, 7)),
    ],
    ..EMPTY
};

pub(super) static PAPER: Theme = Theme {
    name: "paper",
    about: "every part in its colour, for a light background",
    palette: Some(&LIGHT_PALETTE),
    ranks: &[
        (Rank::Active, Shade::deep(25, 4)),
        (Rank::Progress, Shade::deep(28, 2)),
        (Rank::Lead, Shade::deep(235, 0).bold()),
        (Rank::Name, Shade::deep(235, 0)),
        (Rank::Detail, Shade::deep(240, 0)),
        (Rank::Directory, Shade::deep(26, 4)),
        (Rank::Model, Shade::deep(90, 5)),
        (Rank::Git, Shade::deep(22, 2)),
        (Rank::Extra, Shade::deep(240, 0)),
    ],
    ..EMPTY
};

pub(super) static NORD: Theme = Theme {
    name: "nord",
    about: "cool and calm, for a dark background",
    palette: Some(&Palette {
        faint: Shade::rgb(0x00d8_dee9, 7),
        faded: Shade::rgb(0x0081_8a9c, 8),
        strong: Shade::rgb(0x00ec_eff4, 15).bold(),
        good: Shade::rgb(0x00a3_be8c, 10),
        active: Shade::rgb(0x0088_c0d0, 14),
        warn: Shade::rgb(0x00eb_cb8b, 11),
        high: Shade::rgb(0x00d0_8770, 3),
        critical: Shade::rgb(0x00d9_7780, 9),
        stopped: Shade::rgb(0x00ff_6b6b, 9).bold(),
        waiting: Shade::rgb(0x00eb_cb8b, 11).bold(),
    }),
    ranks: &[
        (Rank::Active, Shade::rgb(0x0088_c0d0, 14)),
        (Rank::Progress, Shade::rgb(0x00a3_be8c, 10)),
        (Rank::Lead, Shade::rgb(0x00ec_eff4, 15).bold()),
        (Rank::Directory, Shade::rgb(0x0081_a1c1, 12)),
        (Rank::Model, Shade::rgb(0x00c4_a0be, 13)),
        (Rank::Git, Shade::rgb(0x008f_bcbb, 6)),
    ],
    joints: Joints { bar: "  ", dot: " • " },
    ..EMPTY
};

pub(super) static GRUVBOX: Theme = Theme {
    name: "gruvbox",
    about: "warm, for a dark background",
    palette: Some(&Palette {
        faint: Shade::rgb(0x00d5_c4a1, 7),
        faded: Shade::rgb(0x00a8_9984, 8),
        strong: Shade::rgb(0x00fb_f1c7, 15).bold(),
        good: Shade::rgb(0x00b8_bb26, 10),
        active: Shade::rgb(0x008e_c07c, 14),
        warn: Shade::rgb(0x00fa_bd2f, 11),
        high: Shade::rgb(0x00fe_8019, 3),
        critical: Shade::rgb(0x00fb_4934, 9),
        stopped: Shade::rgb(0x00fb_4934, 9).bold(),
        waiting: Shade::rgb(0x00fa_bd2f, 11).bold(),
    }),
    ranks: &[
        (Rank::Active, Shade::rgb(0x008e_c07c, 14)),
        (Rank::Progress, Shade::rgb(0x00b8_bb26, 10)),
        (Rank::Lead, Shade::rgb(0x00fb_f1c7, 15).bold()),
        (Rank::Directory, Shade::rgb(0x0083_a598, 12)),
        (Rank::Model, Shade::rgb(0x00d3_869b, 13)),
        (Rank::Git, Shade::rgb(0x00fe_8019, 3)),
    ],
    joints: Joints { bar: " ┃ ", dot: " · " },
    ..EMPTY
};

pub(super) static NERD: Theme = Theme {
    name: "nerd",
    about: "as color, with icons; needs a Nerd Font",
    icons: &[
        ("model", "\u{F06A9} "),
        ("effort", "\u{F04C5} "),
        ("agent", "\u{F007} "),
        ("vim", "\u{E62B} "),
        ("permission", "\u{F132} "),
        ("output_style", "\u{F1FC} "),
        ("state", "\u{F0AE} "),
        ("session", "\u{F02B} "),
        ("dir", "\u{F07C} "),
        ("added_dirs", "\u{F114} "),
        ("worktree", "\u{F1BB} "),
        ("git", "\u{E725} "),
        ("context", "\u{F0E4} "),
        ("cost", "\u{F155} "),
        ("duration", "\u{F017} "),
        ("lines", "\u{F040} "),
        ("limits", "\u{F252} "),
        ("cache", "\u{F0E7} "),
        ("pr", "\u{F407} "),
        ("last_command", "\u{F120} "),
        ("version", "\u{F412} "),
    ],
    ..COLORED
};

pub(super) static POWERLINE: Theme = Theme {
    name: "powerline",
    about: "blocks with arrows between them; needs a Nerd or Powerline font",
    palette: Some(&Palette {
        faint: Shade::NONE,
        faded: Shade::deep(247, 7),
        strong: Shade::both(Style::NONE.bold()),
        good: Shade::deep(114, 10),
        active: Shade::deep(117, 14),
        warn: Shade::deep(221, 11),
        high: Shade::deep(215, 11),
        critical: Shade::deep(210, 9),
        stopped: Shade::deep(210, 9).bold(),
        waiting: Shade::deep(221, 11).bold(),
    }),
    ranks: &[(Rank::Active, Shade::deep(117, 14)), (Rank::Progress, Shade::deep(114, 10))],
    joints: Joints { bar: " \u{E0B1} ", dot: " · " },
    blocks: Some(&Blocks {
        by_rank: &[
            (Rank::Model, Shade::deep(231, 15).bold().on(25, 4)),
            (Rank::Directory, Shade::deep(254, 15).on(239, 8)),
            (Rank::Meter, Shade::deep(252, 15).on(234, 0)),
            (Rank::Git, Shade::deep(231, 15).on(60, 5)),
            (Rank::Notice, Shade::deep(231, 15).on(88, 1)),
        ],
        other: Shade::deep(252, 15).on(236, 0),
        end: ["\u{E0B0}", "\u{E0B1}"],
        begin: ["\u{E0B2}", "\u{E0B3}"],
    }),
    ..EMPTY
};

static BRIGHT_PALETTE: Palette = Palette {
    faint: Shade::NONE,
    faded: Shade::deep(244, 8),
    strong: Shade::both(Style::NONE.bold()),
    good: Shade::named(10),
    active: Shade::named(14),
    warn: Shade::named(11),
    high: Shade::deep(208, 3),
    critical: Shade::named(9),
    stopped: Shade::named(9).bold(),
    waiting: Shade::named(11).bold(),
};

/// Yellow is hard to see on a light background, so darker shades where the terminal has them.
static LIGHT_PALETTE: Palette = Palette {
    faint: Shade::NONE,
    faded: Shade::deep(244, 8),
    strong: Shade::both(Style::NONE.bold()),
    good: Shade::deep(28, 2),
    active: Shade::deep(25, 4),
    warn: Shade::deep(94, 5),
    high: Shade::deep(130, 1),
    critical: Shade::deep(160, 1),
    stopped: Shade::deep(160, 1).bold(),
    waiting: Shade::deep(94, 5).bold(),
};

static MONO_PALETTE: Palette = Palette {
    faint: Shade::NONE,
    faded: Shade::NONE,
    strong: Shade::both(Style::NONE.bold()),
    good: Shade::NONE,
    active: Shade::NONE,
    warn: Shade::NONE,
    high: Shade::both(Style::NONE.bold()),
    critical: Shade::both(Style::NONE.bold()),
    stopped: Shade::both(Style { reverse: true, ..Style::NONE.bold() }),
    waiting: Shade::both(Style { reverse: true, ..Style::NONE.bold() }),
};
