//! Measures what one run of stateline costs: time, instructions, system calls, memory.
//!
//! `scripts/bench` compiles and calls this; it has already put all programs but node into `DIR/bin`.
//! Times on a shared machine mean little by themselves, so all rows are measured in one run,
//! interleaved, and read as ratios. Instructions and system calls are exact.

#![forbid(unsafe_code)]

use std::cmp::Ordering;
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

type Fallible<T> = Result<T, Box<dyn Error>>;

/// One round in so many has node in it: a run of it lasts as long as a hundred others.
const NODE_EVERY: usize = 15;

const SESSION: &str = "3f9c2c1e-7d4b-4c55-9c0e-6a2f1b8d7e42";

const NOT_MEASURED: &str = "-";

/// What Claude Code sends today, with every field it may send; `@…@` are filled in.
const PAYLOAD: &str = r#"
{"session_id":"@SESSION@","session_name":"export api","prompt_id":"b0d9c0c4-53a4-4a57-8f1b-2f4f7f5c9d10",
"transcript_path":"@TRANSCRIPT@","cwd":"@CWD@","version":"2.1.288","hook_event_name":"Status",
"model":{"id":"claude-opus-5[1m]","display_name":"Opus 5 (1M context)"},
"workspace":{"current_dir":"@CWD@","project_dir":"@CWD@","added_dirs":["@ROOT@/shared"],
"git_worktree":"export-api","repo":{"host":"gitlab.com","owner":"acme/platform","name":"storefront"}},
"output_style":{"name":"default"},
"cost":{"total_cost_usd":4.218375,"total_duration_ms":5023417,"total_api_duration_ms":1893022,
"total_lines_added":1204,"total_lines_removed":377},
"context_window":{"total_input_tokens":421337,"total_output_tokens":2048,"context_window_size":1000000,
"used_percentage":42,@REMAINING@"current_usage":{"input_tokens":12,"output_tokens":2048,
"cache_creation_input_tokens":3120,"cache_read_input_tokens":418205}},
"exceeds_200k_tokens":true,"fast_mode":false,"effort":{"level":"high"},"thinking":{"enabled":true},
"rate_limits":{"five_hour":{"used_percentage":37.5,"resets_at":1794830400},
"seven_day":{"used_percentage":61,"resets_at":1795262400},
"spend_limit":{"used_percentage":104.2,"resets_at":1796083200}},
"prompt_cache":{"warm":true,"caching_observed":true,"ttl":"1h","expires_at":1794824405,"requests":118,"misses":2,
"expected_rebuilds":1,"hit_ratio":0.983,"cache_write_tokens":501223,"miss_recache_tokens":88012,
"last_miss_at":1794815000,"last_miss_cause":{"causes":["tools_changed"],"tools_added":["mcp__db__query"],
"tools_removed":[],"system_char_delta":0},"miss_causes":{"tools_changed":1,"ttl_expired_1h":1},
"recache_tokens_if_cold":421325},
"vim":{"mode":"INSERT"},"agent":{"name":"executor"},
"pr":{"number":482,"url":"https://gitlab.com/acme/platform/storefront/-/merge_requests/482",
"review_state":"pending","kind":"mr"},
"worktree":{"name":"export-api","path":"@CWD@","original_cwd":"@ROOT@/original","branch":"worktree-export-api",
"original_branch":"main"},
"remote":{"session_id":"rs_01JC8Q4W9T"}}
"#;

/// The form most state files have: no `active_phase`, the phase in the body.
const STATE_HEAD: &str = "\
---
gsd_state_version: '1.0'
milestone: v2.0
milestone_name: Storefront
status: executing
current_phase: \"5\"
current_phase_name: export-api
current_plan: \"3\"
last_updated: \"2026-11-16T09:12:44.120Z\"
last_activity: \"2026-11-16\"
stopped_at: \"Plan 05-02 complete\"
progress:
  total_phases: 12
  completed_phases: 4
  total_plans: 31
  completed_plans: 18
  percent: 58
---

# Project State

## Project Reference

See: .planning/PROJECT.md (updated 2026-11-02)

**Core value:** A shop owner exports every order without help.
**Current focus:** export-api

## Current Position

Phase: 5 of 12 (export-api)
Plan: 3 of 4 in current phase
Status: Executing plan 05-03
Last activity: 2026-11-16 — paging of the order export

Progress: [█████░░░░░] 58%

## Accumulated Context

### Decisions

";

const GSD_CONFIG: &str = r#"{
  "mode": "interactive",
  "granularity": "standard",
  "workflow": { "research": true, "plan_check": true, "verifier": true, "auto_advance": false },
  "planning": { "commit_docs": true, "search_gitignored": false, "sub_repos": [] },
  "parallelization": { "enabled": true, "plan_level": true, "max_concurrent_agents": 3 },
  "hooks": { "context_warnings": true },
  "statusline": { "show_last_command": @LAST_COMMAND@ }
}
"#;

const UPDATE_CACHE: &str = r#"{"package_name":"@opengsd/gsd-core","update_available":false,
"installed":"1.14.0","latest":"1.14.0","checked":1794800000,"stale_hooks":[]}"#;

const WF_SESSION: &str = r#"{
  "session_id": "@ID@",
  "template_id": "wft-feature-tdd-review-20260310",
  "template_path": ".workflow/templates/feature-tdd-review.json",
  "template_name": "Feature TDD with Review",
  "status": "@STATUS@",
  "context": { "goal": "Implement user authentication", "scope": "src/auth" },
  "execution_plan": [
    { "batch": 1, "nodes": ["N-001"], "parallel": false },
    { "batch": 2, "nodes": ["CP-01"], "parallel": false },
    { "batch": 3, "nodes": ["N-002"], "parallel": false }
  ],
  "current_batch": 3,
  "current_node": "N-002",
  "last_checkpoint": "CP-01",
  "node_states": {
    "N-001": {
      "status": "completed", "started_at": "@TIME@", "completed_at": "@TIME@",
      "session_id": "WFS-plan", "output_path": ".workflow/sessions/WFS-plan/IMPL_PLAN.md",
      "artifacts": [".workflow/sessions/WFS-plan/IMPL_PLAN.md"], "error": null
    },
    "CP-01": {
      "status": "completed", "saved_at": "@TIME@",
      "snapshot_path": ".workflow/sessions/@ID@/checkpoints/CP-01.json", "auto_continue": true
    },
    "N-002": {
      "status": "@STATUS@", "started_at": "@TIME@", "completed_at": null, "session_id": null,
      "output_path": null, "artifacts": [], "error": null, "cli_task_id": "gem-143514-x7k2"
    }
  },
  "created_at": "@TIME@",
  "updated_at": "@TIME@",
  "completed_at": null
}
"#;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["times", dir, rounds, others] => times(&Lab::at(dir), rounds, others),
        ["counts", dir] => counts(&Lab::at(dir)),
        ["hot", dir] => hot(&Lab::at(dir)),
        ["git", dir, rounds] => git(&Lab::at(dir), rounds),
        ["guard", dir, baseline] => guard(&Lab::at(dir), Path::new(baseline)),
        ["baseline", dir, baseline] => write_baseline(&Lab::at(dir), Path::new(baseline)),
        ["scale", dir] => scale(&Lab::at(dir)),
        _ => Err("the driver is called by `scripts/bench`".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

// ---------------------------------------------------------------------------
// The three modes

fn times(lab: &Lab, rounds: &str, others: &str) -> Fallible<()> {
    let mut subjects = lab.fixed_runs()?;
    for line in fs::read_to_string(others)?.lines() {
        let other = lab.other(line)?;
        // A peer that does not run must not take the rest down with it.
        match other.output(&[]) {
            Ok(_) => subjects.push(other),
            Err(error) => eprintln!("bench: {error}; it is left out"),
        }
    }

    // The first run of each also fills the page cache, outside the clock.
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

fn times_row(
    lab: &Lab,
    subject: &Subject,
    sample: &Sample,
    least: &Sample,
    hook: &Sample,
) -> Fallible<Vec<String>> {
    // Callgrind takes minutes over node, and counts its compiler rather than the hook.
    let instructions = if subject.is_slow {
        None
    } else {
        subject.instructions().ok()
    };
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
        grouped(subject.peak_kib(lab)?),
        grouped(fs::metadata(&subject.program)?.len() / 1000),
    ];
    Ok(cells)
}

const TIMES_HEADER: [&str; 11] = [
    "run",
    "best µs",
    "median µs",
    "best ×C",
    "median ×C",
    "best ×hook",
    "median ×hook",
    "instructions",
    "syscalls",
    "RSS KiB",
    "size kB",
];

/// Leaves a profile of each run that a prompt may be, with the names as the linker knows them.
fn hot(lab: &Lab) -> Fallible<()> {
    let is_hot = |subject: &Subject| {
        !subject.name.starts_with("empty-") && subject.name != Kind::Get.name()
    };
    let mut subjects: Vec<Subject> = lab.fixed_runs()?.into_iter().filter(is_hot).collect();
    let usual = lab.usual_place()?;
    for words in ["--for zsh", "--for tmux", "--style compact", "--style smart"] {
        let mut subject = lab.stateline(Kind::Line, &usual);
        subject.arguments.extend(words.split(' ').map(str::to_owned));
        subject.name = words.replace(' ', "");
        subjects.push(subject);
    }
    // What is not there is asked for in other ways.
    let bare = Place::new(lab.dir.join("bare/work"), lab.dir.join("bare/home"));
    fs::create_dir_all(&bare.cwd)?;
    write(&bare.cwd.join(".planning/STATE.md"), "---\nstatus: planning\n---\n")?;
    for kind in [Kind::Line, Kind::Hook, Kind::HookWithoutBridge] {
        let mut subject = lab.stateline(kind, &bare);
        subject.name = format!("bare-{}", subject.name);
        subjects.push(subject);
    }
    // The second time, a bridge file is there.
    for round in 0..2 {
        for subject in &subjects {
            let file = lab.dir.join(format!("{}.{round}.callgrind", subject.name));
            let out = format!("--callgrind-out-file={}", file.display());
            subject.output(&["valgrind", "--tool=callgrind", "--demangle=no", "--vgdb=no", &out])?;
        }
        let old = r#"{"session_id":"@","remaining_percentage":10,"used_pct":90,"timestamp":1}"#;
        write(&lab.bridge(), &old.replace('@', SESSION))?;
    }
    Ok(())
}

/// Times the hook with its git segment against `git status`, which it replaces.
fn git(lab: &Lab, rounds: &str) -> Fallible<()> {
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
        status.arguments = ["--no-optional-locks", "status", "--porcelain=v2", "--branch"].map(str::to_owned).to_vec();
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

/// Finds a program where the shell would.
fn which(name: &str) -> Fallible<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|dir| dir.join(name))
        .find(|program| program.is_file())
        .ok_or_else(|| format!("no `{name}` in PATH").into())
}

/// What a run costs beyond an empty program: a figure that another machine gets, too.
struct Excess {
    name: String,
    instructions: i64,
    calls: i64,
}

fn counts(lab: &Lab) -> Fallible<()> {
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

/// Counts every fixed run; the empty program's counts are also handed out alone.
fn counted(lab: &Lab) -> Fallible<(Excess, Vec<Excess>)> {
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
fn excesses(lab: &Lab) -> Fallible<Vec<Excess>> {
    let (empty, measured) = counted(lab)?;
    let ours = measured
        .into_iter()
        .filter(|run| !run.name.starts_with("empty-"));
    Ok(ours
        .map(|run| Excess {
            instructions: run.instructions - empty.instructions,
            calls: run.calls - empty.calls,
            name: run.name,
        })
        .collect())
}

/// Fails if a run costs more, or so much less that the baseline no longer says anything.
fn guard(lab: &Lab, baseline: &Path) -> Fallible<()> {
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
        "{} strayed over {PERCENT} % from the baseline; if that is meant, `scripts/bench baseline` writes it anew",
        strayed.join(", ")
    )
    .into())
}

fn write_baseline(lab: &Lab, baseline: &Path) -> Fallible<()> {
    let mut text = format!(
        "# What each fixed run costs beyond {EMPTY_C}: name, instructions, system calls.\n\
         # Written by `scripts/bench baseline`, held by `scripts/bench guard`.\n"
    );
    for run in excesses(lab)? {
        text.push_str(&format!("{} {} {}\n", run.name, run.instructions, run.calls));
    }
    fs::write(baseline, &text)?;
    print!("{text}");
    Ok(())
}

fn scale(lab: &Lab) -> Fallible<()> {
    let mut rows = Vec::new();
    for growth in GROWTHS {
        let root = lab.dir.join("scale").join(growth.id);
        let places = (growth.places)(lab, &root)?;
        for kind in growth.runs {
            let mut smallest: Option<Cost> = None;
            for (size, place) in &places {
                let subject = lab.stateline(*kind, place);
                let cost = subject.cost(lab)?;
                let base = *smallest.get_or_insert(cost);
                rows.push(vec![
                    growth.what.to_owned(),
                    size.clone(),
                    subject.name,
                    grouped(cost.instructions),
                    ratio(cost.instructions, base.instructions),
                    grouped(cost.trace.calls),
                    ratio(cost.trace.calls, base.trace.calls),
                    grouped(cost.trace.bytes_read),
                    ratio(cost.trace.bytes_read, base.trace.bytes_read),
                    grouped(cost.printed),
                ]);
            }
        }
        // Fifty thousand files are in nobody's way after their turn.
        fs::remove_dir_all(&root)?;
    }
    let header = [
        "what",
        "size",
        "run",
        "instructions",
        "×",
        "syscalls",
        "×",
        "bytes read",
        "×",
        "bytes printed",
    ];
    print_table(&header, 3, &rows);
    println!(
        "\n× is the ratio to the smallest of its kind. Bytes read are those of read calls, start-up included."
    );
    Ok(())
}

/// Times every subject once a round, so that a noisy second falls on all of them.
fn interleaved(subjects: &[Subject], rounds: usize) -> Fallible<Vec<Sample>> {
    let mut seconds: Vec<Vec<f64>> = vec![Vec::new(); subjects.len()];
    let mut output = Vec::new();
    for round in 0..rounds {
        for turn in 0..subjects.len() {
            // Each round starts one further on: nobody is always the one after node.
            let index = (round + turn) % subjects.len();
            let subject = &subjects[index];
            if !subject.is_slow || round % NODE_EVERY == 0 {
                seconds[index].push(subject.timed(&mut output)?.as_secs_f64());
            }
        }
    }
    seconds.into_iter().map(Sample::of).collect()
}

/// Says whether the rows do the work they are named for: the same line, a bridge file where due.
fn sameness(lab: &Lab, subjects: &[Subject]) -> Fallible<String> {
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

// ---------------------------------------------------------------------------
// What is run, and how each figure is got

const EMPTY_C: &str = "empty-c";

/// How the published hook is called in the list.
const PUBLISHED: &str = "gsd-core";

/// The folder everything happens in.
struct Lab {
    dir: PathBuf,
}

/// Where a run takes place.
struct Place {
    cwd: PathBuf,
    home: PathBuf,
    transcript: PathBuf,
}

#[derive(Clone, Copy)]
enum Kind {
    Line,
    LineOfSession,
    Hook,
    HookWithoutBridge,
    Get,
}

/// A command that can be run again and again, each time from the same start.
struct Subject {
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(&'static str, PathBuf)>,
    cwd: PathBuf,
    stdin: Option<String>,
    bridge_due: bool,
    /// It takes as long as a hundred others, so it is run in few rounds.
    is_slow: bool,
}

struct Sample {
    best: f64,
    median: f64,
}

#[derive(Clone, Copy)]
struct Trace {
    calls: u64,
    bytes_read: u64,
}

#[derive(Clone, Copy)]
struct Cost {
    instructions: u64,
    trace: Trace,
    printed: u64,
}

impl Lab {
    fn at(dir: &str) -> Self {
        Self { dir: dir.into() }
    }

    fn tmp(&self) -> PathBuf {
        self.dir.join("tmp")
    }

    fn bin(&self, name: &str) -> PathBuf {
        self.dir.join("bin").join(name)
    }

    /// The usual project and home: what a GSD user of today has, without git.
    fn bridge(&self) -> PathBuf {
        self.tmp().join(format!("claude-ctx-{SESSION}.json"))
    }

    /// A project of another family, with one session at the same time of the same day.
    fn session_place(&self) -> Fallible<Place> {
        let place = Place::new(self.dir.join("usual/session"), self.usual_home()?);
        write_session(&place.cwd, 1_794_800_000, "running")?;
        Ok(place)
    }

    fn usual_place(&self) -> Fallible<Place> {
        let place = Place::new(self.dir.join("usual/project"), self.usual_home()?);
        write_project(&place.cwd, &state_file(5_000), false)?;
        Ok(place)
    }

    fn usual_home(&self) -> Fallible<PathBuf> {
        let home = self.dir.join("usual/home");
        write(
            &home.join(".cache/gsd/gsd-update-check-opengsd-gsd-core.json"),
            UPDATE_CACHE,
        )?;
        for session in 0..3 {
            let name = todo_name(&session_of(session));
            write(&home.join(".claude/todos").join(name), "[]")?;
        }
        fs::create_dir_all(self.tmp())?;
        Ok(home)
    }

    /// The rows of the default run, the least a process can cost first.
    fn fixed_runs(&self) -> Fallible<Vec<Subject>> {
        let usual = self.usual_place()?;
        let baseline = |name: &str| self.subject(name, self.bin(name), &usual, None);
        Ok(vec![
            baseline(EMPTY_C),
            baseline("empty-rust"),
            self.stateline(Kind::Line, &usual),
            self.stateline(Kind::LineOfSession, &self.session_place()?),
            self.stateline(Kind::Hook, &usual),
            self.stateline(Kind::HookWithoutBridge, &usual),
            self.stateline(Kind::Get, &usual),
        ])
    }

    /// A program of others, by a line of the list: name, how often, command; parted by tabs.
    fn other(&self, line: &str) -> Fallible<Subject> {
        let mut words = line.split('\t');
        let (Some(name), Some(often), Some(program)) = (words.next(), words.next(), words.next()) else {
            return Err(format!("the list has a line without a command: {line:?}").into());
        };
        let usual = self.usual_place()?;
        Ok(Subject {
            arguments: words.map(str::to_owned).collect(),
            bridge_due: name.starts_with(PUBLISHED),
            is_slow: often == "few",
            ..self.subject(name, program.into(), &usual, Some(self.payload(&usual, true)))
        })
    }

    fn stateline(&self, kind: Kind, place: &Place) -> Subject {
        let stdin = match kind {
            Kind::Line | Kind::LineOfSession | Kind::Get => None,
            Kind::Hook => Some(self.payload(place, true)),
            Kind::HookWithoutBridge => Some(self.payload(place, false)),
        };
        let arguments: &[&str] = match kind {
            Kind::Line | Kind::LineOfSession => &["line"],
            Kind::Get => &["get", "status"],
            Kind::Hook | Kind::HookWithoutBridge => &[],
        };
        Subject {
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            bridge_due: matches!(kind, Kind::Hook),
            ..self.subject(kind.name(), self.bin("stateline"), place, stdin)
        }
    }

    fn subject(
        &self,
        name: &str,
        program: PathBuf,
        place: &Place,
        stdin: Option<String>,
    ) -> Subject {
        let mut environment = vec![
            ("HOME", place.home.clone()),
            ("TMPDIR", self.tmp()),
            ("LANG", "C.UTF-8".into()),
            ("TERM", "xterm-256color".into()),
        ];
        if stdin.is_some() {
            // What the host adds for a status line, and nobody adds for a prompt.
            environment.extend([
                ("CLAUDECODE", "1".into()),
                ("COLUMNS", "120".into()),
                ("LINES", "40".into()),
            ]);
        }
        Subject {
            name: name.to_owned(),
            program,
            arguments: Vec::new(),
            environment,
            cwd: place.cwd.clone(),
            stdin,
            bridge_due: false,
            is_slow: false,
        }
    }

    fn payload(&self, place: &Place, with_remaining: bool) -> String {
        let remaining = if with_remaining {
            "\"remaining_percentage\":58,"
        } else {
            ""
        };
        // The host sends one line without a space between its parts.
        PAYLOAD
            .replace('\n', "")
            .replace("@SESSION@", SESSION)
            .replace("@TRANSCRIPT@", &place.transcript.to_string_lossy())
            .replace("@CWD@", &place.cwd.to_string_lossy())
            .replace("@ROOT@", &self.dir.to_string_lossy())
            .replace("@REMAINING@", remaining)
    }
}

impl Place {
    /// A session in `cwd` whose transcript nobody has to read: it is not there.
    fn new(cwd: PathBuf, home: PathBuf) -> Self {
        let transcript = home.join(".claude/projects/usual/session.jsonl");
        Self {
            cwd,
            home,
            transcript,
        }
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::LineOfSession => "line-wf-player",
            Self::Hook => "hook",
            Self::HookWithoutBridge => "hook-no-bridge",
            Self::Get => "get",
        }
    }
}

impl Subject {
    /// A run of the program below `wrapper`, its input already waiting.
    fn command(&self, wrapper: &[&str]) -> Fallible<Command> {
        let mut words = wrapper
            .iter()
            .map(PathBuf::from)
            .chain([self.program.clone()]);
        let mut command = Command::new(words.next().ok_or("no program")?);
        command
            .args(words)
            .args(&self.arguments)
            .current_dir(&self.cwd)
            .env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let Some(text) = &self.stdin else {
            command.stdin(Stdio::null());
            return Ok(command);
        };
        // The payload fits the pipe's buffer: written whole before the child is there to read.
        let (reader, mut writer) = io::pipe()?;
        writer.write_all(text.as_bytes())?;
        command.stdin(reader);
        Ok(command)
    }

    fn output(&self, wrapper: &[&str]) -> Fallible<Output> {
        let output = self
            .command(wrapper)?
            .output()
            .map_err(|error| format!("cannot run `{}`: {error}", self.name))?;
        if output.status.success() {
            return Ok(output);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!(
            "`{}` ended with {}: {}",
            self.name,
            output.status,
            said.trim_end()
        )
        .into())
    }

    /// From the start of the process to its end, with all it printed received.
    fn timed(&self, output: &mut Vec<u8>) -> Fallible<Duration> {
        let mut command = self.command(&[])?;
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        output.clear();
        let start = Instant::now();
        let mut child = command.spawn()?;
        if let Some(stdout) = &mut child.stdout {
            stdout.read_to_end(output)?;
        }
        let status = child.wait()?;
        let elapsed = start.elapsed();
        if status.success() {
            Ok(elapsed)
        } else {
            Err(format!("`{}` ended with {status}", self.name).into())
        }
    }

    fn cost(&self, lab: &Lab) -> Fallible<Cost> {
        let printed = self.output(&[])?.stdout.len() as u64;
        Ok(Cost {
            instructions: self.instructions()?,
            trace: self.trace(lab)?,
            printed,
        })
    }

    fn instructions(&self) -> Fallible<u64> {
        let callgrind = [
            "valgrind",
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            "--vgdb=no",
        ];
        let stderr = self.output(&callgrind)?.stderr;
        // "==4133== Collected : 18106"
        String::from_utf8_lossy(&stderr)
            .lines()
            .filter(|line| line.contains(" Collected :"))
            .find_map(|line| line.split_whitespace().last()?.parse().ok())
            .ok_or_else(|| format!("callgrind did not count `{}`", self.name).into())
    }

    /// Counts system calls and sums what the reads among them brought, in one traced run.
    fn trace(&self, lab: &Lab) -> Fallible<Trace> {
        let log = lab.dir.join("strace.log");
        let path = log.to_string_lossy();
        // -C is -c with the calls themselves above the summary; -s 0 leaves out their strings.
        self.output(&["strace", "-C", "-f", "-s", "0", "-o", &path])?;
        let log = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
        let calls = log
            .lines()
            .find_map(total_calls)
            .ok_or_else(|| format!("strace did not count `{}`", self.name))?;
        Ok(Trace {
            calls,
            bytes_read: log.lines().filter_map(bytes_read).sum(),
        })
    }

    /// The least of a few runs: how many pages a fault brings along differs from run to run.
    fn peak_kib(&self, lab: &Lab) -> Fallible<u64> {
        let wrapper = lab.bin("peak");
        let mut least = u64::MAX;
        for _ in 0..5 {
            let stderr = self.output(&[&wrapper.to_string_lossy()])?.stderr;
            // The last line is the wrapper's; above it may stand what the program complained of.
            let told = String::from_utf8_lossy(&stderr)
                .lines()
                .last()
                .and_then(|line| line.parse().ok())
                .ok_or_else(|| format!("the peak memory of `{}` was not told", self.name))?;
            least = least.min(told);
        }
        Ok(least)
    }
}

impl Sample {
    fn of(mut seconds: Vec<f64>) -> Fallible<Self> {
        seconds.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let best = *seconds.first().ok_or("a run was never timed")?;
        let (low, high) = ((seconds.len() - 1) / 2, seconds.len() / 2);
        Ok(Self {
            best,
            median: f64::midpoint(seconds[low], seconds[high]),
        })
    }
}

/// summary = percent seconds usecs-per-call calls [errors] "total"
fn total_calls(line: &str) -> Option<u64> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.first() != Some(&"100.00") || words.last() != Some(&"total") {
        return None;
    }
    words.get(3)?.parse().ok()
}

/// call = pid (name "(" … | "<... " name " resumed>" …) " = " result
fn bytes_read(line: &str) -> Option<u64> {
    let (_, call) = line.split_once(' ')?;
    let call = call.trim_start();
    let name = call
        .strip_prefix("<... ")
        .unwrap_or(call)
        .split(['(', ' '])
        .next()?;
    if !["read", "pread64", "readv", "preadv", "preadv2"].contains(&name) {
        return None;
    }
    // A failed read returns -1, which is no number of bytes.
    let (_, result) = call.rsplit_once(" = ")?;
    result.split_whitespace().next()?.parse().ok()
}

// ---------------------------------------------------------------------------
// The trees that grow

/// Places from the smallest to the largest, each with its size in words.
type Places = Vec<(String, Place)>;

/// One dimension that grows, and the runs that feel it.
struct Growth {
    id: &'static str,
    what: &'static str,
    runs: &'static [Kind],
    places: fn(&Lab, &Path) -> Fallible<Places>,
}

const GROWTHS: &[Growth] = &[
    Growth {
        id: "state",
        what: "STATE.md",
        runs: &[Kind::Line, Kind::Hook],
        places: state_sizes,
    },
    Growth {
        id: "transcript",
        what: "transcript",
        runs: &[Kind::Hook],
        places: transcript_sizes,
    },
    Growth {
        id: "levels",
        what: "levels below",
        runs: &[Kind::Line, Kind::Hook],
        places: levels_below,
    },
    Growth {
        id: "todos",
        what: "todo files",
        runs: &[Kind::Hook],
        places: todo_counts,
    },
    Growth {
        id: "sessions",
        what: "wf-player sessions",
        runs: &[Kind::Line, Kind::Hook],
        places: session_counts,
    },
];

fn state_sizes(lab: &Lab, root: &Path) -> Fallible<Places> {
    let sizes = [
        ("5 kB", 5_000),
        ("100 kB", 100_000),
        ("1 MB", 1_000_000),
        ("10 MB", 10_000_000),
    ];
    each(sizes, |(label, bytes)| {
        let place = Place::new(root.join(format!("{bytes:08}")), lab.usual_home()?);
        write_project(&place.cwd, &state_file(bytes), false)?;
        Ok((label.to_owned(), place))
    })
}

fn transcript_sizes(lab: &Lab, root: &Path) -> Fallible<Places> {
    let cwd = root.join("project");
    write_project(&cwd, &state_file(5_000), true)?;
    let sizes = [("1 MB", 1_000_000), ("500 MB", 500_000_000)];
    each(sizes, |(label, bytes)| {
        let place = Place {
            transcript: root.join(format!("{bytes:09}.jsonl")),
            ..Place::new(cwd.clone(), lab.usual_home()?)
        };
        write_transcript(&place.transcript, bytes)?;
        Ok((label.to_owned(), place))
    })
}

fn levels_below(lab: &Lab, root: &Path) -> Fallible<Places> {
    let project = root.join("project");
    write_project(&project, &state_file(5_000), false)?;
    // Ten directories are looked at, the first included: from level 10 nothing is found.
    each(1..=10, |level| {
        let cwd = (1..=level).fold(project.clone(), |dir, _| dir.join("d"));
        fs::create_dir_all(&cwd)?;
        Ok((level.to_string(), Place::new(cwd, lab.usual_home()?)))
    })
}

fn todo_counts(_: &Lab, root: &Path) -> Fallible<Places> {
    let cwd = root.join("project");
    write_project(&cwd, &state_file(5_000), false)?;
    each([1, 100, 10_000, 50_000], |count| {
        let home = root.join(format!("home-{count:05}"));
        let todos = home.join(".claude/todos");
        let task = r#"[{"content":"Page the export","status":"in_progress","activeForm":"Paging the export"}]"#;
        write(&todos.join(todo_name(SESSION)), task)?;
        // The others are left from other sessions, most of them empty, as in a real folder.
        for other in 1..count {
            fs::write(todos.join(todo_name(&session_of(other))), "[]")?;
        }
        Ok((grouped(count), Place::new(cwd.clone(), home)))
    })
}

fn session_counts(lab: &Lab, root: &Path) -> Fallible<Places> {
    let newest = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    each([1, 100, 10_000], |count| {
        let cwd = root.join(format!("project-{count:05}"));
        for age in 0..count {
            // One an hour, back from now; only the newest still runs.
            let status = if age == 0 { "running" } else { "completed" };
            write_session(&cwd, newest - age * 3_600, status)?;
        }
        Ok((grouped(count), Place::new(cwd, lab.usual_home()?)))
    })
}

fn each<T>(
    sizes: impl IntoIterator<Item = T>,
    place: impl FnMut(T) -> Fallible<(String, Place)>,
) -> Fallible<Places> {
    sizes.into_iter().map(place).collect()
}

fn write_project(root: &Path, state: &str, last_command: bool) -> Fallible<()> {
    write(&root.join(".planning/STATE.md"), state)?;
    write(
        &root.join(".planning/config.json"),
        &GSD_CONFIG.replace("@LAST_COMMAND@", &last_command.to_string()),
    )
}

/// A state file of exactly `bytes`: what grows in a real one is its list of decisions.
fn state_file(bytes: usize) -> String {
    let mut text = STATE_HEAD.to_owned();
    for number in 1.. {
        let line = format!(
            "- [Phase {}]: Decision {number}: orders are exported in pages of 500, oldest first\n",
            number % 5
        );
        if text.len() + line.len() > bytes {
            break;
        }
        text.push_str(&line);
    }
    let rest = bytes.saturating_sub(text.len());
    text.push_str(&"-".repeat(rest));
    text
}

/// A transcript whose last megabyte is real and the rest a hole: only a reader of it all would mind.
fn write_transcript(path: &Path, bytes: u64) -> Fallible<()> {
    const TAIL: usize = 1_000_000;
    const COMMAND_AT: usize = TAIL - 64_000;
    let mut tail = String::with_capacity(TAIL);
    while tail.len() < TAIL {
        let said = if (COMMAND_AT..COMMAND_AT + 300).contains(&tail.len()) {
            "<command-name>/gsd-execute-phase</command-name>".to_owned()
        } else {
            "The export is paged now; the tests of the order service pass. ".repeat(3)
        };
        let line = format!(
            "{{\"type\":\"user\",\"sessionId\":\"{SESSION}\",\"message\":{{\"role\":\"user\",\"content\":\"{said}\"}}}}\n"
        );
        tail.push_str(&line);
    }
    write(path, "")?;
    File::options()
        .write(true)
        .open(path)?
        .set_len(bytes.saturating_sub(tail.len() as u64))?;
    OpenOptions::new()
        .append(true)
        .open(path)?
        .write_all(tail.as_bytes())?;
    Ok(())
}

fn write_session(project: &Path, updated: u64, status: &str) -> Fallible<()> {
    let (date, time) = (calendar_date(updated), clock_time(updated));
    let id = format!(
        "WFR-feature-tdd-review-{}-{}",
        date.replace('-', ""),
        time.replace(':', "")
    );
    let path = project
        .join(".workflow/sessions")
        .join(&id)
        .join("session-state.json");
    let text = WF_SESSION
        .replace("@ID@", &id)
        .replace("@STATUS@", status)
        .replace("@TIME@", &format!("{date}T{time}Z"));
    write(&path, &text)?;
    // A reader may go by the file's own time: it must agree with the name.
    File::options()
        .write(true)
        .open(&path)?
        .set_modified(UNIX_EPOCH + Duration::from_secs(updated))?;
    Ok(())
}

fn write(path: &Path, text: &str) -> Fallible<()> {
    let written = path
        .parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(path, text));
    written.map_err(|error| format!("cannot write `{}`: {error}", path.display()).into())
}

fn todo_name(session: &str) -> String {
    format!("{session}-agent-{session}.json")
}

/// The id of another session; scattered, as random ids are.
fn session_of(number: u64) -> String {
    format!(
        "{:08x}-5f0c-4b7e-9a51-{number:012x}",
        number.wrapping_mul(2_654_435_761) & 0xffff_ffff
    )
}

/// `2026-03-17`, by the usual reckoning from days to a date with the year begun in March.
fn calendar_date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

fn clock_time(seconds: u64) -> String {
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3_600 % 24,
        seconds / 60 % 60,
        seconds % 60
    )
}

// ---------------------------------------------------------------------------
// Output

/// A Markdown table that is also aligned as text; the first `left` columns are words.
fn print_table(header: &[&str], left: usize, rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows
            .iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count());
        cells
            .chain([header[column].chars().count()])
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let print_row = |cells: &[&str]| {
        for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            if column < left {
                print!("| {cell:<width$} ");
            } else {
                print!("| {cell:>width$} ");
            }
        }
        println!("|");
    };
    print_row(header);
    for (column, width) in widths.iter().enumerate() {
        let dashes = "-".repeat(*width);
        if column < left {
            print!("| {dashes} ");
        } else {
            print!("| {dashes}:");
        }
    }
    println!("|");
    for row in rows {
        print_row(&row.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// `1234567` as `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "two decimals are shown")]
fn ratio(value: u64, base: u64) -> String {
    if base == 0 {
        NOT_MEASURED.to_owned()
    } else {
        format!("{:.2}", value as f64 / base as f64)
    }
}
