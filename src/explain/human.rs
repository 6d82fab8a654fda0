//! An explanation as text for people, in 80 columns.

use std::{borrow::Cow, path::Path};

use super::{Explanation, Field};
use crate::{
    check::Severity,
    line::{Paint, Painted, Tone},
    select::{Directory, Presence, Spot, Trace},
    sys::file::homely,
    text,
    text::time,
};

/// The most bytes of a value to show: no more than a screen.
const VALUE_LIMIT: usize = 2 << 10;
/// The most unreadable lines to list one by one.
const MOST_COMPLAINTS: usize = 50;

/// How to name things and how to draw them.
#[derive(Clone, Copy, Debug)]
pub struct Names<'n> {
    /// The home directory, to write as `~`.
    pub home: Option<&'n Path>,
    /// The current time.
    pub now: i64,
    /// Whether to use colour.
    pub paint: Paint<'n>,
    /// The width, in columns.
    pub width: usize,
}

/// A page that is being written.
struct Page<'n> {
    names: Names<'n>,
    out: Painted,
}

/// Explains a search that found nothing.
pub fn nothing(search: &Trace, names: Names<'_>) -> Painted {
    let mut page = Page { names, out: Painted::default() };
    page.search(search, None);
    let silent = search.directories.last().and_then(|last| {
        last.spots.iter().find_map(|spot| match spot.presence {
            Presence::Silent(why) => Some(why),
            _ => None,
        })
    });
    let end = match (silent, search.directories.len()) {
        (Some(why), _) => format!("{why}, and the search stops there"),
        _ if search.is_home => "the search stops at the home directory".to_owned(),
        (None, 10..) => "the search stops after ten directories".to_owned(),
        (None, _) => "the search stops at the root".to_owned(),
    };
    page.text(0, &format!("No state found: {end}."));
    page.blank();
    page.heading("Files that would be found in each directory");
    for family in crate::family::FAMILIES {
        page.pair(2, 12, (Tone::Plain, family.id), family.lives);
    }
    page.out
}

/// Explains a state that was found.
pub fn found(search: Option<&Trace>, found: &Explanation, why: &str, names: Names<'_>) -> Painted {
    let mut page = Page { names, out: Painted::default() };
    if let Some(search) = search {
        page.search(search, Some(found));
    }
    page.state(found, why);
    page.scenes(found);
    page.values(found);
    page.reasons(found);
    page.differences(found);
    page.problems(found);
    page.out.trim_end();
    page.out.push_line_end();
    page.out
}

impl Page<'_> {
    fn put(&mut self, parts: &[(Tone, &str)]) {
        self.out.row(&self.names.paint, parts);
    }

    fn blank(&mut self) {
        self.out.push_line_end();
    }

    fn heading(&mut self, text: &str) {
        self.put(&[(Tone::Bold, text)]);
    }

    /// Writes text over several lines if it must, each indented.
    fn text(&mut self, indent: usize, text: &str) {
        let blanks = " ".repeat(indent);
        for line in text::wrapped(&value_shown(text), self.names.width.saturating_sub(indent)).lines() {
            self.put(&[(Tone::Plain, &blanks), (Tone::Plain, line)]);
        }
    }

    /// Writes a name in a column and a value next to it, over several lines if it must.
    fn pair(&mut self, indent: usize, column: usize, (tone, name): (Tone, &str), value: &str) {
        let begin = indent.saturating_add(column).saturating_add(1);
        let name =
            format!("{}{}", name, " ".repeat(column.saturating_sub(text::cells(name)).saturating_add(1)));
        let blanks = " ".repeat(indent);
        let lead = [(Tone::Plain, blanks.as_str()), (tone, &name)];
        self.out.hanging(&self.names.paint, &lead, begin, &value_shown(value), self.names.width);
    }

    fn age(&self, then: i64) -> String {
        format!("{} ago", time::span(self.names.now.saturating_sub(then)))
    }

    /// Says when the file was written and, if the file names another time, when the state was updated.
    fn ages(&self, found: &Explanation) -> String {
        let (updated, written) = (self.age(found.touched), self.age(found.modified));
        if updated == written || found.touched == i64::MIN {
            return format!("written {written}");
        }
        format!("updated {updated} by its own account, written {written}")
    }

    fn search(&mut self, search: &Trace, chosen: Option<&Explanation>) {
        self.heading(&format!("Searched from {} upwards", homely(&search.start, self.names.home)));
        for directory in &search.directories {
            self.directory(directory, chosen);
        }
        self.blank();
    }

    fn directory(&mut self, directory: &Directory, chosen: Option<&Explanation>) {
        let name = homely(&directory.path, self.names.home);
        let is_bare = directory.spots.iter().all(|spot| spot.presence == Presence::Absent);
        if is_bare {
            self.put(&[(Tone::Dim, "  no   "), (Tone::Plain, &name)]);
            return;
        }
        let has_state = directory
            .spots
            .iter()
            .any(|spot| matches!(spot.presence, Presence::State(_) | Presence::Silent(_)));
        let mark = if has_state { (Tone::Green, "  yes  ") } else { (Tone::Dim, "  no   ") };
        self.put(&[mark, (Tone::Plain, &name)]);
        for spot in &directory.spots {
            self.spot(directory, spot, chosen);
        }
    }

    fn spot(&mut self, directory: &Directory, spot: &Spot, chosen: Option<&Explanation>) {
        let is_it = |path: &Path| {
            path == directory.path.join(&*spot.place)
                || spot.sessions.iter().any(|one| directory.path.join(&one.path) == path)
        };
        let chosen = chosen.filter(|chosen| chosen.path.as_deref().is_some_and(is_it));
        let what = match &spot.presence {
            Presence::Absent => "not found".to_owned(),
            Presence::State(modified) => self.age(*modified),
            Presence::Hidden(_, hidden) => format!("hidden: {} (`{}`)", hidden.why(), hidden.setting()),
            Presence::Silent(why) => (*why).to_owned(),
            Presence::Passed(why) => why.clone(),
        };
        let tone = if spot.presence == Presence::Absent { Tone::Dim } else { Tone::Plain };
        let place = format!("{:<45}", spot.place);
        let mark = match chosen {
            Some(found) if found.is_hidden => (Tone::Dim, "  <- explained below"),
            Some(_) => (Tone::Green, "  <- this one"),
            None => (Tone::Plain, ""),
        };
        self.put(&[(tone, &format!("         {place} {what}")), mark]);
        for session in &spot.sessions {
            let status = session.status.as_deref().unwrap_or("no status");
            let name = session.path.rsplit(std::path::is_separator).nth(1).unwrap_or(&session.path);
            let mark = if session.is_chosen { "*" } else { " " };
            let text = format!("         {mark} {name}  {status}, {}", self.age(session.updated));
            self.put(&[(if session.is_chosen { Tone::Plain } else { Tone::Dim }, &text)]);
        }
        if spot.more > 0 {
            let why = spot.family.limit.map(|limit| format!("; {limit}")).unwrap_or_default();
            self.text(11, &format!("and {} more{why}", spot.more));
        }
    }

    fn state(&mut self, found: &Explanation, why: &str) {
        let name = found
            .path
            .as_deref()
            .map_or_else(|| "standard input".to_owned(), |path| homely(path, self.names.home));
        self.heading("The state");
        self.pair(2, 7, (Tone::Dim, "file"), &name);
        self.pair(2, 7, (Tone::Dim, "family"), &format!("{}, {}", found.family.id, self.ages(found)));
        self.pair(2, 7, (Tone::Dim, "why"), why);
        let line = match found.line.as_str() {
            "" => "nothing to show".to_owned(),
            line if found.is_hidden => format!("hidden; it would be `{line}`"),
            line => line.to_owned(),
        };
        self.pair(2, 7, (Tone::Dim, "line"), &line);
        self.pair(2, 7, (Tone::Dim, "bar"), &found.bar);
        self.blank();
    }

    fn scenes(&mut self, found: &Explanation) {
        let (does, end) = if found.is_hidden { ("would show", "would be shown") } else { ("shows", "shown") };
        self.heading(&format!("Situations; the line {does} the first that applies"));
        for scene in &found.scenes {
            let mark = if scene.holds { (Tone::Green, "  yes  ") } else { (Tone::Dim, "  no   ") };
            let name = format!("{:<20}", scene.name);
            let shown = if scene.is_shown { Tone::Bold } else { Tone::Plain };
            let lead = [mark, (shown, name.as_str()), (Tone::Plain, " ")];
            self.out.hanging(&self.names.paint, &lead, 28, scene.trigger, self.names.width);
            for field in &scene.fields {
                self.field(9, 0, field, found.path.as_deref());
            }
            if scene.is_shown {
                self.put(&[(Tone::Green, &format!("         <- {end}"))]);
            }
        }
        self.blank();
    }

    fn field(&mut self, indent: usize, column: usize, field: &Field, path: Option<&Path>) {
        let name = path.and_then(Path::file_name).map_or("-".into(), |name| name.to_string_lossy());
        let value = field.value.as_ref().map_or("is missing".to_owned(), |value| format!("= {value}"));
        let place = field.line.map(|line| format!("  {name}:{line}")).unwrap_or_default();
        let unseen = if field.is_unseen { "  not seen" } else { "" };
        let begin = format!("{}{:<column$} ", " ".repeat(indent), field.name);
        let taken = [&begin, &place, unseen].iter().map(|part| text::cells(part)).sum();
        let value = text::cut(&value_shown(&value), self.names.width.saturating_sub(taken).max(12));
        self.put(&[(Tone::Dim, &begin), (Tone::Plain, &value), (Tone::Dim, &place), (Tone::Red, unseen)]);
    }

    fn values(&mut self, found: &Explanation) {
        self.heading("Fields that the line uses");
        let column = found.values.iter().map(|field| field.name.len()).max().unwrap_or_default();
        for field in &found.values {
            self.field(2, column, field, found.path.as_deref());
        }
        if found.values.is_empty() {
            self.text(2, "the file has nothing that the line could show");
        }
        self.blank();
    }

    fn reasons(&mut self, found: &Explanation) {
        if found.reasons.is_empty() {
            return;
        }
        self.heading("Where the line takes it from");
        let name = found.path.as_deref().and_then(Path::file_name);
        let name = name.map_or("-".into(), |name| name.to_string_lossy());
        for reason in &found.reasons {
            let place = reason.line.map(|line| format!("  {name}:{line}")).unwrap_or_default();
            let why = format!("{}{place}; {}", reason.from, reason.why);
            self.pair(2, 9, (Tone::Dim, reason.part), &why);
        }
        self.blank();
    }

    fn differences(&mut self, found: &Explanation) {
        if found.differences.is_empty() && found.complaints.is_empty() {
            return;
        }
        let syntax = if found.family.is_json() { "JSON" } else { "YAML" };
        self.heading(&format!("What {syntax} reads differently"));
        for (line, one) in &found.differences {
            let message = format!(
                "{}: the line shows `{}`, YAML reads {}; write it as plain text",
                one.name, one.line, one.yaml
            );
            self.pair(2, 9, (Tone::Dim, &format!("line {line}")), &message);
        }
        for (line, why) in found.complaints.iter().take(MOST_COMPLAINTS) {
            self.pair(2, 9, (Tone::Dim, &format!("line {line}")), &format!("{syntax} cannot read it: {why}"));
        }
        let left = found.complaints.len().saturating_sub(MOST_COMPLAINTS);
        if left > 0 {
            self.text(2, &format!("{syntax} cannot read {left} more lines, not shown here"));
        }
        self.blank();
    }

    fn problems(&mut self, found: &Explanation) {
        if found.problems.is_empty() {
            return;
        }
        self.heading("What to change (`stateline check` shows more)");
        for (line, problem) in &found.problems {
            let tone = match problem.severity() {
                Severity::Error => Tone::Red,
                Severity::Warning => Tone::Yellow,
                Severity::Info => Tone::Dim,
            };
            let help = problem.finding.help.as_deref().map(|help| format!("; {help}")).unwrap_or_default();
            let message = format!("line {line}: {}{help}", problem.finding.message);
            self.pair(2, 7, (tone, problem.rule.code), &message);
        }
        let fixable = found.problems.iter().filter(|(_, problem)| !problem.finding.edits.is_empty()).count();
        if fixable > 0 {
            self.text(2, "`stateline check --fix` can fix some of it.");
        }
        self.blank();
    }
}

/// Makes a value safe to print, and shortens one that would fill the page.
fn value_shown(value: &str) -> Cow<'_, str> {
    text::bounded(text::shown(value.into()), VALUE_LIMIT)
}
