"""PgBouncer in transaction mode before a PostgreSQL."""

import os
import socket

from processes import (
    Database, Process, as_database_user, database_user, found, free_port, wait_until,
)

CONFIGURATION = """
[databases]
* = host={host} port={port}
[pgbouncer]
listen_addr = {host}
listen_port = {own}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
ignore_startup_parameters = extra_float_digits,options
"""


class Pooled(Database):
    """A database whose servers reach it by way of a pooler, and itself for what that cannot do."""

    def __init__(self, folder, cable=None):
        super().__init__(folder, cable)
        self.pooler_port = free_port()
        place = os.path.join(folder, "pgbouncer.ini")
        with open(place, "w") as file:
            file.write(
                CONFIGURATION.format(
                    host=self.host, port=self.port, own=self.pooler_port, folder=folder
                )
            )
        with open(os.path.join(folder, "users"), "w") as file:
            file.write(f'"{database_user()}" ""\n')
        self.pooler = Process(
            [*as_database_user(), found("pgbouncer"), place], os.path.join(folder, "pgbouncer.log")
        )

    @property
    def arguments(self):
        pooled = self.url.replace(f":{self.port}/", f":{self.pooler_port}/")
        return ["--database", pooled, "--database-direct", self.url]

    def start(self):
        super().start()
        self.pooler.start()
        wait_until(self._is_pooling, "the pooler")

    def _is_pooling(self):
        with socket.socket() as probe:
            return probe.connect_ex((self.host, self.pooler_port)) == 0

    def close(self):
        self.pooler.close()
        super().close()
