//! `stateline completions`: prints the script with which a shell completes the program's arguments.
//!
//! Each script is generated from the tables of commands and flags; there is one file per shell.

use super::{COMMANDS, Call, Command, Failure, Flag, Terminal, Value, help};
use crate::{
    error::{Error, Exit},
    sys::System,
    text::listed,
};

mod bash;
mod elvish;
mod fish;
mod nushell;
mod powershell;
mod zsh;

pub(super) const COMMAND: Command = Command {
    name: "completions",
    purpose: "print the completions for a shell",
    usage: "SHELL",
    about: "Prints a script with which SHELL completes commands, flags and their values, the fields of a state\n\
            and the rules. SHELL is bash, zsh, fish, elvish, nushell or powershell. Where the script goes:\n\
            bash: `eval \"$(stateline completions bash)\"` in ~/.bashrc.\n\
            zsh: `stateline completions zsh > ~/.zfunc/_stateline`, with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc.\n\
            fish: `stateline completions fish > ~/.config/fish/completions/stateline.fish`.\n\
            elvish: `eval (stateline completions elvish | slurp)` in ~/.config/elvish/rc.elv.\n\
            nushell: `stateline completions nushell | save -f complete-stateline.nu`, then `use complete-stateline.nu *`.\n\
            powershell: `stateline completions powershell | Out-String | Invoke-Expression` in $PROFILE.",
    examples: &[
        ("eval \"$(stateline completions bash)\"", "in ~/.bashrc"),
        ("stateline completions zsh > ~/.zfunc/_stateline", "with ~/.zfunc in fpath"),
        ("stateline completions fish | source", "in config.fish"),
        ("eval (stateline completions elvish | slurp)", "in rc.elv"),
        ("stateline completions nushell | save -f complete-stateline.nu", "`use complete-stateline.nu *`"),
        ("stateline completions powershell | Out-String | iex", "in $PROFILE"),
    ],
    flags: &[],
    shared: &[],
    operands: Some(Value::Among("SHELL", shells)),
    run,
};

/// Writes a shell's script.
type Script = fn(&[Entry]) -> String;

/// Every shell and the function that writes its script.
const SHELLS: &[(&str, Script)] = &[
    ("bash", bash::script),
    ("zsh", zsh::script),
    ("fish", fish::script),
    ("elvish", elvish::script),
    ("nushell", nushell::script),
    ("powershell", powershell::script),
];

/// A command to complete; the hook is the one with an empty name.
struct Entry {
    name: &'static str,
    purpose: &'static str,
    flags: Vec<&'static Flag>,
    operands: Option<Value>,
}

fn run(call: &Call, _system: &System, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    let [shell] = call.operands.as_slice() else {
        return Err(match call.operands.get(1) {
            None => Error::MissingOperand { wanted: listed(shells().into_iter()) },
            Some(further) => Error::Unexpected {
                command: Some(COMMAND.name),
                argument: further.to_string_lossy().into_owned(),
            },
        }
        .into());
    };
    let Some((_, script)) = SHELLS.iter().find(|(name, _)| shell == name) else {
        return Err(Error::BadOperand {
            value: shell.to_string_lossy().into_owned(),
            wanted: listed(shells().into_iter()),
        }
        .into());
    };
    terminal.out.data(script(&entries()).as_bytes())?;
    Ok(Exit::Success)
}

fn shells() -> Vec<&'static str> {
    SHELLS.iter().map(|(name, _)| *name).collect()
}

/// Returns an entry for the hook, for every command and for `help`.
fn entries() -> Vec<Entry> {
    let hook = Entry {
        name: "",
        purpose: "",
        flags: help::hook_flags().chain([&help::HELP, &help::VERSION]).collect(),
        operands: None,
    };
    let help = Entry {
        name: "help",
        purpose: help::PURPOSE,
        flags: Vec::new(),
        operands: Some(Value::Among("COMMAND", super::names)),
    };
    let commands = COMMANDS.iter().map(|command| Entry {
        name: command.name,
        purpose: command.purpose,
        flags: command.flags.iter().chain(help::shared(command)).chain([&help::HELP]).collect(),
        operands: command.operands,
    });
    [hook].into_iter().chain(commands).chain([help]).collect()
}

impl Entry {
    /// Returns every spelling of every flag: `-C`, `--dir`.
    fn spellings(&self) -> Vec<String> {
        self.flags.iter().flat_map(|flag| spellings(flag)).collect()
    }
}

/// Returns every entry except the hook.
fn commands(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    entries.iter().filter(|entry| !entry.name.is_empty())
}

/// Returns every spelling of a flag.
fn spellings(flag: &Flag) -> Vec<String> {
    let short = flag.short.map(|letter| format!("-{letter}"));
    short.into_iter().chain([format!("--{}", flag.long)]).collect()
}

/// Puts `text` into single quotes; `quote` is how the shell writes a quote inside of them.
fn quoted(text: &str, quote: &str) -> String {
    format!("'{}'", text.replace('\'', quote))
}
