//! The walls inside the source: no cycle between modules at any level, and nothing of a family known outside its
//! folder.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use stateline::family::{FAMILIES, Family};

/// A module's path: `["family", "gsd", "read"]`.
type Module = Vec<String>;

/// For each module, the source of its file.
type Sources = BTreeMap<Module, String>;

/// Where a family may be named outside its folder, and why.
const NAMED: &[(&str, &str)] = &[
    ("config/table.rs", "the default theme has the same name"),
    ("line/theme/table.rs", "the default theme has the same name"),
    ("check/any.rs", "the examples of its rules are files of families"),
    ("check/fence.rs", "the examples of its rules are files of families"),
    ("check/yaml.rs", "the examples of its rules are files of families"),
];

/// Fields that are not of families alone.
const SHARED_FIELDS: &[&str] = &["session_id"];

/// Reads every module of the library.
fn sources() -> Sources {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Sources::new();
    let mut open = vec![root.clone()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let below = path.strip_prefix(&root).unwrap().with_extension("");
                let mut module: Module = below.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                if module.last().is_some_and(|last| last == "mod") {
                    module.pop();
                }
                found.insert(module, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found.retain(|module, _| !matches!(module.first().map(String::as_str), Some("main" | "lib") | None));
    found
}

/// Returns the code of a source: no comments, no unit tests.
fn code(source: &str) -> String {
    let end = source.find("#[cfg(test)]\nmod tests {").unwrap_or(source.len());
    source[..end].lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns every path that starts with `crate::` or `super::`, groups in braces spelled out.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for (at, _) in code.match_indices("::") {
        let start = code[..at]
            .rfind(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .map_or(0, |at| at + 1);
        let first = &code[start..at];
        let is_inside = code[..start].ends_with("::");
        if !is_inside && matches!(first, "crate" | "super") {
            expand(&code[start..], &mut Vec::new(), &mut paths);
        }
    }
    paths
}

/// path = name *("::" (path / "{" *(path ",") "}")) ; returns what follows it
fn expand<'c>(code: &'c str, before: &mut Vec<String>, paths: &mut Vec<Vec<String>>) -> &'c str {
    if let Some(group) = code.strip_prefix('{') {
        let mut rest = group;
        loop {
            rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
            match rest.strip_prefix('}') {
                Some(after) => return after,
                None if rest.is_empty() => return rest,
                None => rest = expand(rest, before, paths),
            }
        }
    }
    let end = code.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(code.len());
    let (name, rest) = code.split_at(end);
    if name.is_empty() {
        return rest.get(1..).unwrap_or_default();
    }
    before.push(name.to_owned());
    let rest = if let Some(deeper) = rest.strip_prefix("::") {
        expand(deeper, before, paths)
    } else {
        paths.push(before.clone());
        let alias = rest.strip_prefix(" as ");
        alias.map_or(rest, |alias| alias.trim_start_matches(|letter: char| letter.is_alphanumeric()))
    };
    before.pop();
    rest
}

/// Returns the module that a path leads to, seen from `from`.
fn target(sources: &Sources, from: &[String], path: &[String]) -> Option<Module> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let mut whole: Module = match ups {
        0 => path[1..].to_vec(),
        _ => from[..from.len().checked_sub(ups)?].iter().chain(&path[ups..]).cloned().collect(),
    };
    while !whole.is_empty() && !sources.contains_key(&whole) {
        whole.pop();
    }
    (!whole.is_empty()).then_some(whole)
}

/// For each parent, which of its children name which others.
fn siblings(sources: &Sources) -> BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> {
    let mut graphs: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (module, source) in sources {
        for path in paths(&code(source)) {
            let Some(target) = target(sources, module, &path) else { continue };
            let shared = module.iter().zip(&target).take_while(|(one, other)| one == other).count();
            if let (Some(one), Some(other)) = (module.get(shared), target.get(shared)) {
                let graph = graphs.entry(module[..shared].to_vec()).or_default();
                graph.entry(one.clone()).or_default().insert(other.clone());
            }
        }
    }
    graphs
}

/// Returns whether `from` leads to `to` by any number of steps.
fn leads(graph: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in graph.get(module).into_iter().flatten() {
            if next == to {
                return true;
            }
            if seen.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    false
}

#[test]
fn no_module_leads_back_to_itself_at_any_level() {
    let graphs = siblings(&sources());
    let mut checked = 0;
    for (parent, graph) in &graphs {
        for module in graph.keys() {
            assert!(!leads(graph, module, module), "{module} leads back to itself in {parent:?}");
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} modules name another");
}

/// Returns what only the code of one family may name: its id, its module, its files, its fields and its rules.
fn known_of(family: &Family) -> Vec<String> {
    let fields = family.fields.every.iter().chain(family.fields.smart);
    let fields = fields.filter_map(|field| field.rsplit('.').next()).filter(|field| field.contains('_'));
    let fields = fields.filter(|field| !SHARED_FIELDS.contains(field)).map(|field| format!("\"{field}\""));
    let files = family.files.iter().copied().chain(family.preferences.map(|file| file.path));
    let files = files.filter_map(|file| file.split('*').next()).map(|file| format!("\"{file}"));
    let rules = family.rules.iter().copied().flatten().map(|rule| format!("\"{}\"", rule.code));
    let names = [format!("\"{}\"", family.id), format!("family::{}", family.id.replace('-', "_"))];
    names.into_iter().chain(fields).chain(files).chain(rules).collect()
}

#[test]
fn no_family_is_known_outside_its_folder() {
    let known: Vec<String> = FAMILIES.iter().flat_map(known_of).collect();
    assert!(known.len() > 80, "only {} names", known.len());
    for (module, source) in sources() {
        let file = format!("{}.rs", module.join("/"));
        let folder = format!("{}/mod.rs", module.join("/"));
        let is_allowed = NAMED.iter().any(|(path, _)| *path == file || *path == folder);
        if module[0] == "family" || is_allowed {
            continue;
        }
        let code = code(&source);
        for name in &known {
            assert!(!code.contains(name), "{file} names {name}");
        }
    }
}

/// A schema or a script next to the code is code, too.
#[test]
fn no_data_file_outside_the_families_names_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut open, mut checked) = (vec![root.clone()], 0);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path != root.join("family") {
                open.push(path);
            } else if path.is_file() && path.extension().is_some_and(|kind| kind != "rs") {
                let text = fs::read_to_string(&path).unwrap();
                checked += 1;
                for family in FAMILIES {
                    assert!(!text.contains(family.id), "{} names `{}`", path.display(), family.id);
                }
            }
        }
    }
    assert!(checked > 10, "only {checked} files");
}

#[test]
fn a_path_is_found_in_every_form_of_use() {
    let code =
        "use crate::{one::{self, Two}, three as four};\nuse super::super::five;\nfn f() { super::six::g(); }";
    let found: Vec<String> = paths(code).iter().map(|path| path.join("::")).collect();
    assert_eq!(
        found,
        ["crate::one::self", "crate::one::Two", "crate::three", "super::super::five", "super::six::g"]
    );
}
