"""Counts what reading costs at n, 2n and 4n repetitions of every piece of every grammar, in every
place of every operation that a server describes, and in every parser; see Documentation/Security.md."""

import argparse
import collections
import signal
import sys

import operations
import pages
import parsers
import requests
from counting import CountedParsers, CountedServer

# The second doubling costs at most so many times as much as the first.
LIMIT = 2.5

PLACES = ["parsers", "fields", "queries", "paths", "contents", "pieces", "sockets", "heads", "frames", "proxies"]
# The most bytes that a parser is given, and that are sent as content, where nothing else is said.
PARSED, SENT = 6_000, 48_000
# What a server answers before it has read what was repeated, or may.
TURNED_AWAY = (0, 401, 403, 404, 405, 409, 415, 429, 503)


def fitting(family):
    """The n of which 4n repetitions are as many as there is room for."""
    make = getattr(family, "unpacked", None) or family.make
    empty, some = len(make(0)), len(make(64))
    count = max(family.size * 16 // max(some - empty, 1), 1)
    while count > 1 and len(make(4 * count)) - empty > family.size:
        count = min(count - 1, count * 19 // 20)
    return count


def growth(program, family, count):
    """How many times as much the second doubling costs as the first, and what n was answered with.

    One where it costs no more than twice as much; nothing where the fourfold costs so little more
    that chance could have made any growth of it.
    """
    once = program.measure(family, count)
    status, most = program.status, program.measure(family, 4 * count)
    if most - once < (LIMIT + 1) * program.noise:
        return None, status
    is_refused = program.status != status
    twice = program.measure(family, 2 * count)
    if most <= 2 * twice or is_refused:
        # A limit is reached on the way, so that the rest seems to grow: what is below counts, unless it is a leap.
        most, middle = twice, program.measure(family, count * 3 // 2)
        twice, once = once, program.measure(family, max(count // 2, 1))
        if most <= 2 * twice or most - middle <= middle - twice:
            return 1, status
        if most - once < (LIMIT + 1) * program.noise:
            return None, status
    # What all of them have in common falls out; each difference may be off by the noise.
    first, second = twice - once + program.noise, most - twice - program.noise
    return second / max(first, program.noise), status


class Verdict:
    """What was tried, what grows by too much, and what was turned away."""

    def __init__(self):
        self.bad, self.tried = [], 0
        self.turned_away = collections.defaultdict(collections.Counter)

    def judge(self, program, families):
        for family in families:
            self.tried += 1
            count = fitting(family)
            found, status = growth(program, family, count)
            if status in TURNED_AWAY:
                self.turned_away[status][family.place] += 1
            for part in (1, 3 / 4, 5 / 8):
                # Again, for what is made once is among the first figures; at other sizes, for tables grow by leaps.
                if found and found > LIMIT:
                    again, _ = growth(program, family, max(int(count * part), 1))
                    found = min(found, again) if again else found
            if found and found > LIMIT:
                self.bad.append(family.name)
                print(f"{found:5.2f}  {family.name}", flush=True)

    def tell(self, places):
        for status, names in sorted(self.turned_away.items()):
            print(f"{sum(names.values())} families were answered with {status or 'no status'}:")
            for name, count in names.most_common(places):
                print(f"  {count:5}  {name}")
            if len(names) > places:
                print(f"         and {len(names) - places} places more")
        print(f"{self.tried} families, {len(self.bad)} grow by more than {LIMIT} × for twice as much")


def of_operation(operation, server, options, size, is_first):
    """The families of each place of an operation."""
    # Fields are read by what a service and a method have in common, pieces by the types of content.
    if "fields" in options.places and is_first:
        yield requests.of_fields(operation, server.port)
    if "queries" in options.places:
        yield requests.of_queries(operation)
    if "paths" in options.places:
        yield requests.of_paths(operation)
    if "contents" in options.places:
        yield requests.of_contents(operation, server.port, size)
    if "pieces" in options.places and is_first:
        yield requests.of_pieces(operation, server.port, size)
    if "sockets" in options.places and operation.is_socket:
        yield requests.of_websockets(operation, size)


def families(server, options):
    found = operations.described(server.port) + pages.crawled(server.port)
    print(f"{len(found)} operations, pages and forms are described", flush=True)
    seen, size = set(), options.size or SENT
    for operation in found:
        if options.only and options.only not in operation.name:
            continue
        kind = (operation.service, operation.method)
        for place in of_operation(operation, server, options, size, kind not in seen):
            yield from requests.spread(place, options.sample) if options.sample else place
        seen.add(kind)
    if "heads" in options.places:
        yield from requests.of_heads()
    if "frames" in options.places:
        yield from requests.of_frames(size)


# Some of everything, for a minute: so many families of each type of content of the operations that are named.
QUICK = {"POST /scores": 3, "POST /play.asmx": 2, "POST /videoclub/api/v1/catalog": 3}
QUICK_SIZE = 8_000


def quick(server):
    found = operations.described(server.port)
    for operation in found:
        count = QUICK.get(operation.name, 0)
        for body in operation.bodies if count else ():
            one = operation._replace(bodies=[body])
            yield from requests.spread(requests.of_contents(one, server.port, QUICK_SIZE), count)
    scores = next(operation for operation in found if operation.name == "GET /scores")
    yield from requests.spread(requests.of_accept(scores), 4)
    yield from requests.spread(requests.of_queries(scores), 2)


def measure(options):
    verdict = Verdict()
    if options.parsers and "parsers" in options.places:
        with CountedParsers(options.parsers) as program:
            for name in program.names:
                if not options.only or options.only in name:
                    found = parsers.families([name], options.size or PARSED)
                    verdict.judge(program, requests.spread(found, options.sample) if options.sample else found)
    if not options.recado:
        return verdict
    if "quick" in options.places:
        with CountedServer(options.recado) as server:
            verdict.judge(server, quick(server))
    if set(options.places) & set(PLACES[1:-1]):
        with CountedServer(options.recado) as server:
            verdict.judge(server, families(server, options))
    for further, names in requests.FORWARDED.items() if "proxies" in options.places else ():
        with CountedServer(options.recado, "--trusted-proxy", "loopback", "--demo", *further) as server:
            first = operations.described(server.port)[0]
            verdict.judge(server, requests.of_proxies(first, names))
    return verdict


def main():
    parser = argparse.ArgumentParser(prog="scripts/growth", description=__doc__)
    parser.add_argument("places", nargs="*", default=PLACES, help="some of " + " ".join(PLACES) + ", or quick: some of each")
    parser.add_argument("--recado", help="the program whose server is asked")
    parser.add_argument("--parsers", help="the program that scripts/fuzz builds")
    parser.add_argument("--only", help="a part of the names of operations or parsers")
    parser.add_argument("--size", type=int, help=f"the most bytes: {PARSED} for a parser by default, {SENT} for content")
    parser.add_argument("--sample", type=int, help="so many inputs of each parser and of each place of each operation, of all pieces in turn, instead of all")
    parser.add_argument("--tell", type=int, default=10, help="how many places to name of what was turned away")
    parser.add_argument("--check-only", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if unknown := set(options.places) - {*PLACES, "quick"}:
        parser.error(f"there is no place {' '.join(sorted(unknown))}")
    if options.check_only:
        return 0
    # The program that is counted ends with this one.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    verdict = measure(options)
    verdict.tell(options.tell)
    return 1 if verdict.bad else 0


if __name__ == "__main__":
    sys.exit(main())
