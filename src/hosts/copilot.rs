//! GitHub Copilot CLI.

use super::{AgentSettings, Field, HostRow, LIKE_CLAUDE, Margin, Meaning, Sender, Usage, sender::SAME};

pub(super) static ROW: HostRow = HostRow {
    name: "copilot",
    label: "GitHub Copilot CLI",
    settings: Some(AgentSettings {
        dir: ".copilot",
        variables: &[("COPILOT_HOME", "")],
        usual: &[("refreshInterval", "5")],
        elsewhere: &[(&["footer", "showCustom"], "true")],
        refresh: Some("refreshInterval"),
        ..LIKE_CLAUDE
    }),
    sender: Some(Sender {
        name: "Copilot",
        fields: &[Field::mark("ai_used"), Field::mark("allow_all_enabled")],
        context: &[
            Field::own("current_context_used_percentage", Meaning::Current),
            Field::shared("current_context_tokens", Meaning::Tokens),
        ],
        used,
        ..SAME
    }),
    rows: Some(1),
    limit: Some(10_000),
    // Its padding is on the left only.
    margin: Some(Margin { always: 0, per_padding: 1 }),
    ..HostRow::UNKNOWN
};

/// Its `used_percentage` includes everything that was ever sent.
fn used(usage: &Usage) -> Option<f64> {
    usage.current.or(usage.used)
}
