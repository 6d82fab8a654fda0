"""Checks packages that are already made: the right program for each platform is in every one, and every sum is right.

It needs no other machine: it reads the headers of the programs, and runs none of them.
"""

import gzip
import hashlib
import io
import json
import re
import struct
import sys
import tarfile
import tomllib
import zipfile

from release import OUT, ROOT, ROWS, Target

VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text())["package"]["version"]

# Every Windows has these.
SYSTEM_LIBRARIES = re.compile(
    r"(advapi32|api-ms-win-[a-z0-9-]+|bcrypt|bcryptprimitives|kernel32|msvcrt|ntdll|ole32|shell32|user32|userenv|ws2_32)\.dll",
    re.IGNORECASE,
)


class Wrong(Exception):
    """What is wrong with a package."""


def require(condition: object, problem: str) -> None:
    if not condition:
        raise Wrong(problem)


def describe(program: bytes) -> tuple[str, str]:
    """Returns the system and the processor that a program is for, as npm names them."""
    if program[:4] == b"\x7fELF":
        return "linux", {62: "x64", 183: "arm64"}.get(struct.unpack_from("<H", program, 18)[0], "unknown")
    if program[:4] == b"\xcf\xfa\xed\xfe":
        return "darwin", {0x01000007: "x64", 0x0100000C: "arm64"}.get(struct.unpack_from("<I", program, 4)[0], "unknown")
    if program[:2] == b"MZ":
        header = struct.unpack_from("<I", program, 0x3C)[0]
        return "win32", {0x8664: "x64"}.get(struct.unpack_from("<H", program, header + 4)[0], "unknown")
    return "unknown", "unknown"


def is_static(program: bytes) -> bool:
    """Returns whether an ELF program names no other program that would have to load it."""
    table, size, count = struct.unpack_from("<Q", program, 32)[0], *struct.unpack_from("<HH", program, 54)
    return all(struct.unpack_from("<I", program, table + at * size)[0] != 3 for at in range(count))


def oldest_macos(program: bytes) -> tuple[int, int]:
    """Returns the oldest version of macOS that a program says it runs on."""
    count, at = struct.unpack_from("<I", program, 16)[0], 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", program, at)
        if command in (0x32, 0x24):
            version = struct.unpack_from("<I", program, at + (12 if command == 0x32 else 8))[0]
            return version >> 16, version >> 8 & 0xFF
        at += size
    raise Wrong("the program does not say which macOS it is for")


def imports(program: bytes) -> set[str]:
    """Returns the libraries that a program for Windows loads."""
    header = struct.unpack_from("<I", program, 0x3C)[0]
    count, optional = struct.unpack_from("<H", program, header + 6)[0], struct.unpack_from("<H", program, header + 20)[0]
    sections = [struct.unpack_from("<IIII", program, header + 24 + optional + at * 40 + 8) for at in range(count)]

    def place(address: int) -> int:
        for size, start, _, at in sections:
            if start <= address < start + size:
                return at + address - start
        raise Wrong("an address of the program is in no section")

    found, at = set(), place(struct.unpack_from("<I", program, header + 24 + 112 + 8)[0])
    while name := struct.unpack_from("<I", program, at + 12)[0]:
        start = place(name)
        found.add(program[start : program.index(b"\0", start)].decode())
        at += 20
    return found


def check_program(target: Target, program: bytes) -> str:
    """Checks that a program is for its target, and returns a word about what it needs."""
    require(describe(program) == (target.system, target.cpu), f"the program is for {' '.join(describe(program))}")
    if target.system == "linux":
        require(is_static(program), "the program needs a loader, so it is not static")
        return "static"
    if target.system == "win32":
        foreign = sorted(name for name in imports(program) if not SYSTEM_LIBRARIES.fullmatch(name))
        require(not foreign, f"the program needs {', '.join(foreign)}")
        return "system libraries only"
    oldest = oldest_macos(program)
    (tag,) = target.wheel_tags
    major, minor = map(int, re.match(r"macosx_(\d+)_(\d+)_", tag).groups())
    require(oldest <= (major, minor), f"the program is for macOS {oldest[0]}.{oldest[1]}, but the wheel says {tag}")
    return f"macOS {oldest[0]}.{oldest[1]}"


def archived(target: Target) -> bytes:
    """Returns the program in the archive of a target."""
    top = f"stateline-{VERSION}-{target.name}"
    path = OUT / f"{top}.{target.archive_name}"
    if target.system == "win32":
        return zipfile.ZipFile(path).read(f"{top}/{target.program_name}")
    return tarfile.open(path).extractfile(f"{top}/{target.program_name}").read()


def check_npm(target: Target, program: bytes) -> None:
    with tarfile.open(OUT / "npm" / f"stateline-{target.system}-{target.cpu}-{VERSION}.tgz") as package:
        entry = package.getmember(f"package/bin/{target.program_name}")
        require(package.extractfile(entry).read() == program, "npm has another program")
        require(entry.mode & 0o111, "npm's program cannot be run")
        manifest = json.load(package.extractfile("package/package.json"))
    require((manifest["os"], manifest["cpu"]) == ([target.system], [target.cpu]), "npm's platform is another one")
    with tarfile.open(OUT / "npm" / f"stateline-{VERSION}.tgz") as package:
        named = json.load(package.extractfile("package/package.json"))["optionalDependencies"]
    require(named.get(manifest["name"]) == VERSION, f"npm's main package does not name {manifest['name']}")


def check_wheel(target: Target, program: bytes) -> None:
    tags = ".".join(sorted(target.wheel_tags))
    (path,) = (OUT / "python").glob(f"stateline-{VERSION}-py3-none-*{target.wheel_tags[0]}*.whl")
    require(path.name == f"stateline-{VERSION}-py3-none-{tags}.whl", f"the wheel is called {path.name}")
    with zipfile.ZipFile(path) as wheel:
        name = f"stateline-{VERSION}.data/scripts/{target.program_name}"
        require(wheel.read(name) == program, "the wheel has another program")
        require(wheel.getinfo(name).external_attr >> 16 & 0o111, "the wheel's program cannot be run")
        listed = re.findall(r"^Tag: py3-none-(.*)$", wheel.read(f"stateline-{VERSION}.dist-info/WHEEL").decode(), re.MULTILINE)
    require(sorted(listed) == sorted(target.wheel_tags), f"the wheel lists {listed}")


def check_deb(target: Target, program: bytes) -> None:
    """Reads the package's own archive: an ar archive with the files in a gzipped tar archive."""
    package, at = (OUT / f"stateline_{VERSION}_{target.debian_cpu}.deb").read_bytes(), 8
    while at < len(package):
        name, size = package[at : at + 16].decode().strip().rstrip("/"), int(package[at + 48 : at + 58])
        if name == "data.tar.gz":
            files = tarfile.open(fileobj=io.BytesIO(gzip.decompress(package[at + 60 : at + 60 + size])))
            found = next(entry for entry in files if entry.name.lstrip("./") == "usr/bin/stateline")
            require(files.extractfile(found).read() == program, "the .deb has another program")
            return
        at += 60 + size + size % 2
    raise Wrong("the .deb has no data.tar.gz")


def check_manifests(targets: list[Target]) -> None:
    """Checks that each manifest names the archive of each of its targets, with its sum."""
    for place, names in {
        "homebrew/stateline.rb": ["apple-darwin", "linux-musl"],
        "aur/PKGBUILD": ["linux-musl"],
        "aur/.SRCINFO": ["linux-musl"],
        "scoop/stateline.json": ["windows-gnu"],
    }.items():
        wanted = [name for name in ROWS if any(name.endswith(end) for end in names)]
        if not set(wanted) <= {target.name for target in targets}:
            continue
        text = (OUT / place).read_text()
        for target in (target for target in targets if target.name in wanted):
            archive = f"stateline-{VERSION}-{target.name}.{target.archive_name}"
            require(archive in text, f"{place} does not name {archive}")
            sum = hashlib.sha256((OUT / archive).read_bytes()).hexdigest()
            require(sum in text, f"{place} does not have the sum of {archive}")
        print(f"ok    {place} has the sums of its archives: {len(wanted)}")


def check_sums() -> None:
    listed = dict(reversed(line.split("  ")) for line in (OUT / "SHA256SUMS").read_text().splitlines())
    for path, sum in listed.items():
        require(hashlib.sha256((OUT / path).read_bytes()).hexdigest() == sum, f"SHA256SUMS is wrong about {path}")
    print(f"ok    SHA256SUMS: {len(listed)} files")


def main() -> None:
    targets = []
    for name, row in ROWS.items():
        target = Target(name, OUT, *row)
        if not (OUT / f"stateline-{VERSION}-{name}.{target.archive_name}").is_file():
            continue
        try:
            program = archived(target)
            about = check_program(target, program)
            check_npm(target, program)
            check_wheel(target, program)
            if target.system == "linux":
                check_deb(target, program)
        except Wrong as wrong:
            sys.exit(f"package: {name}: {wrong}")
        targets.append(target)
        print(f"ok    {name}: {len(program):,} bytes, {about}")
    require(targets, f"there are no packages in {OUT}; run `scripts/package` first")
    check_manifests(targets)
    check_sums()


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        sys.exit(f"package: {wrong}")
