//! Generated settings, and the bytes that `install` and `uninstall` leave of them.
//!
//! The documents are made by a seeded generator; their values are read by a parser of the tests' own,
//! which knows nothing of the editor.

use std::{fs, path::Path};

use serde_json::{Value, json};
use stateline::{
    hosts::{HOSTS, Scope},
    install::{Request, Settings},
    sys::System,
};

use crate::harness::{Project, Random};

const PROGRAM: &str = "/opt/stateline";

/// How many documents are made.
const COUNT: u64 = 400;

/// Makes documents.
struct Writer {
    random: Random,
    newline: &'static str,
    out: String,
}

impl Writer {
    /// Writes blanks and comments, which are allowed between any two tokens.
    fn gap(&mut self) {
        for _ in 0..self.random.below(3) {
            let newline = self.newline;
            match self.random.below(9) {
                0 => self.out.push_str("/* a, \"b\": { // */"),
                1 => {
                    self.out.push_str("// c } , \"");
                    self.out.push_str(newline);
                }
                2 => self.out.push('\t'),
                3 | 4 => self.out.push_str(newline),
                5 => self.out.extend([newline, "    "]),
                _ => self.out.push(' '),
            }
        }
    }

    fn value(&mut self, depth: usize) {
        match self.random.below(if depth > 2 { 5 } else { 8 }) {
            0 => self.out.push_str("null"),
            1 => self.out.push_str("-1.50e+3"),
            2 => self.out.push_str("true"),
            3 | 4 => self.out.push_str("\"a \\\"b\\\" // \\u00e9 {é}\""),
            5 => self.list(depth),
            _ => {
                let count = self.random.below(4);
                let keys: Vec<String> = (0..count).map(|index| format!("k{depth}{index}")).collect();
                self.object(&keys, depth);
            }
        }
    }

    fn list(&mut self, depth: usize) {
        self.out.push('[');
        let count = self.random.below(3);
        for index in 0..count {
            self.gap();
            self.value(depth + 1);
            self.gap();
            if index + 1 < count || self.random.below(4) == 0 {
                self.out.push(',');
            }
        }
        self.gap();
        self.out.push(']');
    }

    fn object(&mut self, keys: &[String], depth: usize) {
        self.out.push('{');
        self.gap();
        for (index, key) in keys.iter().enumerate() {
            self.gap();
            self.out.extend(["\"", key, "\""]);
            self.gap();
            self.out.push(':');
            self.gap();
            match key.as_str() {
                "statusLine" => {
                    let keys = ["padding", "command", "x"].map(str::to_owned);
                    let count = 2 + self.random.below(2);
                    self.object(&keys[..count], depth + 1);
                }
                "command" => self.out.push_str("\"echo theirs\""),
                _ => self.value(depth + 1),
            }
            self.gap();
            if index + 1 < keys.len() || self.random.below(4) == 0 {
                self.out.push(',');
            }
        }
        self.gap();
        self.out.push('}');
    }

    /// Writes a whole document; `has_line` says whether it has a status line that is not ours.
    fn document(seed: u64, has_line: bool) -> String {
        let mut random = Random::new(seed);
        let newline = if random.below(3) == 0 { "\r\n" } else { "\n" };
        let mut writer = Self { random, newline, out: String::new() };
        if writer.random.below(5) == 0 {
            writer.out.push('\u{feff}');
        }
        writer.gap();
        let mut keys: Vec<String> = (0..writer.random.below(5)).map(|index| format!("key {index}")).collect();
        if has_line {
            let at = writer.random.below(keys.len() + 1);
            keys.insert(at, "statusLine".to_owned());
        }
        writer.object(&keys, 0);
        writer.gap();
        writer.out
    }
}

/// Returns what a document says.
fn meaning(text: &str) -> Value {
    let mut bare = String::new();
    let mut rest = text.trim_start_matches('\u{feff}');
    while let Some(next) = rest.chars().next() {
        let length = if let Some(inner) = rest.strip_prefix("/*") {
            bare.push(' ');
            inner.find("*/").unwrap() + 4
        } else if rest.starts_with("//") {
            rest.find(['\n', '\r']).unwrap_or(rest.len())
        } else if next == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|letter| {
                let ends = letter == '"' && !escaped;
                escaped = letter == '\\' && !escaped;
                ends
            });
            let length = end.unwrap() + 2;
            bare.push_str(&rest[..length]);
            length
        } else {
            if matches!(next, '}' | ']') {
                let kept = bare.trim_end();
                let kept = kept.strip_suffix(',').unwrap_or(kept);
                bare.truncate(kept.len());
            }
            bare.push(next);
            next.len_utf8()
        };
        rest = &rest[length..];
    }
    serde_json::from_str(&bare).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn settings(project: &Project, system: &str) -> Settings {
    let home = project.path("home");
    let machine = System::made_up(&[("HOME", home.to_str().unwrap())], project.root(), 0);
    let agent = HOSTS.named(system).unwrap().agent().unwrap();
    Settings::find(&machine, agent, Scope::User, project.root(), PROGRAM.into()).unwrap().unwrap()
}

fn install(project: &Project, system: &str, wrap: bool) {
    settings(project, system)
        .installed(&Request { wrap, ..Request::default() })
        .unwrap()
        .write(None)
        .unwrap();
}

fn uninstall(project: &Project, system: &str) {
    settings(project, system).uninstalled().unwrap().write(None).unwrap();
}

/// Returns whether removing something from one string gives the other.
fn is_part(part: &str, whole: &str) -> bool {
    let mut whole = whole.bytes();
    part.bytes().all(|byte| whole.any(|other| other == byte))
}

#[test]
fn a_line_is_put_in_and_taken_out_and_the_rest_stays() {
    let project = Project::new().file("home/.claude/settings.json", "");
    let path = project.path("home/.claude/settings.json");
    let mut identical = 0;
    for seed in 0..COUNT {
        let before = Writer::document(seed, false);
        fs::write(&path, &before).unwrap();
        install(&project, "claude", false);
        let after = fs::read_to_string(&path).unwrap();
        let mut expected = meaning(&before);
        expected["statusLine"] = json!({"type": "command", "command": PROGRAM, "refreshInterval": 5});
        assert_eq!(meaning(&after), expected, "{seed}: {before}\n---\n{after}");
        // Blanks between two brackets belong to no value.
        let is_empty = meaning(&before) == json!({});
        let kept = if is_empty { before.split_whitespace().collect() } else { before.clone() };
        assert!(is_part(&kept, &after), "{seed}: {before}\n---\n{after}");
        assert!(settings(&project, "claude").installed(&Request::default()).unwrap().is_none(), "{seed}");

        // With the record, every byte is restored.
        let again = after.clone();
        uninstall(&project, "claude");
        assert_eq!(fs::read_to_string(&path).unwrap(), before, "{seed}");

        // Without it, the line is taken out.
        fs::write(&path, &again).unwrap();
        uninstall(&project, "claude");
        let out = fs::read_to_string(&path).unwrap();
        assert_eq!(meaning(&out), meaning(&before), "{seed}: {before}\n---\n{out}");
        identical += u64::from(out == before);
        assert!(!project.path("home/.local").exists());
    }
    assert!(identical * 10 > COUNT * 8, "only {identical} of {COUNT} are as they were");
}

#[test]
fn only_the_command_and_the_timer_of_another_line_are_changed() {
    let project = Project::new().file("home/.claude/settings.json", "");
    let path = project.path("home/.claude/settings.json");
    for seed in 0..COUNT {
        let before = Writer::document(seed, true);
        fs::write(&path, &before).unwrap();
        install(&project, "claude", seed % 2 == 0);
        let after = fs::read_to_string(&path).unwrap();
        let wrapping = "/opt/stateline --wrap 'echo theirs'";
        let command = if seed % 2 == 0 { wrapping } else { PROGRAM };
        let mut expected = meaning(&before);
        expected["statusLine"]["command"] = json!(command);
        expected["statusLine"]["type"] = json!("command");
        if expected["statusLine"]["refreshInterval"].is_null() {
            expected["statusLine"]["refreshInterval"] = json!(5);
        }
        assert_eq!(meaning(&after), expected, "{seed}: {before}\n---\n{after}");
        let replaced = before.replace("echo theirs", command);
        assert!(is_part(&replaced, &after), "{seed}: {before}\n---\n{after}");
        uninstall(&project, "claude");
        assert_eq!(fs::read_to_string(&path).unwrap(), before, "{seed}");
    }
}

#[test]
fn what_was_changed_since_stays_changed() {
    let project = Project::new().file("home/.claude/settings.json", "");
    let path = project.path("home/.claude/settings.json");
    let edit = |text: &str| text.replace("-1.50e+3", "2").replace("true", "[\"new\", {}]");
    for seed in 0..COUNT {
        let before = Writer::document(seed, seed % 2 == 0);
        if edit(&before) == before {
            continue;
        }
        fs::write(&path, &before).unwrap();
        install(&project, "claude", seed % 4 == 0);
        fs::write(&path, edit(&fs::read_to_string(&path).unwrap())).unwrap();
        uninstall(&project, "claude");
        let out = fs::read_to_string(&path).unwrap();
        assert_eq!(meaning(&out), meaning(&edit(&before)), "{seed}: {before}\n---\n{out}");
        assert!(!project.path("home/.local").exists());
    }
}

/// Documents with a gap to insert text into: what is before it, what is after it.
#[cfg(unix)] // commands for a POSIX shell
#[test]
fn it_writes_as_the_owner_does() {
    let line = |inner: &str| {
        format!(
            "\"statusLine\": {{\n{inner}    \"type\": \"command\",\n{inner}    \"command\": \"/opt/stateline\"\n{inner}  }}"
        )
    };
    for (before, after) in [
        ("", format!("{{\n  {}\n}}\n", line(""))),
        ("{}", format!("{{\n  {}\n}}", line(""))),
        ("{\n}\n", format!("{{\n  {}\n}}\n", line(""))),
        ("{ }", format!("{{\n  {}\n}}", line(""))),
        ("{ // note\n}", format!("{{ // note\n  {}\n}}", line(""))),
        ("// only this\n", format!("// only this\n{{\n  {}\n}}\n", line(""))),
        ("{\n  \"a\": 1\n}", format!("{{\n  \"a\": 1,\n  {}\n}}", line(""))),
        ("{\n  \"a\": 1,\n}\n", format!("{{\n  \"a\": 1,\n  {},\n}}\n", line(""))),
        ("{\n  \"a\": 1 // x\n}\n", format!("{{\n  \"a\": 1, // x\n  {}\n}}\n", line(""))),
        (
            "{\"a\":1}",
            "{\"a\":1,\"statusLine\":{\"type\":\"command\",\"command\":\"/opt/stateline\"}}".to_owned(),
        ),
        (
            "{ \"a\": 1 }\n",
            "{ \"a\": 1, \"statusLine\": {\"type\": \"command\", \"command\": \"/opt/stateline\"} }\n"
                .to_owned(),
        ),
        (
            "{\n    \"a\": 1\n}",
            "{\n    \"a\": 1,\n    \"statusLine\": {\n        \"type\": \"command\",\n        \"command\": \
             \"/opt/stateline\"\n    }\n}"
                .to_owned(),
        ),
    ] {
        let project = Project::new().file("home/.codebuddy/settings.json", before);
        install(&project, "codebuddy", false);
        let path = project.path("home/.codebuddy/settings.json");
        assert_eq!(fs::read_to_string(&path).unwrap(), after, "{before:?}");
        uninstall(&project, "codebuddy");
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
    }
}

#[cfg(unix)] // commands for a POSIX shell
#[test]
fn toml_is_changed_in_one_place() {
    const COMMAND: &str = "command = \"/opt/stateline\"";
    for (before, after, taken) in [
        ("a = 1\n", format!("a = 1\n\n[status_line]\n{COMMAND}\n"), "a = 1\n"),
        ("a = 1", format!("a = 1\n\n[status_line]\n{COMMAND}\n"), "a = 1\n"),
        ("a = 1\r\n", format!("a = 1\r\n\r\n[status_line]\r\n{COMMAND}\r\n"), "a = 1\r\n"),
        (
            "# x\n[status_line] # y\n\n[b]\nc = 1\n",
            format!("# x\n[status_line] # y\n{COMMAND}\n\n[b]\nc = 1\n"),
            "# x\n\n[b]\nc = 1\n",
        ),
        (
            "[status_line]\nother = 1\n",
            format!("[status_line]\n{COMMAND}\nother = 1\n"),
            "[status_line]\nother = 1\n",
        ),
        (
            "status_line.other = 1\n",
            format!("status_line.{COMMAND}\nstatus_line.other = 1\n"),
            "status_line.other = 1\n",
        ),
        ("[status_line]\ncommand = 'old' # mine\n", format!("[status_line]\n{COMMAND} # mine\n"), ""),
        ("status_line = { command = \"old\" }\n", format!("status_line = {{ {COMMAND} }}\n"), ""),
        // The ends of lines differ, and a table is written in two places.
        (
            "x.a = 1\r\ny = 2\nx.b = 3\r\n",
            format!("x.a = 1\r\ny = 2\nx.b = 3\r\n\r\n[status_line]\r\n{COMMAND}\r\n"),
            "x.a = 1\r\ny = 2\nx.b = 3\r\n",
        ),
        (
            "[status_line]\n# about it\ncommand = 'old'\n# mine\nother = 1\n",
            format!("[status_line]\n# about it\n{COMMAND}\n# mine\nother = 1\n"),
            "[status_line]\n# about it\n# mine\nother = 1\n",
        ),
    ] {
        let project = Project::new().file("home/.kimi-code/tui.toml", before);
        let path = project.path("home/.kimi-code/tui.toml");
        install(&project, "kimi", false);
        assert_eq!(fs::read_to_string(&path).unwrap(), after);
        uninstall(&project, "kimi");
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
        // Without a record of what it was.
        fs::write(&path, &after).unwrap();
        uninstall(&project, "kimi");
        if path.exists() {
            assert_eq!(fs::read_to_string(&path).unwrap(), taken, "{after}");
        }
    }
}

#[test]
fn of_two_equal_keys_the_last_wins() {
    let twice =
        "{\"statusLine\": {\"command\": \"a\"}, \"statusLine\": {\"type\": \"command\", \"command\": \"b\"}}";
    let project = Project::new().file("home/.claude/settings.json", twice);
    install(&project, "claude", false);
    let path = project.path("home/.claude/settings.json");
    let expected = twice.replace("\"b\"", "\"/opt/stateline\", \"refreshInterval\": 5");
    assert_eq!(fs::read_to_string(Path::new(&path)).unwrap(), expected);
}

/// What is left of settings with equal keys that nothing is recorded of, or that were edited since.
#[test]
fn of_equal_keys_only_ours_are_taken_out() {
    let ours = "\"command\": \"/opt/stateline\"";
    for (text, expected) in [
        (r#"{"statusLine": {"command": "theirs", OURS}}"#, r#"{"statusLine": {"command": "theirs"}}"#),
        (r#"{"statusLine": {OURS, "command": "theirs"}}"#, r#"{"statusLine": {"command": "theirs"}}"#),
        (r#"{"statusLine": {OURS, OURS}, "a": 1}"#, r#"{"a": 1}"#),
        (
            r#"{"statusLine": {"command": "theirs"}, "statusLine": {OURS}}"#,
            r#"{"statusLine": {"command": "theirs"}}"#,
        ),
        (
            r#"{"statusLine": {OURS}, "statusLine": {"command": "theirs"}}"#,
            r#"{"statusLine": {"command": "theirs"}}"#,
        ),
        (
            r#"{"statusLine": {"command": "a", "command": "b"}}"#,
            r#"{"statusLine": {"command": "a", "command": "b"}}"#,
        ),
    ] {
        let project = Project::new().file("home/.claude/settings.json", text.replace("OURS", ours));
        uninstall(&project, "claude");
        let out = fs::read_to_string(project.path("home/.claude/settings.json")).unwrap();
        assert_eq!(out, expected, "{text}");
    }
}

#[test]
fn equal_keys_come_back_as_they_were() {
    let twice = r#"{"statusLine": {"command": "a", "type": "command", "command": "b"}, "z": 1}"#;
    for (edit, expected) in [
        (["", ""], twice.to_owned()),
        (["\"z\": 1", "\"z\": 2"], twice.replace("\"z\": 1", "\"z\": 2")),
        // A third one is the user's, and newer than what was there before.
        (
            ["\"type\"", "\"command\": \"c\", \"type\""],
            r#"{"statusLine": {"command": "a", "command": "c", "type": "command"}, "z": 1}"#.to_owned(),
        ),
    ] {
        let project = Project::new().file("home/.claude/settings.json", twice);
        let path = project.path("home/.claude/settings.json");
        install(&project, "claude", false);
        let installed = fs::read_to_string(&path).unwrap();
        assert_eq!(installed, twice.replace("\"b\"", "\"/opt/stateline\", \"refreshInterval\": 5"));
        if !edit[0].is_empty() {
            fs::write(&path, installed.replace(edit[0], edit[1])).unwrap();
        }
        uninstall(&project, "claude");
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        assert!(!project.path("home/.local").exists());
    }
}

/// The second was made up from what the first one has replaced meanwhile.
#[test]
fn a_change_that_comes_too_late_is_not_made() {
    let theirs = r#"{"statusLine": {"type": "command", "command": "echo theirs"}}"#;
    let project = Project::new().file("home/.claude/settings.json", theirs);
    let path = project.path("home/.claude/settings.json");
    let change =
        |wrap| settings(&project, "claude").installed(&Request { wrap, ..Request::default() }).unwrap();
    let (first, second) = (change(false), change(true));
    first.write(None).unwrap();
    let installed = fs::read_to_string(&path).unwrap();
    let late = second.write(None).unwrap_err().to_string();
    let expected = "did not change `[ROOT]/home/.claude/settings.json`: another program has changed it since it was \
                    read; run this again";
    assert_eq!(project.without_root(&late), expected);
    assert_eq!(fs::read_to_string(&path).unwrap(), installed);
    uninstall(&project, "claude");
    assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
    assert!(!project.path("home/.local").exists());
}
