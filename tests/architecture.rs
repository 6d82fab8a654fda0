//! The shape of the source: levels, sizes, openings, and no test that was left out.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The largest source file, in bytes; one that needs more owns more than one thing.
const LARGEST: usize = 24_000;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns every Rust file below a directory with its text.
fn sources(directory: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut open = vec![root().join(directory)];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    files.sort();
    files
}

/// Returns the modules that a list `mod a; pub mod b;` names.
fn listed_modules(source: &str) -> Vec<String> {
    let names = source.lines().filter_map(|line| {
        line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?.strip_suffix(';').map(str::to_owned)
    });
    names.collect()
}

/// Returns the modules of the crate that a source names, comments aside.
fn named_modules(source: &str) -> Vec<String> {
    let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut names: Vec<String> =
        code.split("crate::").skip(1).flat_map(first_names).map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

/// Returns the first name of each path in `a::b` or `{a, b::{c, d}, e::f}`.
fn first_names(path: &str) -> Vec<&str> {
    let name = |text| {
        let text: &str = text;
        let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        &text[..end.unwrap_or(text.len())]
    };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut names = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in group.char_indices() {
        match letter {
            ',' | '}' if depth == 0 => {
                names.push(name(group[start..at].trim_start()));
                start = at + 1;
                if letter == '}' {
                    break;
                }
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn a_module_names_only_those_before_it_in_the_library() {
    let listed = listed_modules(&fs::read_to_string(root().join("src/lib.rs")).unwrap());
    for (path, source) in sources("src") {
        let mut parts = path.iter().skip(1).map(|part| part.to_str().unwrap());
        let module = parts.next().unwrap().trim_end_matches(".rs");
        if matches!(module, "main" | "lib") {
            continue;
        }
        let level = |name: &str| {
            let place = listed.iter().position(|listed| listed == name);
            place.unwrap_or_else(|| panic!("{}: `{name}` is not in src/lib.rs", path.display()))
        };
        for name in named_modules(&source) {
            assert!(
                level(&name) <= level(module),
                "{} names `{name}`, which is listed later",
                path.display()
            );
        }
    }
}

#[test]
fn the_library_has_few_modules_and_a_sentence_for_each() {
    let source = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let count = listed_modules(&source).len();
    assert!(count <= 20, "{count} modules on the top level");
    let lines: Vec<&str> = source.lines().collect();
    for pair in lines.windows(2).filter(|pair| pair[1].starts_with("pub mod ")) {
        assert!(
            pair[0].starts_with("// ") && pair[0].ends_with('.'),
            "`{}` has no sentence above it",
            pair[1]
        );
    }
}

#[test]
fn names_are_found_in_every_form_of_use() {
    let source = "
        // use crate::comment;
        use super::sibling;
        use crate::alone::Thing;
        use crate::{
            one, two::Two,
            three::{self, Four, five::{Six}},
            seven,
        };
        fn f() -> crate::eight::Result { crate::nine() }
    ";
    assert_eq!(named_modules(source), ["alone", "eight", "nine", "one", "seven", "three", "two"]);
}

#[test]
fn every_source_says_what_it_owns() {
    for directory in ["src", "tests", "benches"] {
        for (path, source) in sources(directory) {
            assert!(source.starts_with("//! "), "{} does not open with `//! `", path.display());
        }
    }
}

#[test]
fn no_source_has_grown_too_large() {
    for (path, source) in sources("src") {
        assert!(source.len() <= LARGEST, "{} has {} bytes", path.display(), source.len());
    }
}

#[test]
fn no_test_file_is_forgotten() {
    let listed = listed_modules(&fs::read_to_string(root().join("tests/main.rs")).unwrap());
    // A module is a file, or a folder with a `mod.rs`.
    let mut files: Vec<String> = sources("tests")
        .iter()
        .map(|(path, _)| path.strip_prefix("tests").unwrap().to_str().unwrap().replace('\\', "/"))
        .filter_map(|path| Some(path.strip_suffix("/mod.rs").or(path.strip_suffix(".rs"))?.to_owned()))
        .filter(|name| name != "main" && !name.contains('/'))
        .collect();
    files.sort();
    let mut sorted = listed;
    sorted.sort();
    assert_eq!(sorted, files);
}

/// A test that is left out, or that cannot fail, is worse than none.
#[test]
fn no_test_is_ignored() {
    let mark = concat!("#[", "ignore");
    for (path, source) in sources("tests").into_iter().chain(sources("src")) {
        assert!(!source.contains(mark), "{} leaves a test out", path.display());
    }
}

/// Returns a source without its comments and its unit tests.
fn code_of(source: &str) -> String {
    let source = source.split("#[cfg(test)]").next().unwrap();
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<&str>>().join("\n")
}

/// What only one kind of operating system knows.
const PLATFORM: &[&str] = &[
    "std::os",
    " os::unix",
    " os::fd",
    " os::windows",
    "{os::",
    "rustix",
    " nix::",
    "libc",
    "signal_hook",
    "ctrlc::",
    "win32job",
    "winapi_util",
    "windows_sys",
    "target_os",
    "cfg(unix)",
    "cfg(windows)",
    "\"/bin/",
    "\"/dev/",
    "\"/etc/",
    "\"/proc",
    "\"/tmp",
];

/// Returns where a source names a platform.
fn platform_names(source: &str) -> Vec<&'static str> {
    let code = code_of(source);
    PLATFORM.iter().copied().filter(|name| code.contains(name)).collect()
}

#[test]
fn only_sys_names_a_platform() {
    for (path, source) in sources("src") {
        // How a program is started differs between systems, and `main` has to be in this file.
        if !path.starts_with("src/sys") && path != Path::new("src/main.rs") {
            assert_eq!(platform_names(&source), [""; 0], "{}: use `sys`", path.display());
        }
    }
}

#[test]
fn only_the_files_of_a_platform_make_its_calls() {
    for (path, source) in sources("src/sys") {
        // The list of the modules has to choose those of the platform.
        let is_platform = ["src/sys/unix", "src/sys/windows"].iter().any(|folder| path.starts_with(folder));
        if !is_platform && path != Path::new("src/sys/mod.rs") {
            assert_eq!(platform_names(&source), [""; 0], "{}: use `platform`", path.display());
        }
    }
}

/// What `sys` does in one place for everyone: list a directory, open or replace a file, start a program.
const SYSTEM_CALLS: &[&str] = &[
    "read_dir",
    "File::open",
    "File::create",
    "File::options",
    "OpenOptions",
    "fs::read(",
    "fs::read_to_string",
    "fs::write",
    "fs::copy",
    "fs::rename",
    ".spawn()",
    ".output()",
];

#[test]
fn only_sys_lists_directories_opens_files_and_starts_programs() {
    for (path, source) in sources("src") {
        if path.starts_with("src/sys") {
            continue;
        }
        let code = code_of(&source);
        for call in SYSTEM_CALLS {
            assert!(!code.contains(call), "{} has `{call}`; use `sys`", path.display());
        }
    }
}

#[test]
fn one_function_of_each_platform_lists_a_directory() {
    for (path, source) in sources("src/sys") {
        if path.file_name() != Some("listing.rs".as_ref()) {
            assert!(!code_of(&source).contains("read_dir"), "{}: use `listing`", path.display());
        }
    }
}

#[test]
fn platform_names_are_found_in_every_form() {
    let source = "
        //! Not rustix in a comment.
        use std::{fs, os::unix::fs::MetadataExt};
        use rustix::fs::Mode;
        fn shell() -> Command { Command::new(\"/bin/sh\") }
        #[cfg(test)]
        mod tests { use signal_hook::consts; }
    ";
    assert_eq!(platform_names(source), [" os::unix", "rustix", "\"/bin/"]);
}

/// The ways to a standard stream that is not `output`'s: those of Rust, of the system, and a child's.
const WAYS_OUT: &[&str] = &[
    "io::stdout",
    "io::stderr",
    "io::write(",
    "println!",
    "print!(",
    "dbg!",
    "Stdio::inherit",
    "/dev/tty",
    "/dev/stdout",
    "/dev/stderr",
    "dyn Write",
    "dyn io::Write",
];

#[test]
fn only_the_output_writes_to_the_standard_streams() {
    for (path, source) in sources("src") {
        // The first prints; the streams have the system's own calls, for it. The last draws a screen of its own.
        let known = [
            "src/line/output.rs",
            "src/sys/unix/streams.rs",
            "src/sys/windows/streams.rs",
            "src/sys/canvas.rs",
        ];
        if known.iter().any(|known| path == Path::new(known)) {
            continue;
        }
        // To ask whether it is a terminal, or still read, is not to write.
        let code = code_of(&source).replace("rustix::stdio::stdout()", "");
        for way in WAYS_OUT {
            assert!(!code.contains(way), "{} has `{way}`; print through `output`", path.display());
        }
        assert!(
            !code.contains(".spawn()")
                || ["null", "piped"].iter().any(|to| code.contains(&format!("stderr(Stdio::{to}())"))),
            "{} starts a program that inherits standard error",
            path.display()
        );
    }
}
