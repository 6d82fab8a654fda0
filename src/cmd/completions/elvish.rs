//! Completions for elvish.

use std::fmt::Write as _;

use super::{Entry, Value, commands, quoted, spellings};

/// Writes the script.
pub(super) fn script(entries: &[Entry]) -> String {
    let (mut names, mut flags, mut values) = (String::new(), String::new(), String::new());
    for entry in commands(entries) {
        writeln!(names, "    candidate {} {}", single(entry.name), single(entry.purpose)).unwrap_or_default();
    }
    for entry in entries {
        writeln!(flags, "    &{}={{", single(entry.name)).unwrap_or_default();
        for flag in &entry.flags {
            for spelling in spellings(flag) {
                writeln!(flags, "      candidate {spelling} {}", single(flag.purpose)).unwrap_or_default();
                if let Some(value) = flag.value {
                    value_of(&mut values, &format!("{} {spelling}", entry.name), value);
                }
            }
        }
        flags.push_str("    }\n");
        if let Some(value) = entry.operands {
            value_of(&mut values, entry.name, value);
        }
    }
    SCRIPT
        .replace("@COMMANDS@", names.trim_end_matches('\n'))
        .replace("@FLAGS@", flags.trim_end_matches('\n'))
        .replace("@VALUES@", values.trim_end_matches('\n'))
}

fn value_of(out: &mut String, key: &str, value: Value) {
    let action = match value {
        Value::File | Value::Directory => "{ edit:complete-filename $current }".to_owned(),
        Value::Named(_) => "{ }".to_owned(),
        Value::Listed(_, flag) => format!("{{ listed --{flag} }}"),
        Value::Described(_, words) => {
            let candidate = |(word, meaning): &(&str, &str)| format!("candidate {word} {}", single(meaning));
            format!("{{ {} }}", words().iter().map(candidate).collect::<Vec<_>>().join("; "))
        }
        Value::OneOf(_) | Value::Among(..) => format!("{{ put {} }}", value.words().join(" ")),
    };
    writeln!(out, "    &{}={action}", single(key)).unwrap_or_default();
}

fn single(text: &str) -> String {
    quoted(text, "''")
}

/// The template; `script` replaces each `@NAME@`.
const SCRIPT: &str = r#"# elvish completions for stateline

use str

set edit:completion:arg-completer[stateline] = {|@words|
  fn candidate {|word purpose| edit:complex-candidate $word &display=$word' ('$purpose')' }
  fn listed {|flag|
    try {
      e:stateline $words[1] $flag $@words[2..-1] 2>/dev/null | from-lines | each {|line|
        put [(str:split "\t" $line)][0]
      }
    } catch { }
  }
  var current = $words[-1]
  var before = $words[-2]
  var command = ''
  if (and (> (count $words) 2) (not (str:has-prefix $words[1] '-'))) {
    set command = $words[1]
  }
  var flags = [
@FLAGS@
  ]
  var values = [
@VALUES@
  ]
  var value-of = $command' '$before
  if (has-key $values $value-of) {
    $values[$value-of]
  } elif (and (str:has-prefix $current '-') (has-key $flags $command)) {
    $flags[$command]
  } elif (== (count $words) 2) {
@COMMANDS@
  } elif (has-key $values $command) {
    $values[$command]
  }
}
"#;
