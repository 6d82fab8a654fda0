//! Suggests a known word for a misspelled one.

/// Returns the known word that was probably meant: the nearest one, at most two edits away.
pub fn nearest<'w>(word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let with_distance = known.map(|known| (distance(word, known), known));
    let limit = (word.chars().count() / 2).min(2);
    with_distance.filter(|(distance, _)| *distance <= limit).min().map(|(_, known)| known)
}

/// Counts the insertions, deletions, replacements and swaps that turn one word into the other.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut next = vec![i.saturating_add(1)];
        for (j, b) in other.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX);
            let changed = at(&row, j).saturating_add(usize::from(a != b));
            let shifted = at(&row, j.saturating_add(1)).min(at(&next, j)).saturating_add(1);
            let is_swap = i > 0
                && j > 0
                && one.get(i.saturating_sub(1)) == Some(b)
                && other.get(j.saturating_sub(1)) == Some(a);
            let swapped =
                if is_swap { at(&before, j.saturating_sub(1)).saturating_add(1) } else { usize::MAX };
            next.push(changed.min(shifted).min(swapped));
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or_default()
}
