"""What the program is made of: the licences of its dependencies, and a bill of materials in CycloneDX."""

import json
import re
import subprocess
import tomllib
import uuid
from functools import cache
from pathlib import Path

from release import OUT, ROOT, Release

LICENCE_NAMES = re.compile(r"^(LICEN[CS]E|COPYING|NOTICE|COPYRIGHT|UNLICENSE)", re.IGNORECASE)


@cache
def dependencies() -> list[dict]:
    """Every crate that is part of the program on some platform, by name; not what only builds or tests it."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    seen, open_ends = {root}, [root]
    while open_ends:
        for dependency in nodes[open_ends.pop()]["deps"]:
            is_linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_linked and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                open_ends.append(dependency["pkg"])
    seen.remove(root)
    return sorted((packages[id] for id in seen), key=lambda package: (package["name"], package["version"]))


def licences(release: Release) -> str:
    """The licence texts of all dependencies, each text once, with the crates that it is for."""
    crates_by_text: dict[str, list[str]] = {}
    without = []
    for package in dependencies():
        name = f"{package['name']} {package['version']} ({package['license'] or 'see its text'})"
        folder = Path(package["manifest_path"]).parent
        texts = [path for path in sorted(folder.iterdir()) if LICENCE_NAMES.match(path.name) and path.is_file()]
        for path in texts:
            text = "\n".join(line.rstrip() for line in path.read_text(errors="replace").strip().splitlines())
            crates_by_text.setdefault(text, []).append(name)
        if not texts:
            without.append(name)
    parts = [f"stateline {release.version} contains these libraries.\n"]
    for text, names in sorted(crates_by_text.items(), key=lambda item: item[1]):
        parts.append(f"{'=' * 80}\n" + "\n".join(names) + f"\n{'=' * 80}\n\n{text}\n")
    if without:
        parts.append(f"{'=' * 80}\nThese carry no text of their own; the licence that each names applies:\n")
        parts.append("\n".join(without) + "\n")
    return "\n".join(parts)


def write_bill_of_materials(release: Release) -> None:
    """Writes a CycloneDX document that names every dependency with its checksum and licence."""
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in locked}
    components = []
    for package in dependencies():
        address = f"pkg:cargo/{package['name']}@{package['version']}"
        component = {
            "type": "library",
            "bom-ref": address,
            "name": package["name"],
            "version": package["version"],
            "purl": address,
        }
        if package["license"]:
            # Old crates write `/` where SPDX has `OR`.
            expression = re.sub(r"\s*/\s*", " OR ", package["license"])
            component["licenses"] = [{"expression": expression}]
        if checksum := checksums.get((package["name"], package["version"])):
            component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        components.append(component)
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, release.commit)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": f"pkg:cargo/stateline@{release.version}",
                "name": "stateline",
                "version": release.version,
                "purl": f"pkg:cargo/stateline@{release.version}",
                "licenses": [{"expression": release.licence}],
            }
        },
        "components": components,
    }
    (OUT / f"stateline-{release.version}.cdx.json").write_text(json.dumps(document, indent=2) + "\n")
