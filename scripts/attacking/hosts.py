"""What stands in Host and in the fields of proxies, which may become part of addresses in answers."""

import seeds
import tables
import wire
from tables import Case, answered
from target import Target

EVIL = b"evil.example"
PAGES = ["/es/jsonapi/node/scity_route?page[limit]=1", seeds.CATALOG + "/8", "/", "/play.asmx?wsdl", "/apps", "/scores"]
# Hosts that are none: what a trusted proxy says in this way is not taken.
WRONG = [
    "evil.example/a", "evil.example\\a", "a@evil.example", "evil.example?", "evil.example#", "evil.example\"><script>", "evil.example<b>",
    "evil.example b", "evil.example\tb", "evil.example:x", "evil.example:99999", "evil.example%0d%0aX: y", "[evil.example",
    "javascript:evil.example", "http://evil.example", "evil.example" + "a" * 300, "evil.example\xff", "evil.example{}", "evil.example^|`",
]
# A line that ends within a field begins another one, or is refused; none may come back in an answer.
LINES = ["evil.example\r\n X: y", "evil.example\rX: y", "evil.example\nX: y", "evil.example\x00"]


def told(host, forwarded):
    """The fields of a proxy that tells of a host."""
    if forwarded:
        quoted = host.replace("\\", "\\\\").replace('"', '\\"')
        return (f'Forwarded: for=192.0.2.7;proto=https;host="{quoted}"',)
    return ("X-Forwarded-For: 192.0.2.7", "X-Forwarded-Proto: https", f"X-Forwarded-Host: {host}")


def untrusted():
    """Everybody may write these fields; nothing of them is in an answer."""
    for path in PAGES:
        for forwarded in (False, True):
            for host in ["evil.example", *WRONG]:
                yield Case(f"{host!r} for {path}", wire.request("GET", path, *told(host, forwarded)), answered(200, 400, 431, lacks=[EVIL]))
            for line in LINES:
                yield Case(f"{line!r} for {path}", wire.request("GET", path, *told(line, forwarded)), answered(400, lacks=[EVIL]))
        # The description of a SOAP address names the host that it was asked for at, as such descriptions do.
        lacks = [b"\"http://evil.example/\""] if "wsdl" in path else [EVIL]
        yield Case(f"Host for {path}", wire.request("GET", path, host="evil.example"), answered(200, 421, lacks=lacks))


def trusted(forwarded):
    """A trusted proxy is believed about hosts that are some; others leave the address that is configured."""
    yield Case("a host", wire.request("GET", PAGES[1], *told("films.example", forwarded)), answered(200, holds=[b"https://films.example/videoclub"]))
    for path in PAGES:
        for host in WRONG:
            yield Case(f"{host!r} by a trusted proxy for {path}", wire.request("GET", path, *told(host, forwarded)), answered(200, 400, 431, lacks=[EVIL]))
        for line in LINES:
            yield Case(f"{line!r} by a trusted proxy", wire.request("GET", path, *told(line, forwarded)), answered(400, lacks=[EVIL]))
    other = "Forwarded: for=1.2.3.4;host=evil.example" if not forwarded else "X-Forwarded-Host: evil.example"
    yield Case("the field that is not read", wire.request("GET", PAGES[1], *told("films.example", forwarded), other), answered(200, lacks=[EVIL]))
    first = ("Forwarded: for=192.0.2.9;host=evil.example, for=192.0.2.7;host=films.example",) if forwarded else (
        "X-Forwarded-For: 192.0.2.9, 192.0.2.7", "X-Forwarded-Host: evil.example, films.example")
    yield Case("what stands further left", wire.request("GET", PAGES[1], *first), answered(200, lacks=[EVIL]))
    # Who may read figures is this machine, which a client does not become by saying so.
    yield Case("a client that says it is this machine", wire.request(
        "GET", "/metrics", "Forwarded: for=192.0.2.7" if forwarded else "X-Forwarded-For: 127.0.0.1, 192.0.2.7"), answered(403, 404))


def attack(target, options):
    tried, faults = tables.run(target, list(untrusted()))
    for more in ([], ["--forwarded"]):
        with Target(target.program, "--trusted-proxy", "loopback", *more) as behind:
            count, found = tables.run(behind, list(trusted(bool(more))))
            tried, faults = tried + count, faults + found + behind.faults()
    return tables.outcome("hosts in Host and the fields of proxies, trusted or not", tried, faults)
