//! The picture in README is what a terminal shows today.

use std::{fs, path::Path};

use crate::harness::{PROGRAM, Project, has};

#[test]
fn the_picture_is_what_a_terminal_shows() {
    if !has("tmux") || !has("node") {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = Project::new().env("STATELINE", PROGRAM);
    let run = project.feed(project.other(root.join("scripts/picture"), ["-"]), b"");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let drawn = fs::read_to_string(root.join("scripts/picture.d/stateline.svg")).unwrap();
    assert_eq!(run.stdout, drawn, "run scripts/picture to draw it again");
}
