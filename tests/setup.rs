//! `stateline setup` in a real terminal, with keys sent to it.

use std::{fs, process::Command};

use crate::harness::{PROGRAM, Project, STATE, has, screen::Screen};

/// A home with two agents and a project, and no other host on PATH.
fn project() -> Project {
    let project = Project::new()
        .file("home/.claude/x", "")
        .file(
            "home/.copilot/settings.json",
            "{\"statusLine\": {\"type\": \"command\", \"command\": \"date\"}}\n",
        )
        .file("work/.planning/STATE.md", STATE)
        .file("home/bin/x", "");
    for program in ["sh", "stty", "clear", "sleep", "kill"] {
        let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap();
        let found = String::from_utf8(found.stdout).unwrap();
        // A builtin has no path.
        if found.starts_with('/') {
            std::os::unix::fs::symlink(found.trim(), project.path("home/bin").join(program)).unwrap();
        }
    }
    project
}

/// Starts a shell in which `s` is the program, and only what the test needs is on PATH.
fn shell(project: &Project, columns: usize) -> Screen {
    let path = format!("PATH={}", project.path("home/bin").display());
    let sh = project.path("home/bin/sh").display().to_string();
    let screen = Screen::start(project, columns, &["env", &path, "PS1=$ ", "ENV=", "NO_COLOR=1", &sh]);
    screen.shows(&["$"]);
    screen.enter(&format!("s() {{ {PROGRAM} \"$@\"; }}; clear"));
    screen.shows(&["$"]);
    screen
}

const PLACES: [&str; 6] = [
    "Where should the line be shown?",
    "",
    "> [x] Claude Code         no status line yet",
    "  [ ] GitHub Copilot CLI  runs `date`; both can be shown",
    "",
    "↑↓ move   space choose   enter go on   q quit",
];

fn shows(screen: &Screen, expected: &[&str]) {
    let rows = screen.until(|rows| rows == expected);
    assert_eq!(rows, expected);
}

#[test]
fn what_is_chosen_is_shown_and_written() {
    if !has("tmux") {
        return;
    }
    let project = project();
    let screen = shell(&project, 90);
    screen.enter("s setup");
    shows(&screen, &PLACES);
    screen.press(&["Enter"]);
    let rows = screen.until(|rows| rows.len() > 3 && rows.concat().contains("esc back"));
    assert_eq!(rows[0], "How should it look?  the line of this directory");
    assert_eq!(rows[1], "style  <full>   compact    smart");
    assert!(rows[3].starts_with("> gsd ") && rows[3].contains("59%"), "{rows:?}");
    screen.press(&["Right"]);
    screen.until(|rows| rows.get(1).is_some_and(|row| row == "style   full   <compact>   smart"));
    screen.press(&["Down", "Enter"]);
    let rows = screen.until(|rows| rows.concat().contains("[y/N]"));
    let text = project.without_root(&rows.join("\n"));
    assert!(text.contains("theme = \"bright\" # [ROOT]/home/.config/stateline/config.toml:1"), "{text}");
    assert!(text.contains("style = \"compact\" # [ROOT]/home/.config/stateline/config.toml:2"), "{text}");
    screen.enter("y");
    screen.until(|rows| rows.concat().contains("removes it"));
    let config = fs::read_to_string(project.path("home/.config/stateline/config.toml")).unwrap();
    assert_eq!(config, "theme = \"bright\"\nstyle = \"compact\"\n");
    let settings = fs::read_to_string(project.path("home/.claude/settings.json")).unwrap();
    let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
    assert_eq!(settings["statusLine"]["refreshInterval"], 5);
    let theirs = fs::read_to_string(project.path("home/.copilot/settings.json")).unwrap();
    assert!(theirs.contains("\"date\"") && !theirs.contains("stateline"), "{theirs}");
}

#[test]
fn a_config_that_cannot_be_written_does_not_stop_the_rest() {
    if !has("tmux") {
        return;
    }
    let project = project().file("home/.config/stateline/config.toml/x", "");
    let screen = shell(&project, 200);
    screen.enter("s setup");
    screen.until(|rows| rows.concat().contains("Where should"));
    screen.press(&["Enter", "Down", "Enter"]);
    let rows = screen.until(|rows| rows.concat().contains("[y/N]"));
    let text = project.without_root(&rows.join("\n"));
    let refused = "stateline: did not change `[ROOT]/home/.config/stateline/config.toml`: not a regular file";
    assert!(text.contains(refused), "{text}");
    screen.enter("y");
    screen.until(|rows| rows.concat().contains("removes it"));
    assert!(fs::read_to_string(project.path("home/.claude/settings.json")).unwrap().contains("statusLine"));
}

#[test]
fn the_terminal_is_left_as_it_was() {
    if !has("tmux") {
        return;
    }
    let project = project();
    let before = project.snapshot();
    let screen = shell(&project, 80);
    let end = ["stateline: nothing was changed", "1", "same", "$"];
    let call = "a=$(stty -g); s setup; echo $?; [ \"$a\" = \"$(stty -g)\" ] && echo same";
    for keys in [&["q"][..], &["C-c"], &["Escape"], &["Enter", "Down", "q"]] {
        screen.enter(&format!("clear; {call}"));
        shows(&screen, &PLACES);
        screen.press(keys);
        shows(&screen, &end);
    }
    // A signal, after which the shell goes on.
    screen.enter(&format!("clear; PROGRAM={PROGRAM}"));
    screen.shows(&["$"]);
    screen.enter("clear; a=$(stty -g); sh -c 'echo $$ > pid; exec \"$0\" setup' \"$PROGRAM\"; echo $?; [ \"$a\" = \"$(stty -g)\" ] && echo same");
    shows(&screen, &PLACES);
    let pid = fs::read_to_string(project.path("work/pid")).unwrap();
    assert!(Command::new("kill").args(["-TERM", pid.trim()]).status().unwrap().success());
    shows(&screen, &end);
    drop(screen);
    fs::remove_file(project.path("work/pid")).unwrap();
    let after: Vec<String> =
        project.snapshot().into_iter().filter(|entry| !entry.starts_with("tmp")).collect();
    assert_eq!(after, before.into_iter().filter(|entry| !entry.starts_with("tmp")).collect::<Vec<_>>());
}

#[test]
fn it_ends_with_its_terminal_and_by_ctrl_c_at_a_question() {
    if !has("tmux") {
        return;
    }
    let project = project();
    let settings = fs::read(project.path("home/.copilot/settings.json")).unwrap();
    let screen = shell(&project, 90);
    screen.enter("clear; s setup");
    shows(&screen, &PLACES);
    // Choose the agent that has a status line, and keep the theme: what to do with that line is asked.
    screen.press(&["Space", "Down", "Space", "Enter"]);
    screen.until(|rows| rows.iter().any(|row| row.starts_with("How should it look")));
    screen.press(&["Enter"]);
    screen.until(|rows| rows.iter().any(|row| row.starts_with("[k]eep both")));
    screen.press(&["C-c"]);
    screen.until(|rows| rows.last().is_some_and(|row| row == "$"));
    assert_eq!(fs::read(project.path("home/.copilot/settings.json")).unwrap(), settings);
    screen.enter(&format!("clear; sh -c 'echo $$ > pid; exec {PROGRAM} setup'"));
    shows(&screen, &PLACES);
    let pid = fs::read_to_string(project.path("work/pid")).unwrap();
    drop(screen);
    let is_running = || Command::new("kill").args(["-0", pid.trim()]).output().unwrap().status.success();
    for _ in 0..500 {
        if !is_running() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it runs on without its terminal");
}

#[test]
fn each_theme_is_one_row_even_if_the_config_has_several() {
    if !has("tmux") {
        return;
    }
    let rows = "rows = [[\"model\"], [\"state\"]]\n";
    let project = project().file("home/.config/stateline/config.toml", rows);
    let screen = shell(&project, 110);
    screen.enter("clear; s setup");
    shows(&screen, &PLACES);
    screen.press(&["Enter"]);
    let first = "> gsd        Opus 5 (1M) │ v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing";
    let shown = screen.until(|rows| rows.iter().any(|row| row.starts_with(first)));
    assert!(shown.iter().any(|row| row.starts_with(first)), "{shown:#?}");
    screen.press(&["q"]);
}

#[test]
fn a_small_terminal_shows_what_is_chosen() {
    if !has("tmux") {
        return;
    }
    let project = project();
    let screen = shell(&project, 80);
    screen.enter("clear; s setup");
    shows(&screen, &PLACES);
    screen.resize(20, 3);
    shows(&screen, &["> [x] Claude Code", "  [ ] GitHub Copilo…"]);
    screen.press(&["Down", "Space"]);
    shows(&screen, &["  [x] Claude Code", "> [x] GitHub Copilo…"]);
    screen.resize(1, 1);
    shows(&screen, &[">"]);
    screen.press(&["Enter", "Down"]);
    screen.resize(80, 24);
    let rows = screen.until(|rows| rows.concat().contains("esc back"));
    assert!(rows[4].starts_with("> bright "), "{rows:?}");
    screen.press(&["q"]);
    screen.until(|rows| rows.concat().contains("nothing was changed"));
}

#[test]
fn without_a_state_there_is_a_sample() {
    if !has("tmux") {
        return;
    }
    let project = project().dir("home/empty");
    fs::remove_dir_all(project.path("home/.claude")).unwrap();
    fs::remove_dir_all(project.path("home/.copilot")).unwrap();
    let screen = shell(&project, 220);
    screen.enter("clear; s setup");
    let rows = screen.until(|rows| rows.concat().contains("esc back"));
    assert_eq!(rows[0], "How should it look?  a sample: there is no state here");
    assert!(rows[3].contains('%'), "{rows:?}");
    screen.press(&["Enter"]);
    let rows = screen.until(|rows| rows.last().is_some_and(|row| row == "$"));
    assert_eq!(
        project.without_root(&rows.join("")),
        "stateline: no state file in `[ROOT]/home/empty` or above; `stateline families` lists what is read$"
    );
}
