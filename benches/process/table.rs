//! Markdown tables that are also aligned as plain text.

pub(crate) const NOT_MEASURED: &str = "-";

/// A Markdown table that is also aligned as plain text; the first `left` columns are words.
pub(crate) fn print_table(header: &[&str], left: usize, rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([header[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let print_row = |cells: &[&str]| {
        for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            if column < left {
                print!("| {cell:<width$} ");
            } else {
                print!("| {cell:>width$} ");
            }
        }
        println!("|");
    };
    print_row(header);
    for (column, width) in widths.iter().enumerate() {
        let dashes = "-".repeat(*width);
        if column < left {
            print!("| {dashes} ");
        } else {
            print!("| {dashes}:");
        }
    }
    println!("|");
    for row in rows {
        print_row(&row.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// Writes `1234567` as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "two decimals are shown")]
pub(crate) fn ratio(value: u64, base: u64) -> String {
    if base == 0 { NOT_MEASURED.to_owned() } else { format!("{:.2}", value as f64 / base as f64) }
}
