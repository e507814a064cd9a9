"""PostgreSQL on three machines that agree on a primary: Patroni and etcd, each process on this one."""

import contextlib
import glob
import json
import os
import shutil
import signal
import subprocess

from processes import (
    PATIENCE, Process, as_database_user, ask, database_user, found, free_port, programs, wait_until,
)

# Patroni asks for ttl >= loop_wait + 2 * retry_timeout; a primary that is gone is missed for ttl seconds.
SETTINGS = {"ttl": 8, "loop_wait": 1, "retry_timeout": 3}
STANDBYS = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"


class Etcd(Process):
    """The one who knows which member is the primary."""

    def __init__(self, folder, host):
        self.host, self.port = host, free_port()
        own, peers = f"http://{host}:{self.port}", f"http://{host}:{free_port()}"
        super().__init__(
            [
                found("etcd"), "--name", "one", "--data-dir", os.path.join(folder, "etcd"),
                "--enable-v2", "--logger", "zap", "--log-level", "warn",
                "--listen-client-urls", own, "--advertise-client-urls", own,
                "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers,
                "--initial-cluster", f"one={peers}",
            ],
            os.path.join(folder, "etcd.log"),
        )

    def is_ready(self):
        return ask(self.host, self.port, "/health")[0] == 200


class Member(Process):
    """A machine: Patroni, and the PostgreSQL that it runs."""

    def __init__(self, folder, number, etcd, host, prefix=()):
        self.name, self.host = f"member{number}", host
        self.port, self.api = free_port(), free_port()
        self.folder = os.path.join(folder, self.name)
        self.data = os.path.join(self.folder, "data")
        os.mkdir(self.folder, 0o700)
        self.configuration = os.path.join(self.folder, "patroni.yml")
        with open(self.configuration, "w") as file:
            json.dump(self._configuration(etcd), file, indent=1)  # JSON is YAML.
        if os.geteuid() == 0:
            for place in (self.folder, self.configuration):
                shutil.chown(place, "postgres", "postgres")
        super().__init__(
            [*prefix, *as_database_user(), found("patroni"), self.configuration],
            os.path.join(folder, f"{self.name}.log"),
            env={"PATH": "/usr/bin:/bin", "HOME": self.folder, "LC_ALL": "C.UTF-8"},
        )

    def _configuration(self, etcd):
        role = {"username": database_user(), "password": "unused"}
        api, place = f"{self.host}:{self.api}", f"{self.host}:{self.port}"
        networks = ("127.0.0.0/8", "10.0.0.0/8")
        return {
            "scope": "recado", "name": self.name,
            "restapi": {"listen": api, "connect_address": api},
            # By etcd's third interface Patroni 3.0.2 gives a primary that stood still its lock back:
            # acknowledged rows were lost so in two of three runs.
            "etcd": {"host": f"{etcd.host}:{etcd.port}"},
            "bootstrap": {
                "dcs": {
                    **SETTINGS, "synchronous_mode": True,
                    # A primary that cannot write is not waited for.
                    "primary_start_timeout": 0,
                    "postgresql": {
                        "use_pg_rewind": True,
                        "remove_data_directory_on_rewind_failure": True,
                        "parameters": {
                            "wal_log_hints": "on", "max_connections": 100, "shared_buffers": "32MB",
                            "min_wal_size": "32MB", "max_wal_size": "64MB", "wal_keep_size": "64MB",
                        },
                    },
                },
                "initdb": [{"auth": "trust"}, {"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "no-sync"],
            },
            "postgresql": {
                "listen": place, "connect_address": place, "data_dir": self.data,
                "bin_dir": programs(), "pgpass": os.path.join(self.folder, "pgpass"),
                "authentication": {"superuser": role, "replication": role},
                "pg_hba": [
                    f"host {what} all {network} trust"
                    for what in ("all", "replication") for network in networks
                ],
                "basebackup": [{"checkpoint": "fast"}, "no-sync"],
                "parameters": {
                    "unix_socket_directories": "", "logging_collector": "off",
                    "tcp_keepalives_idle": 5, "tcp_keepalives_interval": 1,
                    "tcp_keepalives_count": 3,
                },
            },
            "watchdog": {"mode": "off"},
        }

    def answers(self, path):
        return ask(self.host, self.api, path)[0] == 200

    def query(self, statement):
        """The one value of a query."""
        command = [os.path.join(programs(), "psql"), "-XAtq", "-c", statement]
        place = f"postgresql://{database_user()}@{self.host}:{self.port}/postgres?connect_timeout=2"
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
        """Sends a signal to all of the machine's processes, Patroni first, so that it cannot react."""
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
            self.process.wait(PATIENCE)
            self.signal(signal.SIGKILL)


class Replicated:
    """A primary, a synchronous standby and another one; a member can be at the end of a cable."""

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
            self.etcd = Etcd(self.folder, self.host)
            started.callback(self.etcd.close)
            self.etcd.start()
            wait_until(self.etcd.is_ready, "etcd")
            for number in range(3):
                apart = self.cable is not None and number == 0
                host = self.cable.outside if apart else self.host
                prefix = self.cable.prefix if apart else ()
                member = Member(self.folder, number, self.etcd, host, prefix)
                self.members.append(member)
                self.prepare(member, started)
                started.callback(member.close)
                member.start()
                if number == 0:
                    wait_until(lambda: member.answers("/primary"), "a first primary")
            wait_until(self.is_whole, "a primary with its standbys")
            self._end = started.pop_all()

    @staticmethod
    def is_possible():
        return True

    def prepare(self, member, started):
        """Does what has to be done before a member is started."""

    def close(self):
        self._end.close()

    def primary(self):
        return next((member for member in self.members if member.answers("/primary")), None)

    def standby(self):
        """The synchronous one."""
        return next((member for member in self.members if member.answers("/sync")), None)

    def is_whole(self):
        primary = self.primary()
        return primary and self.standby() and primary.query(STANDBYS) == "2"

    def other_primary(self, than):
        """Waits until another member is the primary."""
        others = [member for member in self.members if member is not than]
        wait_until(lambda: any(member.answers("/primary") for member in others), "a new primary")
