"""The tests of the promises, in as many processes as there are processors: each has one world at a time."""

import os
import pathlib
import re
import subprocess
import time

TESTS = "Tests/PromiseTests"


def suites():
    """The names of the suites, those of the longest files first: they take longest."""
    files = sorted(pathlib.Path(TESTS).glob("*Tests.swift"), key=lambda file: -file.stat().st_size)
    return [re.search(r"@Suite struct `(.+?)`", file.read_text()).group(1) for file in files]


def program(build=".build/debug"):
    return str(next(pathlib.Path(build).glob("*PackageTests.xctest")))


def start(names, seeds, build=".build/debug"):
    """Begins the tests of some suites."""
    pattern = "|".join(re.escape(name) for name in names)
    command = [program(build), "--testing-library", "swift-testing", "--filter", rf"^PromiseTests\..*({pattern})"]
    environment = {**os.environ, "RECADO_SEEDS": str(seeds)}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )


def run(seeds):
    """Tries all; returns the status of the process."""
    begin, names, count = time.monotonic(), suites(), os.cpu_count() or 1
    lanes = [lane for lane in (names[index::count] for index in range(count)) if lane]
    processes = [start(lane, seeds) for lane in lanes]
    failed = False
    for process in processes:
        output, _ = process.communicate()
        ran = re.search(r"Test run with (\d+) tests?", output)
        if process.returncode != 0 or not ran or ran.group(1) == "0":
            print(output)
            failed = True
    print(f"{len(names)} suites of promises, {seeds} worlds for each test, {time.monotonic() - begin:.0f} s")
    return 1 if failed else 0
