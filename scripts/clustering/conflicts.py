"""Changes of one film at two servers at once, of which one alone may succeed."""

import http.client
import json
import threading
import uuid

from load import AUTHORIZATION, CATALOG

FIELDS = {
    "Content-Type": "application/json", "Accept": "application/json", "Authorization": AUTHORIZATION,
}
FILM = {"title": "El sur", "year": "1983", "director": "Erice"}


def send(server, method, path, film=None, **fields):
    connection = http.client.HTTPConnection(server.host, server.port, timeout=30)
    words = {name.replace("_", "-"): value for name, value in fields.items()}
    connection.request(method, path, json.dumps(film) if film else None, FIELDS | words)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response, json.loads(content) if content else None


def both(servers, *arguments, **fields):
    """The responses of two servers to the same request at the same time."""
    responses = [None, None]

    def run(number):
        responses[number] = send(servers[number], *arguments, **fields)

    threads = [threading.Thread(target=run, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return responses


def lost_updates(servers, count):
    """How many of some pairs of PUT with one tag have both succeeded, or neither."""
    lost = 0
    for number in range(count):
        created, _ = send(servers[0], "POST", CATALOG, FILM)
        path = created.getheader("Location")
        path = path[path.index(CATALOG):]
        shown, _ = send(servers[0], "GET", path)
        film = FILM | {"title": f"El sur {number}"}
        answers = both(servers, "PUT", path, film, If_Match=shown.getheader("ETag"))
        if sum(response.status < 300 for response, _ in answers) != 1:
            lost += 1
    return lost


def repeated(servers, count):
    """How many of some pairs of POST with one key have made two films, or none."""
    twice = 0
    for _ in range(count):
        answers = both(servers, "POST", CATALOG, FILM, Idempotency_Key=str(uuid.uuid4()))
        places = {response.getheader("Location") for response, _ in answers if response.status < 300}
        if len(places) != 1:
            twice += 1
    return twice
