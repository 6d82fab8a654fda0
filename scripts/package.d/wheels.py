"""Makes Python wheels that contain nothing but the program, for `uv tool install`, `uvx`, `pipx` and `pip`."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from release import OUT, ROOT, Release, Target


def write(release: Release, target: Target) -> None:
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        scripts = top / f"stateline-{release.version}.data" / "scripts"
        scripts.mkdir(parents=True)
        shutil.copyfile(target.program, scripts / target.program_name)
        (scripts / target.program_name).chmod(0o755)
        info = top / f"stateline-{release.version}.dist-info"
        info.mkdir()
        tags = "".join(f"Tag: py3-none-{tag}\n" for tag in target.wheel_tags)
        (info / "WHEEL").write_text(
            f"Wheel-Version: 1.0\nGenerator: stateline scripts/package\nRoot-Is-Purelib: false\n{tags}"
        )
        (info / "METADATA").write_text(
            "Metadata-Version: 2.4\n"
            f"Name: stateline\nVersion: {release.version}\nSummary: {release.description}\n"
            f"Project-URL: Source Code, {release.repository}\n"
            f"License-Expression: {release.licence}\n"
            "License-File: LICENSE-APACHE\nLicense-File: LICENSE-MIT\nLicense-File: THIRD-PARTY-LICENSES.txt\n"
            "Requires-Python: >=3.7\nDescription-Content-Type: text/markdown; charset=UTF-8\n\n"
            + (ROOT / "README.md").read_text(encoding="utf-8")
        )
        licences = info / "licenses"
        licences.mkdir()
        for name in ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-LICENSES.txt"]:
            shutil.copyfile(release.staging / name, licences / name)
        for path in top.rglob("*"):
            path.chmod(0o755 if path.is_dir() or path.parent == scripts else 0o644)
        out = OUT / "python"
        out.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "wheel", "pack", "--dest-dir", out, top]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
