//! Every `fixtures/<family>/<case>/` is a test: a state file and the line for each style.
//!
//! `BLESS=1` rewrites the expected lines; read the difference before you commit it.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use stateline::{
    family::{FAMILIES, Style},
    host::Host,
    line::Paint,
    state::State,
    time,
};

use crate::harness::Project;

/// When the fixtures happen, unless they say otherwise.
const NOW: &str = "2026-01-15T12:34:08Z";

/// Where a fixture's file belongs.
const PLACES: &[(&str, &str, &str)] = &[
    ("gsd", "input.md", "work/.planning/STATE.md"),
    ("two-phase", "exec.md", "work/.claude/orchestrator-exec-phase.local.md"),
    ("two-phase", "plan.md", "work/.claude/orchestrator-plan-phase.local.md"),
    ("wf-player", "input.json", "work/.workflow/sessions/WFR-fixture-20260115-120000/session-state.json"),
    ("agent-state", "input.json", "work/.claude/agent-state.json"),
];

/// Styles that are not told by fixtures yet.
const UNTOLD: &[(&str, &str)] = &[];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn sorted(dir: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Returns the seconds that a one-line file says.
fn moment(path: &Path) -> Option<i64> {
    let text = fs::read_to_string(path).ok()?;
    Some(time::seconds(text.trim()).unwrap_or_else(|| panic!("{} has no time", path.display())))
}

/// Puts the case's file in its place and returns the line of each style.
fn lines(family: &str, case: &Path) -> Vec<(&'static str, String)> {
    let project = Project::new();
    let here = |(id, name, _): &&(&str, &str, &str)| *id == family && case.join(name).exists();
    let (_, name, place) =
        PLACES.iter().find(here).unwrap_or_else(|| panic!("{} has no file", case.display()));
    let project = project.file(place, fs::read(case.join(name)).unwrap());
    let now = moment(&case.join("now.txt")).unwrap_or_else(|| time::seconds(NOW).unwrap());
    let modified = moment(&case.join("modified.txt")).unwrap_or(now);
    let file = fs::File::options().write(true).open(project.path(place)).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(modified.try_into().unwrap())).unwrap();
    let host = Host::made_up(&[("HOME", project.path("home").to_str().unwrap())], &project.path("work"), now);
    let line = |style| {
        let state = State::nearest(&host, &project.path("work"), None);
        state.map(|state| state.view(&host, style).line.paint(&Paint::default())).unwrap_or_default()
    };
    Style::NAMES.iter().map(|(name, style)| (*name, line(*style))).collect()
}

#[test]
fn every_case_shows_its_line_in_every_style() {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for family in FAMILIES {
        for case in sorted(&fixtures().join(family.id)) {
            for (style, line) in lines(family.id, &case) {
                let path = case.join(format!("{style}.txt"));
                let line = if line.is_empty() { line } else { format!("{line}\n") };
                if std::env::var_os("BLESS").is_some() {
                    fs::write(&path, &line).unwrap();
                }
                // A style may be left open where only the published hook could tell.
                let Ok(expected) = fs::read_to_string(&path) else { continue };
                if UNTOLD.contains(&(family.id, style)) {
                    continue;
                }
                compared += 1;
                if line != expected {
                    let name = case.strip_prefix(fixtures()).unwrap().display().to_string();
                    wrong.push(format!("{name} {style}\n  expected {expected:?}\n  printed  {line:?}"));
                }
            }
        }
    }
    println!("{compared} lines compared");
    assert!(wrong.is_empty(), "{} of {compared} lines differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_family_has_fixtures_samples_and_scenes() {
    for family in FAMILIES {
        let cases = sorted(&fixtures().join(family.id));
        assert!(cases.len() >= 2 * family.scenes.len(), "{} has too few fixtures", family.id);
        let sampled: Vec<&str> = family.samples.iter().map(|sample| sample.scene).collect();
        let listed: Vec<&str> = family.scenes.iter().map(|scene| scene.name).collect();
        assert_eq!(sampled, listed, "the samples of {} are its scenes", family.id);
        assert!(PLACES.iter().any(|(id, ..)| *id == family.id), "no place for the fixtures of {}", family.id);
    }
}
