//! `config set`, `config unset`, `config edit` and `config --schema`.

use std::fs;

use serde_json::Value;
use stateline::config::{self, SETTINGS};

use crate::harness::{Project, Run, STATE};

const USER: &str = "home/.config/stateline/config.toml";
const PATH: &str = "[ROOT]/home/.config/stateline/config.toml";

fn text(project: &Project, path: &str) -> String {
    fs::read_to_string(project.path(path)).unwrap()
}

#[test]
fn a_setting_without_a_value_is_answered_with_those_that_it_takes() {
    let missing = "stateline: missing argument; expected a value; ";
    for (name, message) in [
        ("ascii", format!("{missing}`ascii` takes `true` or `false`\n")),
        ("style", format!("{missing}`style` takes one of `full`, `compact` or `smart`\n")),
        ("tehme", "stateline: no setting `tehme`; did you mean `theme`?\n".to_owned()),
    ] {
        assert_eq!(Project::new().run(["config", "set", name]), Run::refused(2, message));
    }
}

#[test]
fn a_setting_is_written_and_shown() {
    let project = Project::new();
    let run = project.run(["config", "set", "theme", "bright"]);
    assert_eq!(run, Run::printed(format!("theme = \"bright\" # {PATH}:1\n")));
    let run = project.run(["config", "set", "show", "cost", "limits"]);
    assert_eq!(run, Run::printed(format!("show = [\"cost\", \"limits\"] # {PATH}:2\n")));
    let run = project.run(["config", "set", "bar.width", "5"]);
    assert_eq!(run, Run::printed(format!("bar.width = 5 # {PATH}:5\n")));
    let all = "theme = \"bright\"\nshow = [\"cost\", \"limits\"]\n\n[bar]\nwidth = 5\n";
    assert_eq!(text(&project, USER), all);
    assert_eq!(project.run(["config", "unset", "show"]), Run::printed("show = [] # default\n"));
    assert_eq!(text(&project, USER), "theme = \"bright\"\n\n[bar]\nwidth = 5\n");
}

#[test]
fn a_commented_file_gets_the_setting_where_its_comment_is() {
    let project = Project::new();
    assert_eq!(project.run(["config", "--init"]).code, Some(0));
    let before = text(&project, USER);
    for (name, value) in [("theme", "mono"), ("bar.width", "5"), ("colors.depth", "16")] {
        assert_eq!(project.run(["config", "set", name, value]).code, Some(0), "{name}");
    }
    let after = text(&project, USER);
    let added: Vec<&str> =
        after.lines().filter(|line| !line.starts_with('#') && line.contains(" = ")).collect();
    assert_eq!(added, ["theme = \"mono\"", "width = 5", "depth = \"16\""]);
    let rest: Vec<&str> = after.lines().filter(|line| !added.contains(line)).collect();
    assert_eq!(rest, before.lines().collect::<Vec<&str>>());
    assert!(after.contains("# theme = \"gsd\"\ntheme = \"mono\"\n"), "{after}");
}

#[cfg(unix)] // links and modes
#[test]
fn a_link_and_the_mode_of_a_file_are_kept() {
    use crate::harness::{has_mode, set_mode};
    use std::os::unix::fs::symlink;

    let project =
        Project::new().file("home/dotfiles/stateline.toml", "# mine\n").file("home/.config/stateline/x", "");
    symlink("../../dotfiles/stateline.toml", project.path(USER)).unwrap();
    set_mode(project.path("home/dotfiles/stateline.toml"), 0o600);
    assert_eq!(project.run(["config", "set", "ascii", "true"]).code, Some(0));
    assert!(fs::symlink_metadata(project.path(USER)).unwrap().is_symlink());
    assert_eq!(text(&project, "home/dotfiles/stateline.toml"), "ascii = true\n# mine\n");
    assert!(has_mode(project.path(USER), 0o600));
}

#[test]
fn a_broken_file_is_not_changed() {
    let broken = Project::new().file(USER, "theme = \n[bar\n");
    let before = broken.snapshot();
    let run = broken.run(["config", "set", "ascii", "true"]);
    let why = "line 2, column 5 is not TOML: unclosed table, expected `]`";
    assert_eq!(run, Run::refused(1, format!("stateline: did not change `{PATH}`: {why}\n")));
    assert_eq!(broken.snapshot(), before);
}

#[test]
fn what_only_the_user_may_set_is_refused_for_a_project() {
    let project = Project::new().file("work/.planning/STATE.md", STATE);
    let before = project.snapshot();
    let run = project.run(["config", "set", "--project", "segment.x.text", "hi"]);
    let why = "`segment.x.text` has no effect in a project; only your own config can make a segment";
    assert_eq!((run.code, run.stderr), (Some(2), format!("stateline: {why}\n")));
    assert_eq!(project.snapshot(), before);
}

#[test]
fn the_words_for_completions_have_no_control_characters() {
    let hostile = "separator = \"+\\u202e\"\n[segment.\"a\\u001b[31m\\nb\"]\nicon = \"x\"\n";
    let project = Project::new().file("work/.planning/STATE.md", STATE).file("work/.stateline.toml", hostile);
    let words = "segment.a [31m b.icon\t\"x\"\n";
    assert_eq!(project.run(["config", "--complete", "unset"]), Run::printed(words));
}

#[test]
fn the_file_that_wins_is_named_and_can_be_changed() {
    let project = Project::new()
        .file("work/.planning/STATE.md", STATE)
        .file("work/.stateline.toml", "theme = \"mono\"\n")
        .dir("work/sub");
    let run = project.run(["config", "set", "theme", "bright"]);
    assert_eq!(
        run,
        Run {
            code: Some(0),
            stdout: "theme = \"mono\" # [ROOT]/work/.stateline.toml:1\n".to_owned(),
            stderr: format!("stateline: changed `{PATH}`, but `[ROOT]/work/.stateline.toml` wins here\n"),
        }
    );
    let run = project.run(["config", "set", "theme", "light", "--project"]);
    assert_eq!(run, Run::printed("theme = \"light\" # [ROOT]/work/.stateline.toml:1\n"));
    assert_eq!(text(&project, "work/.stateline.toml"), "theme = \"light\"\n");
    assert_eq!(text(&project, USER), "theme = \"bright\"\n");
    let run = project.run(["config", "set", "theme", "mono", "--config", "new/mine.toml"]);
    assert_eq!(run, Run::printed("theme = \"mono\" # new/mine.toml:1\n"));
    let run = project.run(["config", "set", "theme", "mono", "--config", "none"]);
    assert_eq!(run, Run::refused(2, "stateline: `--config` cannot be `none`; it takes the file to write\n"));
}

#[cfg(unix)] // a script as the editor
#[test]
fn an_editor_is_run_and_what_it_wrote_is_checked() {
    use crate::harness::set_mode;

    let project = Project::new().file("home/edit", "#!/bin/sh\nprintf '%s\\n' \"$1\" > \"$2\"\n");
    set_mode(project.path("home/edit"), 0o755);
    let editor = project.path("home/edit").display().to_string();
    let edit = |project: &Project| project.run(["config", "edit"]);
    let project = project.env("EDITOR", "false").env("VISUAL", &format!("{editor} 'ascii = true'"));
    assert_eq!(edit(&project), Run::printed(""));
    assert_eq!(text(&project, USER), "ascii = true\n");
    let project = project.env("VISUAL", &format!("{editor} 'tehme = 1'"));
    let wrong = format!(
        "stateline: {PATH}:1:1: no setting `tehme`; did you mean `theme`?\n\
         stateline: `stateline config edit` opens it again\n"
    );
    assert_eq!(edit(&project), Run::refused(1, wrong));
    for (editor, why) in [("false", "exited with code 1"), ("/nope/vi", "cannot be run: no such file")] {
        let project = Project::new().env("EDITOR", editor);
        let message =
            format!("stateline: the editor `{editor}` {why}; set `VISUAL` or `EDITOR` to another one\n");
        assert_eq!(edit(&project), Run::refused(1, message));
        assert!(text(&project, USER).contains("\n# theme = \"gsd\"\n"));
    }
}

/// Returns TOML as JSON.
fn as_json(text: &str) -> Value {
    let document: toml_edit::DocumentMut = text.parse().unwrap();
    item_as_json(document.as_item())
}

fn item_as_json(item: &toml_edit::Item) -> Value {
    if let Some(table) = item.as_table_like() {
        return table.iter().map(|(name, item)| (name.to_owned(), item_as_json(item))).collect();
    }
    if let Some(tables) = item.as_array_of_tables() {
        return tables.iter().map(|table| item_as_json(&toml_edit::Item::Table(table.clone()))).collect();
    }
    let value = item.as_value().unwrap();
    if let Some(items) = value.as_array() {
        return items.iter().map(|value| item_as_json(&toml_edit::Item::Value(value.clone()))).collect();
    }
    let text = value.as_str().map(Value::from).or_else(|| value.as_bool().map(Value::from));
    let number = || value.as_integer().map(Value::from).or_else(|| value.as_float().map(Value::from));
    text.or_else(number).unwrap()
}

#[test]
fn the_schema_accepts_what_is_documented_and_refuses_what_the_reader_refuses() {
    let schema: Value = serde_json::from_str(&Project::new().run(["config", "--schema"]).stdout).unwrap();
    assert_eq!(schema, config::schema());
    let validator = jsonschema::validator_for(&schema).unwrap();
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let documented =
        readme.split("```toml\n").skip(1).map(|block| block.split("```").next().unwrap().to_owned());
    let defaults = SETTINGS.iter().map(|setting| format!("{} = {}\n", setting.name, setting.default));
    let good =
        ["colors.model = \"bold #FF8700\"", "show = \"cost\"", "state.hide_after = \"12h\"", "segments = []"];
    for text in documented.chain(defaults).chain(good.map(str::to_owned)) {
        assert_eq!(config::read(&text).problems, [], "{text}");
        let errors: Vec<String> =
            validator.iter_errors(&as_json(&text)).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{text}");
    }
    for text in [
        "tehme = \"bright\"",
        "theme = \"brigt\"",
        "show = [3]",
        "rows = [\"model\"]",
        "[segment.x]\ncommand = \"date\"",
        "ascii = \"yes\"",
        "bar.width = 0",
        "bar.width = 41",
        "bar.full = \"##\"",
        "bar = 3",
        "state.hide_after = \"3 days\"",
        "colors.modl = \"red\"",
        "colors.model = \"gren\"",
        "colors.model = \"256\"",
        "separator = 3",
        "separator = \"123456789\"",
        "[nothing]",
    ] {
        assert!(!config::read(text).problems.is_empty(), "{text}");
        assert!(!validator.is_valid(&as_json(text)), "{text}");
    }
}
