//! `line --for HOST`: text from a state is shown as text in every host, by that host's own rules.

use std::{collections::HashSet, fmt::Write as _};

use stateline::{
    family::{Ask, FAMILIES, Source, Style},
    hosts::HOSTS,
    line::{Join, Line, Paint, Rank},
};

use crate::{
    harness::{HOSTILE, Project, Random, Run, SHOWN, has, screen::Screen},
    invariants::hosts::{assert_shown, written},
};

/// Texts that mean something to one host or another.
const TEXTS: &[&str] = &[
    "$(touch pwned)",
    "`touch pwned`",
    "${PWD} $HOME $((1+1))",
    "%{\u{1b}[31m%} %n %F{red}%% %",
    "%#Error#%{%x%}%* %=%< %50.60(",
    "#(touch pwned) #{host} #H ##H ###H",
    "#[fg=red]##[fg=red]###[fg=red]####[",
    "\\[\\e[31m\\] \\u \\$ \\\\",
    "<b>&amp;</b> & <LINK> <red>x</> '\"",
    "%{A1:touch pwned:}%{F#f00}{{ .Env.HOME }}",
    "\u{1b}[31mred\u{1b}]8;;file:///x\u{7}link\u{1b}]52;c;aGk=\u{7}\u{9b}1m",
    "two\nrows\r\u{2028}and\ttab\0",
    "\u{202e}right to left\u{2066}x\u{2069}",
    "日本語 👩‍💻 e\u{301}",
    "!1 !! !$ ^a^b",
    "#",
    "%",
    "{",
    "\\",
];

/// Cuts out everything from `open` to the next `close`.
fn without(text: &str, open: &str, close: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(open) {
        out.push_str(before);
        rest = after.split_once(close).map_or("", |(_, after)| after);
    }
    out + rest
}

#[test]
fn any_text_comes_out_of_every_host_as_it_went_in() {
    let mut random = Random::new(5);
    for _ in 0..2000 {
        let mut line = Line::default();
        for _ in 0..=random.below(3) {
            let mut text = String::new();
            for _ in 0..=random.below(4) {
                text.push_str(random.one_of(TEXTS));
            }
            let join = [Join::Tight, Join::Word, Join::Space, Join::Dot, Join::Bar][random.below(5)];
            let rank = [Rank::Alert, Rank::Active, Rank::Progress, Rank::Name][random.below(4)];
            line.push(join, rank, text);
        }
        for dialect in HOSTS.dialects() {
            assert_shown(&line, dialect, None);
        }
    }
}

/// Returns a state with one of its values, the `nth`, replaced.
fn with_value(state: &str, nth: usize, value: &str) -> Option<String> {
    let is_value = |row: &&str| row.split_once(": ").is_some_and(|(_, value)| !value.starts_with(['{', '[']));
    let target = *state.lines().filter(is_value).collect::<Vec<_>>().get(nth)?;
    let (key, old) = target.split_once(": ").unwrap();
    let new = if key.trim_start().starts_with('"') {
        let comma = if old.ends_with(',') { "," } else { "" };
        format!("{key}: {}{comma}", serde_json::to_string(value).unwrap())
    } else {
        format!("{key}: {value}")
    };
    Some(state.replacen(target, &new, 1))
}

#[test]
fn hostile_text_in_any_field_of_any_family_is_shown_as_text_in_every_host() {
    // More than a line may have.
    let long = "x".repeat(5_000);
    // Many values are not on the line, so that many lines are the same.
    let mut seen = HashSet::new();
    for family in FAMILIES {
        for sample in family.samples {
            for text in TEXTS.iter().copied().chain([long.as_str()]) {
                for state in (0..).map_while(|nth| with_value(sample.text, nth, text)) {
                    for (_, style) in Style::NAMES {
                        let ask = Ask { style: *style, now: 0 };
                        let view = (family.read)(Source::unnamed(&state, 0)).view(&ask);
                        if seen.insert(format!("{:?}", view.line)) {
                            HOSTS.dialects().for_each(|dialect| assert_shown(&view.line, dialect, None));
                        }
                    }
                }
            }
        }
    }
    assert!(seen.len() > 1_000, "only {} lines", seen.len());
}

/// Returns every text as a host is to be given it, one a row, and as it is to show it.
fn rows(host: &str) -> (String, String) {
    let (mut given, mut shown) = (String::new(), String::new());
    for text in TEXTS {
        let mut line = Line::default();
        line.push(Join::Dot, Rank::Active, *text);
        writeln!(given, "{}", written(&line, HOSTS.dialect(host).unwrap(), None)).unwrap();
        writeln!(shown, "{}", line.paint(&Paint::default())).unwrap();
    }
    (given, shown)
}

#[test]
fn bash_itself_shows_every_text_in_a_prompt() {
    if !has("bash") {
        return;
    }
    let (given, shown) = rows("bash");
    let project = Project::new().file("work/given", given);
    let script =
        "while IFS= read -r row; do PS1='$(printf %s \"$row\")'; printf '%s\\n' \"${PS1@P}\"; done < given";
    let run = project.script("bash", &[], script);
    assert_eq!(Run { stdout: without(&run.stdout, "\u{1}", "\u{2}"), ..run }, Run::printed(shown));
    assert!(!project.path("work/pwned").exists());
}

#[test]
fn zsh_itself_shows_every_text_in_a_prompt() {
    if !has("zsh") {
        return;
    }
    let (given, shown) = rows("zsh");
    let project = Project::new().file("work/given", given).env("LC_ALL", "C.UTF-8");
    let script =
        "setopt prompt_subst\nwhile IFS= read -r row; do x='${row}'; print -r -- \"${(%%)x}\"; done < given";
    let run = project.script("zsh", &["-f"], script);
    assert_eq!(Run { stdout: without(&run.stdout, "\u{1b}[", "m"), ..run }, Run::printed(shown));
    assert!(!project.path("work/pwned").exists());
}

#[test]
fn neovim_itself_shows_every_text_in_a_status_line() {
    if !has("nvim") {
        return;
    }
    let (given, shown) = rows("nvim");
    let project = Project::new().file("work/given", given).env("LC_ALL", "C.UTF-8");
    let script = "for row in io.lines('given') do\n\
                  _G.row = function() return row end\n\
                  io.write(vim.api.nvim_eval_statusline('%{%v:lua.row()%}', { maxwidth = 1000 }).str, '\\n')\nend\n";
    let project = project.file("work/show.lua", script);
    let run =
        project.script("sh", &[], "exec nvim -u NONE -i NONE --headless -c 'luafile show.lua' -c 'qa!'");
    assert_eq!(run, Run::printed(shown));
    assert!(!project.path("work/pwned").exists());
}

#[test]
fn tmux_itself_shows_every_text_in_its_status_line() {
    if !has("tmux") {
        return;
    }
    // In one row, because that is what a status line has.
    let (given, shown) = rows("tmux");
    let (given, shown) = (given.replace('\n', "|"), shown.replace('\n', "|"));
    let config = "set -g status-left ''\nset -g window-status-current-format ''\nset -g status-right-length 2000\nset -g destroy-unattached on\n\
                  set -g status-right '#(cat given)'\n";
    let project = Project::new().file("work/given", given).file("work/tmux.conf", config);
    let start =
        ["env", "-u", "TMUX", "TERM=screen", "tmux", "-u", "-S", "inner", "-f", "tmux.conf", "new", "sh"];
    let screen = Screen::start(&project, 1000, &start);
    let is_there = |row: &String| row.trim() == shown.trim_end();
    let rows = screen.until(|rows| rows.last().is_some_and(is_there));
    assert_eq!(rows.last().map(|row| row.trim()), Some(shown.trim_end()));
    assert!(!project.path("work/pwned").exists());
}

#[test]
fn every_host_gets_colours_in_its_own_way_unless_they_are_unwanted() {
    let state = "---\nmilestone: v2.0\nstatus: 50% #1\nactive_phase: 4\nprogress:\n  percent: 59\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", state);
    let bar = "[█████░░░░░] 59%";
    for (host, line) in [
        ("plain", format!("v2.0 {bar} · Phase 4 50% #1\n")),
        ("ansi", format!("v2.0 \u{1b}[32m{bar}\u{1b}[0m · \u{1b}[36mPhase 4 50% #1\u{1b}[0m\n")),
        ("bash", format!("v2.0 \u{1}\u{1b}[32m\u{2}{bar}\u{1}\u{1b}[0m\u{2} · \u{1}\u{1b}[36m\u{2}Phase 4 50% #1\u{1}\u{1b}[0m\u{2}\n")),
        ("zsh", format!("v2.0 %{{\u{1b}[32m%}}{bar}%%{{\u{1b}[0m%}} · %{{\u{1b}[36m%}}Phase 4 50%% #1%{{\u{1b}[0m%}}\n").replace("59%%{", "59%%%{")),
        ("tmux", format!("v2.0 {bar} · #[bold]Phase 4 50% ###[]1#[nobold]\n")),
        ("nvim", format!("v2.0 %#StatelineProgress#{bar}%%* · %#StatelineActive#Phase 4 50%% #1%*\n").replace("59%%*", "59%%%*")),
        ("emacs", format!("v2.0 {bar}% · Phase 4 50%% #1\n")),
        ("polybar", format!("v2.0 %{{F#50c878}}{bar}%{{F-}} · %{{F#40c4d8}}Phase 4 50% #1%{{F-}}\n")),
    ] {
        assert_eq!(project.run(["line", "--for", host]), Run::printed(line), "{host}");
    }
    for host in ["ansi", "bash", "fish", "tmux"] {
        let line = project.run(["line", "--for", host, "--color", "never"]);
        let expected = format!("v2.0 {bar} · Phase 4 50% #1\n");
        assert_eq!(
            line,
            Run::printed(if host == "tmux" { expected.replace('#', "###[]") } else { expected })
        );
    }
    let project = project.env("NO_COLOR", "1");
    assert_eq!(
        project.run(["line", "--for", "fish"]),
        Run::printed(format!("v2.0 {bar} · Phase 4 50% #1\n"))
    );
}

#[test]
fn records_have_more_than_the_line_and_are_hidden_without_a_state() {
    let project = Project::new().file("work/.planning/STATE.md", HOSTILE);
    let run = project.run(["line", "--for", "json", "--width", "20"]);
    let record: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        record,
        serde_json::json!({
            "line": "59% · P${PWD} {{x}}…",
            "short": "$(touch pwned) !1 · P${PWD} {{x}} · #(touch",
            "family": "gsd",
            "scene": "phase active",
            "percent": 59,
            "alert": false,
            "path": "[ROOT]/work/.planning/STATE.md",
        })
    );
    let run = project.run(["line", "--for", "waybar"]);
    let text = SHOWN.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let record: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        record,
        serde_json::json!({
            "text": text, "tooltip": format!("{text}\n[ROOT]/work/.planning/STATE.md"),
            "alt": "phase active", "class": "active", "percentage": 59,
        })
    );
    let project = project.dir("empty");
    for (host, record) in [
        ("plain", ""),
        ("tmux", ""),
        ("waybar", "{\"text\":\"\",\"class\":\"none\"}\n"),
        ("i3bar", "{\"full_text\":\"\"}\n"),
        (
            "json",
            "{\"line\":null,\"short\":null,\"family\":null,\"scene\":null,\"percent\":null,\"alert\":false,\"path\":null}\n",
        ),
    ] {
        assert_eq!(project.run(["line", "--for", host]), Run::printed(record), "{host}");
    }
}

#[test]
fn an_alert_is_marked_where_the_host_can() {
    let state = "---\nmilestone: v2.0\nstatus: paused\n---\n";
    let project = Project::new().file("work/.planning/STATE.md", state);
    let line = |host| project.run(["line", "--style", "compact", "--for", host]);
    assert_eq!(line("ansi"), Run::printed("v2.0 · \u{1b}[1;33mPAUSED\u{1b}[0m\n"));
    assert_eq!(
        line("i3bar"),
        Run::printed(
            "{\"name\":\"stateline\",\"full_text\":\"v2.0 · PAUSED\",\"short_text\":\"v2.0 · PAUSED\",\
             \"color\":\"#ff5555\",\"urgent\":true,\"markup\":\"none\"}\n"
        )
    );
}

#[test]
fn a_host_that_is_not_known_is_refused_with_those_that_are() {
    let names: Vec<String> = HOSTS.dialects().map(|dialect| format!("`{}`", dialect.name)).collect();
    let (last, others) = names.split_last().unwrap();
    let known = format!("{} or {last}", others.join(", "));
    assert_eq!(
        Project::new().run(["line", "--for", "tmx"]),
        Run::refused(2, format!("stateline: `--for` cannot be `tmx`; it takes {known}\n"))
    );
}
