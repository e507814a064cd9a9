"""The tests of the promises, a few worlds to a process: a process has one world at a time."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import time

TESTS = "Tests/PromiseTests"
# The seeds of a process: enough to make its beginning cheap, and to meet what a promise is about.
SHARE = 250


def files():
    """The files of the suites with the names of these, the longest files first: they take longest."""
    for file in sorted(pathlib.Path(TESTS).glob("*Tests.swift"), key=lambda file: -file.stat().st_size):
        yield file, re.search(r"@Suite struct `(.+?)`", file.read_text()).group(1)


def suites():
    return [name for _, name in files()]


def declared(file):
    """The seeds that a suite's file names, or else those that all share."""
    for source in (file, pathlib.Path(TESTS, "Notes.swift")):
        if found := re.search(r"Simulation\.seeds\(1\.\.\.([\d_]+)\)", source.read_text()):
            return range(1, int(found[1]) + 1)


def program(build=".build/debug"):
    return str(next(pathlib.Path(build).glob("*PackageTests.xctest")))


def seeds(text):
    """The seeds of a text: so many from 1 on, or those from one number to another."""
    numbers = re.fullmatch(r"(?:(\d+)-)?(\d+)", text)
    found = range(int(numbers[1] or 1), int(numbers[2]) + 1) if numbers else ()
    if not found or found[0] < 1:
        raise argparse.ArgumentTypeError(f"{text}: expected a number above 0, or two as in 501-1000")
    return found


def start(names, seeds, build=".build/debug"):
    """Begins the tests of some suites with a range of seeds."""
    pattern = "|".join(re.escape(name) for name in names)
    command = [program(build), "--testing-library", "swift-testing", "--filter", rf"^PromiseTests\..*({pattern})"]
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "RECADO_SEEDS": f"{seeds[0]}-{seeds[-1]}"}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )


def parts(seeds):
    """The work: each suite with some of the seeds after the other; without seeds, with those of its own file."""
    for file, name in files():
        worlds = seeds or declared(file)
        for first in range(0, len(worlds), SHARE):
            yield name, worlds[first : first + SHARE]


def tried(name, seeds, build):
    """Tries some worlds of a suite; returns what the tests say if they fail, and nothing if all is well."""
    process = start([name], seeds, build)
    output, _ = process.communicate()
    ran = re.search(r"Test run with (\d+) tests?", output)
    return "" if process.returncode == 0 and ran and ran.group(1) != "0" else output


def run(seeds, build):
    """Tries all, in as many processes as there are processors; returns the status of the process."""
    begin, failures = time.monotonic(), 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for output in pool.map(lambda part: tried(*part, build), parts(seeds)):
            if output:
                failures += 1
                print(output, flush=True)
    worlds = f"{len(seeds)} worlds" if seeds else "the declared worlds"
    print(f"{len(suites())} suites of promises, {worlds} for each test, {time.monotonic() - begin:.0f} s")
    return 1 if failures else 0
