//! `stateline completions`: what the real shells offer when the tab key is pressed.

use std::{fs, path::Path};

use stateline::{cmd::COMMANDS, family::FAMILIES, options::flag::Value};

use crate::harness::{PROGRAM, Project, Run, has};

const SHELLS: [&str; 6] = ["bash", "zsh", "fish", "elvish", "nushell", "powershell"];

/// A line to complete and what is offered for its last word.
type Case = (&'static str, Vec<String>);

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

fn commands() -> Vec<String> {
    COMMANDS.iter().map(|command| command.name.to_owned()).collect()
}

/// What every shell offers.
fn cases() -> Vec<Case> {
    let families = FAMILIES.iter().map(|family| family.id.to_owned()).collect();
    vec![
        ("stateline ", [commands(), words(&["help"])].concat()),
        ("stateline lin", words(&["line"])),
        ("stateline list --sty", words(&["--style"])),
        ("stateline list --style ", words(&["full", "compact", "smart"])),
        ("stateline line --style s", words(&["smart"])),
        ("stateline --style c", words(&["compact"])),
        ("stateline watch --as ", families),
        ("stateline watch --color ", words(&["auto", "always", "never"])),
        ("stateline completions ", words(&SHELLS)),
        ("stateline completions f", words(&["fish"])),
        ("stateline help ", commands()),
        ("stateline man lis", words(&["list"])),
        ("stateline --ver", words(&["--version"])),
        ("stateline list --no-such", Vec::new()),
        ("stateline nothing ", Vec::new()),
        ("stateline line --width ", Vec::new()),
        ("stateline get mil", words(&["milestone"])),
        ("stateline get progress", words(&["progress", "progress.percent"])),
        ("stateline get --file .planning/STATE.md mil", words(&["milestone"])),
        ("stateline config ", words(&["set", "unset", "edit"])),
        ("stateline config set the", words(&["theme"])),
        ("stateline config set theme br", words(&["bright"])),
        ("stateline config set ascii ", words(&["true", "false"])),
        ("stateline config set ascii true ", Vec::new()),
        ("stateline config set show cost c", words(&["context", "cache"])),
        ("stateline config unset ", Vec::new()),
        ("stateline config edit ", Vec::new()),
        ("stateline explain SL11", words(&["SL110", "SL111", "SL112", "SL113", "SL114", "SL115", "SL116"])),
        ("stateline explain rul", words(&["rules"])),
        ("stateline explain not", words(&["notes.md"])),
        ("stateline show not", words(&["notes.md"])),
    ]
}

/// A project with files to complete, in which `stateline` is the program under test.
fn project() -> Project {
    let path =
        format!("{}:{}", Path::new(PROGRAM).parent().unwrap().display(), std::env::var("PATH").unwrap());
    Project::new()
        .file("work/with a blank/x", "")
        .file("work/shop/x", "")
        .file("work/notes.md", "")
        .file("work/.planning/STATE.md", "---\nmilestone: v2.0\nprogress:\n  percent: 59\n---\n")
        .env("PATH", &path)
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "xterm")
}

/// Runs a script of a shell with the line to complete as its argument, and returns what it prints.
fn offered(project: &Project, shell: &[&str], script: &str, line: &str) -> Vec<String> {
    let (program, flags) = shell.split_first().unwrap();
    let arguments = [flags, &["-c", script, "complete", line]].concat();
    let run = project.feed(project.other(program, arguments), b"");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{program}: {line}");
    run.stdout.lines().map(str::to_owned).collect()
}

const BASH: &str = r#"
eval "$(stateline completions bash)"
# As readline splits a line: `=` is a word of its own.
read -ra COMP_WORDS <<<"${1//=/ = }"
[[ $1 == *[\ =] ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; }
_stateline
((${#COMPREPLY[@]} == 0)) || printf '%s\n' "${COMPREPLY[@]}"
"#;

#[cfg(unix)] // bash
#[test]
fn bash_offers_commands_flags_and_values() {
    let project = project();
    for (line, expected) in cases() {
        assert_eq!(offered(&project, &["bash"], BASH, line), expected, "{line}");
    }
    for (line, expected) in [
        ("stateline line --style=s", words(&["smart"])),
        ("stateline line --style=", words(&["full", "compact", "smart"])),
        (
            "stateline -",
            words(&[
                "-C",
                "--dir",
                "--as",
                "--style",
                "--width",
                "--color",
                "--config",
                "--now",
                "--wrap",
                "--margin",
                "--rows",
                "--wait",
                "--record",
                "-h",
                "--help",
                "-V",
                "--version",
            ]),
        ),
        ("stateline line -C s", words(&["shop"])),
        ("stateline line --dir=with", words(&["with a blank"])),
        ("stateline list with", words(&["with a blank"])),
        ("stateline line -f n", words(&["notes.md"])),
        ("stateline list n", Vec::new()),
        ("stateline install cu", words(&["cursor"])),
    ] {
        assert_eq!(offered(&project, &["bash"], BASH, line), expected, "{line}");
    }
}

/// Bash takes `@` for a word of its own, and lists several rules with their titles.
#[cfg(unix)] // bash
#[test]
fn bash_completes_common_fields_and_shows_the_titles_of_rules() {
    let project = project();
    let script = BASH.replace("${1//=/ = }", "${1//@/ @ }");
    assert_eq!(offered(&project, &["bash"], &script, "stateline get @pe"), ["percent"]);
    let listing = BASH.replace("compopt()", "COMP_TYPE=63\ncompopt()");
    let title = |code: &str| format!("{code}  {}", stateline::check::rule(code).unwrap().title);
    let offered = offered(&project, &["bash"], &listing, "stateline explain SL10");
    assert_eq!(offered.first(), Some(&title("SL101")));
    assert_eq!(offered.iter().filter(|row| !row.starts_with("SL10")).count(), 0);
}

#[cfg(unix)] // bash
#[test]
fn bash_completes_by_the_function_that_it_registers() {
    let project = project();
    let script = r#"eval "$(stateline completions bash)"; complete -p stateline"#;
    assert_eq!(offered(&project, &["bash"], script, ""), ["complete -F _stateline stateline"]);
}

#[test]
fn shellcheck_has_nothing_to_say_about_the_script_for_bash() {
    if !has("shellcheck") {
        return;
    }
    let project = project();
    let script = project.run(["completions", "bash"]).stdout;
    let run = project.feed(project.other("shellcheck", ["--shell=bash", "-"]), script.as_bytes());
    assert_eq!(run, Run::printed(""));
}

const FISH: &str = "
stateline completions fish | source
# Each is offered with its description after a tab.
complete --do-complete $argv[2] | string replace --regex '\\t.*' ''
true
";

#[test]
fn fish_offers_commands_flags_and_values() {
    if !has("fish") {
        return;
    }
    let project = project();
    for (line, expected) in cases() {
        assert_eq!(
            sorted(offered(&project, &["fish", "--no-config"], FISH, line)),
            sorted(expected),
            "{line}"
        );
    }
    for (line, expected) in [
        ("stateline line --style=s", words(&["--style=smart"])),
        ("stateline line -C s", words(&["shop/"])),
        ("stateline list s", words(&["shop/"])),
        ("stateline line -f n", words(&["notes.md"])),
        ("stateline list n", Vec::new()),
    ] {
        assert_eq!(offered(&project, &["fish", "--no-config"], FISH, line), expected, "{line}");
    }
}

#[test]
fn fish_shows_what_each_completion_is_for() {
    if !has("fish") {
        return;
    }
    let script = "stateline completions fish | source; complete --do-complete 'stateline lis'";
    let purpose = COMMANDS.iter().find(|command| command.name == "list").unwrap().purpose;
    let shown = |script: &str| offered(&project(), &["fish", "--no-config"], script, "");
    assert_eq!(shown(script), [format!("list\t{purpose}")]);
    let title = stateline::check::rule("SL110").unwrap().title;
    assert_eq!(shown(&script.replace("lis'", "explain SL110'")), [format!("SL110\t{title}")]);
    assert_eq!(shown(&script.replace("lis'", "get progress.'")), ["progress.percent\t59"]);
}

/// Starts a second zsh on a terminal of its own, presses the tab key there after each line, and prints
/// every match that the completion system gets; a call that fills a list (`-O`) adds no match.
const ZSH: &str = r#"
zmodload zsh/zpty
# A terminal has its own idea of a line: what is said goes through files.
export SAID=$TMPDIR/said LINE=$TMPDIR/line
: > $SAID
zpty inner zsh -f -i
zpty -w inner '
  PROMPT= ; setopt no_auto_menu; autoload -Uz compinit; compinit -u -D
  eval "$(stateline completions zsh)"
  compadd() {
    if [[ " ${@[1,(i)--]} " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; return; fi
    local -a matches
    builtin compadd -O matches "$@"
    (( $#matches )) && print -rl -- $matches >> $SAID
    builtin compadd "$@"
  }
  press() { BUFFER=$(<$LINE) CURSOR=$#BUFFER; zle complete-word; zle kill-buffer; print END >> $SAID }
  zle -N press; bindkey "^Xp" press; print END >> $SAID
'
wait_for_end() {
  repeat 3000; do
    [[ $(grep -cx END $SAID) == $1 ]] && return
    # What it shows must be taken off, or it would wait for room.
    zpty -r -t inner > /dev/null; sleep 0.01
  done
  print 'no end'; exit 1
}
integer count=1
wait_for_end 1
for line; do
  print -rn -- $line > $LINE
  zpty -w -n inner $'\x18p'
  wait_for_end $(( ++count ))
done
zpty -d inner
cat $SAID
"#;

#[test]
fn zsh_offers_commands_flags_and_values() {
    if !has("zsh") {
        return;
    }
    let cases: Vec<Case> = cases()
        .into_iter()
        .chain([
            ("stateline line --style=s", words(&["smart"])),
            ("stateline line -C s", words(&["shop"])),
            ("stateline list s", words(&["shop"])),
            ("stateline line -f n", words(&["notes.md"])),
            ("stateline list n", Vec::new()),
        ])
        .collect();
    let lines: Vec<&str> = cases.iter().map(|(line, _)| *line).collect();
    let project = project();
    let arguments = [&["-f", "-c", ZSH, "complete"], lines.as_slice()].concat();
    let run = project.feed(project.other("zsh", arguments), b"");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let mut said = run.stdout.split("END\n").skip(1);
    for (line, expected) in cases {
        // Files are looked for twice, the second time among all of them.
        let mut offered = sorted(said.next().unwrap().lines().map(str::to_owned).collect());
        offered.dedup();
        assert_eq!(offered, sorted(expected), "{line}");
    }
}

#[test]
fn every_script_names_every_command_flag_and_word() {
    let project = project();
    for shell in SHELLS {
        let run = project.run(["completions", shell]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        for command in COMMANDS {
            assert!(run.stdout.contains(command.name), "{shell}: {}", command.name);
            let flags = command.flags.iter();
            let names = flags.clone().map(|flag| flag.long);
            let values = flags.filter_map(|flag| flag.value).chain(command.operands);
            for word in names.chain(values.flat_map(Value::words)) {
                assert!(run.stdout.contains(word), "{shell}: {word}");
                let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.@".contains(letter);
                assert!(word.chars().all(is_plain), "`{word}` would need quotes");
            }
        }
        assert!(!run.stdout.contains("@COMMANDS@") && !run.stdout.contains("@VALUES@"), "{shell}");
    }
}

#[test]
fn a_shell_must_be_named_and_known() {
    let project = Project::new();
    let shells = "`bash`, `zsh`, `fish`, `elvish`, `nushell` or `powershell`";
    for (arguments, message) in [
        (&["completions"][..], format!("missing argument; expected {shells}")),
        (&["completions", "tcsh"], format!("unexpected argument `tcsh`; expected {shells}")),
        (
            &["completions", "bash", "zsh"],
            "unexpected argument `zsh`; see `stateline completions --help`".to_owned(),
        ),
    ] {
        assert_eq!(project.run(arguments), Run::refused(2, format!("stateline: {message}\n")));
    }
}

#[test]
fn nushell_offers_commands_and_values() {
    if !has("nu") {
        return;
    }
    let script = project().run(["completions", "nushell"]).stdout;
    let project = project().file("work/complete-stateline.nu", script);
    for (line, expected) in [
        ("stateline lis", vec!["stateline list".to_owned()]),
        ("stateline fam", vec!["stateline families".to_owned()]),
        ("stateline list --style ", sorted(words(&["full", "compact", "smart"]))),
        ("stateline completions ", sorted(words(&SHELLS))),
    ] {
        let text = format!("use complete-stateline.nu *\n{line}");
        let at = text.len().to_string();
        fs::write(project.path("work/line.nu"), text).unwrap();
        let run =
            project.feed(project.other("nu", ["--no-config-file", "--ide-complete", &at, "line.nu"]), b"");
        let offered: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        let offered =
            offered["completions"].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned());
        assert_eq!((sorted(offered.collect()), run.stderr.as_str()), (expected, ""), "{line}");
    }
}
