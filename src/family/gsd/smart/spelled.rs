//! How the file itself spells the name of a directory: `game-state` is `Game State`.

use super::{evidence::Evidence, mention::is_title};
use crate::text;

/// The most bytes of a file to search.
const MOST: usize = 1 << 16;

/// What may be between two words of a name.
const JOINTS: &[char] = &[' ', '&', '+', ',', ':', '/', '\'', '-', '–', '—'];

impl<'a> Evidence<'a> {
    /// Returns the name of which a slug is left, if the file has it letter for letter, in several words and with a capital.
    pub(super) fn spelled(&self, slug: &str) -> Option<&'a str> {
        let (first, _) = slug.split_once('-').filter(|(first, _)| !first.is_empty())?;
        let is_slug = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !slug.bytes().all(is_slug) {
            return None;
        }
        let content = self.content.get(..self.content.floor_char_boundary(MOST))?;
        let windows = content.as_bytes().windows(first.len()).enumerate();
        let places =
            windows.filter(|(_, bytes)| bytes.eq_ignore_ascii_case(first.as_bytes())).map(|(at, _)| at);
        let mut names = places.filter_map(|at| {
            let before = content.get(..at)?.chars().next_back();
            let is_start = before
                .is_none_or(|before| !before.is_alphanumeric() && !matches!(before, '-' | '_' | '/' | '.'));
            let name = prefix(content.get(at..)?, slug).filter(|_| is_start)?;
            (name.contains(text::is_blank) && name.contains(char::is_uppercase)).then_some(name)
        });
        // A sentence may begin with the same words.
        let found = names.next()?;
        if is_title(found) { Some(found) } else { names.find(|name| is_title(name)).or(Some(found)) }
    }
}

/// Returns the start of a text that has the letters of a slug and no others.
fn prefix<'t>(text: &'t str, slug: &str) -> Option<&'t str> {
    let mut letters = slug.chars().filter(|letter| *letter != '-').peekable();
    for (at, one) in text.char_indices() {
        if letters.peek().is_none() {
            // `Game State-01` and `Game States` are others.
            let is_end = !one.is_alphanumeric() && !matches!(one, '-' | '_' | '/');
            return text.get(..at).filter(|_| is_end);
        }
        if one.is_alphanumeric() {
            letters.next_if_eq(&one.to_ascii_lowercase())?;
        } else if !JOINTS.contains(&one) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_has_the_letters_of_its_slug() {
        for (text, wanted) in [
            ("Game State & Domain |", Some("Game State & Domain")),
            ("Game State + Domain\n", Some("Game State + Domain")),
            ("Game State Domains |", None),
            ("Game (State) Domain |", None),
            ("Game State", None),
        ] {
            assert_eq!(super::prefix(text, "game-state-domain"), wanted, "{text}");
        }
    }
}
