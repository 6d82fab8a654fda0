//! Reads a `session-state.json` up to the first error.

use std::{borrow::Cow, collections::BTreeMap};

use crate::{family::parts::Count, text::json::Reader, text::time};

/// What the line needs of a session. An empty or `null` value is treated as missing.
#[derive(Debug, Default)]
pub struct SessionFields<'a> {
    /// The name of the template.
    pub template_name: Option<Cow<'a, str>>,
    /// The id of the template.
    pub template_id: Option<Cow<'a, str>>,
    /// The id of the run.
    pub session_id: Option<Cow<'a, str>>,
    /// The status of the whole session.
    pub status: Option<Cow<'a, str>>,
    /// The current batch, counted from 1.
    pub batch: Option<f64>,
    /// How many batches are planned.
    pub batches: Option<usize>,
    /// The current node; one of them if there are several.
    pub current_node: Option<Cow<'a, str>>,
    /// The last checkpoint.
    pub last_checkpoint: Option<Cow<'a, str>>,
    /// Every node, in the order of the file.
    pub nodes: Vec<Node<'a>>,
    /// How many nodes are done; empty if the file breaks off within the nodes.
    pub count: Count,
    /// When the session says that it was last updated.
    pub updated: Option<i64>,
    /// Whether the file breaks off, or is not a JSON object.
    pub is_cut: bool,
}

/// A node of the workflow.
#[derive(Debug, PartialEq, Eq)]
pub struct Node<'a> {
    /// Its id.
    pub name: Cow<'a, str>,
    /// Its status.
    pub status: NodeStatus,
}

/// The status of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeStatus {
    /// It is completed or skipped.
    Done,
    /// It is running.
    Running,
    /// It failed.
    Failed,
    /// It has not started.
    Open,
}

impl<'a> SessionFields<'a> {
    /// Reads everything before the first error; nothing in the file is an error to the caller.
    pub fn read(bytes: &'a [u8]) -> Self {
        let mut state = Self::default();
        let mut reader = Reader::after_mark(bytes);
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

    /// Returns whether the file broke off before its status.
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
            let status = NodeStatus::read(value);
            // Of two equal keys the last wins, as usual in JSON.
            let place = *places.entry(name.clone()).or_insert(self.nodes.len());
            match self.nodes.get_mut(place) {
                Some(node) => node.status = status,
                None => self.nodes.push(Node { name, status }),
            }
        });
        // From a part of the list the percentage cannot be computed.
        self.count = if value.fault().is_some() { Count::default() } else { self.counted() };
    }

    fn counted(&self) -> Count {
        let done = self.nodes.iter().filter(|node| node.status == NodeStatus::Done).count();
        Count { done, total: self.nodes.len() }
    }
}

impl NodeStatus {
    /// node = object with a `status` / the status alone
    fn read(value: &mut Reader<'_>) -> Self {
        if value.peek() != Some(b'{') {
            return Self::of(value.text().as_deref());
        }
        let mut status = Self::Open;
        value.object(|key, value| match key {
            "status" => status = Self::of(value.text().as_deref()),
            _ => value.skip(),
        });
        status
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

/// Returns the status of a session, reading no further than needed, or as far as `bytes` go.
pub(super) fn status_in(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let mut status = None;
    Reader::after_mark(bytes).object(|key, value| match key {
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
