//! Qwen Code.

use super::{AgentSettings, Field, HostRow, LIKE_CLAUDE, Margin, Sender, sender::SAME};

pub(super) static ROW: HostRow = HostRow {
    name: "qwen",
    label: "Qwen Code",
    settings: Some(AgentSettings {
        dir: ".qwen",
        project: [Some(".qwen/settings.json"), Some(".qwen/settings.local.json")],
        key: &["ui", "statusLine"],
        // Without the last field, it shows every colour as a dim grey.
        usual: &[("refreshInterval", "5"), ("respectUserColors", "true")],
        refresh: Some("refreshInterval"),
        padding: None,
        expands: true,
        ..LIKE_CLAUDE
    }),
    sender: Some(Sender { name: "Qwen", fields: &[Field::mark("metrics")], ..SAME }),
    rows: Some(2),
    limit: Some(5000),
    // Below 80 columns it keeps one less.
    margin: Margin { always: 5, per_padding: 0 },
    asks_terminal: true,
    ..HostRow::UNKNOWN
};
