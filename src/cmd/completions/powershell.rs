//! Completions for `PowerShell`.

use std::fmt::Write as _;

use super::{Entry, Value, commands, quoted, spellings};

/// Writes the script.
pub(super) fn script(entries: &[Entry]) -> String {
    let (mut names, mut flags, mut values) = (String::new(), String::new(), String::new());
    for entry in commands(entries) {
        pair(&mut names, "    ", entry.name, &single(entry.purpose));
    }
    for entry in entries {
        writeln!(flags, "    {} = [ordered]@{{", single(entry.name)).unwrap_or_default();
        for flag in &entry.flags {
            for spelling in spellings(flag) {
                pair(&mut flags, "      ", &spelling, &single(flag.purpose));
                if let Some(value) = flag.value {
                    pair(&mut values, "    ", &format!("{} {spelling}", entry.name), &list(value));
                }
            }
        }
        flags.push_str("    }\n");
        if let Some(value) = entry.operands {
            pair(&mut values, "    ", entry.name, &list(value));
        }
    }
    SCRIPT
        .replace("@COMMANDS@", names.trim_end_matches('\n'))
        .replace("@FLAGS@", flags.trim_end_matches('\n'))
        .replace("@VALUES@", values.trim_end_matches('\n'))
}

fn pair(out: &mut String, indent: &str, key: &str, value: &str) {
    writeln!(out, "{indent}{} = {value}", single(key)).unwrap_or_default();
}

/// Returns the words that a value can be; `$null` for files, which the shell then completes itself.
fn list(value: Value) -> String {
    match value {
        Value::File | Value::Directory => "$null".to_owned(),
        Value::Listed(_, flag) => {
            format!("{{ param($command, $rest) & stateline $command --{flag} @rest 2>$null }}")
        }
        _ => {
            let words: Vec<String> = value.words().iter().map(|word| single(word)).collect();
            format!("@({})", words.join(", "))
        }
    }
}

fn single(text: &str) -> String {
    quoted(text, "''")
}

/// The template; `script` replaces each `@NAME@`.
const SCRIPT: &str = r#"# PowerShell completions for stateline

Register-ArgumentCompleter -Native -CommandName stateline -ScriptBlock {
  param($current, $tree, $cursor)
  $commands = [ordered]@{
@COMMANDS@
  }
  $flags = @{
@FLAGS@
  }
  $values = @{
@VALUES@
  }
  $words = @($tree.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } |
    ForEach-Object { $_.Extent.Text })
  $command = ''
  if ($words.Count -gt 1 -and -not $words[1].StartsWith('-')) { $command = $words[1] }
  $before = ''
  if ($words.Count -gt 1) { $before = $words[-1] }
  $found = [ordered]@{}
  if ($before -and $values.ContainsKey("$command $before")) {
    $values["$command $before"] | ForEach-Object { if ($_) { $found[$_] = $_ } }
  } elseif ($current.StartsWith('-')) {
    if ($flags.ContainsKey($command)) { $found = $flags[$command] }
  } elseif ($words.Count -le 1) {
    $found = $commands
  } elseif ($values.ContainsKey($command)) {
    $list = $values[$command]
    if ($list -is [scriptblock]) {
      $list = & $list $command @($words | Select-Object -Skip 2) | ForEach-Object { ($_ -split "`t")[0] }
    }
    $list | ForEach-Object { if ($_) { $found[$_] = $_ } }
  }
  $found.Keys | Where-Object { $_ -clike "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $found[$_])
  }
}
"#;
