"""The traces of the same worlds, run twice by two builds: they have to be the same, byte for byte."""

import os

import promises
import tree


def traces(build, seeds, name):
    """A line for each world that a build has run: its seed, and a number of all that happened there."""
    file = tree.FOLDER / f"{name}.traces"
    file.unlink(missing_ok=True)
    os.environ["RECADO_TRACES"] = str(file)
    process = promises.start(promises.suites(), seeds, build)
    output, _ = process.communicate()
    if process.returncode != 0:
        raise SystemExit(output)
    return sorted(file.read_text().splitlines())


def run(seeds):
    """Compares debug and release; returns the status of the process."""
    builds = {"debug": ".build/debug", "release": tree.release()}
    runs = {
        f"{name}-{count}": traces(build, seeds, f"{name}-{count}")
        for name, build in builds.items()
        for count in (1, 2)
    }
    first = runs["debug-1"]
    differing = sum(1 for other in runs.values() for left, right in zip(first, other) if left != right)
    differing += sum(abs(len(first) - len(other)) for other in runs.values())
    print(f"{len(first)} worlds of {len(seeds)} seeds, each run twice in debug and release: {differing} traces differ")
    return 1 if differing or not first else 0
