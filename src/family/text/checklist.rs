//! The tasks of a Markdown file: the lines with a box, `- [ ] 1.2 Do it`, and the headings above them.

/// How a family writes its boxes.
#[derive(Clone, Copy, Debug)]
pub struct Boxes {
    /// Whether code blocks and comments hold samples, not tasks, and boxes may explain their marks.
    pub has_samples: bool,
    /// Whether `[-]`, `[~]`, `[]` and an asterisk after the box have a meaning.
    pub has_marks: bool,
}

/// What a box says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `[ ]`
    Open,
    /// `[x]` or `[X]`
    Done,
    /// `[-]`
    Active,
}

/// A line with a box.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// What its box says.
    pub mark: Mark,
    /// Whether it has an asterisk: it may be left out.
    pub is_optional: bool,
    /// How far it is indented, in columns.
    pub indent: usize,
    /// Its number, such as `1.2` or `T024`, if it begins with one.
    pub id: Option<&'a str>,
    /// What is to be done, without the number.
    pub text: &'a str,
    /// The index of the heading that it is below.
    pub heading: Option<usize>,
    /// Where its line begins, in bytes.
    pub at: usize,
    /// The number of its line, from 1.
    pub line: usize,
}

/// A heading.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// How deep it is: 1 is a title.
    pub level: usize,
    /// Its text.
    pub title: &'a str,
}

/// A box with a mark that means nothing to the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The character in the box.
    pub mark: char,
    /// Where it is, in bytes.
    pub at: usize,
}

/// What was read of a file.
#[derive(Debug, Default)]
pub struct Checklist<'a> {
    /// The tasks, in the order of the file.
    pub tasks: Vec<Task<'a>>,
    /// The headings, in the order of the file.
    pub headings: Vec<Heading<'a>>,
    /// The boxes that are not tasks because of their mark.
    pub unknown: Vec<Unknown>,
}

/// A box at the beginning of a line.
enum Found<'a> {
    Task(Mark, bool, &'a str),
    Unknown(char),
}

/// Where a line is: a block of code or a comment goes on over several.
#[derive(PartialEq, Eq)]
enum Inside<'a> {
    Text,
    /// The fence that opened it.
    Code(&'a str),
    Comment,
}

impl<'a> Checklist<'a> {
    /// Reads a file.
    pub fn read(text: &'a str, boxes: Boxes) -> Self {
        let mut list = Self::default();
        let mut inside = Inside::Text;
        let mut at = 0_usize;
        for (index, whole) in text.split_inclusive('\n').enumerate() {
            let start = at;
            at = at.saturating_add(whole.len());
            let line = whole.trim_end();
            let line = if index == 0 { line.strip_prefix('\u{FEFF}').unwrap_or(line) } else { line };
            let bare = line.trim_start();
            if boxes.has_samples && is_sample(bare, &mut inside) {
                continue;
            }
            if let Some(heading) = heading(line) {
                list.headings.push(heading);
                continue;
            }
            let indent = indent(line, bare);
            match found(bare, boxes) {
                Some(Found::Task(_, _, written)) if boxes.has_samples && is_legend(written) => {}
                Some(Found::Task(mark, is_optional, written)) => {
                    let (id, text) = numbered(written);
                    let heading = list.headings.len().checked_sub(1);
                    let line = index.saturating_add(1);
                    let task = Task { mark, is_optional, indent, id, text, heading, at: start, line };
                    list.tasks.push(task);
                }
                Some(Found::Unknown(mark)) => {
                    let before = whole.find('[').unwrap_or_default().saturating_add(1);
                    list.unknown.push(Unknown { mark, at: start.saturating_add(before) });
                }
                None => {}
            }
        }
        list
    }

    /// Returns the title of the file: its first heading.
    pub fn title(&self) -> Option<&'a str> {
        self.headings.first().filter(|heading| heading.level == 1).map(|heading| heading.title)
    }

    /// Returns the last heading above a task that is at most `level` deep, but no title.
    pub fn heading(&self, task: &Task<'_>, level: usize) -> Option<&'a str> {
        let above = self.headings.get(..=task.heading?)?;
        let is_group = |heading: &&Heading<'_>| (2..=level).contains(&heading.level);
        above.iter().rev().find(is_group).map(|heading| heading.title)
    }

    /// Returns the headings that a task is below, the nearest first: each is less deep than the one before.
    pub fn above(&self, task: &Task<'_>) -> impl Iterator<Item = &Heading<'a>> {
        let above = task.heading.and_then(|last| self.headings.get(..=last)).unwrap_or_default();
        let mut level = usize::MAX;
        above.iter().rev().filter(move |heading| {
            let is_above = heading.level < level;
            level = level.min(heading.level);
            is_above
        })
    }

    /// Ticks the tasks that are indented below one that is done: it is done with all of its parts but optional ones.
    pub fn tick_parts(&mut self) {
        let mut done: Option<usize> = None;
        for task in &mut self.tasks {
            match done {
                Some(indent) if task.indent > indent => {
                    let is_spared = task.is_optional && task.mark == Mark::Open;
                    task.mark = if is_spared { Mark::Open } else { Mark::Done };
                }
                _ => done = (task.mark == Mark::Done).then_some(task.indent),
            }
        }
    }

    /// Returns for each task whether it has tasks of its own: the next one is deeper, or its number says so.
    pub fn parents(&self) -> Vec<bool> {
        let next = self.tasks.iter().skip(1).map(Some).chain([None]);
        let is_parent =
            |(task, next): (&Task<'_>, Option<&Task<'_>>)| next.is_some_and(|next| task.holds(next));
        self.tasks.iter().zip(next).map(is_parent).collect()
    }
}

impl Task<'_> {
    /// Returns whether the task after this one is a part of it.
    pub fn holds(&self, next: &Self) -> bool {
        let is_below =
            |(own, next): (&str, &str)| next.strip_prefix(own).is_some_and(|rest| rest.starts_with('.'));
        next.indent > self.indent || self.id.zip(next.id).is_some_and(is_below)
    }
}

/// Returns whether a line is part of a block of code or of a comment.
fn is_sample<'a>(bare: &'a str, inside: &mut Inside<'a>) -> bool {
    let after = match inside {
        Inside::Code(fence) => {
            // A fence is closed by one that is at least as long, with nothing after it.
            let closes = bare.starts_with(*fence) && bare.trim_start_matches(['`', '~']).is_empty();
            if closes { Inside::Text } else { return true }
        }
        Inside::Comment if bare.contains("-->") => Inside::Text,
        Inside::Comment => return true,
        Inside::Text => match fence(bare) {
            Some(fence) => Inside::Code(fence),
            None if bare.starts_with("<!--") && bare.contains("-->") => return true,
            None if bare.starts_with("<!--") => Inside::Comment,
            None => return false,
        },
    };
    *inside = after;
    true
}

/// Returns the marks that open a block of code: at least three backticks or tildes.
fn fence(bare: &str) -> Option<&str> {
    let first = bare.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let length = bare.len().saturating_sub(bare.trim_start_matches(first).len());
    if length < 3 { None } else { bare.get(..length) }
}

/// heading = 1*6"#" blank title
fn heading(line: &str) -> Option<Heading<'_>> {
    let after = line.trim_start_matches('#');
    let level = line.len().saturating_sub(after.len());
    let title = after.strip_prefix([' ', '\t'])?.trim();
    (1..=6).contains(&level).then(|| Heading { level, title: title.trim_end_matches('#').trim_end() })
}

/// Returns how far a line is indented, in columns.
fn indent(line: &str, bare: &str) -> usize {
    let blanks = line.len().saturating_sub(bare.len());
    let columns = line.chars().take(blanks).map(|blank| if blank == '\t' { 4 } else { 1_usize });
    columns.fold(0, usize::saturating_add)
}

/// box = bullet *blank `[` [mark] `]` [[`\`] `*`] text
fn found(bare: &str, boxes: Boxes) -> Option<Found<'_>> {
    let inside = bare.strip_prefix(['-', '*', '+'])?.trim_start().strip_prefix('[')?;
    let first = inside.chars().next()?;
    let (mark, rest) = match inside.get(first.len_utf8()..).and_then(|rest| rest.strip_prefix(']')) {
        Some(rest) => (first, rest),
        None if first == ']' && boxes.has_marks => (' ', inside.get(1..)?),
        None => return None,
    };
    // The text of a link is in brackets, too.
    if rest.starts_with(['(', '[', ':']) {
        return None;
    }
    // Formatters put a backslash before an asterisk that is no emphasis.
    let star = rest.strip_prefix("\\*").or_else(|| rest.strip_prefix('*'));
    let starred = star.filter(|rest| boxes.has_marks && !rest.starts_with('*'));
    let text = starred.unwrap_or(rest);
    let mark = match mark {
        'x' | 'X' => Mark::Done,
        '-' if boxes.has_marks => Mark::Active,
        '~' if boxes.has_marks => Mark::Open,
        mark if crate::text::is_blank(mark) => Mark::Open,
        // `[P]`, `[1]`: a label, not a mark.
        mark if mark.is_alphanumeric() || !text.starts_with(' ') => return None,
        mark => return Some(Found::Unknown(mark)),
    };
    Some(Found::Task(mark, starred.is_some(), text.trim()))
}

/// Returns whether the text of a box only says what its mark means: `- [ ] Not started`, `- [x] Completed`.
fn is_legend(text: &str) -> bool {
    let words = [
        "not started",
        "to do",
        "todo",
        "pending",
        "open",
        "in progress",
        "completed",
        "complete",
        "done",
        "blocked",
    ];
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Separates the number of a task from its text: `1.2 Do it`, `**T024**: Do it`.
fn numbered(written: &str) -> (Option<&str>, &str) {
    let bare = written.trim_start_matches(['*', '~', '`']);
    let end = bare.find(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-')));
    let (word, rest) = bare.split_at_checked(end.unwrap_or(bare.len())).unwrap_or((bare, ""));
    let id = word.trim_end_matches(['.', '-']);
    if !is_id(id) || !rest.is_empty() && !rest.starts_with([' ', '\t', ':', ')', '*', '`', ']']) {
        return (None, written);
    }
    let text = rest.trim_start_matches([':', ')', '*', '`', ']', ' ', '\t', '-', '–', '—']);
    (Some(id), if text.is_empty() { rest.trim() } else { text })
}

/// id = [1*6upper [`-`]] digits *( `.` digits ) [lower]
fn is_id(word: &str) -> bool {
    let number = word.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let letters = word.len().saturating_sub(number.len());
    let number = if letters > 0 { number.strip_prefix('-').unwrap_or(number) } else { number };
    let digits = number.strip_suffix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(number);
    let is_number =
        |part: &str| !part.is_empty() && part.len() <= 6 && part.bytes().all(|byte| byte.is_ascii_digit());
    letters <= 6 && digits.split('.').all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Boxes = Boxes { has_samples: true, has_marks: false };
    const MARKED: Boxes = Boxes { has_samples: true, has_marks: true };

    fn read(text: &str, boxes: Boxes) -> Vec<(Mark, Option<&str>, &str)> {
        let tasks = Checklist::read(text, boxes).tasks;
        tasks.iter().map(|task| (task.mark, task.id, task.text)).collect()
    }

    #[test]
    fn a_number_before_the_text_is_its_id() {
        let id = |text: &'static str| numbered(text);
        for (text, expected) in [
            ("1.4 Persist choice", (Some("1.4"), "Persist choice")),
            ("10. Add tests", (Some("10"), "Add tests")),
            ("2.1.3: Wash", (Some("2.1.3"), "Wash")),
            ("T024 [P] Write it", (Some("T024"), "[P] Write it")),
            ("**T024**: Write it", (Some("T024"), "Write it")),
            ("**1.2 Wash** the jars", (Some("1.2"), "Wash** the jars")),
            ("AB-1 Do it", (Some("AB-1"), "Do it")),
            ("T-3 - Do it", (Some("T-3"), "Do it")),
            ("T012a Do it", (Some("T012a"), "Do it")),
            ("UTF-8 is read", (Some("UTF-8"), "is read")),
            ("2FA works", (None, "2FA works")),
            ("API is there", (None, "API is there")),
            ("3x faster", (Some("3x"), "faster")),
            ("`src/a.rs` compiles", (None, "`src/a.rs` compiles")),
            ("1.4", (Some("1.4"), "")),
            ("", (None, "")),
        ] {
            assert_eq!(id(text), expected, "{text}");
        }
    }

    #[test]
    fn only_a_box_at_the_beginning_of_an_item_is_a_task() {
        let text = "- [ ] a\n  * [x] b\n+ [X] c\n-[ ]d\n- [P] tasks = files\n- [x](link) e\n1. [ ] f\n[ ] g\n- ~~h~~\n\
                    - [] i\n- [-] j\n- [ ]* k\n- [!] l\n- [ ]\\* m\n";
        assert_eq!(
            read(text, PLAIN),
            [
                (Mark::Open, None, "a"),
                (Mark::Done, None, "b"),
                (Mark::Done, None, "c"),
                (Mark::Open, None, "d"),
                (Mark::Open, None, "* k"),
                (Mark::Open, None, "\\* m"),
            ]
        );
        assert_eq!(
            read(text, MARKED)[4..],
            [
                (Mark::Open, None, "i"),
                (Mark::Active, None, "j"),
                (Mark::Open, None, "k"),
                (Mark::Open, None, "m")
            ]
        );
        let unknown: Vec<char> = Checklist::read(text, PLAIN).unknown.iter().map(|one| one.mark).collect();
        assert_eq!(unknown, ['-', '!']);
    }

    #[test]
    fn samples_in_code_and_comments_are_no_tasks() {
        let text = "- [ ] a\n```sh\n- [ ] b\n~~~\n```\n<!-- - [ ] c -->\n<!--\n- [ ] d\n-->\n````\n```\n- [ ] e\n````\n- [ ] f\n";
        let texts = |has_samples| {
            let tasks = Checklist::read(text, Boxes { has_samples, ..PLAIN }).tasks;
            tasks.iter().map(|task| task.text).collect::<Vec<_>>()
        };
        assert_eq!(texts(true), ["a", "f"]);
        assert_eq!(texts(false), ["a", "b", "d", "e", "f"]);
    }

    #[test]
    fn a_parent_is_known_by_indentation_or_by_number() {
        let parents = |text| Checklist::read(text, MARKED).parents();
        assert_eq!(parents("- [ ] 1. a\n  - [ ] 1.1 b\n- [ ] 2. c\n"), [true, false, false]);
        assert_eq!(
            parents("- [ ] 2. a\n- [ ] 2.1 b\n- [ ] 2.1.1 c\n- [ ] 20 d\n"),
            [true, true, false, false]
        );
        assert_eq!(parents("- [ ] a\n\t- [ ] b\n"), [true, false]);
    }

    #[test]
    fn a_task_that_is_done_is_done_with_all_that_is_indented_below_it() {
        let mut list = Checklist::read(
            "- [x] 1 a\n  - [ ] b\n    - [-] c\n- [ ] 2 d\n  - [x] e\n  - [ ] f\n- [x] 3 g\n  - [ ]* i\n- [ ] 3.1 h\n",
            MARKED,
        );
        list.tick_parts();
        let open = list.tasks.iter().filter(|task| task.mark != Mark::Done).map(|task| task.text);
        assert_eq!(open.collect::<Vec<_>>(), ["d", "f", "i", "h"]);
    }

    #[test]
    fn the_group_of_a_task_is_the_last_heading_that_is_not_too_deep() {
        let text = "# T\n\n- [ ] a\n## One ##\n### Deeper\n- [ ] b\n#no heading\n";
        let list = Checklist::read(text, PLAIN);
        let group = |level| list.tasks.iter().map(|task| list.heading(task, level)).collect::<Vec<_>>();
        assert_eq!(list.title(), Some("T"));
        assert_eq!((group(2), group(6)), (vec![None, Some("One")], vec![None, Some("Deeper")]));
    }
}
