"""PostgreSQL on three machines, one of which is the primary; each of their processes is on this one."""

import contextlib
import glob
import os
import shutil
import signal
import subprocess

from processes import PATIENCE, Process, database_user, programs, wait_until


class Machine(Process):
    """A PostgreSQL, and the program that starts it and looks after it."""

    database = "postgres"

    def __init__(self, folder, name, host, port):
        self.name, self.host, self.port = name, host, port
        self.folder = os.path.join(folder, name)
        self.data = os.path.join(self.folder, "data")
        os.mkdir(self.folder, 0o700)
        environment = {"PATH": "/usr/bin:/bin", "HOME": self.folder, "LC_ALL": "C.UTF-8"}
        super().__init__(None, os.path.join(folder, f"{name}.log"), env=environment)

    def give(self, *places):
        """Has the user of the database own the machine's folder, and what else there is."""
        if os.geteuid() == 0:
            for place in (self.folder, *places):
                shutil.chown(place, "postgres", "postgres")

    def query(self, statement):
        """The one value of a query."""
        command = [os.path.join(programs(), "psql"), "-XAtq", "-c", statement]
        place = f"postgresql://{database_user()}@{self.host}:{self.port}/{self.database}?connect_timeout=2"
        return subprocess.run([*command, place], capture_output=True, text=True).stdout.strip()

    def _database_processes(self):
        try:
            with open(os.path.join(self.data, "postmaster.pid")) as file:
                first = int(file.readline())
            with open(f"/proc/{first}/cmdline") as file:
                if self.data not in file.read():
                    return []  # The number was given to something else.
        except (OSError, ValueError):
            return []
        numbers = [first]
        for place in glob.glob("/proc/[0-9]*/stat"):
            with contextlib.suppress(OSError, IndexError), open(place) as file:
                number, rest = file.read().split(" ", 1)
                if int(rest.rsplit(")", 1)[1].split()[1]) == first:
                    numbers.append(int(number))
        return numbers

    def signal(self, number):
        """Sends a signal to all of the machine's processes, last to PostgreSQL, so that nobody reacts."""
        processes = self._database_processes()
        # The first process may be the one that changed users.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
        if number == signal.SIGKILL:
            self.process.wait(PATIENCE)
            wait_until(lambda: not self._database_processes(), "the end of PostgreSQL")

    def close(self):
        if self.process:
            self.signal(signal.SIGCONT)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGTERM)
            # Patroni may stay when its PostgreSQL just starts.
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
            self.signal(signal.SIGKILL)


class Machines:
    """A primary and two standbys, and who chooses the primary; a member can be at the end of a cable."""

    # Seconds between two questions who the primary is.
    pause = 0.02

    def __init__(self, folder, cable=None):
        self.folder, self.cable = folder, cable
        self.host = cable.inside if cable else "127.0.0.1"
        self.members = []
        self._end = contextlib.ExitStack()
        os.chmod(folder, 0o755)

    @property
    def url(self):
        places = ",".join(f"{member.host}:{member.port}" for member in self.members)
        return f"postgresql://{database_user()}@{places}/postgres?sslmode=disable"

    @property
    def arguments(self):
        return ["--database", self.url, "--replica", self.url]

    def start(self):
        with contextlib.ExitStack() as started:
            self.start_judge(started)
            for number in range(3):
                apart = self.cable is not None and number == 0
                host = self.cable.outside if apart else self.host
                prefix = self.cable.prefix if apart else ()
                member = self.member(number, host, prefix)
                self.members.append(member)
                self.prepare(member, started)
                started.callback(member.close)
                member.start()
                if number == 0:
                    wait_until(member.is_primary, "a first primary")
            wait_until(self.is_whole, "a primary with its standbys")
            self._end = started.pop_all()

    @staticmethod
    def is_possible():
        return True

    def start_judge(self, started):
        """Starts the one who knows which member is the primary."""
        raise NotImplementedError

    def member(self, number, host, prefix):
        """A member that has not been started."""
        raise NotImplementedError

    def prepare(self, member, started):
        """Does what has to be done before a member is started."""

    def close(self):
        self._end.close()

    def primary(self):
        return next((member for member in self.members if member.is_primary()), None)

    def standby(self):
        """One that may have to have what is acknowledged, and can become the primary."""
        return next((member for member in self.members if member.is_standby()), None)

    def is_whole(self):
        """True if there is a primary, and the others follow it."""
        raise NotImplementedError

    def hand_over(self, old, new):
        """Has the primary hand over to a standby."""
        raise NotImplementedError

    def switch_over(self):
        old = self.primary()
        self.hand_over(old, self.standby())
        self.other_primary(old)

    def other_primary(self, than):
        """Waits until another member is the primary."""
        others = [member for member in self.members if member is not than]
        wait_until(
            lambda: any(member.is_primary() for member in others), "a new primary", self.pause
        )
