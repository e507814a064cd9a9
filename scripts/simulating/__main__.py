"""Tries the promises of Documentation/Security.md in simulated worlds, also with faults that are planted
to see that they are found, and compares the traces of two builds; see Documentation/Articles/worlds.md."""

import argparse
import sys

import planted
import promises
import traces
import tree


def main():
    parser = argparse.ArgumentParser(prog="scripts/simulate", description=__doc__)
    parser.add_argument("what", choices=["promises", "faults", "traces"])
    parser.add_argument("names", nargs="*", metavar="name", help="of planted faults; by default all")
    parser.add_argument(
        "--seeds",
        type=promises.seeds,
        metavar="N|A-B",
        help="the worlds of each test; by default as many as it names, 1000 for faults and 100 for traces",
    )
    parser.add_argument("--release", action="store_true", help="tries the promises in a release build, which is faster")
    parser.add_argument("--no-build", action="store_true", help="takes the tests as they were built")
    parser.add_argument("--check-only", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_intermixed_args()
    faults = planted.named(arguments.names, parser.error)
    if arguments.names and arguments.what != "faults":
        parser.error(f"{arguments.names[0]}: only faults have names")
    if arguments.release and arguments.what != "promises":
        parser.error("--release: only promises are tried in the build that is asked for")
    if arguments.check_only:
        return 0
    if arguments.what == "promises":
        return promises.run(arguments.seeds, tree.release() if arguments.release else ".build/debug")
    if arguments.what == "faults":
        return planted.run(faults, arguments.seeds or range(1, 1001))
    return traces.run(arguments.seeds or range(1, 101))


sys.exit(main())
