"""Three servers over PostgreSQL behind nginx, to look at or to break; see
Documentation/Articles/several-servers.md."""

import argparse
import signal
import sys
import tempfile
import threading

import faults
import listeners
from monitored import Monitored
from pooled import Pooled
from processes import Cluster, Database
from replicated import Replicated


def serve(options):
    """Runs until it is interrupted."""
    with tempfile.TemporaryDirectory(prefix="recado-cluster-") as folder:
        kind = DATABASES[options.database or "one"]
        with Cluster(folder, options.recado, options.port, options.servers, None, kind) as cluster:
            print(f"http://127.0.0.1:{cluster.port} is served by:")
            for server in cluster.servers:
                print(f"  process {server.process.pid} at {server.name}, log {server.log}")
            print(f"over {cluster.database.url}; Ctrl-C ends all.", flush=True)
            end = threading.Event()
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda *_: end.set())
            end.wait()
    return 0


def measure(options):
    """Breaks one thing after another under load, and says what clients saw of it."""
    broken, kind = 0, DATABASES.get(options.database)
    for fault in faults.chosen(options.fault, kind):
        with tempfile.TemporaryDirectory(prefix="recado-cluster-") as folder:
            broken += faults.run(fault, folder, options, kind)
    return 1 if broken else 0


def in_a_round(options):
    """Breaks what every change is tried with, in a few minutes."""
    options.fault = faults.ROUND
    return measure(options)


def listen(options):
    """Has many clients follow what changes."""
    with tempfile.TemporaryDirectory(prefix="recado-cluster-") as folder:
        return 1 if listeners.measure(folder, options) else 0


def main():
    parser = argparse.ArgumentParser(prog="scripts/cluster", description=__doc__)
    parser.add_argument("action", choices=list(ACTIONS))
    parser.add_argument("--recado", required=True, help="the program")
    parser.add_argument("--port", type=int, default=0, help="of nginx; any that is free by default")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--clients", type=int, default=12, help="of the load")
    parser.add_argument("--listeners", type=int, default=10_000, help="of listen")
    parser.add_argument("--database", choices=list(DATABASES), help="of serve, or to measure")
    parser.add_argument("--fault", action="append", help="one of: " + ", ".join(faults.NAMES))
    parser.add_argument("--check-only", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    faults.chosen(options.fault, DATABASES.get(options.database))
    if options.check_only:
        return 0
    return ACTIONS[options.action](options)


DATABASES = {
    "one": Database, "patroni": Replicated, "pg_auto_failover": Monitored, "pgbouncer": Pooled,
}
ACTIONS = {"serve": serve, "measure": measure, "round": in_a_round, "listen": listen}

if __name__ == "__main__":
    sys.exit(main())
