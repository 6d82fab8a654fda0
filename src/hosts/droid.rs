//! Factory Droid.

use super::{AgentSettings, HostRow, LIKE_CLAUDE, Margin, sender::SAME};

pub(super) static ROW: HostRow = HostRow {
    name: "droid",
    label: "Factory Droid",
    settings: Some(AgentSettings {
        dir: ".factory",
        project: [Some(".factory/settings.json"), None],
        needed: &[],
        ..LIKE_CLAUDE
    }),
    sender: Some(SAME),
    rows: Some(1),
    limit: Some(5000),
    margin: Some(Margin { always: 0, per_padding: 2 }),
    ..HostRow::UNKNOWN
};
