"""Collects what every package contains in addition to the program: manual pages, completions, licences, notes."""

import re
import shutil
import subprocess

import crate
from release import ROOT, Release

SHELLS = {
    "bash": "stateline.bash",
    "zsh": "_stateline",
    "fish": "stateline.fish",
    "elvish": "stateline.elv",
    "nushell": "stateline.nu",
    "powershell": "_stateline.ps1",
}


def write(release: Release) -> None:
    run = Runner(release)
    pages = release.staging / "man"
    pages.mkdir()
    (pages / "stateline.1").write_text(run("man"))
    for command in commands(run("--help")):
        (pages / f"stateline-{command}.1").write_text(run("man", command))
    completions = release.staging / "completions"
    completions.mkdir()
    for shell, name in SHELLS.items():
        (completions / name).write_text(run("completions", shell))
    for name in ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE-MIT", "LICENSE-APACHE"]:
        shutil.copy(ROOT / name, release.staging / name)
    fleet = ROOT / "scripts" / "fleet.d"
    if fleet.is_dir():
        shutil.copytree(fleet, release.staging / "fleet")
    (release.staging / "THIRD-PARTY-LICENSES.txt").write_text(crate.licences(release))


def commands(overview: str) -> list[str]:
    """The commands that `stateline --help` lists."""
    listed = overview.split("one of these:")[1].split("\nFlags")[0]
    found = re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE)
    if len(found) < 10:
        raise SystemExit("package: `stateline --help` no longer lists the commands as expected")
    return found


class Runner:
    """Runs the first of the programs that runs on this machine."""

    def __init__(self, release: Release) -> None:
        for target in release.targets:
            try:
                subprocess.run([target.program, "-V"], check=True, capture_output=True)
            except (OSError, subprocess.CalledProcessError):
                continue
            self.command = [str(target.program)]
            return
        subprocess.run(["cargo", "build", "--quiet"], cwd=ROOT, check=True)
        self.command = [str(ROOT / "target" / "debug" / "stateline")]

    def __call__(self, *arguments: str) -> str:
        done = subprocess.run([*self.command, *arguments], check=True, capture_output=True, text=True, encoding="utf-8")
        return done.stdout
