"""Cookies and forms of the apps in the hands of somebody else."""

import re
from urllib.parse import urlencode

import tables
import wire

LOGIN = {"login-user": "test123", "login-password": "test123"}
OWN = ("Origin: http://localhost",)


class Browser:
    """Keeps cookies, and sends forms with the token of their page."""

    def __init__(self, target, cookies=None):
        self._target = target
        self.cookies = dict(cookies or {})

    def fields(self):
        return ["Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items())] if self.cookies else []

    def get(self, path):
        return self._keep(self._target.ask(wire.request("GET", path, *self.fields())))

    def page(self, path):
        """The hidden inputs of the form on a page that is not about logging out."""
        content = self.get(path).content.decode()
        forms = re.findall(r"<form method=\"post\".*?</form>", content, re.S)
        form = next((one for one in forms if "/logout" not in one.partition(">")[0] or "logout" in path), "")
        return dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))

    def send(self, page, action, values, fields=OWN):
        """Sends the form of a page."""
        return self.post(action, {**self.page(page), **values}, fields)

    def post(self, action, values, fields=OWN):
        content = urlencode(values)
        return self._keep(self._target.ask(wire.request(
            "POST", action, *self.fields(), *fields, content=content, kind="application/x-www-form-urlencoded")))

    def log_in(self):
        return self.send("/apps/videoclub/login", "/apps/videoclub/login", LOGIN)

    def log_out(self):
        content = self.get("/apps/videoclub").content.decode()
        form = re.search(r'<form method="post" action="/apps/videoclub/logout".*?</form>', content, re.S)
        values = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[0])) if form else {}
        return self.post("/apps/videoclub/logout", values)

    def is_logged_in(self):
        return b"/apps/videoclub/logout" in self.get("/apps/videoclub").content

    def _keep(self, data):
        answer = wire.answer(data)
        for field in answer.fields["set-cookie"]:
            name, _, value = field.partition(";")[0].partition("=")
            self.cookies[name] = value
            if not value:
                del self.cookies[name]
        return answer


def changed(text):
    """A text with another first letter."""
    return ("A" if text[0] == "B" else "B") + text[1:]


def copied(target):
    """A cookie that was copied before its owner has logged out."""
    owner = Browser(target)
    if owner.log_in().status != 303 or not owner.is_logged_in():
        return 1, ["nobody can log in"]
    thief = Browser(target, owner.cookies)
    faults = [] if thief.is_logged_in() else ["a copied cookie is worth nothing before, so that nothing is shown"]
    owner.log_out()
    if owner.is_logged_in():
        faults.append("logging out does not")
    if thief.is_logged_in():
        faults.append("a copied cookie is worth something after logging out")
    return 1, faults


def prepared(target):
    """A visitor's cookie, and a token of its forms, that somebody else has put into the browser."""
    attacker = Browser(target)
    token = attacker.page("/apps/videoclub/login")["form-token"]
    planted = dict(attacker.cookies)
    victim = Browser(target, planted)
    victim.log_in()
    faults = [] if victim.is_logged_in() else ["whoever comes with a cookie cannot log in"]
    if victim.cookies.get("recado-visitor") == planted["recado-visitor"]:
        faults.append("whoever logs in is the same visitor as before")
    if victim.post("/apps/videoclub/logout", {"form-token": token}).status != 403 or not victim.is_logged_in():
        faults.append("a token from before the login is taken after it")
    if Browser(target, planted).is_logged_in():
        faults.append("whoever has prepared a cookie is logged in with it")
    mixed = Browser(target, {**victim.cookies, "recado-visitor": planted["recado-visitor"]})
    if mixed.post("/apps/posts/new", {"form-token": "A" * 86, "title": "forged"}).status != 403:
        faults.append("a token that nobody was given is taken")
    return 4, faults


# Fields that a page of another site, or none, would come with.
FOREIGN = [
    ("nothing", ()), ("another origin", ("Origin: http://evil.example",)), ("no origin", ("Origin: null",)), ("a longer name", ("Origin: http://localhost.evil",)),
    ("a longer port", ("Origin: http://localhost:80",)), ("another scheme", ("Origin: ftp://localhost",)), ("two origins", ("Origin: http://localhost", "Origin: http://evil")),
    ("origins in one", ("Origin: http://localhost http://evil",)), ("another site", ("Sec-Fetch-Site: cross-site",)),
    ("another site that says it is this", ("Origin: http://localhost", "Sec-Fetch-Site: cross-site")), ("a name below", ("Sec-Fetch-Site: same-site",)),
    ("two sites", ("Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site")), ("sites in one", ("Sec-Fetch-Site: same-origin, cross-site",)),
    ("other letters", ("Sec-Fetch-Site: SAME-ORIGIN",)), ("a page that refers", ("Referer: http://localhost/apps",)), ("a user", ("Origin: http://localhost@evil",)),
]


def forged(target):
    """Forms with the right token that come from elsewhere, and forms of this site with a wrong one."""
    browser, faults = Browser(target), []
    values = {**browser.page("/apps/posts/new"), "title": "forged", "body": "b"}
    for name, fields in FOREIGN:
        if (status := browser.post("/apps/posts/new", values, fields).status) != 403:
            faults.append(f"a form of {name} is answered with {status}")
    token = values["form-token"]
    tokens = {"no token": None, "an empty one": "", "a short one": token[:-4], "one that was changed": changed(token),
              "one in other letters": token.swapcase(), "that of another": Browser(target).page("/apps/posts/new")["form-token"],
              "a long one": token * 500}
    for name, wrong in tokens.items():
        sent = {key: value for key, value in {**values, "form-token": wrong}.items() if value is not None}
        if (status := browser.post("/apps/posts/new", sent).status) != 403:
            faults.append(f"a form with {name} is answered with {status}")
    kinds = ("text/plain", "multipart/form-data; boundary=b", "application/json", "application/x-www-form-urlencodedx")
    for kind in kinds:
        sent = wire.request("POST", "/apps/posts/new", *browser.fields(), *OWN, content=urlencode(values), kind=kind)
        if (status := wire.answer(target.ask(sent)).status) != 415:
            faults.append(f"a form as {kind} is answered with {status}")
    if b"forged" in target.get("/api/posts")[2]:
        faults.append("a forged form has written a post")
    if browser.post("/apps/posts/new", {**values, "title": "own"}).status != 303:
        faults.append("a form of this site is not taken, so that nothing is shown")
    return len(FOREIGN) + len(tokens) + len(kinds), faults


def tossed(target):
    """Cookies twice, of somebody else's, changed, huge, or no cookies at all."""
    browser, faults = Browser(target), []
    browser.log_in()
    visitor, member = browser.cookies["recado-visitor"], browser.cookies["recado-videoclub"]
    wrong = {
        "twice": f"recado-videoclub={member}; recado-videoclub={member}", "behind another": f"recado-videoclub=a; recado-videoclub={member}",
        "in front of another": f"recado-videoclub={member}; recado-videoclub=a", "of another name": f"__Host-videoclub={member}",
        "in capitals": f"Recado-Videoclub={member}", "in quotes": f'recado-videoclub="{member}"', "cut off": f"recado-videoclub={member[:-8]}",
        "changed": f"recado-videoclub={changed(member)}", "as a visitor": f"recado-videoclub={visitor}", "of no letters": "recado-videoclub=\xff\xfe",
        "of every kind": "recado-videoclub=" + "A" * 7_000, "of nothing": "recado-videoclub=", "without a name": "=; ;;=a; recado-videoclub",
    }
    for name, value in wrong.items():
        answer = wire.answer(target.ask(wire.request("GET", "/apps/videoclub", "Cookie: " + value)))
        if answer.status != 200 or b"/apps/videoclub/logout" in answer.content:
            faults.append(f"a cookie {name} is answered with {answer.status}, perhaps as somebody who is logged in")
    large = (("of 9 KB", "a=" + "b" * 9_000, 431), ("of a thousand names", "; ".join(f"c{i}=d" for i in range(1_000)), 200))
    for name, value, status in large:
        found = wire.answer(target.ask(wire.request("GET", "/apps/videoclub", "Cookie: " + value))).status
        if found != status:
            faults.append(f"cookies {name} are answered with {found}, expected {status}")
    for field in browser.get("/apps/videoclub/login").fields["set-cookie"]:
        if "HttpOnly" not in field or "SameSite=Lax" not in field or "Domain" in field:
            faults.append(f"a cookie is set as {field}")
    return len(wrong) + len(large), faults


def attack(target, _):
    found = [way(target) for way in (copied, prepared, forged, tossed)]
    faults = [fault for _, faults in found for fault in faults]
    return tables.outcome("copied, planted, forged and broken cookies, tokens and forms", sum(tried for tried, _ in found), faults)
