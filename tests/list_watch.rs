//! `stateline list --watch`: a live table in a real terminal, which is left as it was.

use std::{
    fs,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use crate::harness::{PROGRAM, Project, has, screen::Screen};

fn state(status: &str, touched: &str) -> String {
    format!(
        "---\nmilestone: v1.0\nstatus: {status}\nlast_updated: {touched}\nprogress:\n  percent: 40\n---\n"
    )
}

const NOW: &str = "2026-01-15T12:30:00Z";

fn three() -> Project {
    Project::new()
        .file("work/shop/.planning/STATE.md", state("executing", "2026-01-15T12:20:00Z"))
        .file("work/api/.planning/STATE.md", state("planning", "2026-01-15T12:00:00Z"))
        .file("work/web/.planning/STATE.md", state("paused", "2026-01-15T11:30:00Z"))
        .env("STATELINE_NOW", NOW)
}

const KEYS: &str = "↑↓ move · Enter details · s sort · / filter · a alerts only · q quit";

/// Returns the screen's rows without the empty ones in the middle.
fn shown(screen: &Screen, expected: &[&str]) {
    let filled =
        |rows: &[String]| rows.iter().filter(|row| !row.is_empty()).cloned().collect::<Vec<String>>();
    let rows = screen.until(|rows| filled(rows) == expected);
    assert_eq!(filled(&rows), expected);
}

/// Starts the table in a shell, which writes down how the terminal is before and after it.
fn start(project: &Project, columns: usize, arguments: &str) -> Screen {
    let script = format!(
        "echo before; stty -a >stty-before; {PROGRAM} list --watch {arguments}; code=$?; stty -a >stty-after; \
         echo after $code; sleep 100"
    );
    Screen::start(project, columns, &["sh", "-c", &script])
}

/// Asserts that the terminal is as it was.
fn is_restored(project: &Project, screen: &Screen, code: i32) {
    screen.shows(&["before", &format!("after {code}")]);
    let modes = ["stty-before", "stty-after"].map(|name| fs::read_to_string(project.path("work").join(name)));
    let [before, after] = modes.map(Result::unwrap);
    assert_eq!(before, after);
}

/// Returns the id of the program that a screen's shell runs.
fn program(screen: &Screen) -> String {
    let children = Command::new("pgrep").args(["-P", &screen.id()]).output().unwrap();
    String::from_utf8(children.stdout).unwrap().trim().to_owned()
}

const WEB: &str = "web      gsd     v1.0 [████░░░░░░] 40% · paused     1h";
const SHOP: &str = "shop     gsd     v1.0 [████░░░░░░] 40% · executing  10m";
const API: &str = "api      gsd     v1.0 [████░░░░░░] 40% · planning   30m";
const HEADING: &str = "  PROJECT  FAMILY  LINE                               AGE";

#[test]
fn the_table_shows_alerts_first_and_follows_every_change() {
    if !has("tmux") {
        return;
    }
    let project = three();
    let screen = start(&project, 80, "");
    let title = "3 workflows · 1 alert · by alerts";
    shown(&screen, &[title, HEADING, &format!("> {WEB}"), &format!("  {SHOP}"), &format!("  {API}"), KEYS]);
    let api = project.path("work/api/.planning/STATE.md");
    fs::write(&api, state("paused", "2026-01-15T12:29:00Z")).unwrap();
    let paused = "> api      gsd     v1.0 [████░░░░░░] 40% · paused     1m";
    let title = "3 workflows · 2 alerts · by alerts";
    shown(&screen, &[title, HEADING, paused, &format!("  {WEB}"), &format!("  {SHOP}"), KEYS]);
    // A new project next to the others, and one that is gone.
    fs::remove_dir_all(project.path("work/api")).unwrap();
    let new = project.path("work/new/.planning");
    fs::create_dir_all(&new).unwrap();
    fs::write(new.join("STATE.md"), state("planning", "2026-01-15T12:30:00Z")).unwrap();
    let new = "  new      gsd     v1.0 [████░░░░░░] 40% · planning   0s";
    let title = "3 workflows · 1 alert · by alerts";
    shown(&screen, &[title, HEADING, &format!("> {WEB}"), new, &format!("  {SHOP}"), KEYS]);
    screen.press(&["q"]);
    is_restored(&project, &screen, 0);
}

#[test]
fn keys_sort_filter_and_open_the_details() {
    if !has("tmux") {
        return;
    }
    let project = three();
    let screen = start(&project, 80, "");
    let [web, shop, api] = [WEB, SHOP, API].map(|row| format!("  {row}"));
    let marked = |row: &str| format!("> {row}");
    shown(&screen, &["3 workflows · 1 alert · by alerts", HEADING, &marked(WEB), &shop, &api, KEYS]);
    screen.press(&["s"]);
    shown(&screen, &["3 workflows · 1 alert · by age", HEADING, &marked(SHOP), &api, &web, KEYS]);
    // From now on, the selected workflow stays selected wherever it goes.
    screen.press(&["End"]);
    shown(&screen, &["3 workflows · 1 alert · by age", HEADING, &shop, &api, &marked(WEB), KEYS]);
    screen.press(&["s"]);
    shown(&screen, &["3 workflows · 1 alert · by name", HEADING, &api, &shop, &marked(WEB), KEYS]);
    screen.press(&["Home"]);
    shown(&screen, &["3 workflows · 1 alert · by name", HEADING, &marked(API), &shop, &web, KEYS]);
    screen.press(&["Down"]);
    shown(&screen, &["3 workflows · 1 alert · by name", HEADING, &api, &marked(SHOP), &web, KEYS]);
    screen.press(&["/"]);
    screen.press(&["-l", "EXECq"]);
    screen.press(&["BSpace"]);
    let heading = "  PROJECT  FAMILY  LINE                               AGE";
    let title = "1 of 3 workflows · 1 alert · by name · filter: EXEC_";
    shown(&screen, &[title, heading, &marked(SHOP), KEYS]);
    screen.press(&["Enter"]);
    shown(&screen, &["1 of 3 workflows · 1 alert · by name · filter: EXEC", heading, &marked(SHOP), KEYS]);
    screen.press(&["Enter"]);
    let rows = screen.until(|rows| rows.iter().any(|row| row.starts_with("status")));
    assert!(rows.iter().any(|row| row == "↑↓ scroll · Escape back · q quit"), "{rows:#?}");
    assert!(rows.iter().any(|row| row.starts_with("gsd  shop/.planning/STATE.md")), "{rows:#?}");
    screen.press(&["Escape"]);
    // Two that come at once are one key.
    shown(&screen, &["1 of 3 workflows · 1 alert · by name · filter: EXEC", heading, &marked(SHOP), KEYS]);
    screen.press(&["Escape"]);
    shown(&screen, &["3 workflows · 1 alert · by name", HEADING, &api, &marked(SHOP), &web, KEYS]);
    screen.press(&["a"]);
    let title = "1 of 3 workflows · 1 alert · by name · alerts only";
    shown(
        &screen,
        &[
            title,
            "  PROJECT  FAMILY  LINE                            AGE",
            "> web      gsd     v1.0 [████░░░░░░] 40% · paused  1h",
            KEYS,
        ],
    );
    screen.press(&["C-c"]);
    is_restored(&project, &screen, 0);
}

#[test]
fn the_table_fits_any_size() {
    if !has("tmux") {
        return;
    }
    let project = three();
    let screen = start(&project, 80, "");
    screen.until(|rows| rows.iter().any(|row| row.contains("shop")));
    for (columns, height, expected) in [
        (30, 5, &["3 workflows · 1 alert · by al…", "> web", "  shop", "↑↓ move · Enter details · s s…"][..]),
        (40, 1, &["> web  gsd  v1.0 40% · paused  1h"]),
        (10, 3, &["PR…  LINE"]),
        (120, 24, &[KEYS]),
    ] {
        screen.resize(columns, height);
        let is_there = |rows: &[String]| {
            expected.iter().all(|start| rows.iter().any(|row| row.starts_with(start))) && rows.len() <= height
        };
        let rows = screen.until(is_there);
        assert!(is_there(&rows), "{columns} x {height}: {rows:#?}");
    }
    screen.press(&["q"]);
    screen.until(|rows| rows.iter().any(|row| row == "after 0"));
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    if !has("tmux") {
        return;
    }
    for signal in ["TERM", "INT", "HUP"] {
        let project = three();
        let screen = start(&project, 80, "");
        screen.until(|rows| rows.iter().any(|row| row.contains("shop")));
        assert!(Command::new("kill").args(["-s", signal, &program(&screen)]).status().unwrap().success());
        is_restored(&project, &screen, 0);
    }
}

#[test]
fn a_suspended_table_gives_the_terminal_back_and_comes_again() {
    if !has("tmux") || !has("bash") {
        return;
    }
    let project = three();
    let screen = Screen::start(&project, 80, &["bash", "--norc", "--noprofile"]);
    for how in ["C-z", "TSTP"] {
        screen.enter(&format!("clear; PS1='$ '; {PROGRAM} list --watch; echo ended $?"));
        screen.until(|rows| rows.iter().any(|row| row.ends_with("q quit")));
        if how == "C-z" {
            screen.press(&[how]);
        } else {
            let id = program(&screen);
            assert!(Command::new("kill").args(["-s", how, &id]).status().unwrap().success());
        }
        let rows = screen.until(|rows| rows.iter().any(|row| row.contains("Stopped")));
        assert!(rows.iter().any(|row| row.contains("Stopped")), "{how}: {rows:#?}");
        assert!(!rows.iter().any(|row| row.ends_with("q quit")), "{how}: {rows:#?}");
        screen.enter("fg");
        let rows = screen.until(|rows| rows.iter().any(|row| row.ends_with("q quit")));
        assert!(rows.iter().any(|row| row.ends_with("q quit")), "{how}: {rows:#?}");
        screen.press(&["q"]);
        let rows = screen.until(|rows| rows.last().is_some_and(|row| row == "$"));
        assert!(rows.iter().all(|row| !row.ends_with("q quit")), "{how}: {rows:#?}");
    }
}

#[test]
fn an_unreadable_directory_is_named_below_the_table() {
    if !has("tmux") {
        return;
    }
    let project = three();
    let screen = start(&project, 120, "shop nowhere");
    let rows = screen.until(|rows| rows.iter().any(|row| row.contains("no such directory")));
    let notice =
        format!("cannot read directory `{}`: no such directory", project.path("work/nowhere").display());
    assert!(rows.contains(&notice), "{rows:#?}");
}

/// Changes without an end: every file of the project changes all the time, and the table still follows and ends.
#[test]
fn thousands_of_changes_do_not_keep_it_from_its_keys() {
    if !has("tmux") {
        return;
    }
    let project = three();
    let screen = start(&project, 80, "");
    screen.until(|rows| rows.iter().any(|row| row.contains("shop")));
    let (shop, noise) =
        (project.path("work/shop/.planning/STATE.md"), project.path("work/shop/.planning/noise"));
    let begun = Instant::now();
    let mut count = 0_u32;
    while begun.elapsed() < Duration::from_secs(2) {
        fs::write(&noise, count.to_string()).unwrap();
        fs::write(&shop, state(&format!("step{count}"), "2026-01-15T12:20:00Z")).unwrap();
        count += 1;
        if count.is_multiple_of(100) {
            thread::sleep(Duration::from_millis(1));
        }
    }
    assert!(count > 100, "only {count} changes");
    fs::write(&shop, state("verifying", "2026-01-15T12:20:00Z")).unwrap();
    let is_last = |rows: &[String]| rows.iter().any(|row| row.contains("shop") && row.contains("verifying"));
    assert!(is_last(&screen.until(is_last)));
    screen.press(&["q"]);
    is_restored(&project, &screen, 0);
}

#[test]
fn directories_that_are_not_there_are_reported_instead_of_an_empty_table() {
    if !has("tmux") {
        return;
    }
    let project = three();
    let screen = start(&project, 200, "nope");
    let missing = project.path("work/nope");
    screen.shows(&[
        "before",
        &format!("stateline: cannot read directory `{}`: no such directory", missing.display()),
        "stateline: no workflow below `nope`",
        "after 1",
    ]);
}
