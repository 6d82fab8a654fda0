//! Who sends: hosts whose fields have other names or another meaning than Claude Code's.

/// The hosts whose fields differ, each told by what only it sends; the first that fits counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sender {
    /// `render_width_chars`, `autorun`
    Cursor,
    /// `ai_used`, `allow_all_enabled`, `context_window.current_context_used_percentage`
    Copilot,
    /// `metrics`
    Qwen,
    /// `product` is `antigravity`
    Antigravity,
    /// `contextUsage`, `maxContextTokens`: names of its own
    Kimi,
    /// Claude Code, and all that send what it sends: Droid, `CodeBuddy`.
    #[default]
    Claude,
}

/// What hosts say of the context in words of their own.
#[derive(Debug, Default)]
pub(super) struct Usage {
    /// The percentage that is used; Claude Code sends it too, but means another.
    pub(super) used: Option<f64>,
    /// The percentage that Copilot means.
    pub(super) current: Option<f64>,
    /// The percentage that is left.
    pub(super) left: Option<f64>,
    /// The tokens in use, as one number.
    pub(super) tokens: Option<f64>,
    /// The part that Kimi says is used.
    pub(super) part: Option<f64>,
}

impl Sender {
    /// Returns what stands for the model where the host does not name it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cursor => "Cursor",
            Self::Copilot => "Copilot",
            Self::Qwen => "Qwen",
            Self::Antigravity => "Antigravity",
            Self::Kimi => "Kimi",
            Self::Claude => "Claude",
        }
    }

    /// Returns how much of the context is used, in percent, where that is to be shown as it is said.
    ///
    /// Claude Code keeps a part of the window for compacting, which has to be taken off first.
    pub(super) fn used(self, usage: &Usage, window: Option<f64>) -> Option<f64> {
        match self {
            Self::Claude => None,
            Self::Copilot => usage.current.or(usage.used),
            Self::Kimi => {
                let by_tokens = usage.tokens.zip(window).map(|(tokens, window)| tokens / window * 100.0);
                // A part of one, though nobody promises that it is not a percentage.
                by_tokens.or(usage.part.map(|part| if part <= 1.0 { part * 100.0 } else { part }))
            }
            _ => usage.used.or(usage.left.map(|left| 100.0 - left)),
        }
    }
}
