"""Writes archives whose bytes depend on their contents alone."""

import gzip
import io
import tarfile
import time
import zipfile
from pathlib import Path

from release import OUT, Release, Target

Files = dict[str, tuple[bytes, bool]]
"""The files of an archive by path: the content, and whether it is a program."""


def write(release: Release, target: Target) -> None:
    """Writes the archive of a target: the program and everything that belongs to it."""
    top = f"stateline-{release.version}-{target.name}"
    files: Files = {f"{top}/{target.program_name}": (target.program.read_bytes(), True)}
    for path in sorted(path for path in release.staging.rglob("*") if path.is_file()):
        files[f"{top}/{path.relative_to(release.staging).as_posix()}"] = (path.read_bytes(), False)
    out = OUT / release.archive(target)
    zipped(out, files, release.time) if target.system == "win32" else tarred(out, files, release.time)


def tarred(out: Path, files: Files, modified: int) -> None:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path, (content, is_program) in sorted(files.items()):
            entry = tarfile.TarInfo(path)
            entry.size, entry.mtime, entry.mode = len(content), modified, 0o755 if is_program else 0o644
            tar.addfile(entry, io.BytesIO(content))
    # Without a name and a time in its header, gzip writes the same bytes each time.
    with out.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(plain.getvalue())


def zipped(out: Path, files: Files, modified: int) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, (content, is_program) in sorted(files.items()):
            entry = zipfile.ZipInfo(path, time.gmtime(modified)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            archive.writestr(entry, content)
