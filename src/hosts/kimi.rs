//! Kimi Code.

use super::{
    AgentSettings, Field, HostRow, LIKE_CLAUDE, Margin, Meaning, Sender, Syntax, Usage, sender::SAME,
};

pub(super) static ROW: HostRow = HostRow {
    name: "kimi",
    label: "Kimi Code",
    settings: Some(AgentSettings {
        dir: ".kimi-code",
        variables: &[("KIMI_CODE_HOME", "")],
        file: "tui.toml",
        syntax: Syntax::Toml,
        key: &["status_line"],
        needed: &[],
        padding: None,
        ..LIKE_CLAUDE
    }),
    sender: Some(Sender {
        name: "Kimi",
        fields: &[
            Field::own("contextUsage", Meaning::Part),
            Field::shared("contextTokens", Meaning::Tokens),
            Field::own("maxContextTokens", Meaning::Window),
        ],
        used,
        ..SAME
    }),
    rows: Some(1),
    // After that time it shows its own line.
    limit: Some(300),
    margin: Margin { always: 2, per_padding: 0 },
    asks_terminal: true,
    ..HostRow::UNKNOWN
};

fn used(usage: &Usage) -> Option<f64> {
    let by_tokens = usage.tokens.zip(usage.window).map(|(tokens, window)| tokens / window * 100.0);
    // Documented as a value from 0 to 1; a percentage is read, too.
    by_tokens.or(usage.part.map(|part| if part <= 1.0 { part * 100.0 } else { part }))
}
