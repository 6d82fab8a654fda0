"""Writes what package managers read: each a template with the version, the address and the sums filled in."""

import hashlib
import re

from release import OUT, ROOT, Release

TEMPLATES = ROOT / "scripts" / "package.d" / "templates"

# Where each template goes below target/packages/.
PLACES = {
    "install.sh": "install.sh",
    "install.ps1": "install.ps1",
    "homebrew.rb": "homebrew/stateline.rb",
    "PKGBUILD": "aur/PKGBUILD",
    "SRCINFO": "aur/.SRCINFO",
    "scoop.json": "scoop/stateline.json",
}


def write(release: Release) -> None:
    values = {
        "version": release.version,
        "description": release.description,
        "repository": release.repository,
        "downloads": release.downloads,
        "licence": release.licence,
    }
    for target in release.targets:
        archive = OUT / release.archive(target)
        values[f"sum {target.name}"] = hashlib.sha256(archive.read_bytes()).hexdigest()
    for name, place in PLACES.items():
        filled = fill((TEMPLATES / name).read_text(), values)
        if filled is None:
            # A manifest that names a missing archive could not be installed.
            continue
        out = OUT / place
        out.parent.mkdir(exist_ok=True)
        out.write_text(filled)
        out.chmod(0o755 if name.endswith(".sh") else 0o644)


def fill(template: str, values: dict[str, str]) -> str | None:
    """Replaces each `@key@`; returns nothing if the sum of some target is not known."""
    keys = set(re.findall(r"@((?:sum )?[a-z0-9_-]+)@", template))
    known = {*values, *(key for key in keys if key.startswith("sum "))}
    if keys - known:
        raise SystemExit(f"package: a template has unknown keys {sorted(keys - known)}")
    if keys - set(values):
        return None
    for key in keys:
        template = template.replace(f"@{key}@", values[key])
    return template
