"""What a release is: its version, its address, its targets, and where its files go."""

import os
import shutil
import subprocess
import tomllib
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUT = Path(os.environ.get("STATELINE_PACKAGES") or ROOT / "target" / "packages")


@dataclass(frozen=True)
class Target:
    """One platform: Rust's name for it, and what each packager calls it."""

    name: str
    program: Path
    system: str
    """As npm names it: linux, darwin or win32."""
    cpu: str
    """As npm names it: x64 or arm64."""
    debian_cpu: str
    wheel_tags: tuple[str, ...]

    @property
    def program_name(self) -> str:
        return "stateline.exe" if self.system == "win32" else "stateline"

    @property
    def archive_name(self) -> str:
        """The end of the archive's name."""
        return "zip" if self.system == "win32" else "tar.gz"

    @classmethod
    def parse(cls, argument: str) -> "Target":
        name, _, program = argument.partition("=")
        if name not in ROWS:
            raise SystemExit(f"package: no row for target `{name}`; add it to ROWS in scripts/package.d/release.py")
        if not Path(program).is_file():
            raise SystemExit(f"package: no program for {name} at `{program}`")
        return cls(name, Path(program), *ROWS[name])


# The static Linux programs need no C library, so they suit glibc and musl systems alike.
ROWS = {
    "x86_64-unknown-linux-musl": (
        "linux", "x64", "amd64", ("manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"),
    ),
    "aarch64-unknown-linux-musl": (
        "linux", "arm64", "arm64", ("manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"),
    ),
    "x86_64-pc-windows-gnu": ("win32", "x64", "amd64", ("win_amd64",)),
    "aarch64-apple-darwin": ("darwin", "arm64", "arm64", ("macosx_11_0_arm64",)),
    "x86_64-apple-darwin": ("darwin", "x64", "amd64", ("macosx_10_12_x86_64",)),
}


@dataclass(frozen=True)
class Release:
    version: str
    description: str
    repository: str
    """The only address that a package contains; `repository` in Cargo.toml."""
    licence: str
    commit: str
    time: int
    """The time of the commit: every file in every package carries it, so that the same commit gives the same bytes."""
    targets: list[Target]
    staging: Path
    """Files that several packages contain: manual pages, completions, licences."""

    @classmethod
    def read(cls, targets: list[Target]) -> "Release":
        package = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]
        commit, time = git("log", "-1", "--format=%H %ct").split()
        os.environ["SOURCE_DATE_EPOCH"] = time
        staging = OUT.parent / f"{OUT.name}-staging"
        shutil.rmtree(staging, ignore_errors=True)
        staging.mkdir()
        return cls(
            package["version"], package["description"], package["repository"], package["license"], commit,
            int(time), targets, staging,
        )

    @property
    def downloads(self) -> str:
        """The address of this version's files."""
        return f"{self.repository}/releases/download/v{self.version}"

    def time_text(self) -> str:
        return datetime.fromtimestamp(self.time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

    def archive(self, target: Target) -> str:
        """The file name of a target's archive; install.sh, Homebrew, Scoop, the AUR and binstall compute the same."""
        return f"stateline-{self.version}-{target.name}.{target.archive_name}"


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
