//! Antigravity CLI.

use super::{AgentSettings, Field, HostRow, LIKE_CLAUDE, Meaning, Sender, sender::SAME};

pub(super) static ROW: HostRow = HostRow {
    name: "antigravity",
    label: "Antigravity CLI",
    settings: Some(AgentSettings {
        dir: ".gemini/antigravity-cli",
        needed: &[("type", "\"command\""), ("enabled", "true")],
        usual: &[("stack_with_default", "true")],
        padding: None,
        ..LIKE_CLAUDE
    }),
    sender: Some(Sender {
        name: "Antigravity",
        fields: &[
            Field::shared("product", Meaning::Name("antigravity")),
            Field::shared("terminal_width", Meaning::Width),
        ],
        ..SAME
    }),
    ..HostRow::UNKNOWN
};
