"""What is broken, and what is promised then."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import typing

import conflicts
import database_faults
from database_faults import SmallDisk
from load import Load
from machines import Machines
from monitored import Monitored
from pooled import Pooled
from processes import Cluster, Database, wait_until
from replicated import Replicated


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


def skew(cluster, load):
    """one server's clock is 400 seconds ahead, and films are changed at two servers at once"""
    servers, count = cluster.servers[:2], 40
    lost, twice = conflicts.lost_updates(servers, count), conflicts.repeated(servers, count)
    print(f"  of {count} pairs of changes with one tag {lost} were both made, or neither")
    print(f"  of {count} pairs of requests with one key {twice} were both carried out, or neither")
    if lost or twice:
        load.broken.append(f"{lost} pairs of changes, {twice} of requests with a key")


class Fault(typing.NamedTuple):
    """What is done, and whether reading and creating may fail meanwhile."""

    action: typing.Callable
    reading_may_fail: bool = False
    creating_may_fail: bool = True
    database: type = Database
    has_cable: bool = False
    ahead: int = 0
    others: tuple = ()

    @property
    def databases(self):
        """The kinds of database that it can break; the first unless another one is asked for."""
        return (self.database, *self.others)

    def is_possible(self):
        return self.database.is_possible() and (not self.has_cable or Cable.is_possible())


FAULTS = {
    "kill": Fault(kill_process),
    "restart": Fault(restart_all, creating_may_fail=False),
    "succeed": Fault(hand_over, creating_may_fail=False),
    "database": Fault(lose_database, reading_may_fail=True),
    "partition": Fault(cut_cable, has_cable=True),
    "failover": Fault(database_faults.failover, True, database=Replicated, others=(Monitored,)),
    "silent": Fault(
        database_faults.silent, True, database=Replicated, has_cable=True, others=(Monitored,)
    ),
    "zombie": Fault(database_faults.zombie, True, database=Replicated, others=(Monitored,)),
    "standby": Fault(database_faults.standby, database=Replicated, others=(Monitored,)),
    "switchover": Fault(database_faults.switchover, True, database=Replicated, others=(Monitored,)),
    "upgrade": Fault(database_faults.upgrade, True, database=Replicated),
    "disk": Fault(database_faults.disk, True, database=SmallDisk),
    "bouncer": Fault(database_faults.bouncer, True, database=Pooled),
    "skew": Fault(skew, creating_may_fail=False, ahead=400),
}
NAMES = list(FAULTS)
ROUND = ["failover", "zombie", "standby", "switchover", "bouncer", "skew"]


def chosen(names, kind=None):
    """The faults that were asked for, or else all, of a kind of database if one is given."""
    possible = [name for name in NAMES if kind is None or kind in FAULTS[name].databases]
    for name in names or possible:
        if name not in possible:
            where = " of that database" if name in FAULTS else ""
            text = f"there is no fault {name}{where}; there are {', '.join(possible)}"
            print(f"scripts/cluster: {text}", file=sys.stderr)
            sys.exit(2)
    return names or possible


def run(name, folder, options, kind=None):
    """Breaks something; the number of promises that were not kept."""
    fault = FAULTS[name]
    if kind is not None:
        fault = fault._replace(database=kind)
    if not fault.is_possible():
        print(f"{name}: left out, for it needs root, network namespaces and mounts")
        return 0
    try:
        with Cable() if fault.has_cable else contextlib.nullcontext() as cable:
            with Cluster(
                folder, options.recado, 0, options.servers, cable, fault.database, fault.ahead
            ) as cluster:
                return _measure(name, fault, cluster, options)
    except RuntimeError as error:
        print(f"  NOT KEPT: {error}", flush=True)
        return 1


def _measure(name, fault, cluster, options):
    load = Load(cluster.port, options.clients)
    try:
        load.wait_for_success(time.monotonic())
        before = time.monotonic()
        time.sleep(3)
        start = time.monotonic()
        print(f"{name}: {fault.action.__doc__}", flush=True)
        fault.action(cluster, load)
        mended = time.monotonic()
        again = load.wait_for_success(mended)
        for server in cluster.servers:
            wait_until(server.is_ready, f"{server.name} to be ready again")
        if isinstance(cluster.database, Machines):
            wait_until(cluster.database.is_whole, "a primary with its standbys")
        ready = time.monotonic()
        time.sleep(1)
    finally:
        load.end()
    _show("before", *load.summary(before, start), start - before)
    counts, times = load.summary(start, again)
    _show("meanwhile", counts, times, again - start)
    for kind in ("GET", "POST"):
        print(f"  no {kind} succeeded for {load.longest_pause(kind, start, ready):.2f} s at most")
    print(
        f"  all succeed again {max(0, again - mended):.2f} s after it was mended,"
        f" and all servers are ready within {ready - mended:.2f} s"
    )
    return _judge(load, counts, {"GET": fault.reading_may_fail, "POST": fault.creating_may_fail})


def _show(word, counts, times, seconds):
    shown = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    slow = f"; 99 % within {times[int(len(times) * 0.99)] * 1000:.0f} ms" if times else ""
    print(f"  {word}, {seconds:.1f} s: {shown}{slow}")


def _judge(load, counts, may_fail):
    broken = list(load.broken)
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
