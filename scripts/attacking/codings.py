"""Content that would unpack to far more than it is, or is packed again and again."""

import gzip
import zlib

import seeds
import tables
import wire
from tables import Case, answered

PLAIN = b"[" + b" " * (200 << 20)


def raw(content):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


# The mark of Zstandard with noise behind it, and noise for Brotli: no such content may be looked at, whatever it would unpack to.
BROTLI = bytes.fromhex("cfffff7ff82700e2b14020f7fe9fff0720") * 4
ZSTD = bytes.fromhex("28b52ffda00000000154000010000001 00fbff39c002".replace(" ", "")) * 4


def attack(target, _):
    packed = gzip.compress(PLAIN, 9)
    contents = {
        "gzip": packed, "x-gzip": packed, "GZIP": packed, "gzip, gzip": gzip.compress(packed), "gzip, gzip, gzip": gzip.compress(gzip.compress(packed)),
        "deflate": zlib.compress(PLAIN, 9), "deflate, gzip": gzip.compress(raw(PLAIN)), "br": BROTLI, "zstd": ZSTD, "compress": b"\x1f\x9d\x90[", "aes128gcm": b"a" * 99,
        "identity, gzip": packed, "gzip;q=1": packed, ",".join(["gzip"] * 1_000): packed, "a": b"[]", "*": b"[]", "dcb": b"\xffDCB",
    }
    before, most, cases = target.resident, 0, []
    paths = [("/scores.json", seeds.JSON), ("/scores", seeds.FORM), ("/scores.xml", seeds.XML), ("/play", seeds.JSON), ("/play.asmx", "text/xml"),
             ("/api/posts", seeds.JSON), (seeds.CATALOG, seeds.JSON), (seeds.NODES, seeds.JSONAPI), ("/playground/user", seeds.JSON)]
    tried, faults = 0, []
    for path, kind in paths:
        # The scores answer as Rails does, and the routes refuse to be changed: neither looks at a coding, and neither unpacks.
        refusals = (400, 403, 413, 415) if path in ("/scores", "/scores.json", "/scores.xml", seeds.NODES) else (403, 413, 415)
        for coding, content in contents.items():
            # It is refused before its length is looked at, or for its length.
            sent = wire.request("POST", path, seeds.MEMBER, "Content-Encoding: " + coding, content=content[: 1 << 18], kind=kind)
            cases.append(Case(f"{coding[:30]} to {path}", sent, answered(*refusals)))
        count, found = tables.run(target, cases)
        tried, faults, most, cases = tried + count, faults + found, max(most, target.resident), []
    held = (most - before) >> 20
    faults += [f"{held} MiB more are resident"] if held > 32 else []
    # A coding of the message, not of its content, is one that the server does not know (RFC 9112 §6.1).
    sent = wire.request("POST", "/scores.json", "Transfer-Encoding: gzip, chunked", kind=seeds.JSON).replace(b"Content-Length: 0\r\n", b"")
    count, found = tables.run(target, [Case("a coding of the message", sent, answered(400, 501))])
    return tables.outcome(f"contents with codings, {held} MiB more", tried + count, faults + found)
