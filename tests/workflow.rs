//! Workflows that the user declares: their line in every style and form, the commands, and what a config may not say.

use std::{
    fs,
    time::{Duration, SystemTime},
};

use crate::harness::{Project, Run, make_fifo};

const CONFIG: &str = "home/.config/stateline/config.toml";

const FILE: &str = "work/.deploy/state.json";

const DECLARED: &str = "[[workflow]]
id = \"deploy\"
file = \".deploy/state.json\"
name = \"release.name\"
done = \"steps.done\"
total = \"steps.total\"
status = \"status\"
doing = \"current[0].step\"
alert = [\"blocked\", \"failed\"]
complete = [\"done\"]
";

const STATE: &str = r#"{"release": {"name": "Shop 2.0"}, "steps": {"done": 3, "total": ["a", "b", "c", "d"]},
 "status": "rolling_out", "current": [{"step": "migrate the database"}]}
"#;

fn project() -> Project {
    let project =
        Project::new().file(CONFIG, DECLARED).file(FILE, STATE).env("STATELINE_NOW", "2026-01-15T12:34:08Z");
    written(&project, FILE);
    project
}

/// Sets when a file was written to the time of the run.
fn written(project: &Project, file: &str) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_768_480_448);
    fs::File::options().write(true).open(project.path(file)).unwrap().set_modified(time).unwrap();
}

fn line(project: &Project, style: &str) -> String {
    let run = project.run(["line", "--style", style]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout
}

#[test]
fn a_declared_workflow_has_a_line_in_every_style() {
    let project = project();
    assert_eq!(line(&project, "full"), "Shop 2.0 [███████░░░] 75% · migrate the database · rolling_out\n");
    assert_eq!(line(&project, "compact"), "Shop 2.0 75% · migrate the database\n");
    assert_eq!(line(&project, "smart"), "Shop 2.0 [███████░░░] 75% · migrate the database · rolling out\n");
}

#[test]
fn its_status_can_be_an_alert_or_the_end() {
    let with = |status: &str| {
        let project = project().file(FILE, STATE.replace("rolling_out", status));
        written(&project, FILE);
        project
    };
    let failed = with("failed");
    assert_eq!(line(&failed, "full"), "Shop 2.0 [███████░░░] 75% · FAILED migrate the database\n");
    assert_eq!(failed.run(["get", "@scene", "@status", "@percent"]), Run::printed("alert\nfailed\n75\n"));
    let done = with("done");
    assert_eq!(line(&done, "full"), "Shop 2.0 [██████████] 100% · done\n");
    assert_eq!(done.run(["get", "@scene"]), Run::printed("complete\n"));
}

#[test]
fn every_form_of_a_file_is_read() {
    for (file, text) in [
        (
            "state.yml",
            "release:\n  name: Shop 2.0\nsteps: {done: 3, total: 4}\nstatus: up\ncurrent: [{step: test}]\n",
        ),
        (
            "state.toml",
            "status = \"up\"\n[release]\nname = \"Shop 2.0\"\n[steps]\ndone = 3\ntotal = 4\n[[current]]\nstep = \"test\"\n",
        ),
        (
            "notes/state.md",
            "---\nrelease:\n  name: Shop 2.0\nsteps:\n  done: 3\n  total: \"4\"\nstatus: up\ncurrent:\n  - step: test\n---\n\n# Notes\n",
        ),
    ] {
        let project = Project::new()
            .file(CONFIG, DECLARED.replace(".deploy/state.json", file))
            .file(&format!("work/{file}"), text);
        assert_eq!(line(&project, "full"), "Shop 2.0 [███████░░░] 75% · test · up\n", "{file}");
        assert_eq!(project.run(["get", "steps.done", "@family"]), Run::printed("3\ndeploy\n"), "{file}");
        let list = project.run(["list", "--format", "csv", "."]);
        assert!(list.stdout.contains("deploy"), "{file}: {}", list.stdout);
    }
}

#[test]
fn the_commands_know_it() {
    let project = project().file("work/.planning/STATE.md", "---\nstatus: executing\n---\n");
    written(&project, FILE);
    written(&project, "work/.planning/STATE.md");
    let shown = "Shop 2.0 [███████░░░] 75% · migrate the database · rolling_out\n";
    assert_eq!(project.run(["line"]), Run::printed("executing\n"));
    assert_eq!(project.run(["line", "--as", "deploy"]), Run::printed(shown));
    assert_eq!(project.run(["line", "-f", ".deploy/state.json"]), Run::printed(shown));
    let explained = project.run(["explain", "--as", "deploy"]).stdout;
    assert!(
        explained.contains("  bar     the bar shows 75%: `steps.done` of `steps.total`\n"),
        "{explained}"
    );
    assert!(explained.contains("status = rolling_out"), "{explained}");
    let page = project.run(["show", "--as", "deploy"]).stdout;
    let fields = page.lines().skip_while(|line| !line.starts_with("  status")).collect::<Vec<_>>();
    assert_eq!(
        fields,
        [
            "  status            rolling_out",
            "  scene             running",
            "  release.name      Shop 2.0",
            "  steps.done        3",
            "  current           1 item",
        ]
    );
    let config = project.run(["config"]).stdout;
    assert!(config.contains("config.toml: 0 settings, 1 workflow (deploy)\n"), "{config}");
    assert!(
        project
            .run(["families"])
            .stdout
            .ends_with("deploy       .deploy/state.json\n             a workflow of your own\n")
    );
    let project = project.file(CONFIG, format!("prefer = [\"deploy\"]\n{DECLARED}"));
    assert_eq!(project.run(["line"]), Run::printed(shown));
    assert_eq!(project.run(["check", "--format", "compact"]), Run::printed(""));
    let wrong = project.run(["line", "--as", "deplyo"]);
    assert!(
        wrong.stderr.starts_with("stateline: `--as` cannot be `deplyo`; it takes `gsd`, "),
        "{}",
        wrong.stderr
    );
    assert!(wrong.stderr.ends_with(" or `deploy`\n"), "{}", wrong.stderr);
}

#[test]
fn a_project_cannot_declare_one() {
    let project = Project::new()
        .file("work/.planning/STATE.md", "---\nstatus: executing\n---\n")
        .file("work/.stateline.toml", DECLARED)
        .file(FILE, STATE);
    assert_eq!(project.run(["line"]), Run::printed("executing\n"));
    assert_eq!(project.run(["line", "--as", "deploy"]).code, Some(2));
    let run = project.run(["check", "--format", "compact", ".stateline.toml"]);
    assert_eq!(run.stdout, ".stateline.toml:1:3: error SL506 a project cannot declare a workflow\n");
    // Not even one that would be refused in the user's config, too.
    let declared = "# my workflow\n[[workflow]]\nid = \"A b\"\nfile = \"/etc/passwd\"\n";
    let project = project.file("work/.stateline.toml", declared);
    let run = project.run(["check", "--format", "compact", ".stateline.toml"]);
    assert_eq!(run.stdout, ".stateline.toml:2:3: error SL506 a project cannot declare a workflow\n");
}

#[test]
fn every_mistake_in_a_declaration_is_explained() {
    for (config, expected) in [
        ("workflow = 1\n", "1:1: error SL506 `workflow` is a list of tables"),
        ("[[workflow]]\nid = \"a\"\n", "1:1: error SL506 the workflow has no `file`"),
        ("[[workflow]]\nfile = \"a.json\"\n", "1:1: error SL506 the workflow has no `id`"),
        ("[[workflow]]\nid = \"A b\"\nfile = \"a.json\"\n", "2:6: error SL506 `id` cannot be `\"A b\"`"),
        (
            "[[workflow]]\nid = \"gsd\"\nfile = \"a.json\"\n",
            "2:6: error SL506 `gsd` is a family that stateline knows",
        ),
        (
            "[[workflow]]\nid = \"a\"\nfile = \"/etc/passwd\"\n",
            "3:8: error SL506 `file` cannot be `\"/etc/passwd\"`",
        ),
        ("[[workflow]]\nid = \"a\"\nfile = \"~/y\"\n", "3:8: error SL506 `file` cannot be `\"~/y\"`"),
        (
            "[[workflow]]\nid = \"a\"\nfile = \"b\"\ndone = \"c\"\n",
            "4:1: error SL506 `done` shows nothing without `total`",
        ),
        (
            "[[workflow]]\nid = \"a\"\nfile = \"b\"\ncomplete = [\"c\"]\n",
            "4:1: error SL506 `complete` has no effect without `status`",
        ),
        ("[[workflow]]\nid = \"a\"\nfile = \"x/../y\"\n", "3:8: error SL506 `file` cannot be `\"x/../y\"`"),
        (
            "[[workflow]]\nid = \"a\"\nfile = \"b\"\nname = \"a..b\"\n",
            "4:8: error SL506 `name` cannot be `\"a..b\"`",
        ),
        (
            "[[workflow]]\nid = \"a\"\nfile = \"b\"\nstatus = \"c\"\nalert = [1]\n",
            "5:9: error SL506 `alert` cannot be `[1]`",
        ),
        (
            "[[workflow]]\nid = \"a\"\nfile = \"b\"\nstatsu = \"c\"\n",
            "4:1: error SL506 a workflow has no `statsu`",
        ),
        (
            "[[workflow]]\nid = \"a\"\nfile = \"b\"\n[[workflow]]\nid = \"a\"\nfile = \"c\"\n",
            "5:6: error SL506 `a` is declared twice",
        ),
    ] {
        let project = Project::new().file("work/config.toml", config);
        let run = project.run(["check", "--format", "compact", "config.toml"]);
        assert_eq!(run.stdout, format!("config.toml:{expected}\n"), "{config}");
    }
    let project =
        Project::new().file("work/config.toml", "[[workflow]]\nid = \"a\"\nfile = \"b\"\nstatsu = \"c\"\n");
    assert!(project.run(["check", "config.toml"]).stdout.contains("did you mean `status`?"));
}

#[test]
fn its_file_is_known_in_its_own_directory() {
    let project = Project::new()
        .file(CONFIG, "[[workflow]]\nid = \"deploy\"\nfile = \".deploy/state.toml\"\nstatus = \"status\"\n")
        .file("work/.deploy/state.toml", "status = \"up\"\n")
        .dir("work/.deploy");
    assert_eq!(project.run(["get", "@family", "-f", "state.toml"]), Run::printed("deploy\n"));
    assert_eq!(project.run(["check", "state.toml"]), Run::printed("state.toml: no problems found\n"));
}

#[test]
fn check_reports_what_is_wrong_with_its_file() {
    let checked = |file: &str, text: &str| {
        let project = Project::new()
            .file(CONFIG, DECLARED.replace(".deploy/state.json", file))
            .file(&format!("work/{file}"), text);
        let named = project.run(["check", "--format", "compact", "--hints", file]);
        let found = project.run(["check", "--format", "compact", "--hints"]);
        assert_eq!(named, found, "{file}");
        named
    };
    let failed = |text: &str| Run { code: Some(1), ..Run::printed(text) };
    for (file, text, expected) in [
        (
            "a/state.json",
            "{\"release\": {\"name\": \"Shop\"},\n \"steps\": {\n",
            failed("a/state.json:2:12: error SL750 the file ends in the middle of a value\n"),
        ),
        (
            "state.yaml",
            "release: {name: Shop}\nstatus: [up\n",
            failed(
                "state.yaml:2:9: error SL750 this list or map cannot be read: did not find expected ',' or ']'\n",
            ),
        ),
        (
            "a/state.toml",
            "status = \"up\"\nrelease = \n",
            failed("a/state.toml:2:11: error SL750 string values must be quoted, expected literal string\n"),
        ),
        (
            "a/state.json",
            r#"{"release": {"name": ["Shop"]}, "steps": {"done": "x", "total": -3}, "current": 4}"#,
            Run::printed(
                "a/state.json:1:1: info SL752 there is nothing at `status`, which is the `status` of the declaration\n\
                 a/state.json:1:1: info SL752 there is nothing at `current[0].step`, which is the `doing` of the \
                 declaration\n\
                 a/state.json:1:22: warning SL751 `release.name` is a list; `name` takes a string\n\
                 a/state.json:1:51: warning SL751 `steps.done` is a string; `done` takes a number from 0 up, or a list\n\
                 a/state.json:1:65: warning SL751 `steps.total` is -3; `total` takes a number from 0 up, or a list\n",
            ),
        ),
        (
            "a/state.json",
            r#"{"release": {"name": 2.0}, "steps": {"done": [1, 2], "total": 1}, "status": true, "current": [{"step": "x"}]}"#,
            Run::printed("a/state.json:1:46: warning SL753 `steps.done` is 2, but `steps.total` is 1\n"),
        ),
    ] {
        assert_eq!(checked(file, text), expected, "{text}");
    }
}

#[test]
fn a_file_from_someone_else_is_harmless() {
    let hostile = r#"{"release": {"name": "\u001b[31mred\u202e"}, "status": "$(touch x)\n`id`"}"#;
    let hidden = project().file(FILE, hostile);
    written(&hidden, FILE);
    assert_eq!(line(&hidden, "full"), " [31mred · $(touch x) id\n");
    for text in ["", "[", "{}", "[1, 2]", "null", "{\"release\": 7, \"steps\": null}"] {
        let project = project().file(FILE, text);
        written(&project, FILE);
        let shown = line(&project, "full");
        assert!(shown.is_empty() || shown == "deploy · unreadable · 0s old\n", "{text}: {shown}");
    }
    let huge = project().file(FILE, format!("{{\"status\": \"up\", \"x\": \"{}\"}}", "y".repeat(5 << 20)));
    written(&huge, FILE);
    assert_eq!(line(&huge, "full"), "deploy · up\n");
    if cfg!(windows) {
        return; // no FIFOs
    }
    let fifo = Project::new().file(CONFIG, DECLARED).dir("work/.deploy");
    make_fifo(&fifo.path(FILE));
    assert_eq!(line(&fifo, "full"), "");
}
