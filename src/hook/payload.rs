//! Reads the JSON that a host sends on standard input. Every field is optional.
//!
//! Most hosts send Claude Code's fields, and leave out or add some, so one reader works for all hosts.
//! The host table has the fields that differ, and those that identify a host.

use std::borrow::Cow;

use super::extras::Extras;
use crate::{
    hosts::{Field, HOSTS, HostRow, Hosts, Meaning, Sender, USUAL, Usage},
    text::json::{Fault, Reader, Scalar},
};

/// The fields that the line needs.
#[derive(Debug, Default)]
pub(super) struct Payload<'a> {
    /// The host that sent it, with its rank; `None` if it could be Claude Code.
    host: Option<(usize, &'static HostRow)>,
    /// The display name of the model.
    pub(super) model: Option<Cow<'a, str>>,
    /// The model's id.
    model_id: Option<Cow<'a, str>>,
    /// The model's effort level, if the host sends it with the name.
    pub(super) effort: Option<Cow<'a, str>>,
    /// The directory that the session works in.
    pub(super) dir: Option<Cow<'a, str>>,
    /// The name of the linked worktree that the session works in.
    pub(super) git_worktree: Option<Cow<'a, str>>,
    /// The session's id.
    pub(super) session: Option<Scalar<'a>>,
    /// The file with the transcript of the conversation.
    pub(super) transcript: Option<Cow<'a, str>>,
    /// How much of the context is left, in percent.
    pub(super) remaining: Option<Scalar<'a>>,
    /// How much of the context is used, in percent, if the host sends the number to show.
    pub(super) used: Option<f64>,
    /// The size of the context window in tokens.
    pub(super) total_tokens: Option<f64>,
    /// How many tokens are in use, of every kind.
    pub(super) used_tokens: f64,
    /// The width that the host has for the line, in columns.
    pub(super) width: Option<usize>,
    /// The values that only some segments read.
    pub(super) extras: Extras<'a>,
    /// The directories that were added to the session, unparsed.
    pub(super) added_dirs: &'a [u8],
    /// All of it, unparsed.
    pub(super) sent: &'a [u8],
}

/// The fields that may hold the session's directory, the best first.
#[derive(Default)]
struct Directories<'a> {
    current: Option<Cow<'a, str>>,
    working: Option<Cow<'a, str>>,
    project: Option<Cow<'a, str>>,
}

/// The result of reading the bytes received so far.
#[derive(Debug)]
pub(super) enum Reading<'a> {
    /// A complete payload.
    Whole(Payload<'a>),
    /// An incomplete payload, with the fields before the end.
    Cut(Payload<'a>),
    /// Not a payload, no matter what follows.
    Useless,
}

impl<'a> Payload<'a> {
    /// Reads the first value in `bytes`.
    pub(super) fn read(bytes: &'a [u8]) -> Reading<'a> {
        Self::read_among(HOSTS, bytes)
    }

    /// Reads the first value in `bytes`, sent by one of `hosts`.
    pub(super) fn read_among(hosts: Hosts, bytes: &'a [u8]) -> Reading<'a> {
        let mut payload = Self { sent: bytes, ..Self::default() };
        let (mut directories, mut usage) = (Directories::default(), Usage::default());
        let mut reader = Reader::after_mark(bytes);
        let is_object = reader.object(|key, value| match key {
            "model" => payload.read_model(value),
            "workspace" => payload.read_workspace(&mut directories, value),
            "cwd" => directories.working = value.text(),
            "session_id" => payload.session = value.scalar().filter(Scalar::is_truthy),
            "transcript_path" => payload.transcript = value.text(),
            "context_window" => payload.read_context(hosts, &mut usage, value),
            _ => payload.read_other(hosts, key, &mut usage, value),
        });
        payload.settle(hosts, usage);
        let project = directories.project.filter(|_| payload.sender().sends_project);
        payload.dir = directories.current.or(directories.working).or(project).map(without_scheme);
        match reader.fault() {
            None if is_object => Reading::Whole(payload),
            Some(Fault::Truncated) => Reading::Cut(payload),
            None | Some(Fault::Malformed) => Reading::Useless,
        }
    }

    fn read_workspace(&mut self, directories: &mut Directories<'a>, value: &mut Reader<'a>) {
        value.object(|key, value| match key {
            "current_dir" => directories.current = value.text(),
            "project_dir" => directories.project = value.text(),
            "git_worktree" => self.git_worktree = value.text(),
            "added_dirs" => self.added_dirs = value.raw(),
            _ => value.skip(),
        });
    }

    /// Returns whether it has a field that can be shown.
    pub(super) fn says_anything(&self) -> bool {
        self.model.is_some() || self.dir.is_some() || self.remaining.is_some() || self.used.is_some()
    }

    /// Returns the host that sent it.
    pub(super) fn host(&self) -> &'static HostRow {
        self.host.map_or(USUAL, |(_, host)| host)
    }

    /// Returns what that host sends.
    pub(super) fn sender(&self) -> &'static Sender {
        self.host().sender()
    }

    /// Reads a field that few segments use, or that few hosts send.
    fn read_other(&mut self, hosts: Hosts, key: &str, usage: &mut Usage, value: &mut Reader<'a>) {
        if self.extras.keep(key, value) {
            return;
        }
        match hosts.field(key) {
            Some((rank, host, field)) => self.read_field(rank, host, field, usage, value),
            None => value.skip(),
        }
    }

    /// Reads a field that has a special meaning for one host.
    fn read_field(
        &mut self,
        rank: usize,
        host: &'static HostRow,
        field: &Field,
        usage: &mut Usage,
        value: &mut Reader<'a>,
    ) {
        let mut is_mark = field.is_mark;
        match field.means {
            Meaning::Unused => value.skip(),
            Meaning::Name(name) => is_mark = value.text().as_deref() == Some(name),
            Meaning::Width => self.width = cells(value),
            Meaning::Window => {
                let size = value.number();
                usage.is_unknown |= size == Some(0.0);
                self.total_tokens = size.filter(|size| *size > 0.0);
            }
            Meaning::Context => {
                value.object(|key, value| {
                    match host.sender().context.iter().find(|field| field.key == key) {
                        Some(field) => self.read_field(rank, host, field, usage, value),
                        None => value.skip(),
                    }
                });
            }
            Meaning::Tokens => usage.tokens = value.number(),
            Meaning::Part => usage.part = value.number(),
            Meaning::Current => usage.current = value.number(),
        }
        if is_mark {
            self.comes_from(rank, host);
        }
    }

    fn comes_from(&mut self, rank: usize, host: &'static HostRow) {
        if self.host.is_none_or(|(known, _)| rank < known) {
            self.host = Some((rank, host));
        }
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
            "effort" | "reasoning_effort" => self.effort = value.text(),
            _ => value.skip(),
        });
    }

    fn read_context(&mut self, hosts: Hosts, usage: &mut Usage, value: &mut Reader<'a>) {
        let mut window_size = None;
        value.object(|key, value| match key {
            "remaining_percentage" => self.remaining = value.scalar().filter(|left| left.number().is_some()),
            "total_tokens" => self.total_tokens = value.number().filter(|total| *total != 0.0),
            "context_window_size" => {
                let size = value.number();
                usage.is_unknown |= size == Some(0.0);
                window_size = size.filter(|size| *size > 0.0);
            }
            "current_usage" => self.read_usage(usage, value),
            "used_percentage" => usage.used = value.number(),
            _ => match hosts.context_field(key) {
                Some((rank, host, field)) => self.read_field(rank, host, field, usage, value),
                None => value.skip(),
            },
        });
        // Claude Code sends no total, but its window size is the same.
        self.total_tokens = self.total_tokens.or(window_size);
    }

    /// usage = number / object with the tokens of each kind
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

    /// Decides on the model's name and on how full the context is, once the host is known.
    fn settle(&mut self, hosts: Hosts, mut usage: Usage) {
        // A field that only a segment reads can also identify a host.
        for (rank, host) in hosts.senders() {
            let mut marks = host.sender().fields.iter().filter(|field| field.is_mark);
            if marks.any(|field| self.extras.reader(field.key).is_some()) {
                self.comes_from(rank, host);
            }
        }
        // The rest is for other hosts. Claude Code always sends a display name, and the context segment
        // subtracts the part of the window that it reserves for compacting.
        let Some((_, host)) = self.host else { return };
        self.model = self.model.take().or(self.model_id.take());
        usage.tokens = usage.tokens.filter(|tokens| *tokens > 0.0);
        usage.left = self.remaining.as_ref().and_then(Scalar::number);
        usage.window = self.total_tokens;
        if usage.is_unknown {
            // A percentage of an unknown size means nothing.
            self.remaining = None;
        } else {
            self.used = (host.sender().used)(&usage);
        }
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

/// Reads a name; `None` if JavaScript considers the value false.
fn named<'a>(value: &mut Reader<'a>) -> Option<Cow<'a, str>> {
    value.scalar().filter(Scalar::is_truthy)?.text()
}

/// Reads a width.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a small number")]
fn cells(value: &mut Reader<'_>) -> Option<usize> {
    value.number().filter(|cells| (1.0..10_000.0).contains(cells)).map(|cells| cells as usize)
}

/// Returns the path of a `file://` URL; anything else is already a path.
pub(super) fn without_scheme(path: Cow<'_, str>) -> Cow<'_, str> {
    match path.strip_prefix("file://") {
        Some(address) => path_of(address).into(),
        None => path,
    }
}

/// Returns the path of a URL without its scheme. Few hosts send one, so it is not inlined.
#[inline(never)]
fn path_of(address: &str) -> String {
    let address = address.strip_prefix("localhost").unwrap_or(address);
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code =
            after.get(..2).filter(|_| byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    crate::sys::file::decoded(bytes)
}
