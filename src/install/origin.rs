//! How a copy of the program was installed: the command that updates it, and whether its path will last.

use std::path::{Component, Path, PathBuf};

/// How a copy of the program was installed.
#[derive(Debug, PartialEq, Eq)]
pub struct Origin {
    /// What installed it, such as `npm`.
    pub by: &'static str,
    /// How to get a newer version.
    pub update: &'static str,
    /// Whether its path will lead to the program tomorrow.
    pub lasting: Lasting,
    /// Another path to the same file that stays the same after an update.
    stable: Option<PathBuf>,
}

/// How long a path leads to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// Until it is uninstalled.
    Stays,
    /// Until the next update: the version is a part of the path.
    UntilUpdate,
    /// Until a cache is cleared, which may happen at any time.
    Cache,
}

/// One way to install the program, recognised by directories in its path.
struct Row {
    /// Directories that follow each other in the path; `*` at the end matches any end.
    signs: &'static [&'static str],
    by: &'static str,
    update: &'static str,
    lasting: Lasting,
    /// Where the same file can also be found, below the directory that the signs are in.
    ///
    /// `@` is replaced by the part of the path after its last `node_modules`.
    stable: Option<&'static str>,
}

const fn row(
    signs: &'static [&'static str],
    by: &'static str,
    update: &'static str,
    lasting: Lasting,
    stable: Option<&'static str>,
) -> Row {
    Row { signs, by, update, lasting, stable }
}

/// The ways to install it. A path can have the signs of several, so the most specific come first.
static ROWS: &[Row] = &[
    row(&["_npx"], "npx", NPM, Lasting::Cache, None),
    row(&["pnpm", "dlx*"], "pnpm dlx", PNPM, Lasting::Cache, None),
    row(&["bunx-*"], "bunx", "bun add --global stateline@latest", Lasting::Cache, None),
    row(&["xfs-*"], "yarn dlx", NPM, Lasting::Cache, None),
    row(&["archive-v*"], "uvx", "uv tool install stateline@latest", Lasting::Cache, None),
    row(&["uv", "environments-v*"], "uvx", "uv tool install stateline@latest", Lasting::Cache, None),
    row(&["pipx", ".cache"], "pipx run", "pipx upgrade stateline", Lasting::Cache, None),
    row(&[".cache", "pipx"], "pipx run", "pipx upgrade stateline", Lasting::Cache, None),
    row(&[".pnpm"], "pnpm", PNPM, Lasting::UntilUpdate, Some(".pnpm/node_modules/@")),
    row(&["node_modules"], "npm", NPM, Lasting::Stays, None),
    row(&["uv", "tools"], "uv", "uv tool upgrade stateline", Lasting::Stays, None),
    row(&["pipx", "venvs"], "pipx", "pipx upgrade stateline", Lasting::Stays, None),
    row(
        &["Cellar"],
        "Homebrew",
        "brew upgrade stateline",
        Lasting::UntilUpdate,
        Some("opt/stateline/bin/stateline"),
    ),
    row(&["nix", "store"], "Nix", "nix profile upgrade stateline", Lasting::UntilUpdate, None),
    row(&["scoop", "apps", "stateline", "current"], "Scoop", SCOOP, Lasting::Stays, None),
    row(
        &["scoop", "apps"],
        "Scoop",
        SCOOP,
        Lasting::UntilUpdate,
        Some("scoop/apps/stateline/current/stateline.exe"),
    ),
    row(&[".cargo", "bin"], "cargo", "cargo install stateline --locked", Lasting::Stays, None),
    row(&["target", "debug"], "cargo build", BUILD, Lasting::Stays, None),
    row(&["target", "release"], "cargo build", BUILD, Lasting::Stays, None),
    row(
        &[".local", "bin", "stateline.exe"],
        "install.ps1",
        "run install.ps1 of the new release",
        Lasting::Stays,
        None,
    ),
    row(&[".local", "bin"], "install.sh", "run install.sh of the new release", Lasting::Stays, None),
    row(&["usr", "bin"], "a system package", "use the system's package manager", Lasting::Stays, None),
];

const NPM: &str = "npm install --global stateline@latest";
const PNPM: &str = "pnpm add --global stateline@latest";
const SCOOP: &str = "scoop update stateline";
const BUILD: &str = "git pull && cargo build --release";

impl Origin {
    /// Finds out how the program at a path was installed, if its path shows that.
    pub fn of(program: &Path) -> Option<Self> {
        let parts: Vec<&str> = program
            .components()
            .filter_map(|part| match part {
                Component::Normal(name) => name.to_str(),
                _ => None,
            })
            .collect();
        let found = ROWS.iter().find_map(|row| Some((row, position(&parts, row.signs)?)));
        let Some((row, at)) = found else { return Self::of_environment(program) };
        let stable = row.stable.and_then(|stable| stable_path(program, &parts, at, stable));
        Some(Self { by: row.by, update: row.update, lasting: row.lasting, stable })
    }

    /// Recognises a virtual environment of Python, whose directory may have any name.
    fn of_environment(program: &Path) -> Option<Self> {
        let environment = program.parent()?.parent()?;
        environment.join("pyvenv.cfg").is_file().then_some(Self {
            by: "pip",
            update: "pip install --upgrade stateline",
            lasting: Lasting::Stays,
            stable: None,
        })
    }

    /// Returns a path to the same file that lasts, if `program` does not: a stable link next to it, or one on `PATH`.
    pub fn stable(&self, program: &Path, dirs: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
        let real = program.canonicalize().ok()?;
        let name = program.file_name()?;
        let leads_here = |path: &PathBuf| path.canonicalize().is_ok_and(|path| path == real);
        let lasts = |path: &PathBuf| Self::of(path).is_none_or(|origin| origin.lasting == Lasting::Stays);
        let on_path = dirs.filter(|dir| dir.is_absolute()).map(|dir| dir.join(name)).filter(lasts);
        self.stable.clone().into_iter().chain(on_path).find(leads_here)
    }
}

/// Returns where the signs begin in a path.
fn position(parts: &[&str], signs: &[&str]) -> Option<usize> {
    let is_sign = |(part, sign): (&&str, &&str)| match sign.strip_suffix('*') {
        Some(beginning) => part.starts_with(beginning),
        None => part == sign,
    };
    parts.windows(signs.len()).position(|window| window.iter().zip(signs).all(is_sign))
}

/// Returns a path below the directory that the part number `at` is in.
fn stable_path(program: &Path, parts: &[&str], at: usize, below: &str) -> Option<PathBuf> {
    let after = parts.len().saturating_sub(at);
    let mut path = program.ancestors().nth(after)?.to_owned();
    for part in below.split('/') {
        if part == "@" {
            let last = parts.iter().rposition(|part| *part == "node_modules")?;
            path.extend(parts.iter().skip(last.saturating_add(1)));
        } else {
            path.push(part);
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin_of(path: &str) -> Option<(&'static str, Lasting)> {
        Origin::of(Path::new(path)).map(|origin| (origin.by, origin.lasting))
    }

    #[test]
    fn each_way_to_install_is_recognised_by_its_path() {
        let cases = [
            ("/home/a/.npm/_npx/2f1/node_modules/@stateline/linux-x64/bin/stateline", "npx", Lasting::Cache),
            ("/home/a/.cache/pnpm/dlx/9/1/node_modules/.pnpm/x/bin/stateline", "pnpm dlx", Lasting::Cache),
            ("/tmp/bunx-0-stateline@latest/node_modules/x/bin/stateline", "bunx", Lasting::Cache),
            ("/home/a/.cache/uv/archive-v0/Kq/bin/stateline", "uvx", Lasting::Cache),
            ("/home/a/.local/pipx/.cache/4c2/bin/stateline", "pipx run", Lasting::Cache),
            (
                "/usr/lib/node_modules/stateline/node_modules/@stateline/linux-x64/bin/stateline",
                "npm",
                Lasting::Stays,
            ),
            ("/home/a/.local/share/uv/tools/stateline/bin/stateline", "uv", Lasting::Stays),
            ("/home/a/.local/share/pipx/venvs/stateline/bin/stateline", "pipx", Lasting::Stays),
            ("/opt/homebrew/Cellar/stateline/0.1.0/bin/stateline", "Homebrew", Lasting::UntilUpdate),
            ("/nix/store/8c1-stateline-0.1.0/bin/stateline", "Nix", Lasting::UntilUpdate),
            ("/home/a/.cargo/bin/stateline", "cargo", Lasting::Stays),
            ("/home/a/src/stateline/target/release/stateline", "cargo build", Lasting::Stays),
            ("/home/a/.local/bin/stateline", "install.sh", Lasting::Stays),
            ("/Users/a/.local/bin/stateline.exe", "install.ps1", Lasting::Stays),
            ("/usr/bin/stateline", "a system package", Lasting::Stays),
        ];
        for (path, by, lasting) in cases {
            assert_eq!(origin_of(path), Some((by, lasting)), "{path}");
        }
        assert_eq!(origin_of("/opt/tools/stateline"), None);
    }

    #[test]
    fn a_path_with_a_version_has_a_stable_one_next_to_it() {
        let stable = |path: &str| Origin::of(Path::new(path)).unwrap().stable;
        assert_eq!(
            stable("/opt/homebrew/Cellar/stateline/0.1.0/bin/stateline"),
            Some("/opt/homebrew/opt/stateline/bin/stateline".into())
        );
        assert_eq!(
            stable(
                "/g/5/node_modules/.pnpm/@stateline+linux-x64@0.1.0/node_modules/@stateline/linux-x64/bin/stateline"
            ),
            Some("/g/5/node_modules/.pnpm/node_modules/@stateline/linux-x64/bin/stateline".into())
        );
        assert_eq!(stable("/usr/bin/stateline"), None);
    }
}
