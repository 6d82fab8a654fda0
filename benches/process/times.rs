//! Times whole processes, interleaved: `scripts/bench`, `peers` and `readme`.

use std::fs;

use crate::{
    Fallible,
    lab::{Kind, Lab, PUBLISHED},
    subject::{Sample, Subject},
    table::{NOT_MEASURED, grouped, print_table},
};

/// Node runs in one round out of this many, because a run of it takes as long as a hundred others.
pub(crate) const NODE_EVERY: usize = 15;

pub(crate) const TIMES_HEADER: [&str; 12] = [
    "run",
    "best µs",
    "median µs",
    "best ×floor",
    "median ×floor",
    "best ×hook",
    "median ×hook",
    "instructions",
    "syscalls",
    "page faults",
    "RSS KiB",
    "size kB",
];

pub(crate) fn times(lab: &Lab, rounds: &str, others: &str) -> Fallible<()> {
    let mut subjects = lab.fixed_runs()?;
    subjects.extend(lab.side_runs()?);
    for line in fs::read_to_string(others)?.lines() {
        let other = lab.other(line)?;
        // A peer that fails must not stop the others.
        match other.output(&[]) {
            Ok(_) => subjects.push(other),
            Err(error) => eprintln!("bench: {error}; it is left out"),
        }
    }

    // A first run of each, not measured, to fill the page cache.
    let notes = sameness(lab, &subjects)?;
    let samples = interleaved(&subjects, rounds.parse()?)?;
    let least = samples.first().ok_or("nothing was measured")?;
    let is_hook = |subject: &Subject| subject.name == Kind::Hook.name();
    let hook = subjects.iter().position(is_hook).and_then(|at| samples.get(at));
    let hook = hook.ok_or("the hook was not measured")?;

    let mut rows = Vec::new();
    for (subject, sample) in subjects.iter().zip(&samples) {
        rows.push(times_row(lab, subject, sample, least, hook)?);
    }
    print_table(&TIMES_HEADER, 1, &rows);
    if !notes.is_empty() {
        println!("\n{notes}");
    }
    Ok(())
}

pub(crate) fn times_row(
    lab: &Lab,
    subject: &Subject,
    sample: &Sample,
    least: &Sample,
    hook: &Sample,
) -> Fallible<Vec<String>> {
    // Callgrind takes minutes for node, and counts its compiler rather than the hook.
    let instructions = if subject.is_slow { None } else { subject.instructions().ok() };
    let memory = subject.memory(lab)?;
    let cells = vec![
        subject.name.clone(),
        format!("{:.0}", sample.best * 1e6),
        format!("{:.0}", sample.median * 1e6),
        format!("{:.2}", sample.best / least.best),
        format!("{:.2}", sample.median / least.median),
        format!("{:.2}", sample.best / hook.best),
        format!("{:.2}", sample.median / hook.median),
        instructions.map_or(NOT_MEASURED.to_owned(), grouped),
        grouped(subject.trace(lab)?.calls),
        grouped(memory.faults),
        grouped(memory.peak_kib),
        grouped(fs::metadata(&subject.program)?.len() / 1000),
    ];
    Ok(cells)
}

/// Times every subject once per round, so that a noisy second affects all of them, and in another order each time: a
/// program is slower right after a large one, which leaves nothing of it in the processor's caches.
pub(crate) fn interleaved(subjects: &[Subject], rounds: usize) -> Fallible<Vec<Sample>> {
    let mut seconds: Vec<Vec<f64>> = vec![Vec::new(); subjects.len()];
    let mut output = Vec::new();
    let mut order: Vec<usize> = (0..subjects.len()).collect();
    let mut random: u64 = 1;
    for round in 0..rounds {
        for last in (1..order.len()).rev() {
            // Knuth's generator; its upper half is good enough for an order.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(last, (random >> 33) as usize % (last + 1));
        }
        for &index in &order {
            let subject = &subjects[index];
            if !subject.is_slow || round % NODE_EVERY == 0 {
                seconds[index].push(subject.timed(&mut output)?.as_secs_f64());
            }
        }
    }
    seconds.into_iter().map(Sample::of).collect()
}

/// Checks that the rows do the work that they are named for: the same line, and a bridge file if expected.
pub(crate) fn sameness(lab: &Lab, subjects: &[Subject]) -> Fallible<String> {
    let bridge = lab.bridge();
    let mut notes = Vec::new();
    let mut hook_line = None;
    for subject in subjects {
        if bridge.exists() {
            fs::remove_file(&bridge)?;
        }
        let line = String::from_utf8_lossy(&subject.output(&[])?.stdout).into_owned();
        match (subject.bridge_due, bridge.exists()) {
            (true, false) => notes.push(format!("{} wrote no bridge file.", subject.name)),
            (false, true) => notes.push(format!("{} wrote a bridge file.", subject.name)),
            _ => {}
        }
        if subject.name == Kind::Hook.name() {
            hook_line = Some(line);
        } else if subject.name.starts_with(PUBLISHED) {
            let ours = hook_line.as_deref().unwrap_or_default();
            notes.push(if ours == line {
                "Both hooks printed the same line.".to_owned()
            } else {
                format!("The hooks differ: ours {ours:?}, published {line:?}.")
            });
        }
    }
    Ok(notes.join("\n"))
}
