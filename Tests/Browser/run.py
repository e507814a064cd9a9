# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""Tells the stories of the apps in a browser: python run.py PROGRAM [WORDS]

PROGRAM is `recado`. With WORDS, those stories are told whose row or title has them. Pictures of every screen are
left in .build/screenshots.
"""

import importlib
import pathlib
import sys
import time
import traceback

from playwright.sync_api import sync_playwright

from frame import STORIES, Recado, Services, Stage

CHROMIUM = "/usr/bin/chromium"


def tell(function, stage):
    """Tells a story, and returns what was wrong."""
    faults = []
    for step in (lambda: function(stage), stage.close):
        try:
            step()
        except Exception:
            faults.append(traceback.format_exc())
    return "\n".join(faults)


def main(program, words):
    folder = pathlib.Path(__file__).parent
    for file in sorted(folder.glob("*_stories.py")):
        importlib.import_module(file.stem)
    services = Services()
    recado = Recado(program, services)
    failed = 0
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            for row, title, function in STORIES:
                if words not in f"{row}: {title}":
                    continue
                start = time.monotonic()
                fault = tell(function, Stage(browser, recado, services))
                failed += bool(fault)
                word = "FAILED" if fault else "ok"
                print(f"{word} {row}: {title} ({time.monotonic() - start:.1f} s)", flush=True)
                if fault:
                    print(fault, flush=True)
            browser.close()
    finally:
        recado.stop()
    print("all well" if not failed else f"{failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], " ".join(sys.argv[2:])))
