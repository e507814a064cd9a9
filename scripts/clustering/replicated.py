"""PostgreSQL on three machines that agree on a primary by Patroni and etcd."""

import json
import os

from machines import Machine, Machines
from processes import (
    Process, as_database_user, ask, database_user, found, free_port, programs, wait_until,
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


class Member(Machine):
    """A machine: Patroni, and the PostgreSQL that it runs."""

    def __init__(self, folder, number, etcd, host, prefix=()):
        super().__init__(folder, f"member{number}", host, free_port())
        self.api = free_port()
        self.configuration = os.path.join(self.folder, "patroni.yml")
        with open(self.configuration, "w") as file:
            json.dump(self._configuration(etcd), file, indent=1)  # JSON is YAML.
        self.give(self.configuration)
        self.command = [*prefix, *as_database_user(), found("patroni"), self.configuration]

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

    def is_primary(self):
        return self.answers("/primary")

    def is_standby(self):
        """True of the synchronous one."""
        return self.answers("/sync")


class Replicated(Machines):
    """A primary, a synchronous standby and another one."""

    def start_judge(self, started):
        self.etcd = Etcd(self.folder, self.host)
        started.callback(self.etcd.close)
        self.etcd.start()
        wait_until(self.etcd.is_ready, "etcd")

    def member(self, number, host, prefix):
        return Member(self.folder, number, self.etcd, host, prefix)

    def is_whole(self):
        primary = self.primary()
        return primary and self.standby() and primary.query(STANDBYS) == "2"

    def hand_over(self, old, new):
        words = {"leader": old.name, "candidate": new.name}
        status, answer = ask(old.host, old.api, "/switchover", "POST", words, patience=60)
        if status != 200:
            raise RuntimeError(f"no switch-over: {status} {answer}")
