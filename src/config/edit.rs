//! Changes one setting in the text of a config, and nothing else: comments and order stay.

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

use super::{
    OwnSegment, Reading, own,
    read::{self, Entry, read},
};
use crate::text::{Place, place};

/// Why a setting was not changed.
#[derive(Debug, PartialEq, Eq)]
pub enum EditFault {
    /// There is no such setting, or it does not accept the value; the sentence says which.
    Setting(String),
    /// The file is not TOML, so it cannot be changed safely; the sentence says where.
    File(String),
}

/// Returns the text with a setting in it; `words` are the value as it was typed.
pub fn with(text: &str, name: &str, words: &[String]) -> Result<String, EditFault> {
    let own = own_segments(text);
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let value = accepted(name, words, &own)?;
    let wanted = format!("{name} = {value}");
    let below = below_its_comment(text, name, &value).filter(|after| is_changed(text, after, &wanted, &own));
    let after = match below {
        Some(after) => after,
        None => put(text, name, value)?,
    };
    if is_changed(text, &after, &wanted, &own) { Ok(after) } else { Err(EditFault::File(unsafe_file())) }
}

/// Describes the values that a setting accepts.
pub fn wanted(name: &str) -> Result<String, EditFault> {
    known(name, &[]).map(|setting| setting.kind.wanted())
}

/// Refuses a setting that only the user's own config may have: a project must not say what a segment shows.
pub fn refuse_in_project(name: &str) -> Result<(), EditFault> {
    match own::known(name) {
        Some((setting, _)) if OwnSegment::is_content(setting.name) => {
            Err(EditFault::Setting(format!("`{name}` has no effect in a project; {}", read::ONLY_YOURS)))
        }
        _ => Ok(()),
    }
}

/// Returns the text without a setting.
pub fn without(text: &str, name: &str) -> Result<String, EditFault> {
    known(name, &own_segments(text))?;
    let mut document = parsed(text)?;
    let mut table: &mut dyn TableLike = document.as_table_mut();
    let (groups, last) = path(name);
    for group in groups {
        match table.get_mut(group).and_then(Item::as_table_like_mut) {
            Some(inner) => table = inner,
            None => return Ok(text.to_owned()),
        }
    }
    table.remove(last);
    let after = ended_as(text, document.to_string());
    if is_changed(text, &after, "", &[]) { Ok(after) } else { Err(EditFault::File(unsafe_file())) }
}

/// Returns the value in TOML, as a setting of this name accepts it: a list, a string, or TOML as it was typed.
fn accepted(name: &str, words: &[String], own: &[&str]) -> Result<Value, EditFault> {
    let named: Vec<String> = own.iter().map(|&name| name.to_owned()).collect();
    let setting = known(name, &named)?;
    let typed = words.join(" ");
    let items =
        || words.iter().flat_map(|word| word.split(',')).map(str::trim).filter(|word| !word.is_empty());
    let list = setting.kind.is_list().then(|| Value::Array(items().collect::<Array>()));
    let raw = typed.parse::<Value>().ok();
    let candidates = [list.clone(), Some(Value::from(typed.as_str())).filter(|_| list.is_none()), raw];
    let mut why = None;
    for candidate in candidates.into_iter().flatten() {
        let mut candidate = candidate;
        candidate.decor_mut().clear();
        match read::part(&format!("{name} = {candidate}"), own).problems.first() {
            None => return Ok(candidate),
            Some(problem) => {
                why.get_or_insert(problem.sentence());
            }
        }
    }
    Err(EditFault::Setting(why.unwrap_or_default()))
}

/// Returns the segments that the user made in this text.
fn own_segments(text: &str) -> Vec<String> {
    let document = text.parse::<DocumentMut>().unwrap_or_default();
    let own = document.get("segment").and_then(Item::as_table_like);
    own.into_iter().flat_map(TableLike::iter).map(|(name, _)| name.to_owned()).collect()
}

/// Returns the row of a setting.
fn known(name: &str, own: &[String]) -> Result<&'static super::Setting, EditFault> {
    read::known(name, own).ok_or_else(|| {
        let (message, help) = read::unknown(name);
        EditFault::Setting(help.map_or(message.clone(), |help| format!("{message}; {help}")))
    })
}

/// Splits a name: the tables, and the name in the last of them.
fn path(name: &str) -> (impl Iterator<Item = &str>, &str) {
    let (groups, last) = name.rsplit_once('.').unwrap_or(("", name));
    (groups.split('.').filter(|group| !group.is_empty()), last)
}

/// Adds the setting below the commented default that `config --init` writes, if it is there.
fn below_its_comment(text: &str, name: &str, value: &Value) -> Option<String> {
    let (group, last) = name.rsplit_once('.').unwrap_or(("", name));
    let comment = format!("# {last} = ");
    let mut table = String::new();
    let mut offset = 0_usize;
    for line in text.split_inclusive('\n') {
        offset = offset.saturating_add(line.len());
        if let Some(header) = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            header.clone_into(&mut table);
        }
        if table == group && line.starts_with(&comment) && line.ends_with('\n') {
            let (before, after) = text.split_at_checked(offset)?;
            return Some(ended_as(text, format!("{before}{last} = {value}\n{after}")));
        }
    }
    None
}

/// Sets the value, in its place if it is set already.
fn put(text: &str, name: &str, value: Value) -> Result<String, EditFault> {
    let mut document = parsed(text)?;
    let is_empty = document.as_table().is_empty() && text.trim().is_empty();
    let mut table: &mut dyn TableLike = document.as_table_mut();
    let (groups, last) = path(name);
    for group in groups {
        if !table.contains_key(group) {
            let mut new = Table::new();
            new.decor_mut().set_prefix(if is_empty { "" } else { "\n" });
            table.insert(group, Item::Table(new));
        }
        let inner = table.get_mut(group).and_then(Item::as_table_like_mut);
        table = inner.ok_or_else(|| EditFault::File(format!("`{group}` is not a table in it")))?;
    }
    match table.get_mut(last) {
        Some(Item::Value(old)) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        _ => {
            table.insert(last, Item::Value(value));
        }
    }
    Ok(ended_as(text, document.to_string()))
}

fn parsed(text: &str) -> Result<DocumentMut, EditFault> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let at = error.span().map_or(text.len(), |span| span.start);
        let Place { line, column } = place(text, at);
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        EditFault::File(format!("line {line}, column {column} is not TOML: {message}"))
    })
}

/// Writes line ends as the old text has them.
fn ended_as(before: &str, after: String) -> String {
    let is_dos = before.contains("\r\n") && before.lines().count() == before.matches("\r\n").count();
    if is_dos { after.replace("\r\n", "\n").replace('\n', "\r\n") } else { after }
}

/// Returns whether the change sets what is wanted, and leaves every other setting as it was.
fn is_changed(before: &str, after: &str, wanted: &str, own: &[&str]) -> bool {
    let (before, after, wanted) = (read(before), read(after), read::part(wanted, own));
    let values = |reading: &Reading| -> Vec<(String, String)> {
        let pair = |entry: &Entry| (entry.name.clone(), entry.json.clone());
        reading.entries.iter().map(pair).collect()
    };
    let (old, new, wanted) = (values(&before), values(&after), values(&wanted));
    let is_other = |(name, _): &&(String, String)| !wanted.iter().any(|(wanted, _)| wanted == name);
    let are_kept = if wanted.is_empty() {
        new.iter().all(|pair| old.contains(pair))
    } else {
        old.iter().filter(is_other).eq(new.iter().filter(is_other))
    };
    are_kept && wanted.iter().all(|pair| new.contains(pair)) && after.problems.len() <= before.problems.len()
}

fn unsafe_file() -> String {
    "its other settings would change, too; `stateline config edit` opens it".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str, name: &str, value: &str) -> String {
        with(text, name, &[value.to_owned()]).unwrap()
    }

    #[test]
    fn a_setting_is_added_or_replaced_and_the_rest_stays() {
        for (before, name, value, after) in [
            ("", "theme", "bright", "theme = \"bright\"\n"),
            ("", "bar.width", "5", "[bar]\nwidth = 5\n"),
            ("# mine\n", "theme", "mono", "theme = \"mono\"\n# mine\n"),
            (
                "theme = 'gsd' # as it was\nascii = true\n",
                "theme",
                "light",
                "theme = \"light\" # as it was\nascii = true\n",
            ),
            ("[bar]\nwidth = 5\n", "ascii", "true", "ascii = true\n[bar]\nwidth = 5\n"),
            ("ascii = true\n", "bar.width", "7", "ascii = true\n\n[bar]\nwidth = 7\n"),
            ("bar.width = 5\n", "bar.full", "#", "bar.width = 5\nbar.full = \"#\"\n"),
            ("bar = { width = 5 }\n", "bar.width", "6", "bar = { width = 6 }\n"),
            ("", "show", "cost, limits", "show = [\"cost\", \"limits\"]\n"),
            ("", "show", "[\"cost\"]", "show = [\"cost\"]\n"),
            ("", "show", "[]", "show = []\n"),
            ("", "separator", " | ", "separator = \" | \"\n"),
            ("", "cost.warn", "2.5", "[cost]\nwarn = 2.5\n"),
            ("", "colors.state", "bold cyan", "[colors]\nstate = \"bold cyan\"\n"),
            ("\r\ntheme = \"gsd\"\r\n", "ascii", "true", "\r\ntheme = \"gsd\"\r\nascii = true\r\n"),
            (
                "# theme = \"gsd\"\n\n[bar]\n\n# width = 10\n",
                "bar.width",
                "5",
                "# theme = \"gsd\"\n\n[bar]\n\n# width = 10\nwidth = 5\n",
            ),
            (
                "# theme = \"gsd\"\n\n[bar]\n",
                "theme",
                "mono",
                "# theme = \"gsd\"\ntheme = \"mono\"\n\n[bar]\n",
            ),
        ] {
            assert_eq!(set(before, name, value), after, "{name} {value} in {before:?}");
        }
    }

    #[test]
    fn what_no_setting_accepts_is_refused() {
        let refused = |name: &str, value: &str| with("", name, &[value.to_owned()]).unwrap_err();
        for (name, value, why) in [
            ("tehme", "x", "no setting `tehme`; did you mean `theme`?"),
            ("theme = 1\nascii", "x", "no setting `theme = 1\nascii`; `stateline config` lists them"),
            ("theme", "brigt", "`theme` cannot be `\"brigt\"`; did you mean `bright`?"),
            ("show", "cost,cst", "`show` cannot contain `\"cst\"`; did you mean `cost`?"),
            ("bar.width", "0", "`bar.width` cannot be `\"0\"`; it takes a number from 1 to 40"),
            ("ascii", "yes", "`ascii` cannot be `\"yes\"`; it takes `true` or `false`"),
        ] {
            assert_eq!(refused(name, value), EditFault::Setting(why.to_owned()), "{name} {value}");
        }
        assert_eq!(
            with("theme = x\n", "ascii", &["true".to_owned()]).unwrap_err(),
            EditFault::File(
                "line 1, column 9 is not TOML: string values must be quoted, expected literal string"
                    .to_owned()
            )
        );
    }

    #[test]
    fn a_setting_is_removed_and_the_rest_stays() {
        let text = "# a\ntheme = \"mono\" # b\n# c\nascii = true\n\n[bar]\nwidth = 5\n";
        assert_eq!(without(text, "theme").unwrap(), "# c\nascii = true\n\n[bar]\nwidth = 5\n");
        assert_eq!(
            without(text, "bar.width").unwrap(),
            "# a\ntheme = \"mono\" # b\n# c\nascii = true\n\n[bar]\n"
        );
        assert_eq!(without(text, "cost.warn").unwrap(), text);
    }
}
