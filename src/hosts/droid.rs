//! Factory Droid.

use super::{AgentSettings, Field, HostRow, LIKE_CLAUDE, Margin, Meaning, Sender, Usage, sender::SAME};

pub(super) static ROW: HostRow = HostRow {
    name: "droid",
    label: "Factory Droid",
    settings: Some(AgentSettings {
        dir: ".factory",
        project: [Some(".factory/settings.json"), None],
        needed: &[],
        ..LIKE_CLAUDE
    }),
    sender: Some(Sender {
        name: "Droid",
        fields: &[Field::mark("session_settings_path"), Field::own("context", Meaning::Context)],
        context: &[
            Field::shared("percentage", Meaning::Current),
            Field::shared("adjusted_tokens", Meaning::Tokens),
            Field::shared("token_limit", Meaning::Window),
        ],
        used: Usage::current,
        ..SAME
    }),
    rows: Some(1),
    limit: Some(5000),
    margin: Margin { always: 0, per_padding: 2 },
    asks_terminal: true,
    ..HostRow::UNKNOWN
};
