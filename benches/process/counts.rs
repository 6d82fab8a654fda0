//! Counts instructions and system calls, which are exact, and page faults, which nearly are: `scripts/bench counts`,
//! `guard` and `baseline`.

use std::{fmt::Write, fs, path::Path};

use crate::{Fallible, lab::Lab, table::print_table};

/// What a run costs beyond an empty program. Other machines give the same figures.
pub(crate) struct Excess {
    pub(crate) name: String,
    pub(crate) instructions: i64,
    pub(crate) calls: i64,
    pub(crate) faults: i64,
}

/// How far instructions and system calls may be from the baseline, in percent.
const PERCENT: i64 = 5;

/// How many page faults more than in the baseline there may be: which pages a fault maps differs from run to run.
const MORE_FAULTS: i64 = 4;

pub(crate) fn counts(lab: &Lab) -> Fallible<()> {
    let (floor, measured) = counted(lab)?;
    let less = &floor.name;
    println!("# name instructions syscalls page-faults; less-{less}: instructions syscalls page-faults");
    for run in &measured {
        let beyond = run.beyond(&floor);
        println!(
            "{} {} {} {} {} {} {}",
            run.name,
            run.instructions,
            run.calls,
            run.faults,
            beyond.instructions,
            beyond.calls,
            beyond.faults
        );
    }
    Ok(())
}

impl Excess {
    /// Subtracts what an empty program costs.
    fn beyond(&self, floor: &Self) -> Self {
        Self {
            name: self.name.clone(),
            instructions: self.instructions - floor.instructions,
            calls: self.calls - floor.calls,
            faults: self.faults - floor.faults,
        }
    }

    /// Reads a line of a baseline: name, instructions, system calls, page faults.
    fn read(line: &str) -> Fallible<Self> {
        let [name, instructions, calls, faults] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("the baseline has a line that is not four words: {line:?}").into());
        };
        let (instructions, calls, faults) = (instructions.parse()?, calls.parse()?, faults.parse()?);
        Ok(Self { name: name.to_owned(), instructions, calls, faults })
    }

    /// Returns whether it costs about what the baseline says.
    fn is_near(&self, then: &Self) -> bool {
        let within = |now: i64, then: i64| (now - then).abs() * 100 <= then.abs() * PERCENT;
        within(self.instructions, then.instructions)
            && within(self.calls, then.calls)
            && self.faults <= then.faults + MORE_FAULTS
    }
}

/// Counts every fixed run, and also returns the counts of the empty program.
pub(crate) fn counted(lab: &Lab) -> Fallible<(Excess, Vec<Excess>)> {
    let mut measured = Vec::new();
    for subject in lab.fixed_runs()? {
        measured.push(Excess {
            instructions: i64::try_from(subject.instructions()?)?,
            calls: i64::try_from(subject.trace(lab)?.calls)?,
            faults: i64::try_from(subject.memory(lab)?.faults)?,
            name: subject.name,
        });
    }
    let floor = measured.first().ok_or("the empty program was not measured")?;
    let floor = Excess { name: floor.name.clone(), ..*floor };
    Ok((floor, measured))
}

/// Counts what our own runs cost beyond the empty program.
pub(crate) fn excesses(lab: &Lab) -> Fallible<Vec<Excess>> {
    let (floor, measured) = counted(lab)?;
    let ours = measured.iter().filter(|run| run.name != floor.name);
    Ok(ours.map(|run| run.beyond(&floor)).collect())
}

/// Fails if a run costs more, or so much less that the baseline is out of date.
pub(crate) fn guard(lab: &Lab, baseline: &Path) -> Fallible<()> {
    let baseline = fs::read_to_string(baseline)?;
    let measured = excesses(lab)?;
    let mut rows = Vec::new();
    let mut strayed = Vec::new();
    for line in baseline.lines().filter(|line| !line.starts_with('#')) {
        let then = Excess::read(line)?;
        let run = measured
            .iter()
            .find(|run| run.name == then.name)
            .ok_or_else(|| format!("the baseline names `{}`, which is no run", then.name))?;
        let is_well = run.is_near(&then);
        if !is_well {
            strayed.push(then.name.clone());
        }
        rows.push(vec![
            then.name.clone(),
            then.instructions.to_string(),
            run.instructions.to_string(),
            then.calls.to_string(),
            run.calls.to_string(),
            then.faults.to_string(),
            run.faults.to_string(),
            if is_well { "ok" } else { "strayed" }.to_owned(),
        ]);
    }
    let header = ["run", "instructions then", "now", "syscalls then", "now", "page faults then", "now", ""];
    print_table(&header, 1, &rows);
    if rows.len() != measured.len() {
        return Err("the baseline does not name every run; `scripts/bench baseline` writes it".into());
    }
    if strayed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{} strayed over {PERCENT} %, or {MORE_FAULTS} page faults, from the baseline; if that is intended, run `scripts/bench baseline`",
        strayed.join(", ")
    )
    .into())
}

pub(crate) fn write_baseline(lab: &Lab, baseline: &Path) -> Fallible<()> {
    let mut text = format!(
        "# What each fixed run costs beyond {}: name, instructions, system calls, page faults.\n\
         # Written by `scripts/bench baseline`, held by `scripts/bench guard`.\n",
        lab.floor()
    );
    for run in excesses(lab)? {
        writeln!(text, "{} {} {} {}", run.name, run.instructions, run.calls, run.faults)?;
    }
    fs::write(baseline, &text)?;
    print!("{text}");
    Ok(())
}
