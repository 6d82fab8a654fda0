//! The vectors made by running the published hook, from copies in `tests/vectors`.

use std::{fs, path::Path};

use serde_json::Value;
use stateline::{
    family::{self, Ask, Source, Style},
    line::Paint,
};

use crate::harness::{Project, Run};

fn vectors(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name);
    let text = fs::read_to_string(path).unwrap();
    text.split_terminator('\n').map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_state_gives_the_line_of_the_published_hook() {
    let gsd = family::family("gsd").unwrap();
    let vectors = vectors("gsd.jsonl");
    for vector in &vectors {
        for (name, style) in [("full", Style::Full), ("compact", Style::Compact)] {
            let ask = Ask { style, now: 0 };
            let view = (gsd.read)(Source::unnamed(vector["text"].as_str().unwrap(), 0)).view(&ask);
            assert_eq!(
                view.line.paint(&Paint::default()),
                vector[name].as_str().unwrap(),
                "{name} of {vector}"
            );
        }
    }
    assert_eq!(vectors.len(), 3000);
}

#[test]
fn the_program_prints_what_the_library_says() {
    let project = Project::new();
    for vector in vectors("gsd.jsonl").iter().step_by(20) {
        let file = project.path("STATE.md");
        fs::write(&file, vector["text"].as_str().unwrap()).unwrap();
        for style in ["full", "compact"] {
            let line = vector[style].as_str().unwrap();
            let stdout = if line.is_empty() { String::new() } else { format!("{line}\n") };
            let run = project.run(["line", "--as", "gsd", "--style", style, "-f", file.to_str().unwrap()]);
            assert_eq!(run, Run::printed(stdout), "{style} of {vector}");
        }
    }
}

#[test]
fn every_tree_gives_the_line_and_the_bridge_of_the_published_hook() {
    let vectors = vectors("hook.jsonl");
    for vector in &vectors {
        let mut project = Project::new();
        let root = project.root().to_str().unwrap().to_owned();
        let rooted = |value: &Value| value.to_string().replace("@ROOT@", &root);
        for (path, content) in vector["files"].as_object().unwrap() {
            let content = content.as_str().unwrap().replace("@PAD@", &"y".repeat(300 << 10));
            project = project.file(path, content);
        }
        for (name, value) in vector["env"].as_object().unwrap() {
            project = project.env(name, &value.as_str().unwrap().replace("@ROOT@", &root));
        }
        let run = project.run_with([""; 0], rooted(&vector["stdin"]).as_bytes());
        let expected = vector["stdout"].as_str().unwrap().replace("@ROOT@", "[ROOT]");
        assert_eq!(run, Run::printed(expected), "{vector}");
        assert_eq!(bridge(&project), vector["bridge"], "{vector}");
    }
    assert_eq!(vectors.len(), 300);
}

/// Returns the bridge file's name and content, its time aside.
fn bridge(project: &Project) -> Value {
    let Some(entry) = fs::read_dir(project.path("tmp")).unwrap().next() else { return Value::Null };
    let path = entry.unwrap().path();
    let mut bridge: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    bridge.as_object_mut().unwrap().remove("timestamp");
    bridge["file"] = path.file_name().unwrap().to_str().unwrap().into();
    bridge
}
