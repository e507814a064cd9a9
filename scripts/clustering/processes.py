"""The processes of a cluster, each of which ends with it."""

import contextlib
import getpass
import glob
import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import time

import wrong_clock

PATIENCE = 120


# Those below which the system begins to give ports to whatever asks for any.
PORTS = range(10_000, 32_768)


def free_port():
    """A port that nobody has, nor gets by chance before it is used."""
    while True:
        port = random.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("0.0.0.0", port))
            return port


def wait_until(condition, what, pause=0.02):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"waited in vain for {what}")
        time.sleep(pause)


def ask(host, port, path, method="GET", content=None, patience=2):
    """The status and the members of an answer; 0 when there is none."""
    connection = http.client.HTTPConnection(host, port, timeout=patience)
    try:
        fields = {"Content-Type": "application/json"} if content else {}
        connection.request(method, path, json.dumps(content) if content else None, fields)
        response = connection.getresponse()
        text = response.read()
        with contextlib.suppress(ValueError):
            return response.status, json.loads(text)
        return response.status, text.decode(errors="replace")
    except (OSError, http.client.HTTPException):
        return 0, None
    finally:
        connection.close()


class Process:
    """A process of its own session, which ends with us."""

    def __init__(self, command, log, **options):
        self.command, self.log, self.options, self.process = command, log, options, None

    def start(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/",
                start_new_session=True, **self.options,
            )

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)


def found(program, how="scripts/setup --test"):
    place = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/bin")
    if place is None:
        raise RuntimeError(f"{program} is not installed: {how}")
    return place


def programs():
    """The folder of PostgreSQL's programs."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if not found:
        raise RuntimeError("PostgreSQL's server is not installed: scripts/setup --test")
    return os.path.dirname(found[-1])


def database_user():
    """The user of the database; PostgreSQL refuses to run as root."""
    return "postgres" if os.geteuid() == 0 else getpass.getuser()


def as_database_user():
    """The words before a command that has it run as that user."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]


class Database:
    """A PostgreSQL server in a folder."""

    def __init__(self, folder, cable=None):
        self.folder = os.path.join(folder, "postgresql")
        self.log = os.path.join(folder, "postgresql.log")
        self.host = cable.inside if cable else "127.0.0.1"
        self.port = free_port()
        os.chmod(folder, 0o755)
        os.mkdir(self.folder, 0o700)
        open(self.log, "w").close()
        if os.geteuid() == 0:
            for place in (self.folder, self.log):
                shutil.chown(place, "postgres")
        self._run("initdb", "-D", self.folder, "-A", "trust", "-U", database_user(), "--no-sync")
        with open(os.path.join(self.folder, "pg_hba.conf"), "a") as rules:
            rules.write("host all all 10.0.0.0/8 trust\n")

    @property
    def url(self):
        # The database of a trial has no certificate.
        place = f"{database_user()}@{self.host}:{self.port}"
        return f"postgresql://{place}/postgres?sslmode=disable"

    @staticmethod
    def is_possible():
        return True

    @property
    def arguments(self):
        """The options of a server over it."""
        return ["--database", self.url]

    def start(self):
        settings = (
            f"-p {self.port} -k '' -c listen_addresses={self.host}"
            " -c max_connections=100 -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=1"
            " -c tcp_keepalives_count=3"
        )
        self._run("pg_ctl", "-D", self.folder, "-l", self.log, "-o", settings, "-w", "start")

    def stop(self, mode="fast"):
        self._run("pg_ctl", "-D", self.folder, "-m", mode, "-w", "stop")

    def close(self):
        if os.path.exists(os.path.join(self.folder, "postmaster.pid")):
            self.stop("immediate")

    def _run(self, program, *arguments):
        command = [*as_database_user(), os.path.join(programs(), program), *arguments]
        # The server inherits what its starter writes to, which must not be waited for.
        with open(self.log, "a") as log:
            subprocess.run(command, check=True, cwd="/", stdout=log, stderr=log)





class Server:
    """One process of recado, at a port of its own."""

    def __init__(self, folder, number, recado, database, public, prefix=(), host="127.0.0.1", ahead=0):
        self.host, self.port = host, free_port()
        self.name = f"{host}:{self.port}"
        self.log = os.path.join(folder, f"server-{number}.log")
        self.command = [
            *prefix, recado, "serve", "--address", host, "--port", str(self.port),
            *database.arguments, "--public-url", public, "--log", "json",
            "--trusted-proxy", "loopback", "--trusted-proxy", "10.0.0.0/8",
            "--passwords-in-clear", "--demo",
        ]
        self.environment = wrong_clock.environment(folder, ahead) if ahead else None
        self.process = None

    def start(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, env=self.environment
            )

    def is_ready(self):
        if self.process.poll() is not None:
            raise RuntimeError(f"a server has ended; see {self.log}: {open(self.log).read()}")
        return ask(self.host, self.port, "/health/ready")[0] == 200

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill(signal.SIGTERM)


NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    upstream recado {{
        # A server that did not answer is left alone for a second.
{upstream}
        keepalive 32;
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://recado;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header X-Forwarded-Host $http_host;
            proxy_connect_timeout 1s;
            proxy_read_timeout 5s;
            # What may be sent twice goes to the next server; a POST does not, once it was sent.
            proxy_next_upstream error timeout http_502 http_504;
        }}
    }}
}}
"""


class Proxy:
    """nginx before the servers."""

    def __init__(self, folder, port, servers):
        self.port = port
        configuration = os.path.join(folder, "nginx.conf")
        upstream = "\n".join(
            f"        server {server.name} max_fails=1 fail_timeout=1s;" for server in servers
        )
        with open(configuration, "w") as file:
            file.write(NGINX.format(folder=folder, port=port, upstream=upstream))
        self.process = subprocess.Popen([found("nginx"), "-c", configuration, "-p", folder])

    def is_ready(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


class Cluster:
    """A database, servers over it and a proxy before them, for the time of a with statement.

    What is at the far end of a cable, if there is one, the kind of database decides, or else it is
    the last server. The clock of the second server may be ahead by some seconds.
    """

    def __init__(
        self, folder, recado, port=0, servers=3, network=None, database=Database, ahead=0
    ):
        self.folder, self.recado = folder, os.path.abspath(recado)
        self.port = port or free_port()
        self.count, self.network, self.kind, self.ahead = servers, network, database, ahead
        self.servers = []
        self._end = contextlib.ExitStack()

    def __enter__(self):
        with contextlib.ExitStack() as started:
            self.database = self.kind(self.folder, self.network)
            started.callback(self.database.close)
            self.database.start()
            for number in range(self.count):
                prefix, host = (), "127.0.0.1"
                if self.network and self.kind is Database and number == self.count - 1:
                    prefix, host = self.network.prefix, self.network.outside
                server = Server(
                    self.folder, number, self.recado, self.database,
                    f"http://127.0.0.1:{self.port}", prefix, host,
                    self.ahead if number == 1 else 0,
                )
                started.callback(server.close)
                server.start()
                self.servers.append(server)
                # One after the other, so that one makes the tables; they could start at once.
                wait_until(server.is_ready, "a server")
            self.proxy = Proxy(self.folder, self.port, self.servers)
            started.callback(self.proxy.close)
            wait_until(self.proxy.is_ready, "nginx")
            self._end = started.pop_all()
        return self

    def __exit__(self, *_):
        self._end.close()
