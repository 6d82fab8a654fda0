//! Compares builds of the program in one interleaved run: `scripts/bench builds`.

use std::{fs, path::Path};

use crate::{
    Fallible,
    lab::{EMPTY_C, EMPTY_MUSL, Lab},
    subject::{Sample, Subject},
    table::{grouped, print_table},
    times::interleaved,
};

const HEADER: [&str; 10] = [
    "run",
    "best µs",
    "median µs",
    "best ×floor",
    "median ×floor",
    "instructions",
    "syscalls",
    "page faults",
    "RSS KiB",
    "size kB",
];

/// Measures `line` and the hook of each build in `list`, which has one per line: name, tab, program.
pub(crate) fn builds(lab: &Lab, rounds: &str, list: &str) -> Fallible<()> {
    let usual = lab.usual_place()?;
    let mut subjects: Vec<Subject> = [EMPTY_MUSL, EMPTY_C]
        .map(|name| lab.subject(name, lab.bin(name), &usual, None))
        .into_iter()
        .filter(|empty| empty.program.exists())
        .collect();
    for line in fs::read_to_string(list)?.lines() {
        let (name, program) = line.split_once('\t').ok_or("the list has a line without a program")?;
        subjects.extend(lab.build_runs(name, Path::new(program), &usual));
    }
    // A first run of each, not measured, to fill the page cache.
    for subject in &subjects {
        subject.output(&[])?;
    }
    let samples = interleaved(&subjects, rounds.parse()?)?;
    let least = samples.first().ok_or("nothing was measured")?;
    let rows: Fallible<Vec<_>> =
        subjects.iter().zip(&samples).map(|(subject, sample)| row(lab, subject, sample, least)).collect();
    print_table(&HEADER, 1, &rows?);
    Ok(())
}

fn row(lab: &Lab, subject: &Subject, sample: &Sample, least: &Sample) -> Fallible<Vec<String>> {
    let memory = subject.memory(lab)?;
    Ok(vec![
        subject.name.clone(),
        format!("{:.0}", sample.best * 1e6),
        format!("{:.0}", sample.median * 1e6),
        format!("{:.2}", sample.best / least.best),
        format!("{:.2}", sample.median / least.median),
        grouped(subject.instructions()?),
        grouped(subject.trace(lab)?.calls),
        grouped(memory.faults),
        grouped(memory.peak_kib),
        grouped(fs::metadata(&subject.program)?.len() / 1000),
    ])
}
