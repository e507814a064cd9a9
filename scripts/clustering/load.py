"""Clients that read and create, one request after the other, and keep account of what became of each."""

import base64
import collections
import http.client
import itertools
import json
import threading
import time

CATALOG = "/videoclub/api/v1/catalog"
AUTHORIZATION = "Basic " + base64.b64encode(b"test123:test123").decode()


class Load:
    """Threads that send requests until they are told to end."""

    def __init__(self, port, clients):
        self.port = port
        self.lock = threading.Lock()
        self.outcomes = []  # (end of the request, its seconds, what it was, what became of it)
        self.created = {}
        self.broken = []  # promises, as a fault found out
        self.numbers = itertools.count()
        self.is_over = threading.Event()
        self.threads = [
            threading.Thread(target=self._run, args=(number % 3 == 0,)) for number in range(clients)
        ]
        for thread in self.threads:
            thread.start()

    def end(self):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def _run(self, creates):
        connection = None
        while not self.is_over.is_set():
            start = time.monotonic()
            title = f"Film {next(self.numbers)}"
            try:
                if connection is None:
                    connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
                outcome = self._create(connection, title) if creates else self._read(connection)
            except (OSError, http.client.HTTPException) as error:
                outcome = type(error).__name__
                connection.close()
                connection = None
            end = time.monotonic()
            with self.lock:
                self.outcomes.append((end, end - start, "POST" if creates else "GET", outcome))
            if outcome not in (200, 201):
                time.sleep(0.05)

    def _read(self, connection):
        connection.request("GET", CATALOG)
        response = connection.getresponse()
        response.read()
        return response.status

    def _create(self, connection, title):
        film = json.dumps({"title": title, "year": "1983", "director": "Erice"})
        connection.request(
            "POST", CATALOG, film,
            {"Content-Type": "application/json", "Authorization": AUTHORIZATION},
        )
        response = connection.getresponse()
        content = response.read()
        if response.status in (200, 201):
            with self.lock:
                self.created[self._number(response, content)] = title
        return response.status

    @staticmethod
    def _number(response, content):
        location = response.getheader("Location")
        if location:
            return int(location.rstrip("/").rsplit("/", 1)[1])
        return json.loads(content)["id"]

    # What has come of it

    def between(self, start, end):
        with self.lock:
            return [outcome for outcome in self.outcomes if start <= outcome[0] < end]

    def summary(self, start, end):
        """How many requests had which outcome, and the slowest of those that succeeded."""
        taken = self.between(start, end)
        counts = collections.Counter(f"{kind} {outcome}" for _, _, kind, outcome in taken)
        times = sorted(seconds for _, seconds, _, outcome in taken if outcome in (200, 201))
        return counts, times

    def longest_pause(self, kind, start, end):
        """The longest time in which no request of a kind succeeded."""
        times = [
            time for time, _, what, outcome in self.between(start, end)
            if what == kind and outcome in (200, 201)
        ]
        times = [start, *sorted(times), end]
        return max(after - before for before, after in zip(times, times[1:]))

    def wait_for_success(self, since, count=20):
        """Waits until requests succeed without a failure between them; the time of the first."""
        while True:
            taken = self.between(since, float("inf"))
            row = []
            for outcome in reversed(taken):
                if outcome[3] not in (200, 201):
                    break
                row.append(outcome)
            if len(row) >= count:
                return row[-1][0]
            if time.monotonic() > since + 60:
                raise RuntimeError("the cluster did not come back within a minute")
            time.sleep(0.05)

    def missing(self):
        """Films whose creation was answered and that nobody finds."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        missing = []
        for number, title in self.created.items():
            connection.request("GET", f"{CATALOG}/{number}")
            response = connection.getresponse()
            content = response.read()
            if response.status != 200 or json.loads(content)["title"] != title:
                missing.append(number)
        return missing
