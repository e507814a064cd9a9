"""A copy of the package with what the tests of the promises need, which is built by itself."""

import os
import pathlib
import shutil
import subprocess

import promises

FOLDER = pathlib.Path(".build/planted")
# The beginnings of the manifest's entries that the promises do without.
ENTRIES = ("guest(", "program(", "support(", "tests(", ".plugin(", ".executable(", ".systemLibrary(", ".library(")


def needed(lines):
    """The lines of the manifest without the entries that lie outside of the copy."""
    entry, depth = [], 0
    for line in lines:
        if not entry and not (line.startswith(" " * 8) and line.strip().startswith(ENTRIES)):
            yield line
            continue
        entry.append(line)
        depth += line.count("(") - line.count(")")
        if depth > 0:
            continue
        text = "".join(entry)
        if '"PromiseTests"' in text or '"Sources' in text or "in: " in text or ".library(name: $0" in text:
            yield text
        entry = []


def copy():
    """Copies what is needed to build the tests of the promises alone."""
    files = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    for name in files.split("\0"):
        if name == "Package.swift" or name.startswith(("Sources/", f"{promises.TESTS}/")) and os.path.exists(name):
            target = FOLDER / "tree" / name
            if not target.exists() or target.read_bytes() != pathlib.Path(name).read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(name, target)
    manifest = FOLDER / "tree/Package.swift"
    text = manifest.read_text()
    manifest.write_text("".join(needed(text.splitlines(keepends=True))))


def build(configuration="debug"):
    """Builds the tests of the copy; returns the folder with them."""
    scratch = FOLDER / ("build" if configuration == "debug" else configuration)
    command = ["swift", "build", "--build-tests", "-c", configuration]
    command += ["--package-path", str(FOLDER / "tree"), "--scratch-path", str(scratch)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit((result.stdout + result.stderr)[-3000:])
    return str(scratch / configuration)


def release():
    """Builds the copy as it is for speed; returns the folder with the tests."""
    copy()
    return build("release")
