"""Clients that listen to the three best scores, and what a change costs them."""

import http.client
import json
import resource
import select
import socket
import time

from processes import Cluster

REQUEST = b"GET /scores/top3/live HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
ROUNDS = 5


class Listeners:
    """Connections to the servers in turn, each with an answer that goes on."""

    def __init__(self, count, servers):
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        self.poll, self.sockets, self.ended = select.epoll(), {}, 0
        for number in range(count):
            server = servers[number % len(servers)]
            client = socket.create_connection((server.host, server.port))
            client.sendall(REQUEST)
            client.setblocking(False)
            self.sockets[client.fileno()] = client
            self.poll.register(client.fileno(), select.EPOLLIN)

    def hear(self, patience=30):
        """Waits until all have heard an event; returns when the last one did, and how many did not."""
        deaf, last, end = set(self.sockets), time.monotonic(), time.monotonic() + patience
        while deaf and time.monotonic() < end:
            for number, _ in self.poll.poll(0.1):
                try:
                    data = self.sockets[number].recv(65536)
                except ConnectionError:
                    data = b""
                if not data:
                    self.ended += 1
                    self.poll.unregister(number)
                    self.sockets.pop(number).close()
                if not data or b"data:" in data:
                    deaf.discard(number)
                    last = time.monotonic()
        return last, len(deaf)


def memory(servers):
    """The kilobytes that the servers have in memory."""
    total = 0
    for server in servers:
        with open(f"/proc/{server.process.pid}/status") as status:
            total += next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    return total


def post(server, value):
    """Adds a score; returns when it was answered."""
    connection = http.client.HTTPConnection(server.host, server.port)
    words = {"Content-Type": "application/json", "Accept": "application/json"}
    connection.request("POST", "/scores", json.dumps({"name": "Ana", "total": value}), words)
    response = connection.getresponse()
    if response.status != 201:
        raise RuntimeError(f"a score was answered with {response.status}: {response.read()}")
    answered = time.monotonic()
    connection.close()
    return answered


def measure(folder, options):
    """Lets many listen, and adds scores; the number of streams that ended or heard nothing."""
    with Cluster(folder, options.recado, 0, options.servers) as cluster:
        before, start = memory(cluster.servers), time.monotonic()
        listeners = Listeners(options.listeners, cluster.servers)
        last, deaf = listeners.hear()
        each = (memory(cluster.servers) - before) / options.listeners
        heard = options.listeners - deaf
        print(f"{options.listeners} listeners over {options.servers} servers; {heard} heard the first event")
        print(f"  after {last - start:.1f} s; {each:.1f} kB of the servers' memory for each")
        for value in range(ROUNDS):
            time.sleep(0.5)
            answered = post(cluster.servers[value % len(cluster.servers)], 1_000_000 + value)
            last, missing = listeners.hear()
            deaf += missing
            print(f"  a score reached the last of them {1000 * (last - answered):.0f} ms after its answer")
        print(f"  {listeners.ended} streams ended, {deaf} events were not heard")
        return listeners.ended + deaf
