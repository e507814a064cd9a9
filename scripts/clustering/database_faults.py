"""What is broken of a database of three machines, or of a pooler before it."""

import contextlib
import os

import signal
import subprocess
import time

from processes import ask, wait_until
from replicated import Replicated


def failover(cluster, load):
    """kill -9 of all of the primary's machine, which is started again once there is another"""
    old = cluster.database.primary()
    old.signal(signal.SIGKILL)
    cluster.database.other_primary(old)
    time.sleep(2)
    old.start()


def silent(cluster, load):
    """the primary's machine is cut off from everybody until there is another"""
    old = cluster.database.members[0]
    cluster.network.cut()
    cluster.database.other_primary(old)
    time.sleep(3)
    cluster.network.mend()


def zombie(cluster, load):
    """all of the primary's machine stands still until there is another, and then goes on"""
    old = cluster.database.primary()
    old.signal(signal.SIGSTOP)
    cluster.database.other_primary(old)
    time.sleep(3)
    old.signal(signal.SIGCONT)


def standby(cluster, load):
    """kill -9 of all of a synchronous standby's machine, which is started again after five seconds"""
    old = cluster.database.standby()
    old.signal(signal.SIGKILL)
    time.sleep(5)
    old.start()


def switchover(cluster, load):
    """the primary hands over to a synchronous standby"""
    cluster.database.switch_over()


def upgrade(cluster, load):
    """every PostgreSQL is restarted, as after an upgrade, the primary last and after it handed over"""
    database = cluster.database
    first = database.primary()
    for member in [member for member in database.members if member is not first] + [first]:
        if member is first:
            database.switch_over()
            wait_until(database.is_whole, "the members after a switch-over")
        status, answer = ask(member.host, member.api, "/restart", "POST", patience=60)
        if status != 200:
            raise RuntimeError(f"no restart: {status} {answer}")
        wait_until(database.is_whole, "the members after a restart")


def disk(cluster, load):
    """the disk of the primary is full until there is another"""
    old = cluster.database.members[0]
    filler = os.path.join(old.data, "filler")
    with open(filler, "wb") as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
            file.flush()
    # Films alone would take a while to fill the part of the log that is there.
    end = time.monotonic() + 60
    while old.is_primary() and time.monotonic() < end:
        old.query("SELECT pg_logical_emit_message(true, 'x', repeat('x', 4000000))")
    cluster.database.other_primary(old)
    time.sleep(2)
    os.remove(filler)


class SmallDisk(Replicated):
    """A database whose first member has a disk of 300 MB; needs root."""

    def prepare(self, member, started):
        if member is not self.members[0]:
            return
        os.mkdir(member.data, 0o700)
        options = "size=300M,mode=0700,uid=postgres,gid=postgres"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", member.data], check=True)
        started.callback(subprocess.run, ["umount", "-l", member.data], check=True)

    @staticmethod
    def is_possible():
        attempt = ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        return os.geteuid() == 0 and subprocess.run(attempt, capture_output=True).returncode == 0


def bouncer(cluster, load):
    """kill -9 of the pooler, which is started again after two seconds"""
    pooler = cluster.database.pooler
    pooler.process.kill()
    pooler.process.wait()
    time.sleep(2)
    pooler.start()
