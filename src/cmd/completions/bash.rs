//! Completions for bash, including version 3.2, which macOS has.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{Entry, Value, commands, quoted, spellings};

/// Writes the script.
pub(super) fn script(entries: &[Entry]) -> String {
    let names: Vec<&str> = commands(entries).map(|entry| entry.name).collect();
    let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut flags = String::new();
    let mut operands: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in entries {
        for flag in &entry.flags {
            let Some(value) = flag.value else { continue };
            let cases = spellings(flag).into_iter().map(|flag| format!("{}:{flag}", entry.name));
            values.entry(action(value)).or_default().extend(cases);
        }
        writeln!(flags, "      {}:) words='{}' ;;", entry.name, entry.spellings().join(" "))
            .unwrap_or_default();
        if let Some(value) = entry.operands {
            operands.entry(action(value)).or_default().push(format!("{}:", entry.name));
        }
    }
    SCRIPT
        .replace("@COMMANDS@", &names.join(" "))
        .replace("@VALUES@", &cases(&values, "    "))
        .replace("@FLAGS@", flags.trim_end_matches('\n'))
        .replace("@OPERANDS@", &cases(&operands, "      "))
}

/// Returns the shell code that completes a value.
fn action(value: Value) -> String {
    match value {
        Value::File => "_stateline_files -f".to_owned(),
        Value::Directory => "_stateline_files -d".to_owned(),
        Value::Named(_) => ":".to_owned(),
        Value::Listed(_, flag) => format!("_stateline_listed --{flag}"),
        Value::Described(_, words) => described(&words()),
        Value::OneOf(_) | Value::Among(..) => format!("words='{}'", value.words().join(" ")),
    }
}

/// Returns the call that offers words with what they mean, two arguments each.
fn described(words: &[(&str, &str)]) -> String {
    let pairs: Vec<String> =
        words.iter().map(|(word, meaning)| format!("{word} {}", quoted(meaning, "'\\''"))).collect();
    format!("_stateline_described {}", pairs.join(" "))
}

fn cases(cases: &BTreeMap<String, Vec<String>>, indent: &str) -> String {
    let lines: Vec<String> =
        cases.iter().map(|(action, cases)| format!("{}) {action} ;;", cases.join(" | "))).collect();
    lines.join(&format!("\n{indent}"))
}

/// The template; `script` replaces each `@NAME@`.
const SCRIPT: &str = r#"# bash completions for stateline

_stateline_files() {
  local name
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do
    COMPREPLY+=("$name")
  done < <(compgen "$1" -- "$current")
}

# What the command lists after the words before. `@` and `=` are words of their own for bash, so an `@` is not inserted
# again, and a flag gets its value back.
_stateline_listed() {
  local name _ at='' word
  local -a given=()
  for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
    if ((${#given[@]})) && [[ $word == '=' || ${given[${#given[@]} - 1]} == *= ]]; then
      given[${#given[@]} - 1]+=$word
    elif [[ $word != '@' ]]; then
      given+=("$word")
    fi
  done
  if [[ $before == '@' ]]; then
    at='@'
  elif [[ $current == '@' ]]; then
    at='@'
    current=''
  fi
  while IFS=$'\t' read -r name _; do
    [[ $name == "$at$current"* ]] && COMPREPLY+=("${name#"$at"}")
  done < <(stateline "$command" "$1" ${given[@]+"${given[@]}"} 2>/dev/null)
}

# Words with what they mean, which a list of several shows; a file, if no word matches.
_stateline_described() {
  local -a meanings=()
  while (($# > 1)); do
    if [[ $1 == "$current"* ]]; then
      COMPREPLY+=("$1")
      meanings+=("$1  $2")
    fi
    shift 2
  done
  if ((${#COMPREPLY[@]} == 0)); then
    _stateline_files -f
  elif ((${#COMPREPLY[@]} > 1)) && [[ $COMP_TYPE == 63 ]]; then
    COMPREPLY=("${meanings[@]}")
  fi
}

# Some rules have backticks in their titles.
# shellcheck disable=SC2016
_stateline() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' words='' value=yes
  COMPREPLY=()
  # Bash splits `--flag=value` into three words.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $before == '=' ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} != -* ]]; then
    command=${COMP_WORDS[1]}
  fi
  case $command:$before in
    @VALUES@
    *) value='' ;;
  esac
  if [[ -z $value && $current == -* ]]; then
    case $command: in
@FLAGS@
    esac
  elif [[ -z $value ]] && ((COMP_CWORD == 1)); then
    words='@COMMANDS@'
  elif [[ -z $value ]]; then
    case $command: in
      @OPERANDS@
    esac
  fi
  if [[ -n $words ]]; then
    local word
    for word in $words; do
      [[ $word == "$current"* ]] && COMPREPLY+=("$word")
    done
  fi
}

complete -F _stateline stateline
"#;
