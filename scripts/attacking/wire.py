"""Messages of HTTP/1.1 as they are read by who attacks: strictly, so that nothing between them goes unseen."""

import collections
import json
import re

Answer = collections.namedtuple("Answer", "status fields content")


def request(method, target, *fields, content=b"", kind=None, host="localhost"):
    """The bytes of a request that asks for the connection's end."""
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", "Connection: close", *fields]
    content = content.encode() if isinstance(content, str) else content
    if kind:
        lines.append(f"Content-Type: {kind}")
    if content or method in ("POST", "PUT", "PATCH"):
        lines.append(f"Content-Length: {len(content)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + content


def answers(data, is_head=False):
    """The final answers in what a connection has brought, the first perhaps to HEAD, and what belongs to none of them."""
    found = []
    while head := re.match(rb"HTTP/1\.1 (\d\d\d) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n", data):
        fields = collections.defaultdict(list)
        for line in head[2].decode("latin-1").splitlines():
            name, _, value = line.partition(":")
            fields[name.lower()].append(value.strip())
        status, data = int(head[1]), data[head.end() :]
        content = b""
        if status >= 200 and status not in (204, 304) and not (is_head and not found):
            content, data = _content(fields, data)
        if status >= 200:
            found.append(Answer(status, fields, content))
    return found, data


def answer(data):
    """The first final answer; one of status 0 when there is none."""
    found, rest = answers(data)
    return found[0] if found else Answer(0, collections.defaultdict(list), rest)


def document(content):
    """The content as JSON; nothing where it is none."""
    try:
        return json.loads(content)
    except ValueError:
        return None


def _content(fields, data):
    if "chunked" in ",".join(fields["transfer-encoding"]):
        content = b""
        while size := re.match(rb"([0-9a-fA-F]+)\r\n", data):
            count = int(size[1], 16)
            content += data[size.end() : size.end() + count]
            data = data[size.end() + count + 2 :]
            if count == 0:
                break
        return content, data
    if fields["content-length"]:
        count = int(fields["content-length"][0])
        return data[:count], data[count:]
    return data, b""
