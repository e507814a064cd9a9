"""Attacks a server over its socket, and clients by a server; each attack says how often it was tried and what came of it."""

import argparse
import sys

import clients
import codings
import fields
import floods
import framing
import hosts
import loops
import mutations
import paths
import posters
import readers
import resources
import sessions
import soap
import sockets
from target import Target

ATTACKS = {
    "framing": framing.attack,
    "websockets": sockets.attack,
    "mutations": mutations.attack,
    "slow": readers.slow_streams,
    "readers": readers.attack,
    "loops": loops.attack,
    "floods": floods.attack,
    "sessions": sessions.attack,
    "posters": posters.attack,
    "hosts": hosts.attack,
    "paths": paths.attack,
    "soap": soap.attack,
    "resources": resources.attack,
    "fields": fields.attack,
    "codings": codings.attack,
    "clients": clients.attack,
}


def main():
    parser = argparse.ArgumentParser(prog="scripts/attack", description=__doc__)
    parser.add_argument("names", nargs="*", default=list(ATTACKS), help="some of " + " ".join(ATTACKS))
    parser.add_argument("--recado", required=True, help="the program")
    parser.add_argument("--count", type=int, default=20_000, help="of mutated requests")
    parser.add_argument("--limit-ms", type=float, default=20, help="how long dear content may keep others waiting; more for debugging")
    parser.add_argument("--check-only", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in ATTACKS]
    if unknown:
        parser.error(f"unknown attack {unknown[0]}; known are {' '.join(ATTACKS)}")
    if options.check_only:
        return 0
    failed = 0
    for name in options.names:
        with Target(options.recado) as target:
            outcome, faults = ATTACKS[name](target, options)
            faults += target.faults()
        print(f"{name}: {outcome}; {f'{len(faults)} faults' if faults else 'as it has to be'}", flush=True)
        for fault in faults[:20]:
            print(f"  ! {fault}", flush=True)
        failed += len(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
