//! What a host sends on standard input: any bytes give one line, or rows that the host can read.

use std::{fs, path::PathBuf, sync::LazyLock};

use stateline::{
    hook::{self, subagents},
    options::Options,
    sys::System,
};
use unicode_width::UnicodeWidthStr;

use super::shown;
use crate::harness::Random;

/// The placeholder for the project's directory in an input.
const ROOT: &str = "[ROOT]";

/// A project with a state, for the payloads to be about. Nothing is written there, nor anywhere else: its
/// directory for temporary files does not exist.
static PROJECT: LazyLock<PathBuf> = LazyLock::new(|| {
    let root = std::env::temp_dir().join(format!("stateline-fuzz-{}", std::process::id()));
    let state = "---\nmilestone: v2.0\nmilestone_name: Code 品質\nstatus: executing\nactive_phase: \"4.5\"\n\
                 progress:\n  total_phases: 17\n  completed_phases: 10\n  percent: 59\n---\n";
    let options = "{\"statusline\": {\"show_last_command\": true, \"show_context_tokens\": true}}";
    let transcript =
        "{\"type\":\"user\",\"message\":{\"content\":\"<command-name>/gsd:plan-phase</command-name>\"}}\n";
    let settings = "show = [\"cost\", \"duration\", \"lines\", \"limits\", \"cache\", \"session\", \"worktree\", \
                    \"pr\", \"vim\", \"agent\", \"effort\", \"version\"]\n";
    for (path, text) in [
        ("work/.planning/STATE.md", state),
        ("work/.planning/config.json", options),
        ("work/transcript.jsonl", transcript),
        ("work/.stateline.toml", settings),
        ("bare/.planning/STATE.md", state),
        ("home/.claude/todos/s1-agent-s1.json", "[{\"status\":\"in_progress\",\"activeForm\":\"Writing\"}]"),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
});

/// A case: the bytes with the project's directory in them, a machine and a width.
struct Case {
    bytes: Vec<u8>,
    system: System,
    options: Options,
    random: Random,
}

impl Case {
    fn of(bytes: &[u8]) -> Self {
        let root = PROJECT.to_str().unwrap();
        let mut random = Random::of(bytes);
        let columns = (1 + random.below(120)).to_string();
        let home = format!("{root}/home");
        let vars = [("HOME", &*home), ("TMPDIR", "/nowhere/at/all"), ("COLUMNS", &columns)];
        let system = System::made_up(&vars, &PROJECT.join("work"), 1_768_480_448);
        let width = (random.below(2) == 0).then(|| 1 + random.below(120));
        let options = Options { width, ..Options::default() };
        Self { bytes: replaced(bytes, ROOT.as_bytes(), root.as_bytes()), system, options, random }
    }
}

/// The hook's line.
pub fn line(bytes: &[u8]) {
    let mut case = Case::of(bytes);
    let answer = |bytes: &[u8], is_all| {
        let answer = hook::answer(&case.system, &case.options, bytes, is_all);
        answer.inspect(|line| assert_is_line(line, case.options.width))
    };
    let whole = answer(&case.bytes, false);
    let last = answer(&case.bytes, true).expect("the last question is answered");
    let Some(whole) = whole else { return };
    assert_eq!(last, whole, "an answer that is there does not wait");
    let is_payload = is_object(&case.bytes);
    if is_payload {
        let more = [&case.bytes, &b"\n{\"model\":{\"display_name\":\"other\"}} \xff"[..]].concat();
        assert_eq!(answer(&more, false).as_ref(), Some(&whole), "what follows the value is not read");
        let end = case.bytes.iter().rposition(|byte| *byte == b'}').unwrap();
        let cut = case.random.below(end + 1);
        assert_eq!(answer(&case.bytes[..cut], false), None, "it waits for the rest after byte {cut}");
    }
}

/// The rows of subagents.
pub fn rows(bytes: &[u8]) {
    let case = Case::of(bytes);
    let answer = subagents::answer(&case.system, &case.options, &case.bytes, true);
    for row in answer.expect("the last question is answered").split_terminator('\n') {
        shown::assert_harmless(row);
        let text = row;
        let row: serde_json::Value = serde_json::from_str(row).expect("a row is JSON");
        // The id is the host's own, and has to come back as it was.
        let id = row["id"].as_str().expect("a row has an id");
        assert!(text.len() < shown::LONGEST || id.len() > 512, "{} bytes", text.len());
        assert_is_line(row["content"].as_str().expect("a row has a content"), case.options.width);
    }
}

#[track_caller]
fn assert_is_line(line: &str, width: Option<usize>) {
    shown::assert_short(line);
    let plain = shown::without_colors(line);
    shown::assert_harmless(&plain);
    let cells = plain.width();
    assert!(width.is_none_or(|width| cells <= width), "{cells} cells, not {width:?}: {plain:?}");
}

/// Returns whether the bytes are one JSON object, with a mark before it or not.
fn is_object(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    serde_json::from_slice::<serde_json::Value>(bytes).is_ok_and(|value| value.is_object())
}

fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(old.len()).position(|window| window == old) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(new);
        rest = &rest[at + old.len()..];
    }
    out.extend_from_slice(rest);
    out
}
