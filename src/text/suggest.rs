//! Suggests a known word for a misspelled one.

/// The least number of letters that abbreviate a longer word.
const SHORTEST: usize = 3;

/// Returns the known word that was probably meant: the nearest one, at most two edits away, else the only one that
/// starts with it.
pub fn nearest<'w>(word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let known: Vec<&str> = known.collect();
    let length = word.chars().count();
    let with_distance = known.iter().map(|known| (distance(word, known), *known));
    let near = with_distance.filter(|(distance, _)| *distance <= (length / 2).min(2)).min();
    let mut longer = known.iter().filter(|known| length >= SHORTEST && known.starts_with(word));
    let only = || longer.next().filter(|_| longer.next().is_none()).copied();
    near.map(|(_, known)| known).or_else(only)
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
