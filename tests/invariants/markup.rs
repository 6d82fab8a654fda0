//! Rows that another program has painted: colours and links stay, and nothing else that a terminal obeys.

use stateline::line::Row;

use super::shown;

/// Each line of the input is a row.
pub fn holds(bytes: &[u8]) {
    for line in super::text(bytes).lines() {
        let row = Row::read(line);
        let painted = row.painted();
        shown::assert_short(&painted);
        let plain = shown::without_colors(&shown::without_links(&painted));
        shown::assert_harmless(&plain);
        shown::assert_fits(&plain, Some(row.cells()));
        assert_eq!(Row::read(&painted).painted(), painted, "a row that was read is read as it is");
        assert_text_wins(line, &plain);
        for limit in [64, 1000] {
            let cut = row.clone().cut(limit).painted();
            assert!(cut.len() <= limit, "{} bytes, not {limit}: {cut:?}", cut.len());
            shown::assert_harmless(&shown::without_colors(&shown::without_links(&cut)));
        }
    }
}

/// However many colours a row has, its text is the same if that fits.
fn assert_text_wins(line: &str, plain: &str) {
    if plain.len() > shown::LONGEST / 2 {
        return;
    }
    for colors in ["\x1B[31m", "\x1B[31m\x1B[0m", "\x1B[1m\x1B[38;5;9m"] {
        let painted = Row::read(&format!("{}{line}", colors.repeat(1000))).painted();
        let text = shown::without_colors(&shown::without_links(&painted));
        // With its markup, the row itself may have been too long.
        assert!(text == plain || text.starts_with(plain.trim_end_matches('…')), "{text:?} is not {plain:?}");
    }
}
