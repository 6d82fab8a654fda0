//! Makes up what plan and exec files say, as it is documented and otherwise.

use crate::harness::Random;

/// What a file is made of.
pub enum Node {
    /// A scalar; without quotes it may be read as a number or as null, which is accepted, too.
    Text(String),
    True,
    List(Vec<Self>),
    Map(Vec<(&'static str, Self)>),
}

/// Makes up one of something.
type Make = fn(&mut Random) -> Node;

/// Texts that are easily taken for something else.
const TEXTS: &[&str] = &[
    "auth-core",
    "auth-core",
    "in_progress",
    "complete",
    "blocked",
    "pending",
    "7",
    "0",
    "null",
    "~",
    "",
    "true",
    "2026-01-15T12:45:00+00:00",
    "Größe der Datei",
    "日本語 🦀",
    "it's done",
    "'quoted'",
    "\"quoted\"",
    "say \"hi\" and it's 'ok'",
    "a: b",
    "status: complete",
    "#42",
    "a #b c",
    "a#b",
    "- id: x",
    "-x",
    "[a, b]",
    "{status: blocked}",
    "a, b",
    "--- x",
    "---",
    "| x",
    "> x",
    "& x",
    "*x",
    "!x",
    "%x",
    "@x",
    "x:",
    "a:b",
    "C:\\work\\n",
    "tab\there",
    " leading",
    "trailing ",
    "two  blanks",
    "line\nstatus: complete\n\n- id: x\nend",
    "line\n# no comment\nend",
    "\x1b[31mred",
    "a\u{2028}b\u{85}c\u{a0}d\u{feff}e",
    "A sentence that is long enough to be folded over several lines by the program that writes it",
    "The log has the text status: done, the user's \"name\" and a path C:\\x, folded over lines - all of them",
];

fn text(random: &mut Random) -> Node {
    Node::Text(random.one_of(TEXTS).to_owned())
}

fn number(random: &mut Random) -> Node {
    if random.below(6) == 0 { text(random) } else { Node::Text(random.below(5).to_string()) }
}

fn truth(random: &mut Random) -> Node {
    match random.below(5) {
        0 => text(random),
        1 | 2 => Node::True,
        _ => Node::Text("false".to_owned()),
    }
}

/// Makes a map of some of the keys.
fn some(random: &mut Random, make: Vec<(&'static str, Make)>) -> Node {
    let mut map: Vec<(&'static str, Node)> = Vec::new();
    for (key, make) in make {
        if random.below(5) > 0 {
            map.push((key, make(random)));
        }
    }
    Node::Map(map)
}

/// Makes a list of up to three of something, or what is no list.
fn list(random: &mut Random, make: Make) -> Node {
    if random.below(12) == 0 {
        return text(random);
    }
    let length = random.below(4);
    let one = |_| if random.below(12) == 0 { text(random) } else { make(random) };
    Node::List((0..length).map(one).collect())
}

fn section(random: &mut Random) -> Node {
    some(random, vec![("name", text), ("status", text), ("notes", text)])
}

fn module(random: &mut Random) -> Node {
    some(
        random,
        vec![
            ("acceptance_criteria", text),
            ("assigned_to", text),
            ("dependencies", |random| list(random, text)),
            ("description", text),
            ("history", |random| list(random, section)),
            ("id", text),
            ("name", text),
            ("status", text),
            ("tags", section),
        ],
    )
}

fn assignment(random: &mut Random) -> Node {
    some(
        random,
        vec![
            ("agent", text),
            ("instruction_verification", |random| {
                some(random, vec![("authorized_at", text), ("repetition_correct", truth), ("status", text)])
            }),
            ("module", text),
            ("progress_polling", |random| {
                some(
                    random,
                    vec![
                        ("last_poll", text),
                        ("next_poll_due", text),
                        ("poll_history", |random| list(random, section)),
                    ],
                )
            }),
            ("status", text),
        ],
    )
}

/// Makes up the values of a file.
pub fn state(random: &mut Random) -> Vec<(&'static str, Node)> {
    let map = some(
        random,
        vec![
            ("phase", text),
            ("status", text),
            ("goal", text),
            ("plan_phase_complete", truth),
            ("requirements_sections", |random| list(random, section)),
            ("current_module", text),
            ("modules_status", |random| list(random, module)),
            ("modules", |random| list(random, module)),
            ("active_assignments", |random| list(random, assignment)),
            ("registered_agents", |random| {
                some(random, vec![("ai_agents", |random| list(random, assignment)), ("status", text)])
            }),
            ("modules_completed", number),
            ("modules_total", number),
            ("all_modules_complete", truth),
            ("verification_mode", truth),
            ("verification_loops_remaining", number),
            ("modifications", |random| list(random, section)),
        ],
    );
    let Node::Map(map) = map else { unreachable!() };
    map
}
