"""The server that is attacked."""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request


class Target:
    """`recado serve` in a folder of its own."""

    def __init__(self, program, *options):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="recado-attack-")
        self._log = open(os.path.join(self.folder, "log"), "w+")
        self.process = subprocess.Popen(
            [os.path.abspath(program), "serve", "--port", "0", "--loops", "1", "--trust-local", "--allowed-host", "a"]
            + ["--database", os.path.join(self.folder, "a.sqlite"), *options],
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self.port = None
        for line in self.process.stdout:
            found = re.search(r"at http://127\.0\.0\.1:(\d+)", line)
            self.port = int(found[1]) if found else self.port
            if "Clients use" in line:
                break
        if self.port is None:
            raise RuntimeError("the server did not start")

    def connect(self, patience=10, buffer=None):
        connection = socket.socket()
        if buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.settimeout(patience)
        connection.connect(("127.0.0.1", self.port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def exchange(self, message, patience=10, ends=True):
        """Sends bytes and reads to the end of the connection, or until nothing comes."""
        answer = b""
        with self.connect(patience) as connection:
            try:
                connection.sendall(message)
                if ends:
                    connection.shutdown(socket.SHUT_WR)
                while part := connection.recv(1 << 16):
                    answer += part
            except (ConnectionResetError, BrokenPipeError):
                pass
            except socket.timeout:
                return answer + b"<timeout>"
        return answer

    def ask(self, message, piece=1 << 20, patience=10):
        """Sends a message in pieces and reads until the server ends; the client does so itself once a second was silent.

        It does not do so at once, for a client that ends its side has left, and what it asked for is given up.
        """
        answer, waits = b"", [1, patience]
        with self.connect(patience) as connection:
            try:
                for start in range(0, len(message), piece):
                    connection.sendall(message[start : start + piece])
            except (ConnectionResetError, BrokenPipeError):
                pass
            while waits:
                connection.settimeout(waits[0])
                try:
                    while part := connection.recv(1 << 16):
                        answer += part
                    return answer
                except TimeoutError:
                    if waits.pop(0) == 1:
                        connection.shutdown(socket.SHUT_WR)
                except OSError:
                    return answer
        return answer + b"<timeout>"

    def get(self, path, patience=10):
        """The status, the seconds and the content of an answer."""
        begun = time.monotonic()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=patience) as answer:
                content = answer.read()
                return answer.status, time.monotonic() - begun, content
        except urllib.error.HTTPError as error:
            return error.code, time.monotonic() - begun, error.read()

    @property
    def resident(self):
        """The memory of the process, in bytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) << 10

    def faults(self):
        """What is wrong with the server once it has been attacked."""
        faults = []
        if self.process.poll() is not None:
            return [f"the server has ended with {self.process.returncode}"]
        for path in ("/health/live", "/health/ready", "/scores/top3.json", "/api/posts?count=1"):
            status = self.get(path)[0]
            if status != 200:
                faults.append(f"GET {path} is answered with {status}")
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(20)
            if code != 0:
                faults.append(f"SIGTERM ends it with {code}")
        except subprocess.TimeoutExpired:
            faults.append("SIGTERM does not end it")
        self._log.seek(0)
        faults += [line.strip()[:200] for line in self._log if re.search(r" 50[0-9] |atal|ssert", line)][:5]
        return faults

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
