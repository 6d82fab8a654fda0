//! The block between the fences of a Markdown file.

/// Returns the lines between a `---` on the first line and the next one; without a second one, all that follow.
pub fn block(content: &str) -> Option<&str> {
    let content = content.strip_prefix('\u{FEFF}').unwrap_or(content);
    let (first, rest) = content.split_once('\n')?;
    if !is_fence(first) {
        return None;
    }
    let mut length = 0_usize;
    for line in rest.split_inclusive('\n') {
        if is_fence(line) {
            break;
        }
        length = length.saturating_add(line.len());
    }
    rest.get(..length)
}

fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}
