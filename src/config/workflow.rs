//! Reads the workflows that the user declares with `[[workflow]]`.

use std::ops::Range;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{
    document::path,
    family::{self, declared::Workflow},
    text::{self, cut, suggest::nearest},
};

/// The most workflows that are read: each costs a look into every directory.
const MOST: usize = 16;

/// How many columns of a value a message shows.
const WIDEST: usize = 60;

/// The settings of a workflow.
pub(super) const KEYS: [&str; 9] =
    ["id", "file", "name", "done", "total", "status", "doing", "alert", "complete"];

/// Something that is wrong: where it is, what it is, and what to do.
pub(super) type Fault = (Range<usize>, String, Option<String>);

/// Reads the value of `workflow`. A workflow without a usable `id` or `file` is left out.
pub(super) fn read(
    text: &str,
    key: Range<usize>,
    value: &Spanned<DeValue<'_>>,
) -> (Vec<Workflow>, Vec<Fault>) {
    let mut reader = Reader { text, workflows: Vec::new(), faults: Vec::new() };
    let help = || Some("write `[[workflow]]` above its settings".to_owned());
    match value.get_ref() {
        DeValue::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                match item.get_ref() {
                    DeValue::Table(_) if index >= MOST => {
                        let message = format!("only the first {MOST} workflows are read");
                        reader.faults.push((item.span(), message, None));
                        break;
                    }
                    DeValue::Table(table) => reader.workflow(item.span(), table),
                    _ => reader.faults.push((item.span(), "a workflow is a table".to_owned(), help())),
                }
            }
        }
        _ => reader.faults.push((key, "`workflow` is a list of tables".to_owned(), help())),
    }
    (reader.workflows, reader.faults)
}

struct Reader<'t> {
    text: &'t str,
    workflows: Vec<Workflow>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn workflow(&mut self, span: Range<usize>, table: &DeTable<'_>) {
        let mut workflow = Workflow::default();
        for (key, value) in table {
            let name: &str = key.get_ref();
            match name {
                "id" => workflow.id = self.id(value).unwrap_or_default(),
                "file" => workflow.file = self.file(value).unwrap_or_default(),
                "name" => workflow.name = self.path(name, value),
                "done" => workflow.done = self.path(name, value),
                "total" => workflow.total = self.path(name, value),
                "status" => workflow.status = self.path(name, value),
                "doing" => workflow.doing = self.path(name, value),
                "alert" => workflow.alert = self.words(name, value),
                "complete" => workflow.complete = self.words(name, value),
                _ => self.faults.push(unknown(key)),
            }
        }
        for (name, needed, why) in [
            ("done", "total", "shows nothing"),
            ("total", "done", "shows nothing"),
            ("alert", "status", "has no effect"),
            ("complete", "status", "has no effect"),
        ] {
            if let Some((key, _)) = table.get_key_value(name).filter(|_| !table.contains_key(needed)) {
                let message = format!("`{name}` {why} without `{needed}`");
                self.faults.push((key.span(), message, Some(format!("declare `{needed}`, too"))));
            }
        }
        for (name, sample) in [("id", "deploy"), ("file", ".deploy/state.json")] {
            if !table.contains_key(name) {
                let help = format!("add a line such as `{name} = \"{sample}\"`");
                self.faults.push((span.clone(), format!("the workflow has no `{name}`"), Some(help)));
            }
        }
        if !workflow.id.is_empty() && !workflow.file.is_empty() {
            self.workflows.push(workflow);
        }
    }

    /// id = 1*40( lower-case letter / digit / `-` / `_` )
    fn id(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let is_letter =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_".contains(letter);
        let is_id =
            |id: &&str| !id.is_empty() && id.len() <= 40 && id.chars().all(is_letter) && !id.starts_with('-');
        let Some(id) = value.get_ref().as_str().filter(is_id) else {
            return self.refused("id", value, "lower-case letters, digits, `-` and `_`");
        };
        if family::family(id).is_some() {
            let help = "choose another name".to_owned();
            self.faults.push((value.span(), format!("`{id}` is a family that stateline knows"), Some(help)));
            return None;
        }
        if self.workflows.iter().any(|known| known.id == id) {
            self.faults.push((
                value.span(),
                format!("`{id}` is declared twice"),
                Some("choose another name".to_owned()),
            ));
            return None;
        }
        Some(id.to_owned())
    }

    /// file = name *( `/` name ), each of them neither `.` nor `..`, and the first without a `~`, which shells expand
    fn file(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.contains(['\\', ':', '*']);
        let is_file = |file: &&str| {
            file.len() <= 200
                && !file.starts_with('~')
                && file.split('/').all(is_name)
                && !file.contains(|letter: char| letter.is_control())
        };
        match value.get_ref().as_str().filter(is_file) {
            Some(file) => Some(file.to_owned()),
            None => self.refused(
                "file",
                value,
                "a path below a project's directory, such as `.deploy/state.json`",
            ),
        }
    }

    fn path(&mut self, name: &str, value: &Spanned<DeValue<'_>>) -> Option<String> {
        match value.get_ref().as_str().filter(|text| path::steps(text).is_some()) {
            Some(path) => Some(path.to_owned()),
            None => self.refused(
                name,
                value,
                "a plain path into the file, such as `steps.done` or `items[0].name`",
            ),
        }
    }

    fn words(&mut self, name: &str, value: &Spanned<DeValue<'_>>) -> Vec<String> {
        let word = |item: &Spanned<DeValue<'_>>| item.get_ref().as_str().map(str::to_owned);
        let words: Option<Vec<String>> = match value.get_ref() {
            DeValue::Array(items) => items.iter().map(word).collect(),
            _ => word(value).map(|word| vec![word]),
        };
        let wanted = "a list of values of the status, such as `[\"failed\"]`";
        words.or_else(|| self.refused(name, value, wanted)).unwrap_or_default()
    }

    /// Reports a value, and returns nothing in its place.
    fn refused<T>(&mut self, name: &str, value: &Spanned<DeValue<'_>>, wanted: &str) -> Option<T> {
        let written = self.text.get(value.span()).unwrap_or_default();
        let written = cut(written.lines().next().unwrap_or_default(), WIDEST);
        let message = format!("`{name}` cannot be `{written}`");
        self.faults.push((value.span(), message, Some(format!("it takes {wanted}"))));
        None
    }
}

fn unknown(key: &Spanned<std::borrow::Cow<'_, str>>) -> Fault {
    let name = cut(key.get_ref(), WIDEST);
    let help = match nearest(&name, KEYS.into_iter()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("it has {}", text::listed(KEYS.into_iter())),
    };
    (key.span(), format!("a workflow has no `{name}`"), Some(help))
}
