//! The segments of the hook's line, alone and together.

use std::{fs, path::Path};

use stateline::{config::SEGMENTS as NAMES, hook::segment::SEGMENTS};

use crate::harness::{Project, Run, has};

const NOW: &str = "2026-01-15T12:34:08Z";

/// The seconds since 1970 at that time.
const THEN: i64 = 1_768_480_448;

/// Runs the hook with these segments on what the host sends.
fn shown(segments: &str, payload: &str) -> String {
    let project = Project::new()
        .file("home/.config/stateline/config.toml", format!("segments = [{segments}]\n"))
        .env("STATELINE_NOW", NOW);
    let run = project.run_with([""; 0], payload.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout
}

#[test]
fn every_segment_has_a_name_a_sentence_and_a_sample() {
    for segment in SEGMENTS {
        assert!(!segment.about.is_empty() && !segment.about.ends_with('.'), "{}", segment.name);
        assert!(segment.about.chars().count() <= 90, "{}", segment.name);
        assert!(!segment.sample.is_empty(), "{}", segment.name);
        assert_eq!(SEGMENTS.iter().filter(|other| other.name == segment.name).count(), 1, "{}", segment.name);
    }
    assert_eq!(NAMES.to_vec(), SEGMENTS.iter().map(|segment| segment.name).collect::<Vec<_>>());
}

#[test]
fn every_segment_is_listed_in_the_readme() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    for segment in SEGMENTS {
        let row = format!("| `{}` | {} | `{}` |", segment.name, segment.about, segment.sample);
        assert!(readme.contains(&row), "README.md has no line\n{row}");
    }
}

#[test]
fn every_segment_has_a_file_and_every_file_a_row() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/hook/segment");
    let mut rows: Vec<String> =
        SEGMENTS.iter().map(|segment| format!("name: \"{}\"", segment.name)).collect();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        // These are for any segment.
        let is_shared = ["mod.rs", "own.rs", "links.rs"].map(|name| folder.join(name)).contains(&path);
        if !is_shared {
            let text = fs::read_to_string(&path).unwrap();
            let before = rows.len();
            rows.retain(|row| !text.contains(row));
            assert_eq!(rows.len() + 1, before, "{} is one row of the table", path.display());
        }
    }
    assert!(rows.is_empty(), "no file for {rows:?}");
}

#[test]
fn a_segment_without_data_leaves_no_hole() {
    let all = NAMES.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    assert_eq!(shown(&all, "{}"), "\x1b[2mClaude\x1b[0m │ \x1b[2mwork\x1b[0m");
    let empty = r#"{"cost":{},"rate_limits":{"five_hour":null},"prompt_cache":null,"pr":{},"vim":{},"agent":[],
        "effort":3,"worktree":"","session_name":null,"version":"","quota":{},"context_window":{}}"#;
    assert_eq!(shown(&all, empty), "\x1b[2mClaude\x1b[0m │ \x1b[2mwork\x1b[0m");
}

#[test]
fn data_of_another_type_is_left_out() {
    let all = NAMES.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let odd = r#"{"cost":[1],"rate_limits":"many","prompt_cache":7,"pr":{"number":{}},"vim":"NORMAL","agent":1,
        "effort":"high","worktree":["x"],"session_name":{"a":1},"version":[2],"quota":[3],"ai_used":null}"#;
    assert_eq!(shown(&all, odd), "\x1b[2mCopilot\x1b[0m │ \x1b[2mwork\x1b[0m");
}

#[test]
fn segments_are_shown_in_the_order_of_the_config() {
    let payload = r#"{"model":"M","version":"1","cost":{"total_cost_usd":2}}"#;
    assert_eq!(
        shown(r#""version", "cost", "model""#, payload),
        "\x1b[2mv1\x1b[0m │ \x1b[2m$2.00\x1b[0m │ \x1b[2mM\x1b[0m"
    );
}

#[test]
fn a_cost_is_shown_in_cents_up_to_a_hundred_dollars() {
    for (cost, text) in [
        ("0", ""),
        ("0.004", ""),
        ("0.01234", "$0.01"),
        ("\"1.239\"", "$1.24"),
        ("99.99", "$99.99"),
        ("99.996", "$100"),
        ("1234.56", "$1235"),
        ("null", ""),
        ("-3", ""),
    ] {
        let text = if text.is_empty() { String::new() } else { format!("\x1b[2m{text}\x1b[0m") };
        assert_eq!(shown("\"cost\"", &format!(r#"{{"cost":{{"total_cost_usd":{cost}}}}}"#)), text, "{cost}");
    }
}

#[test]
fn a_duration_is_shown_in_its_largest_units() {
    for (milliseconds, text) in
        [("999", ""), ("45000", "45s"), ("2040000", "34m"), ("7541000.5", "2h5m"), ("259200000", "3d")]
    {
        let text = if text.is_empty() { String::new() } else { format!("\x1b[2m{text}\x1b[0m") };
        let payload = format!(r#"{{"cost":{{"total_duration_ms":{milliseconds}}}}}"#);
        assert_eq!(shown("\"duration\"", &payload), text, "{milliseconds}");
    }
}

#[test]
fn changed_lines_are_green_and_red_and_left_out_if_there_are_none() {
    let payload = |added, removed| {
        format!(r#"{{"cost":{{"total_lines_added":{added},"total_lines_removed":{removed}}}}}"#)
    };
    assert_eq!(shown("\"lines\"", &payload(156, 23)), "\x1b[32m+156\x1b[0m\x1b[31m -23\x1b[0m");
    assert_eq!(shown("\"lines\"", &payload(0, 2)), "\x1b[32m+0\x1b[0m\x1b[31m -2\x1b[0m");
    assert_eq!(shown("\"lines\"", &payload(0, 0)), "");
}

#[test]
fn a_limit_is_coloured_by_how_near_it_is_and_says_when_it_is_reset() {
    let limit = |used: f64, left: i64| {
        let at = THEN + left;
        format!(r#"{{"rate_limits":{{"five_hour":{{"used_percentage":{used},"resets_at":{at}}}}}}}"#)
    };
    for (used, left, text) in [
        (0.0, 60, "\x1b[32m5h 0% (1m)\x1b[0m"),
        (69.9, 7800, "\x1b[32m5h 70% (2h10m)\x1b[0m"),
        (70.0, 7800, "\x1b[33m5h 70% (2h10m)\x1b[0m"),
        (90.0, 259_200, "\x1b[31m5h 90% (3d)\x1b[0m"),
        (90.0, 0, ""),
        (90.0, -5, ""),
    ] {
        assert_eq!(shown("\"limits\"", &limit(used, left)), text, "{used} {left}");
    }
}

#[test]
fn a_limit_can_show_the_time_of_its_reset() {
    let project = Project::new()
        .file("home/.config/stateline/config.toml", "segments = [\"limits\"]\n[limits]\nreset = \"clock\"\n")
        .env("STATELINE_NOW", NOW)
        .env("TZ", "Asia/Kolkata");
    let payload = format!(
        r#"{{"rate_limits":{{"five_hour":{{"used_percentage":42,"resets_at":{}}},"seven_day":{{"used_percentage":8,"resets_at":{}}}}}}}"#,
        THEN + 7800,
        THEN + 3 * 86_400
    );
    let run = project.run_with(["--color", "never"], payload.as_bytes());
    assert_eq!(run, Run::printed("5h 42% (until 20:14) · 7d 8% (until Sun 18:04)"));
}

#[test]
fn what_the_agent_may_do_is_shown_in_words() {
    for (payload, expected) in [
        (r#"{"permission_mode":"acceptEdits"}"#, "\x1b[33maccept edits\x1b[0m"),
        (r#"{"permission_mode":"bypassPermissions"}"#, "\x1b[31mbypass permissions\x1b[0m"),
        (r#"{"permission_mode":"plan"}"#, "\x1b[36mplan\x1b[0m"),
        (r#"{"permission_mode":"default"}"#, ""),
        (r#"{"permissionMode":"manual","planMode":true}"#, "\x1b[36mplan\x1b[0m"),
        (r#"{"allow_all_enabled":true}"#, "\x1b[31mallow all\x1b[0m"),
        (r#"{"allow_all_enabled":false}"#, ""),
        (r#"{"autorun":true}"#, "\x1b[33mauto-run\x1b[0m"),
    ] {
        assert_eq!(shown("\"permission\"", payload), expected, "{payload}");
    }
}

#[test]
fn the_output_style_and_added_directories_are_shown_unless_there_are_none() {
    let line = |payload: &str| shown("\"output_style\", \"added_dirs\"", payload);
    assert_eq!(line(r#"{"output_style":{"name":"default"},"workspace":{"added_dirs":[]}}"#), "");
    assert_eq!(
        line(r#"{"output_style":{"name":"Learning"},"workspace":{"added_dirs":["/a/docs","/b/api/"]}}"#),
        "\x1b[2mstyle Learning\x1b[0m │ \x1b[2m+docs +api\x1b[0m"
    );
    assert_eq!(line(r#"{"workspace":{"added_dirs":["/a","/b","/c"]}}"#), "\x1b[2m+3 dirs\x1b[0m");
}

#[test]
fn limits_are_shown_shortest_first_and_one_can_be_passed() {
    let payload = r#"{"rate_limits":{"spend_limit":{"used_percentage":104.2},"seven_day":{"used_percentage":"61"},
        "five_hour":{"used_percentage":null},"ten_year":{"used_percentage":99}}}"#;
    assert_eq!(shown("\"limits\"", payload), "\x1b[32m7d 61%\x1b[0m · \x1b[31mspend 104%\x1b[0m");
}

#[test]
fn a_limit_that_is_nearly_reached_outlives_the_rest_of_the_line() {
    let project = Project::new()
        .file("home/.config/stateline/config.toml", "segments = [\"model\", \"limits\", \"dir\", \"cost\"]\n")
        .env("STATELINE_NOW", NOW);
    let payload = r#"{"model":"Opus","cost":{"total_cost_usd":3},"rate_limits":{"five_hour":{"used_percentage":20},
        "seven_day":{"used_percentage":97}}}"#;
    let run = project.run_with(["--color", "never", "--width", "10"], payload.as_bytes());
    assert_eq!(run, Run::printed("7d 97%"));
}

#[test]
fn a_cold_cache_says_what_it_costs() {
    for (cache, text) in [
        (r#""warm":true,"hit_ratio":0.934"#.to_owned(), "\x1b[2mcache 93%\x1b[0m"),
        (r#""warm":true,"hit_ratio":null"#.to_owned(), ""),
        (
            r#""warm":false,"hit_ratio":0.9,"recache_tokens_if_cold":421325"#.to_owned(),
            "\x1b[33mcache cold (421k)\x1b[0m",
        ),
        (r#""warm":false,"recache_tokens_if_cold":null"#.to_owned(), "\x1b[33mcache cold\x1b[0m"),
        (format!(r#""warm":true,"hit_ratio":1,"expires_at":{THEN}"#), "\x1b[33mcache cold\x1b[0m"),
        (format!(r#""warm":true,"hit_ratio":1,"expires_at":{}"#, THEN + 1), "\x1b[2mcache 100%\x1b[0m"),
    ] {
        assert_eq!(shown("\"cache\"", &format!("{{\"prompt_cache\":{{{cache}}}}}")), text, "{cache}");
    }
}

#[test]
fn a_pull_request_shows_the_state_of_its_review() {
    for (request, text) in [
        (r#""number":12,"review_state":"approved""#, "\x1b[32mPR #12 approved\x1b[0m"),
        (r#""number":12,"review_state":"changes_requested""#, "\x1b[31mPR #12 changes requested\x1b[0m"),
        (r#""number":12,"review_state":"pending""#, "\x1b[33mPR #12 pending\x1b[0m"),
        (r#""number":12,"review_state":"draft""#, "\x1b[2mPR #12 draft\x1b[0m"),
        (r#""number":482,"kind":"mr""#, "\x1b[2mMR !482\x1b[0m"),
        (r#""review_state":"approved""#, ""),
    ] {
        assert_eq!(shown("\"pr\"", &format!("{{\"pr\":{{{request}}}}}")), text, "{request}");
    }
}

#[test]
fn names_that_a_host_sends_cannot_talk_to_the_terminal() {
    let payload = r#"{"session_name":"a\u001b]0;x\u0007b\u202ec","agent":{"name":"\n\u009b31m"},"vim":{"mode":"\u0000"}}"#;
    assert_eq!(
        shown(r#""session", "agent", "vim""#, payload),
        "\x1b[2ma ]0;x bc\x1b[0m │ \x1b[2m@  31m\x1b[0m │ \x1b[2m \x1b[0m"
    );
}

#[test]
fn the_git_segment_is_shown_because_it_is_named_whatever_gsd_says() {
    if !has("git") {
        return;
    }
    let project = Project::new()
        .file(
            "work/.planning/config.json",
            r#"{"statusline": {"show_git": false, "show_last_command": true}}"#,
        )
        .file("home/.config/stateline/config.toml", "segments = [\"dir\", \"git\"]\n");
    let git = |arguments: &[&str]| {
        let work = project.path("work");
        let status = std::process::Command::new("git")
            .args(["-c", "init.defaultBranch=main", "-C", work.to_str().unwrap()])
            .args(arguments)
            .env("HOME", project.path("home"))
            .output()
            .unwrap();
        assert!(status.status.success());
    };
    git(&["init", "--quiet"]);
    let run = project.run_with(["--color", "never"], b"{}");
    assert_eq!(run, Run::printed("work │ main?1"));
}
