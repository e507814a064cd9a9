"""What is broken, and what is promised then."""

import os
import shutil
import signal
import subprocess
import sys
import time

from load import Load
from processes import Cluster, wait_until


class Cable:
    """A network namespace at the end of a cable, which can be cut; needs root."""

    inside, outside = "10.213.7.1", "10.213.7.2"

    def __init__(self):
        # Names of devices have 15 characters at most.
        self.name = f"recado{os.getpid()}"
        self.ends = (f"rc{os.getpid()}n", f"rc{os.getpid()}f")
        self.prefix = ("ip", "netns", "exec", self.name)

    def __enter__(self):
        near, far = self.ends
        self._ip(f"netns add {self.name}")
        for words in (
            f"link add {near} type veth peer name {far} netns {self.name}",
            f"addr add {self.inside}/30 dev {near}",
            f"link set {near} up",
            f"-n {self.name} addr add {self.outside}/30 dev {far}",
            f"-n {self.name} link set {far} up",
            f"-n {self.name} link set lo up",
        ):
            try:
                self._ip(words)
            except subprocess.CalledProcessError:
                self._ip(f"netns del {self.name}")
                raise
        return self

    def __exit__(self, *_):
        self._ip(f"netns del {self.name}")

    def cut(self):
        self._ip(f"-n {self.name} link set {self.ends[1]} down")

    def mend(self):
        self._ip(f"-n {self.name} link set {self.ends[1]} up")

    @staticmethod
    def _ip(words):
        subprocess.run(["ip", *words.split()], check=True)

    @classmethod
    def is_possible(cls):
        if os.geteuid() != 0 or shutil.which("ip") is None:
            return False
        name = f"recado{os.getpid()}try"
        try:
            cls._ip(f"netns add {name}")
            cls._ip(f"netns del {name}")
        except subprocess.CalledProcessError:
            return False
        return True


def kill_process(cluster, load):
    """kill -9 of one server of three, which is started again after two seconds"""
    cluster.servers[1].kill(signal.SIGKILL)
    time.sleep(2)
    cluster.servers[1].start()
    wait_until(cluster.servers[1].is_ready, "the server that was killed")


def restart_all(cluster, load):
    """every server is ended with SIGTERM and started again, one after the other"""
    for server in cluster.servers:
        server.kill(signal.SIGTERM)
        server.start()
        wait_until(server.is_ready, "the server that was restarted")
        # nginx leaves a server alone for a second when it was not there.
        time.sleep(1.5)


def hand_over(cluster, load):
    """every server has a successor take its place, by SIGUSR2"""
    for server in cluster.servers:
        server.process.send_signal(signal.SIGUSR2)
        server.process.wait(60)
        wait_until(lambda server=server: _has_successor(server), "a successor")


def _has_successor(server):
    with open(server.log) as log:
        words = [line for line in log if line.startswith("Process ")]
    if not words:
        return False
    server.process = Adopted(int(words[-1].split()[1]))
    return True


class Adopted:
    """A process that is nobody's child here."""

    def __init__(self, pid):
        self.pid = pid

    def poll(self):
        try:
            os.kill(self.pid, 0)
            return None
        except ProcessLookupError:
            return 0

    def send_signal(self, number):
        os.kill(self.pid, number)

    def wait(self, patience):
        end = time.monotonic() + patience
        while self.poll() is None and time.monotonic() < end:
            time.sleep(0.02)


def lose_database(cluster, load):
    """PostgreSQL is stopped as by a crash, and started again after three seconds"""
    cluster.database.stop("immediate")
    time.sleep(3)
    cluster.database.start()


def cut_cable(cluster, load):
    """one server of three is cut off from the database and from nginx for eight seconds"""
    cluster.network.cut()
    time.sleep(8)
    cluster.network.mend()


# The name, what is done, and whether reading and creating may fail meanwhile.
FAULTS = {
    "kill": (kill_process, {"GET": False, "POST": True}),
    "restart": (restart_all, {"GET": False, "POST": False}),
    "succeed": (hand_over, {"GET": False, "POST": False}),
    "database": (lose_database, {"GET": True, "POST": True}),
    "partition": (cut_cable, {"GET": False, "POST": True}),
}
NAMES = list(FAULTS)


def chosen(names):
    for name in names or NAMES:
        if name not in FAULTS:
            print(f"scripts/cluster: there is no fault {name}; there are {', '.join(NAMES)}", file=sys.stderr)
            sys.exit(2)
    return names or NAMES


def run(name, folder, options):
    """Breaks something; the number of promises that were not kept."""
    if name == "partition":
        if not Cable.is_possible():
            print(f"{name}: left out, for it needs root and network namespaces")
            return 0
        with Cable() as cable:
            with Cluster(folder, options.recado, 0, options.servers, cable) as cluster:
                return _measure(name, cluster, options)
    with Cluster(folder, options.recado, 0, options.servers) as cluster:
        return _measure(name, cluster, options)


def _measure(name, cluster, options):
    action, may_fail = FAULTS[name]
    load = Load(cluster.port, options.clients)
    try:
        load.wait_for_success(time.monotonic())
        before = time.monotonic()
        time.sleep(3)
        start = time.monotonic()
        action(cluster, load)
        mended = time.monotonic()
        again = load.wait_for_success(mended)
        for server in cluster.servers:
            wait_until(server.is_ready, f"{server.name} to be ready again")
        ready = time.monotonic()
        time.sleep(1)
    finally:
        load.end()
    print(f"{name}: {action.__doc__}")
    _show("before", *load.summary(before, start), start - before)
    counts, times = load.summary(start, again)
    _show("meanwhile", counts, times, again - start)
    print(
        f"  all succeed again {max(0, again - mended):.2f} s after it was mended,"
        f" and all servers are ready within {ready - mended:.2f} s"
    )
    return _judge(load, counts, may_fail)


def _show(word, counts, times, seconds):
    shown = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    slow = f"; 99 % within {times[int(len(times) * 0.99)] * 1000:.0f} ms" if times else ""
    print(f"  {word}, {seconds:.1f} s: {shown}{slow}")


def _judge(load, counts, may_fail):
    broken = []
    for outcome, count in counts.items():
        kind, status = outcome.split()
        if status not in ("200", "201") and not may_fail[kind]:
            broken.append(f"{count} {outcome}")
    missing = load.missing()
    if missing:
        broken.append(f"{len(missing)} films that were acknowledged are lost: {missing[:5]}")
    print(f"  {len(load.created)} films were acknowledged, {len(missing)} of them are missing")
    print("  every promise was kept" if not broken else "  NOT KEPT: " + "; ".join(broken))
    return len(broken)
