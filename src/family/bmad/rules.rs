//! The rules for the file of a sprint.

use std::{collections::HashSet, ops::Range, path::Path};

use super::{
    place::{self, Pointer},
    read::{Item, Kind, MAP, Sprint, Status},
};
use crate::{
    family::rule::{Finding, Piece, Rule, Scope, Severity, Subject, words},
    text::suggest,
};

pub(super) const RULES: &[Rule] = &[STATUS, SEVERAL, TWICE, PLACE, OPEN, NO_MAP];

/// The path of the file.
const FILE: &str = "_bmad-output/implementation-artifacts/sprint-status.yaml";

/// A file that no rule reports.
const GOOD: &[Piece] = &[(
    FILE,
    "project: shop\ndevelopment_status:\n  epic-1: in-progress\n  1-1-user-accounts: done\n  \
     1-2-product-list: in-progress\n  1-3-search: backlog\n  epic-1-retrospective: optional\n",
)];

/// Returns the line of an entry.
fn line(subject: &Subject<'_>, item: &Item<'_>) -> Range<usize> {
    let line = subject.text.get(item.at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    item.at..item.at.saturating_add(line.trim_end().len())
}

/// Returns what a closure finds in a sprint; nothing if the file has none.
fn in_sprint(subject: &Subject<'_>, find: impl FnOnce(&Sprint<'_>) -> Vec<Finding>) -> Vec<Finding> {
    Sprint::read(subject.text).map(|sprint| find(&sprint)).unwrap_or_default()
}

const STATUS: Rule = Rule {
    code: "SL700",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "a status that BMAD does not know",
    page: "The status of a story is `backlog`, `ready-for-dev`, `in-progress`, `review` or `done` (older: `drafted`). \
           BMAD's agents look for these words to find the next story, so a story with another one is passed over. \
           The line takes a word that it does not know for `backlog`.\n\n\
           Use one of these words. A remark belongs after a `#`.",
    fails: &[(
        FILE,
        "project: shop\ndevelopment_status:\n  epic-1: in-progress\n  1-1-user-accounts: reveiw\n",
    )],
    passes: GOOD,
    find: |subject| {
        in_sprint(subject, |sprint| {
            let unknown = |item: &&Item<'_>| {
                let is_known =
                    Status::WORDS.contains(&item.status) || matches!(item.status, "contexted" | "optional");
                !item.status.is_empty() && !is_known
            };
            let finding = |item: &Item<'_>| {
                let message = format!("`{}` is not a status", item.status);
                let finding = Finding::new(line(subject, item), message);
                let finding = match suggest::nearest(item.status, Status::WORDS.iter().copied()) {
                    Some(meant) => finding.help(format!("did you mean `{meant}`?")),
                    None => finding.help(format!("it takes {}", words::either(Status::WORDS))),
                };
                // Many projects have a few words of their own, and the line knows the usual ones.
                if Status::of(item.status) == Status::Unknown { finding } else { finding.hint() }
            };
            sprint.items.iter().filter(unknown).map(finding).collect()
        })
    },
};

const SEVERAL: Rule = Rule {
    code: "SL701",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "several stories are in progress",
    page: "More than one story is `in-progress`. BMAD's developer agent goes on with the first one. Often the second \
           was begun before the first was set to `review` or `done`.\n\n\
           Set those to `done`, or back to `ready-for-dev`. If a team works on several at once, ignore this.",
    fails: &[(
        FILE,
        "project: shop\ndevelopment_status:\n  1-1-user-accounts: in-progress\n  1-2-product-list: in-progress\n",
    )],
    passes: GOOD,
    find: |subject| {
        in_sprint(subject, |sprint| {
            let under_way = sprint.stories().filter(|(_, status)| *status == Status::InProgress);
            let finding = |(item, _): (&Item<'_>, _)| {
                let message = format!("`{}` is in progress, too", item.key);
                Finding::new(line(subject, item), message)
            };
            under_way.skip(1).map(finding).collect()
        })
    },
};

const TWICE: Rule = Rule {
    code: "SL702",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "an entry is there twice",
    page: "The map has the same key twice. YAML parsers reject such a file or use one of the two values, so it is \
           unclear what the status is, and the story is counted twice.\n\n\
           Keep one of the two lines.",
    fails: &[(
        FILE,
        "project: shop\ndevelopment_status:\n  1-1-user-accounts: done\n  1-1-user-accounts: review\n",
    )],
    passes: GOOD,
    find: |subject| {
        in_sprint(subject, |sprint| {
            let mut seen = HashSet::new();
            let again = sprint.items.iter().filter(|item| !seen.insert(item.key));
            let finding = |item: &Item<'_>| {
                Finding::new(line(subject, item), format!("`{}` is there twice", item.key)).label("again")
            };
            again.map(finding).collect()
        })
    },
};

const PLACE: Rule = Rule {
    code: "SL703",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the config names another folder",
    page: "The config of BMAD (`_bmad/bmm/config.yaml`, `implementation_artifacts`) names a folder in which there is no \
           `sprint-status.yaml`, or one outside the project. BMAD's agents look there, so they do not see this file, \
           and may begin a second one.\n\n\
           Move the file, or correct the config. A folder outside the project is not followed.",
    fails: &[
        ("docs/sprint-status.yaml", "project: shop\ndevelopment_status:\n  1-1-user-accounts: done\n"),
        ("_bmad/bmm/config.yaml", "implementation_artifacts: \"{project-root}/_bmad-output/stories\"\n"),
    ],
    passes: GOOD,
    find: |subject| {
        let here = subject.dir();
        // The file is at most a few folders below the project.
        let project = |dir: &&Path| {
            place::configured(if dir.as_os_str().is_empty() { Path::new(".") } else { dir }).is_some()
        };
        let Some(dir) = here.and_then(|dir| dir.ancestors().take(5).find(project)) else { return Vec::new() };
        let dir = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
        let message = match place::configured(dir) {
            Some((config, Pointer::Inside(folder))) => {
                let named = dir.join(&folder);
                let is_here = here.and_then(|here| here.canonicalize().ok()) == named.canonicalize().ok();
                let has_file = named.join("sprint-status.yaml").exists();
                (!is_here && !has_file)
                    .then(|| format!("`{config}` names `{folder}`, which has no such file"))
            }
            Some((config, Pointer::Outside(folder))) => {
                Some(format!("`{config}` names `{folder}`, which is outside the project"))
            }
            None => None,
        };
        message.map(|message| Finding::new(subject.first_line(), message)).into_iter().collect()
    },
};

const OPEN: Rule = Rule {
    code: "SL704",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "an epic is done, but one of its stories is not",
    page: "The epic is `done`, and a story of it is still open. The story counts as open, and is offered as the next \
           one when nothing else is left.\n\n\
           Set the story to `done`, or to `deferred` if it is not wanted any more.",
    fails: &[(FILE, "project: shop\ndevelopment_status:\n  epic-1: done\n  1-1-user-accounts: backlog\n")],
    passes: GOOD,
    find: |subject| {
        in_sprint(subject, |sprint| {
            let epics = sprint.items.iter().filter(|item| item.kind == Kind::Epic);
            let done: HashSet<&str> =
                epics.filter(|item| Status::of(item.status) == Status::Done).filter_map(Item::epic).collect();
            let open = sprint.stories().filter(|(item, status)| {
                let is_open = !matches!(status, Status::Done | Status::Dropped);
                is_open && item.epic().is_some_and(|epic| done.contains(epic))
            });
            let finding = |(item, _): (&Item<'_>, _)| {
                let epic = item.epic().unwrap_or_default();
                let message = format!("epic {epic} is done, but `{}` is `{}`", item.key, item.status);
                Finding::new(line(subject, item), message)
            };
            open.map(finding).collect()
        })
    },
};

const NO_MAP: Rule = Rule {
    code: "SL705",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the file has no `development_status`",
    page: "A `sprint-status.yaml` has the status of every story below `development_status:`. This file has no such map, \
           so BMAD's agents find no story in it, and there is no line.\n\n\
           Let BMAD write the file again (`sprint-planning`), or give a file of another tool another name.",
    fails: &[(FILE, "project: shop\nstories:\n  - id: 1-1\n    status: done\n")],
    passes: GOOD,
    find: |subject| {
        let has_text = !subject.text.trim().is_empty();
        if !has_text || Sprint::read(subject.text).is_some() {
            return Vec::new();
        }
        vec![Finding::new(subject.first_line(), format!("there is no `{MAP}`"))]
    },
};
