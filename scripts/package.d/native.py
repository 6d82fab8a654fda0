"""Makes .deb and .rpm packages with nfpm."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from release import OUT, Release, Target


def write(release: Release, target: Target) -> None:
    modified = {"mtime": release.time_text()}
    def entry(source: Path, destination: str, mode: int = 0o644) -> dict:
        return {"src": str(source), "dst": destination, "file_info": {"mode": mode, **modified}}

    staging = release.staging
    contents = [entry(target.program, "/usr/bin/stateline", 0o755)]
    contents += [entry(page, f"/usr/share/man/man1/{page.name}") for page in sorted((staging / "man").iterdir())]
    places = {
        "stateline.bash": "/usr/share/bash-completion/completions/stateline",
        "_stateline": "/usr/share/zsh/vendor-completions/_stateline",
        "stateline.fish": "/usr/share/fish/vendor_completions.d/stateline.fish",
    }
    contents += [entry(staging / "completions" / name, place) for name, place in places.items()]
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES.txt"]:
        contents.append(entry(staging / name, f"/usr/share/doc/stateline/{name}"))
    config = {
        "name": "stateline",
        "arch": target.debian_cpu,
        "platform": "linux",
        "version": release.version,
        "maintainer": "The stateline maintainers <maintainers@stateline.invalid>",
        "description": release.description,
        "homepage": release.repository,
        "license": release.licence,
        "section": "utils",
        "priority": "optional",
        **modified,
        "contents": contents,
    }
    with tempfile.TemporaryDirectory() as folder:
        # JSON is YAML.
        (Path(folder) / "nfpm.yaml").write_text(json.dumps(config))
        for kind in ["deb", "rpm"]:
            nfpm = Path(sys.executable).parent / "nfpm"
            command = [nfpm, "package", "--config", f"{folder}/nfpm.yaml", "--packager", kind, "--target", OUT]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
