//! The fields that `show` adds for a loop.

use serde_json::{Map, Value};

use crate::family::page::{
    Page,
    value::{at, fraction, of},
};

pub(super) fn page(state: &Value, companions: &Map<String, Value>, page: &mut Page) {
    let limit = at(state, "max_iterations").filter(|limit| limit != "0");
    page.field("iteration", fraction(at(state, "iteration"), limit));
    page.field("until", of(state, "completion_promise"));
    page.field("reviews", fraction(at(state, "review_count"), at(state, "max_review_cycles")));
    page.field("started", at(state, "started_at").or_else(|| at(state, "timestamp")).unwrap_or_default());
    page.field("session", of(state, "session_id"));
    let prompt = companions.get("prompt").and_then(Value::as_str).unwrap_or_default();
    page.field("prompt", prompt.lines().next().unwrap_or_default());
}
