//! The git segment against `git status` itself, over repositories in every state that it lists.

use std::thread;

use crate::harness::{Project, Random, Run, has};

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
    ("intent to add, moved", "mv a new; git add -N new"),
    (
        "intent to add, moved and edited",
        "seq 50 >long; git add long; git commit -qm long; mv long longer; echo more >>longer; git add -N longer",
    ),
    (
        "intent to add, moved, with renames switched off",
        "git config status.renames false; mv a new; git add -N new",
    ),
    ("intent to add, moved twice", "cp a a2; mv a a3; git add -N a2 a3; mv b b2; git add -N b2"),
    ("intent to add, a link moved", "ln -s a l; git add l; git commit -qm l; mv l m; git add -N m"),
    ("intent to add, in place of what was removed", "git rm -q --cached a; git add -N a"),
    (
        "intent to add, moved, with CRLF",
        "git config core.autocrlf true; seq 9 >n; git add n; git commit -qm n; seq 9 | sed 's/$/\\r/' >n2; rm n; git add -N n2",
    ),
    (
        "a rename on both sides",
        "git checkout -qb o; git mv a r1; git commit -qm o; git checkout -q main; git mv a r2; git commit -qm m; git merge -q o >/dev/null || true",
    ),
    (
        "every kind of conflict",
        "stages DD 1; stages AU 2; stages UA 3; stages UD 1 2; stages DU 1 3; stages AA 2 3; stages UU 1 2 3; touch x",
    ),
    (
        "every kind of conflict, with its file",
        "stages DD 1; stages AU 2; stages UA 3; stages UD 1 2; stages DU 1 3; stages AA 2 3; stages UU 1 2 3; touch DD AU UA UD DU AA UU",
    ),
    ("a directory in place of the only file of another", "rm dir/c; mkdir dir/c; touch dir/c/x"),
    ("repositories in an untracked directory", "git init -q other/1; git init -q other/2; touch other/3"),
    (
        "repositories in an untracked directory, all shown",
        "git config status.showUntrackedFiles all; git init -q other/1; git init -q other/2; touch other/3",
    ),
    ("a repository in a tracked directory", "git init -q dir/1; git init -q dir/2"),
    ("a repository in place of a file", "rm a; git init -q a; git -C a commit -q --allow-empty -m 1"),
    (
        "a sparse checkout without cones",
        "git sparse-checkout set --no-cone /a 2>/dev/null; mkdir -p dir; touch dir/x",
    ),
    (
        "a sparse checkout with a file that is back",
        "git sparse-checkout set --no-cone /a 2>/dev/null; mkdir dir; echo c >dir/c; echo changed >b",
    ),
    (
        "a sparse checkout with files that are expected",
        "git sparse-checkout set --no-cone /a 2>/dev/null; git config sparse.expectFilesOutsideOfPatterns true; echo changed >b",
    ),
    (
        "a sparse index with an untracked file in a directory that is left out",
        "git sparse-checkout set --sparse-index none 2>/dev/null; mkdir dir; touch dir/x",
    ),
    ("a sparse index and a rename", "git sparse-checkout set --sparse-index none 2>/dev/null; git mv a new"),
    (
        "a sparse index and another commit",
        "mkdir d2 dir/e; touch d2/1 d2/2 dir/e/1; git add .; git commit -qm 2; \
         git sparse-checkout set --sparse-index none 2>/dev/null; git reset -q --soft HEAD~1",
    ),
    (
        "a sparse index on a branch without commits",
        "git sparse-checkout set --sparse-index none 2>/dev/null; git checkout -q --orphan other",
    ),
    ("a directory left out by hand", "git update-index --skip-worktree dir/c; rm dir/c; touch dir/x"),
    (
        "a directory in place of a file that is assumed unchanged",
        "git update-index --assume-unchanged a; rm a; mkdir a; touch a/x",
    ),
    ("another case", "git config core.ignoreCase true; mv a A"),
    ("another case, staged", "git mv a A"),
    ("a directory of another case", "mkdir DIR; touch DIR/x"),
    (
        "a cherry-pick under way",
        "git checkout -qb o; echo o >a; git commit -qam o; git checkout -q main; echo m >a; git commit -qam m; git cherry-pick o >/dev/null 2>&1 || true",
    ),
    (
        "a bisection under way",
        "git commit -q --allow-empty -m 2; git commit -q --allow-empty -m 3; git bisect start -q >/dev/null; git bisect bad >/dev/null; git bisect good HEAD~2 >/dev/null",
    ),
    (
        "a rebase under way",
        "git checkout -qb o; echo o >a; git commit -qam o; git checkout -q main; echo m >a; git commit -qam m; git rebase -q o >/dev/null 2>&1 || true",
    ),
];

/// How many random repositories are compared.
const RANDOM: u64 = 80;

/// Patterns of every kind, each in a file of its own.
const PATTERNS: &[&str] = &[
    "*.log",
    "/a",
    "dir/",
    "dir",
    "!x.log",
    "**/new",
    "dir/**",
    "other/*",
    "!other/1",
    "*/new",
    "[ab]",
    "e?",
    "\\\\#x",
    "# a comment",
    "a ",
    "a\\ ",
    "sub/",
    "deep/er",
    "/*",
    "!/dir",
    "!/a",
    "**",
    "er/f",
    "dir/*.tmp",
    "*.t[!o]p",
    "!*.tmp",
    "N*",
    "[[:digit:]]",
    "*\r",
    "/**/f",
    "a/**/b",
    "\\!important",
    "[z-a]",
    "[",
    "",
];

/// Steps of a shell; `{p}` and `{q}` become paths, `{d}` and `{e}` directories, `{n}` a number, `{i}` a pattern.
///
/// A step may fail: the next one goes on with whatever the repository has become.
const STEPS: &[&str] = &[
    "put {p}; seq {n} >{p}",
    "put {p}; seq {n} >{p}; git add -f {p}",
    "echo more >>{p}",
    "printf '{n}\\r\\nx\\r\\n' >{p}",
    "rm -rf {p}",
    "rm -rf {d}",
    "git add -f {p}",
    "git add -A",
    "git add -N -f {p}",
    "git add -N .",
    "git mv -f {p} {q}",
    "mv {p} {q}",
    "git mv {d} {e}2",
    "mv {d} {e}3",
    "git rm -q --cached {p}",
    "git rm -qrf {p}",
    "git reset -q {p}",
    "git reset -q --hard",
    "git commit -qm x",
    "git commit -qam x",
    "chmod +x {p}",
    "git update-index --chmod=+x {p}",
    "git config core.fileMode false",
    "git config core.autocrlf true",
    "git config core.autocrlf input",
    "git config core.ignoreCase true",
    "git config status.renames false",
    "git config status.renames copies",
    "git config status.showUntrackedFiles no",
    "git config status.showUntrackedFiles all",
    "rm -rf {p}; ln -s a {p}",
    "rm -rf {p}; ln -s nowhere {p}",
    "rm -rf {p}; ln -s dir {p}",
    "rm -rf {p}; mkdir -p {p}",
    "rm -rf {p}; mkdir -p {p}; touch {p}/in",
    "rm -rf {d}; echo file >{d}",
    "printf '%s\\n' '{i}' >>.gitignore",
    "printf '%s\\n' '{i}' >>.git/info/exclude",
    "mkdir -p {d}; printf '%s\\n' '{i}' >>{d}/.gitignore",
    "echo '* text=auto' >>.gitattributes",
    "echo 'a text eol=crlf' >>.gitattributes",
    "git update-index --assume-unchanged {p}",
    "git update-index --skip-worktree {p}",
    "git init -q {d}/nest",
    "git init -q nest; git -C nest commit -q --allow-empty -m n",
    "git init -q nest; git -C nest commit -q --allow-empty -m n; git -c protocol.file.allow=always submodule -q add ./nest nest",
    "git -C nest commit -q --allow-empty -m n{n}",
    "touch nest/in",
    "git config submodule.nest.ignore all",
    "git config submodule.nest.ignore none",
    "git config -f .gitmodules submodule.nest.ignore all",
    "git config diff.ignoreSubmodules all",
    "git sparse-checkout set {d}",
    "git sparse-checkout set --no-cone '{i}'",
    "git sparse-checkout set --sparse-index {d}",
    "git sparse-checkout disable",
    "git checkout -q --detach",
    "git checkout -q -B side",
    "git checkout -q --orphan orphan{n}",
    "git checkout -q main",
    "git merge -q --no-edit side",
    "git merge -q --no-edit main",
    "git cherry-pick side",
    "git rebase -q side",
    "git bisect start; git bisect bad; git bisect good HEAD~2",
    "git stash -q",
    "git stash pop -q",
    "git branch -q up; git branch -q -u up",
    "git update-index --split-index",
    "git update-index --index-version 4",
    "git update-index --force-untracked-cache; git status -s",
    "touch -d @{n} {p}",
    "stages {p} 1; stages {q} 2",
    "stages {p} 3; stages {q} 1 2",
    "stages {p} 1 3; stages {q} 2 3",
];

const PATHS: &[&str] = &[
    "a",
    "A",
    "b",
    "e",
    "new",
    "dir/c",
    "dir/new",
    "dir/sub/d",
    "dir/x.tmp",
    "deep/er/f",
    "other/1",
    "other/2",
    "x.log",
    "ü",
    "'a b'",
];

const DIRS: &[&str] = &["dir", "dir/sub", "deep", "deep/er", "other"];

/// Functions for the scripts: `put` makes room for a file, `stages` puts a path into the index in conflict.
const FUNCTIONS: &str = "put() { mkdir -p \"$(dirname \"$1\")\"; }
stages() {
    path=$1; shift; git rm -q --cached \"$path\" 2>/dev/null || true
    blob=$(echo conflict | git hash-object -w --stdin)
    for stage; do printf '100644 %s %s\\t%s\\n' $blob $stage \"$path\"; done | git update-index --index-info
}
";

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
    let run = project.run_command(project.other("sh", ["-ec", &format!("{FUNCTIONS}{begin}{script}")]));
    assert_eq!(run.code, Some(0), "{script}: {run:?}");
    project
}

/// Returns the line that `git status` would have here; nothing where it fails.
///
/// A submodule that is only changed inside is left out: to count it, the submodule itself would have to be read.
pub fn from_git(project: &Project) -> String {
    let words = ["--no-optional-locks", "status", "--porcelain=v2", "--branch", "-z"];
    let run = project.run_command(project.other("git", words));
    if run.code != Some(0) {
        return String::new();
    }
    let mut branch = String::new();
    let [mut staged, mut unstaged, mut untracked] = [0; 3];
    let [mut ahead, mut behind] = [0; 2];
    let mut items = run.stdout.split_terminator('\0');
    while let Some(item) = items.next() {
        let (kind, rest) = item.split_once(' ').unwrap();
        match kind {
            "#" if rest.starts_with("branch.head ") => rest["branch.head ".len()..].clone_into(&mut branch),
            "#" if rest.starts_with("branch.ab ") => {
                let counts: Vec<u32> =
                    rest.split(' ').skip(1).map(|count| count[1..].parse().unwrap()).collect();
                (ahead, behind) = (counts[0], counts[1]);
            }
            "1" | "2" => {
                // A rename has the old path as one more item.
                if kind == "2" {
                    items.next().unwrap();
                }
                let is_changed_inside = rest[1..].starts_with("M S.");
                staged += u32::from(!rest.starts_with('.'));
                unstaged += u32::from(rest.as_bytes()[1] != b'.' && !is_changed_inside);
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

/// The settings and `.gitmodules` can both hide a submodule.
#[test]
fn a_submodule_is_ignored_as_git_ignores_it() {
    if !has("git") {
        return;
    }
    let make = "git init -q sub; git -C sub commit -q --allow-empty -m 1; \
                git -c protocol.file.allow=always submodule -q add ./sub sub 2>/dev/null; git commit -qm sub";
    let values = ["all", "dirty", "untracked", "none"];
    let changes = [
        "git -C sub commit -q --allow-empty -m 2",
        "touch sub/x",
        "rm -rf sub",
        "rm -rf sub; touch sub",
        "git -C sub commit -q --allow-empty -m 2; git add sub",
        "git -C sub commit -q --allow-empty -m 2; mv .gitmodules gone",
        "git -C sub commit -q --allow-empty -m 2; stages .gitmodules 1 2 3",
    ];
    let places = [".gitmodules submodule.sub.ignore", "submodule.sub.ignore", "diff.ignoreSubmodules"]
        .map(|place| place.replace(".gitmodules", "-f .gitmodules"));
    let mut scripts = Vec::new();
    for (place, value) in places.iter().flat_map(|place| values.map(|value| (place, value))) {
        scripts.push(format!("{make}; git config {place} {value}; {}", changes[0]));
    }
    for change in &changes[1..] {
        scripts.push(format!("{make}; git config {} all; {change}", places[0]));
        scripts.push(format!("{make}; git config {} all; {change}", places[1]));
    }
    for (stronger, weaker) in [(1, 0), (0, 2), (1, 2)] {
        let settings = format!("git config {} none; git config {} all", places[stronger], places[weaker]);
        scripts.push(format!("{make}; {settings}; {}", changes[0]));
    }
    compare(&scripts);
}

/// Repositories that went through random steps; the seeds are fixed, so they are the same everywhere.
#[test]
fn the_segment_says_what_git_status_says_about_random_repositories() {
    if !has("git") {
        return;
    }
    let script = |seed: u64| {
        let mut random = Random::new(seed);
        let steps = (0..=random.below(11)).map(|_| {
            let step = random.one_of(STEPS);
            let step = step.replace("{p}", random.one_of(PATHS)).replace("{q}", random.one_of(PATHS));
            let step = step.replace("{d}", random.one_of(DIRS)).replace("{e}", random.one_of(DIRS));
            let step = step.replace("{i}", random.one_of(PATTERNS));
            let step = step.replace("{n}", &random.below(60).to_string());
            format!("({step}) </dev/null >/dev/null 2>&1 || true\n")
        });
        steps.collect::<String>()
    };
    compare(&(0..RANDOM).map(script).collect::<Vec<_>>());
}

/// Compares the segment with git after each script, in two threads: most of the time is spent in git.
fn compare(scripts: &[String]) {
    let middle = scripts.len() / 2;
    thread::scope(|scope| {
        for half in [&scripts[..middle], &scripts[middle..]] {
            scope.spawn(move || {
                for script in half {
                    let project = made_by(script);
                    assert_eq!(
                        project.run_with([""; 0], b"{}"),
                        Run::printed(from_git(&project)),
                        "{script}"
                    );
                }
            });
        }
    });
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
                  touch -d @5 a; git add .; git commit -qm two";
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
