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
        for limit in [64, 1000] {
            let cut = row.clone().cut(limit).painted();
            assert!(cut.len() <= limit, "{} bytes, not {limit}: {cut:?}", cut.len());
            shown::assert_harmless(&shown::without_colors(&shown::without_links(&cut)));
        }
    }
}
