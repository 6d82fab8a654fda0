//! The hook's line in a made-up session in Claude Code, for `preview` and `setup`.

use std::{cell::OnceCell, path::Path};

use super::{
    payload::{Payload, Reading},
    segment::Session,
};
use crate::{
    config::Config,
    family::{Preferences, Style},
    line::{Paint, Painted},
    select::State,
    sys::System,
};

/// The directory of a session that has none.
pub const DIR: &str = "/sample/shop";

/// What Claude Code sends in the middle of a session.
const SENT: &[u8] = br#"{
  "session_id": "sample", "session_name": "export api", "version": "2.1.260",
  "model": {"id": "claude-opus-5[1m]", "display_name": "Opus 5 (1M context)"},
  "workspace": {"current_dir": "/sample/shop", "added_dirs": ["/sample/docs"]},
  "output_style": {"name": "Explanatory"}, "effort": {"level": "high"}, "vim": {"mode": "INSERT"},
  "cost": {"total_cost_usd": 1.23, "total_duration_ms": 7541000, "total_lines_added": 156, "total_lines_removed": 23},
  "context_window": {"context_window_size": 1000000, "remaining_percentage": 68,
    "current_usage": {"input_tokens": 321337}},
  "rate_limits": {"five_hour": {"used_percentage": 42}, "seven_day": {"used_percentage": 80}},
  "prompt_cache": {"warm": true, "hit_ratio": 0.93}, "agent": {"name": "reviewer"},
  "pr": {"number": 12, "review_state": "approved"}, "gitBranch": "main"
}"#;

/// Returns the line of that session with a state, in a directory and in the user's settings.
pub fn painted(
    system: &System,
    config: &Config,
    style: Style,
    state: Option<State>,
    dir: &Path,
    paint: &Paint<'_>,
) -> Painted {
    let (Reading::Whole(payload) | Reading::Cut(payload)) = Payload::read(SENT) else {
        return Painted::default();
    };
    let preferences = Preferences::default();
    let session = Session {
        system,
        config,
        preferences: &preferences,
        payload: &payload,
        dir: Some(dir),
        task: None,
        state,
        style,
        sent: SENT,
        has_links: false,
        deadline: OnceCell::new(),
    };
    if config.rows.is_empty() {
        return session.line().painted(paint);
    }
    let mut out = Painted::default();
    for (index, line) in session.rows(None).into_iter().enumerate() {
        if index > 0 {
            out.push_line_end();
            out.push_text("  ");
        }
        out.push(&line.painted(paint));
    }
    out
}
