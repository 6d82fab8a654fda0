//! Completions for fish.

use std::fmt::Write as _;

use super::{Entry, Value, commands, quoted};

/// Writes the script.
pub(super) fn script(entries: &[Entry]) -> String {
    let mut out = String::from(
        "# fish completions for stateline\n\n\
         function __stateline_is --description 'Whether this command is being completed'\n    \
         set --local words (commandline --tokenize --cut-at-cursor --current-process)\n    \
         if test \"$argv[1]\" = ''\n        \
         test (count $words) -eq 1; or string match --quiet -- '-*' $words[2]\n    \
         else\n        \
         test (count $words) -gt 1; and test $words[2] = $argv[1]\n    end\nend\n\n\
         function __stateline_listed --description 'What the command lists after the words before'\n    \
         set --local words (commandline --tokenize --cut-at-cursor --current-process)\n    \
         stateline $words[2] $argv[1] $words[3..] 2>/dev/null\nend\n\n\
         complete --command stateline --no-files\n",
    );
    for entry in commands(entries) {
        writeln!(
            out,
            "complete --command stateline --condition '__stateline_is \"\"' --arguments {} --description {}",
            entry.name,
            single(entry.purpose)
        )
        .unwrap_or_default();
    }
    for entry in entries {
        out.push('\n');
        let condition = format!("--condition '__stateline_is \"{}\"'", entry.name);
        for flag in &entry.flags {
            let short = flag.short.map(|letter| format!(" --short-option {letter}")).unwrap_or_default();
            let value = flag.value.map(completed).unwrap_or_default();
            writeln!(
                out,
                "complete --command stateline {condition}{short} --long-option {}{value} --description {}",
                flag.long,
                single(flag.purpose)
            )
            .unwrap_or_default();
        }
        if let Some(value) = entry.operands {
            if let Value::Described(_, words) = value {
                for (word, meaning) in words() {
                    writeln!(
                        out,
                        "complete --command stateline {condition} --arguments {word} --description {}",
                        single(meaning)
                    )
                    .unwrap_or_default();
                }
            }
            let value = match value {
                Value::File | Value::Described(..) => " --force-files".to_owned(),
                Value::Named(_) => continue,
                _ => completed(value).replace(" --exclusive", ""),
            };
            writeln!(out, "complete --command stateline {condition}{value}").unwrap_or_default();
        }
    }
    out
}

/// Returns the options of `complete` that complete a value.
fn completed(value: Value) -> String {
    match value {
        Value::File => " --require-parameter --force-files".to_owned(),
        Value::Directory => " --exclusive --arguments '(__fish_complete_directories)'".to_owned(),
        Value::Named(_) => " --exclusive".to_owned(),
        Value::Listed(_, flag) => {
            format!(" --exclusive --keep-order --arguments '(__stateline_listed --{flag})'")
        }
        Value::OneOf(_) | Value::Among(..) | Value::Described(..) => {
            format!(" --exclusive --arguments '{}'", value.words().join(" "))
        }
    }
}

fn single(text: &str) -> String {
    quoted(&text.replace('\\', "\\\\"), "\\'")
}
