//! Moves list items that begin in the wrong column: YAML would reject the whole list because of one of them.

use super::repair::{Chunk, Repair};

/// Why an item was moved.
const CROOKED: &str = "this item does not begin below the first one of its list";

/// The list that a line may belong to.
struct List {
    /// The column of its first dash.
    dash: usize,
    /// The column of what follows its first dash.
    content: usize,
    /// The last item, if it is in the wrong column.
    crooked: Option<Crooked>,
}

/// An item in the wrong column.
struct Crooked {
    /// The column of its dash, and of what follows it.
    dash: usize,
    content: usize,
    /// The column in which the lines below it begin, and the one in which they should.
    below: Option<(usize, usize)>,
}

impl Repair<'_> {
    /// Moves the items of an entry's lists below the first item of each, and returns whether there were any.
    pub(super) fn realign(&mut self, (from, to): Chunk) -> bool {
        let mut list: Option<List> = None;
        let mut has_moved = false;
        for index in from..to {
            let Some(line) = self.lines.get(index).map(|line| line.text.clone()) else { break };
            let body = line.trim_start_matches(' ');
            if body.trim().is_empty() || body.starts_with('#') {
                continue;
            }
            let column = line.len().saturating_sub(body.len());
            let rest = body.strip_prefix("- ").map(|rest| rest.trim_start_matches(' '));
            let content = rest.map(|rest| line.len().saturating_sub(rest.len()));
            if list.is_none() {
                list = content.map(|content| List { dash: column, content, crooked: None });
            }
            let Some(wanted) = list.as_mut().and_then(|list| list.place(column, content)) else {
                list = None;
                continue;
            };
            if wanted == column {
                continue;
            }
            has_moved = true;
            self.replace(index, format!("{}{body}", " ".repeat(wanted)), false);
            if content.is_some() && list.as_ref().is_some_and(|list| list.dash == wanted) {
                self.complain_once(index, column, CROOKED.to_owned());
            }
        }
        has_moved
    }
}

impl List {
    /// Returns the column in which a line should begin, or `None` if the list ends before it.
    ///
    /// `content` is the column of what follows the dash of an item.
    fn place(&mut self, column: usize, content: Option<usize>) -> Option<usize> {
        match (content, &mut self.crooked) {
            // Further right it is an item of a list inside this one.
            (Some(content), _) if column < self.content => {
                self.crooked =
                    (column != self.dash).then_some(Crooked { dash: column, content, below: None });
                Some(self.dash)
            }
            (_, Some(crooked)) if column > crooked.dash => {
                let aligned = self.dash.saturating_add(crooked.content).saturating_sub(crooked.dash);
                let (is, should) = *crooked.below.get_or_insert(if column == aligned {
                    (column, column)
                } else {
                    (crooked.content, aligned)
                });
                Some(column.saturating_add(should).saturating_sub(is))
            }
            (None, _) if column <= self.dash => None,
            _ => Some(column),
        }
    }
}
