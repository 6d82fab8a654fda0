//! The fields that `show` adds for a sprint.

use serde_json::{Map, Value};

use super::read::Status;
use crate::{
    family::page::{
        Cell, Mark, Page,
        value::{at, of},
    },
    line::Tone,
};

pub(super) fn page(state: &Value, companions: &Map<String, Value>, page: &mut Page) {
    page.field("project", of(state, "project"));
    page.field("stories in", of(state, "story_location"));
    page.field("tracked by", of(state, "tracking_system"));
    page.field("updated", at(state, "last_updated").or_else(|| at(state, "updated")).unwrap_or_default());
    let Some(Value::Array(stories)) = companions.get("stories") else { return };
    let status = |story: &Value| Status::of(&of(story, "status"));
    let mut open: Vec<&Value> =
        stories.iter().filter(|story| !matches!(status(story), Status::Done | Status::Dropped)).collect();
    // What is being worked on comes first.
    open.sort_by_key(|story| match status(story) {
        Status::InProgress => 0,
        Status::Review => 1,
        Status::Blocked => 2,
        Status::Ready => 3,
        _ => 4,
    });
    let done = stories.iter().filter(|story| status(story) == Status::Done).count();
    page.heading("Stories", format!("{} open, {done} done", open.len()));
    page.items(&open, |page, story| {
        let mark = match status(story) {
            Status::InProgress | Status::Review => Mark::Active,
            Status::Blocked => Mark::Wrong,
            _ => Mark::Later,
        };
        let cells = [
            Cell::new(Tone::Dim, of(story, "number")).wide(8),
            Cell::new(Tone::Plain, of(story, "name")).wide(46),
            Cell::new(Tone::Plain, of(story, "status")),
        ];
        page.item(mark, cells);
    });
}
