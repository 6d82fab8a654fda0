//! Counts instructions and system calls, which are exact: `scripts/bench counts`, `guard` and `baseline`.

use std::{fmt::Write, fs, path::Path};

use crate::{
    Fallible,
    lab::{EMPTY_C, Lab},
    table::print_table,
};

/// What a run costs beyond an empty program. Other machines give the same figures.
pub(crate) struct Excess {
    pub(crate) name: String,
    pub(crate) instructions: i64,
    pub(crate) calls: i64,
}

pub(crate) fn counts(lab: &Lab) -> Fallible<()> {
    let (empty, measured) = counted(lab)?;
    println!("# name instructions syscalls instructions-less-{EMPTY_C} syscalls-less-{EMPTY_C}");
    for run in &measured {
        println!(
            "{} {} {} {} {}",
            run.name,
            run.instructions,
            run.calls,
            run.instructions - empty.instructions,
            run.calls - empty.calls
        );
    }
    Ok(())
}

/// Counts every fixed run, and also returns the counts of the empty program.
pub(crate) fn counted(lab: &Lab) -> Fallible<(Excess, Vec<Excess>)> {
    let mut measured = Vec::new();
    for subject in lab.fixed_runs()? {
        measured.push(Excess {
            instructions: i64::try_from(subject.instructions()?)?,
            calls: i64::try_from(subject.trace(lab)?.calls)?,
            name: subject.name,
        });
    }
    let empty = measured
        .iter()
        .find(|run| run.name == EMPTY_C)
        .map(|run| Excess { name: run.name.clone(), ..*run })
        .ok_or("the empty C program was not measured")?;
    Ok((empty, measured))
}

/// Counts what our own runs cost beyond the empty program.
pub(crate) fn excesses(lab: &Lab) -> Fallible<Vec<Excess>> {
    let (empty, measured) = counted(lab)?;
    let ours = measured.into_iter().filter(|run| !run.name.starts_with("empty-"));
    Ok(ours
        .map(|run| Excess {
            instructions: run.instructions - empty.instructions,
            calls: run.calls - empty.calls,
            name: run.name,
        })
        .collect())
}

/// Fails if a run costs more, or so much less that the baseline is out of date.
pub(crate) fn guard(lab: &Lab, baseline: &Path) -> Fallible<()> {
    const PERCENT: i64 = 5;
    let baseline = fs::read_to_string(baseline)?;
    let measured = excesses(lab)?;
    let mut rows = Vec::new();
    let mut strayed = Vec::new();
    for line in baseline.lines().filter(|line| !line.starts_with('#')) {
        let [name, instructions, calls] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("the baseline has a line that is not three words: {line:?}").into());
        };
        let (instructions, calls): (i64, i64) = (instructions.parse()?, calls.parse()?);
        let run = measured
            .iter()
            .find(|run| run.name == name)
            .ok_or_else(|| format!("the baseline names `{name}`, which is no run"))?;
        let within = |now: i64, then: i64| (now - then).abs() * 100 <= then.abs() * PERCENT;
        let is_well = within(run.instructions, instructions) && within(run.calls, calls);
        if !is_well {
            strayed.push(name.to_owned());
        }
        rows.push(vec![
            name.to_owned(),
            instructions.to_string(),
            run.instructions.to_string(),
            calls.to_string(),
            run.calls.to_string(),
            if is_well { "ok" } else { "strayed" }.to_owned(),
        ]);
    }
    let header = ["run", "instructions then", "now", "syscalls then", "now", ""];
    print_table(&header, 1, &rows);
    if rows.len() != measured.len() {
        return Err("the baseline does not name every run; `scripts/bench baseline` writes it".into());
    }
    if strayed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{} strayed over {PERCENT} % from the baseline; if that is intended, run `scripts/bench baseline`",
        strayed.join(", ")
    )
    .into())
}

pub(crate) fn write_baseline(lab: &Lab, baseline: &Path) -> Fallible<()> {
    let mut text = format!(
        "# What each fixed run costs beyond {EMPTY_C}: name, instructions, system calls.\n\
         # Written by `scripts/bench baseline`, held by `scripts/bench guard`.\n"
    );
    for run in excesses(lab)? {
        writeln!(text, "{} {} {}", run.name, run.instructions, run.calls)?;
    }
    fs::write(baseline, &text)?;
    print!("{text}");
    Ok(())
}
