//! What a host sends on standard input, every field of it optional.

use std::borrow::Cow;

use crate::json::{Fault, Reader, Scalar};

/// The fields that the line needs.
#[derive(Debug, Default)]
pub(super) struct Payload<'a> {
    /// The model's name as the host shows it.
    pub(super) model: Option<Cow<'a, str>>,
    /// The directory that the session works in.
    pub(super) dir: Option<Cow<'a, str>>,
    /// The session's id.
    pub(super) session: Option<Scalar<'a>>,
    /// The file that the conversation is written to.
    pub(super) transcript: Option<Cow<'a, str>>,
    /// How much of the context is left, in percent.
    pub(super) remaining: Option<Scalar<'a>>,
    /// How many tokens the context holds.
    pub(super) total_tokens: Option<f64>,
    /// How many tokens are in use, by every kind.
    pub(super) used_tokens: f64,
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
        let mut directories = Directories::default();
        let mut reader = Reader::behind_mark(bytes);
        let is_object = reader.object(|key, value| match key {
            "model" => payload.read_model(value),
            "workspace" => directories.read_workspace(value),
            "cwd" => directories.working = value.text(),
            "session_id" => payload.session = value.scalar().filter(Scalar::is_truthy),
            "transcript_path" => payload.transcript = value.text(),
            "context_window" => payload.read_context(value),
            _ => value.skip(),
        });
        payload.dir = directories.current.or(directories.working).or(directories.project);
        match reader.fault() {
            None if is_object => Reading::Whole(payload),
            Some(Fault::Truncated) => Reading::Cut(payload),
            None | Some(Fault::Malformed) => Reading::Useless,
        }
    }

    /// Tells whether anything was read that a line can be made of.
    pub(super) fn says_anything(&self) -> bool {
        self.model.is_some() || self.dir.is_some() || self.remaining.is_some()
    }

    /// model = string / object with a `display_name`
    fn read_model(&mut self, value: &mut Reader<'a>) {
        if value.peek() != Some(b'{') {
            self.model = named(value);
            return;
        }
        value.object(|key, value| match key {
            "display_name" => self.model = named(value),
            _ => value.skip(),
        });
    }

    fn read_context(&mut self, value: &mut Reader<'a>) {
        let mut window_size = None;
        value.object(|key, value| match key {
            "remaining_percentage" => self.remaining = value.scalar().filter(|left| left.number().is_some()),
            "total_tokens" => self.total_tokens = value.number().filter(|total| *total != 0.0),
            "context_window_size" => window_size = value.number().filter(|size| *size > 0.0),
            "current_usage" => self.read_usage(value),
            _ => value.skip(),
        });
        // Claude Code sends no total; its window size is what is meant.
        self.total_tokens = self.total_tokens.or(window_size);
    }

    fn read_usage(&mut self, value: &mut Reader<'a>) {
        self.used_tokens = 0.0;
        value.object(|key, value| match key {
            "input_tokens" | "cache_creation_input_tokens" | "cache_read_input_tokens" | "output_tokens" => {
                self.used_tokens += value.number().unwrap_or_default();
            }
            _ => value.skip(),
        });
    }
}

impl Payload<'_> {
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
    fn read_workspace(&mut self, value: &mut Reader<'a>) {
        value.object(|key, value| match key {
            "current_dir" => self.current = value.text(),
            "project_dir" => self.project = value.text(),
            _ => value.skip(),
        });
    }
}

/// Reads a name; what JavaScript takes for false is none.
fn named<'a>(value: &mut Reader<'a>) -> Option<Cow<'a, str>> {
    value.scalar().filter(Scalar::is_truthy)?.text()
}
