# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""Tells the stories of the apps in a browser: python run.py PROGRAM BROWSER [WORDS]

PROGRAM is `recado`, BROWSER `chromium` or `firefox`. With WORDS, those stories are told whose row or title has
them. With a folder in RECADO_PICTURES pictures of every screen are left there.
"""

import importlib
import pathlib
import queue
import sys
import threading
import time
import traceback

from playwright.sync_api import sync_playwright

from frame import STORIES, Recado, Services, Stage, launch

# Stories wait more than they work. Each teller has a server and a browser of its own for all that it tells.
TELLERS = 2


def tell(function, stage):
    """Tells a story, and returns what was wrong."""
    faults = []
    for step in (lambda: function(stage), stage.close):
        try:
            step()
        except Exception:
            faults.append(traceback.format_exc())
    return "\n".join(faults)


class Teller(threading.Thread):
    """Tells stories until none are left."""

    def __init__(self, program, browser, stories):
        super().__init__()
        self.program, self.browser, self.stories = program, browser, stories
        # A teller that never comes to its end has failed.
        self.failed, self.ended = 0, False

    def run(self):
        services = Services()
        recado = Recado(self.program, services)
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright, self.browser)
                while not self.stories.empty():
                    # Stories wait for calls of their own.
                    services.calls.clear()
                    self.tell_next(Stage(browser, recado, services))
                browser.close()
        finally:
            recado.stop()
        self.ended = True

    def tell_next(self, stage):
        try:
            row, title, function = self.stories.get_nowait()
        except queue.Empty:
            return
        start = time.monotonic()
        fault = tell(function, stage)
        # A story that fails while the server is down must not fail those that follow.
        stage.recado.ensure()
        self.failed += bool(fault)
        word = "FAILED" if fault else "ok"
        text = f"{word} {row}: {title} ({time.monotonic() - start:.1f} s)\n"
        # In one piece, for the others write, too.
        sys.stdout.write(text + (fault + "\n" if fault else ""))
        sys.stdout.flush()


def main(program, browser, words):
    folder = pathlib.Path(__file__).parent
    for file in sorted(folder.glob("*_stories.py")):
        importlib.import_module(file.stem)
    stories = queue.Queue()
    for row, title, function, browsers in STORIES:
        if browser in browsers and words in f"{row}: {title}":
            stories.put((row, title, function))
    start = time.monotonic()
    tellers = [Teller(program, browser, stories) for _ in range(min(TELLERS, stories.qsize()))]
    for teller in tellers:
        teller.start()
    for teller in tellers:
        teller.join()
    failed = sum(teller.failed + (not teller.ended) for teller in tellers)
    words = "all well" if not failed else f"{failed} failed"
    print(f"{words} ({time.monotonic() - start:.0f} s)", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], " ".join(sys.argv[3:])))
