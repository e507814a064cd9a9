"""`recado` as the client of a server that means harm."""

import gzip
import json
import os

import hostile
from hostile import JSON_HEAD, content, leads, repeats, sends

# Each call has five seconds; a program that takes longer than that and a little has waited for somebody else's sake.
PATIENCE, LIMIT = 9, 300 << 20
CALL = ["call", "posts", "list", "--timeout", "5"]
CHUNKED = JSON_HEAD + b"Transfer-Encoding: chunked\r\n\r\n"

BROKEN = {
    "fields without end": repeats(b"HTTP/1.1 200 OK\r\n", b"X-A: " + b"b" * 4_000 + b"\r\n"),
    "a field without end": repeats(b"HTTP/1.1 200 OK\r\nX: ", b"a" * 65_536), "a status line without end": repeats(b"HTTP/1.1 200 ", b"a" * 65_536),
    "interim answers without end": repeats(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), "nothing": repeats(b"", b"", 0.5),
    "a head byte by byte": repeats(b"HTTP/1.1 200 OK\r\nX: ", b"a", 0.2), "content byte by byte": repeats(JSON_HEAD + b"Content-Length: 90000\r\n\r\n[", b" ", 0.2),
    "content without end": repeats(JSON_HEAD + b"\r\n[", b" " * 65_536), "chunks without end": repeats(CHUNKED, b"10000\r\n" + b" " * 65_536 + b"\r\n"),
    "a gigantic length": sends(JSON_HEAD + b"Content-Length: 9223372036854775807\r\n\r\n[]"),
    "a length beyond numbers": sends(JSON_HEAD + b"Content-Length: 99999999999999999999\r\n\r\n[]"),
    "two lengths": sends(JSON_HEAD + b"Content-Length: 2\r\nContent-Length: 900\r\n\r\n[]"), "a negative length": sends(JSON_HEAD + b"Content-Length: -2\r\n\r\n[]"),
    "less than was said": sends(JSON_HEAD + b"Content-Length: 900\r\n\r\n[]"), "a chunk beyond numbers": sends(CHUNKED + b"ffffffffffffffffff\r\n[]"),
    "extensions without end": repeats(CHUNKED + b"2;", b"a" * 65_536), "trailers without end": repeats(CHUNKED + b"2\r\n[]\r\n0\r\n", b"X: " + b"a" * 900 + b"\r\n"),
    "chunks that end early": sends(CHUNKED + b"2\r\n[]\r\n"), "no HTTP": sends(b"SSH-2.0-a\r\n"), "a broken status": sends(b"HTTP/1.1 99999 A\r\n\r\n"),
    "no UTF-8": content(b'[{"_id":"\xff\xfe","title":"a","body":"b","__v":0}]'), "deep content": content(b"[" * 900_000), "no JSON": content(b"<a>"),
    "a number beyond numbers": content(b'[{"_id":"a","title":"a","body":"b","__v":1' + b"0" * 90_000 + b"}]"), "half a document": content(b'[{"_id":"a"'),
    "a page": sends(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<a>"), "a protocol": sends(b"HTTP/1.1 101 A\r\nUpgrade: b\r\n\r\n"),
    "a coding that is none": content(b"[]", b"Content-Encoding: a\r\n"),
    "nothing that is packed": content(b"[]", b"Content-Encoding: gzip\r\n"), "a redirect to itself": leads("http://127.0.0.1:{port}/api/posts"),
    "redirects without end": leads("/api/posts/{count}"), "a file": leads("file:///etc/passwd"), "another protocol": leads("gopher://127.0.0.1:{port}/a"),
    "a program": leads("javascript:alert(1)"), "no address": leads("http://"), "an address of a line": leads("/a\rb"), "a long address": leads("/" + "a" * 90_000),
    "a redirect of a user": leads("http://a:b@127.0.0.1:{port}/"),
}
# Commands to a terminal, as JSON may hold them, and their bytes, which must not be shown.
COMMANDS = {"\u001b]0;owned\u0007": b"\x1b]0;owned", "\u001b[2J\u001b[H": b"\x1b[2J", "\u009b31mred": b"\xc2\x9b", "\u001bP+q\u001b\\": b"\x1bP", "a\bb": b"\x08",
            "\u202eevil": "\u202e".encode(), "a\u0000b": b"\x00", "\u001b[6n": b"\x1b[6n", "a\rb\u007f": b"\x7f", "\u001b]8;;http://evil\u001b\\a": b"\x1b]8;"}
SHOWN = [["call", "posts", "list"], ["posts", "list"], ["call", "posts", "show", "--id", "a" * 24], ["posts", "show", "a" * 24], ["diagnose"]]


def shown(program):
    """Titles, refusals, fields and reasons that would command a terminal."""
    tried, faults = 0, []
    for text, raw in COMMANDS.items():
        post = {"_id": "a" * 24, "title": text, "body": text, "__v": 0}
        problem = {"type": text, "title": text, "status": 400, "detail": text, "errors": [{"pointer": text, "code": text, "detail": text}]}
        printable = "".join(letter for letter in text if letter not in "\r\0")
        field = f"X-A: {printable}\r\nServer: {printable}\r\n".encode("utf-8")
        answers = {
            "posts": content(json.dumps([post]).encode(), field), "a post": content(json.dumps(post, ensure_ascii=False).encode()),
            "a refusal": sends(b"HTTP/1.1 400 " + printable.encode() + b"\r\nContent-Type: application/problem+json\r\nConnection: close\r\n\r\n"
                               + json.dumps(problem).encode()),
            "a page": sends(b"HTTP/1.1 500 A\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<title>" + text.encode() + b"</title>"),
            "a redirect": leads("/" + printable.encode().decode("latin-1")),
        }
        for name, behave in answers.items():
            for words in SHOWN:
                with hostile.Server(behave) as server:
                    place = f"http://127.0.0.1:{server.port}"
                    full = [*words, place + "/a"] if words == ["diagnose"] else [*words, "--server", place, "--timeout", "5"]
                    code, _, _, written, _ = hostile.run(program, full, PATIENCE, terminal=True)
                tried += 1
                if code is None or raw in written:
                    faults.append(f"{' '.join(words)} of {name} with {text!r}: exit {code}, {written[max(0, written.find(raw) - 40):][:120]!r}")
                if words == SHOWN[0] and name == "posts" and (code != 0 or not written):
                    faults.append(f"posts are not shown, so that nothing is: exit {code}, {written[:120]!r}")
    return tried, faults


def bombs():
    """Answers that unpack to much more than they are; packing them takes seconds."""
    twice = gzip.compress(gzip.compress(b"[" + b" " * (1 << 30), 6), 6)
    return {
        "what unpacks to much": content(gzip.compress(b"[" + b" " * (1 << 28)), b"Content-Encoding: gzip\r\n"),
        "what is packed twice": content(twice, b"Content-Encoding: gzip, gzip\r\n"),
    }


def broken(program):
    """Answers that no client can take: each call fails in time and in little memory, whatever comes."""
    faults, most, longest = [], 0, 0.0
    answers = {**BROKEN, **bombs()}
    for name, behave in answers.items():
        with hostile.Server(behave) as server:
            words = [*CALL, "--server", f"http://127.0.0.1:{server.port}"]
            code, seconds, memory, written, _ = hostile.run(program, words, PATIENCE)
        most, longest = max(most, memory), max(longest, seconds)
        if code is None or code < 0 or code == 0 or memory > LIMIT or len(server.asked) > 30:
            faults.append(f"{name}: exit {code} after {seconds:.1f} s with {memory >> 20} MiB, {len(server.asked)} requests, {written[:160]!r}")
        if b"root:" in written:
            faults.append(f"{name}: shows a file")
    return len(answers), faults, most, longest


def led(program):
    """Passwords do not follow to another host or port, whatever the status, and no method but GET does unasked."""
    faults, tried, followed = [], 0, 0
    for status in (301, 302, 303, 307, 308):
        with hostile.Server(content(b"[]")) as other:
            for host in ("127.0.0.1", "localhost"):
                with hostile.Server(leads(f"http://{host}:{other.port}/a", status)) as server:
                    hostile.run(program, [*CALL, "--user", "name:word", "--server", f"http://127.0.0.1:{server.port}"], PATIENCE)
                tried += 1
            followed += len(other.asked)
            if any(b"authorization" in asked.lower() or b"cookie:" in asked.lower() for asked in other.asked):
                faults.append(f"{status}: credentials follow to another port: {other.asked}")
    if not followed:
        faults.append("no redirect is followed, so that nothing is shown")
    return tried, faults


NAMES = ["../../a", "..%2f..%2fa", "/etc/a", "a\\..\\b", ".bashrc", "..", ".", "", "a" * 400, "a\tb", "con\x1b[2J", "%2e%2e%2fa", "a/../../b"]


def loaded(program):
    """Files that are downloaded stand where they were meant to, whatever a server calls them."""
    faults, loaded_count = [], 0
    for name in NAMES:
        for fields in (f'Content-Disposition: attachment; filename="{name}"\r\n', f"Content-Disposition: attachment; filename*=UTF-8''{name}\r\n"):
            with hostile.Server(content(b"[]", fields.encode("latin-1"))) as server:
                code, _, _, written, left = hostile.run(program, ["download", f"http://127.0.0.1:{server.port}/file"], PATIENCE)
            loaded_count += len(left)
            # A file of no folder, whose name is not hidden, and where no absolute name leads.
            is_wrong = len(left) > 1 or any("/" in place or place.startswith(".") for place in left) or os.path.exists("/etc/a")
            if code is None or code < 0 or is_wrong or b"\x1b[2J" in written:
                faults.append(f"a file of the name {name!r}: exit {code}, {left}, {written[:100]!r}")
    if not loaded_count:
        faults.append("nothing is downloaded, so that nothing is shown")
    return 2 * len(NAMES), faults


def attack(target, _):
    count, faults, most, longest = broken(target.program)
    for more, found in (led(target.program), loaded(target.program), shown(target.program)):
        count, faults = count + more, faults + found
    return (
        f"{count} answers of a server that means harm: {len(faults)} taken otherwise than they have to be; "
        f"the longest {longest:.1f} s of the 5 it has, {most >> 20} MiB at most"
    ), faults
