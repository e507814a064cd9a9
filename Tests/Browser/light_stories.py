# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The pages of the weather, the game, the posts and the playground: small, steady, and as wide as the window."""

from frame import story

PAGES = (
    "/apps/weather?q=Alicante", "/apps/weather", "/apps/game", "/apps/game?manner=async", "/apps/game/mine",
    "/apps/posts", "/apps/posts/new", "/apps/playground", "/apps/playground?try=1&shape=list&reading=list",
)
MEASURE = """() => new Promise((resolve) => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => {
    const all = performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"));
    resolve([all.reduce((sum, entry) => sum + entry.transferSize, 0), shift]);
  }, 300);
})"""


# Firefox tells of no shifts.
@story("quality", "pages with their resources have at most 49 KB and no layout shift", ("chromium",))
def the_weight(stage):
    for number in range(25):
        stage.call("POST", "/api/posts", {"title": f"Nota {number}", "body": "Una línea. " * 12, "author": 3})
    for path in PAGES:
        fresh = stage.other()
        fresh.page.goto(stage.recado.base + path, wait_until="load")
        size, shift = fresh.page.evaluate(MEASURE)
        assert 5_000 < size <= 49 * 1024, (path, size)
        assert shift == 0, (path, shift)
        fresh.close()


@story("quality", "a word of 300 characters does not widen a page beyond a phone screen")
def the_long_word(stage):
    word = "x" * 300
    post = stage.call("POST", "/api/posts", {"title": word[:200], "body": word, "author": 9_000_000_000_000_000})
    stage.call("POST", "/scores.json", {"name": word[:255], "total": 2**62})
    stage.page.set_viewport_size({"width": 320, "height": 640})
    for path in (
        f"/apps/posts/{post['_id']}", "/apps/posts", f"/apps/posts?q={word}", "/apps/game?manner=blocking",
        f"/apps/weather?q={word}", f"/apps/playground?try=1&readRoot={word}", "/apps/playground?try=1&shape=user",
    ):
        stage.go(path)
        width = stage.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320, (path, width)
    stage.call("DELETE", f"/api/posts/{post['_id']}")
    for score in stage.call("GET", "/scores.json"):
        stage.call("DELETE", f"/scores/{score['id']}.json")
