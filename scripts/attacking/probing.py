"""Another client, in a process of its own: it asks after the server's health every two milliseconds and notes how long it waits."""

import multiprocessing
import time

PAUSE = 0.002
QUESTION = b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n"


class Prober:
    """Asks on two connections in turn from the beginning to the end of a `with`."""

    def __init__(self, target):
        self._ours, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_ask, args=(target, theirs), daemon=True)
        self.waits = []
        self.refused = 0

    def __enter__(self):
        self._process.start()
        self._ours.recv()
        return self

    def __exit__(self, *_):
        self._ours.send("stop")
        found, self.refused = self._ours.recv()
        self.waits += found
        self._process.join()

    def take(self):
        """The waits in milliseconds since the last time, in order of their length."""
        self._ours.send("take")
        found, self.refused = self._ours.recv()
        self.waits += found
        return sorted(found)


def _ask(target, pipe):
    connections = [target.connect(60) for _ in range(2)]
    waits, refused, turn = [], 0, 0
    pipe.send("ready")
    while True:
        begun = time.monotonic()
        answer = _answer(connections[turn % 2])
        if not answer:
            # A server may end a connection after so many requests; the wait then is that for a new one, too.
            connections[turn % 2] = target.connect(60)
            answer = _answer(connections[turn % 2])
        waits.append((time.monotonic() - begun) * 1_000)
        refused += not answer.startswith(b"HTTP/1.1 200")
        if pipe.poll():
            word = pipe.recv()
            pipe.send((waits, refused))
            if word == "stop":
                return
            waits = []
        turn += 1
        time.sleep(PAUSE)


def _answer(connection):
    try:
        connection.sendall(QUESTION)
        return connection.recv(1 << 16)
    except (ConnectionResetError, BrokenPipeError):
        return b""


def percentile(waits, share):
    """The wait that so many of a hundred do not exceed."""
    return sorted(waits)[min(len(waits) - 1, len(waits) * share // 100)] if waits else 0.0
