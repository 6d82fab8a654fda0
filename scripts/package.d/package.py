"""Makes the packages of a release from programs that are already built: TARGET=PROGRAM…"""

import hashlib
import shutil
import sys
from pathlib import Path

import archive
import crate
import documents
import manifests
import native
import npm
import plugins
import wheels
from release import OUT, Release, Target


def main(arguments: list[str]) -> None:
    targets = [Target.parse(argument) for argument in arguments]
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    release = Release.read(targets)
    crate.write_bill_of_materials(release)
    documents.write(release)
    for target in targets:
        archive.write(release, target)
        wheels.write(release, target)
        if target.system == "linux":
            native.write(release, target)
    npm.write(release)
    plugins.write(release)
    manifests.write(release)
    write_sums()
    shutil.rmtree(release.staging)
    for path in sorted(path for path in OUT.rglob("*") if path.is_file()):
        print(f"{path.stat().st_size:>10,}  {path.relative_to(OUT.parent)}")


def write_sums() -> None:
    """Lists the sums of all files that users download, in the form that `sha256sum --check` reads."""
    files = sorted(path for path in OUT.rglob("*") if path.is_file() and "plugins" not in path.parts)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(OUT)}\n" for path in files]
    (OUT / "SHA256SUMS").write_text("".join(lines))


if __name__ == "__main__":
    main(sys.argv[1:])
