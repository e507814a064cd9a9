"""The pages of a server and their forms, found by following links from the first page."""

import re
import urllib.parse
from html.parser import HTMLParser

import grammars
from operations import Body, Operation
from wire import answer_of, exchange, field, get, request

# The most pages that are asked for.
MOST = 120


class _Reader(HTMLParser):
    """The links of a page, and its forms as (method, action, {name: value})."""

    def __init__(self, content):
        super().__init__()
        self.links, self.forms = [], []
        self.feed(content)

    def handle_starttag(self, tag, attributes):
        given = {name: value or "" for name, value in attributes}
        if tag == "form" and given.get("method") != "dialog":
            self.forms.append((given.get("method", "get").upper(), given.get("action", ""), {}, set()))
        elif tag in ("input", "select", "textarea", "button") and given.get("name") and self.forms:
            _, _, values, shown = self.forms[-1]
            values.setdefault(given["name"], given.get("value", ""))
            if given.get("type") != "hidden":
                shown.add(given["name"])
        self.links += [given[name] for name in ("href", "src") if name in given]


class Crawl:
    """What is found with one visitor's cookies."""

    def __init__(self, port):
        self.port, self.cookies = port, {}
        self.pages, self.forms = {}, {}

    @property
    def fields(self):
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        # As a browser says of what its own page sends.
        fields = {"Accept": "text/html, */*;q=0.5", "Sec-Fetch-Site": "same-origin"}
        return {**fields, "Cookie": cookie} if cookie else fields

    def walk(self, first="/"):
        """Follows every link, one of each shape: numbers, and the values of queries, make no other page."""
        waiting, seen = [first], set()
        while waiting and len(seen) < MOST:
            target = waiting.pop(0)
            if _shape(target) in seen:
                continue
            seen.add(_shape(target))
            waiting += self._read(target)

    def _read(self, target):
        if target.endswith(("/live", "openapi.json")):
            return []
        status, head, content = get(self.port, target, self.fields)
        self._keep_cookies(head)
        kind = field(head, "Content-Type").split(";")[0]
        location = field(head, "Location")
        if status in (301, 302, 303, 307, 308):
            self.pages.setdefault(_shape(target), (target, "a redirection"))
            return self._links([location], target)
        self.pages.setdefault(_shape(target), (target, kind))
        if kind != "text/html":
            return []
        reader = _Reader(content.decode("utf-8", "replace"))
        for method, action, values, shown in reader.forms:
            where = urllib.parse.urljoin(target, action)
            self.forms[(method, _shape(where), *sorted(shown))] = (method, where, values, shown, self.fields)
        return self._links(reader.links, target)

    def _links(self, links, target):
        """Those links that stay on this server."""
        for link in links:
            parts = urllib.parse.urlsplit(urllib.parse.urljoin("http://localhost" + target, link))
            if parts.hostname in ("localhost", "127.0.0.1") and parts.scheme == "http":
                yield parts.path + ("?" + parts.query if parts.query else "")

    def _keep_cookies(self, head):
        for name, value in re.findall(r"(?im)^Set-Cookie: ([^=]+)=([^;\r\n]*)", head):
            self.cookies[name] = value

    def log_in(self, name, password):
        """Fills in a form that asks for a password; whether one was found."""
        for method, where, values, shown, _ in list(self.forms.values()):
            secret = next((item for item in shown if "password" in item), None)
            user = next((item for item in shown if "user" in item), None)
            if not secret or not user:
                continue
            content = urllib.parse.urlencode({**values, secret: password, user: name}).encode()
            fields = {**self.fields, "Content-Type": "application/x-www-form-urlencoded"}
            status, head, _ = answer_of(exchange(self.port, request(method, where, fields, content)))
            self._keep_cookies(head)
            return status in (200, 302, 303)
        return False

    def operations(self):
        """Each page with the names of its queries, and each form with those of its members."""
        queries = {}
        for target, kind in self.pages.values():
            parts = urllib.parse.urlsplit(target)
            names = queries.setdefault((parts.path, kind), [])
            names += [name for name, _ in urllib.parse.parse_qsl(parts.query, True) if name not in names]
        # Those without anything to fill in come last: they delete, or log out.
        forms = sorted(self.forms.values(), key=lambda form: not form[3])
        for method, where, values, *_ in forms:
            if method == "GET":
                names = queries.setdefault((urllib.parse.urlsplit(where).path, "text/html"), [])
                names += [name for name in values if name not in names]
        for (path, kind), names in queries.items():
            service = f"pages of {kind}"
            yield Operation("GET", path, path, service, names, fields=self.fields)
        for form in forms:
            if form[0] != "GET":
                yield self._form(*form)

    def _form(self, method, where, values, shown, fields):
        kind = "application/x-www-form-urlencoded"
        frames = []
        for name in sorted(values):
            others = {other: value or "1" for other, value in values.items() if other != name}
            frames.append((urllib.parse.urlencode(others) + f"&{name}=", ""))
        hidden = {name: value for name, value in values.items() if name not in shown}
        frames.append((urllib.parse.urlencode(hidden) + "&", ""))
        sample = urllib.parse.urlencode({name: value or "1" for name, value in values.items()})
        body = Body(kind, grammars.FORMS, frames, sample)
        return Operation(method, where, where, "forms of pages", [], [body], fields=fields)


def _shape(target):
    """A target without what changes from page to page of its kind."""
    parts = urllib.parse.urlsplit(target)
    names = sorted({name for name, _ in urllib.parse.parse_qsl(parts.query, True)})
    path = re.sub(r"(?<=/)([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}|\d+)(?=/|$)", "{}", parts.path)
    path = re.sub(r"/[^/]*\.(\w+)$", r"/{}.\1", path) if "openapi" not in path else path
    return path + "?" + "&".join(names)


def crawled(port):
    """The pages and forms that somebody finds who has logged in, and those of somebody who has not."""
    crawl = Crawl(port)
    crawl.walk()
    if crawl.log_in("test123", "test123"):
        crawl.walk()
    return list(crawl.operations())
