# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""What stories in a browser stand on: a server, services that fail when they are told to, and a page.

A story is a function of a `Stage`. It is told in a browser that knows nothing of the others; what it says of
the pages is what somebody sees. Whatever breaks the page's security policy, or fails in its script, fails it.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error

# Browsers of the system by their names, the best program first: without windows that nobody sees, everything
# takes half the time.
BROWSERS = {
    "chromium": ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium"),
    "firefox": ("/usr/bin/firefox-esr", "/usr/bin/firefox"),
}
# Where pictures are left of every screen; none are taken unless somebody wants them.
PICTURES = os.environ.get("RECADO_PICTURES")
WIDTHS = {360: 740, 768: 1024, 1280: 800}
THEMES = ("light", "dark")
# What axe judges: all but its experiments. Of AAA that is the contrast of texts, of 7 to 1, and links of one name.
RULES = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
STORIES = []


def launch(playwright, name):
    """Starts a browser by its name in `BROWSERS`."""
    path = next(path for path in BROWSERS[name] if os.access(path, os.X_OK))
    if name == "firefox":
        # By WebDriver BiDi, for Firefox as the system has it does not speak the protocol of Playwright's own.
        return playwright.firefox.launch(channel="moz-firefox", executable_path=path)
    options = ["--no-sandbox", "--disable-gpu"]
    return playwright.chromium.launch(executable_path=path, args=options)


def story(row, title, browsers=tuple(BROWSERS)):
    """Makes a function a story about a row of the documents, for those browsers that can be driven through it."""

    def keep(function):
        STORIES.append((row, title, function, browsers))
        return function

    return keep


class Services:
    """Stands between the apps and the services, and lets calls through, or not."""

    def __init__(self):
        self.mode = "up"
        self.target = None
        self.calls = []
        self.streams = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.over = threading.Event()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def handler(services):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                services.calls.append(f"{self.command} {self.path}")
                # Browsers leave pages before they have all of them.
                with contextlib.suppress(ConnectionError):
                    getattr(self, "when_" + services.mode)(body)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def when_up(self, body):
                connection = http.client.HTTPConnection("127.0.0.1", services.target)
                fields = {k: v for k, v in self.headers.items() if k.lower() != "host"}
                # The services name pictures by the host that they are called by.
                fields["Host"] = f"localhost:{services.target}"
                connection.request(self.command, self.path, body, fields)
                upstream = connection.sock
                answer = connection.getresponse()
                self.send_response(answer.status)
                is_stream = "event-stream" in (answer.getheader("Content-Type") or "")
                for name, value in answer.getheaders():
                    if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                        self.send_header(name, value)
                if is_stream:
                    services.streams.append(upstream)
                    self.close_connection = True
                    self.end_headers()
                    # Either side may leave, and the server may end in the middle of a line.
                    with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
                        while piece := answer.read1():
                            self.wfile.write(piece)
                            self.wfile.flush()
                    return
                content = answer.read()
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def when_slow(self, body):
                services.over.wait(8)
                self.close_connection = True

            def when_late(self, body):
                """Does what is asked, and takes too long to say so."""
                connection = http.client.HTTPConnection("127.0.0.1", services.target)
                connection.request(self.command, self.path, body, dict(self.headers))
                connection.getresponse().read()
                self.when_slow(body)

            def when_refusing(self, body):
                problem = {"title": "Service Unavailable", "status": 503, "detail": "Closed."}
                content = json.dumps(problem).encode()
                self.send_response(503)
                self.send_header("Content-Type", "application/problem+json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def when_odd(self, body):
                """Answers something that nobody asked for."""
                self.send_response(200)
                self.send_header("Content-Type", "text/plain")
                self.send_header("Content-Length", "10")
                self.end_headers()
                self.wfile.write(b"Out today.")

            def when_down(self, body):
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True

            def log_message(self, *words):
                pass

        return Handler

    def be(self, mode):
        self.mode = mode
        self.over.set()
        self.over = threading.Event()

    def hang_up(self):
        """Ends the streams that nobody reads any longer, and all others: a server that stops waits for them."""
        while self.streams:
            with contextlib.suppress(OSError):
                self.streams.pop().shutdown(socket.SHUT_RDWR)

    def address(self, prefix):
        return f"http://127.0.0.1:{self.port}{prefix}"


class Recado:
    """A process of `recado serve` with a folder of its own, whose apps call the services by a `Services`, if any."""

    # The services that the apps call, by the names of --app-service, with what their paths begin with.
    PREFIXES = {
        "videoclub": "/videoclub",
        "films": "/omdb",
        "weather": "/data/2.5",
        "scores": "",
        "posts": "/api",
        "playground": "/playground",
    }

    def __init__(self, program, services=None):
        self.folder = tempfile.TemporaryDirectory()
        self.services = services
        self.program = program
        self.start()

    def start(self, port=0):
        # A machine that is busy with stories refuses no request for that.
        command = [self.program, "serve", "--port", str(port), "--waiting", "60000", "--trust-local"]
        command += ["--database", self.folder.name + "/db"]
        for name, prefix in self.PREFIXES.items() if self.services else ():
            command += ["--app-service", f"{name}={self.services.address(prefix)}"]
        clean = {k: v for k, v in os.environ.items() if not re.match("OMDB|OPENWEATHERMAP", k)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=clean, text=True)
        self.port = int(re.search(r":(\d+)", self.process.stdout.readline())[1])
        if self.services:
            self.services.target = self.port
        self.base = f"http://localhost:{self.port}"

    def ensure(self):
        """Starts it again where it has stopped."""
        if self.process.poll() is not None:
            self.start(self.port)

    def stop(self):
        if self.services:
            self.services.hang_up()
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()


class Stage:
    """One browser with one page, and what a story asks of it."""

    def __init__(self, browser, recado, services, **options):
        self.recado, self.services, self.browser = recado, services, browser
        self.is_firefox = browser.browser_type.name == "firefox"
        size = {"width": 1280, "height": 800}
        # A worker for each story would be work for nothing; those about it have one.
        usual = {"locale": "es-ES", "viewport": size, "service_workers": "block"}
        options = usual | options
        self.has_script = options.get("java_script_enabled", True)
        self.context = browser.new_context(**options)
        if self.is_firefox and not self.has_script:
            # BiDi has no command that turns scripts off; pages have no script but those of files.
            self.context.route("**/*.js", lambda route: route.abort())
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self.listen)

    def listen(self, message):
        # Pages that tell of trouble have a status that says so, too, which browsers report.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def close(self):
        self.services.be("up")
        self.context.close()
        assert not self.faults, self.faults

    def other(self, **options):
        """Another browser, such as one without scripts or of somebody who speaks English."""
        return Stage(self.browser, self.recado, self.services, **options)

    # What somebody does.

    def go(self, path):
        # The script has run by then; pictures that nobody looks at may come later.
        try:
            return self.page.goto(self.recado.base + path, wait_until="domcontentloaded")
        except Error as error:
            # Firefox takes a redirection, or a page that a script asks for meanwhile, for another visit.
            if "interrupted by another navigation" not in str(error):
                raise
            self.page.wait_for_load_state("domcontentloaded")
            return None

    def press(self, name, role="button"):
        self.page.get_by_role(role, name=name, exact=True).first.click()
        self.have_whole_page()

    def follow(self, name):
        self.press(name, role="link")

    def fill(self, label, text):
        self.page.get_by_label(label, exact=True).fill(text)

    def log_in(self, user="test123", password="test123"):
        self.fill("Usuario", user)
        self.fill("Contraseña", password)
        self.press("Entrar")

    def have_whole_page(self):
        """Waits for the rest of a page that has begun to come, and for its script."""
        self.page.wait_for_load_state("domcontentloaded")

    def turn_away(self, page, is_away=True):
        """Has a page believe that its tab is behind another one, which tabs without windows never are."""
        page.evaluate(
            """(isAway) => {
              Object.defineProperty(document, "hidden", { value: isAway, configurable: true });
              document.dispatchEvent(new Event("visibilitychange"));
            }""",
            is_away,
        )

    # What somebody sees.

    def sees(self, text):
        self.page.get_by_text(text).first.wait_for(state="visible")
        self.have_whole_page()

    def sees_title(self, text):
        self.page.get_by_role("heading", name=text, exact=True).first.wait_for(state="visible")
        self.have_whole_page()

    def value(self, label):
        return self.page.get_by_label(label, exact=True).input_value()

    def path(self):
        return self.page.url.removeprefix(self.recado.base)

    # What the services hold.

    def call(self, method, path, content=None, user="test123:test123"):
        """Calls a service itself, beside the apps."""
        import base64

        request = urllib.request.Request(self.recado.base + path, method=method)
        request.add_header("Authorization", "Basic " + base64.b64encode(user.encode()).decode())
        if content is not None:
            request.data = json.dumps(content).encode()
            request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    # What is kept of it.

    def show(self, name, settled="main"):
        """Has a screen judged, wide and light, narrow and dark, and takes pictures of it where they are wanted."""
        if not self.has_script:
            # Axe waits for timers, which a page without scripts has not: another browser of the same visitor shows it.
            other = self.other()
            other.context.add_cookies(self.context.cookies())
            other.go(self.path())
            other.show(name, settled)
            return other.close()
        self.page.wait_for_selector(settled)
        self.judge(f"{name}, wide and light")
        if PICTURES:
            self.picture_all(name)
        self.wear("dark", 320, 640)
        overflow = self.page.evaluate("document.documentElement.scrollWidth")
        assert overflow <= 320, f"{name} is {overflow} pixels wide where there are 320"
        self.judge(f"{name}, narrow and dark")
        self.wear("light", 1280, 800)

    def wear(self, theme, width, height):
        if self.is_firefox:
            # What the system prefers cannot be emulated by BiDi; what somebody chose looks the same.
            self.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        else:
            self.page.emulate_media(color_scheme=theme)
        self.page.set_viewport_size({"width": width, "height": height})

    def picture_all(self, name):
        """Takes pictures of a screen in all colours and widths."""
        for theme in THEMES:
            for width, height in WIDTHS.items():
                self.wear(theme, width, height)
                self.picture(f"{name}-{theme}-{width}")

    def picture(self, name):
        """Takes a picture of what is to be seen now, where pictures are wanted."""
        if PICTURES:
            folder = pathlib.Path(PICTURES)
            folder.mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=folder / f"{name}.png")

    def judge(self, name):
        # Pages are the same for every browser: what they say is judged in one.
        if self.is_firefox:
            return
        if not self.page.evaluate("typeof axe !== 'undefined'"):
            self.page.evaluate(AXE_SCRIPT)
        found = self.page.evaluate(
            "(rules) => axe.run(document, { runOnly: rules, resultTypes: ['violations'] })", RULES
        )
        words = [
            f"{v['id']}: {node['html'][:160]} {node['failureSummary']}"
            for v in found["violations"]
            for node in v["nodes"]
        ]
        assert not words, f"axe on {name}:\n" + "\n".join(words)


def led_to(stage, path):
    """Waits for an address, which `until` cannot: nobody hears of a new one while that sleeps."""
    stage.page.wait_for_url(stage.recado.base + path, wait_until="commit")


def until(condition, seconds=5):
    """Waits for something that no page tells of."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)
