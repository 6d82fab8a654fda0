//! Our JSON reader against `serde_json`, on generated and on damaged input.

use stateline::text::json::{Fault, Reader, Scalar};

use crate::{
    harness::Random,
    invariants::json::{assert_agreement, read},
};

/// How deep generated JSON is nested; `serde_json` stops at 128.
const DEPTH: usize = 6;

/// Strings as JSON writes them, with every kind of escape.
const STRINGS: &[&str] = &[
    "\"\"",
    "\"a\"",
    "\"model\"",
    "\"two words\"",
    "\"größe 日本 💀\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u0041\\u00e9\\u2028\"",
    "\"\\uD83D\\uDC80\"",
    "\"\\ud83d\"",
    "\"\\udc80\\ud83d\"",
    "\"\\ud83dx\\udc80\"",
    "\"\\ud83d\\u0041\"",
    "\"\\ud83d\\n\"",
    "\"\\u0000\"",
    "\"{[,:]}\"",
    "\"\u{7f}\u{85}\u{2028}\"",
    "\"\\\\u0041\"",
];

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "42",
    "3.25",
    "-0.5",
    "1e3",
    "1E+3",
    "25e-2",
    "123456789012345678901234567890",
    "0.1",
];

const WORDS: &[&str] = &["true", "false", "null"];

const BLANKS: &[&str] = &["", "", "", " ", "\n", "\r\n\t"];

/// What damages the input.
const PIECES: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\x", "0", "01", "-", "+1", ".", "1.", "e",
    "e+", "\n", "\u{1}", " ", "tru", "nulL", "'", "/", "//x", "\u{a0}", "NaN", "Infinity", "é", "\0",
];

/// Writes a value, a blank here and there.
fn write(random: &mut Random, depth: usize, out: &mut String) {
    out.push_str(random.one_of(BLANKS));
    match random.below(if depth == 0 { 4 } else { 8 }) {
        0 => out.push_str(random.one_of(NUMBERS)),
        1 => out.push_str(random.one_of(WORDS)),
        2 | 3 => out.push_str(random.one_of(STRINGS)),
        4 | 5 => write_members(random, depth, out, ('[', ']')),
        _ => write_members(random, depth, out, ('{', '}')),
    }
    out.push_str(random.one_of(BLANKS));
}

fn write_members(random: &mut Random, depth: usize, out: &mut String, (open, close): (char, char)) {
    out.push(open);
    out.push_str(random.one_of(BLANKS));
    for index in 0..random.below(4) {
        if index > 0 {
            out.push(',');
        }
        if open == '{' {
            out.push_str(random.one_of(BLANKS));
            out.push_str(random.one_of(STRINGS));
            out.push_str(random.one_of(BLANKS));
            out.push(':');
        }
        write(random, depth - 1, out);
    }
    out.push(close);
}

/// Damages the input: cuts it off, or removes, inserts or doubles a piece.
fn damage(random: &mut Random, text: &mut String) {
    let place = |random: &mut Random, text: &str| {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        places[random.below(places.len())]
    };
    let (one, other) = (place(random, text), place(random, text));
    let (from, to) = (one.min(other), one.max(other).min(one.min(other) + 6));
    let to = (to..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap();
    match random.below(5) {
        0 => text.truncate(one),
        1 => text.replace_range(from..to, ""),
        2 => text.insert_str(one, random.one_of(PIECES)),
        3 => text.replace_range(from..to, random.one_of(PIECES)),
        _ => {
            let piece = text[from..to].to_owned();
            text.insert_str(one, &piece);
        }
    }
}

#[test]
fn whole_texts_are_read_as_serde_reads_them() {
    let mut random = Random::new(1);
    for case in 0..10_000 {
        let mut text = String::new();
        write(&mut random, DEPTH, &mut text);
        assert!(assert_agreement(&text), "case {case} is not JSON: {text:?}");
    }
    println!("10000 inputs compared");
}

#[test]
fn damaged_texts_are_refused_as_serde_refuses_them() {
    let mut random = Random::new(2);
    let mut whole = 0;
    for _ in 0..40_000 {
        let mut text = String::new();
        write(&mut random, DEPTH, &mut text);
        for _ in 0..=random.below(3) {
            damage(&mut random, &mut text);
        }
        whole += usize::from(assert_agreement(&text));
    }
    println!("40000 inputs compared, {whole} of them valid in spite of the damage");
    assert!((4_000..36_000).contains(&whole), "{whole}: neither all nor none should be whole");
}

#[test]
fn input_that_is_cut_off_is_distinguished_from_invalid_input() {
    let mut random = Random::new(3);
    let mut cuts = 0;
    for _ in 0..2_000 {
        let mut text = String::new();
        let brackets = if random.below(2) == 0 { ('{', '}') } else { ('[', ']') };
        write_members(&mut random, 3, &mut text, brackets);
        for cut in 0..text.len() {
            let mut reader = Reader::new(&text.as_bytes()[..cut]);
            reader.skip();
            assert_eq!(reader.fault(), Some(Fault::Truncated), "{:?}", &text.as_bytes()[..cut]);
            let mut reader = Reader::new(&text.as_bytes()[..cut]);
            read(&mut reader);
            assert_eq!(reader.fault(), Some(Fault::Truncated), "{:?}", &text.as_bytes()[..cut]);
            cuts += 1;
        }
    }
    println!("{cuts} cuts");
}

#[test]
fn bytes_that_are_not_utf_8_do_not_stop_the_reader() {
    let mut random = Random::new(4);
    for _ in 0..5_000 {
        let mut text = String::new();
        write(&mut random, DEPTH, &mut text);
        let mut bytes = text.into_bytes();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = u8::try_from(random.below(256)).unwrap();
        }
        let mut reader = Reader::new(&bytes);
        let value = read(&mut reader);
        // Nothing else is lost by it: what is read is what Node's decoding would leave to read.
        let decoded = String::from_utf8_lossy(&bytes);
        assert_eq!(value, read(&mut Reader::new(decoded.as_bytes())), "{bytes:?}");
        let mut skipping = Reader::new(&bytes);
        skipping.skip();
        assert_eq!(skipping.finished(), reader.finished(), "{bytes:?}");
    }
    let mut reader = Reader::new(b"\"a\xFFb\xC3\\n\"");
    assert_eq!(reader.scalar(), Some(Scalar::Text("a\u{fffd}b\u{fffd}\n".into())));
    assert!(reader.finished());
}

#[test]
fn ten_thousand_brackets_need_no_stack() {
    // A stack that a call for each bracket would overflow.
    let thread = std::thread::Builder::new().stack_size(128 << 10);
    let checks = || {
        for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":[", "]}]")] {
            let whole = open.repeat(10_000) + "1" + &close.repeat(10_000);
            let mut reader = Reader::new(whole.as_bytes());
            reader.skip();
            assert!(reader.finished(), "{open}");
            let mut reader = Reader::new(whole.as_bytes());
            assert_eq!(reader.scalar(), None, "{open}");
            assert!(reader.finished(), "{open}");
            let mut cut = Reader::new(whole.get(..open.len() * 10_000).unwrap().as_bytes());
            cut.skip();
            assert_eq!(cut.fault(), Some(Fault::Truncated), "{open}");
            let wrong = open.repeat(10_000) + &close.repeat(9_999) + "!";
            let mut reader = Reader::new(wrong.as_bytes());
            reader.skip();
            assert_eq!(reader.fault(), Some(Fault::Malformed), "{open}");
        }
    };
    thread.spawn(checks).unwrap().join().unwrap();
}

#[test]
fn a_number_is_read_from_a_string_too() {
    for (text, number) in [
        ("50", Some(50.0)),
        ("-1.5e1", Some(-15.0)),
        ("\"50\"", Some(50.0)),
        ("\" 50\\n\"", Some(50.0)),
        ("\"\"", None),
        ("\"inf\"", None),
        ("\"NaN\"", None),
        ("\"0x10\"", None),
        ("\"1_000\"", None),
        ("\"fifty\"", None),
        ("true", None),
        ("null", None),
        ("[50]", None),
        ("{\"a\":50}", None),
    ] {
        let mut reader = Reader::new(text.as_bytes());
        assert_eq!(reader.number(), number, "{text}");
        assert!(reader.finished(), "{text}");
    }
}
