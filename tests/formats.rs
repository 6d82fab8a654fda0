//! Every `fixtures/<family>/<case>.txt` is a test: a state file and the line for each style.
//!
//! The format is described in `harness/fixture.rs`. `BLESS=1` rewrites the expected lines; read the difference before
//! you commit it.

use std::{
    fs,
    time::{Duration, SystemTime},
};

use stateline::{
    family::{FAMILIES, Style},
    line::Paint,
    select::State,
    sys::System,
};

use crate::harness::{Fixture, Project};

/// Writes the case's files and returns the line of each style.
fn lines(case: &Fixture) -> Vec<(&'static str, String)> {
    let modified = SystemTime::UNIX_EPOCH + Duration::from_secs(case.modified.try_into().unwrap());
    let mut project = Project::new();
    for (path, content) in &case.files {
        let path = format!("work/{path}");
        project = project.file(&path, content);
        let file = fs::File::options().write(true).open(project.path(&path)).unwrap();
        file.set_modified(modified).unwrap();
    }
    let system =
        System::made_up(&[("HOME", project.path("home").to_str().unwrap())], &project.path("work"), case.now);
    let line = |style| {
        let state =
            State::nearest(&system, &project.path("work"), None).filter(|state| state.hidden.is_none());
        let line =
            state.map(|state| state.view(&system, style).line.paint(&Paint::default())).unwrap_or_default();
        if line.is_empty() { line } else { line + "\n" }
    };
    Style::NAMES.iter().map(|(name, style)| (*name, line(*style))).collect()
}

#[test]
fn every_case_shows_its_line_in_every_style() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for case in FAMILIES.iter().flat_map(|family| Fixture::all(family.id)) {
        let (count, different) = case.compare(&lines(&case));
        compared += count;
        wrong.extend(different);
    }
    println!("{compared} lines compared");
    assert!(wrong.is_empty(), "{} of {compared} lines differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_family_has_fixtures_samples_and_scenes() {
    for family in FAMILIES {
        let cases = Fixture::all(family.id);
        assert!(cases.len() >= 2 * family.scenes.len(), "{} has too few fixtures", family.id);
        let sampled: Vec<&str> = family.samples.iter().map(|sample| sample.scene).collect();
        let listed: Vec<&str> = family.scenes.iter().map(|scene| scene.name).collect();
        assert_eq!(sampled, listed, "the samples of {} are its scenes", family.id);
    }
}
