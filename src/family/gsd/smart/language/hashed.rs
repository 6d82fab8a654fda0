//! Makes the tables of words while the program is built: it keeps only a number for each word, not its letters.

use super::table::LANGUAGES;

/// The English labels; their place is their code.
const ENGLISH_LABELS: &str = "phase|current phase|current phase name|total phases|plan|current plan|status|\
    current status|progress|milestone|current milestone|last activity|last updated|current focus|next phase|next step|\
    next action|next|stopped at|last session|resume file|current position";

/// The English words; their place is their code.
const ENGLISH_WORDS: &str = "~|&|in|with|phase|phases|plan|plans|milestone|task|tasks|current phase|complete|not complete|\
    completion|nearly complete|planning complete|execution complete|discussion complete|shipped|archived|verified|\
    executed|planned|ready to|ready to plan|ready to execute|ready for verification|execute|start|verify|discuss|not|\
    not started|started|pending|in progress|executing|planning|execution|verifying|verification|awaiting|\
    awaiting planning|awaiting execution|waiting|paused|blocked|next|nearly|partially|all|all plans|none|created|\
    defined|context|gathered|context gathered|roadmap created|initialized|active|project|requirements|after";

/// The labels of all languages.
pub(super) static LABELS: Table<{ count(true) }> = Table::new(true, ENGLISH_LABELS);

/// The words of all languages.
pub(super) static WORDS: Table<{ count(false) }> = Table::new(false, ENGLISH_WORDS);

/// Words by the hash of their letters.
#[derive(Debug)]
pub(super) struct Table<const N: usize> {
    hashes: [u32; N],
    codes: [u8; N],
    english: &'static str,
}

impl<const N: usize> Table<N> {
    /// Returns the English word for a word with this hash.
    pub(super) fn get(&self, hash: u32) -> Option<&'static str> {
        let at = self.hashes.iter().position(|known| *known == hash)?;
        self.english.split('|').nth(usize::from(*self.codes.get(at)?))
    }
}

#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "only the compiler runs it: a mistake stops the build"
)]
#[expect(clippy::cast_possible_truncation, reason = "there are fewer than 256 English words")]
impl<const N: usize> Table<N> {
    /// Reads the labels or the words of each language.
    const fn new(is_label: bool, english: &'static str) -> Self {
        let mut table = Self { hashes: [0; N], codes: [0; N], english };
        let (mut language, mut found) = (0, 0);
        while language < LANGUAGES.len() {
            let text = entries(language, is_label);
            let (mut at, mut code, mut hash) = (0, 0, EMPTY);
            while at <= text.len() {
                let byte = if at < text.len() { text[at] } else { b'|' };
                match byte {
                    b'=' => (code, hash) = (place(english.as_bytes(), text, at), EMPTY),
                    b',' | b'|' => {
                        table.hashes[found] = hash;
                        table.codes[found] = code as u8;
                        (found, hash) = (found + 1, EMPTY);
                    }
                    _ => hash = next(hash, byte),
                }
                at += 1;
            }
            language += 1;
        }
        table
    }
}

/// The hash of no letters.
pub(super) const EMPTY: u32 = 0x811c_9dc5;

/// Adds a letter to a hash.
pub(super) fn with(hash: u32, letter: char) -> u32 {
    letter.encode_utf8(&mut [0; 4]).bytes().fold(hash, next)
}

/// Adds a byte to a hash (FNV-1a).
const fn next(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// Returns the entries of a language.
const fn entries(language: usize, is_label: bool) -> &'static [u8] {
    let Some(language) = LANGUAGES.split_at(language).1.first() else { return &[] };
    if is_label { language.labels.as_bytes() } else { language.words.as_bytes() }
}

/// Returns how many labels or words there are.
#[expect(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "only the compiler runs it")]
const fn count(is_label: bool) -> usize {
    let (mut language, mut found) = (0, 0);
    while language < LANGUAGES.len() {
        let text = entries(language, is_label);
        let mut at = 0;
        while at < text.len() {
            found += (text[at] == b',' || text[at] == b'|') as usize;
            at += 1;
        }
        (language, found) = (language + 1, found + 1);
    }
    found
}

/// Returns the place of the English word that ends before `end`; a word that is not listed stops the build.
#[expect(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "only the compiler runs it")]
const fn place(english: &[u8], text: &[u8], end: usize) -> usize {
    let mut start = end;
    while start > 0 && text[start - 1] != b'|' {
        start -= 1;
    }
    let (mut at, mut index) = (0, 0);
    loop {
        let mut same = 0;
        while start + same < end && at + same < english.len() && english[at + same] == text[start + same] {
            same += 1;
        }
        let is_end = at + same == english.len() || english[at + same] == b'|';
        if start + same == end && is_end {
            return index;
        }
        while english[at] != b'|' {
            at += 1;
        }
        (at, index) = (at + 1, index + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::fold, *};

    #[test]
    fn every_word_is_written_as_it_is_looked_up_and_means_one_thing() {
        for is_label in [true, false] {
            let mut known: Vec<(String, &str)> = Vec::new();
            for language in LANGUAGES {
                let text = if is_label { language.labels } else { language.words };
                for (english, words) in text.split('|').filter_map(|entry| entry.split_once('=')) {
                    for word in words.split(',') {
                        // With an accent, it is another word: `bloque` and `bloqué`.
                        let plain: String = word.chars().filter_map(fold::plain).collect();
                        assert!(plain == word || word.to_lowercase() == word, "{word} is never found");
                        let other = known.iter().find(|(known, _)| known == word);
                        assert_eq!(other, None, "{word} is there twice");
                        known.push((word.to_owned(), english));
                    }
                }
            }
            let mut hashes: Vec<u32> = known.iter().map(|(word, _)| word.bytes().fold(EMPTY, next)).collect();
            hashes.sort_unstable();
            assert!(hashes.windows(2).all(|pair| pair.first() != pair.last()), "two words have one hash");
            for (word, english) in known {
                let hash = word.bytes().fold(EMPTY, next);
                let found = if is_label { LABELS.get(hash) } else { WORDS.get(hash) };
                assert_eq!(found, Some(english), "{word}");
            }
        }
    }
}
