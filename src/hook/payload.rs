//! What a host sends on standard input, every field of it optional.
//!
//! Most hosts have taken over Claude Code's fields and left out or added some, so one reader does for all;
//! [`Sender`] tells them apart where the same field means something else.

use std::borrow::Cow;

use super::{
    extras::Extras,
    sender::{Sender, Usage},
};
use crate::json::{Fault, Reader, Scalar};

/// The fields that the line needs.
#[derive(Debug, Default)]
pub(super) struct Payload<'a> {
    /// Who sent it.
    pub(super) sender: Sender,
    /// The model's name as the host shows it.
    pub(super) model: Option<Cow<'a, str>>,
    /// The model's name for the host itself.
    model_id: Option<Cow<'a, str>>,
    /// How hard the model thinks, where the host says it beside the name.
    pub(super) effort: Option<Cow<'a, str>>,
    /// The directory that the session works in.
    pub(super) dir: Option<Cow<'a, str>>,
    /// The name of the linked worktree that it is in.
    pub(super) git_worktree: Option<Cow<'a, str>>,
    /// The session's id.
    pub(super) session: Option<Scalar<'a>>,
    /// The file that the conversation is written to.
    pub(super) transcript: Option<Cow<'a, str>>,
    /// How much of the context is left, in percent.
    pub(super) remaining: Option<Scalar<'a>>,
    /// How much of the context is used, in percent, where the host says it as it is to be shown.
    pub(super) used: Option<f64>,
    /// How many tokens the context holds.
    pub(super) total_tokens: Option<f64>,
    /// How many tokens are in use, by every kind.
    pub(super) used_tokens: f64,
    /// How many cells the host has for the line.
    pub(super) width: Option<usize>,
    /// What only some segments read.
    pub(super) extras: Extras<'a>,
}

/// Where the directory of a session may stand, the best first.
#[derive(Default)]
struct Directories<'a> {
    current: Option<Cow<'a, str>>,
    working: Option<Cow<'a, str>>,
    project: Option<Cow<'a, str>>,
}

/// What the bytes that came so far amount to.
#[derive(Debug)]
pub(super) enum Reading<'a> {
    /// All that there is to say.
    Whole(Payload<'a>),
    /// Cut off; what stands before the cut is as good as ever.
    Cut(Payload<'a>),
    /// Not a payload, whatever else may come.
    Useless,
}

impl<'a> Payload<'a> {
    /// Reads the first value in `bytes`.
    pub(super) fn read(bytes: &'a [u8]) -> Reading<'a> {
        let mut payload = Self::default();
        let (mut directories, mut usage) = (Directories::default(), Usage::default());
        let mut reader = Reader::behind_mark(bytes);
        let is_object = reader.object(|key, value| match key {
            "model" => payload.read_model(value),
            "workspace" => directories.read_workspace(value, &mut payload.git_worktree),
            "cwd" => directories.working = value.text(),
            "session_id" => payload.session = value.scalar().filter(Scalar::is_truthy),
            "transcript_path" => payload.transcript = value.text(),
            "context_window" => payload.read_context(&mut usage, value),
            _ => payload.read_other(key, &mut usage, value),
        });
        payload.settle(usage);
        // Cursor's project directory is where it keeps the conversation.
        let project = directories.project.filter(|_| payload.sender != Sender::Cursor);
        payload.dir = directories.current.or(directories.working).or(project).map(without_scheme);
        match reader.fault() {
            None if is_object => Reading::Whole(payload),
            Some(Fault::Truncated) => Reading::Cut(payload),
            None | Some(Fault::Malformed) => Reading::Useless,
        }
    }

    /// Tells whether anything was read that a line can be made of.
    pub(super) fn says_anything(&self) -> bool {
        self.model.is_some() || self.dir.is_some() || self.remaining.is_some() || self.used.is_some()
    }

    /// Reads what not every host sends, or not everybody wants.
    fn read_other(&mut self, key: &str, usage: &mut Usage, value: &mut Reader<'a>) {
        if self.extras.keep(key, value) {
            return;
        }
        match key {
            "render_width_chars" => {
                self.comes_from(Sender::Cursor);
                self.width = cells(value);
            }
            "terminal_width" => self.width = cells(value),
            "product" => {
                if value.text().as_deref() == Some("antigravity") {
                    self.comes_from(Sender::Antigravity);
                }
            }
            "contextUsage" => {
                self.comes_from(Sender::Kimi);
                usage.part = value.number();
            }
            "contextTokens" => usage.tokens = value.number(),
            "maxContextTokens" => {
                self.comes_from(Sender::Kimi);
                self.total_tokens = value.number().filter(|total| *total > 0.0);
            }
            _ => {
                match key {
                    "autorun" => self.comes_from(Sender::Cursor),
                    "allow_all_enabled" => self.comes_from(Sender::Copilot),
                    "metrics" => self.comes_from(Sender::Qwen),
                    _ => {}
                }
                value.skip();
            }
        }
    }

    fn comes_from(&mut self, sender: Sender) {
        self.sender = self.sender.min(sender);
    }

    /// model = string / object with a `display_name`, an `id` and an `effort`
    fn read_model(&mut self, value: &mut Reader<'a>) {
        if value.peek() != Some(b'{') {
            self.model = named(value);
            return;
        }
        value.object(|key, value| match key {
            "display_name" => self.model = named(value),
            "id" => self.model_id = named(value),
            "effort" => self.effort = value.text(),
            _ => value.skip(),
        });
    }

    fn read_context(&mut self, usage: &mut Usage, value: &mut Reader<'a>) {
        let mut window_size = None;
        value.object(|key, value| match key {
            "remaining_percentage" => self.remaining = value.scalar().filter(|left| left.number().is_some()),
            "total_tokens" => self.total_tokens = value.number().filter(|total| *total != 0.0),
            "context_window_size" => window_size = value.number().filter(|size| *size > 0.0),
            "current_usage" => self.read_usage(usage, value),
            "used_percentage" => usage.used = value.number(),
            "current_context_used_percentage" => {
                usage.current = value.number();
                self.comes_from(Sender::Copilot);
            }
            "current_context_tokens" => usage.tokens = value.number(),
            _ => value.skip(),
        });
        // Claude Code sends no total; its window size is what is meant.
        self.total_tokens = self.total_tokens.or(window_size);
    }

    /// usage = number / object of the tokens of each kind
    fn read_usage(&mut self, usage: &mut Usage, value: &mut Reader<'a>) {
        self.used_tokens = 0.0;
        if matches!(value.peek(), Some(b'0'..=b'9' | b'"')) {
            usage.tokens = value.number();
            return;
        }
        value.object(|key, value| match key {
            "input_tokens" | "cache_creation_input_tokens" | "cache_read_input_tokens" | "output_tokens" => {
                self.used_tokens += value.number().unwrap_or_default();
            }
            _ => value.skip(),
        });
    }

    /// Settles what the model is called and how full the context is, once it is known whose words they are.
    fn settle(&mut self, mut usage: Usage) {
        if self.extras.reader("ai_used").is_some() {
            self.comes_from(Sender::Copilot);
        }
        if self.sender == Sender::Claude {
            return;
        }
        // Claude Code always has a name to show, and the published hook knows no other.
        self.model = self.model.take().or(self.model_id.take());
        usage.tokens = usage.tokens.filter(|tokens| *tokens > 0.0);
        usage.left = self.remaining.as_ref().and_then(Scalar::number);
        self.used = self.sender.used(&usage, self.total_tokens);
        if self.used_tokens == 0.0 {
            self.used_tokens = usage.tokens.unwrap_or_default();
        }
    }

    /// Returns the session's id as text.
    pub(super) fn session(&self) -> Option<&str> {
        match self.session.as_ref()? {
            Scalar::Text(text) => Some(text),
            Scalar::Number(digits) => Some(digits),
            Scalar::Null | Scalar::Bool(_) => None,
        }
    }
}

impl<'a> Directories<'a> {
    fn read_workspace(&mut self, value: &mut Reader<'a>, worktree: &mut Option<Cow<'a, str>>) {
        value.object(|key, value| match key {
            "current_dir" => self.current = value.text(),
            "project_dir" => self.project = value.text(),
            "git_worktree" => *worktree = value.text(),
            _ => value.skip(),
        });
    }
}

/// Reads a name; what JavaScript takes for false is none.
fn named<'a>(value: &mut Reader<'a>) -> Option<Cow<'a, str>> {
    value.scalar().filter(Scalar::is_truthy)?.text()
}

/// Reads a width.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a small number")]
fn cells(value: &mut Reader<'_>) -> Option<usize> {
    value.number().filter(|cells| (1.0..10_000.0).contains(cells)).map(|cells| cells as usize)
}

/// Returns the path that a `file://` address means; anything else is a path already.
pub(super) fn without_scheme(path: Cow<'_, str>) -> Cow<'_, str> {
    let Some(address) = path.strip_prefix("file://") else { return path };
    let address = address.strip_prefix("localhost").unwrap_or(address);
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let code =
            behind.get(..2).filter(|_| byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    crate::sys::file::decoded(bytes).into()
}
