//! The user's config and the project's: what they change, what `config` says of them, what is ignored.

use std::{
    fs,
    time::{Duration, SystemTime},
};

use stateline::config::{SETTINGS, read};

use crate::harness::{Project, Run};

const STATE: &str =
    "---\nmilestone: v2.0\nactive_phase: \"5\"\nstatus: executing\nprogress:\n  percent: 59\n---\n";

const USER: &str = "home/.config/stateline/config.toml";

const PAYLOAD: &str = r#"{"model":"Opus","context_window":{"remaining_percentage":58}}"#;

fn project() -> Project {
    Project::new().file("work/.planning/STATE.md", STATE)
}

/// Returns the hook's line under this config, without colours.
fn hook(config: &str) -> String {
    project().file(USER, config).run_with(["--color", "never"], PAYLOAD.as_bytes()).stdout
}

/// Returns the hook's line under this config, with colours.
fn painted(config: &str, env: &[(&str, &str)]) -> String {
    let project =
        env.iter().fold(project().file(USER, config), |project, (name, value)| project.env(name, value));
    project.run_with([""; 0], PAYLOAD.as_bytes()).stdout
}

#[test]
fn separators_and_the_bar_are_the_users() {
    let usual = "Opus │ v2.0 [█████░░░░░] 59% · Phase 5 executing │ work █████░░░░░ 50%";
    for (config, line) in [
        ("", usual),
        ("theme = \"gsd\"\n", usual),
        (
            "separator = \"  \"\ndot = \", \"\n",
            "Opus  v2.0 [█████░░░░░] 59%, Phase 5 executing  work █████░░░░░ 50%",
        ),
        (
            "[bar]\nwidth = 5\nfull = \"●\"\nempty = \"○\"\n",
            "Opus │ v2.0 [●●○○○] 59% · Phase 5 executing │ work ●●○○○ 50%",
        ),
        ("ascii = true\n", "Opus | v2.0 [=====-----] 59% - Phase 5 executing | work =====----- 50%"),
        ("style = \"compact\"\n", "Opus │ v2.0 · P5 · executing │ work █████░░░░░ 50%"),
    ] {
        assert_eq!(hook(config), line, "{config}");
    }
}

#[test]
fn segments_are_chosen_shown_and_hidden() {
    for (config, line) in [
        ("segments = [\"context\", \"model\"]\n", "█████░░░░░ 50% │ Opus"),
        ("hide = [\"state\", \"context\"]\n", "Opus │ work"),
        ("hide = \"state\"\nshow = \"version\"\n", "Opus │ work █████░░░░░ 50% │ v1"),
        (
            "hide = [\"state\"]\nshow = [\"cost\", \"effort\"]\n",
            "Opus │ effort low │ work █████░░░░░ 50% │ $2.00",
        ),
        ("segments = []\n", ""),
    ] {
        let payload = r#"{"model":"Opus","context_window":{"remaining_percentage":58},"version":"1",
            "cost":{"total_cost_usd":2},"effort":{"level":"low"}}"#;
        let run = project().file(USER, config).run_with(["--color", "never"], payload.as_bytes());
        assert_eq!(run, Run::printed(line), "{config}");
    }
}

#[test]
fn themes_and_colours_are_as_deep_as_the_terminal() {
    let deep: &[(&str, &str)] = &[("TERM", "xterm-256color")];
    let deepest: &[(&str, &str)] = &[("COLORTERM", "truecolor")];
    let line = |model: &str, state: &str, dir: &str, meter: &str| {
        let part = |code: &str, text: &str| match code {
            "" => text.to_owned(),
            _ => format!("\x1b[{code}m{text}\x1b[0m"),
        };
        let state = part(state, "v2.0 [█████░░░░░] 59% · Phase 5 executing");
        format!("{} │ {state} │ {} {}", part(model, "Opus"), part(dir, "work"), part(meter, "█████░░░░░ 50%"))
    };
    for (config, env, expected) in [
        ("", &[][..], line("2", "2", "2", "33")),
        ("theme = \"gsd\"", deep, line("2", "2", "2", "33")),
        ("theme = \"bright\"", &[], line("", "", "", "93")),
        ("theme = \"light\"", &[], line("", "", "", "35")),
        ("theme = \"light\"", deep, line("", "", "", "38;5;94")),
        ("theme = \"mono\"", deep, line("", "", "", "")),
        ("[colors]\nmodel = \"bold #ff8700\"", deepest, line("1;38;2;255;135;0", "2", "2", "33")),
        ("[colors]\nmodel = \"bold #ff8700\"", deep, line("1;38;5;208", "2", "2", "33")),
        ("[colors]\nmodel = \"bold #ff8700\"", &[], line("1;33", "2", "2", "33")),
        ("[colors]\ndepth = \"rgb\"\nmodel = \"#ff8700\"", &[], line("38;2;255;135;0", "2", "2", "33")),
        ("[colors]\ndim = \"bright-black\"\nwarn = \"magenta\"", &[], line("90", "90", "90", "35")),
        // A colour of the segment gives way to one that warns.
        ("[colors]\ncontext = \"cyan\"\nstate = \"cyan\"", &[], line("2", "36", "2", "33")),
    ] {
        assert_eq!(painted(config, env), expected, "{config} {env:?}");
    }
}

#[test]
fn thresholds_are_the_users() {
    for (config, meter) in [
        ("[context]\nwarn = 51\n", "\x1b[32m█████░░░░░ 50%\x1b[0m"),
        ("[context]\nhigh = 50\n", "\x1b[38;5;208m█████░░░░░ 50%\x1b[0m"),
        ("[context]\ncritical = 49.5\n", "\x1b[5;31m💀 █████░░░░░ 50%\x1b[0m"),
    ] {
        assert_eq!(painted(&format!("segments = [\"context\"]\n{config}"), &[]), meter, "{config}");
    }
    let cost = |config: &str| {
        let project = Project::new().file(USER, format!("segments = [\"cost\"]\n[cost]\n{config}"));
        project.run_with([""; 0], br#"{"cost":{"total_cost_usd":5}}"#).stdout
    };
    assert_eq!(cost("warn = 5"), "\x1b[33m$5.00\x1b[0m");
    assert_eq!(cost("warn = 1\ncritical = 4.99"), "\x1b[31m$5.00\x1b[0m");
}

#[test]
fn the_line_has_the_same_theme() {
    let project = project().file(USER, "ascii = true\nstyle = \"compact\"\n[colors]\nstate = \"magenta\"\n");
    assert_eq!(project.run(["line"]), Run::printed("v2.0 - P5 - executing\n"));
    assert_eq!(
        project.run(["line", "--style", "full"]),
        Run::printed("v2.0 [=====-----] 59% - Phase 5 executing\n")
    );
    assert_eq!(
        project.run(["line", "--for", "ansi"]),
        Run::printed("\x1b[35mv2.0\x1b[0m - \x1b[36mP5 - executing\x1b[0m\n")
    );
    assert_eq!(
        project.run(["line", "--for", "tmux"]),
        Run::printed("#[fg=colour5]v2.0#[fg=default] - #[bold]P5 - executing#[nobold]\n")
    );
    // The colours of an editor are its own.
    assert_eq!(
        project.run(["line", "--for", "nvim"]),
        Run::printed("v2.0 - %#StatelineActive#P5 - executing%*\n")
    );
}

#[test]
fn a_state_that_is_too_old_is_not_shown() {
    for (config, now, line) in [
        ("", "2126-01-15T12:00:00Z", "v2.0 [█████░░░░░] 59% · Phase 5 executing\n"),
        (
            "[state]\nhide_after = \"never\"\n",
            "2126-01-15T12:00:00Z",
            "v2.0 [█████░░░░░] 59% · Phase 5 executing\n",
        ),
        ("[state]\nhide_after = \"30d\"\n", "2126-01-15T12:00:00Z", ""),
        (
            "[state]\nhide_after = \"30d\"\n",
            "1996-01-15T12:00:00Z",
            "v2.0 [█████░░░░░] 59% · Phase 5 executing\n",
        ),
    ] {
        let project = project().file(USER, config);
        assert_eq!(project.run(["line", "--now", now]), Run::printed(line), "{config} {now}");
    }
}

#[test]
fn of_several_families_the_preferred_one_wins() {
    let agent = r#"{"orchestrator":{"status":"planning"}}"#;
    let project = project().file("work/.claude/agent-state.json", agent);
    let touch = |path: &str, seconds: u64| {
        let file = fs::File::options().write(true).open(project.path(path)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
    };
    touch("work/.planning/STATE.md", 1000);
    touch("work/.claude/agent-state.json", 2000);
    let gsd = "v2.0 [█████░░░░░] 59% · Phase 5 executing\n";
    for (config, line) in [
        ("", "planning\n"),
        ("prefer = \"gsd\"\n", gsd),
        ("prefer = [\"two-phase\", \"gsd\"]\n", gsd),
        ("prefer = [\"agent-state\", \"gsd\"]\n", "planning\n"),
        ("prefer = [\"wf-player\"]\n", "planning\n"),
    ] {
        fs::write(project.path("work/.stateline.toml"), config).unwrap();
        assert_eq!(project.run(["line"]), Run::printed(line), "{config}");
        let run = project.run_with(["--color", "never"], b"{}");
        assert_eq!(run, Run::printed(format!("Claude │ {} │ work", line.trim_end())), "{config}");
        // Questions are about the state that the line shows, and about one that is too old for it.
        let family = if line == gsd { "gsd\n" } else { "agent-state\n" };
        assert_eq!(project.run(["get", "@family"]), Run::printed(family), "{config}");
    }
    fs::write(project.path("work/.stateline.toml"), "prefer = \"gsd\"\n[state]\nhide_after = \"1d\"\n")
        .unwrap();
    assert_eq!(project.run(["line"]), Run::printed(""));
    assert_eq!(project.run(["get", "@family"]), Run::printed("gsd\n"));
}

#[test]
fn a_preview_has_the_theme_too() {
    let project = Project::new().file(USER, "ascii = true\nstyle = \"compact\"\n");
    let run = project.run(["preview", "--as", "gsd", "--color", "never"]);
    assert!(run.stdout.is_ascii(), "{}", run.stdout);
    assert_eq!(run.stdout, project.run(["preview", "--as", "gsd", "--style", "compact"]).stdout);
}

#[test]
fn a_narrow_preview_has_each_line_below_its_situation() {
    let run = project().run(["preview", "--as", "gsd", "--width", "30"]);
    let expected = "\
In Claude Code
  59% · P4.5 executing │ 38%
  100% · milestone comp… │ 38%

gsd
  phase active
    v2.0 59% · P4.5 executing
  next recommended
    v2.0 59% · next execute-p…
  fallback
    executing · fix-graphiti-…
  milestone complete
    v2.0 100% · milestone com…

Install it: stateline install claude; `stateline install -h` lists the other hosts
";
    assert_eq!(run, Run::printed(expected));
}

#[test]
fn the_gallery_shows_the_same_session_in_every_theme() {
    let project = Project::new();
    let run = project.run(["preview", "--theme", "all", "--as", "gsd", "--width", "120"]);
    let mut expected: Vec<String> = Vec::new();
    for (name, about, joint, dot, icons) in [
        ("gsd", "as GSD's own hook", " │ ", " · ", [""; 4]),
        ("bright", "no dim text", " │ ", " · ", [""; 4]),
        ("light", "for a light background", " │ ", " · ", [""; 4]),
        ("mono", "no colours", " │ ", " · ", [""; 4]),
        ("color", "every part in its colour, for a dark background", " │ ", " · ", [""; 4]),
        ("paper", "every part in its colour, for a light background", " │ ", " · ", [""; 4]),
        ("nord", "cool and calm, for a dark background", "  ", " • ", [""; 4]),
        ("gruvbox", "warm, for a dark background", " ┃ ", " · ", [""; 4]),
        (
            "nerd",
            "as color, with icons; needs a Nerd Font",
            " │ ",
            " · ",
            ["\u{F06A9} ", "\u{F0AE} ", "\u{F07C} ", "\u{F0E4} "],
        ),
        (
            "powerline",
            "blocks with arrows between them; needs a Nerd or Powerline font",
            " \u{E0B1} ",
            " · ",
            [""; 4],
        ),
    ] {
        let [model, state, dir, context] = icons;
        expected.push(format!("{name}  {about}"));
        for (bar, words) in
            [("[█████░░░░░] 59%", "Phase 4.5 executing"), ("[██████████] 100%", "milestone complete")]
        {
            expected.push(format!(
                "  {model}Opus 5 (1M){joint}{state}v2.0 Code Quality {bar}{dot}{words}{joint}{dir}shop \
                 {context}███░░░░░░░ 38%"
            ));
        }
        expected.push(String::new());
    }
    expected.push("Choose one: stateline config set theme NAME\n".to_owned());
    assert_eq!(run.stdout, expected.join("\n"));
}

#[test]
fn powerline_draws_a_block_for_each_segment() {
    let project = project().file(USER, "theme = \"powerline\"\n");
    let project = project.env("TERM", "xterm-256color");
    let run = project.run_with(["--width", "80"], PAYLOAD.as_bytes());
    assert_eq!(
        run.stdout,
        "\x1b[1;38;5;231;48;5;25m Opus \x1b[0m\
         \x1b[38;5;25;48;5;236m\u{E0B0}\x1b[0m\
         \x1b[38;5;252;48;5;236m v2.0 \x1b[0m\x1b[38;5;114;48;5;236m[█████░░░░░] 59% · \x1b[0m\x1b[38;5;117;48;5;236mPhase 5 executing \x1b[0m\x1b[38;5;236;48;5;239m\u{E0B0}\x1b[0m\x1b[38;5;254;48;5;239m work \x1b[0m\x1b[38;5;239;48;5;234m\u{E0B0}\x1b[0m\x1b[38;5;221;48;5;234m █████░░░░░ 50% \x1b[0m\x1b[38;5;234m\u{E0B0}\x1b[0m"
    );
    // Without colours there are no blocks.
    let run = project.run_with(["--width", "80", "--color", "never"], PAYLOAD.as_bytes());
    assert_eq!(
        run.stdout,
        "Opus \u{E0B1} v2.0 [█████░░░░░] 59% · Phase 5 executing \u{E0B1} work █████░░░░░ 50%"
    );
}

#[test]
fn a_projects_file_wins_and_is_next_to_the_state() {
    let project = project()
        .file(USER, "separator = \" / \"\ndot = \" ; \"\n")
        .file("work/.stateline.toml", "dot = \" , \"\nhide = [\"context\"]\n")
        .file("work/deep/.stateline.toml", "separator = \"NOT NEXT TO A STATE\"\n")
        .dir("work/deep");
    let run = project.run_with(["--color", "never"], PAYLOAD.as_bytes());
    assert_eq!(run, Run::printed("Opus / v2.0 [█████░░░░░] 59% , Phase 5 executing / deep"));
    assert_eq!(project.run(["line"]), Run::printed("v2.0 [█████░░░░░] 59% , Phase 5 executing\n"));
}

#[test]
fn a_projects_file_also_applies_while_the_agent_is_on_a_task() {
    let project = project().file("work/.stateline.toml", "separator = \" / \"\n").file(
        "home/.claude/todos/s-agent-s.json",
        r#"[{"status":"in_progress","activeForm":"Writing tests"}]"#,
    );
    let run = project.run_with(["--color", "never"], br#"{"session_id":"s"}"#);
    assert_eq!(run, Run::printed("Claude / Writing tests / work"));
}

#[test]
fn a_flag_or_a_variable_names_the_only_config_or_none() {
    let project = project()
        .file(USER, "separator = \" user \"\n")
        .file("work/.stateline.toml", "dot = \" here \"\n")
        .file("work/mine.toml", "separator = \" mine \"\n");
    let line = |arguments: &[&str], project: &Project| {
        let arguments = [&["--color", "never"], arguments].concat();
        project.run_with(arguments, br#"{"model":"Opus"}"#).stdout
    };
    let state = |dot: &str| format!("v2.0 [█████░░░░░] 59%{dot}Phase 5 executing");
    assert_eq!(line(&[], &project), format!("Opus user {} user work", state(" here ")));
    assert_eq!(line(&["--config", "mine.toml"], &project), format!("Opus mine {} mine work", state(" · ")));
    assert_eq!(line(&["--config", "none"], &project), format!("Opus │ {} │ work", state(" · ")));
    assert_eq!(line(&["--config", "missing.toml"], &project), format!("Opus │ {} │ work", state(" · ")));
    let project = project.env("STATELINE_CONFIG", "mine.toml");
    assert_eq!(line(&[], &project), format!("Opus mine {} mine work", state(" · ")));
    assert_eq!(line(&["--config=none"], &project), format!("Opus │ {} │ work", state(" · ")));
}

#[cfg(unix)] // the usual place is another one
#[test]
fn the_users_file_is_in_the_xdg_directory() {
    let config = "separator = \" / \"\n";
    let elsewhere = Project::new().file("xdg/stateline/config.toml", config);
    let xdg = elsewhere.path("xdg");
    for (project, line) in [
        (elsewhere.env("XDG_CONFIG_HOME", xdg.to_str().unwrap()), "Claude / work"),
        // A relative directory is ignored.
        (
            Project::new().file("work/xdg/stateline/config.toml", config).env("XDG_CONFIG_HOME", "xdg"),
            "Claude │ work",
        ),
        (Project::new().file(USER, config).env("XDG_CONFIG_HOME", "xdg"), "Claude / work"),
        (Project::new().file(USER, config).env("XDG_CONFIG_HOME", ""), "Claude / work"),
    ] {
        assert_eq!(project.run_with(["--color", "never"], b"{}"), Run::printed(line));
    }
}

#[test]
fn problems_are_reported_with_their_position_and_ignored() {
    let wrong = "segmets = []\nshow = [\"cst\"]\ntheme = \"brigt\"\nseparator = 3\nwarn = 4\ncontext = 5\n\n\
                 [bar]\nwidth = 99\nfull = \"##\"\n\n[colors]\nmodl = \"red\"\nmodel = \"gren\"\nstate = \"cyan\"\n\n\
                 [state]\nhide_after = \"3 days\"\n\n[nothing]\nlike = \"this\"\n";
    let project = project().file(USER, wrong);
    let run = project.run(["config"]);
    let at = "stateline: [ROOT]/home/.config/stateline/config.toml";
    let expected = [
        "1:1: no setting `segmets`; did you mean `segments`?",
        "2:9: `show` cannot contain `\"cst\"`; did you mean `cost`?",
        "3:9: `theme` cannot be `\"brigt\"`; did you mean `bright`?",
        "4:13: `separator` cannot be `3`; it takes a string without control characters, at most 8 columns wide",
        "5:1: no setting `warn`; did you mean `context.warn`?",
        "6:1: `context` is a table; write `[context]`",
        "9:9: `bar.width` cannot be `99`; it takes a number from 1 to 40",
        "10:8: `bar.full` cannot be `\"##\"`; it takes one character, one column wide",
        "13:1: no setting `colors.modl`; did you mean `colors.model`?",
        "14:9: `colors.model` cannot be `\"gren\"`; it takes a colour (black, red, green, yellow, blue, magenta, \
         cyan, white, any of them with `bright-`, 0 to 255, `#rrggbb`), with `bold`, `dim`, `underline` or \
         `reverse`, or `plain`",
        "18:14: `state.hide_after` cannot be `\"3 days\"`; it takes a duration such as \"12h\" or \"3d\", or \"never\"",
        "20:2: no setting `nothing`; `stateline config` lists them",
    ];
    let expected = expected.map(|line| format!("{at}:{line}\n")).concat();
    assert_eq!((run.code, run.stderr), (Some(1), expected));
    let line = project.run_with(["--color", "never"], PAYLOAD.as_bytes());
    assert_eq!(line, Run::printed("Opus │ v2.0 [█████░░░░░] 59% · Phase 5 executing │ work █████░░░░░ 50%"));
}

#[test]
fn a_file_that_is_not_toml_does_not_spoil_the_line() {
    for text in ["separator = \n", "[", "=", "\u{0}", "a = \"\u{1}\"", "separator = \" / \"\nx = [1,\n"] {
        let project = project().file(USER, text);
        let line = project.run(["line"]);
        assert_eq!(line, Run::printed("v2.0 [█████░░░░░] 59% · Phase 5 executing\n"), "{text:?}");
        let run = project.run(["config"]);
        assert_eq!(run.code, Some(1), "{text:?}");
        assert!(run.stderr.contains("config.toml:"), "{text:?} {}", run.stderr);
    }
}

#[test]
fn a_project_cannot_name_a_command_or_a_file_and_cannot_talk_to_the_terminal() {
    // All that there is to set: none of it is run, and none of it is opened.
    let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
    assert_eq!(
        names,
        [
            "segments",
            "show",
            "hide",
            "rows",
            "right",
            "links",
            "style",
            "prefer",
            "theme",
            "ascii",
            "separator",
            "dot",
            "bar.width",
            "bar.full",
            "bar.empty",
            "state.hide_after",
            "plans.done_days",
            "plans.age_days",
            "plans.hide_days",
            "context.warn",
            "context.high",
            "context.critical",
            "context.tokens",
            "context.compacts",
            "limits.reset",
            "limits.warn",
            "limits.critical",
            "cost.warn",
            "cost.critical",
            "colors.depth",
            "colors.active",
            "colors.dim",
            "colors.good",
            "colors.warn",
            "colors.high",
            "colors.critical",
        ]
    );
    let project = project().file(
        "work/.stateline.toml",
        "separator = \"\\u001b]0;x\"\ndot = \"\\u202e\\n\"\n[bar]\nfull = \"\\u0007\"\nempty = \"\\u202e\"\n",
    );
    let run = project.run_with(["--color", "never"], br#"{"model":"Opus"}"#);
    assert_eq!(run, Run::printed("Opus │ v2.0 [█████░░░░░] 59% · Phase 5 executing │ work"));
    // A project can show and decorate segments, but cannot say what one shows.
    let project = project.file(USER, "[segment.mine]\ntext = \"hello\"\n").file(
        "work/.stateline.toml",
        "segments = [\"mine\", \"theirs\", \"dir\"]\n[segment.theirs]\ncommand = [\"touch\", \"owned\"]\n\
         [segment.mine]\ntext = \"replaced\"\nicon = \"> \"\n",
    );
    let run = project.run_with(["--color", "never"], br#"{"model":"Opus"}"#);
    assert_eq!(run, Run::printed("> hello │ work"));
    assert!(!project.root().join("work/owned").exists());
    let run = project.run(["config"]);
    let problem = |line: usize, name: &str| {
        format!(
            "stateline: [ROOT]/work/.stateline.toml:{line}:1: `segment.{name}` has no effect in a project; \
             only your own config can make a segment\n"
        )
    };
    assert_eq!(run.stderr, format!("{}{}", problem(3, "theirs.command"), problem(5, "mine.text")));
}

#[test]
fn rows_are_as_many_as_the_host_shows_and_the_one_with_the_state_is_among_them() {
    let rows = "rows = [[\"model\"], [\"effort\"], [\"state\"], [\"dir\", \"context\"]]\n";
    let project = project().file(USER, rows);
    let run = |fields: &str, flags: &[&str]| {
        let payload = format!(r#"{{"model":"Opus"{fields},"context_window":{{"remaining_percentage":58}}}}"#);
        project.run_with([&["--color", "never"], flags].concat(), payload.as_bytes()).stdout
    };
    let state = "v2.0 [█████░░░░░] 59% · Phase 5 executing";
    // A row without a part is not there. Claude Code shows all rows.
    assert_eq!(run("", &[]), format!("Opus\n{state}\nwork █████░░░░░ 50%"));
    assert_eq!(run("", &["--width", "20"]), "Opus\n59% · P5 executing\nwork █████░░░░░ 50%");
    // Qwen shows two.
    assert_eq!(run(r#","metrics":{}"#, &["--width", "60"]), format!("Opus\n{state}"));
    assert_eq!(run("", &["--rows", "1"]), state);
    // Next to another line there is only one.
    assert_eq!(run("", &["--wrap", "echo theirs"]), format!("theirs\n{state}"));
}

#[test]
fn a_group_of_segments_is_at_the_right_end_if_the_width_is_known() {
    let config = "right = [\"context\", \"dir\"]\n";
    let project = project().file(USER, config);
    let run = |flags: &[&str]| {
        let run = project.run_with([&["--color", "never"], flags].concat(), PAYLOAD.as_bytes()).stdout;
        assert!(run.chars().count() <= 80, "{run}");
        run
    };
    let left = "Opus │ v2.0 [█████░░░░░] 59% · Phase 5 executing";
    assert_eq!(run(&["--width", "76"]), format!("{left}         work █████░░░░░ 50%"));
    assert_eq!(run(&["--width", "70"]), format!("{left}   work █████░░░░░ 50%"));
    assert_eq!(run(&["--width", "69"]), format!("{left}             work 50%"));
    assert_eq!(run(&[]), format!("{left} │ work █████░░░░░ 50%"));
}

#[cfg(unix)] // a POSIX shell
#[test]
fn a_segment_of_ones_own_is_a_text_or_what_a_command_prints() {
    let config = "segments = [\"model\", \"fields\", \"missing\", \"said\", \"fails\", \"hangs\"]\n\
                  [segment.fields]\ntext = \"{{{model.display_name}}} {@percent}% {@family} {@status}\"\n\
                  [segment.missing]\ntext = \"never {no.such.field}\"\n\
                  [segment.said]\ncommand = [\"sh\", \"-c\", \"cat >sent; printf '\\\\033[31mred\\\\033]0;x\\\\007 two\\\\nlines'\"]\n\
                  [segment.fails]\ncommand = [\"sh\", \"-c\", \"echo no; exit 1\"]\n\
                  [segment.hangs]\ncommand = [\"sleep\", \"1000\"]\n\
                  [segment.model]\nformat = \"<{text}>\"\nicon = \"M \"\n\
                  [colors]\nsaid = \"red\"\n";
    let project = project().file(USER, config);
    let payload = r#"{"model":{"display_name":"Opus"},"context_window":{"remaining_percentage":58}}"#;
    let run = project.run_with(["--color", "never"], payload.as_bytes());
    assert_eq!(run, Run::printed("M <Opus> │ {Opus} 59% gsd executing │ red two"));
    assert_eq!(fs::read_to_string(project.root().join("work/sent")).unwrap(), payload);
    assert_eq!(project.run(["config"]).stderr, "");
}

#[test]
fn a_segment_of_ones_own_is_at_the_end_unless_the_list_is_complete() {
    let own = "[segment.plan]\ntext = \"{@scene} {@percent}\"\n";
    let line = "Opus │ v2.0 [█████░░░░░] 59% · Phase 5 executing │ work █████░░░░░ 50%";
    assert_eq!(hook(own), format!("{line} │ phase active 59"));
    assert_eq!(hook(&format!("hide = [\"plan\"]\n{own}")), line);
    assert_eq!(hook(&format!("segments = [\"model\"]\n{own}")), "Opus");
    assert_eq!(hook(&format!("segments = [\"plan\", \"model\"]\n{own}")), "phase active 59 │ Opus");
}

#[test]
fn a_segment_that_is_not_shown_as_it_is_written_is_reported() {
    let wrong = "[segment.both]\ntext = \"a\"\ncommand = [\"date\"]\n\
                 [segment.none]\nicon = \"i \"\n\
                 [segment.gti]\nicon = \"i \"\n\
                 [segment.field]\ntext = \"{cost.total_cost_usd} {{@brace}} {@percnt}\"\n\
                 [segment.key]\ntxt = \"a\"\n\
                 [segment.git]\nicon = \"g \"\ntext = \"mine\"\n";
    let project = project().file(USER, wrong);
    let at = "stateline: [ROOT]/home/.config/stateline/config.toml";
    let expected = [
        "3:1: `segment.both` has a `text` and a `command`; remove one of them; only `command` is used",
        "4:10: there is no segment `none`; make one with `text` or `command`",
        "6:10: there is no segment `gti`; did you mean `git`?",
        "9:8: there is no field `{@percnt}`; did you mean `{@percent}`?",
        "10:10: there is no segment `key`; make one with `text` or `command`",
        "11:1: no setting `segment.key.txt`; did you mean `segment.key.text`?",
        "14:1: no setting `segment.git.text`; what a built-in segment shows cannot be changed",
    ];
    let expected = expected.map(|line| format!("{at}:{line}\n")).concat();
    let run = project.run(["config"]);
    assert_eq!((run.code, run.stderr), (Some(1), expected));
    let run = project.run(["check", "--format", "compact", "../home/.config/stateline/config.toml"]);
    let codes: Vec<&str> = run
        .stdout
        .lines()
        .map(|line| line.split("error ").nth(1).unwrap().split(' ').next().unwrap())
        .collect();
    assert_eq!(codes, ["SL507", "SL507", "SL507", "SL507", "SL507", "SL502", "SL502"]);
}

#[test]
fn links_are_only_in_terminals_that_show_them() {
    let line = |config: &str, variable: (&str, &str)| {
        let project = project().file(USER, config).env(variable.0, variable.1);
        let payload = r#"{"model":"Opus","pr":{"number":12,"url":"https://example.com/pull/12"}}"#;
        let root = project.root().to_str().unwrap().to_owned();
        project.run_with([""; 0], payload.as_bytes()).stdout.replace(&root, "[ROOT]")
    };
    let dim = |text: &str| format!("\x1b[2m{text}\x1b[0m");
    let anchor = |url: &str, text: &str| format!("\x1b[2m\x1b]8;;{url}\x07{text}\x1b]8;;\x07\x1b[0m");
    let plain = format!("{} │ {}", dim("work"), dim("PR #12"));
    let linked = format!(
        "{} │ {}",
        anchor("file://[ROOT]/work", "work"),
        anchor("https://example.com/pull/12", "PR #12")
    );
    let segments = "segments = [\"dir\", \"pr\"]\n";
    assert_eq!(line(segments, ("TERM", "xterm-256color")), plain);
    assert_eq!(line(segments, ("TERM", "xterm-kitty")), linked);
    assert_eq!(line(segments, ("VTE_VERSION", "7200")), linked);
    assert_eq!(line(segments, ("FORCE_HYPERLINK", "1")), linked);
    assert_eq!(line(segments, ("NO_COLOR", "1")), "work │ PR #12");
    assert_eq!(line(&format!("links = \"never\"\n{segments}"), ("TERM", "xterm-kitty")), plain);
    assert_eq!(line(&format!("links = \"always\"\n{segments}"), ("TERM", "dumb2")), linked);
    // The default line is GSD's own, byte for byte.
    assert!(!line("", ("TERM", "xterm-kitty")).contains("\x1b]8"));
}

#[test]
fn the_meter_shows_the_whole_window_if_it_is_not_compacted() {
    let line = |config: &str| hook(&format!("segments = [\"context\"]\n[context]\n{config}"));
    assert_eq!(line(""), "█████░░░░░ 50%");
    assert_eq!(line("compacts = false\n"), "████░░░░░░ 42%");
}

#[test]
fn config_shows_each_setting_and_where_it_comes_from() {
    let project = project()
        .file(USER, "theme = 'bright'\n\n[bar]\nwidth = 5\n")
        .file("work/.stateline.toml", "hide = [\"git\", \"dir\"]\n[colors]\nmodel = \"cyan\"\n")
        .file(
            "work/.planning/config.json",
            r#"{"statusline": {"show_git": true, "state_format": "compact", "show_context_tokens": true}}"#,
        );
    let expected = "\
# [ROOT]/home/.config/stateline/config.toml: 2 settings
# [ROOT]/work/.stateline.toml: 2 settings
segments         = [\"update\", \"model\", \"state\", \"dir\", \"git\", \"context\"] # [ROOT]/work/.planning/config.json
show             = []           # default
hide             = [\"git\", \"dir\"] # [ROOT]/work/.stateline.toml:1
rows             = []           # default
right            = []           # default
links            = \"auto\"       # default
style            = \"smart\"      # --style
prefer           = []           # default
theme            = \"bright\"     # [ROOT]/home/.config/stateline/config.toml:1
ascii            = false        # default
separator        = \" │ \"        # default
dot              = \" · \"        # default
bar.width        = 5            # [ROOT]/home/.config/stateline/config.toml:4
bar.full         = \"█\"          # default
bar.empty        = \"░\"          # default
state.hide_after = \"never\"      # default
plans.done_days  = 3            # default
plans.age_days   = 14           # default
plans.hide_days  = 30           # default
context.warn     = 50           # default
context.high     = 65           # default
context.critical = 80           # default
context.tokens   = true         # [ROOT]/work/.planning/config.json
context.compacts = true         # default
limits.reset     = \"left\"       # default
limits.warn      = 70           # default
limits.critical  = 90           # default
cost.warn        = 0            # default
cost.critical    = 0            # default
colors.depth     = \"auto\"       # default
colors.model     = \"cyan\"       # [ROOT]/work/.stateline.toml:3
";
    assert_eq!(project.run(["config", "--style", "smart"]), Run::printed(expected));
    let own = project.run(["config", "--config", "none"]);
    assert!(own.stdout.contains("theme            = \"gsd\"        # default\n"), "{}", own.stdout);
    // What it prints is itself a config.
    let printed = project.run(["config"]).stdout;
    assert_eq!(read(&printed).problems, []);
}

#[test]
fn json_cannot_talk_to_the_terminal() {
    let project = project().file("work/.stateline.toml", "\"\u{9b}2J\u{202e}\" = 1\n");
    let run = project.run(["config", "--json"]);
    assert!(run.stdout.contains(r"\u009b2J\u202e"), "{}", run.stdout);
    assert_eq!(run.stdout.chars().filter(|letter| letter.is_control() && *letter != '\n').count(), 0);
}

#[test]
fn config_can_print_json() {
    let project = project().file(USER, "bar.width = 5\nxyz = 1\n");
    let run = project.run(["config", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(run.code, Some(1));
    let setting = |name: &str| {
        json["settings"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone()
    };
    let path = "[ROOT]/home/.config/stateline/config.toml";
    assert_eq!(
        setting("bar.width"),
        serde_json::json!({"name": "bar.width", "value": 5, "source": {"kind": "file", "path": path, "line": 1}})
    );
    assert_eq!(
        setting("separator"),
        serde_json::json!({"name": "separator", "value": " │ ", "source": {"kind": "default"}})
    );
    assert_eq!(
        json["files"],
        serde_json::json!([
            {"path": path, "exists": true, "problems": [
                {"line": 2, "column": 1, "message": "no setting `xyz`; `stateline config` lists them"}]},
            {"path": "[ROOT]/work/.stateline.toml", "exists": false, "problems": []},
        ])
    );
}

#[test]
fn init_writes_a_file_that_changes_nothing_and_never_overwrites() {
    let project = project();
    let path = "[ROOT]/home/.config/stateline/config.toml";
    assert_eq!(project.run(["config", "--init"]), Run::printed(format!("{path}\n")));
    let before = project.snapshot();
    let line = project.run_with(["--color", "never"], PAYLOAD.as_bytes());
    assert_eq!(line, Run::printed("Opus │ v2.0 [█████░░░░░] 59% · Phase 5 executing │ work █████░░░░░ 50%"));
    let again = project.run(["config", "--init"]);
    assert_eq!(
        again,
        Run::refused(2, format!("stateline: `{path}` already exists; edit it, or move it away first\n"))
    );
    assert_eq!(project.snapshot(), before);
    let checked = project.run(["config"]);
    assert_eq!((checked.code, checked.stderr.as_str()), (Some(0), ""));
}

#[test]
fn every_line_of_the_initial_file_can_be_uncommented() {
    let project = project();
    assert_eq!(
        project.run(["config", "--init", "--config", "new/mine.toml"]),
        Run::printed("new/mine.toml\n")
    );
    let text = fs::read_to_string(project.path("work/new/mine.toml")).unwrap();
    let is_setting = |line: &str| {
        line.split_once(" = ").is_some_and(|(name, _)| !name.trim_start_matches("# ").contains(' '))
    };
    let open: Vec<&str> = text
        .lines()
        .map(|line| if is_setting(line) { line.trim_start_matches("# ") } else { line })
        .collect();
    let reading = read(&open.join("\n"));
    assert_eq!(reading.problems, []);
    // All of them, and a colour for a segment to show how.
    assert_eq!(reading.entries.len(), SETTINGS.len() + 1);
    for entry in reading.entries.iter().filter(|entry| entry.name != "colors.model") {
        assert_eq!(entry.json, entry.setting.default, "{}", entry.name);
    }
}

#[cfg(unix)] // links
#[test]
fn init_does_not_follow_a_link_and_says_why_it_cannot_write() {
    use std::os::unix::fs::symlink;

    let project = project();
    symlink("elsewhere", project.path("work/link.toml")).unwrap();
    let run = project.run(["config", "--init", "--config", "link.toml"]);
    assert_eq!(
        run,
        Run::refused(2, "stateline: `link.toml` already exists; edit it, or move it away first\n")
    );
    let run = project.run(["config", "--init", "--config", "/dev/null/x/mine.toml"]);
    assert_eq!(run, Run::refused(2, "stateline: cannot write `/dev/null/x/mine.toml`: not a directory\n"));
    let run = project.run(["config", "--init", "--config", "none"]);
    assert_eq!(run, Run::refused(2, "stateline: `--config` cannot be `none`; it takes the file to write\n"));
}

#[test]
fn a_config_that_was_named_must_be_there() {
    let run = project().run(["config", "--config", "missing.toml"]);
    assert_eq!(run, Run::refused(2, "stateline: cannot read `missing.toml`: no such file\n"));
}

#[test]
fn a_config_that_was_named_must_be_there_for_every_command() {
    let project = project();
    let missing = |path: &str| Run::refused(2, format!("stateline: cannot read `{path}`: no such file\n"));
    for command in ["line", "show", "explain", "list", "watch", "preview"] {
        assert_eq!(project.run([command, "--config", "/nope"]), missing("/nope"), "{command}");
    }
    assert_eq!(project.run(["get", "status", "--config", "/nope"]), missing("/nope"));
    assert_eq!(
        project.run_with(["--config", "/nope", "--color", "never"], b"{}").stdout,
        hook("").replace("Opus", "Claude").replace(" █████░░░░░ 50%", "")
    );
    let project = project.env("STATELINE_CONFIG", "gone.toml");
    for command in ["line", "show"] {
        assert_eq!(project.run([command]), missing("gone.toml"), "{command}");
        assert_eq!(project.run([command, "--config", "none"]).code, Some(0), "{command}");
    }
    let run = project.run(["line", "--config", "."]);
    assert_eq!(run, Run::refused(2, "stateline: cannot read `.`: not a regular file\n"));
}

#[test]
fn a_config_that_is_not_there_is_named_all_the_same() {
    let project = Project::new();
    let first = |arguments: &[&str]| project.run(arguments).stdout.lines().next().unwrap().to_owned();
    assert_eq!(
        project.without_root(&first(&["config"])),
        "# [ROOT]/home/.config/stateline/config.toml: not there"
    );
    assert_eq!(first(&["config", "--config", "none"]), "# no file is read");
}

#[test]
fn a_wrong_word_in_a_list_costs_only_itself() {
    for (config, line) in [
        ("segments = [\"model\", \"dri\", \"context\"]\n", "Opus █████░░░░░ 50%"),
        ("hide = [\"stat\", \"dir\", 3, \"context\"]\n", "Opus │ v2.0 [█████░░░░░] 59% · Phase 5 executing"),
        // Not an empty line: that was certainly not meant.
        ("segments = [\"modl\"]\n", "Opus │ v2.0 [█████░░░░░] 59% · Phase 5 executing │ work █████░░░░░ 50%"),
    ] {
        assert_eq!(hook(config), line, "{config}");
    }
    let run = project().file(USER, "show = [\"cots\", \"limits\"]\n").run(["config"]);
    let at = "[ROOT]/home/.config/stateline/config.toml";
    assert_eq!(
        run.stderr,
        format!("stateline: {at}:1:9: `show` cannot contain `\"cots\"`; did you mean `cost`?\n")
    );
    assert!(run.stdout.contains(&format!("show             = [\"limits\"]   # {at}:1\n")), "{}", run.stdout);
}

#[cfg(unix)] // FIFOs
#[test]
fn an_endless_or_silent_config_does_not_delay_the_line() {
    let project = project();
    fs::create_dir_all(project.path("home/.config/stateline")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(project.path(USER)).status().unwrap();
    assert!(made.success());
    assert_eq!(project.run(["line"]), Run::printed("v2.0 [█████░░░░░] 59% · Phase 5 executing\n"));
}

#[test]
fn a_hostile_file_of_a_project_does_not_hang_the_line() {
    let size = 64 << 10;
    let keys: String = (0..8000).map(|number| format!("k{number}=1\n")).collect::<Vec<_>>().concat();
    for (what, text) in [
        ("faults", "=\n".repeat(size / 2)),
        ("open lists", format!("a = {}", "[".repeat(size))),
        ("open tables", "[".repeat(size)),
        ("a long key", format!("{} = 1\n", "a".repeat(size - 10))),
        ("a deep key", format!("{}b = 1\n", "a.".repeat(size / 2 - 10))),
        ("keys", keys),
        ("quotes", "\"".repeat(size)),
        ("a long list", format!("hide = [{}]\n", "\"dir\",".repeat(size / 8))),
        ("wrong names", format!("hide = [{}]\n", "\"dri\",".repeat(size / 8))),
        ("headers", "[a]\n".repeat(size / 4)),
        ("lists of tables", "[[a]]\n".repeat(size / 6)),
    ] {
        let project = project().file("work/.stateline.toml", &text);
        let run = project.run(["line"]);
        assert_eq!(run, Run::printed("v2.0 [█████░░░░░] 59% · Phase 5 executing\n"), "{what}");
        let errors = project.run(["config"]).stderr;
        assert!(errors.lines().count() <= 20 && errors.len() < 8000, "{what}: {} bytes", errors.len());
    }
}
