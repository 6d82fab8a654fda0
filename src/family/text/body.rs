//! The Markdown body of a state file as JSON: its sections, with their fields, lists and tables.

use serde_json::{Map, Value};

/// The names of sections, if they are not the heading in lower case.
const NAMES: &[(&str, &str)] = &[
    ("blockers_concerns", "blockers"),
    ("blockers_and_concerns", "blockers"),
    ("session", "session_continuity"),
    ("todos", "pending_todos"),
    ("key_decisions", "decisions"),
];

/// The sections that are always lists, even if they are empty.
const LISTS: &[&str] = &["decisions", "pending_todos", "blockers"];

/// Items of such a list that mean that it is empty.
const NOTHING: &[&str] = &["none", "none yet", "none.", "none yet.", "-", "—", "n/a"];

/// The contents of a section.
#[derive(Debug, Default)]
struct Section {
    fields: Map<String, Value>,
    items: Vec<Value>,
    rows: Vec<Value>,
    /// The columns of the current table.
    columns: Option<Vec<String>>,
    text: String,
}

/// Reads every section that has contents other than subsections.
pub fn sections(body: &str) -> Value {
    let mut sections = Map::new();
    let mut open: Option<(String, Section)> = None;
    let mut in_code = false;
    for line in body.lines() {
        let line = line.trim_end();
        in_code ^= line.trim_start().starts_with("```");
        let heading = heading(line).filter(|_| !in_code);
        if let Some(title) = heading {
            close(&mut sections, open.take());
            open = Some((named(title), Section::default()));
        } else if let Some((_, section)) = &mut open {
            section.take(line);
        }
    }
    close(&mut sections, open);
    Value::Object(sections)
}

/// Stores a section under its name; of two with the same name the first wins.
fn close(sections: &mut Map<String, Value>, open: Option<(String, Section)>) {
    let Some((name, section)) = open else { return };
    let is_list = LISTS.contains(&name.as_str());
    if let Some(value) = section.value(is_list)
        && !name.is_empty()
        && !sections.contains_key(&name)
    {
        sections.insert(name, value);
    }
}

/// heading = 1*6`#` blank title
fn heading(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    let depth = line.len().saturating_sub(title.len());
    (1..=6).contains(&depth).then(|| title.strip_prefix(' '))?.map(str::trim)
}

/// Converts a title to a name: `Blockers/Concerns` becomes `blockers`.
fn named(title: &str) -> String {
    let name = snake(title);
    NAMES.iter().find(|(long, _)| *long == name).map_or(name, |(_, short)| (*short).to_owned())
}

/// Converts to lower case and joins the words with `_`.
fn snake(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<String>>().join("_")
}

impl Section {
    fn take(&mut self, line: &str) {
        let bare = line.trim();
        if let Some(cells) = cells(bare) {
            return self.row(&cells);
        }
        self.columns = None;
        if bare.is_empty() {
            return;
        }
        let item = ["- ", "* ", "+ "].iter().find_map(|mark| bare.strip_prefix(mark));
        if let Some((name, value)) = field(item.unwrap_or(bare), item.is_some()) {
            // The first wins, as for the line.
            self.fields.entry(name).or_insert_with(|| Value::String(value.to_owned()));
        }
        if let Some(item) = item {
            let item = item.strip_prefix("[ ] ").unwrap_or(item);
            self.items.push(Value::String(item.trim().to_owned()));
        } else {
            if !self.text.is_empty() {
                self.text.push('\n');
            }
            self.text.push_str(bare);
        }
    }

    /// Adds a row of a table; the first one has the names of the columns.
    fn row(&mut self, cells: &[&str]) {
        let Some(columns) = &self.columns else {
            self.columns = Some(cells.iter().map(|cell| snake(cell)).collect());
            return;
        };
        let is_rule = cells.iter().all(|cell| cell.chars().all(|mark| matches!(mark, '-' | ':' | ' ')));
        // A row of single dashes, from a template, is as empty as the rule below the header.
        if is_rule {
            return;
        }
        let pairs = columns.iter().zip(cells);
        let row: Map<String, Value> =
            pairs.map(|(column, cell)| (column.clone(), Value::String((*cell).to_owned()))).collect();
        self.rows.push(Value::Object(row));
    }

    /// Returns the section as JSON: its list, else its fields and rows, else its text.
    fn value(self, is_list: bool) -> Option<Value> {
        let Self { mut fields, items, rows, text, .. } = self;
        if is_list {
            let lines = || text.lines().map(|line| Value::String(line.to_owned())).collect();
            let items: Vec<Value> = if items.is_empty() && rows.is_empty() { lines() } else { items };
            let says = |item: &Value| {
                !item.as_str().is_some_and(|item| NOTHING.contains(&item.to_lowercase().as_str()))
            };
            return Some(Value::Array(items.into_iter().filter(says).chain(rows).collect()));
        }
        if !rows.is_empty() {
            fields.insert("table".to_owned(), Value::Array(rows));
        }
        if !fields.is_empty() {
            return Some(Value::Object(fields));
        }
        if !items.is_empty() {
            return Some(Value::Array(items));
        }
        (!text.is_empty()).then_some(Value::String(text))
    }
}

/// row = `|` cell *( `|` cell ) [`|`]
fn cells(line: &str) -> Option<Vec<&str>> {
    let inside = line.strip_prefix('|')?;
    let inside = inside.strip_suffix('|').unwrap_or(inside);
    Some(inside.split('|').map(str::trim).collect())
}

/// field = [`**`] 1*4word `:` [`**`] blank value
fn field(line: &str, _is_item: bool) -> Option<(String, &str)> {
    let bare = line.strip_prefix("**").unwrap_or(line);
    let (name, rest) = bare.split_once(':')?;
    let name = name.strip_suffix("**").unwrap_or(name);
    let rest = rest.strip_prefix("**").unwrap_or(rest);
    let value = rest.strip_prefix(' ')?.trim();
    let is_word = |word: &str| word.chars().all(|letter| letter.is_alphanumeric() || "_-/".contains(letter));
    let words = name.split(' ').count();
    let fits =
        (1..=4).contains(&words) && name.starts_with(char::is_alphabetic) && name.split(' ').all(is_word);
    (fits && !value.is_empty()).then(|| (snake(name), value))
}
