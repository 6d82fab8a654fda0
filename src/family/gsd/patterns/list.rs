//! The patterns of a STATE.md, each written once: the build compiles them to DFAs, and the tests run them as regexes.
//!
//! The published hook is JavaScript, so its classes are spelled out here: `\s` includes the Unicode
//! spaces and U+FEFF but not U+0085, `.` stops at four line ends, `\w` and `\d` are ASCII. The readers
//! try a pattern that the hook runs with `^` at line starts only, so the `^` is not part of it.

/// White space, as JavaScript's `\s`.
macro_rules! blank {
    () => {
        r"[\t\n\x0B\x0C\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}]"
    };
}

/// Any character except a line end, as JavaScript's `.`.
macro_rules! dot {
    () => {
        r"[^\n\r\x{2028}\x{2029}]"
    };
}

/// Every pattern by name.
pub const PATTERNS: &[(&str, &str)] = &[
    // A top-level key with its value, on one line.
    ("key", concat!(r"([0-9A-Za-z_]+):", blank!(), r"*(", dot!(), r"+)")),
    ("next_phases_flow", concat!(r"next_phases:", blank!(), r"*\[([^\]]*)\]")),
    ("next_phases_block", concat!(r"next_phases:", blank!(), r"*\r?\n((?:[ \t]*-[ \t]*[^\r\n]+\r?\n?)*)")),
    // Tried on one line of such a block, up to its end.
    ("next_phases_item", concat!(r"[ \t]*-[ \t]*(", dot!(), r"+)\z")),
    ("progress", concat!(r"progress:", blank!(), r"*\r?\n((?:[ \t]+[0-9A-Za-z_]+:", dot!(), r"+\r?\n?)+)")),
    // Tried at each line of the progress block.
    ("progress_count", concat!(r"[ \t]+(completed_phases|total_phases|percent):", blank!(), r"*([0-9]+)")),
    (
        "phase",
        concat!(
            r"Phase:",
            blank!(),
            r"*([0-9]+)",
            blank!(),
            r"+of",
            blank!(),
            r"+([0-9]+)",
            r"(?:",
            blank!(),
            r"+\(([^)]+)\))?"
        ),
    ),
    ("status", concat!(r"Status:", blank!(), r"*(", dot!(), r"+)")),
    // The next ones are for the smart line only.
    // `5`, `16.10`, `3A`, `M3`, `m2s3`, `v1.2-01`.
    (
        "phase_number",
        r"(?:\[[A-Z][A-Z0-9_]*\.[0-9]{1,2}\] )?(?:[A-Za-z]{1,2}[0-9]+(?:\.[0-9]+)*-)?(?:[A-Za-z][0-9]+)?[A-Za-z]{0,2}[0-9]+(?:\.[0-9]+)*[A-Za-z]?",
    ),
    ("phase_total", r"[ \t]*(?:of[ \t]+|/[ \t]*)[0-9]+(?:\.[0-9]+)*"),
    // A command with its arguments, and nothing else: `/gsd-plan-phase 6`, `plan-phase`.
    (
        "command",
        concat!(
            r"(?:/[a-z][a-z0-9]*(?:[:-][a-z0-9]+)*|[a-z][a-z0-9]*(?:[:-][a-z0-9]+)+)",
            r"(?: +(?:[A-Za-z]{0,2}[0-9][0-9A-Za-z.,/-]*|--[a-z][a-z-]*))*\z"
        ),
    ),
];
