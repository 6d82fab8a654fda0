//! The terminal: whether it shows our signs and colours, and how wide it is.

use super::{Item, Look};
use crate::{config::depth, line::Depth, sys::streams};

/// Looks at what the terminal says of itself.
pub(super) fn items(look: &Look<'_>) -> Vec<Item> {
    vec![signs(look), colors(look), width()]
}

/// Returns whether the locale is one with our signs in it; the first of these that is set counts.
fn signs(look: &Look<'_>) -> Item {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| Some((name, look.system.text(name)?)));
    let is_utf8 = |value: &str| {
        let value = value.to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    };
    match named {
        Some((name, value)) if is_utf8(&value) => Item::well("signs", format!("UTF-8, by {name}={value}")),
        _ if look.config.is_ascii() => Item::well("signs", "in ASCII, by the settings"),
        Some((name, value)) => unsure(&format!("{name}={value} is no UTF-8 locale")),
        None => unsure("no locale is set"),
    }
}

fn unsure(why: &str) -> Item {
    let text = format!("{why}, so `█░·│` may be spoilt; `ascii = true` in the settings avoids them");
    Item::finding("signs", text).fix("export LC_ALL=C.UTF-8")
}

/// Tells how many colours the line has, and why.
fn colors(look: &Look<'_>) -> Item {
    if !look.options.paint(look.system, true).color {
        let names = ["NO_COLOR", "CLICOLOR", "TERM"];
        let cause = names.iter().find_map(|name| Some(format!("{name}={}", look.system.text(name)?)));
        return Item::note("colours", format!("none, by {}", cause.unwrap_or_else(|| "a flag".to_owned())));
    }
    let depth = match depth(look.system) {
        Depth::Rgb => "16 million",
        Depth::Indexed => "256",
        Depth::Sixteen => "16",
    };
    let says =
        ["COLORTERM", "TERM"].iter().find_map(|name| Some(format!("{name}={}", look.system.text(name)?)));
    Item::well("colours", format!("{depth}, by {}", says.unwrap_or_else(|| "default".to_owned())))
}

fn width() -> Item {
    match streams::output_width() {
        Some(width) => Item::well("width", format!("{width} columns")),
        None => Item::note("width", "not known: the output goes to no terminal"),
    }
}
