//! The table of hosts: every row is complete, and a row is all that a new host needs.

use std::{collections::BTreeSet, fs, path::Path};

use stateline::{
    config::Config,
    error::Error,
    hook,
    hosts::{
        AS_CLAUDE, AgentSettings, Field, HOSTS, HostRow, Hosts, LIKE_CLAUDE, Meaning, OwnFile, Scope, Sender,
        Snippet, Usage, quote,
    },
    install::doctor::{Context, Report},
    install::{Change, Request, Says, Settings, own::File, survey},
    line::{Dialect, Join, Line, Paint, Rank, Tone, dialect},
    options::Options,
    sys::System,
};

use crate::harness::{PROGRAM, Project};

/// Where the rows are.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/hosts");

/// Returns every file next to the rows with its name and text.
fn files() -> Vec<(String, String)> {
    let entries = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn every_row_is_complete() {
    let mut names = BTreeSet::new();
    for host in HOSTS.all() {
        let name = host.name;
        assert!(names.insert(name), "two rows are called `{name}`");
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        assert!(!name.is_empty() && name.bytes().all(is_word), "`{name}` is hard to type");
        assert!(!host.label.is_empty(), "{name} has no label");
        let parts = (host.settings.is_some(), host.sender.is_some(), host.snippet.is_some());
        assert!(
            matches!(parts, (true, true, false) | (false, false, true)),
            "{name} is neither an agent nor another host"
        );
    }
    for agent in HOSTS.agents() {
        let (name, settings) = (agent.host.name, agent.settings);
        assert!(!settings.dir.is_empty() && !settings.file.is_empty() && !settings.key.is_empty(), "{name}");
        assert!(agent.host.dialect.is_none() && agent.host.mentions.is_empty(), "{name}");
        let payload = Path::new(FOLDER).join(format!("../../tests/fixtures/hosts/{name}.json"));
        assert!(payload.exists(), "no fixture has what {name} sends");
    }
}

#[test]
fn every_snippet_runs_the_program_in_a_dialect_that_there_is() {
    for (host, snippet) in HOSTS.snippets() {
        let name = host.name;
        assert!(!snippet.purpose.is_empty() && !snippet.goes.is_empty(), "{name}");
        // A file of ours is recognised by its first line.
        let is_ours = snippet.heading().contains("stateline");
        assert!(is_ours || host.own_file().is_none(), "{name}: {}", snippet.heading());
        assert!(snippet.text.contains("@program@"), "{name}");
        let (_, after) = snippet.text.split_once("--for").unwrap();
        let word =
            after.trim_start_matches(['\'', '"', ',', ' ']).split([' ', '\'', '"', '*']).next().unwrap();
        match &host.dialect {
            // zsh decides by its options.
            Some(own) if word == "$host" => assert!(snippet.text.contains(&format!("host={}", own.name))),
            Some(own) => assert_eq!(word, own.name, "{name}"),
            None => assert!(HOSTS.dialect(word).is_some(), "{name} wants `{word}`"),
        }
    }
}

#[test]
fn no_file_of_a_host_is_forgotten() {
    let files = files();
    let rows = files.iter().filter(|(_, text)| text.contains("static ROW: HostRow")).count();
    assert_eq!(rows, HOSTS.all().count());
    let is_source = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "rs");
    for (name, _) in files.iter().filter(|(name, _)| !is_source(name)) {
        let included = format!("include_str!(\"{name}\")");
        assert!(files.iter().any(|(_, text)| text.contains(&included)), "no row has {name}");
    }
}

/// What depends on a host belongs into its row.
#[test]
fn no_source_but_the_rows_asks_for_a_host_by_name() {
    let mut open = vec![Path::new(FOLDER).parent().unwrap().to_owned()];
    let mut read = 0;
    while let Some(dir) = open.pop() {
        for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            // Completions are for shells, whether they show the line or not.
            if path.is_dir() && !path.ends_with("src/hosts") && !path.ends_with("cmd/completions") {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                let code = source.split("#[cfg(test)]").next().unwrap();
                for host in HOSTS.all() {
                    let literal = format!("\"{}\"", host.name);
                    // The segment for the mode of an editor has the name of Claude Code's field.
                    let is_segment = host.name == "vim"
                        && (path.starts_with(Path::new(FOLDER).with_file_name("hook"))
                            || path.ends_with("line/theme/table.rs")
                            || path.ends_with("config/segments.rs"));
                    // What a terminal can show, by its TERM, whether it also shows the line or not.
                    let is_terminal = host.name == "wezterm"
                        && (path.ends_with("segment/links.rs") || path.ends_with("watch/notification.rs"));
                    assert!(
                        is_segment || is_terminal || !code.contains(&literal),
                        "{} has {literal}",
                        path.display()
                    );
                }
                read += 1;
            }
        }
    }
    assert!(read > 100, "{read} sources were read");
}

#[test]
fn readme_s_table_is_that_of_the_rows() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let (_, table) = readme.split_once("| host | command |\n| --- | --- |\n").unwrap();
    let table = table.split_once("\n\n").unwrap().0;
    let rows: Vec<String> =
        HOSTS.all().map(|host| format!("| {} | {} |", host.label, host.set_up())).collect();
    assert_eq!(table, rows.join("\n"));
}

/// An agent that there is not, with everything a row of its kind can have.
static AGENT: HostRow = HostRow {
    name: "made-up",
    label: "Made-Up Agent",
    settings: Some(AgentSettings {
        dir: ".made-up",
        key: &["footer", "line"],
        usual: &[("every", "7")],
        refresh: Some("every"),
        ..LIKE_CLAUDE
    }),
    sender: Some(Sender {
        name: "Made Up",
        fields: &[Field::own("cellsForTheLine", Meaning::Width)],
        context: &[],
        used: Usage::reported,
        sends_project: true,
    }),
    rows: Some(3),
    limit: Some(900),
    ..HostRow::UNKNOWN
};

/// An editor that there is not.
static EDITOR: HostRow = HostRow {
    name: "made-up-editor",
    label: "Made-Up Editor",
    snippet: Some(Snippet {
        purpose: "in a corner",
        goes: "In its directory.",
        text: "# stateline\nrun @program@ line --for made-up-editor -C @dir@\n",
        quote: quote::shell,
        own_file: Some(OwnFile { path: own_path, text: None }),
    }),
    dialect: Some(Dialect { name: "made-up-editor", escapes: &[('~', "~~")], ..dialect::PLAIN }),
    mentions: &[(".made-up-editor", "stateline line")],
    ..HostRow::UNKNOWN
};

fn own_path(system: &System) -> Result<std::path::PathBuf, Error> {
    Ok(system.home().ok_or(Error::NoHome)?.join(".made-up-editor.d/stateline"))
}

/// A table of these two alone.
static MADE_UP: Hosts = Hosts { agents: &[&AGENT], others: &[&EDITOR] };

fn machine(project: &Project) -> System {
    System::made_up(&[("HOME", project.path("home").to_str().unwrap())], project.root(), 0)
}

/// Writes a change, and returns the file.
fn done(change: &Change) -> String {
    change.write(None).unwrap();
    fs::read_to_string(change.path()).unwrap().replace(PROGRAM, "PROGRAM")
}

#[test]
fn the_lists_of_help_and_completions_have_a_made_up_host() {
    assert_eq!(MADE_UP.installable(), ["made-up", "made-up-editor"]);
    assert_eq!(MADE_UP.agent_names(), ["made-up"]);
    assert_eq!(MADE_UP.own_file_names(), ["made-up-editor"]);
    assert_eq!(MADE_UP.snippet_names(), ["made-up-editor"]);
    assert_eq!(MADE_UP.dialect_names(), ["plain", "ansi", "made-up-editor", "json"]);
    let set_up: Vec<String> = MADE_UP.all().map(HostRow::set_up).collect();
    assert_eq!(set_up, ["`stateline install made-up`", "`stateline install made-up-editor`"]);
}

#[cfg(unix)] // commands for a POSIX shell
#[test]
fn a_made_up_host_can_be_installed_and_is_found_by_doctor() {
    let project = Project::new();
    let machine = machine(&project);
    let agent = MADE_UP.named("made-up").unwrap().agent().unwrap();
    let settings =
        Settings::find(&machine, agent, Scope::User, project.root(), PROGRAM.into()).unwrap().unwrap();
    assert_eq!(
        done(&settings.installed(&Request { refresh: Some("9".to_owned()), ..Request::default() }).unwrap()),
        "{\n  \"footer\": {\n    \"line\": {\n      \"type\": \"command\",\n      \"command\": \"PROGRAM\",\n      \
         \"every\": 9\n    }\n  }\n}\n"
    );
    let surveyed = survey(MADE_UP, &machine, project.root(), PROGRAM);
    let said: Vec<&Says> = surveyed.iter().flat_map(|agent| &agent.files).map(|file| &file.says).collect();
    assert_eq!(said, [&Says::Ours(PROGRAM.to_owned())]);

    let (row, snippet) = MADE_UP.snippet("made-up-editor").unwrap();
    let file = File::find(&machine, row).unwrap().unwrap();
    assert_eq!(
        done(&file.installed(snippet, PROGRAM).unwrap()),
        "# stateline\nrun 'PROGRAM' line --for made-up-editor -C '/'\n"
    );

    let project = project.file("home/.made-up-editor", "stateline line\n");
    let context = Context {
        hosts: MADE_UP,
        system: &machine,
        options: &Options::default(),
        config: &Config::default(),
        dir: project.root(),
        program: PROGRAM.into(),
    };
    let report = Report::of(&context);
    let items = &report.parts.iter().find(|part| part.title == "Hosts").unwrap().items;
    let named: Vec<(&str, &str)> =
        items.iter().map(|item| (item.about.as_str(), item.text.split(',').next().unwrap())).collect();
    assert_eq!(
        named,
        [
            ("made-up", "~/.made-up/settings.json (user)"),
            ("made-up-editor", "~/.made-up-editor uses stateline"),
            ("made-up-editor", "~/.made-up-editor.d/stateline uses stateline"),
        ]
    );
}

#[test]
fn a_made_up_host_is_recognised_and_written_for() {
    assert_eq!(hook::sender(MADE_UP, br#"{"cellsForTheLine": 60}"#), ("Made Up", Some(60)));
    assert_eq!(hook::sender(MADE_UP, br#"{"autorun": true}"#), (AS_CLAUDE.name, None));
    assert_eq!(hook::sender(HOSTS, br#"{"cellsForTheLine": 60}"#), (AS_CLAUDE.name, None));
    let dialect = MADE_UP.dialect("made-up-editor").unwrap();
    let mut line = Line::default();
    line.push(Join::Tight, Rank::Name, "~ a");
    assert_eq!(line.paint(&Paint { dialect, ..Paint::default() }), "~~ a");
}

/// Returns how much two colours differ in brightness, from 1 to 21, as the web's accessibility rules measure it.
fn contrast(one: u32, other: u32) -> f64 {
    let light = |color: u32| {
        let part = |shift: u32| {
            let part = f64::from((color >> shift) & 0xFF) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    };
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn no_colour_vanishes_on_the_default_background_of_a_bar() {
    const TONES: [Tone; 10] = [
        Tone::Dim,
        Tone::Faded,
        Tone::Bold,
        Tone::Green,
        Tone::Cyan,
        Tone::Yellow,
        Tone::Orange,
        Tone::Red,
        Tone::BoldRed,
        Tone::BoldYellow,
    ];
    let painted = |host: &str, tone: Tone| {
        let mut line = Line::default();
        line.push_as(tone, Join::Bar, Rank::Active, "text");
        let dialect = HOSTS.dialect(host).unwrap();
        line.paint(&Paint { color: true, dialect, ..Paint::default() })
    };
    for tone in TONES {
        // The status line of tmux is black on green, and users make it anything else. So a colour of the text brings its
        // own background.
        let tmux = painted("tmux", tone);
        assert_eq!(tmux.contains("fg="), tmux.contains("bg="), "{tone:?} {tmux}");
        // polybar's default is black, and its example config has a dark grey.
        let polybar = painted("polybar", tone);
        if let Some((_, color)) = polybar.split_once("%{F#") {
            let color = u32::from_str_radix(&color[..6], 16).unwrap();
            for ground in [0x00_0000, 0x28_2A2E] {
                assert!(contrast(color, ground) >= 3.5, "{tone:?} on {ground:06x}");
            }
        }
    }
    // i3bar is black; its only colour is for an alert.
    assert!(contrast(0xFF_5555, 0) >= 4.5);
}
