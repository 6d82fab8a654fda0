"""Makes a folder per plugin manager, each ready to be pushed as a repository of its own: the managers clone repositories.

A plugin asks the installed program for its snippet (`stateline init HOST`), so that the two always fit.
"""

import shutil

from release import OUT, ROOT, Release

PLUGINS = ROOT / "scripts" / "package.d" / "plugins"


def write(release: Release) -> None:
    for folder in sorted(PLUGINS.iterdir()):
        out = OUT / "plugins" / folder.name
        shutil.copytree(folder, out)
        for name in ["LICENSE-MIT", "LICENSE-APACHE"]:
            shutil.copy(ROOT / name, out / name)
        readme = out / "README.md"
        readme.write_text(readme.read_text().replace("@repository@", release.repository))
    shutil.copy(release.staging / "completions" / "stateline.fish", subfolder("fish.stateline", "completions"))
    shutil.copy(release.staging / "completions" / "_stateline", OUT / "plugins" / "zsh-stateline" / "_stateline")


def subfolder(plugin: str, name: str):
    folder = OUT / "plugins" / plugin / name
    folder.mkdir(exist_ok=True)
    return folder
