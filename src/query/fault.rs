//! Error messages for filters, with the position of the mistake.

use jaq_core::{compile::Undefined, load};

use super::{Compiling, Loading, fields};
use crate::text::suggest;

/// A filter that is not valid jq.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterFault {
    /// How many characters come before the mistake.
    pub column: usize,
    /// What is wrong.
    pub why: String,
}

impl FilterFault {
    /// Describes a mistake at a byte of `dotted`, which is `filter` with its missing leading dot added.
    pub(super) fn new(filter: &str, at: usize, dotted: &str, why: String) -> Self {
        let added = dotted.len().saturating_sub(filter.trim().len());
        let blanks = filter.len().saturating_sub(filter.trim_start().len());
        let at = at.saturating_sub(added).saturating_add(blanks);
        let column = filter.get(..at.min(filter.len())).unwrap_or(filter).chars().count();
        Self { column, why }
    }
}

/// Describes what the loader could not read.
pub(super) fn of_loading(
    code: &str,
    errors: Loading<'_>,
    fault: &impl Fn(usize, String) -> FilterFault,
) -> FilterFault {
    let error = errors.into_iter().next().map(|(_, error)| error);
    let end = || fault(code.len(), "the filter is not valid jq".to_owned());
    match error {
        Some(load::Error::Lex(errors)) => errors.first().map_or_else(end, |(expected, found)| {
            fault(
                place(code, found),
                format!("the filter is not valid jq: expected {}", article(expected.as_str())),
            )
        }),
        Some(load::Error::Parse(errors)) => errors.first().map_or_else(end, |(expected, found)| {
            fault(
                place(code, found),
                format!("the filter is not valid jq: expected {}", article(expected.as_str())),
            )
        }),
        Some(load::Error::Io(errors)) => errors.first().map_or_else(end, |(path, _)| {
            fault(place(code, path), "a filter cannot load modules".to_owned())
        }),
        None => end(),
    }
}

/// Describes a name that the compiler does not know.
pub(super) fn of_compiling(
    code: &str,
    errors: Compiling<'_>,
    fault: &impl Fn(usize, String) -> FilterFault,
) -> FilterFault {
    let unknown = errors.into_iter().flat_map(|(_, errors)| errors).next();
    let Some((name, kind)) = unknown else {
        return fault(code.len(), "the filter is not valid jq".to_owned());
    };
    let why = match kind {
        Undefined::Filter(0) if name.starts_with('@') => unknown_field(name),
        Undefined::Filter(0) => format!("jq has no filter `{name}`; a field is written `.{name}`"),
        Undefined::Filter(count) => format!("jq has no filter `{name}/{count}`"),
        Undefined::Var => format!("`{name}` is not defined here"),
        other => format!("jq has no {} `{name}`", other.as_str()),
    };
    fault(place(code, name), why)
}

/// Suggests the common field that was probably meant.
fn unknown_field(name: &str) -> String {
    let known = fields().into_iter().map(|(name, _)| name);
    match suggest::nearest(name.trim_start_matches('@'), known) {
        Some(near) => format!("no field `{name}`; did you mean `@{near}`?"),
        None => format!("no field `{name}`; `stateline get --help` lists them"),
    }
}

/// Returns the offset of a part of the code, or the end if it is not part of it.
fn place(code: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).checked_sub(code.as_ptr() as usize);
    offset.filter(|offset| *offset <= code.len()).unwrap_or(code.len())
}

fn article(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']);
    match word {
        "nothing" => "nothing more".to_owned(),
        _ if word.chars().all(char::is_alphabetic) || word.contains(' ') => {
            format!("{} {word}", if vowel { "an" } else { "a" })
        }
        _ => format!("`{word}`"),
    }
}
