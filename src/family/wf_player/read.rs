//! Reads a `session-state.json`, as far as it goes.

use std::{borrow::Cow, collections::BTreeMap};

use crate::{family::parts::Count, json::Reader, time};

/// What the line needs of a session. An empty or `null` value is an absent one.
#[derive(Debug, Default)]
pub struct State<'a> {
    /// What the workflow is called.
    pub template_name: Option<Cow<'a, str>>,
    /// What the template is called.
    pub template_id: Option<Cow<'a, str>>,
    /// What the run is called.
    pub session_id: Option<Cow<'a, str>>,
    /// The stage of the whole.
    pub status: Option<Cow<'a, str>>,
    /// Which batch is being worked on, counted from 1.
    pub batch: Option<f64>,
    /// How many batches are planned.
    pub batches: Option<usize>,
    /// The node that is being worked on; one of them where several are.
    pub current_node: Option<Cow<'a, str>>,
    /// The checkpoint that was passed last.
    pub last_checkpoint: Option<Cow<'a, str>>,
    /// Every node, in the order of the file.
    pub nodes: Vec<Node<'a>>,
    /// How many of the nodes are done; nothing where the file breaks off among them.
    pub count: Count,
    /// When the session says that it was last updated.
    pub updated: Option<i64>,
    /// Whether the file breaks off, or is not a JSON object.
    pub is_cut: bool,
}

/// A node of the workflow.
#[derive(Debug, PartialEq, Eq)]
pub struct Node<'a> {
    /// What it is called.
    pub name: Cow<'a, str>,
    /// How it stands.
    pub standing: Standing,
}

/// How a node stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing more is to be done.
    Done,
    /// It is being worked on.
    Running,
    /// It went wrong.
    Failed,
    /// Its turn has not come.
    Open,
}

impl<'a> State<'a> {
    /// Reads all that stands before the first trouble; nothing in the file is an error.
    pub fn read(bytes: &'a [u8]) -> Self {
        let mut state = Self::default();
        let mut reader = Reader::behind_mark(bytes);
        let is_object = reader.object(|key, value| match key {
            "template_name" => state.template_name = value.text(),
            "template_id" => state.template_id = value.text(),
            "session_id" => state.session_id = value.text(),
            "status" => state.status = value.text(),
            "current_batch" => state.batch = value.number().filter(|batch| (0.0..1e9).contains(batch)),
            "execution_plan" => state.batches = length(value),
            "current_node" => state.current_node = value.text(),
            "last_checkpoint" => state.last_checkpoint = value.text(),
            "node_states" => state.read_nodes(value),
            "updated_at" => state.updated = value.text().and_then(|time| time::seconds(&time)),
            _ => value.skip(),
        });
        state.is_cut = !is_object || reader.fault().is_some();
        state
    }

    /// Tells whether the file broke off before it said how the session stands.
    pub fn is_unreadable(&self) -> bool {
        self.is_cut && self.status.is_none() && self.nodes.is_empty()
    }

    /// Returns what the line begins with.
    pub fn lead(&self) -> Option<&Cow<'a, str>> {
        self.template_name.as_ref().or(self.template_id.as_ref()).or(self.session_id.as_ref())
    }

    fn read_nodes(&mut self, value: &mut Reader<'a>) {
        self.nodes.clear();
        let mut places = BTreeMap::new();
        value.members(|name, value| {
            let standing = Standing::read(value);
            // Of two equal keys the last counts, as everywhere in JSON.
            let place = *places.entry(name.clone()).or_insert(self.nodes.len());
            match self.nodes.get_mut(place) {
                Some(node) => node.standing = standing,
                None => self.nodes.push(Node { name, standing }),
            }
        });
        // The part of a list says nothing about the share that is done.
        self.count = if value.fault().is_some() { Count::default() } else { self.counted() };
    }

    fn counted(&self) -> Count {
        let done = self.nodes.iter().filter(|node| node.standing == Standing::Done).count();
        Count { done, total: self.nodes.len() }
    }
}

impl Standing {
    /// node = object with a `status` / the status alone
    fn read(value: &mut Reader<'_>) -> Self {
        if value.peek() != Some(b'{') {
            return Self::of(value.text().as_deref());
        }
        let mut standing = Self::Open;
        value.object(|key, value| match key {
            "status" => standing = Self::of(value.text().as_deref()),
            _ => value.skip(),
        });
        standing
    }

    fn of(status: Option<&str>) -> Self {
        match status {
            Some("completed" | "skipped") => Self::Done,
            Some("running") => Self::Running,
            Some("failed") => Self::Failed,
            _ => Self::Open,
        }
    }
}

/// Returns the length of a list that is read to its end.
fn length(value: &mut Reader<'_>) -> Option<usize> {
    let mut count = 0_usize;
    let is_list = value.array(|item| {
        item.skip();
        count = count.saturating_add(1);
    });
    (is_list && value.fault().is_none()).then_some(count)
}

/// Returns the status of a session, reading no further than it must, or as `bytes` go.
pub(super) fn status_in(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let mut status = None;
    Reader::behind_mark(bytes).object(|key, value| match key {
        "status" => {
            status = value.text();
            if status.is_some() {
                value.stop();
            }
        }
        _ => value.skip(),
    });
    status
}
