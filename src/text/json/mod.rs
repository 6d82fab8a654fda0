//! Reads JSON from other programs, up to the first error.
//!
//! A status line needs a few fields of JSON that may be cut off, half written, deeply nested or
//! malformed, and it uses everything before the first error. So this reader returns values as it
//! meets them, borrows them from the text, does not recurse, and reports at the end whether the
//! whole text was well formed. The tests compare it with `serde_json`.

use std::borrow::Cow;

mod string;

pub use string::quoted;
use string::{lossy, plain_length, unescaped};

/// How many spaces are skipped at a time at the beginning of a line.
const INDENT: &[u8] = b"        ";

/// A position in a JSON text.
#[derive(Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    /// The part of `bytes` that is UTF-8: checked once, instead of for every string.
    text: &'a str,
    at: usize,
    /// How many lists and objects are open.
    depth: usize,
    fault: Option<Fault>,
}

/// Why the input could not be read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It ends too early, but is valid up to there.
    Truncated,
    /// It is not JSON.
    Malformed,
}

/// A value that is neither a list nor an object.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it is written.
    Number(&'a str),
    /// A string, with its escapes resolved.
    Text(Cow<'a, str>),
}

impl<'a> Scalar<'a> {
    /// Returns the text of a number or of a string that is not empty.
    pub fn text(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Text(text) => Some(text).filter(|text| !text.is_empty()),
            Self::Number(digits) => Some(Cow::Borrowed(digits)),
            Self::Null | Self::Bool(_) => None,
        }
    }

    /// Returns the value of a number, or of a string that contains one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(digits) => decimal(digits),
            Self::Text(text) => number(text),
            Self::Null | Self::Bool(_) => None,
        }
    }

    /// Returns whether the value is true in JavaScript.
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Null => false,
            Self::Bool(truth) => *truth,
            Self::Number(_) => self.number().is_some_and(|number| number != 0.0),
            Self::Text(text) => !text.is_empty(),
        }
    }
}

/// Returns the decimal number in `text`, ignoring blanks around it.
pub fn number(text: &str) -> Option<f64> {
    let text = crate::text::trim(text);
    // Rust would also accept words such as `inf`.
    let numeric = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    if begins && text.bytes().all(numeric) { decimal(text) } else { None }
}

/// Returns the value of a decimal number.
///
/// Most are short integers, which need little of the code that reads a fraction.
pub fn decimal(digits: &str) -> Option<f64> {
    const SHORT: usize = 9;
    let is_short = digits.len() <= SHORT && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_short { digits.parse::<u32>().ok().map(f64::from) } else { long_decimal(digits) }
}

#[inline(never)]
fn long_decimal(digits: &str) -> Option<f64> {
    digits.parse().ok()
}

impl<'a> Reader<'a> {
    /// Starts before the first value of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, text: valid_start(bytes), at: 0, depth: 0, fault: None }
    }

    /// Starts before the first value of a text, after a byte-order mark, which is not JSON.
    pub fn of_text(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { bytes: text.as_bytes(), text, at: 0, depth: 0, fault: None }
    }

    /// Starts before the first value of `bytes`, after a byte-order mark, which is not JSON.
    pub fn after_mark(bytes: &'a [u8]) -> Self {
        const MARK: &[u8] = "\u{feff}".as_bytes();
        // The text may be cut off inside the mark.
        if MARK.starts_with(bytes) {
            return Self::new(&[]);
        }
        Self::new(bytes.strip_prefix(MARK).unwrap_or(bytes))
    }

    /// Returns the first error so far.
    pub fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Stops reading, as if the text ended here.
    pub fn stop(&mut self) {
        self.fail(Fault::Truncated);
    }

    /// Returns how many bytes were read so far.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns whether the text was well formed and only blanks are left.
    pub fn finished(&mut self) -> bool {
        self.fault.is_none() && self.peek().is_none()
    }

    /// Reads an object, and calls `each` with every key and the reader before its value.
    ///
    /// `each` must read or skip that one value. Any other kind of value is skipped, and the result is false.
    pub fn object(&mut self, mut each: impl FnMut(&str, &mut Self)) -> bool {
        self.members(|key, value| each(&key, value))
    }

    /// Reads an object like [`Self::object`], but passes keys that can be kept.
    pub fn members(&mut self, mut each: impl FnMut(Cow<'a, str>, &mut Self)) -> bool {
        if self.peek() != Some(b'{') {
            self.skip();
            return false;
        }
        self.advance();
        self.depth = self.depth.wrapping_add(1);
        let mut first = true;
        while self.goes_on(b'}', &mut first) {
            let Some(key) = self.key() else { break };
            each(key, self);
        }
        self.depth = self.depth.wrapping_sub(1);
        true
    }

    /// Reads a list, and calls `each` with the reader before every item; otherwise like [`Self::object`].
    pub fn array(&mut self, mut each: impl FnMut(&mut Self)) -> bool {
        if self.peek() != Some(b'[') {
            self.skip();
            return false;
        }
        self.advance();
        self.depth = self.depth.wrapping_add(1);
        let mut first = true;
        while self.goes_on(b']', &mut first) {
            each(self);
        }
        self.depth = self.depth.wrapping_sub(1);
        true
    }

    /// Returns the first byte of the next value, which shows its kind, without reading it.
    #[expect(clippy::inline_always, reason = "called for every value; 10,000 instructions a run")]
    #[inline(always)]
    pub fn peek(&mut self) -> Option<u8> {
        match self.bytes.get(self.at) {
            // Blanks are the lowest characters, and most programs send none.
            Some(&byte) if byte > b' ' && self.fault.is_none() => Some(byte),
            _ => self.peek_after_blanks(),
        }
    }

    fn peek_after_blanks(&mut self) -> Option<u8> {
        if self.fault.is_some() {
            return None;
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(byte);
            }
            self.advance();
            // The next line is often indented.
            while byte == b'\n' && self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(INDENT)) {
                self.at = self.at.wrapping_add(INDENT.len());
            }
        }
        None
    }

    /// Reads a scalar; a list or an object is skipped.
    pub fn scalar(&mut self) -> Option<Scalar<'a>> {
        let first = self.peek();
        let start = self.at;
        match first {
            Some(b'"') => return self.string().map(Scalar::Text),
            Some(b'{' | b'[') => self.skip_nested(),
            _ => self.skip_scalar(),
        }
        if self.fault.is_some() {
            return None;
        }
        match first? {
            b'{' | b'[' => None,
            b't' => Some(Scalar::Bool(true)),
            b'f' => Some(Scalar::Bool(false)),
            b'n' => Some(Scalar::Null),
            _ => self.digits(start).map(Scalar::Number),
        }
    }

    /// Reads a string or a number as text; anything else, and an empty string, is skipped.
    pub fn text(&mut self) -> Option<Cow<'a, str>> {
        self.scalar()?.text()
    }

    /// Reads a number, or a string that is one; anything else is skipped.
    pub fn number(&mut self) -> Option<f64> {
        self.scalar()?.number()
    }

    /// Skips one value and returns its bytes.
    pub fn raw(&mut self) -> &'a [u8] {
        self.peek();
        let start = self.at;
        self.skip();
        self.bytes.get(start..self.at).unwrap_or_default()
    }

    /// Skips one value of any kind, at any depth.
    pub fn skip(&mut self) {
        match self.peek() {
            Some(b'{' | b'[') => self.skip_nested(),
            _ => self.skip_scalar(),
        }
    }

    /// Skips a value that is neither a list nor an object.
    fn skip_scalar(&mut self) {
        match self.peek() {
            Some(b'"') => _ = self.skip_string(),
            Some(b'-' | b'0'..=b'9') => self.skip_number(),
            Some(b't') => self.word(b"true"),
            Some(b'f') => self.word(b"false"),
            Some(b'n') => self.word(b"null"),
            Some(_) => self.fail(Fault::Malformed),
            None => self.fail(Fault::Truncated),
        }
    }

    /// Skips a list or an object, with everything in it.
    fn skip_nested(&mut self) {
        let mut open = Brackets::default();
        loop {
            match self.peek() {
                Some(bracket @ (b'{' | b'[')) => {
                    self.advance();
                    let is_object = bracket == b'{';
                    open.push(is_object);
                    let is_empty = self.peek() == Some(if is_object { b'}' } else { b']' });
                    if !is_empty && (!is_object || self.skip_key()) {
                        continue;
                    }
                }
                _ => self.skip_scalar(),
            }
            // A value has ended, and perhaps what it is in.
            loop {
                let Some(is_object) = open.last() else { return };
                match self.peek() {
                    Some(b',') => {
                        self.advance();
                        if is_object && !self.skip_key() {
                            return;
                        }
                        break;
                    }
                    Some(byte) if byte == (if is_object { b'}' } else { b']' }) => {
                        self.advance();
                        open.pop();
                    }
                    Some(_) => return self.fail(Fault::Malformed),
                    None => return self.fail(Fault::Truncated),
                }
            }
        }
    }

    /// Skips a key and its colon; returns whether there is one.
    fn skip_key(&mut self) -> bool {
        self.meets(b'"') && {
            self.skip_string();
            self.colon()
        }
    }

    /// Moves to the next member of a list or object, or past its end.
    pub(crate) fn goes_on(&mut self, end: u8, first: &mut bool) -> bool {
        let Some(byte) = self.peek() else {
            self.fail(Fault::Truncated);
            return false;
        };
        if byte == end {
            self.advance();
            *first = false;
            return false;
        }
        if !std::mem::take(first) {
            if byte != b',' {
                self.fail(Fault::Malformed);
                return false;
            }
            self.advance();
            if self.peek().is_some_and(|next| next == end) {
                self.fail(Fault::Malformed);
                return false;
            }
        }
        true
    }

    /// Reads a key and its colon.
    pub(crate) fn key(&mut self) -> Option<Cow<'a, str>> {
        if !self.meets(b'"') {
            return None;
        }
        let key = self.string()?;
        self.colon().then_some(key)
    }

    /// Skips a colon; returns whether there is one.
    #[expect(clippy::inline_always, reason = "called for every key; most have the colon right after them")]
    #[inline(always)]
    fn colon(&mut self) -> bool {
        let is_there = self.meets(b':');
        if is_there {
            self.advance();
        }
        is_there
    }

    /// Returns whether the next byte that is not a blank is this one; fails if it is not.
    #[expect(clippy::inline_always, reason = "called twice for every key")]
    #[inline(always)]
    fn meets(&mut self, byte: u8) -> bool {
        let next = self.peek();
        if next != Some(byte) {
            self.miss(next);
        }
        next == Some(byte)
    }

    /// Fails because of the next byte, which should be another one.
    #[cold]
    fn miss(&mut self, next: Option<u8>) {
        self.fail(if next.is_some() { Fault::Malformed } else { Fault::Truncated });
    }

    /// string = `"` *( character / `\` escape ) `"`
    fn string(&mut self) -> Option<Cow<'a, str>> {
        let start = self.at.saturating_add(1);
        let is_escaped = self.skip_string();
        if self.fault.is_some() {
            return None;
        }
        let inside = start..self.at.saturating_sub(1);
        let text = match self.text.get(inside.clone()) {
            Some(text) => Cow::Borrowed(text),
            None => lossy(self.bytes.get(inside)?),
        };
        Some(if is_escaped { Cow::Owned(unescaped(&text)) } else { text })
    }

    /// Skips the string whose quote was peeked at, and returns whether it contains escapes.
    fn skip_string(&mut self) -> bool {
        self.advance();
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let plain = plain_length(rest);
        // Most strings contain no escapes.
        if rest.get(plain) == Some(&b'"') {
            self.at = self.at.wrapping_add(plain).wrapping_add(1);
            return false;
        }
        self.skip_rest_of_string()
    }

    /// Skips the rest of a string that has escapes, or is cut off. Not inlined, because few strings are.
    #[inline(never)]
    fn skip_rest_of_string(&mut self) -> bool {
        let mut is_escaped = false;
        while self.fault.is_none() {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let plain = plain_length(rest);
            let Some(special) = rest.get(plain) else {
                self.fail(Fault::Truncated);
                break;
            };
            self.at = self.at.wrapping_add(plain).wrapping_add(1);
            match special {
                b'"' => break,
                b'\\' => {
                    is_escaped = true;
                    self.escape();
                }
                _ => self.fail(Fault::Malformed),
            }
        }
        is_escaped
    }

    /// escape = one of `"\/bfnrt` / `u` 4hexadecimal
    fn escape(&mut self) {
        match self.bytes.get(self.at) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.advance(),
            Some(b'u') => {
                self.advance();
                for _ in 0..4 {
                    match self.bytes.get(self.at) {
                        Some(byte) if byte.is_ascii_hexdigit() => self.advance(),
                        Some(_) => return self.fail(Fault::Malformed),
                        None => return self.fail(Fault::Truncated),
                    }
                }
            }
            Some(_) => self.fail(Fault::Malformed),
            None => self.fail(Fault::Truncated),
        }
    }

    /// Returns the number from `start` to here.
    fn digits(&self, start: usize) -> Option<&'a str> {
        // After bytes that are not UTF-8, only the number itself is checked.
        let digits = start..self.at;
        self.text.get(digits.clone()).or_else(|| str::from_utf8(self.bytes.get(digits)?).ok())
    }

    /// Skips a number. Most are integers, and something follows.
    fn skip_number(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or_default();
        let is_integer = !matches!(rest.get(digits), None | Some(b'.' | b'e' | b'E'));
        if digits > 0 && is_integer && rest.first() != Some(&b'0') {
            self.at = self.at.wrapping_add(digits);
        } else {
            self.skip_any_number();
        }
    }

    /// number = [`-`] ( `0` / digit19 *digit ) fraction
    #[inline(never)]
    fn skip_any_number(&mut self) {
        self.step_over(b"-");
        match self.bytes.get(self.at) {
            Some(b'0') => self.advance(),
            _ => self.some_digits(),
        }
        if let Some(b'.' | b'e' | b'E') = self.bytes.get(self.at) {
            self.fraction();
        }
        // Inside a list or an object, the text may be cut off in the middle of a number.
        if self.depth > 0 && self.at >= self.bytes.len() {
            self.fail(Fault::Truncated);
        }
    }

    /// fraction = [`.` 1*digit] [(`e` / `E`) [`+` / `-`] 1*digit]
    fn fraction(&mut self) {
        if self.step_over(b".") {
            self.some_digits();
        }
        if self.step_over(b"eE") {
            self.step_over(b"+-");
            self.some_digits();
        }
    }

    fn some_digits(&mut self) {
        match self.bytes.get(self.at) {
            Some(b'0'..=b'9') => {}
            Some(_) => return self.fail(Fault::Malformed),
            None => return self.fail(Fault::Truncated),
        }
        while let Some(b'0'..=b'9') = self.bytes.get(self.at) {
            self.advance();
        }
    }

    fn step_over(&mut self, any: &[u8]) -> bool {
        let there = self.bytes.get(self.at).is_some_and(|byte| any.contains(byte));
        if there {
            self.advance();
        }
        there
    }

    fn word(&mut self, word: &[u8]) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if rest.starts_with(word) {
            self.at = self.at.wrapping_add(word.len());
        } else if word.starts_with(rest) {
            self.fail(Fault::Truncated);
        } else {
            self.fail(Fault::Malformed);
        }
    }

    /// Skips the byte that was peeked at.
    pub(crate) fn advance(&mut self) {
        self.at = self.at.wrapping_add(1);
    }

    fn fail(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }
}

/// The open brackets, one bit each: recursion could need ten thousand calls.
#[derive(Default)]
struct Brackets {
    /// The innermost ones, the last in the lowest bit.
    word: u64,
    count: usize,
    /// The words that are full; real files never need one.
    full: Vec<u64>,
}

impl Brackets {
    fn push(&mut self, is_object: bool) {
        if self.count > 0 && self.is_at_edge() {
            self.full.push(self.word);
        }
        self.word = self.word << 1 | u64::from(is_object);
        self.count = self.count.wrapping_add(1);
    }

    fn pop(&mut self) {
        self.word >>= 1;
        self.count = self.count.wrapping_sub(1);
        if self.is_at_edge() {
            self.word = self.full.pop().unwrap_or_default();
        }
    }

    /// Returns whether the innermost bracket is an object's; `None` if all are closed.
    fn last(&self) -> Option<bool> {
        (self.count > 0).then_some(self.word & 1 == 1)
    }

    fn is_at_edge(&self) -> bool {
        self.count.is_multiple_of(64)
    }
}

/// Returns the longest prefix of `bytes` that is UTF-8.
fn valid_start(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_else(|error| {
        let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
        std::str::from_utf8(valid).unwrap_or_default()
    })
}
