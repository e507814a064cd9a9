"""PostgreSQL on three machines whose primary a fourth chooses: pg_auto_failover and its monitor."""

import os
import subprocess

from machines import Machine, Machines
from processes import as_database_user, database_user, found, free_port, programs, wait_until

# A primary that is gone is missed for node_considered_unhealthy_timeout, since members report once
# a second, whatever is set. What is alive and cut off is given primary_demote_timeout to stop.
SETTINGS = {
    "health_check_period": "500ms", "health_check_timeout": "500ms", "health_check_max_retries": "1",
    "health_check_retry_delay": "250ms", "node_considered_unhealthy_timeout": "2s",
    "primary_demote_timeout": "1s", "startup_grace_period": "1s",
}
PARAMETERS = {
    "max_connections": "100", "shared_buffers": "32MB", "min_wal_size": "32MB", "max_wal_size": "64MB",
    "wal_keep_size": "64MB", "tcp_keepalives_idle": "5", "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3", "logging_collector": "off",
}
MONITOR = "pg_auto_failover"
WHOLE = """
SELECT bool_and(reportedstate = goalstate AND health = 1) AND count(*) = 3
    AND count(*) FILTER (WHERE reportedstate = 'primary') = 1
    AND count(*) FILTER (WHERE reportedstate = 'secondary') = 2 FROM pgautofailover.node
"""


def program():
    """pg_autoctl; an error names the packages if it or its extension is not there."""
    version = programs().split("/")[-2]
    packages = f"apt-get install pg-auto-failover-cli postgresql-{version}-auto-failover"
    if not os.path.exists(os.path.join(programs(), "../lib/pgautofailover.so")):
        raise RuntimeError(f"pg_auto_failover is not installed: {packages}")
    return found("pg_autoctl", packages)


class Node(Machine):
    """A machine: pg_autoctl, and the PostgreSQL that it runs."""

    def __init__(self, folder, name, host, prefix, options):
        super().__init__(folder, name, host, free_port())
        # All have their sockets in one folder, since a standby's settings are copied, too.
        self.sockets = os.path.join(folder, "sockets")
        os.makedirs(self.sockets, 0o700, exist_ok=True)
        self.give(self.sockets)
        self.options["env"] |= {
            "PATH": f"{programs()}:/usr/bin:/bin", "PGHOST": self.sockets, "XDG_RUNTIME_DIR": self.folder,
        }
        # What has been made before is run.
        self.command = [
            *prefix, *as_database_user(), program(), "create", *options, "--run", "--no-ssl",
            "--skip-pg-hba", "--pgdata", self.data, "--pgport", str(self.port), "--hostname", host,
        ]

    def make(self, parameters):
        """Makes the data of a machine that does not begin with a copy of another one's."""
        initdb = [os.path.join(programs(), "initdb"), "-D", self.data, "-A", "trust", "--no-sync"]
        with open(self.log, "a") as log:
            subprocess.run(
                [*as_database_user(), *initdb, "-U", database_user()],
                check=True, cwd="/", stdout=log, stderr=log, env=self.options["env"],
            )
        values = parameters | {"unix_socket_directories": self.sockets}
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in values.items())
        with open(os.path.join(self.data, "pg_hba.conf"), "a") as rules:
            for network in ("127.0.0.0/8", "10.0.0.0/8"):
                rules.writelines(f"host {what} all {network} trust\n" for what in ("all", "replication"))

    def is_primary(self):
        # One that is promoted refuses to write until the old primary has had its time to stop.
        return self.query("SHOW transaction_read_only") == "off"

    def is_standby(self):
        return self.query("SELECT pg_is_in_recovery()") == "t"


class Monitor(Node):
    """The one who knows which member is the primary; there is no second one."""

    database = MONITOR

    def __init__(self, folder, host):
        super().__init__(folder, "monitor", host, (), ["monitor"])
        settings = {f"pgautofailover.{name}": value for name, value in SETTINGS.items()}
        self.make(PARAMETERS | settings)

    @property
    def url(self):
        return f"postgresql://autoctl_node@{self.host}:{self.port}/{MONITOR}?sslmode=disable"

    def is_ready(self):
        return self.query("SELECT count(*) FROM pgautofailover.node") == "0"


class Monitored(Machines):
    """A primary and two standbys, of which one has to have what is acknowledged."""

    # Each question is a process, which takes the processor's time from what is measured.
    pause = 0.2

    def start_judge(self, started):
        self.monitor = Monitor(self.folder, self.host)
        started.callback(self.monitor.close)
        self.monitor.start()
        wait_until(self.monitor.is_ready, "the monitor")

    def member(self, number, host, prefix):
        name = f"member{number}"
        options = [
            "postgres", "--name", name, "--listen", host, "--monitor", self.monitor.url,
            "--username", database_user(), "--dbname", "postgres",
        ]
        return Node(self.folder, name, host, prefix, options)

    def prepare(self, member, started):
        if member is self.members[0]:
            member.make(PARAMETERS)

    def is_whole(self):
        return self.monitor.query(WHOLE) == "t"

    def hand_over(self, old, new):
        self.monitor.query(f"SELECT pgautofailover.perform_promotion('default', '{new.name}')")
