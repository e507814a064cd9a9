"""Faults that are planted one at a time, to see that the promises find them."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import promises

LIST = pathlib.Path(__file__).parent / "faults.json"
FOLDER = pathlib.Path(".build/planted")
# The beginnings of the manifest's entries that the promises do without.
ENTRIES = ("guest(", "program(", "support(", "tests(", ".plugin(", ".executable(", ".systemLibrary(", ".library(")


def named(names, complain):
    """The faults of some names; all without any."""
    faults = json.loads(LIST.read_text())
    known = [fault["name"] for fault in faults]
    for name in names:
        if name not in known:
            complain(f"{name}: no such fault; expected one of {', '.join(known)}")
    return [fault for fault in faults if not names or fault["name"] in names]


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


def build():
    command = ["swift", "build", "--build-tests", "--package-path", str(FOLDER / "tree")]
    command += ["--scratch-path", str(FOLDER / "build")]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit((result.stdout + result.stderr)[-3000:])


def first_failure(seeds):
    """The test that failed first, and the seed; nothing where none did."""
    process = promises.start(promises.suites(), seeds, str(FOLDER / "build/debug"))
    test = None
    for line in process.stdout:
        found = re.search(r'Test "(.+?)" recorded an issue', line)
        if found and not test:
            test = found.group(1)
        seed = re.search(r"with seed (\d+)", line)
        if test and seed:
            process.send_signal(signal.SIGKILL)
            process.wait()
            return test, seed.group(1)
    process.wait()
    return (test, "?") if test else (("the program", f"ended with {process.returncode}") if process.returncode else None)


def run(faults, seeds):
    """Plants each fault, and prints what has found it."""
    found = 0
    copy()
    for fault in faults:
        file = FOLDER / "tree" / fault["file"]
        sound = pathlib.Path(fault["file"]).read_text()
        if sound.count(fault["old"]) != 1:
            raise SystemExit(f"{fault['name']}: {fault['file']} has changed; expected once:\n{fault['old']}")
        file.write_text(sound.replace(fault["old"], fault["new"]))
        begin = time.monotonic()
        try:
            build()
            failure = first_failure(seeds)
        finally:
            file.write_text(sound)
        found += failure is not None
        word = f"found by “{failure[0]}”, seed {failure[1]}" if failure else f"not found in {seeds} worlds"
        print(f"{fault['name']:36} {word}, {time.monotonic() - begin:.0f} s", flush=True)
    print(f"{found} of {len(faults)} faults were found")
    return 0 if found == len(faults) else 1
