"""A server that means harm, and the program as its client: how it ends, how long it takes, and what it holds and shows."""

import os
import pty
import select
import socket
import subprocess
import tempfile
import threading
import time

JSON_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


class Server:
    """Answers each connection with what a function sends, and keeps what it was asked."""

    def __init__(self, behave):
        self._behave, self.asked = behave, []

    def __enter__(self):
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._socket.close()

    def _listen(self):
        try:
            while True:
                threading.Thread(target=self._serve, args=(self._socket.accept()[0],), daemon=True).start()
        except OSError:
            pass

    def _serve(self, connection):
        with connection:
            try:
                connection.settimeout(20)
                asked = b""
                while b"\r\n\r\n" not in asked:
                    part = connection.recv(1 << 16)
                    if not part:
                        return
                    asked += part
                self.asked.append(asked)
                self._behave(self, connection, asked)
            except OSError:
                pass


def run(program, words, patience=15, terminal=False):
    """Runs the program: its exit code (`None` when it had to be ended), the seconds, its memory in bytes, what it has
    written, and the files that it has left, as they are found from where it ran."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        inner = os.path.join(folder, "a", "b")
        os.makedirs(inner)
        environment = {"HOME": folder, "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        process = subprocess.Popen([os.path.abspath(program), *words], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, cwd=inner, env=environment)
        os.close(theirs)
        written, most, code = b"", 0, None
        while time.monotonic() < begun + patience:
            most = max(most, _resident(process.pid))
            if select.select([ours], [], [], 0.02)[0]:
                try:
                    part = os.read(ours, 1 << 16)
                except OSError:
                    part = b""
                written = (written + part)[-1_000_000:]
                if not part:
                    break
        try:
            code = process.wait(max(0.1, begun + patience - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        left = sorted(os.path.relpath(os.path.join(place, name), inner) for place, _, names in os.walk(folder) for name in names)
    os.close(ours)
    return code, time.monotonic() - begun, most, written, left


def _resident(pid):
    try:
        with open(f"/proc/{pid}/status") as status:
            return next((int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS")), 0)
    except OSError:
        return 0


# MARK: What a server may send


def sends(*parts):
    """Sends some bytes and ends."""

    def behave(_, connection, asked):
        for part in parts:
            connection.sendall(part)

    return behave


def repeats(first, part, pause=0.0):
    """Sends something without end."""

    def behave(_, connection, asked):
        connection.sendall(first)
        while True:
            connection.sendall(part)
            time.sleep(pause)

    return behave


def leads(location, status=302):
    """Leads elsewhere; `{port}` stands for the server itself."""

    def behave(server, connection, asked):
        target = location.replace("{port}", str(server.port)).replace("{count}", str(len(server.asked)))
        connection.sendall(f"HTTP/1.1 {status} Found\r\nLocation: {target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode("latin-1"))

    return behave


def content(body, fields=b""):
    """An answer with a length."""
    return sends(JSON_HEAD + fields + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body) + body)
