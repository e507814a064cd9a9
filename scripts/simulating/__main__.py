"""Tries the promises of Documentation/Security.md in simulated worlds, also with faults that are planted
to see that they are found, and compares the traces of two builds; see Documentation/Articles/worlds.md."""

import argparse
import sys

import planted
import promises
import traces


def main():
    parser = argparse.ArgumentParser(prog="scripts/simulate", description=__doc__)
    parser.add_argument("what", choices=["promises", "faults", "traces"])
    parser.add_argument("names", nargs="*", metavar="name", help="of planted faults; by default all")
    parser.add_argument("--seeds", type=int, help="the worlds of each promise; 1000 by default, of traces 100")
    parser.add_argument("--no-build", action="store_true", help="takes the tests as they were built")
    parser.add_argument("--check-only", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_intermixed_args()
    seeds = arguments.seeds or (100 if arguments.what == "traces" else 1000)
    if seeds < 1:
        parser.error(f"--seeds {seeds}: expected at least 1")
    faults = planted.named(arguments.names, parser.error)
    if arguments.names and arguments.what != "faults":
        parser.error(f"{arguments.names[0]}: only faults have names")
    if arguments.check_only:
        return 0
    if arguments.what == "promises":
        return promises.run(seeds)
    return planted.run(faults, seeds) if arguments.what == "faults" else traces.run(seeds)


sys.exit(main())
