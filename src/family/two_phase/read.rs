//! Reads a plan or an exec file with patterns, so that a stray quote in one value does not affect the others.

use std::borrow::Cow;

use super::{patterns, scalar::Scalar, step::Step, walk::walk};
use crate::text;

/// The most items of a list to read: real files have fewer, and a prompt has no time for a million.
const MOST_ITEMS: usize = 10_000;

/// A value that is present and not empty.
pub type Text<'a> = Option<Cow<'a, str>>;

/// What the lines need of a plan or an exec file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PhaseFields<'a> {
    /// The phase that the file names.
    pub phase: Text<'a>,
    /// The file's own status.
    pub status: Text<'a>,
    /// Whether the plan is done and approved.
    pub plan_phase_complete: bool,
    /// The sections of the requirements.
    pub sections: Vec<Section<'a>>,
    /// The current module.
    pub current_module: Text<'a>,
    /// The modules with their status.
    pub modules_status: Vec<Module<'a>>,
    /// The modules under their other key.
    pub modules: Vec<Module<'a>>,
    /// The assignments of agents to modules.
    pub assignments: Vec<Assignment<'a>>,
    /// The number of completed modules, by the file's counter.
    pub modules_completed: Option<u64>,
    /// The number of modules, by the file's counter.
    pub modules_total: Option<u64>,
    /// Whether the file says that all modules are complete.
    pub all_modules_complete: bool,
    /// Whether the result is being verified.
    pub verification_mode: bool,
    /// How many rounds of verification are left.
    pub verification_loops_remaining: Option<u64>,
}

/// A section of the requirements.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Section<'a> {
    /// Its name.
    pub name: Text<'a>,
    /// Its status.
    pub status: Text<'a>,
}

/// A module of the plan.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Module<'a> {
    /// Its id.
    pub id: Text<'a>,
    /// Its name.
    pub name: Text<'a>,
    /// Its status.
    pub status: Text<'a>,
    /// Its agent.
    pub assigned_to: Text<'a>,
}

/// A module that is assigned to an agent.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Assignment<'a> {
    /// The agent.
    pub agent: Text<'a>,
    /// The module.
    pub module: Text<'a>,
    /// Its status.
    pub status: Text<'a>,
    /// The status of its instructions.
    pub instruction: Text<'a>,
    /// When the next poll is due.
    pub next_poll_due: Text<'a>,
}

impl<'a> PhaseFields<'a> {
    /// Reads everything in `content`; nothing in it is an error.
    pub fn read(content: &'a str) -> Self {
        let mut state = Self::default();
        let content = content.strip_prefix('\u{FEFF}').unwrap_or(content);
        if let Some(block) = frontmatter(content) {
            walk(block, |path, value| state.take(path, value));
        } else {
            state.status = body_status(content);
        }
        state
    }

    /// Returns the modules, from the key that has any.
    pub fn modules(&self) -> &[Module<'a>] {
        if self.modules_status.is_empty() { &self.modules } else { &self.modules_status }
    }

    fn take(&mut self, path: &[Step<'a>], value: Scalar<'a>) {
        match path {
            [Step::Key(key)] => self.take_own(key, value),
            [Step::Key("requirements_sections"), Step::Item(number), path @ ..] => {
                take_item(&mut self.sections, *number, path, value);
            }
            [Step::Key("modules_status"), Step::Item(number), path @ ..] => {
                take_item(&mut self.modules_status, *number, path, value);
            }
            [Step::Key("modules"), Step::Item(number), path @ ..] => {
                take_item(&mut self.modules, *number, path, value);
            }
            [Step::Key("active_assignments"), Step::Item(number), path @ ..] => {
                take_item(&mut self.assignments, *number, path, value);
            }
            _ => {}
        }
    }

    /// Stores a top-level value; the last of equal keys wins, as in the tool itself.
    fn take_own(&mut self, key: &str, value: Scalar<'a>) {
        match key {
            "phase" => self.phase = value.text(),
            "status" => self.status = value.text(),
            "plan_phase_complete" => self.plan_phase_complete = value.is_true(),
            "requirements_sections" => self.sections.clear(),
            "current_module" => self.current_module = value.text(),
            "modules_status" => self.modules_status.clear(),
            "modules" => self.modules.clear(),
            "active_assignments" => self.assignments.clear(),
            "modules_completed" => self.modules_completed = value.number(),
            "modules_total" => self.modules_total = value.number(),
            "all_modules_complete" => self.all_modules_complete = value.is_true(),
            "verification_mode" => self.verification_mode = value.is_true(),
            "verification_loops_remaining" => self.verification_loops_remaining = value.number(),
            _ => {}
        }
    }
}

/// An item of a list.
trait Item<'a>: Default {
    /// Stores one of its values. An item that is only a scalar has an empty path; the scalar is its name.
    fn take(&mut self, path: &[Step<'a>], value: Scalar<'a>);
}

impl<'a> Item<'a> for Section<'a> {
    fn take(&mut self, path: &[Step<'a>], value: Scalar<'a>) {
        match path {
            [] | [Step::Key("name")] => self.name = value.text(),
            [Step::Key("status")] => self.status = value.text(),
            _ => {}
        }
    }
}

impl<'a> Item<'a> for Module<'a> {
    fn take(&mut self, path: &[Step<'a>], value: Scalar<'a>) {
        match path {
            [] | [Step::Key("id")] => self.id = value.text(),
            [Step::Key("name")] => self.name = value.text(),
            [Step::Key("status")] => self.status = value.text(),
            [Step::Key("assigned_to")] => self.assigned_to = value.text(),
            _ => {}
        }
    }
}

impl<'a> Item<'a> for Assignment<'a> {
    fn take(&mut self, path: &[Step<'a>], value: Scalar<'a>) {
        match path {
            [] | [Step::Key("agent")] => self.agent = value.text(),
            [Step::Key("module")] => self.module = value.text(),
            [Step::Key("status")] => self.status = value.text(),
            [Step::Key("instruction_verification"), Step::Key("status")] => self.instruction = value.text(),
            [Step::Key("progress_polling"), Step::Key("next_poll_due")] => self.next_poll_due = value.text(),
            _ => {}
        }
    }
}

/// Stores a value for one item of a list, and extends the list if needed.
fn take_item<'a, T: Item<'a>>(list: &mut Vec<T>, number: usize, path: &[Step<'a>], value: Scalar<'a>) {
    if list.len() <= number && number < MOST_ITEMS {
        list.resize_with(number.saturating_add(1), T::default);
    }
    if let Some(item) = list.get_mut(number) {
        item.take(path, value);
    }
}

/// Returns the block between the fences; without a closing fence it extends to the end.
fn frontmatter(content: &str) -> Option<&str> {
    let block = content.get(patterns::FENCE.end(content, 0)?..)?;
    let closes = |at: &usize| text::begins_line(block, *at) && patterns::FENCE.end(block, *at).is_some();
    let end = block.match_indices("---").map(|(at, _)| at).find(closes);
    block.get(..end.unwrap_or(block.len()))
}

/// Returns the first `Status:` of a string without frontmatter.
fn body_status(content: &str) -> Text<'_> {
    let found = content.match_indices("Status:").find_map(|(at, _)| {
        let before = content.get(..at)?;
        let start = before.strip_suffix("**").unwrap_or(before).len();
        text::begins_line(content, start).then(|| patterns::BODY_STATUS.matched(content, start))?
    })?;
    let (_, status) = found.split_once(':')?;
    let status = text::trim(status.strip_prefix("**").unwrap_or(status));
    Some(Cow::Borrowed(status)).filter(|status| !status.is_empty())
}
