//! `CodeBuddy` Code.

use super::{AgentSettings, HostRow, LIKE_CLAUDE, sender::SAME};

pub(super) static ROW: HostRow = HostRow {
    name: "codebuddy",
    label: "CodeBuddy Code",
    settings: Some(AgentSettings {
        dir: ".codebuddy",
        project: [Some(".codebuddy/settings.json"), Some(".codebuddy/settings.local.json")],
        ..LIKE_CLAUDE
    }),
    sender: Some(SAME),
    rows: Some(3),
    ..HostRow::UNKNOWN
};
