"""Makes the npm packages: one that users name, and one per platform with the program, of which npm installs the one that fits."""

import json

from archive import Files, tarred
from release import OUT, ROOT, Release, Target

SCOPE = "@stateline"


def write(release: Release) -> None:
    out = OUT / "npm"
    out.mkdir()
    for target in release.targets:
        files: Files = {
            "package.json": json_file(platform_manifest(release, target)),
            f"bin/{target.program_name}": (target.program.read_bytes(), True),
        }
        for name in ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES.txt"]:
            files[name] = ((release.staging / name).read_bytes(), False)
        pack(release, f"stateline-{target.system}-{target.cpu}", files)
    files = {
        "package.json": json_file(main_manifest(release)),
        "bin/stateline.js": ((ROOT / "scripts/package.d/templates/stateline.js").read_bytes(), True),
    }
    for name in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]:
        files[name] = ((release.staging / name).read_bytes(), False)
    pack(release, "stateline", files)


def pack(release: Release, name: str, files: Files) -> None:
    """Writes an archive as `npm pack` does, with the paths below `package/`."""
    inside = {f"package/{path}": content for path, content in files.items()}
    tarred(OUT / "npm" / f"{name}-{release.version}.tgz", inside, release.time)


def common(release: Release) -> dict:
    return {
        "version": release.version,
        "description": release.description,
        "license": release.licence,
        "repository": {"type": "git", "url": f"git+{release.repository}.git"},
        "homepage": release.repository,
    }


def platform_manifest(release: Release, target: Target) -> dict:
    return {
        "name": f"{SCOPE}/{target.system}-{target.cpu}",
        **common(release),
        "os": [target.system],
        "cpu": [target.cpu],
        "preferUnplugged": True,
        "files": ["bin", "THIRD-PARTY-LICENSES.txt"],
    }


def main_manifest(release: Release) -> dict:
    platforms = {f"{SCOPE}/{target.system}-{target.cpu}": release.version for target in release.targets}
    return {
        "name": "stateline",
        **common(release),
        "keywords": ["statusline", "claude-code", "prompt", "tmux", "workflow"],
        "bin": {"stateline": "bin/stateline.js"},
        "files": ["bin"],
        "engines": {"node": ">=16"},
        "optionalDependencies": platforms,
    }


def json_file(value: dict) -> tuple[bytes, bool]:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode(), False
