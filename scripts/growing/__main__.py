"""Counts what reading costs at n, 2n and 4n repetitions of every piece of every grammar, in every
place of every operation that a server describes, and in every parser; see Documentation/Security.md."""

import argparse
import sys

import parsers
import requests
from counting import CountedParsers, CountedServer

# The second doubling costs at most so many times as much as the first.
LIMIT = 2.5
# Fewer instructions than these say nothing: they are those of a connection and of timers, give or take.
NOISE = 500_000

PLACES = ["parsers", "fields", "queries", "paths", "contents", "pieces", "sockets", "heads", "frames"]


def growth(program, family):
    """How much more the second doubling costs than the first; nothing where that is little, or in proportion."""
    count = max(family.size // family.unit // 4, 1)
    least, most = program.measure(family, count), program.measure(family, 4 * count)
    if most < 3 * NOISE or most <= LIMIT * LIMIT * least:
        return None
    costs = [program.measure(family, factor * count) for factor in (1, 2, 4)]
    first, second = costs[1] - costs[0], costs[2] - costs[1]
    # Where the first doubling is lost in the noise, what is left is how the whole grows.
    return second / first if first > NOISE else costs[2] / costs[1]


def judge(program, families):
    """The names of the families that grow by more than they may, and how many were tried."""
    bad, tried = [], 0
    for family in families:
        tried += 1
        found = growth(program, family)
        if found and found > LIMIT:
            # Once more at another size, for tables that grow by leaps.
            again = growth(program, family._replace(size=family.size * 3 // 4))
            found = min(found, again) if again else found
        if found and found > LIMIT:
            bad.append(family.name)
            print(f"{found:5.2f}  {family.name}", flush=True)
    return bad, tried


def families(server, options):
    operations = requests.operations(server.port)
    print(f"{len(operations)} operations are described", flush=True)
    seen = set()
    for operation in operations:
        if options.only and options.only not in operation.name:
            continue
        # Fields are read by what a service and a method have in common.
        kind = (operation.service, operation.method)
        if "fields" in options.places and kind not in seen:
            seen.add(kind)
            yield from requests.of_fields(operation)
        if "queries" in options.places:
            yield from requests.of_queries(operation)
        if "paths" in options.places:
            yield from requests.of_paths(operation)
        if "contents" in options.places:
            yield from requests.of_contents(operation, server.port, options.size)
        if "pieces" in options.places:
            yield from requests.of_pieces(operation, server.port)
        if "sockets" in options.places and operation.is_socket:
            yield from requests.of_websockets(operation.path, options.size)
    if "heads" in options.places:
        yield from requests.of_heads()
    if "frames" in options.places:
        yield from requests.of_frames(options.size)


def main():
    parser = argparse.ArgumentParser(prog="scripts/growth", description=__doc__)
    parser.add_argument("places", nargs="*", default=PLACES, help="some of " + " ".join(PLACES))
    parser.add_argument("--recado", help="the program whose server is asked")
    parser.add_argument("--parsers", help="the program that scripts/fuzz builds")
    parser.add_argument("--only", help="a part of the names of operations or parsers")
    parser.add_argument("--size", type=int, default=48_000, help="of content, in bytes")
    options = parser.parse_args()
    bad, tried = [], 0
    if options.parsers and "parsers" in options.places:
        with CountedParsers(options.parsers) as program:
            names = [name for name in program.names if not options.only or options.only in name]
            found = judge(program, parsers.families(names, options.size // 8))
            bad, tried = bad + found[0], tried + found[1]
    if options.recado and options.places != ["parsers"]:
        with CountedServer(options.recado) as server:
            found = judge(server, families(server, options))
            bad, tried = bad + found[0], tried + found[1]
    print(f"{tried} families, {len(bad)} grow by more than {LIMIT} × for twice as much")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
