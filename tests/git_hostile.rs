//! Repositories that try to run a program, to hang the line, or to break it.
//!
//! In each tree that is a trap, plain `git status` is run first, to show that the trap works.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

use crate::{
    git_agreement::{from_git, made_by},
    harness::{PROGRAM, Project, Run, has, is_root},
};

/// Makes `evil` a repository of which every file has a filter, and touches a file so that git runs it.
const EVIL: &str = "evil() { git init -q -b main \"$1\"; echo x >\"$1/f\"; echo '* filter=evil' >\"$1/.gitattributes\"; \
                    git -C \"$1\" add .; git -C \"$1\" commit -qm evil; \
                    git -C \"$1\" config filter.evil.clean ~/trap; touch -d @0 \"$1/f\"; }\n";

/// Each is a name, a script that sets a trap, the directory to run in, and the line there.
///
/// The first six are the ways that were found in the version which ran git.
const TRAPS: &[(&str, &str, &str, &str)] = &[
    (
        "a bare repository below a directory",
        "evil sub; cd sub; mv .git/* .; rm -r .git; git config -f config core.bare false; \
         git config -f config core.worktree .",
        "work/sub",
        "main?10",
    ),
    (
        "an empty .git below a hostile repository",
        "evil sub; mkdir -p sub/below/.git",
        "work/sub/below",
        "main✓",
    ),
    (
        "a gitdir with a newline",
        "evil sub; cd sub; git init -q plain; mv .git \"$(printf 'plain/.git\\nevil')\"; \
         printf 'gitdir: plain/.git\\nevil' >.git",
        "work/sub",
        "main?1",
    ),
    (
        "a gitdir after two blanks",
        "evil sub; cd sub; mv .git ' evil'; git init -q tmp; mv tmp/.git evil; printf 'gitdir:  evil' >.git",
        "work/sub",
        "main?2",
    ),
    (
        "a commondir in a .git directory",
        "evil sub; cd sub; cp -r .git common; git config --unset filter.evil.clean; echo ../common >.git/commondir; touch -d @0 f",
        "work/sub",
        "main?1",
    ),
    (
        "a link into a hostile repository",
        "evil ../elsewhere; mkdir ../elsewhere/dir; ln -s ../elsewhere/dir link",
        "work/link",
        "main✓",
    ),
    ("a filter", "evil sub", "work/sub", "main✓"),
    ("a hostile repository around", "evil sub; mkdir sub/dir", "work/sub/dir", "main✓"),
    (
        "a filter that is a process",
        "evil sub; cd sub; git config --unset filter.evil.clean; git config filter.evil.process ~/trap",
        "work/sub",
        "main✓",
    ),
    (
        "a filter that is required",
        "evil sub; cd sub; git config filter.evil.required true",
        "work/sub",
        "main✓",
    ),
    (
        "a filter in capital letters",
        "evil sub; cd sub; sed -i 's/filter/FILTER/; s/clean/CLEAN/' .git/config",
        "work/sub",
        "main✓",
    ),
    ("a file system monitor", "git config core.fsmonitor ~/trap", "work", "main✓"),
    (
        "settings of a worktree",
        "evil sub; cd sub; git config extensions.worktreeConfig true; git config --unset filter.evil.clean; git config --worktree filter.evil.clean ~/trap",
        "work/sub",
        "main✓",
    ),
    (
        "included settings",
        "evil sub; cd sub; mv .git/config .git/more; printf '[include]\\n\\tpath = more\\n' >.git/config",
        "work/sub",
        "main✓",
    ),
    (
        "settings included for a directory",
        "evil sub; cd sub; mv .git/config .git/more; printf '[includeIf \"gitdir:**\"]\\n\\tpath = more\\n' >.git/config",
        "work/sub",
        "main✓",
    ),
    (
        "settings included for a branch",
        "evil sub; cd sub; mv .git/config .git/more; printf '[includeIf \"onbranch:main\"]\\n\\tpath = more\\n' >.git/config",
        "work/sub",
        "main✓",
    ),
    (
        "a link in place of .git",
        "evil ../other; mkdir sub; cp -p ../other/f ../other/.gitattributes sub; ln -s ../../other/.git sub/.git",
        "work/sub",
        "main✓",
    ),
    (
        "attributes in .git",
        "evil sub; cd sub; rm .gitattributes; echo '* filter=evil' >.git/info/attributes",
        "work/sub",
        "main~1",
    ),
    (
        "a linked worktree",
        "evil sub; git -C sub worktree add -q ../tree -b tree; touch -d @0 tree/f",
        "work/tree",
        "tree✓",
    ),
    ("a split index", "evil sub; cd sub; git update-index --split-index; touch -d @0 f", "work/sub", "main✓"),
    (
        "a filter of the user's",
        "evil sub; cd sub; git config --unset filter.evil.clean; git config --global filter.evil.clean ~/trap",
        "work/sub",
        "main✓",
    ),
    (
        "an untracked cache",
        "evil sub; cd sub; git update-index --force-untracked-cache; touch -d @0 f",
        "work/sub",
        "main✓",
    ),
];

/// A program that leaves a mark when it is run, and the place of the mark.
fn with_trap(script: &str) -> (Project, PathBuf) {
    let make = "printf '#!/bin/sh\\necho ran >>~/mark\\nexit 1\\n' >~/trap; chmod +x ~/trap\n";
    // Git complains of a filter that fails, on standard error.
    let project = made_by(&format!("{make}{EVIL}{{ {script}\n}} 2>/dev/null"));
    let mark = project.path("home/mark");
    fs::remove_file(&mark).unwrap_or_default();
    (project, mark)
}

fn hook(project: &Project, dir: &str) -> Run {
    let dir = project.path(dir).display().to_string();
    let payload = format!("{{\"workspace\":{{\"current_dir\":\"{dir}\"}}}}");
    project.run_with([""; 0], payload.as_bytes())
}

#[test]
fn no_repository_runs_a_program() {
    if !has("git") {
        return;
    }
    for (name, script, dir, line) in TRAPS {
        let (project, mark) = with_trap(script);
        let project = project.dir(dir);
        project.run_command(project.other("git", ["--no-optional-locks", "status"])).code.unwrap();
        assert!(mark.exists(), "{name}: the trap does not work, so this shows nothing");
        fs::remove_file(&mark).unwrap();
        let before = project.snapshot();
        let run = hook(&project, dir);
        assert!(!mark.exists(), "{name}: the repository ran a program; the line was {run:?}");
        assert_eq!(run, Run::printed(*line), "{name}");
        assert_eq!(project.snapshot(), before, "{name}: something was written");
    }
}

/// The variables are the user's, but a tool may have set them to anything.
#[test]
fn no_variable_of_git_runs_a_program_or_writes_a_file() {
    if !has("git") {
        return;
    }
    let (project, mark) = with_trap("evil sub; git -C sub config --unset filter.evil.clean");
    let home = project.path("home");
    let trap = home.join("trap").display().to_string();
    let settings = format!("[filter \"evil\"]\n\tclean = {trap}\n[core]\n\tfsmonitor = {trap}\n");
    fs::write(home.join("settings"), settings).unwrap();
    let parameters = format!("'filter.evil.clean'='{trap}' 'core.fsmonitor'='{trap}'");
    let at = |name: &str| home.join(name).display().to_string();
    let (settings, trace) = (at("settings"), at("trace"));
    let sets: [&[(&str, &str)]; 6] = [
        &[
            ("GIT_CONFIG_COUNT", "1"),
            ("GIT_CONFIG_KEY_0", "filter.evil.clean"),
            ("GIT_CONFIG_VALUE_0", &trap),
        ],
        &[("GIT_CONFIG_PARAMETERS", &parameters)],
        &[("GIT_CONFIG_GLOBAL", &settings)],
        &[("GIT_CONFIG_SYSTEM", &settings), ("GIT_CONFIG_NOSYSTEM", "0")],
        &[
            ("GIT_CONFIG_GLOBAL", &settings),
            ("GIT_EXTERNAL_DIFF", &trap),
            ("GIT_SSH", &trap),
            ("GIT_SSH_COMMAND", &trap),
            ("GIT_ASKPASS", &trap),
            ("GIT_PAGER", &trap),
            ("GIT_EDITOR", &trap),
            ("GIT_PROXY_COMMAND", &trap),
        ],
        &[("GIT_CONFIG_GLOBAL", &settings), ("GIT_TRACE", &trace), ("GIT_TRACE2_EVENT", &trace)],
    ];
    let project = project.dir("work/sub");
    for variables in sets {
        let with = |program: &str, words: &[&str]| {
            let mut command = project.other(program, words);
            command.envs(variables.iter().copied());
            command
        };
        project.run_command(with("git", &["--no-optional-locks", "status"])).code.unwrap();
        assert!(mark.exists(), "{variables:?}: the trap does not work, so this shows nothing");
        fs::remove_file(&mark).unwrap();
        fs::remove_file(&trace).unwrap_or_default();
        let before = project.snapshot();
        let run = project.feed(with(PROGRAM, &[]), b"{}");
        assert_eq!(run, Run::printed("main✓"), "{variables:?}");
        assert_eq!(project.snapshot(), before, "{variables:?}");
    }
    // A directory of programs that git would take for its own.
    fs::create_dir(home.join("bin")).unwrap();
    for name in ["git", "git-status", "git-lfs"] {
        fs::copy(&trap, home.join("bin").join(name)).unwrap();
    }
    let project = project.env("GIT_EXEC_PATH", &at("bin")).env("PATH", &at("bin"));
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed("main✓"));
    assert!(!mark.exists());
}

/// Git refuses it; reading it runs nothing, and in a container it is often the only one.
#[test]
fn the_repository_of_another_user_is_shown_and_runs_nothing() {
    if !has("git") || !is_root() {
        return;
    }
    let (project, mark) = with_trap("evil sub; echo more >>sub/f; git config --global safe.directory '*'");
    let project = project.dir("work/sub");
    let mut open = vec![project.path("work/sub")];
    while let Some(path) = open.pop() {
        std::os::unix::fs::lchown(&path, Some(65534), Some(65534)).unwrap();
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    assert_eq!(from_git(&project), "main~1");
    assert!(mark.exists(), "the trap does not work, so this shows nothing");
    fs::remove_file(&mark).unwrap();
    fs::remove_file(project.path("home/.gitconfig")).unwrap();
    assert_eq!(from_git(&project), "", "git refuses it");
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed("main~1"));
    assert!(!mark.exists());
}

/// The user may have configured git to refuse it; reading it runs nothing.
#[test]
fn a_bare_repository_that_git_would_refuse_runs_nothing() {
    if !has("git") {
        return;
    }
    let (_, script, dir, line) = TRAPS[0];
    let (project, mark) = with_trap(&format!("{script}; git config --global safe.bareRepository explicit"));
    let project = project.dir(dir);
    assert_eq!(from_git(&project), "", "git refuses it");
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed(line));
    assert!(!mark.exists());
}

/// Every call that starts a program, opens a file to write, or opens a connection.
#[test]
fn under_strace_only_this_program_is_started_and_nothing_is_written() {
    if !has("git") || !has("strace") {
        return;
    }
    let (project, _) = with_trap(
        "evil sub; cd sub; git init -q inner; git -C inner commit -q --allow-empty -m x; \
         git -c protocol.file.allow=always submodule --quiet add ./inner inner; cp ~/trap .git/hooks/post-index-change; echo '* filter=evil diff=evil' >.gitattributes; \
         for key in core.fsmonitor core.sshCommand core.editor core.pager core.askPass core.gitProxy diff.external \
         diff.evil.textconv diff.evil.command merge.evil.driver filter.evil.process filter.lfs.clean filter.lfs.process \
         lfs.extension.x.clean gpg.program credential.helper alias.status uploadpack.packObjectsHook; do \
         git config $key ~/trap; done; git config extensions.partialClone origin; git config core.repositoryFormatVersion 1; \
         git config remote.origin.url ssh://nowhere.invalid/x; git config remote.origin.promisor true; \
         git -C inner config core.fsmonitor ~/trap; touch -d @0 f",
    );
    let project = project.dir("work/sub");
    let log = project.path("home/strace");
    let words = [
        "-f",
        "-qq",
        "-e",
        "trace=execve,execveat,socket,connect,bind,open,openat,creat,rename,unlink,mkdir,link,symlink",
    ];
    let mut command = project.other("strace", words);
    command.arg("-o").arg(&log).arg(PROGRAM);
    let run = project.feed(command, b"{}");
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.starts_with("main"), "{run:?}");
    let log = fs::read_to_string(log).unwrap();
    let calls: Vec<&str> = log.lines().map(|line| line.split_once(' ').unwrap().1.trim_start()).collect();
    let started: Vec<&str> = calls
        .iter()
        .filter(|call| call.starts_with("execve"))
        .map(|call| call.split('"').nth(1).unwrap())
        .collect();
    assert_eq!(started, [PROGRAM, "/proc/self/exe"]);
    let is_write = |call: &&&str| {
        let is_open = call.starts_with("open");
        let is_other = !call.starts_with("exec") && !call.starts_with("+++") && !call.starts_with("---");
        if is_open {
            (call.contains("O_WRONLY") || call.contains("O_RDWR") || call.contains("O_CREAT"))
                && !call.contains("\"/dev/null\"")
        } else {
            is_other && !call.starts_with("<...")
        }
    };
    let written: Vec<&&str> = calls.iter().filter(is_write).collect();
    assert!(written.is_empty(), "{written:?}");
}

/// Only the segment is lost, and no process is left.
#[test]
fn a_fifo_in_a_repository_costs_the_segment_and_no_more() {
    if !has("git") {
        return;
    }
    let lines: Vec<(&str, Run)> = std::thread::scope(|scope| {
        let fifo = |path: &'static str| {
            scope.spawn(move || {
                let project = made_by(&format!("git pack-refs --all; rm -f {path}; mkfifo {path}"));
                let project =
                    project.file("home/.config/stateline/config.toml", "segments = [\"dir\", \"git\"]\n");
                (path, project.run_with([""; 0], b"{}"))
            })
        };
        let paths =
            [".git/index", ".git/HEAD", ".git/config", ".git/packed-refs", ".git/info/exclude", ".gitignore"];
        let runs: Vec<_> = paths.into_iter().map(fifo).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    for (path, run) in lines {
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{path}");
        assert!(run.stdout == "work" || run.stdout.starts_with("work │ main"), "{path}: {run:?}");
    }
    let left: Vec<PathBuf> = fs::read_dir("/proc")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let line = fs::read(path.join("cmdline")).unwrap_or_default();
            let is_reader = line.starts_with(b"stateline\0__git\0");
            is_reader
                && fs::read_link(path.join("cwd"))
                    .is_ok_and(|cwd| cwd.to_string_lossy().ends_with("(deleted)"))
        })
        .collect();
    assert_eq!(left, Vec::<PathBuf>::new(), "a process goes on");
}

/// The host may end the hook at any time, and then no parent is left to end the process.
#[test]
fn the_process_that_reads_a_repository_ends_by_itself() {
    if !has("git") {
        return;
    }
    let project = made_by("rm .git/index; mkfifo .git/index");
    assert_eq!(project.run(["__git", "status"]), Run::refused(1, ""));
}

/// Whatever is in a file of the repository, there is a line, and nothing on standard error.
#[test]
fn garbage_in_any_file_of_a_repository_costs_the_segment_and_no_more() {
    if !has("git") {
        return;
    }
    let script = "git config core.repositoryFormatVersion 1; git branch up; git branch -qu up; git commit -q --allow-empty -m 2; \
                  git pack-refs --all; git gc -q; echo x >x; git add x; echo more >>a; rm -rf .git/hooks .git/logs";
    let project = made_by(script);
    let mut open = vec![project.path("work/.git")];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            files.push(path);
        }
    }
    files.sort();
    assert!(files.len() > 8, "{files:?}");
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed("main+1~1↑1"));
    for path in files {
        let whole = fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        for byte in flipped.iter_mut().skip(8).step_by(13) {
            *byte ^= 0xff;
        }
        let half = whole[..whole.len() / 2].to_vec();
        let long = [whole.clone(), vec![0xff; 100_000]].concat();
        for garbage in
            [Vec::new(), vec![0; 4096], vec![0xff; 4096], half, flipped, long, b"ref: HEAD\n".to_vec()]
        {
            fs::write(&path, &garbage).unwrap();
            let run = project.run_with([""; 0], b"{}");
            let about = format!("{} of {} bytes", path.display(), garbage.len());
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{about}");
            assert!(run.stdout.is_empty() || !run.stdout.contains(char::is_control), "{about}: {run:?}");
        }
        fs::write(&path, whole).unwrap();
    }
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed("main+1~1↑1"));
}

/// An index says how many entries it has, which is no reason to reserve the memory for them.
#[test]
fn a_huge_index_costs_the_segment_and_no_more() {
    if !has("git") {
        return;
    }
    let project = made_by("");
    let path = project.path("work/.git/index");
    let mut index = fs::read(&path).unwrap();
    index[8..12].fill(0xff);
    fs::write(&path, index).unwrap();
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed(""));
    fs::File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed(""));
}

/// How much a bomb inflates to, and how large a file is that has no content.
const GIGABYTE: u64 = 1 << 30;

/// Returns a zlib stream of `start` and then zeros, [`GIGABYTE`] of them.
///
/// stream = header, a block with fixed codes: the bytes of `start`, a zero, and copies of 258 zeros
fn bomb(start: &[u8]) -> Vec<u8> {
    let (mut stream, mut bits, mut count) = (vec![0x78, 0x9C], 0_u64, 0);
    // Codes are written from their highest bit on, everything else from its lowest.
    let mut push = |value: u64, length: u32| {
        bits |= value << count;
        count += length;
        while count >= 8 {
            stream.push(bits.to_le_bytes()[0]);
            bits >>= 8;
            count -= 8;
        }
    };
    let code = |value: u64, length: u32| value.reverse_bits() >> (64 - length);
    push(0b011, 3);
    for byte in start.iter().chain(&[0]) {
        push(code(0x30 + u64::from(*byte), 8), 8);
    }
    for _ in 0..GIGABYTE / 258 {
        push(code(0b1100_0101, 8), 13);
    }
    push(0, 16);
    stream
}

/// A repository may claim any size, and zlib makes 1 GiB out of 7 MiB. Each costs the segment, and no more.
#[test]
fn a_decompression_bomb_costs_the_segment_and_no_more() {
    if !has("git") {
        return;
    }
    let id_of = |project: &Project, revision: &str| {
        let run = project.run_command(project.other("git", ["rev-parse", revision]));
        run.stdout.trim_end().to_owned()
    };
    for (revision, kind) in
        [("HEAD", "commit"), ("HEAD^{tree}", "tree"), ("HEAD:dir", "tree"), ("HEAD:a", "blob")]
    {
        let project = made_by("git mv a c; echo more >>c; git add c; echo more >>dir/c");
        let id = id_of(&project, revision);
        let path = project.path("work/.git/objects").join(&id[..2]).join(&id[2..]);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        fs::write(&path, bomb(format!("{kind} {GIGABYTE}\0").as_bytes())).unwrap();
        let size = project.run_command(project.other("git", ["cat-file", "-s", &id]));
        assert_eq!(size, Run::printed(format!("{GIGABYTE}\n")), "git does not take it for an object");
        assert_survives(&project, revision);
    }

    let project = made_by("git gc -q; echo more >>a; git add a");
    let packs = project.path("work/.git/objects/pack");
    let mut names = fs::read_dir(packs).unwrap().map(|entry| entry.unwrap().path());
    let pack = names.find(|path| path.extension().is_some_and(|kind| kind == "pack")).unwrap();
    let head = id_of(&project, "HEAD");
    let list = project.run_command(project.other("git", ["verify-pack", "-v", pack.to_str().unwrap()]));
    let commit = list.stdout.lines().find(|line| line.starts_with(&head)).unwrap();
    let offset: usize = commit.split_whitespace().last().unwrap().parse().unwrap();
    let mut bytes = fs::read(&pack).unwrap();
    bytes.truncate(offset);
    // The kind (1, a commit) and the size: four bits, then seven at a time.
    bytes.push(0b1001_0000);
    let mut rest = GIGABYTE >> 4;
    while rest > 0x7F {
        bytes.push(0x80 | u8::try_from(rest & 0x7F).unwrap());
        rest >>= 7;
    }
    bytes.push(u8::try_from(rest).unwrap());
    bytes.extend(bomb(b""));
    fs::set_permissions(&pack, fs::Permissions::from_mode(0o644)).unwrap();
    fs::write(&pack, bytes).unwrap();
    assert_survives(&project, "a pack");
}

/// A file of 1 GiB takes no space on the disk if it has no content.
#[test]
fn a_huge_file_in_a_repository_costs_the_segment_and_no_more() {
    if !has("git") {
        return;
    }
    for path in [
        ".git/HEAD",
        ".git/config",
        ".git/packed-refs",
        ".git/refs/heads/main",
        ".git/info/exclude",
        ".git/info/attributes",
        ".git/info/sparse-checkout",
        ".git/objects/info/alternates",
        ".git/shallow",
        ".git/commondir",
        ".gitignore",
        ".gitattributes",
        ".gitmodules",
        "dir/.gitignore",
        "a",
    ] {
        let project =
            made_by("git pack-refs --all; git config core.sparseCheckout true; echo more >>b; touch dir/x");
        let path = format!("work/{path}");
        fs::create_dir_all(project.path(&path).parent().unwrap()).unwrap();
        let file =
            fs::File::options().create(true).truncate(false).write(true).open(project.path(&path)).unwrap();
        file.set_len(GIGABYTE).unwrap();
        assert_survives(&project, &path);
    }
}

/// The rest of the line is there, with or without the segment.
#[track_caller]
fn assert_survives(project: &Project, about: &str) {
    let settings = project.path("home/.config/stateline/config.toml");
    fs::write(settings, "segments = [\"dir\", \"git\"]\n").unwrap();
    let run = project.run_with([""; 0], b"{}");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{about}");
    assert!(run.stdout == "work" || run.stdout.starts_with("work │ main"), "{about}: {run:?}");
}
