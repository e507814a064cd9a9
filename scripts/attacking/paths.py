"""Paths that would lead out of where files and resources are, or to them by another name."""

import seeds
import tables
import wire
from tables import Case, answered

UP = [
    "..", "%2e%2e", "%2E%2E", ".%2e", "%2e.", "..%2f", "..%5c", "..\\", "%252e%252e", "..%00", "..;", "...", "....//", "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae",
    "%uff0e%uff0e", "\xc0\xae\xc0\xae", "%ef%bc%8e%ef%bc%8e", ".%00.", "%2e%2e%00", "..%0d%0a", "..%20", ".. ", "..%09", "%2e%2e%2f", "..//",
]
ROOTS = ["/videoclub/posters/", "/apps/assets/", "/icons/", "/", "/apps/videoclub/", seeds.CATALOG + "/", "/api/posts/", seeds.NODES + "/"]
ENDS = ["etc/passwd", "a.sqlite", "a.sqlite.apps-key"]
SECRET = [b"root:", b"SQLite format", b"[fonts]"]
NAMES = [
    "//etc/passwd", "/etc/passwd", "/%2fetc%2fpasswd", "/c:\\windows\\win.ini", "/file:///etc/passwd", "/.git/config", "/.env", "/a.sqlite",
    "/videoclub/posters/seven.svg%00.html", "/videoclub/posters/seven.svg/", "/videoclub/posters/seven.svg/..", "/videoclub/posters//seven.svg",
    "/videoclub/posters/./seven.svg", "/videoclub/posters/%73even.svg%", "/videoclub/posters/seven.svg::$DATA", "/apps/assets/", "/apps/assets/..",
    "/%", "/%2", "/%%32%65", "/" + "../" * 900, "/" + "a/" * 3_900, "/" + "%41" * 2_600, "/?" + "a" * 8_000, "/;/..;/metrics", "/%2e/metrics/%2e",
]


def traversals():
    for root in ROOTS:
        for up in UP:
            for end in ENDS:
                path = root + (up.rstrip("/") + "/") * 8 + end
                # Neither is there anything there, nor is what a client wrote made shorter for it.
                expected = answered(400, 404, lacks=SECRET)
                yield Case(f"{path[:60]!r}", wire.request("GET", path), expected)


def attack(target, _):
    cases = list(traversals())
    cases += [Case(f"{name[:60]!r}", wire.request("GET", name), answered(200, 302, 303, 400, 404, 405, 414, lacks=SECRET)) for name in NAMES]
    cases += [Case(f"{method} of a poster", wire.request(method, "/videoclub/posters/a.svg", content="a"), answered(404, 405))
              for method in ("PUT", "POST", "DELETE", "PATCH")]
    # The server keeps no files that are uploaded; the names in a form lead nowhere.
    for name in ("../../a", "/etc/a", "..\\a", "a\\0", "C:\\a", "a" * 5_000):
        part = f'--b\r\nContent-Disposition: form-data; name="score[name]"; filename="{name}"\r\n\r\nattacked\r\n--b--\r\n'
        cases.append(Case(f"a file of the name {name[:20]!r}", wire.request(
            "POST", "/scores", content=part, kind="multipart/form-data; boundary=b"), answered(200, 302, 400, 413, 422, lacks=SECRET)))
    tried, faults = tables.run(target, cases)
    return tables.outcome("paths that would lead elsewhere, and names of files", tried, faults)
