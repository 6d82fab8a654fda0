//! GSD's notices: an update is available, or its hooks are out of date.

use super::{Segment, Session};
use crate::{
    line::{Join, Line, Rank, Tone},
    sys::{
        System,
        file::{self, STATE_LIMIT},
    },
    text,
    text::json::{Reader, Scalar},
};

pub(super) const SEGMENT: Segment = Segment {
    name: "update",
    about: "GSD's notices: an update is available, or its hooks are out of date",
    sample: "⬆ /gsd:update",
    push,
};

/// The package whose update check is used; the result for another package is ignored.
const PACKAGE: &str = "@opengsd/gsd-core";

/// The file with the result of the update check, in the home directory.
const CACHE: &str = ".cache/gsd/gsd-update-check-opengsd-gsd-core.json";

/// What the update check found.
#[derive(Default)]
struct Check<'a> {
    is_ours: bool,
    is_available: bool,
    has_stale_hooks: bool,
    /// The versions, unparsed.
    installed: &'a [u8],
    latest: &'a [u8],
}

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    for (tone, notice) in notices(session.system) {
        line.push_as(tone, Join::Bar, Rank::Notice, notice);
    }
}

/// Returns the notices to lead the line with.
fn notices(system: &System) -> Vec<(Tone, &'static str)> {
    let cache = system.home().map(|home| file::below(home, CACHE));
    let Some(bytes) = cache.and_then(|path| file::head(&path, STATE_LIMIT).ok()) else {
        return Vec::new();
    };
    let Some(check) = Check::read(&bytes) else { return Vec::new() };
    let mut notices = Vec::new();
    if check.is_available {
        notices.push((Tone::Yellow, "⬆ /gsd:update"));
    }
    if check.has_stale_hooks {
        notices.push(if check.is_ahead() {
            (Tone::Yellow, "⚠ dev install — re-run installer to sync hooks")
        } else {
            (Tone::Red, "⚠ stale hooks — run /gsd:update")
        });
    }
    notices
}

impl<'a> Check<'a> {
    /// Reads the result for our package; another package's, or an incomplete one, is ignored.
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut check = Self::default();
        let mut reader = Reader::new(bytes);
        let is_object = reader.object(|key, value| match key {
            "package_name" => check.is_ours = is_text(value, PACKAGE),
            "update_available" => check.is_available = is_truthy(value),
            "stale_hooks" => check.has_stale_hooks = has_length(value),
            "installed" => check.installed = value.raw(),
            "latest" => check.latest = value.raw(),
            _ => value.skip(),
        });
        (is_object && reader.finished() && check.is_ours).then_some(check)
    }

    /// Returns whether the installed version is newer than the published one.
    #[inline(never)]
    fn is_ahead(&self) -> bool {
        let named = |raw| Reader::new(raw).scalar().filter(Scalar::is_truthy);
        let (Some(installed), Some(latest)) = (named(self.installed), named(self.latest)) else {
            return false;
        };
        let (installed, latest) = (installed.text().unwrap_or_default(), latest.text().unwrap_or_default());
        latest != "unknown" && version(&installed) > version(&latest)
    }
}

/// Returns whether the next value is this string.
fn is_text(value: &mut Reader<'_>, expected: &str) -> bool {
    matches!(value.scalar(), Some(Scalar::Text(text)) if text == expected)
}

/// Returns whether JavaScript considers the next value true: lists and objects always are.
fn is_truthy(value: &mut Reader<'_>) -> bool {
    let is_composed = matches!(value.peek(), Some(b'{' | b'['));
    value.scalar().map_or(is_composed, |scalar| scalar.is_truthy())
}

/// Returns whether the next value is a list or a string that is not empty.
fn has_length(value: &mut Reader<'_>) -> bool {
    if value.peek() != Some(b'[') {
        return matches!(value.scalar(), Some(Scalar::Text(text)) if !text.is_empty());
    }
    let mut any = false;
    value.array(|item| {
        item.skip();
        any = true;
    });
    any
}

/// Returns the three numbers of a version, with 0 for a part that is not a number.
fn version(text: &str) -> [u64; 3] {
    let text = text::trim(text);
    let text = text.strip_prefix('v').unwrap_or(text);
    let base = text.split(['-', '+']).next().unwrap_or_default();
    let mut parts = base.split('.').map(|part| {
        let part = text::trim(part);
        let count = part.bytes().take_while(u8::is_ascii_digit).count();
        part.get(..count).and_then(|digits| digits.parse().ok()).unwrap_or_default()
    });
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}
