//! What the program is made of, held to deny.toml: licences, sources, and no package twice without a reason.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use serde_json::Value;
use toml::de::DeTable;

/// Returns the texts in a list of deny.toml, or those that a field of its members has.
fn denied(table: &str, list: &str, field: Option<&str>) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    let text = fs::read_to_string(path).unwrap();
    let deny = DeTable::parse(&text).unwrap();
    let items = deny.get_ref()[table].get_ref()[list].get_ref().as_array().unwrap().iter();
    let value = |item: &toml::Spanned<toml::de::DeValue<'_>>| {
        let item = item.get_ref();
        field.map_or(item, |field| item[field].get_ref()).as_str().unwrap().to_owned()
    };
    items.map(value).collect()
}

/// Returns every package of Cargo.lock that any feature or platform needs, this one aside.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--all-features"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let Value::Array(mut packages) = metadata["packages"].take() else { panic!("no packages") };
    packages.retain(|package| package["name"] != env!("CARGO_PKG_NAME"));
    assert!(packages.len() > 100, "{} packages", packages.len());
    packages
}

fn text<'v>(package: &'v Value, field: &str) -> &'v str {
    package[field].as_str().unwrap_or_default()
}

/// Tells whether a licence expression can be met.
///
/// expression = all *( ("OR" / "/") all ); all = one *( "AND" one ); one = name ["WITH" name] / "(" expression ")"
fn is_met(expression: &str, is_allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (met, rest) = any(&words, is_allowed);
    assert_eq!(rest, [""; 0], "{expression}");
    met
}

fn any<'w, 't>(words: &'w [&'t str], is_allowed: &dyn Fn(&str) -> bool) -> (bool, &'w [&'t str]) {
    let (mut met, mut rest) = all(words, is_allowed);
    while let ["OR", behind @ ..] = rest {
        let other = all(behind, is_allowed);
        (met, rest) = (met | other.0, other.1);
    }
    (met, rest)
}

fn all<'w, 't>(words: &'w [&'t str], is_allowed: &dyn Fn(&str) -> bool) -> (bool, &'w [&'t str]) {
    let (mut met, mut rest) = one(words, is_allowed);
    while let ["AND", behind @ ..] = rest {
        let other = one(behind, is_allowed);
        (met, rest) = (met & other.0, other.1);
    }
    (met, rest)
}

fn one<'w, 't>(words: &'w [&'t str], is_allowed: &dyn Fn(&str) -> bool) -> (bool, &'w [&'t str]) {
    match words {
        ["(", inner @ ..] => {
            let (met, rest) = any(inner, is_allowed);
            assert_eq!(rest.first(), Some(&")"));
            (met, &rest[1..])
        }
        [name, "WITH", exception, rest @ ..] => (is_allowed(&format!("{name} WITH {exception}")), rest),
        [name, rest @ ..] => (is_allowed(name), rest),
        [] => (false, words),
    }
}

#[test]
fn every_licence_is_one_that_is_allowed() {
    let allowed = denied("licenses", "allow", None);
    let refused: Vec<String> = packages()
        .iter()
        .filter(|package| {
            !is_met(text(package, "license"), &|name| allowed.iter().any(|allowed| allowed == name))
        })
        .map(|package| format!("{} {}: {}", package["name"], package["version"], package["license"]))
        .collect();
    assert_eq!(refused, [""; 0]);
}

#[test]
fn a_licence_expression_is_read_as_it_is_meant() {
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR GPL-3.0) AND Zlib", true),
        ("(MIT OR Zlib) AND GPL-3.0", false),
        ("MIT OR Zlib AND GPL-3.0", true),
        ("MIT WITH exception", false),
        ("", false),
    ] {
        assert_eq!(is_met(expression, &|name| ["MIT", "Zlib"].contains(&name)), met, "{expression}");
    }
}

#[test]
fn every_package_comes_from_the_registry() {
    let mut sources: Vec<String> =
        packages().iter().map(|package| text(package, "source").to_owned()).collect();
    sources.dedup();
    assert!(sources.len() == 1 && sources[0].starts_with("registry+"), "{sources:?}");
}

/// Both ways round: a package that is there once again must leave the list.
#[test]
fn no_package_is_there_twice_without_a_reason() {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages() {
        versions
            .entry(text(&package, "name").to_owned())
            .or_default()
            .push(text(&package, "version").to_owned());
    }
    let mut twice = Vec::new();
    for (name, mut versions) in versions {
        // The newest is the one to stay with.
        versions.sort_by_key(|version| {
            version.split('.').map(|part| part.parse::<u64>().unwrap_or(0)).collect::<Vec<_>>()
        });
        versions.pop();
        twice.extend(versions.iter().map(|version| format!("{name}@{version}")));
    }
    assert_eq!(twice, denied("bans", "skip", Some("crate")));
}
