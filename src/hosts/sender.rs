//! What an agent sends on standard input: how it is recognised, and what its fields mean.
//!
//! Most agents send Claude Code's fields, which the hook reads for all of them. A row has only the
//! differences.

use super::{HostRow, Hosts};

/// How the payload of an agent differs from Claude Code's.
#[derive(Debug)]
pub struct Sender {
    /// What is shown for the model if the payload has none.
    pub name: &'static str,
    /// The top-level fields that Claude Code does not send and the line uses.
    pub fields: &'static [Field],
    /// The same for the fields of `context_window`.
    pub context: &'static [Field],
    /// Returns how much of the context is used, as the percentage to show.
    pub used: fn(&Usage) -> Option<f64>,
    /// Whether `workspace.project_dir` is the directory of the project.
    pub sends_project: bool,
}

/// A field that Claude Code does not send.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key.
    pub key: &'static str,
    /// What it means.
    pub means: Meaning,
    /// Whether no other agent sends it, so that it identifies this one.
    pub is_mark: bool,
}

/// What a field means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing that the line shows.
    Unused,
    /// The agent, if it has this value.
    Name(&'static str),
    /// The width for the line, in columns.
    Width,
    /// The size of the context in tokens; 0 if it is not known.
    Window,
    /// An object with the fields that others send in `context_window`.
    Context,
    /// How many tokens of the context are in use.
    Tokens,
    /// The share of the context that is in use: from 0 to 1, or a percentage.
    Part,
    /// The percentage of the context that is in use, if `used_percentage` means something else.
    Current,
}

/// What an agent reports about its context.
#[derive(Debug, Default)]
pub struct Usage {
    /// `used_percentage`.
    pub used: Option<f64>,
    /// `remaining_percentage`.
    pub left: Option<f64>,
    /// [`Meaning::Current`].
    pub current: Option<f64>,
    /// [`Meaning::Tokens`], or `current_usage` if that is a number.
    pub tokens: Option<f64>,
    /// [`Meaning::Part`].
    pub part: Option<f64>,
    /// [`Meaning::Window`], or Claude Code's field for it.
    pub window: Option<f64>,
    /// Whether the size was sent as 0: then nothing is known.
    pub is_unknown: bool,
}

/// Claude Code, and every agent whose payload looks like Claude Code's.
pub static AS_CLAUDE: Sender = SAME;

/// The same as a constant, for a row to start from.
pub(super) const SAME: Sender =
    Sender { name: "Claude", fields: &[], context: &[], used: Usage::reported, sends_project: true };

impl Field {
    /// Returns a field that only identifies the agent.
    pub const fn mark(key: &'static str) -> Self {
        Self { key, means: Meaning::Unused, is_mark: true }
    }

    /// Returns a field that no other agent has.
    pub const fn own(key: &'static str, means: Meaning) -> Self {
        Self { key, means, is_mark: true }
    }

    /// Returns a field that other agents may have, too.
    pub const fn shared(key: &'static str, means: Meaning) -> Self {
        Self { key, means, is_mark: false }
    }
}

impl Usage {
    /// Returns the percentage that is in use, if `used_percentage` means something else.
    pub fn current(&self) -> Option<f64> {
        self.current.or(self.used)
    }

    /// Returns the percentage that is used, computed from what is left if need be.
    pub fn reported(&self) -> Option<f64> {
        self.used.or(self.left.map(|left| 100.0 - left))
    }
}

impl Hosts {
    /// Returns every agent with its rank: if a payload fits several, the lowest rank wins.
    pub fn senders(self) -> impl Iterator<Item = (usize, &'static HostRow)> {
        self.agents.iter().copied().enumerate()
    }

    /// Returns the agent that sends a top-level field, and the field.
    pub fn field(self, key: &str) -> Option<(usize, &'static HostRow, &'static Field)> {
        self.senders().find_map(|(rank, host)| Some((rank, host, with_key(host.sender().fields, key)?)))
    }

    /// Returns the agent that sends a field in `context_window`, and the field.
    pub fn context_field(self, key: &str) -> Option<(usize, &'static HostRow, &'static Field)> {
        self.senders().find_map(|(rank, host)| Some((rank, host, with_key(host.sender().context, key)?)))
    }
}

fn with_key(fields: &'static [Field], key: &str) -> Option<&'static Field> {
    fields.iter().find(|field| field.key == key)
}
