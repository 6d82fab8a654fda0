//! Fuzzes `declared` of the table of invariants.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::hold("declared", bytes));
