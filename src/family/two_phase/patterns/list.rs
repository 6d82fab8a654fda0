//! The patterns of plan and exec files, each written once: the build compiles them to DFAs, and the tests run them as
//! regexes. Together they read the YAML that these files use.

/// A scalar in double quotes, possibly over several lines.
macro_rules! double_quoted {
    () => {
        r#""(?:[^"\\]|\\(?s:.))*""#
    };
}

/// A scalar in single quotes, possibly over several lines.
macro_rules! single_quoted {
    () => {
        r"'(?:[^']|'')*'"
    };
}

/// Every pattern by name.
pub const PATTERNS: &[(&str, &str)] = &[
    // A fence is a line by itself.
    ("fence", r"---[ \t]*(?:\r?\n|\z)"),
    // A key that begins an entry of a block, with what must follow the colon.
    (
        "yaml_key",
        concat!(
            r"(?:",
            double_quoted!(),
            r"|",
            single_quoted!(),
            r"|(?:[^ \t\r\n\-?:,\[\]{}#&*!|>'%@`\x22]|[\-?:][^ \t\r\n#])#*",
            r"(?:[ \t]|[^ \t\r\n:#]#*|:[^ \t\r\n])*?)[ \t]*:(?:[ \t]+|\z)"
        ),
    ),
    // An anchor or a tag before a value.
    ("yaml_property", r"[&!][^ \t\r\n]*[ \t]*"),
    ("yaml_double", double_quoted!()),
    ("yaml_single", single_quoted!()),
    // A line without its comment and the blanks before it.
    ("yaml_plain", r"[^ \t\r\n#](?:[^ \t\r\n]|[ \t]+[^ \t\r\n#])*"),
    // The header of a block scalar, whose text is on the lines below, to the end of the line.
    ("yaml_block", r"[|>][\-+0-9]{0,2}(?:[ \t]+(?:#[^\r\n]*)?)?\z"),
    // A piece of a list or map in brackets.
    (
        "yaml_flow",
        concat!(
            r"[\[\]{},:]|[ \t\r\n]+(?:#[^\r\n]*)?|",
            double_quoted!(),
            r"|",
            single_quoted!(),
            r"|[^ \t\r\n,\[\]{}:'#\x22]",
            r"(?:[^ \t\r\n,\[\]{}:]|:[^ \t\r\n,\[\]{}]|[ \t\r\n]+[^ \t\r\n,\[\]{}:#])*"
        ),
    ),
    // The status in a file without frontmatter.
    ("body_status", r"(?:\*\*)?Status:(?:\*\*)?[ \t]*[^\r\n]+"),
];
