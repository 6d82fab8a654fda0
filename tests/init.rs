//! `init HOST`: the snippets, run in the hosts that they are for.
//!
//! Each shell is given a prompt of its own with the last exit code in it, the snippet twice, and a
//! state full of text that means something to one shell or another.

use std::{fs, os::unix::fs::symlink};

use stateline::hosts::HOSTS;

use crate::harness::{
    HOSTILE, PROGRAM, Project, Run, SHOWN, STATE, has,
    screen::{Screen, with_gap},
};

/// The width of the terminals: a line at the right takes at most two thirds of it.
const COLUMNS: usize = 260;

/// A project with the hostile state in `work`, nothing in `work/../empty`, and a link to the
/// program whose path needs quoting, to be taken away.
fn project() -> Project {
    let project = Project::new().file("work/.planning/STATE.md", HOSTILE);
    fs::create_dir_all(project.path("empty")).unwrap();
    fs::create_dir_all(project.path("it's $a \\b")).unwrap();
    symlink(PROGRAM, project.path("it's $a \\b/state line")).unwrap();
    project
}

/// Returns the snippet that the program prints if it is run through the link.
fn snippet(project: &Project, host: &str) -> String {
    let mut command = std::process::Command::new(project.path("it's $a \\b/state line"));
    let output = command.args(["init", host]).current_dir(project.path("work")).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Asserts that no `pwned` was made anywhere. What runs may still make and remove files of its own.
fn nothing_ran(project: &Project) {
    let mut open = vec![project.root().to_owned()];
    while let Some(dir) = open.pop() {
        let Ok(entries) = fs::read_dir(dir) else { continue };
        for entry in entries.flatten() {
            assert_ne!(entry.file_name(), "pwned", "text from a state was run");
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(entry.path());
            }
        }
    }
}

#[test]
fn bash_shows_the_line_above_the_prompt_and_keeps_the_exit_code() {
    if !has("tmux") || !has("bash") {
        return;
    }
    for own in [
        "PROMPT_COMMAND='seen+=$?;'",
        "PROMPT_COMMAND=('seen+=$?' true)",
        "set -u; seen=3",
        // Where nothing in a prompt is expanded, the exit code has to be put in by hand, too.
        r#"shopt -u promptvars; PS1="0> "; PROMPT_COMMAND='s=$?; seen+=$s; PS1=${PS1%?> }$s"> "'"#,
    ] {
        let project = project();
        let snippet = snippet(&project, "bash");
        let project = project.file("home/.bashrc", format!("PS1='$?> '\nseen=\n{own}\n{snippet}\n{snippet}"));
        let screen = Screen::start(&project, COLUMNS, &["bash", "--rcfile", "../home/.bashrc", "-i"]);
        screen.shows(&[SHOWN, "0>"]);
        screen.enter("(exit 3)");
        screen.shows(&[SHOWN, "0> (exit 3)", SHOWN, "3>"]);
        screen.enter("clear; echo ${seen/0}; cd ../empty");
        screen.shows(&["3", "0>"]);
        screen.enter("clear; rm ../it*/*; cd ../work");
        screen.shows(&["0>"]);
        nothing_ran(&project);
    }
}

#[test]
fn zsh_shows_the_line_before_the_right_prompt_however_it_reads_prompts() {
    if !has("tmux") || !has("zsh") {
        return;
    }
    for options in [
        "",
        "setopt prompt_subst",
        "setopt prompt_bang",
        "setopt prompt_subst prompt_bang ksh_arrays no_unset",
    ] {
        let project = project();
        let snippet = snippet(&project, "zsh");
        let rc = format!(
            "{options}\nPROMPT='%?> '\nRPROMPT='right'\nprecmd() {{ seen+=$?; }}\n{snippet}\n{snippet}"
        );
        let project = project.file("home/.zshrc", rc);
        let screen = Screen::start(&project, COLUMNS, &["zsh", "-i"]);
        screen.shows(&[&format!("0>   {SHOWN} right")]);
        screen.enter("(exit 3)");
        screen.shows(&[&format!("0> (exit 3)   {SHOWN} right"), &format!("3>   {SHOWN} right")]);
        screen.enter("clear; echo $seen; cd ../empty");
        screen.shows(&["03", "0>   right"]);
        screen.enter("clear; cd ../work");
        screen.shows(&[&format!("0>   {SHOWN} right")]);
        screen.enter("clear; rm ../it*/state*");
        screen.shows(&["0>   right"]);
        nothing_ran(&project);
    }
}

#[test]
fn zsh_without_percent_escapes_gets_plain_text() {
    if !has("tmux") || !has("zsh") {
        return;
    }
    let project = project();
    let rc = format!("unsetopt prompt_percent\nPROMPT='> '\n{}", snippet(&project, "zsh"));
    let project = project.file("home/.zshrc", rc);
    let screen = Screen::start(&project, COLUMNS, &["zsh", "-i"]);
    screen.shows(&[&format!(">   {SHOWN}")]);
    nothing_ran(&project);
}

#[test]
fn powerlevel10k_is_given_a_segment_whose_escapes_are_escaped() {
    if !has("zsh") {
        return;
    }
    let project = project();
    let snippet = snippet(&project, "p10k");
    // Used instead of the theme, which expands only the escapes of a string.
    let theme = "p10k() { print -rP -- \"$5|$1 $2 $3 $4\" }\n";
    let script = format!(
        "POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS=(status)\n{theme}{snippet}\n{snippet}\n\
         prompt_stateline; instant_prompt_stateline; print $POWERLEVEL9K_RIGHT_PROMPT_ELEMENTS\n\
         cd ../empty; prompt_stateline; rm ../it*/*; cd ../work; prompt_stateline\n"
    );
    let run = project.script("zsh", &["-f"], &script);
    assert_eq!(run, Run::printed(format!("{SHOWN}|segment -f cyan -t\nstateline status\n")));
    nothing_ran(&project);
}

#[test]
fn fish_shows_the_line_before_its_right_prompt() {
    if !has("tmux") || !has("fish") {
        return;
    }
    let project = project();
    let snippet = snippet(&project, "fish");
    let config = "set fish_greeting\nset -g fish_history\nfunction fish_prompt; echo -n $status'> '; end\n\
                  function fish_right_prompt; echo -n right$status; end\n";
    let project = project.file("home/.config/fish/config.fish", format!("{config}{snippet}\n{snippet}"));
    let screen = Screen::start(&project, COLUMNS, &["fish"]);
    screen.shows(&[&format!("0>   {SHOWN} right0")]);
    screen.enter("sh -c 'exit 3'");
    screen.shows(&[&format!("0> sh -c 'exit 3'   {SHOWN} right0"), &format!("3>   {SHOWN} right3")]);
    screen.enter("clear; cd ../empty");
    screen.shows(&["0>   right0"]);
    screen.enter("clear; rm ../it*/*; cd ../work");
    screen.shows(&["0>   right0"]);
    nothing_ran(&project);
}

#[test]
fn fish_without_a_right_prompt_gets_one() {
    if !has("tmux") || !has("fish") {
        return;
    }
    let project = project();
    let snippet = snippet(&project, "fish");
    let config = "set fish_greeting\nset -g fish_history\nfunction fish_prompt; echo -n '> '; end\n";
    let project = project.file("home/.config/fish/config.fish", format!("{config}{snippet}\n{snippet}"));
    let screen = Screen::start(&project, COLUMNS, &["fish"]);
    screen.shows(&[&format!(">   {SHOWN}")]);
    nothing_ran(&project);
}

#[test]
fn nushell_shows_the_line_before_its_right_prompt() {
    if !has("tmux") || !has("nu") {
        return;
    }
    for right in ["{|| \"right\" }", "\"right\""] {
        let project = project();
        let snippet = snippet(&project, "nushell");
        let config = format!(
            "$env.config.show_banner = false\n$env.PROMPT_INDICATOR = \"> \"\n\
             $env.PROMPT_COMMAND = {{|| $\"($env.LAST_EXIT_CODE)\" }}\n$env.PROMPT_COMMAND_RIGHT = {right}\n"
        );
        let project =
            project.file("home/config.nu", format!("{config}{snippet}\n{snippet}")).file("home/env.nu", "");
        let arguments =
            ["nu", "--config", "../home/config.nu", "--env-config", "../home/env.nu", "--no-history"];
        let screen = Screen::start(&project, COLUMNS, &arguments);
        screen.shows(&[&format!("0>   {SHOWN} right")]);
        screen.enter("sh -c 'exit 3'");
        screen.until(|rows| rows.last().is_some_and(|row| row.starts_with("3>")));
        screen.enter("clear; cd ../empty");
        screen.shows(&["0>   right"]);
        screen.enter("clear; rm ...(glob ../it*/*); cd ../work");
        screen.shows(&["0>   right"]);
        nothing_ran(&project);
    }
}

#[test]
fn elvish_shows_the_line_before_its_right_prompt() {
    if !has("tmux") || !has("elvish") {
        return;
    }
    // A prompt can be bytes or values, and the one that comes with Elvish is values.
    for right in ["print right", "put ri; styled ght inverse"] {
        let project = project();
        let snippet = snippet(&project, "elvish").replace('\'', "''");
        let rc = format!(
            "set edit:prompt = {{ print '> ' }}\nset edit:rprompt = {{ {right} }}\n\
             eval '{snippet}'\neval '{snippet}'\n"
        );
        let project = project.file("home/.config/elvish/rc.elv", rc);
        let screen = Screen::start(&project, COLUMNS, &["elvish"]);
        screen.shows(&[&format!(">   {SHOWN} right")]);
        screen.enter("clear; cd ../empty");
        screen.shows(&[">   right"]);
        screen.enter("clear; rm ../it*/*; cd ../work");
        screen.shows(&[">   right"]);
        nothing_ran(&project);
    }
}

#[test]
fn a_line_at_the_right_fits_into_what_the_prompts_leave_of_the_row() {
    let nushell = "$env.config.show_banner = false\n$env.PROMPT_INDICATOR = \"> \"\n\
                   $env.PROMPT_COMMAND = {|| \"~/work/shop\" }\n$env.PROMPT_COMMAND_RIGHT = \"right\"\n";
    let fish = "set fish_greeting\nset -g fish_history\n\
                function fish_prompt; set_color red; echo \\n; echo -n '~/work/shop> '; end\n\
                function fish_right_prompt; echo -n right; end\n";
    let shells = [
        ("fish", "home/.config/fish/config.fish", fish, vec!["fish"]),
        ("zsh", "home/.zshrc", "PROMPT='%F{red}~/work/shop%f> '\nRPROMPT='%Bright%b'\n", vec!["zsh", "-i"]),
        (
            "nushell",
            "home/config.nu",
            nushell,
            vec!["nu", "--config", "../home/config.nu", "--env-config", "/dev/null", "--no-history"],
        ),
        (
            "elvish",
            "home/.config/elvish/rc.elv",
            "set edit:prompt = { print '~/work/shop> ' }\nset edit:rprompt = { put right }\n",
            vec!["elvish"],
        ),
    ];
    for (shell, path, config, command) in shells {
        if !has("tmux") || !has(command[0]) {
            continue;
        }
        for (columns, row) in [
            (30, "~/work/shop>   right"),
            (40, "~/work/shop>   P4.5 executing right"),
            (60, "~/work/shop>   v2.0 59% · Phase 4.5 executing right"),
            (80, "~/work/shop>   v2.0 [█████░░░░░] 59% · Phase 4.5 executing right"),
            (120, "~/work/shop>   v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing right"),
        ] {
            let project = project().file("work/.planning/STATE.md", STATE);
            let snippet = snippet(&project, shell);
            let project = project.file(path, format!("{config}{snippet}"));
            let screen = Screen::start(&project, columns, &command);
            let shows = |rows: &[String]| rows.last().map(|row| with_gap(row.trim_start()));
            let rows = screen.until(|rows| shows(rows).as_deref() == Some(row));
            assert_eq!(shows(&rows).as_deref(), Some(row), "{shell}, {columns} columns: {rows:#?}");
        }
    }
}

#[test]
fn starship_shows_the_line_in_its_own_status_line_for_claude_code() {
    // Older versions have no `statusline`.
    let project = project();
    if !has("starship")
        || project.feed(project.other("starship", ["statusline", "--help"]), b"").code != Some(0)
    {
        return;
    }
    let page = project.run(["init", "starship", "-h"]).stdout;
    let profile = page.split("shows it with:").nth(1).unwrap().replace("\n  ", "\n");
    let config =
        format!("add_newline = false\ncommand_timeout = 10000\n{profile}\n{}", snippet(&project, "starship"));
    let project = project.file("home/.config/starship.toml", config);
    let payload =
        br#"{"model":{"id":"claude-opus-5","display_name":"Opus 5"},"cost":{"total_cost_usd":1.5}}"#;
    let run = project.feed(project.other("starship", ["statusline", "claude-code"]), payload);
    let plain = stateline::line::Row::plain(run.stdout.trim());
    assert_eq!((run.code, plain), (Some(0), format!("🤖 Opus 5 {SHOWN} 💰 $1.50")));
    nothing_ran(&project);
}

#[test]
fn starship_shows_the_line_as_a_module_in_bash_and_zsh() {
    if !has("tmux") || !has("starship") || !has("zsh") {
        return;
    }
    for (shell, rc, command) in [
        ("bash", "home/.bashrc", vec!["bash", "--rcfile", "../home/.bashrc", "-i"]),
        ("zsh", "home/.zshrc", vec!["zsh", "-i"]),
    ] {
        let project = project();
        let module = snippet(&project, "starship");
        // A debug build is slow, and Starship gives up after half a second by default.
        let config = format!(
            "add_newline = false\ncommand_timeout = 10000\nformat = '${{custom.stateline}}$status> '\n\
             [status]\ndisabled = false\nformat = '$status'\n{module}"
        );
        let project = project
            .file("home/.config/starship.toml", config)
            .file(rc, format!("eval \"$(starship init {shell})\"\n"))
            .env("STARSHIP_LOG", "error");
        let screen = Screen::start(&project, COLUMNS, &command);
        // Starship writes `\\$` for a dollar sign, which bash shows root as a number sign.
        let is_root = rustix::process::getuid().is_root();
        let shown = if is_root && shell == "bash" { SHOWN.replace('$', "#") } else { SHOWN.to_owned() };
        screen.shows(&[&format!("{shown} >")]);
        screen.enter("clear; (exit 3)");
        screen.shows(&[&format!("{shown} 3>")]);
        screen.enter("clear; cd ../empty");
        screen.shows(&[">"]);
        screen.enter("clear; rm ../it*/state*; cd ../work");
        screen.shows(&[">"]);
        nothing_ran(&project);
    }
}

#[test]
fn tmux_shows_the_line_of_the_panes_directory_after_what_was_at_the_right() {
    if !has("tmux") {
        return;
    }
    let project = project();
    let snippet = snippet(&project, "tmux");
    // The snippet leaves an interval alone that is not tmux's own; this one keeps the test short.
    let config = "set -g status-interval 1\nset -g destroy-unattached on\nset -g status-left ''\nset -g window-status-current-format ''\nset -g status-right 'ri#[bold]ght %%'\n\
                  set -g default-command 'PS1=\"> \" exec sh'\n";
    let project = project
        .file("home/stateline.conf", &snippet)
        .file("home/tmux.conf", format!("{config}source-file ../home/stateline.conf\n{snippet}"));
    let start =
        ["env", "-u", "TMUX", "TERM=screen", "tmux", "-u", "-S", "inner", "-f", "../home/tmux.conf", "new"];
    let screen = Screen::start(&project, COLUMNS, &start);
    let last = |wanted: String| {
        let rows = screen.until(|rows| rows.last().is_some_and(|row| row.trim() == wanted));
        assert_eq!(rows.last().map(|row| row.trim()), Some(wanted.as_str()));
    };
    // The line gets half of the terminal, and what was there stays as it was.
    last(format!("right % {}", project.run(["line", "--width", "130"]).stdout.trim_end()));
    screen.enter("cd ../empty");
    last("right %".to_owned());
    // tmux puts no backslash before a line end or a tab, so such a path must not come to its shell at all.
    fs::create_dir(project.path("x\ntouch\tpwned\ntrue\ty")).unwrap();
    screen.enter("cd ../work");
    last(format!("right % {}", project.run(["line", "--width", "130"]).stdout.trim_end()));
    screen.enter("cd ../x*");
    last("right %".to_owned());
    screen.enter("cd ../work; rm ../it*/state*");
    last("right %".to_owned());
    nothing_ran(&project);
}

/// Returns the line that fits half of the screen.
fn half_as_wide(project: &Project) -> String {
    project.run(["line", "--width", &(COLUMNS / 2).to_string()]).stdout.trim_end().to_owned()
}

/// Waits for the line, or for its absence, in some row of an editor.
///
/// It has half of the screen, so that the rest of the row stays visible.
fn editor_shows(screen: &Screen, text: &str, present: bool) {
    let rows = screen.until(|rows| rows.iter().any(|row| row.contains(text)) == present);
    assert_eq!(rows.iter().any(|row| row.contains(text)), present, "{rows:#?}");
}

#[test]
fn neovim_shows_the_line_at_the_end_of_the_status_line() {
    if !has("tmux") || !has("nvim") {
        return;
    }
    for own in ["", "set statusline=mine\\ %%", "set statusline=%!'mine'"] {
        let project = project();
        let snippet = snippet(&project, "nvim");
        let line = half_as_wide(&project);
        let project = project.file("home/stateline.lua", snippet).file("home/init.vim", format!("{own}\n"));
        let twice = ["nvim", "-u", "../home/init.vim", "-i", "NONE", "-c", "luafile ../home/stateline.lua"];
        let screen = Screen::start(
            &project,
            COLUMNS,
            &[&twice[..], &["-c", "luafile ../home/stateline.lua"]].concat(),
        );
        editor_shows(&screen, &line, true);
        let rows = screen.rows();
        assert_eq!(rows.iter().filter(|row| row.contains("pwned")).count(), 1, "{rows:#?}");
        assert_eq!(rows.iter().any(|row| row.contains("mine")), !own.is_empty(), "{rows:#?}");
        screen.enter(":cd ../empty");
        editor_shows(&screen, "pwned", false);
        screen.enter(":cd ../work");
        editor_shows(&screen, &line, true);
        screen.enter(
            ":call delete(glob('../it*/state*')) | silent cd ../empty | silent cd ../work | echo 'so far'",
        );
        editor_shows(&screen, &line, false);
        let rows = screen.until(|rows| rows.last().is_some_and(|row| row.contains("so far")));
        assert_eq!(rows.last().map(String::as_str), Some("so far"), "{rows:#?}");
        nothing_ran(&project);
    }
}

#[test]
fn vim_shows_the_line_at_the_end_of_the_status_line() {
    if !has("tmux") || !has("vim") {
        return;
    }
    for own in ["", "set laststatus=2 statusline=mine\\ %%", "set laststatus=2 statusline=%!'mine'"] {
        let project = project();
        let snippet = snippet(&project, "vim");
        let line = half_as_wide(&project);
        let project = project
            .file("home/stateline.vim", snippet)
            .file("home/vimrc", format!("set nocompatible\n{own}\n"));
        let twice = ["vim", "-u", "../home/vimrc", "-i", "NONE", "-c", "source ../home/stateline.vim"];
        let screen =
            Screen::start(&project, COLUMNS, &[&twice[..], &["-c", "source ../home/stateline.vim"]].concat());
        editor_shows(&screen, &line, true);
        let rows = screen.rows();
        assert_eq!(rows.iter().filter(|row| row.contains("pwned")).count(), 1, "{rows:#?}");
        assert_eq!(rows.iter().any(|row| row.contains("mine")), !own.is_empty(), "{rows:#?}");
        screen.enter(":cd ../empty");
        editor_shows(&screen, "pwned", false);
        screen.enter(":cd ../work");
        editor_shows(&screen, &line, true);
        screen.enter(
            ":call delete(glob('../it*/state*')) | silent cd ../empty | silent cd ../work | echo 'so far'",
        );
        editor_shows(&screen, &line, false);
        nothing_ran(&project);
    }
}

#[test]
fn in_a_narrow_editor_the_name_of_the_file_stays() {
    for (editor, source) in [("nvim", "luafile ../home/snippet"), ("vim", "source ../home/snippet")] {
        if !has("tmux") || !has(editor) {
            continue;
        }
        for (columns, line) in [
            (50, "P4.5 executing"),
            (60, "59% · P4.5 executing"),
            (80, "v2.0 Code Qua… 59% · Phase 4.5 executing"),
        ] {
            let project = project().file("work/.planning/STATE.md", STATE).file("work/a-file.txt", "");
            let snippet = snippet(&project, editor);
            let project = project.file("home/rc", "set laststatus=2\n").file("home/snippet", snippet);
            let command = [editor, "-u", "../home/rc", "-i", "NONE", "-c", source, "a-file.txt"];
            let screen = Screen::start(&project, columns, &command);
            let row = format!("a-file.txt   0,0-1   All {line}");
            let shows = |rows: &[String]| rows.iter().any(|shown| with_gap(shown) == row);
            let rows = screen.until(shows);
            assert!(shows(&rows), "{editor}, {columns} columns: {rows:#?}");
        }
    }
}

#[test]
fn emacs_shows_the_line_in_the_mode_line() {
    if !has("tmux") || !has("emacs") {
        return;
    }
    let project = project();
    let snippet = snippet(&project, "emacs");
    let line = half_as_wide(&project);
    let project = project.file("home/stateline.el", snippet);
    let own = "(setq global-mode-string '(\"mine\"))";
    let load = ["-l", "../home/stateline.el", "-l", "../home/stateline.el"];
    let screen =
        Screen::start(&project, COLUMNS, &[&["emacs", "-nw", "-Q", "--eval", own], &load[..]].concat());
    editor_shows(&screen, &line, true);
    editor_shows(&screen, "mine", true);
    screen.press(&["M-:"]);
    screen.enter("(progn (delete-file (car (file-expand-wildcards \"../it*/state*\"))) (stateline-ask))");
    editor_shows(&screen, &line, false);
    nothing_ran(&project);
}

#[test]
fn i3blocks_shows_the_line_as_a_block() {
    if !has("i3blocks") {
        return;
    }
    let project = project();
    let snippet = snippet(&project, "i3bar");
    let project = project.file("home/blocks", snippet);
    let run = project.script("bash", &[], "timeout 2 i3blocks -c ../home/blocks | grep -m1 pwned");
    let blocks: serde_json::Value = serde_json::from_str(run.stdout.trim_start_matches(',')).unwrap();
    let block = blocks.as_array().and_then(|blocks| blocks.last()).unwrap();
    // i3blocks does not decode the escapes in a JSON string.
    assert_eq!(block["full_text"], SHOWN.replace('\\', "\\\\"));
    assert_eq!(block["markup"], "none");
    nothing_ran(&project);
}

/// Returns the snippet with everything in it that is not the same on every machine.
fn plain(project: &Project, host: &str) -> String {
    let run = project.run(["init", host]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout.replace(PROGRAM, "[PROGRAM]")
}

#[test]
fn shells_find_no_fault_with_their_snippets() {
    let project = Project::new();
    for (host, checker, arguments) in [
        ("bash", "bash", &["-n"][..]),
        ("bash", "shellcheck", &["--shell=bash", "--enable=all", "--exclude=SC2250,SC2292,SC2312"]),
        ("zsh", "zsh", &["-n"]),
        ("p10k", "zsh", &["-n"]),
        ("fish", "fish", &["--no-execute"]),
        ("elvish", "elvish", &["-compileonly"]),
        ("wezterm", "luac5.4", &["-p"]),
        ("nvim", "luac5.4", &["-p"]),
    ] {
        if has(checker) {
            // Without an editor, elvish knows none.
            let text = plain(&project, host);
            let text = match host {
                "elvish" => format!("var rprompt = {{ }}\nvar prompt = {{ }}\n{}", text.replace("edit:", "")),
                _ => text,
            };
            assert_eq!(project.script(checker, arguments, &text), Run::printed(""), "{host}");
        }
    }
}

#[test]
fn wezterm_is_given_one_handler_that_survives_a_missing_directory_and_a_missing_program() {
    if !has("lua5.4") {
        return;
    }
    let project = project();
    let snippet = snippet(&project, "wezterm");
    let script = format!(
        "local handlers = {{}}\n\
         package.loaded.wezterm = {{\n\
           on = function(name, handler) assert(name == 'update-status'); table.insert(handlers, handler) end,\n\
           run_child_process = function(arguments)\n\
             for i, a in ipairs(arguments) do arguments[i] = \"'\" .. a:gsub(\"'\", \"'\\\\''\") .. \"'\" end\n\
             local pipe = io.popen(table.concat(arguments, ' ') .. ' --color never 2>/dev/null')\n\
             local out = pipe:read 'a'\n\
             return pipe:close() or false, out, ''\n\
           end,\n\
         }}\n\
         do {snippet} end\ndo {snippet} end\n\
         local window = {{ set_right_status = function(_, text) print('<' .. text .. '>') end }}\n\
         local function at(dir) handlers[1](window, {{ get_current_working_dir = function() return dir end }}) end\n\
         print(#handlers)\nat {{ file_path = '.' }}\nat 'file://host/nowhere'\nat(nil)\n\
         os.execute 'rm ../it*/state*'\nat(nil)\n"
    );
    let run = project.script("lua5.4", &[], &script);
    assert_eq!(run, Run::printed(format!("1\n<{SHOWN} >\n<>\n<{SHOWN} >\n<>\n")));
    nothing_ran(&project);
}

#[test]
fn bars_get_a_command_that_their_shell_runs() {
    let project = project();
    let runs = |command: &str| project.script("sh", &[], command).stdout;
    let waybar = format!(
        "{{{}}}",
        snippet(&project, "waybar").lines().filter(|row| !row.starts_with("//")).collect::<String>()
    );
    let waybar: serde_json::Value = serde_json::from_str(&waybar).unwrap();
    let module = &waybar["custom/stateline"];
    assert_eq!(module["return-type"], "json");
    let record: serde_json::Value = serde_json::from_str(&runs(module["exec"].as_str().unwrap())).unwrap();
    assert_eq!(record["percentage"], 59);
    let polybar = snippet(&project, "polybar");
    let exec = polybar.lines().find_map(|row| row.strip_prefix("exec = ")).unwrap();
    assert_eq!(runs(&format!("NO_COLOR=1 {exec}")), format!("{SHOWN}\n").replace('{', "\u{200b}{"));
    nothing_ran(&project);
}

#[test]
fn a_command_inside_a_text_inside_a_text_is_still_the_command() {
    let project = project();
    let text = snippet(&project, "oh-my-posh");
    let segment: serde_json::Value = serde_json::from_str(&text).unwrap();
    let template = segment["template"].as_str().unwrap();
    let arguments = template.strip_prefix("{{ cmd ").and_then(|rest| rest.strip_suffix(" }} ")).unwrap();
    // Go's double quotes are JSON's here.
    let words: Vec<String> =
        serde_json::from_str(&format!("[{}]", arguments.replace("\" \"", "\", \""))).unwrap();
    assert_eq!(words[..2], ["sh", "-c"]);
    assert_eq!(
        project.script("sh", &[], &words[2]).stdout,
        format!("{SHOWN}\n").replace('<', "‹").replace('>', "›")
    );

    let text = snippet(&project, "zellij");
    let row = text.lines().find_map(|row| row.strip_prefix("command_stateline_command ")).unwrap();
    let command: String = serde_json::from_str(row).unwrap();
    let script = command.strip_prefix("sh -c \"").and_then(|rest| rest.strip_suffix('"')).unwrap();
    // zjstatus leaves a backslash where it is, and only `sh` reads it.
    let line = project.script("sh", &[], &format!("NO_COLOR=1 {script}")).stdout;
    assert_eq!(line, format!("{SHOWN}\n"));
    nothing_ran(&project);
}

#[test]
fn the_powershell_snippet_names_the_program_in_single_quotes() {
    let project = project();
    let text = snippet(&project, "powershell");
    let program = project.path("it's $a \\b/state line").to_str().unwrap().replace('\'', "''");
    assert_eq!(text.matches(&format!("& '{program}' line --for ansi 2>$null")).count(), 1);
}

#[test]
fn every_host_has_a_snippet_and_a_page_that_says_where_it_goes() {
    let project = Project::new();
    for (host, snippet) in HOSTS.snippets() {
        let text = plain(&project, host.name);
        assert!(!text.contains("@program@") && !text.contains("@dir@"), "{}", host.name);
        let programs = if host.name == "fish" { 2 } else { 1 };
        assert_eq!(text.matches("[PROGRAM]").count(), programs, "{}", host.name);
        let page = format!(
            "Usage: stateline init {0}\n\nPrints the snippet for {0}: {1}.\n\n{2}\n",
            host.name, snippet.purpose, snippet.goes
        );
        assert_eq!(project.run(["init", host.name, "-h"]), Run::printed(page));
    }
}

#[test]
fn the_page_about_init_names_every_host() {
    let page = Project::new().run(["init", "--help"]).stdout;
    for (host, _) in HOSTS.snippets() {
        assert!(page.contains(host.name), "{}", host.name);
    }
    let page = Project::new().run(["line", "--help"]).stdout;
    for dialect in HOSTS.dialects() {
        assert!(page.contains(dialect.name), "{}", dialect.name);
    }
}

#[test]
fn the_path_in_a_snippet_is_the_link_that_the_program_was_called_by() {
    let project = project();
    fs::create_dir_all(project.path("bin")).unwrap();
    symlink(PROGRAM, project.path("bin/stateline")).unwrap();
    let found =
        project.script("sh", &[], "PATH=../bin/:$PATH; ../bin/stateline init bash | grep -c bin/stateline");
    assert_eq!(found.stdout, "1\n");
    let found = project.script("sh", &[], "PATH=\"$PWD/../bin:$PATH\"; stateline init i3bar | grep ^command");
    assert_eq!(
        found,
        Run::printed(
            "command='[ROOT]/work/../bin/stateline' line --for i3bar -C '[ROOT]/work' </dev/null 2>/dev/null\n"
        )
    );
}
