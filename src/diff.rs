//! The difference between two texts, as `diff -u` shows it.

/// How many lines stand around a change.
const AROUND: usize = 3;

/// How many lines on each side are compared one by one; beyond that, all of them changed.
const LIMIT: usize = 2000;

/// A line of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<'t> {
    /// Where a part begins: the lines before, the lines behind, each with its first and its count.
    Part([usize; 4]),
    /// A line that stays.
    Same(&'t str),
    /// A line that goes.
    Out(&'t str),
    /// A line that comes.
    In(&'t str),
}

/// Returns the parts of two texts that differ, each with a few lines around.
pub fn changes<'t>(before: &'t str, after: &'t str) -> Vec<Change<'t>> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    parts(&script(&old, &new))
}

/// Lists every line of both texts in order, told as one that stays, goes or comes.
fn script<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Change<'t>> {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (old.get(head..).unwrap_or_default(), new.get(head..).unwrap_or_default());
    let tail = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let old_middle = old_rest.get(..old_rest.len().saturating_sub(tail)).unwrap_or_default();
    let new_middle = new_rest.get(..new_rest.len().saturating_sub(tail)).unwrap_or_default();
    let mut script: Vec<Change<'t>> = old.iter().take(head).map(|line| Change::Same(line)).collect();
    script.extend(middle(old_middle, new_middle));
    script.extend(old.iter().skip(old.len().saturating_sub(tail)).map(|line| Change::Same(line)));
    script
}

/// Compares what is left between the equal ends, by the longest common run of lines.
fn middle<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Change<'t>> {
    if old.len() > LIMIT || new.len() > LIMIT {
        return old
            .iter()
            .map(|line| Change::Out(line))
            .chain(new.iter().map(|line| Change::In(line)))
            .collect();
    }
    let width = new.len().saturating_add(1);
    let mut common = vec![0_u16; old.len().saturating_add(1).saturating_mul(width)];
    let at = |i: usize, j: usize| i.saturating_mul(width).saturating_add(j);
    let read = |common: &[u16], i: usize, j: usize| common.get(at(i, j)).copied().unwrap_or_default();
    for (i, left) in old.iter().enumerate().rev() {
        for (j, right) in new.iter().enumerate().rev() {
            let (below, beside) = (i.saturating_add(1), j.saturating_add(1));
            let best = if left == right {
                read(&common, below, beside).saturating_add(1)
            } else {
                read(&common, below, j).max(read(&common, i, beside))
            };
            if let Some(cell) = common.get_mut(at(i, j)) {
                *cell = best;
            }
        }
    }
    let (mut i, mut j) = (0_usize, 0_usize);
    let mut script = Vec::new();
    loop {
        match (old.get(i), new.get(j)) {
            (Some(left), Some(right)) if left == right => {
                script.push(Change::Same(left));
                (i, j) = (i.saturating_add(1), j.saturating_add(1));
            }
            (Some(left), right)
                if right.is_none()
                    || read(&common, i.saturating_add(1), j) >= read(&common, i, j.saturating_add(1)) =>
            {
                script.push(Change::Out(left));
                i = i.saturating_add(1);
            }
            (_, Some(right)) => {
                script.push(Change::In(right));
                j = j.saturating_add(1);
            }
            (_, None) => return script,
        }
    }
}

/// Keeps the lines near a change, in parts with a heading each.
fn parts<'t>(script: &[Change<'t>]) -> Vec<Change<'t>> {
    let is_change = |change: &Change<'_>| !matches!(change, Change::Same(_));
    let is_near = |index: usize| {
        let from = index.saturating_sub(AROUND);
        script
            .iter()
            .skip(from)
            .take(index.saturating_sub(from).saturating_add(AROUND).saturating_add(1))
            .any(is_change)
    };
    let mut out: Vec<Change<'t>> = Vec::new();
    let mut heading = None;
    let (mut old, mut new) = (1_usize, 1_usize);
    for (index, change) in script.iter().enumerate() {
        let steps =
            (usize::from(!matches!(change, Change::In(_))), usize::from(!matches!(change, Change::Out(_))));
        if is_near(index) {
            let at = *heading.get_or_insert_with(|| {
                out.push(Change::Part([old, 0, new, 0]));
                out.len().saturating_sub(1)
            });
            if let Some(Change::Part([_, old_count, _, new_count])) = out.get_mut(at) {
                *old_count = old_count.saturating_add(steps.0);
                *new_count = new_count.saturating_add(steps.1);
            }
            out.push(*change);
        } else {
            heading = None;
        }
        (old, new) = (old.saturating_add(steps.0), new.saturating_add(steps.1));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_far_apart_are_parts_of_their_own() {
        let before = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
        let after = "A\nb\nc\nd\ne\nf\ng\nh\nI\n";
        assert_eq!(
            changes(before, after),
            [
                Change::Part([1, 4, 1, 4]),
                Change::Out("a\n"),
                Change::In("A\n"),
                Change::Same("b\n"),
                Change::Same("c\n"),
                Change::Same("d\n"),
                Change::Part([6, 4, 6, 4]),
                Change::Same("f\n"),
                Change::Same("g\n"),
                Change::Same("h\n"),
                Change::Out("i\n"),
                Change::In("I\n"),
            ]
        );
    }

    #[test]
    fn equal_texts_have_no_parts() {
        assert_eq!(changes("a\nb\n", "a\nb\n"), []);
    }
}
