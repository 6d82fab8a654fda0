//! Completions for nushell: signatures of external commands.

use std::{collections::BTreeSet, fmt::Write as _};

use super::{Entry, Value};

/// Writes the script.
pub(super) fn script(entries: &[Entry]) -> String {
    let mut out = String::from("# nushell completions for stateline\n");
    let mut lists = BTreeSet::new();
    let mut signatures = String::new();
    for entry in entries {
        let name = format!("stateline {}", entry.name);
        writeln!(signatures, "\n# {}\nexport extern \"{}\" [", purpose(entry), name.trim_end())
            .unwrap_or_default();
        for flag in &entry.flags {
            let short = flag.short.map(|letter| format!("(-{letter})")).unwrap_or_default();
            let value = flag.value.map(|value| format!(": {}", typed(value, &mut lists))).unwrap_or_default();
            writeln!(signatures, "  --{}{short}{value} # {}", flag.long, flag.purpose).unwrap_or_default();
        }
        if let Some(value) = entry.operands {
            let kind = typed(value, &mut lists);
            writeln!(signatures, "  ...{}: {kind}", value.name().to_lowercase()).unwrap_or_default();
        }
        signatures.push_str("]\n");
    }
    for (name, words) in lists {
        // A command that lists the words is given the line so far.
        let (line, body) =
            if words.contains('^') { ("line: string", words) } else { ("", format!("[{words}]")) };
        writeln!(out, "\ndef \"{name}\" [{line}] {{ {body} }}").unwrap_or_default();
    }
    out + &signatures
}

fn purpose(entry: &Entry) -> &'static str {
    if entry.name.is_empty() { "the status-line hook" } else { entry.purpose }
}

/// Returns the type of a value, and adds the list that completes it to `lists`.
fn typed(value: Value, lists: &mut BTreeSet<(String, String)>) -> String {
    match value {
        Value::File => "path".to_owned(),
        Value::Directory => "directory".to_owned(),
        Value::Named(_) => "string".to_owned(),
        Value::Listed(name, flag) => {
            let name = format!("nu-complete stateline {} {flag}", name.to_lowercase());
            let kind = format!("string@\"{name}\"");
            let listed = format!(
                "let words = ($line | split row --regex '\\s+'); \
                 do {{ ^stateline ($words | get 1) --{flag} ...($words | skip 2 | drop 1) }} | complete | get stdout \
                 | lines | each {{|line| $line | split row \"\\t\" | first }}"
            );
            lists.insert((name, listed));
            kind
        }
        Value::OneOf(_) | Value::Among(..) | Value::Described(..) => {
            let words = value.words().join(" ");
            // Two lists can have the same name, as the hosts of `init` and of `--for` do, but their first
            // words differ.
            let first = words.split(' ').next().unwrap_or_default();
            let name = match value {
                Value::Among(name, _) | Value::Described(name, _) => {
                    format!("nu-complete stateline {} {first}", name.to_lowercase())
                }
                // Two of these lists may begin with the same word, so the name has all words.
                _ => format!("nu-complete stateline {}", words.replace(' ', "-")),
            };
            let kind = format!("string@\"{name}\"");
            lists.insert((name, words));
            kind
        }
    }
}
