//! Cursor CLI.

use super::{AgentSettings, Field, HostRow, LIKE_CLAUDE, Meaning, Sender, sender::SAME};

pub(super) static ROW: HostRow = HostRow {
    name: "cursor",
    label: "Cursor CLI",
    settings: Some(AgentSettings {
        dir: ".cursor",
        variables: &[("CURSOR_CONFIG_DIR", ""), ("XDG_CONFIG_HOME", "cursor")],
        file: "cli-config.json",
        ..LIKE_CLAUDE
    }),
    sender: Some(Sender {
        name: "Cursor",
        fields: &[Field::own("render_width_chars", Meaning::Width), Field::mark("autorun")],
        // It is where the conversation is kept.
        sends_project: false,
        ..SAME
    }),
    limit: Some(2000),
    ..HostRow::UNKNOWN
};
