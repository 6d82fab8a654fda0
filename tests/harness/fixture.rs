//! One case of `tests/fixtures`: the files of a project, the time, and the line in each style.
//!
//! ```text
//! # Comments say why the case is as it is. They come first, and are optional.
//! now: 2026-03-17T14:40:00Z
//! modified: 2026-03-12T10:00:00Z
//! ==== file .planning/STATE.md
//! ---
//! status: executing
//! ---
//! ==== full
//! executing
//! ==== compact
//! ==== smart
//! executing · 5d old
//! ```
//!
//! - `now` is the time of the run (default: [`NOW`]), `modified` that of the files (default: `now`).
//! - A section goes up to the next line that begins with `==== `, and every byte of it matters. A section without
//!   lines is an empty file, or a line that is not printed.
//! - `==== file PATH` is a file below the project's directory. The first one is the state file.
//! - `==== file PATH (escaped)` may have `\r`, `\n`, `\\`, `\xff` (a byte) and `\u{202e}` (a character). A `\` at the
//!   end of a line leaves out the line end. Use it for what an editor hides or changes.
//! - All other sections are expectations. A test that finds none fails; `BLESS=1` writes them.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use stateline::text::time;

/// The time of a case, unless it names another one.
const NOW: &str = "2026-01-15T12:34:08Z";

const MARK: &str = "==== ";
const ESCAPED: &str = " (escaped)";

/// A case that was read.
pub struct Fixture {
    path: PathBuf,
    /// Everything up to the first expectation, as it was read.
    given: String,
    pub now: i64,
    pub modified: i64,
    pub files: Vec<(String, Vec<u8>)>,
    expected: Vec<(String, String)>,
}

impl Fixture {
    /// Returns the case of this name.
    pub fn named(family: &str, case: &str) -> Self {
        Self::read(&folder(family).join(format!("{case}.txt")))
    }

    /// Returns every case of a family, sorted by name.
    pub fn all(family: &str) -> Vec<Self> {
        let entries = fs::read_dir(folder(family)).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    fn read(path: &Path) -> Self {
        let is_case = path.is_file() && path.extension().is_some_and(|kind| kind == "txt");
        assert!(is_case, "{} is not a case: a case is one file named `<case>.txt`", path.display());
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self::parsed(path, &text).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
    }

    fn parsed(path: &Path, text: &str) -> Result<Self, String> {
        if !text.ends_with('\n') || text.contains('\r') {
            return Err(
                "every line ends with a line feed alone; write `\\r` in an escaped section".to_owned()
            );
        }
        let mut sections = text.split_inclusive('\n').peekable();
        let mut given = String::new();
        let (mut now, mut modified) = (None, None);
        while let Some(line) = sections.next_if(|line| !line.starts_with(MARK)) {
            given.push_str(line);
            match line.trim_end().split_once(": ") {
                _ if line.starts_with('#') => {}
                Some(("now", value)) => now = Some(moment(value)?),
                Some(("modified", value)) => modified = Some(moment(value)?),
                _ => return Err(format!("unknown header {line:?}; it takes `now`, `modified` and `#`")),
            }
        }
        let (mut files, mut expected) = (Vec::new(), Vec::<(String, String)>::new());
        while let Some(head) = sections.next() {
            let mut content = String::new();
            while let Some(line) = sections.next_if(|line| !line.starts_with(MARK)) {
                content.push_str(line);
            }
            let name = head.trim_end().trim_start_matches(MARK);
            if let Some(name) = name.strip_prefix("file ") {
                if !expected.is_empty() {
                    return Err(format!("the file `{name}` comes after an expectation"));
                }
                given.extend([head, &content]);
                files.push(match name.strip_suffix(ESCAPED) {
                    Some(name) => (name.to_owned(), unescaped(&content)?),
                    None => (name.to_owned(), content.into_bytes()),
                });
            } else if expected.iter().any(|(other, _)| other == name) {
                return Err(format!("`{name}` is expected twice"));
            } else {
                expected.push((name.to_owned(), content));
            }
        }
        if files.is_empty() {
            return Err("no `==== file PATH`".to_owned());
        }
        let now = now.map_or_else(|| moment(NOW), Ok)?;
        let modified = modified.unwrap_or(now);
        Ok(Self { path: path.to_owned(), given, now, modified, files, expected })
    }

    /// Returns the name as `family/case`.
    pub fn name(&self) -> String {
        self.path
            .strip_prefix(folder(""))
            .unwrap()
            .with_extension("")
            .display()
            .to_string()
            .replace('\\', "/")
    }

    /// Returns the state file's path below the project's directory.
    pub fn place(&self) -> &str {
        &self.files[0].0
    }

    /// Returns the state file's content.
    pub fn bytes(&self) -> &[u8] {
        &self.files[0].1
    }

    /// Returns the state file's content, which must be UTF-8.
    pub fn text(&self) -> String {
        String::from_utf8(self.bytes().to_vec()).unwrap()
    }

    /// Compares what was printed, under each name, with what the case expects; returns how many were compared and
    /// one message for each difference. A missing expectation is a difference, and so is one that nothing printed.
    ///
    /// With `BLESS` in the environment it writes the expectations instead, and finds no difference.
    pub fn compare(&self, printed: &[(&str, String)]) -> (usize, Vec<String>) {
        if std::env::var_os("BLESS").is_some() {
            fs::write(&self.path, self.blessed(printed)).unwrap();
            return (printed.len(), Vec::new());
        }
        let expected = |name: &str| self.expected.iter().find(|(other, _)| other == name);
        let differs = |(name, printed): &(&str, String)| match expected(name) {
            Some((_, expected)) if expected == printed => None,
            Some((_, expected)) => Some(format!("expected {expected:?}\n  printed  {printed:?}")),
            None => Some(format!("no expectation; printed {printed:?}")),
        };
        let is_left = |name: &str| printed.iter().all(|(other, _)| *other != name);
        let left = self.expected.iter().filter(|(name, _)| is_left(name));
        let mut wrong: Vec<String> = printed
            .iter()
            .filter_map(|one| Some(format!("{} {}\n  {}", self.name(), one.0, differs(one)?)))
            .collect();
        wrong.extend(left.map(|(name, _)| format!("{} {name}\n  nothing prints it", self.name())));
        (printed.len(), wrong)
    }

    /// Returns the text of the case with these expectations.
    fn blessed(&self, printed: &[(&str, String)]) -> String {
        let mut text = self.given.clone();
        for (name, content) in printed {
            write!(text, "{MARK}{name}\n{content}").unwrap();
        }
        text
    }
}

fn folder(family: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(family)
}

fn moment(value: &str) -> Result<i64, String> {
    time::seconds(value).ok_or_else(|| format!("{value:?} is not a time"))
}

/// escape = "\" ( "r" / "n" / "\" / "x" 2hex / "u{" 1*hex "}" / line-end )
fn unescaped(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend(before.as_bytes());
        let wrong = || format!("unknown escape at {:?}", after.chars().take(8).collect::<String>());
        let kind = after.chars().next().ok_or_else(wrong)?;
        rest = after.strip_prefix(kind).ok_or_else(wrong)?;
        match kind {
            '\n' => {}
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            '\\' => bytes.push(b'\\'),
            'x' => {
                let (digits, after) = rest.split_at_checked(2).ok_or_else(wrong)?;
                bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong())?);
                rest = after;
            }
            'u' => {
                let (digits, after) =
                    rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).ok_or_else(wrong)?;
                let code = u32::from_str_radix(digits, 16).map_err(|_| wrong())?;
                let letter = char::from_u32(code).ok_or_else(wrong)?;
                bytes.extend(letter.encode_utf8(&mut [0; 4]).as_bytes());
                rest = after;
            }
            _ => return Err(wrong()),
        }
    }
    bytes.extend(rest.as_bytes());
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = "# why\nnow: 2026-03-17T14:40:00Z\n==== file a (escaped)\n\\u{feff}a\\r\n\\xff\\x00\\\\\\\n==== \
                        file b\n---\n==== full\nx\n==== smart\n";

    fn case(text: &str) -> Result<Fixture, String> {
        Fixture::parsed(&folder("gsd").join("case.txt"), text)
    }

    #[test]
    fn every_byte_of_a_section_is_kept() {
        let case = case(CASE).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(
            case.files,
            [("a".to_owned(), b"\xef\xbb\xbfa\r\n\xff\x00\\".to_vec()), ("b".to_owned(), b"---\n".to_vec())]
        );
        assert_eq!((case.now, case.modified), (1_773_758_400, 1_773_758_400));
        assert_eq!(case.blessed(&[("full", "x\n".to_owned()), ("smart", String::new())]), CASE);
    }

    #[test]
    fn a_missing_or_a_left_over_expectation_is_a_difference() {
        let case = case(CASE).unwrap_or_else(|problem| panic!("{problem}"));
        let printed = [("full", "y\n".to_owned()), ("compact", "z\n".to_owned())];
        if std::env::var_os("BLESS").is_some() {
            return;
        }
        assert_eq!(
            case.compare(&printed).1,
            [
                "gsd/case full\n  expected \"x\\n\"\n  printed  \"y\\n\"",
                "gsd/case compact\n  no expectation; printed \"z\\n\"",
                "gsd/case smart\n  nothing prints it",
            ]
        );
    }

    #[test]
    fn a_case_that_cannot_be_read_names_its_problem() {
        let problem = |text: &str| case(text).err().unwrap_or_default();
        assert_eq!(
            problem("==== file a\r\n"),
            "every line ends with a line feed alone; write `\\r` in an escaped section"
        );
        assert_eq!(problem("when: x\n"), "unknown header \"when: x\\n\"; it takes `now`, `modified` and `#`");
        assert_eq!(problem("now: x\n"), "\"x\" is not a time");
        assert_eq!(problem("==== full\n"), "no `==== file PATH`");
        assert_eq!(problem("==== full\n==== file a\n"), "the file `a` comes after an expectation");
        assert_eq!(problem("==== file a\n==== full\n==== full\n"), "`full` is expected twice");
        assert_eq!(problem("==== file a (escaped)\n\\q\n"), "unknown escape at \"q\\n\"");
    }
}
