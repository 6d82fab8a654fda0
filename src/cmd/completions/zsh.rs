//! Completions for zsh, as a file in `fpath` or for `eval`.

use std::fmt::Write as _;

use super::{Entry, Flag, Value, commands, quoted};

/// Writes the script.
pub(super) fn script(entries: &[Entry]) -> String {
    let mut out = String::from("#compdef stateline\n\n");
    out.push_str(LISTED);
    for entry in commands(entries) {
        if let Some(Value::Described(_, words)) = entry.operands {
            described(&mut out, entry.name, &words());
        }
    }
    out.push_str("_stateline() {\n  local -a commands=(\n");
    for entry in commands(entries) {
        let text = format!("{}:{}", entry.name, entry.purpose.replace(':', "\\:"));
        writeln!(out, "    {}", single(&text)).unwrap_or_default();
    }
    out.push_str(
        "  )\n  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n    \
         _describe -t commands command commands\n    return\n  fi\n  \
         if [[ $words[2] == -* ]]; then\n",
    );
    for entry in entries.iter().filter(|entry| entry.name.is_empty()) {
        arguments(&mut out, entry);
    }
    out.push_str(
        "    return\n  fi\n  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n",
    );
    for entry in commands(entries) {
        writeln!(out, "    {})", entry.name).unwrap_or_default();
        arguments(&mut out, entry);
        out.push_str("      ;;\n");
    }
    out.push_str(
        "  esac\n}\n\nif [[ $funcstack[1] == _stateline ]]; then\n  _stateline \"$@\"\nelse\n  \
         compdef _stateline stateline\nfi\n",
    );
    out
}

/// Completes what the command lists after the words before, with what each means.
const LISTED: &str = r#"_stateline_listed() {
  local -a listed=(${(f)"$(stateline $words[1] $1 "${(@Q)words[2,CURRENT-1]}" 2>/dev/null)"})
  listed=("${(@)listed//:/\\:}")
  listed=("${(@)listed/$'\t'/:}")
  _describe -t words word listed
}

"#;

/// Writes the function that completes words with what they mean, or a file.
fn described(out: &mut String, command: &str, words: &[(&str, &str)]) {
    writeln!(out, "_stateline_{command}() {{\n  local -a words_of_{command}=(").unwrap_or_default();
    for (word, meaning) in words {
        writeln!(out, "    {}", single(&format!("{word}:{}", meaning.replace(':', "\\:"))))
            .unwrap_or_default();
    }
    writeln!(out, "  )\n  _describe -t {command} {command} words_of_{command}\n  _files\n}}\n")
        .unwrap_or_default();
}

/// Writes the call that completes a command's arguments.
fn arguments(out: &mut String, entry: &Entry) {
    out.push_str("      _arguments");
    for flag in &entry.flags {
        write!(out, " \\\n        {}", specification(flag)).unwrap_or_default();
    }
    if let Some(value) = entry.operands {
        let completed = match value {
            Value::Described(name, _) => format!(":{name}:_stateline_{}", entry.name),
            _ => completed(value),
        };
        write!(out, " \\\n        {}", single(&format!("*{completed}"))).unwrap_or_default();
    }
    out.push('\n');
}

/// Writes a flag: `'(-C --dir)'{-C,--dir=}'[purpose]:DIR:_path_files -/'`.
fn specification(flag: &Flag) -> String {
    let purpose = flag.purpose.replace('[', "\\[").replace(']', "\\]");
    let rest = format!("[{purpose}]{}", flag.value.map(completed).unwrap_or_default());
    let sign = if flag.value.is_some() { "=" } else { "" };
    match flag.short {
        None => single(&format!("--{}{sign}{rest}", flag.long)),
        Some(short) => {
            let long = flag.long;
            format!("'(-{short} --{long})'{{-{short},--{long}{sign}}}{}", single(&rest))
        }
    }
}

/// Writes a value: `:STYLE:(full compact)`.
fn completed(value: Value) -> String {
    let action = match value {
        Value::File => "_files".to_owned(),
        // `_files -/` would offer all files if no directory matches.
        Value::Directory => "_path_files -/".to_owned(),
        // A space means that there is nothing to complete.
        Value::Named(_) => " ".to_owned(),
        Value::Listed(_, flag) => format!("{{_stateline_listed --{flag}}}"),
        Value::OneOf(_) | Value::Among(..) | Value::Described(..) => format!("({})", value.words().join(" ")),
    };
    format!(":{}:{action}", value.name())
}

fn single(text: &str) -> String {
    quoted(text, "'\\''")
}
