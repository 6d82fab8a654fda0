//! `PowerShell`.

use super::{HostRow, Snippet, quote};

pub(super) static ROW: HostRow = HostRow {
    name: "powershell",
    label: "PowerShell",
    runs_as: Some("pwsh"),
    snippet: Some(Snippet {
        purpose: "a row above the prompt",
        goes: "In the file that $PROFILE names:\n\n  \
               Invoke-Expression (& { (stateline init powershell | Out-String) })",
        text: include_str!("powershell.ps1"),
        quote: quote::doubled,
        own_file: None,
    }),
    ..HostRow::UNKNOWN
};
