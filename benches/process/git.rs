//! The hook with its git segment against `git status`: `scripts/bench git`.

use std::{path::PathBuf, process::Command};

use crate::{
    Fallible,
    lab::{Kind, Lab, Place},
    table::{grouped, print_table},
    texts::GSD_CONFIG,
    times::interleaved,
    tree::{state_file, write},
};

/// Times the hook with its git segment against `git status`, which it replaces.
pub(crate) fn git(lab: &Lab, rounds: &str) -> Fallible<()> {
    let mut rows = Vec::new();
    for count in [10, 100_000] {
        let place = Place::new(lab.dir.join(format!("git/{count}")), lab.usual_home()?);
        write(&place.cwd.join(".planning/STATE.md"), &state_file(5_000))?;
        let config = GSD_CONFIG.replace(r#""show_last_command": @LAST_COMMAND@"#, r#""show_git": true"#);
        write(&place.cwd.join(".planning/config.json"), &config)?;
        for file in 0..count {
            write(&place.cwd.join(format!("src/{}/{file}.txt", file / 1_000)), "text\n")?;
        }
        for words in ["init -q", "add .", "-c user.name=a -c user.email=a@b commit -q -m all"] {
            let done = Command::new("git").args(words.split(' ')).current_dir(&place.cwd).status()?;
            if !done.success() {
                return Err(format!("`git {words}` ended with {done}").into());
            }
        }
        write(&place.cwd.join("src/new.txt"), "text\n")?;
        let mut status = lab.subject("git status", which("git")?, &place, None);
        status.arguments =
            ["--no-optional-locks", "status", "--porcelain=v2", "--branch"].map(str::to_owned).to_vec();
        let subjects = [status, lab.stateline(Kind::HookWithoutBridge, &place)];
        let samples = interleaved(&subjects, rounds.parse()?)?;
        let least = samples.first().ok_or("nothing was measured")?;
        for (subject, sample) in subjects.iter().zip(&samples) {
            rows.push(vec![
                grouped(count),
                subject.name.clone(),
                format!("{:.0}", sample.best * 1e6),
                format!("{:.0}", sample.median * 1e6),
                format!("{:.2}", sample.best / least.best),
                format!("{:.2}", sample.median / least.median),
            ]);
        }
    }
    print_table(&["files", "run", "best µs", "median µs", "best ×git", "median ×git"], 2, &rows);
    Ok(())
}

/// Finds a program on `PATH`.
pub(crate) fn which(name: &str) -> Fallible<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|dir| dir.join(name))
        .find(|program| program.is_file())
        .ok_or_else(|| format!("no `{name}` in PATH").into())
}
