# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The first page of the server, which leads to the apps and tells of the services."""

from frame import story

WORD = "Donaudampfschiff" * 12

SERVICES = ["videoclub", "scores", "posts", "weather", "films", "playground", "routes"]


@story("first page", "leads to the apps and lists every service with an example that can be followed")
def services(stage):
    stage.go("/")
    stage.sees("Los servicios web de esta máquina")
    sections = stage.page.locator("main section h2")
    assert [sections.nth(i).get_attribute("id") for i in range(sections.count())] == SERVICES
    # Whatever is linked is there.
    links = stage.page.locator("main a")
    for address in {links.nth(i).get_attribute("href") for i in range(links.count())}:
        if not address.endswith("/live"):
            answer = stage.context.request.get(stage.recado.base + address)
            assert answer.status == 200, f"{address} is answered with {answer.status}"
    stage.show("home")
    stage.follow("Mensajes")
    stage.sees_title("Mensajes")


@story("first page", "speaks the language and wears the colours that were chosen, in the apps as well")
def the_choice(stage):
    other = stage.other(locale="en-GB")
    other.go("/")
    other.sees("The web services of this machine")
    other.follow("Español")
    other.sees("Los servicios web de esta máquina")
    assert other.path() == "/"
    other.follow("Oscuro")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert other.page.evaluate(ground) == "rgb(23, 21, 19)"
    other.go("/apps")
    assert other.page.locator("html").get_attribute("lang") == "es"
    assert other.page.locator("html").get_attribute("data-theme") == "dark"
    other.close()


@story("quality", "a word of 192 characters makes no page wider than a telephone")
def the_long_word(stage):
    post = stage.call("POST", "/api/posts", {"title": WORD, "body": WORD})["_id"]
    film = {"title": WORD, "year": "1983", "director": WORD[:64], "synopsis": WORD}
    film = stage.call("POST", "/videoclub/api/v1/catalog", film)["id"]
    score = stage.call("POST", "/scores.json", {"name": WORD, "total": 99999})["id"]
    stage.page.set_viewport_size({"width": 320, "height": 640})
    for path in [
        "/apps/posts", f"/apps/posts/{post}", f"/apps/posts/{post}/edit", f"/apps/posts/{post}/delete",
        "/apps/videoclub", f"/apps/videoclub/{film}", f"/apps/videoclub/{film}/edit",
        f"/apps/videoclub/{film}/delete", f"/apps/videoclub?q={WORD}", f"/apps/weather?q={WORD}",
        "/apps/game", "/scores", f"/scores/{score}",
    ]:
        stage.go(path)
        width = stage.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 320, f"{path} is {width} pixels wide"
    stage.page.set_viewport_size({"width": 390, "height": 640})
    stage.go("/scores")
    assert stage.page.evaluate("document.documentElement.scrollWidth") <= 390
    stage.call("DELETE", f"/api/posts/{post}")
    stage.call("DELETE", f"/videoclub/api/v1/catalog/{film}")
    stage.call("DELETE", f"/scores/{score}.json")
