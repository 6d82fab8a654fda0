//! A line keeps to its width, whatever it is made of: it is shortened first, and loses what matters least.

use std::{fs, path::Path};

use stateline::{
    family::{self, Ask, Source, Style},
    line::{Join, Line, Paint, Rank},
};
use unicode_width::UnicodeWidthStr;

use crate::harness::{Project, Run, STATE, STATE_LINE};

const WIDTHS: &[usize] = &[1, 2, 3, 5, 8, 13, 20, 40, 60, 80, 120, 100_000];

fn state_of(name: &str, status: &str) -> String {
    format!("---\nmilestone: v2.0\nmilestone_name: {name}\nstatus: {status}\nprogress:\n  percent: 59\n---\n")
}

/// States whose texts are hard to measure: wide, joined, combined, invisible.
fn hard_states() -> Vec<String> {
    let names = [
        "日本語のコード品質を改善する長いマイルストーン",
        "한국어 마일스톤 이름",
        "👩‍💻👨‍👩‍👧‍👦 family 🏳️‍🌈 of 👍🏽 joined emoji",
        "🇩🇪🇯🇵🇺🇸 flags",
        "e\u{301}e\u{301}e\u{301} Zalgo \u{310}\u{310}\u{310}x\u{321}\u{322}",
        "❤\u{fe0f} ☎\u{fe0f} ©\u{fe0f} #\u{fe0f}\u{20e3} keycaps 1\u{fe0f}\u{20e3}",
        "zero\u{200b}width\u{200d}joiners\u{200c}and\u{feff}marks",
        "עברית وعربية",
        "ไทย हिन्दी தமிழ்",
        "ﷺ ﷽ ligatures ꧁꧂",
        "ＦＵＬＬ ｗｉｄｔｈ",
        "\u{fe0f}\u{301}\u{200d}begins with marks",
        "tab\tand\u{1}control",
    ];
    let long = "a very long sentence as a status although one word was expected ".repeat(20);
    let mut states: Vec<String> = names.iter().map(|name| state_of(name, "executing")).collect();
    states.extend(names.iter().map(|name| state_of("x", name)));
    states.extend(names.iter().map(|name| format!("Status: planning\nPhase: 3 of 9 ({name})\n")));
    states.push(state_of("Code Quality", &long));
    states.push(state_of(&long, "paused"));
    states.push(STATE.to_owned());
    states
}

fn painted(state: &str, style: Style, width: Option<usize>) -> String {
    let ask = Ask { style, now: 0 };
    let gsd = family::family("gsd").unwrap();
    (gsd.read)(Source::unnamed(state, 0)).view(&ask).line.paint(&Paint { width, ..Paint::default() })
}

#[test]
fn a_line_shortens_the_name_before_the_bar_and_the_bar_before_the_version() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    for (width, line) in [
        (120, STATE_LINE),
        (80, STATE_LINE),
        (56, STATE_LINE),
        (55, "v2.0 Code Quali… [█████░░░░░] 59% · Phase 4.5 executing"),
        (49, "v2.0 Code… [█████░░░░░] 59% · Phase 4.5 executing"),
        (48, "v2.0 [█████░░░░░] 59% · Phase 4.5 executing"),
        (43, "v2.0 [█████░░░░░] 59% · Phase 4.5 executing"),
        (42, "v2.0 Code Quali… 59% · Phase 4.5 executing"),
        (40, "v2.0 Code Qua… 59% · Phase 4.5 executing"),
        (36, "v2.0 Code… 59% · Phase 4.5 executing"),
        (35, "v2.0 59% · Phase 4.5 executing"),
        (29, "v2.0 59% · P4.5 executing"),
        (25, "v2.0 59% · P4.5 executing"),
        (24, "59% · P4.5 executing"),
        (20, "59% · P4.5 executing"),
        (19, "Phase 4.5 executing"),
        (18, "P4.5 executing"),
        (14, "P4.5 executing"),
        (13, "P4.5 executi…"),
        (10, "P4.5 exec…"),
        (2, "P…"),
        (1, "…"),
    ] {
        let expected = Run::printed(format!("{line}\n"));
        assert_eq!(project.run(["line", "--width", &width.to_string()]), expected, "{width}");
        let mut command = project.command(["line"]);
        command.env("COLUMNS", width.to_string());
        assert_eq!(project.feed(command, b""), expected, "COLUMNS={width}");
    }
}

#[test]
fn an_invalid_width_is_refused_as_a_flag_and_ignored_as_a_variable() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    for width in ["0", "abc", "", " ", "-1", "1.5", "0x10", "99999999999999999999999"] {
        let mut command = project.command(["line"]);
        command.env("COLUMNS", width);
        assert_eq!(project.feed(command, b""), Run::printed(format!("{STATE_LINE}\n")), "COLUMNS={width}");
        let refused = format!("stateline: `--width` cannot be `{width}`; it takes a number of columns\n");
        assert_eq!(project.run(["line", &format!("--width={width}")]), Run::refused(2, refused));
    }
}

#[test]
fn the_flag_overrules_the_variable() {
    let project = Project::new().file("work/.planning/STATE.md", STATE).env("COLUMNS", "10");
    assert_eq!(project.run(["line", "--width", "100000"]), Run::printed(format!("{STATE_LINE}\n")));
    assert_eq!(project.run(["line", "--width", "20"]), Run::printed("59% · P4.5 executing\n"));
}

#[test]
fn one_long_name_does_not_drive_out_the_rest() {
    let name = "Repair the export of large payloads and of all that depends on it";
    let state = STATE.replace("Code Quality", name);
    let project = Project::new().file("shop/.planning/STATE.md", state).dir("shop");
    let payload =
        r#"{"model":{"display_name":"Opus 5 (1M context)"},"context_window":{"remaining_percentage":61}}"#;
    let whole =
        format!("Opus 5 (1M) │ v2.0 {name} [█████░░░░░] 59% · Phase 4.5 executing │ shop ████░░░░░░ 47%");
    for (width, line) in [
        (200, whole.as_str()),
        (
            120,
            "Opus 5 (1M) │ v2.0 Repair the export of large payloads and… [█████░░░░░] 59% · Phase 4.5 executing │ shop ████░░░░░░ 47%",
        ),
        (80, "Opus 5 (1M) │ v2.0 [█████░░░░░] 59% · Phase 4.5 executing │ shop ████░░░░░░ 47%"),
        (76, "Opus 5 (1M) │ v2.0 Repair… [█████░░░░░] 59% · Phase 4.5 executing │ shop 47%"),
        (60, "Opus 5 (1M) │ v2.0 59% · Phase 4.5 executing │ shop 47%"),
        (40, "v2.0 59% · P4.5 executing │ shop 47%"),
    ] {
        let run = project.run_with(["--no-color", "--width", &width.to_string()], payload.as_bytes());
        assert_eq!(run, Run::printed(line), "{width}");
    }
}

#[test]
fn an_alert_is_dropped_last() {
    let state = "---\nmilestone: v2.0\nactive_phase: 4.5\nstatus: paused\n---\nPhase: 4 of 17 (x)\n";
    for (width, line) in [
        (40, "v2.0 · P4.5/17 · PAUSED"),
        (22, "P4.5/17 · PAUSED"),
        (12, "PAUSED"),
        (6, "PAUSED"),
        (5, "PAUS…"),
    ] {
        assert_eq!(painted(state, Style::Compact, Some(width)), line, "{width}");
    }
}

#[test]
fn the_phase_outlives_the_milestone_and_a_long_one_is_cut_first() {
    let state =
        |phase: &str| format!("---\nmilestone: v2.0\nstatus: executing\nactive_phase: \"{phase}\"\n---\n");
    let long = state("4.5 Repair the export of large payloads");
    let body = "---\nmilestone: v2.0\nstatus: executing\n---\nPhase: 4 of 17 (Repair the export of large payloads)\n";
    for (state, style, width, line) in [
        (state("4.5"), Style::Compact, 23, "v2.0 · P4.5 · executing"),
        (state("4.5"), Style::Compact, 20, "P4.5 · executing"),
        (state("4.5"), Style::Compact, 10, "P4.5"),
        (long.clone(), Style::Compact, 40, "v2.0 · P4.5 Repair the expo… · executing"),
        (long.clone(), Style::Compact, 36, "v2.0 · P4.5 Repair the… · executing"),
        (long.clone(), Style::Compact, 20, "P4.5 Repair… · exec…"),
        (long, Style::Full, 40, "v2.0 · P4.5 Repair the export of large…"),
        (body.to_owned(), Style::Full, 40, "v2.0 · executing · Repair the export of…"),
        (body.to_owned(), Style::Full, 30, "executing · Repair the export…"),
    ] {
        assert_eq!(painted(&state, style, Some(width)), line, "{width}");
    }
}

#[test]
fn a_context_that_is_nearly_full_is_an_alert() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let shown = |remaining: u8, width: usize| {
        let payload = format!(r#"{{"context_window":{{"remaining_percentage":{remaining}}}}}"#);
        project.run_with(["--no-color", "--width", &width.to_string()], payload.as_bytes())
    };
    for (remaining, width, line) in [
        (3, 90, "Claude │ v2.0 Code Quali… [█████░░░░░] 59% · Phase 4.5 executing │ work 💀 ██████████ 100%"),
        (3, 76, "Claude │ v2.0 Code Qual… 59% · Phase 4.5 executing │ work 💀 ██████████ 100%"),
        (3, 58, "Claude │ v2.0 59% · Phase 4.5 executing │ work 💀 100%"),
        (3, 39, "v2.0 59% · P4.5 executing │ work 100%"),
        (3, 8, "100%"),
        (60, 76, "Claude │ v2.0 [█████░░░░░] 59% · Phase 4.5 executing │ work ████░░░░░░ 48%"),
        (60, 58, "Claude │ v2.0 Code Q… 59% · Phase 4.5 executing │ work 48%"),
        (60, 39, "v2.0 59% · P4.5 executing │ work 48%"),
        (60, 8, "P4.5 ex…"),
    ] {
        assert_eq!(shown(remaining, width), Run::printed(line), "{remaining}% left, {width} cells");
    }
}

#[test]
fn every_rank_outlives_the_ones_after_it() {
    use Rank::{
        Active, Alert, Detail, Directory, Git, LastCommand, Lead, Meter, Model, Name, Notice, Progress,
    };
    let ranks =
        [Alert, Active, Progress, Meter, Lead, Directory, Model, Detail, Name, Git, Notice, LastCommand];
    let mut line = Line::default();
    // Out of order, so that it is the rank that decides and not the place.
    for index in [3, 8, 0, 11, 5, 1, 9, 2, 10, 4, 7, 6] {
        line.push(Join::Bar, ranks[index], format!("<{index:02}>"));
    }
    for kept in 1..=ranks.len() {
        let width = kept * 4 + (kept - 1) * 3;
        let painted = line.paint(&Paint { width: Some(width), ..Paint::default() });
        let mut shown: Vec<usize> = painted.split(" │ ").map(|text| text[1..3].parse().unwrap()).collect();
        shown.sort_unstable();
        assert_eq!(shown, (0..kept).collect::<Vec<_>>(), "{width} cells: {painted}");
    }
}

#[test]
fn no_line_is_wider_than_asked() {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/gsd.jsonl");
    let vectors = fs::read_to_string(vectors).unwrap();
    let mut states = hard_states();
    states.extend(vectors.lines().step_by(10).map(|line| {
        serde_json::from_str::<serde_json::Value>(line).unwrap()["text"].as_str().unwrap().to_owned()
    }));
    let mut count = 0;
    for state in &states {
        for (_, style) in Style::NAMES {
            let whole = painted(state, *style, None);
            for &width in WIDTHS {
                let fitted = painted(state, *style, Some(width));
                assert!(fitted.width() <= width, "{} cells, not {width}: {fitted:?}", fitted.width());
                assert!(whole.is_empty() || !fitted.is_empty(), "nothing left of {whole:?} in {width} cells");
                if whole.width() <= width {
                    assert_eq!(fitted, whole, "it fits {width} cells as it is");
                }
                count += 1;
            }
        }
    }
    println!("{count} lines measured");
}

#[test]
fn the_program_measures_as_the_library_does() {
    let project = Project::new();
    let mut count = 0;
    for state in hard_states() {
        fs::write(project.path("work/odd"), &state).unwrap();
        for &width in &[1, 20, 40, 80, 100_000] {
            let run = project.run(["line", "--as", "gsd", "-f", "odd", "--width", &width.to_string()]);
            let line = painted(&state, Style::Full, Some(width));
            assert_eq!(run, Run::printed(format!("{line}\n")), "{width}: {state:?}");
            count += 1;
        }
    }
    println!("{count} runs compared");
}

#[test]
fn the_hook_is_no_wider_than_its_host() {
    let payload = r#"{"model":"模型 Opus 5 (1M context)","transcript_path":"[ROOT]/t.jsonl",
        "context_window":{"remaining_percentage":5,"current_usage":{"input_tokens":1234567}}}"#;
    let config = r#"{"statusline":{"show_last_command":true,"show_context_tokens":true}}"#;
    for state in [STATE.to_owned(), hard_states()[0].clone(), hard_states()[2].clone()] {
        let project = Project::new()
            .file("work/.planning/STATE.md", state)
            .file("work/.planning/config.json", config)
            .file("t.jsonl", "<command-name>/gsd:plan-phase</command-name>");
        let payload = payload.replace("[ROOT]", project.root().to_str().unwrap());
        for &width in WIDTHS {
            for flags in [vec!["--no-color"], vec!["--color=always"]] {
                let mut command = project.command(&flags);
                command.env("COLUMNS", width.to_string());
                let run = project.feed(command, payload.as_bytes());
                assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
                let plain = without_escapes(&run.stdout);
                assert!((1..=width).contains(&plain.width()), "{width}: {plain:?}");
            }
        }
    }
}

/// Removes the escape sequences for colour.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default();
    std::iter::once(first).chain(parts.map(|part| part.split_once('m').unwrap().1)).collect()
}

#[test]
fn a_cut_goes_between_characters_as_people_see_them() {
    let status =
        |status: &str, width| painted(&format!("---\nstatus: {status}\n---\n"), Style::Full, Some(width));
    assert_eq!(status("日本語日本語", 12), "日本語日本語");
    assert_eq!(status("日本語日本語", 11), "日本語日本…");
    assert_eq!(status("日本語日本語", 10), "日本語日…");
    assert_eq!(status("日本語", 1), "…");
    assert_eq!(status("👩‍💻👩‍💻👩‍💻", 5), "👩‍💻👩‍💻…");
    assert_eq!(status("👩‍💻👩‍💻👩‍💻", 4), "👩‍💻…");
    assert_eq!(status("cafe\u{301}s and bars", 5), "cafe\u{301}…");
}

/// A status of 6,900 characters has been seen; this one is as long as a file may be.
#[test]
fn a_text_of_any_length_is_cut_without_a_hang() {
    let project = Project::new();
    for (letter, cut) in [("x", "x".repeat(39) + "…"), ("日", "日".repeat(19) + "…")] {
        let status = letter.repeat(900_000 / letter.len());
        fs::write(project.path("work/odd"), format!("---\nstatus: {status}\n---\n")).unwrap();
        let run = project.run(["line", "--as", "gsd", "-f", "odd", "--width", "40"]);
        assert_eq!(run, Run::printed(format!("{cut}\n")), "{letter}");
    }
}
