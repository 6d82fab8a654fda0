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
        // Its `used_percentage` counts everything that was ever sent.
        used: Usage::current,
        ..SAME
    }),
    limit: Some(10_000),
    // Its padding is on the left only.
    margin: Margin { always: 0, per_padding: 1 },
    asks_terminal: true,
    ..HostRow::UNKNOWN
};
