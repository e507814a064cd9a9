# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""Measures the first page of each app in a browser that has never been here: python figures.py PROGRAM

PROGRAM is `recado`, built for release. For each page it prints the largest contentful paint, the median and the worst
of several visits over loopback, on a screen of 390 by 844 pixels; the layout shift, the worst of the visits; and the
bytes that came: those of the page with its style sheet, script and icons, and those of all with pictures.
"""

import statistics
import sys

from playwright.sync_api import sync_playwright

from frame import Recado, Stage, launch

PAGES = {
    "/": "first page",
    "/apps": "all apps",
    "/apps/videoclub": "videoclub",
    "/apps/weather?q=Alicante": "weather",
    "/apps/game": "game",
    "/apps/posts": "posts",
    "/apps/playground": "playground",
    "/scores": "scores",
    "/videoclub/docs": "its docs",
}
VISITS = 5
# A paint counts as the largest when none has come for so many milliseconds after the page was loaded.
MEASURE = """() => new Promise((resolve) => {
  let paint = 0, shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paint = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => {
    const all = performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"));
    const bytes = (list) => list.reduce((sum, entry) => sum + entry.transferSize, 0);
    const own = all.filter((entry, index) => index === 0 || entry.name.includes("/assets/"));
    resolve([paint, bytes(own), bytes(all), shift]);
  }, 300);
})"""


def visit(browser, recado, path):
    stage = Stage(browser, recado, None, viewport={"width": 390, "height": 844})
    stage.page.goto(recado.base + path, wait_until="load")
    found = stage.page.evaluate(MEASURE)
    stage.context.close()
    return found


def fill(recado):
    """Gives the game and the posts something to show."""
    stage = Stage.__new__(Stage)
    stage.recado = recado
    for number in range(20):
        stage.call("POST", "/scores.json", {"name": f"Ana {number}", "total": number})
        stage.call("POST", "/api/posts", {"title": f"Nota {number}", "body": "Una línea. " * 12})


def main(program):
    recado = Recado(program)
    try:
        fill(recado)
        with sync_playwright() as playwright:
            browser = launch(playwright, "chromium")
            # The first visit of all pays for what the browser itself prepares.
            visit(browser, recado, "/apps")
            print(f"{'':12} {'paint, ms':>10} {'worst, ms':>10} {'bytes':>8} {'with pictures':>14} {'shift':>6}")
            for path, name in PAGES.items():
                visits = [visit(browser, recado, path) for _ in range(VISITS)]
                paints = [visit[0] for visit in visits]
                _, own, everything, _ = visits[0]
                shift = max(visit[3] for visit in visits)
                median = statistics.median(paints)
                told = f"{name:12} {median:10.0f} {max(paints):10.0f} {own:8} {everything:14} {shift:6.3f}"
                print(told, flush=True)
            browser.close()
    finally:
        recado.stop()


if __name__ == "__main__":
    main(sys.argv[1])
