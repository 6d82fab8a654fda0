//! The git segment against `git status` itself, over repositories in every state that it lists.

use crate::harness::{Project, Run, has};

/// Each is a name and what a shell does in a repository with one commit of `a`, `b` and `dir/c`.
const REPOSITORIES: &[(&str, &str)] = &[
    ("clean", ""),
    ("unstaged", "echo more >>a"),
    ("staged", "echo more >>a; git add a"),
    ("staged and unstaged", "echo more >>a; git add a; echo more >>a"),
    ("touched", "touch -d @0 a b dir/c"),
    ("same size, same time", "touch -d @9 a; git add a; cp -p a old; echo A >a; touch -r old a; rm old"),
    ("deleted", "rm a"),
    ("staged deletion", "git rm -q a"),
    ("deletion in the index alone", "git rm -q --cached a"),
    ("renamed", "git mv a new"),
    (
        "renamed and edited",
        "seq 100 >long; git add long; git commit -qm long; git mv long longer; echo more >>longer; git add longer",
    ),
    (
        "renamed and changed a lot",
        "seq 100 >long; git add long; git commit -qm long; git mv long longer; seq 300 500 >longer; git add longer",
    ),
    ("renamed twice over", "cp a x; cp a y; git add x y; git commit -qm copies; git mv x x2; git mv y y2"),
    ("a directory renamed", "mkdir d; seq 9 >d/1; seq 8 >d/2; git add d; git commit -qm d; git mv d e"),
    ("renamed, with renames switched off", "git config status.renames false; git mv a new"),
    ("renamed, with renames switched off for diff", "git config diff.renames false; git mv a new"),
    (
        "copied, with copies switched on",
        "git config status.renames copies; cp a new; echo more >>a; git add a new",
    ),
    ("an empty file renamed", "touch empty; git add empty; git commit -qm empty; git mv empty void"),
    ("renamed and removed", "git mv a new; rm new"),
    (
        "swapped",
        "seq 50 >p; seq 100 150 >q; git add p q; git commit -qm pq; mv p r; mv q p; mv r q; git add p q",
    ),
    ("intent to add", "echo new >new; git add -N new"),
    ("intent to add, then removed", "echo new >new; git add -N new; rm new"),
    ("executable", "chmod +x a"),
    ("executable in the index", "git update-index --chmod=+x a"),
    ("executable, not looked at", "git config core.fileMode false; chmod +x a"),
    ("a link in place of a file", "rm a; ln -s b a"),
    ("a link in place of a file, staged", "rm a; ln -s b a; git add a"),
    ("a link changed", "ln -s a link; git add link; git commit -qm link; rm link; ln -s b link"),
    ("a link to a directory", "ln -s dir link"),
    ("a directory in place of a file", "rm a; mkdir a; touch a/x"),
    ("a file in place of a directory", "rm -r dir; touch dir"),
    ("a link in place of a directory", "mkdir other; echo c >other/c; rm -r dir; ln -s other dir"),
    ("a fifo", "mkfifo fifo"),
    ("a directory with a fifo alone", "mkdir pipes; mkfifo pipes/fifo"),
    ("a fifo in place of a file", "rm a; mkfifo a"),
    ("untracked", "touch x y; mkdir new; touch new/1 new/2"),
    ("untracked below a tracked directory", "touch dir/x; mkdir dir/new; touch dir/new/1"),
    ("an empty directory", "mkdir -p empty/er"),
    ("untracked, none shown", "git config status.showUntrackedFiles no; touch x"),
    ("untracked, none shown, in another word", "git config status.showUntrackedFiles false; touch x"),
    (
        "a directory in place of a file, all shown",
        "git config status.showUntrackedFiles all; rm a; mkdir a; touch a/x",
    ),
    ("untracked, all shown", "git config status.showUntrackedFiles all; mkdir new; touch new/1 new/2"),
    ("untracked, as usual", "git config status.showUntrackedFiles true; mkdir new; touch new/1 new/2"),
    (
        "ignored",
        "echo '*.log' >.gitignore; git add .gitignore; git commit -qm i; touch x.log; mkdir d; touch d/y.log",
    ),
    ("ignored but tracked", "echo a >.git/info/exclude; echo more >>a"),
    (
        "a negated rule",
        "printf 'new/*\\n!new/keep\\n' >.git/info/exclude; mkdir new; touch new/keep new/drop",
    ),
    ("ignored in a directory that is not", "mkdir new; echo x >new/.gitignore; touch new/x"),
    (
        "the user's own ignore file",
        "git config core.excludesFile \"$PWD/../rules\"; echo x >../rules; touch x y",
    ),
    (
        "the user's ignore file in its usual place",
        "mkdir -p ~/.config/git; echo x >~/.config/git/ignore; touch x y",
    ),
    (
        "the user's settings",
        "printf '[core]\\n\\texcludesFile = ~/rules\\n' >~/.gitconfig; echo x >~/rules; touch x y",
    ),
    (
        "settings that the user includes",
        "printf '[include]\\n\\tpath = more\\n' >~/.gitconfig; printf '[status]\\n\\tshowUntrackedFiles = no\\n' >~/more; touch x",
    ),
    ("the case of names ignored", "git config core.ignoreCase true; echo X >.git/info/exclude; touch x"),
    ("a repository inside", "git init -q inner; touch inner/x"),
    ("a repository with a commit inside", "git init -q inner; git -C inner commit -q --allow-empty -m one"),
    ("a bare repository inside", "git init -q --bare inner"),
    (
        "CRLF converted",
        "git config core.autocrlf true; printf 'x\\r\\n' >w; git add w 2>/dev/null; git commit -qm w; touch -d @0 w",
    ),
    (
        "CRLF by attribute",
        "echo '* text eol=crlf' >.gitattributes; git add .gitattributes; git commit -qm t; printf 'a\\r\\n' >a",
    ),
    ("CRLF not converted", "printf 'a\\r\\n' >a"),
    (
        "an ident",
        "echo '* ident' >.gitattributes; printf '$Id$\\n' >i; git add .; git commit -qm i; rm i; git checkout -q i; touch -d @0 i",
    ),
    (
        "another encoding",
        "echo 'u working-tree-encoding=UTF-16LE' >.gitattributes; printf 'h\\0i\\0' >u; git add .; git commit -qm u; touch -d @0 u",
    ),
    ("detached", "git checkout -q --detach"),
    ("unborn", "git checkout -q --orphan other; git rm -rqf ."),
    ("unborn, with files", "git checkout -q --orphan other"),
    ("a branch of another tongue", "git checkout -qb feature/größe-日本"),
    ("packed references", "git pack-refs --all; git gc -q"),
    (
        "a conflict",
        "git checkout -qb o; echo o >a; git commit -qam o; git checkout -q main; echo m >a; git commit -qam m; git merge -q o >/dev/null || true",
    ),
    (
        "a conflict of deletion",
        "git checkout -qb o; git rm -q a; git commit -qm o; git checkout -q main; echo m >a; git commit -qam m; git merge -q o >/dev/null || true",
    ),
    (
        "a conflict of additions",
        "git checkout -qb o; echo o >n; git add n; git commit -qm o; git checkout -q main; echo m >n; git add n; git commit -qm m; git merge -q o >/dev/null || true",
    ),
    (
        "a conflict and a staged file",
        "git checkout -qb o; echo o >a; echo o >n; git add .; git commit -qm o; git checkout -q main; echo m >a; git commit -qam m; git merge -q o >/dev/null || true; touch x",
    ),
    (
        "ahead",
        "git branch up; git branch -qu up; git commit -q --allow-empty -m 1; git commit -q --allow-empty -m 2",
    ),
    (
        "behind",
        "git branch up; git branch -qu up; git checkout -q up; git commit -q --allow-empty -m 1; git checkout -q main",
    ),
    (
        "ahead and behind",
        "git branch up; git branch -qu up; git commit -q --allow-empty -m 1; git checkout -q up; echo u >u; git add u; git commit -qm 2; git checkout -q main",
    ),
    (
        "ahead of a remote",
        "git remote add origin /nonexistent; git update-ref refs/remotes/origin/main HEAD; git branch -qu origin/main; git commit -q --allow-empty -m 1",
    ),
    (
        "an upstream of another name",
        "git remote add origin /nonexistent; git update-ref refs/remotes/origin/trunk HEAD; git branch -qu origin/trunk; git commit -q --allow-empty -m 1",
    ),
    ("an upstream that is gone", "git branch up; git branch -qu up; git branch -qD up"),
    (
        "an upstream without a remote",
        "git config branch.main.merge refs/heads/up; git branch up; git commit -q --allow-empty -m 1",
    ),
    (
        "an upstream without common history",
        "git checkout -q --orphan up; git commit -qm up; git checkout -q main; git branch -qu up",
    ),
    (
        "merges in the history",
        "git branch up; git branch -qu up; for i in 1 2 3; do git checkout -qb s$i; git commit -q --allow-empty -m s; git checkout -q main; git commit -q --allow-empty -m m; git merge -q --no-edit s$i; done",
    ),
    (
        "a shallow clone",
        "for i in 1 2 3 4; do git commit -q --allow-empty -m $i; done; git clone -q --depth 2 file://$PWD/.git deep; rm -rf .git; mv deep/.git .git; rm -r deep",
    ),
    (
        "a submodule",
        "git init -q sub; git -C sub commit -q --allow-empty -m 1; git -c protocol.file.allow=always submodule --quiet add ./sub sub; git commit -qm sub",
    ),
    (
        "a submodule at another commit",
        "git init -q sub; git -C sub commit -q --allow-empty -m 1; git -c protocol.file.allow=always submodule --quiet add ./sub sub; git commit -qm sub; git -C sub commit -q --allow-empty -m 2",
    ),
    (
        "a submodule that is changed inside",
        "git init -q sub; git -C sub commit -q --allow-empty -m 1; git -c protocol.file.allow=always submodule --quiet add ./sub sub; git commit -qm sub; touch sub/x",
    ),
    (
        "a submodule that was just added",
        "git init -q sub; git -C sub commit -q --allow-empty -m 1; git -c protocol.file.allow=always submodule --quiet add ./sub sub",
    ),
    (
        "a submodule that is gone",
        "git init -q sub; git -C sub commit -q --allow-empty -m 1; git -c protocol.file.allow=always submodule --quiet add ./sub sub; git commit -qm sub; rm -rf sub",
    ),
    (
        "a submodule that is empty",
        "git init -q sub; git -C sub commit -q --allow-empty -m 1; git -c protocol.file.allow=always submodule --quiet add ./sub sub; git commit -qm sub; rm -rf sub; mkdir sub",
    ),
    (
        "a worktree",
        "cd ..; mv work origin; cd origin; git worktree add -q ../work -b tree; cd ../work; touch x; echo more >>a",
    ),
    ("a directory for git elsewhere", "mv .git ../elsewhere; echo 'gitdir: ../elsewhere' >.git; touch x"),
    ("a work tree elsewhere", "git config core.worktree ../../other; mkdir ../other; touch ../other/x"),
    ("assumed unchanged", "git update-index --assume-unchanged a; echo more >>a"),
    ("skipped in the work tree", "git update-index --skip-worktree a; rm a"),
    (
        "a sparse checkout",
        "git sparse-checkout init --cone 2>/dev/null; git sparse-checkout set none; touch x",
    ),
    (
        "a sparse index",
        "git sparse-checkout init --cone --sparse-index 2>/dev/null; git sparse-checkout set none; touch x; git update-index --refresh",
    ),
    (
        "a sparse index with a change",
        "git sparse-checkout init --cone --sparse-index 2>/dev/null; git sparse-checkout set none; echo more >>a; git add a; echo more >>b",
    ),
    ("a split index", "git update-index --split-index; touch x; git add x; echo more >>a"),
    ("an index of version 4", "git update-index --index-version 4; echo more >>a"),
    ("an untracked cache", "git update-index --force-untracked-cache; git status -s; touch x"),
    ("no index", "rm .git/index"),
    ("an empty index file", ": >.git/index"),
    (
        "a hash of 256 bits",
        "rm -rf .git; git init -q --object-format=sha256 -b main; git add .; git commit -qm one; touch x",
    ),
    (
        "many files",
        "mkdir many; for i in $(seq 300); do echo $i >many/$i; done; git add many; git commit -qm many; rm many/1*; echo x >many/2; touch many/new",
    ),
    ("names of all kinds", "touch ' x' 'ä' \"$(printf 'n\\nl')\" '*' '[' '\\'; git add '*'; touch '?'"),
    ("a bare repository", "git config core.bare true"),
    ("a settings file that is broken", "echo '[core' >>.git/config"),
    ("a stash", "echo more >>a; git stash -q"),
    ("an alternate", "git clone -qs . ../clone; rm -rf .git; mv ../clone/.git .git; touch x"),
    (
        "a replaced commit",
        "git branch up; git branch -qu up; git commit -q --allow-empty -m 2; git replace HEAD up",
    ),
    (
        "a grafted history",
        "for i in 1 2 3; do git commit -q --allow-empty -m $i; done; git branch up HEAD~3; git branch -qu up; git replace --graft HEAD HEAD~3",
    ),
    (
        "a rebase under way",
        "git checkout -qb o; echo o >a; git commit -qam o; git checkout -q main; echo m >a; git commit -qam m; git rebase -q o >/dev/null 2>&1 || true",
    ),
];

/// Makes a repository by a script, in surroundings where the line is the git segment alone.
pub fn made_by(script: &str) -> Project {
    let mut project = Project::new()
        .file("home/.config/stateline/config.toml", "segments = [\"git\"]\n")
        .env("NO_COLOR", "1")
        .env("GIT_CONFIG_NOSYSTEM", "1");
    for role in ["AUTHOR", "COMMITTER"] {
        project = project
            .env(&format!("GIT_{role}_NAME"), "Test")
            .env(&format!("GIT_{role}_EMAIL"), "test@example.org")
            .env(&format!("GIT_{role}_DATE"), "2026-01-15T12:00:00Z");
    }
    let begin = "git init -q -b main; mkdir dir; echo a >a; echo b >b; echo c >dir/c; git add .; git commit -qm one\n";
    let run = project.run_command(project.other("sh", ["-ec", &format!("{begin}{script}")]));
    assert_eq!(run.code, Some(0), "{script}: {run:?}");
    project
}

/// Returns the line that `git status` would have here; nothing where it fails.
pub fn from_git(project: &Project) -> String {
    let words = ["--no-optional-locks", "status", "--porcelain=v2", "--branch", "--ignore-submodules=dirty"];
    let run = project.run_command(project.other("git", words));
    if run.code != Some(0) {
        return String::new();
    }
    let mut branch = String::new();
    let [mut staged, mut unstaged, mut untracked] = [0; 3];
    let [mut ahead, mut behind] = [0; 2];
    for line in run.stdout.lines() {
        let (kind, rest) = line.split_once(' ').unwrap();
        match kind {
            "#" if rest.starts_with("branch.head ") => rest["branch.head ".len()..].clone_into(&mut branch),
            "#" if rest.starts_with("branch.ab ") => {
                let counts: Vec<u32> =
                    rest.split(' ').skip(1).map(|count| count[1..].parse().unwrap()).collect();
                (ahead, behind) = (counts[0], counts[1]);
            }
            "1" | "2" => {
                staged += u32::from(!rest.starts_with('.'));
                unstaged += u32::from(rest.as_bytes()[1] != b'.');
            }
            "u" => unstaged += 1,
            "?" => untracked += 1,
            _ => {}
        }
    }
    let counts = [('+', staged), ('~', unstaged), ('?', untracked), ('↑', ahead), ('↓', behind)];
    let shown = counts.iter().filter(|(_, count)| *count > 0);
    let marks = shown.map(|(mark, count)| format!("{mark}{count}")).collect::<Vec<String>>().concat();
    branch + if marks.is_empty() { "✓" } else { &marks }
}

#[test]
fn the_segment_says_what_git_status_says() {
    if !has("git") {
        return;
    }
    for (name, script) in REPOSITORIES {
        let project = made_by(script);
        let expected = Run::printed(from_git(&project));
        let before = project.snapshot();
        assert_eq!(project.run_with([""; 0], b"{}"), expected, "{name}");
        assert_eq!(project.snapshot(), before, "{name}: something was written");
    }
}

#[test]
fn the_segment_says_the_same_below_the_top_of_the_work_tree() {
    if !has("git") {
        return;
    }
    let project = made_by("echo more >>a; git add a; echo more >>b; touch x dir/y").dir("work/dir");
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed("main+1~1?2"));
    assert_eq!(from_git(&project), "main+1~1?2");
}

/// `git status --porcelain` prints `(null)` here.
#[test]
fn a_head_outside_the_branches_is_shown_by_its_whole_name() {
    if !has("git") {
        return;
    }
    let project = made_by("git update-ref refs/other/x HEAD; git symbolic-ref HEAD refs/other/x");
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed("refs/other/x✓"));
}

/// Their HEAD names a branch that does not exist, which must not be shown.
#[test]
fn references_in_tables_have_no_segment() {
    if !has("git") {
        return;
    }
    let project = made_by("");
    let script = "rm -rf .git; git init -q --ref-format=reftable -b main; git add .; git commit -qm one";
    // An older git cannot make one.
    if project.run_command(project.other("sh", ["-ec", script])).code == Some(0) {
        assert_eq!(project.run_with([""; 0], b"{}"), Run::printed(""));
    }
}

/// A filter is not run, so what it would make of a file is not known.
#[test]
fn a_file_with_a_filter_is_changed_if_its_size_or_time_is() {
    if !has("git") {
        return;
    }
    let script = "echo 'a filter=upper' >.gitattributes; git config filter.upper.clean 'tr a-z A-Z'; \
                  git add .; git commit -qm two";
    let project = made_by(script);
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed("main✓"), "as it was checked out");

    // The time of the index is the file's, so that git would compare the content.
    let racy =
        made_by(&format!("{script}; touch -d @1000000000 a; git add a; touch -d @1000000000 .git/index"));
    assert_eq!(racy.run_with([""; 0], b"{}"), Run::printed("main✓"), "written as late as the index");

    let touched = made_by(&format!("{script}; touch -d @0 a"));
    assert_eq!(from_git(&touched), "main✓");
    assert_eq!(touched.run_with([""; 0], b"{}"), Run::printed("main~1"), "touched");
}

#[test]
fn the_repository_that_git_dir_names_is_shown() {
    if !has("git") {
        return;
    }
    let project = made_by(
        "git clone -q --bare . ../home/dotfiles; git -C ../home/dotfiles branch -m dots; rm -rf .git",
    );
    let git_dir = project.path("home/dotfiles").display().to_string();
    let work = project.path("work").display().to_string();
    let project = project.env("GIT_DIR", &git_dir).env("GIT_WORK_TREE", &work);
    let expected = from_git(&project);
    assert_eq!(expected, "dots+3?3");
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed(expected));
}

#[test]
fn a_ceiling_stops_the_search() {
    if !has("git") {
        return;
    }
    let project = made_by("").dir("work/dir/below");
    let ceiling = project.path("work/dir").display().to_string();
    let project = project.env("GIT_CEILING_DIRECTORIES", &ceiling);
    assert_eq!(from_git(&project), "");
    assert_eq!(project.run_with([""; 0], b"{}"), Run::printed(""));
}
