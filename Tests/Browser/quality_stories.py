# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""What holds for every page: axe finds nothing, nothing is too wide, and browsers colour their bars like the page."""

from frame import THEMES, story

WORD = "Donaudampfschiff" * 19
DOCS = ["videoclub", "scores", "posts", "weather", "films", "playground", "routes"]
PAGES = [
    "/", "/nowhere", "/apps", "/apps/nowhere", "/problems/not-found", "/videoclub/problems/not-owner",
    *(f"/{name}/docs" for name in DOCS),
    "/scores", "/scores/new", "/scores/top3", "/apps/videoclub", "/apps/videoclub?q=sur", "/apps/videoclub/8",
    "/apps/videoclub/8/edit", "/apps/videoclub/login", "/apps/weather", "/apps/weather?q=Alicante", "/apps/game",
    "/apps/game/send", "/apps/posts", "/apps/posts/new", "/apps/playground",
]


# Pages are the same for every browser, and so are their colours.
@story("quality", "axe finds no faults in any page, in both themes and two widths", ("chromium",))
def the_rules(stage):
    post = stage.call("POST", "/api/posts", {"title": "Pan", "body": "Y leche."})["_id"]
    score = stage.call("POST", "/scores.json", {"name": "Ana", "total": 7})["id"]
    own = [f"/apps/posts/{post}", f"/apps/posts/{post}/edit", f"/scores/{score}", f"/scores/{score}/edit"]
    faults = []
    for path in PAGES + own:
        stage.go(path)
        for theme in THEMES:
            for width in (320, 1280):
                stage.wear(theme, width, 800)
                try:
                    stage.judge(f"{path}, {theme}, {width}")
                except AssertionError as fault:
                    faults.append(str(fault)[:600])
                if stage.page.evaluate("document.documentElement.scrollWidth") > width:
                    faults.append(f"{path} is wider than {width}")
    assert not faults, "\n".join(faults)
    stage.call("DELETE", f"/api/posts/{post}")
    stage.call("DELETE", f"/scores/{score}.json")


@story("quality", "a word of 304 characters does not widen a page beyond a phone screen")
def the_long_word(stage):
    post = stage.call("POST", "/api/posts", {"title": WORD[:200], "body": WORD})["_id"]
    film = {"title": WORD[:255], "year": "1983", "director": WORD[:64], "synopsis": WORD}
    film = stage.call("POST", "/videoclub/api/v1/catalog", film)["id"]
    score = stage.call("POST", "/scores.json", {"name": WORD[:255], "total": 99999})["id"]
    docs = [f"/{name}/docs" for name in DOCS]
    for width in (320, 390):
        stage.page.set_viewport_size({"width": width, "height": 640})
        for path in [
            "/", "/apps", "/apps/posts", f"/apps/posts/{post}", f"/apps/posts/{post}/edit",
            f"/apps/posts/{post}/delete", "/apps/videoclub", f"/apps/videoclub/{film}",
            f"/apps/videoclub/{film}/edit", f"/apps/videoclub/{film}/delete", f"/apps/videoclub?q={WORD[:255]}",
            f"/apps/weather?q={WORD}", "/apps/game", "/scores", f"/scores/{score}", *docs,
        ]:
            stage.go(path)
            if path.endswith("/docs"):
                # What somebody has typed, and what was answered to it.
                part = stage.page.locator("main section:not(.credentials)").first
                part.locator("details.try > summary").click()
                for field in part.locator("input[type=text]").all()[:1]:
                    field.fill(WORD)
                part.get_by_role("button", name="Enviar", exact=True).click()
                part.locator(".result pre").first.wait_for()
            found = stage.page.evaluate("document.documentElement.scrollWidth")
            assert found <= width, f"{path} is {found} pixels wide at {width}"
    stage.call("DELETE", f"/api/posts/{post}")
    stage.call("DELETE", f"/videoclub/api/v1/catalog/{film}")
    stage.call("DELETE", f"/scores/{score}.json")


@story("quality", "the theme-color of pages matches their background, in both color schemes")
def the_colour(stage):
    def told(scheme):
        return stage.page.evaluate(
            """(scheme) => [...document.querySelectorAll("meta[name=theme-color]")]
              .filter((each) => !each.media || each.media.includes(scheme)).map((each) => each.content)""",
            scheme,
        )

    colours = {"light": ("#faf6ee", "rgb(250, 246, 238)"), "dark": ("#181410", "rgb(24, 20, 16)")}
    for path in ["/", "/apps", "/scores", "/videoclub/docs", "/problems/not-found", "/nowhere"] + [
        "/apps/" + name for name in ("videoclub", "weather", "game", "posts", "playground")
    ]:
        stage.go(path)
        for scheme, (colour, ground) in colours.items():
            assert told(scheme) == [colour], f"{path}: {told(scheme)}"
            if stage.is_firefox:
                continue
            stage.page.emulate_media(color_scheme=scheme)
            found = stage.page.evaluate(
                """[document.documentElement, document.body].map((each) => getComputedStyle(each).backgroundColor)"""
            )
            assert ground in found, f"{path}: {found}"
    stage.go("/apps/preferences?theme=dark&to=/apps")
    assert told("light") == ["#181410"]
    stage.go("/apps/preferences?theme=auto&to=/apps")
