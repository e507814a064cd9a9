"""Attacks a server over its socket; each attack says in a line how often it was tried and what came of it."""

import argparse
import sys

import framing
import loads
import mutations
import sockets
from target import Target

ATTACKS = {
    "framing": framing.attack,
    "websockets": sockets.attack,
    "mutations": mutations.attack,
    "slow": loads.slow_streams,
    "readers": loads.readers,
    "loops": loads.loops,
    "floods": loads.floods,
}


def main():
    parser = argparse.ArgumentParser(prog="scripts/attack", description=__doc__)
    parser.add_argument("names", nargs="*", default=list(ATTACKS), help="some of " + " ".join(ATTACKS))
    parser.add_argument("--recado", required=True, help="the program")
    parser.add_argument("--count", type=int, default=20_000, help="of mutated requests")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in ATTACKS]
    if unknown:
        parser.error(f"unknown attack {unknown[0]}; known are {' '.join(ATTACKS)}")
    failed = 0
    for name in options.names:
        with Target(options.recado) as target:
            outcome, faults = ATTACKS[name](target, options)
            faults += target.faults()
        print(f"{name}: {outcome}", flush=True)
        for fault in faults[:20]:
            print(f"  ! {fault}", flush=True)
        failed += len(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
