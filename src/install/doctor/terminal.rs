//! Checks the terminal: whether it shows our symbols and colours, and its width.

use super::{Context, Item};
use crate::{config::depth, line::Depth, sys::streams};

/// Checks what the environment says about the terminal.
pub(super) fn items(context: &Context<'_>) -> Vec<Item> {
    vec![symbols(context), colors(context), width()]
}

/// Reports whether the locale can show our symbols; the first variable that is set wins.
fn symbols(context: &Context<'_>) -> Item {
    let named =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| Some((name, context.system.text(name)?)));
    let is_utf8 = |value: &str| {
        let value = value.to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    };
    match named {
        _ if !streams::HAS_LOCALE => Item::well("symbols", "Unicode"),
        Some((name, value)) if is_utf8(&value) => Item::well("symbols", format!("UTF-8 ({name}={value})")),
        _ if context.config.is_ascii() => Item::well("symbols", "ASCII, as in the settings"),
        Some((name, value)) => unsure(&format!("{name}={value} is not a UTF-8 locale")),
        None => unsure("no locale is set"),
    }
}

fn unsure(why: &str) -> Item {
    let text = format!("{why}, so `█░·│` may not be shown; `ascii = true` in the settings avoids them");
    Item::finding("symbols", text).fix("export LC_ALL=C.UTF-8")
}

/// Reports how many colours the line has, and why.
fn colors(context: &Context<'_>) -> Item {
    if !context.options.paint(context.system, true).color {
        let names = ["NO_COLOR", "CLICOLOR", "TERM"];
        let cause = names.iter().find_map(|name| Some(format!("{name}={}", context.system.text(name)?)));
        return Item::note("colours", format!("none ({})", cause.unwrap_or_else(|| "a flag".to_owned())));
    }
    let depth = match depth(context.system) {
        Depth::Rgb => "16 million",
        Depth::Indexed => "256",
        Depth::Sixteen => "16",
    };
    let says =
        ["COLORTERM", "TERM"].iter().find_map(|name| Some(format!("{name}={}", context.system.text(name)?)));
    Item::well("colours", format!("{depth} ({})", says.unwrap_or_else(|| "default".to_owned())))
}

fn width() -> Item {
    match streams::output_width() {
        Some(width) => Item::well("width", format!("{width} columns")),
        None => Item::note("width", "unknown: the output is not a terminal"),
    }
}
