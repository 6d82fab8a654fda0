//! Every ```` ```console ```` block of README is run, and prints what it says.
//!
//! A line `$ command` is run by bash in a sample project, with the program first on `PATH`, without
//! colour and at a fixed time; the lines below it are its whole output. Every block has a project of
//! its own. SECURITY names the tests that prove its claims, so those tests have to exist.

use std::{fs, path::Path};

use stateline::{family::FAMILIES, sys::file};

use crate::harness::{PROGRAM, Project, STATE, has};

/// One command of a block and the output that README shows for it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Example {
    command: String,
    output: String,
}

/// Returns the examples of each block, or what is wrong with how they are written.
fn blocks(markdown: &str) -> Result<Vec<Vec<Example>>, String> {
    let mut blocks = Vec::new();
    let mut open: Option<Vec<Example>> = None;
    for (number, line) in (1..).zip(markdown.lines()) {
        match &mut open {
            None if line == "```console" => open = Some(Vec::new()),
            None if line.contains("```console") => return Err(format!("line {number}: an indented block")),
            None => {}
            Some(_) if line == "```" => blocks.extend(open.take()),
            Some(examples) => {
                if let Some(command) = line.strip_prefix("$ ") {
                    examples.push(Example { command: command.to_owned(), output: String::new() });
                } else if let Some(example) = examples.last_mut() {
                    example.output.push_str(line);
                    example.output.push('\n');
                } else {
                    return Err(format!("line {number}: output before any command"));
                }
            }
        }
    }
    if open.is_some() { Err("a block has no end".to_owned()) } else { Ok(blocks) }
}

/// Returns the project that README's examples run in.
fn sample() -> Project {
    let path =
        format!("{}:{}", Path::new(PROGRAM).parent().unwrap().display(), std::env::var("PATH").unwrap());
    Project::new()
        .file("work/.planning/STATE.md", STATE)
        .env("PATH", &path)
        .env("NO_COLOR", "1")
        .env("STATELINE_NOW", "2026-01-15T12:34:08Z")
}

/// Runs every example and returns the ones that print something else.
fn differences(markdown: &str) -> Result<Vec<String>, String> {
    let mut differences = Vec::new();
    for block in blocks(markdown)? {
        let project = sample();
        for Example { command, output } in block {
            let run = project.feed(project.other("bash", ["-c", &format!("exec 2>&1; {command}")]), b"");
            // The hook ends without a line end, which Markdown cannot show.
            let mut printed = run.stdout;
            if !printed.is_empty() && !printed.ends_with('\n') {
                printed.push('\n');
            }
            if printed != output {
                differences.push(format!("$ {command}\nREADME says:\n{output}but it prints:\n{printed}"));
            }
        }
    }
    Ok(differences)
}

#[test]
fn every_example_prints_what_it_says() {
    if !has("bash") {
        return;
    }
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let differences = differences(&readme).unwrap();
    println!("{} blocks run", blocks(&readme).unwrap().len());
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_family_has_a_row_with_a_line_that_it_prints() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let preview = sample().run(["preview"]).stdout;
    for family in FAMILIES {
        let cell = format!("| `{}` | `", family.id);
        let row = readme.lines().find_map(|row| row.split_once(&cell)?.1.strip_suffix("` |"));
        let row = row.unwrap_or_else(|| panic!("README.md has no row for {}", family.id));
        let own = preview.split(&format!("\n{}\n", family.id)).nth(1).unwrap().split("\n\n").next().unwrap();
        assert!(own.lines().any(|line| line.ends_with(&format!("  {row}"))), "{row} is not one of\n{own}");
    }
}

#[test]
fn an_example_that_is_right_passes() {
    if !has("bash") {
        return;
    }
    let markdown = "\
Some words.

```console
$ stateline line
v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing
$ echo '{\"model\":\"Opus 5\"}' | stateline --style compact
Opus 5 │ v2.0 · P4.5 · executing │ work
$ stateline lnie
stateline: no command `lnie`; did you mean `line`?
$ cd .planning
$ ls -A; rm -r .planning
.planning
$ stateline line
```

```sh
$ not run
```

```console
$ stateline line | wc --lines
1
```
";
    assert_eq!(differences(markdown), Ok(Vec::new()));
    assert_eq!(blocks(markdown).unwrap().iter().map(Vec::len).collect::<Vec<_>>(), [6, 1]);
}

#[test]
fn a_wrong_example_is_reported_with_what_it_prints() {
    if !has("bash") {
        return;
    }
    let found = differences("```console\n$ echo one; echo two\none\n$ true\n$ true\nx\n```\n").unwrap();
    assert_eq!(
        found,
        [
            "$ echo one; echo two\nREADME says:\none\nbut it prints:\none\ntwo\n",
            "$ true\nREADME says:\nx\nbut it prints:\n",
        ]
    );
}

#[test]
fn a_block_that_could_not_be_run_is_an_error() {
    for (markdown, wrong) in [
        ("```console\noutput\n$ true\n```\n", "line 2: output before any command"),
        ("text\n  ```console\n  $ true\n  ```\n", "line 2: an indented block"),
        ("```console\n$ true\n", "a block has no end"),
    ] {
        assert_eq!(differences(markdown), Err(wrong.to_owned()));
    }
    assert_eq!(blocks("no examples\n"), Ok(Vec::new()));
}

/// Returns the text of every Rust file below a directory, each with its path.
fn sources(dir: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let name = file::portable(path.clone()).to_str().unwrap().to_owned();
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

#[test]
fn every_file_and_test_that_security_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let security = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let sources = [sources(&root.join("src")), sources(&root.join("tests"))].concat();
    let brackets = security.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    let names = brackets.flat_map(|(inside, _)| inside.split('`').skip(1).step_by(2));
    let mut counted = 0;
    for name in names {
        let (file, test) = (format!("/{name}"), format!("fn {name}()"));
        let exists = if Path::new(name).extension().is_some_and(|kind| kind == "rs") {
            sources.iter().any(|(path, _)| path.ends_with(&file))
        } else if name.matches('_').count() > 2 {
            sources.iter().any(|(_, text)| text.contains(&test))
        } else {
            continue;
        };
        assert!(exists, "SECURITY.md names `{name}`, which does not exist");
        counted += 1;
    }
    assert!(counted > 50, "{counted} names were found");
}
