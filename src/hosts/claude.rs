//! Claude Code.

use super::{AgentSettings, HostRow, LIKE_CLAUDE, Margin, OnWindows, sender::SAME};
use crate::sys::directories;

pub(super) static ROW: HostRow = HostRow {
    name: "claude",
    label: "Claude Code",
    settings: Some(AgentSettings {
        dir: ".claude",
        variables: &[("CLAUDE_CONFIG_DIR", "")],
        project: [Some(".claude/settings.json"), Some(".claude/settings.local.json")],
        managed: Some(|| directories::managed_claude().join("managed-settings.json")),
        // While a subagent works, no event updates the line, so a timer has to.
        usual: &[("refreshInterval", "5")],
        refresh: Some("refreshInterval"),
        subagents: Some("subagentStatusLine"),
        is_late: true,
        on_windows: OnWindows::GitBash,
        ..LIKE_CLAUDE
    }),
    sender: Some(SAME),
    margin: Margin { always: 4, per_padding: 2 },
    ..HostRow::UNKNOWN
};
