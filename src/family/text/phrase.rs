//! A sentence or a title from a file, short enough for a line and without its Markdown.

use std::borrow::Cow;

use crate::text;

/// The most bytes to read, because characters of zero width would never fill the line.
const LONGEST: usize = 2 << 10;

/// Returns text on one line, without Markdown's marks for code and emphasis, in at most `most` columns.
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    let text = text.get(..text.floor_char_boundary(LONGEST)).unwrap_or(text).trim();
    let is_plain = !text.contains(['`', '\n', '\r', '\t'])
        && !text.contains("  ")
        && !text.contains("**")
        && !text.contains("](");
    let plain = if is_plain { Cow::Borrowed(text) } else { Cow::Owned(plain(text)) };
    if text::cells(&plain) <= most { plain } else { Cow::Owned(text::cut(&plain, most)) }
}

fn plain(text: &str) -> String {
    let text = without_links(text).replace("**", "").replace('`', "");
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Keeps the text of each link: `[build](https://…)` is `build`.
fn without_links(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, link)) = rest.split_once("](") {
        let parts = before.rsplit_once('[').zip(link.split_once(')'));
        let Some(((before, label), (_, after))) = parts else { break };
        out.push_str(before);
        out.push_str(label);
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_loses_its_marks_and_its_line_ends() {
        let cut = |text| cut(text, 20).into_owned();
        assert_eq!(cut("  Add `fmt` to **CI**\nand docs "), "Add fmt to CI and d…");
        assert_eq!(cut("2 * 3 in __init__"), "2 * 3 in __init__");
        assert_eq!(cut("直到找不到任何可以优化的点"), "直到找不到任何可以…");
        assert_eq!(cut("``"), "");
        assert_eq!(cut("See [the build](x.md) now"), "See the build now");
        assert_eq!(cut("a](b [c](d"), "a](b [c](d");
    }
}
