# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The first page of the server, which leads to the apps and tells of the services."""

from frame import story, until

SERVICES = ["videoclub", "scores", "posts", "weather", "films", "playground", "routes"]


@story("first page", "leads to the apps and lists every service with working links")
def services(stage):
    stage.go("/")
    stage.sees("Los servicios web de esta máquina")
    sections = stage.page.locator("main .services h3")
    assert [sections.nth(i).get_attribute("id") for i in range(sections.count())] == SERVICES
    # They are folded until somebody wants to know more.
    assert not stage.page.get_by_role("link", name="Leer y probar cada operación").first.is_visible()
    sections.first.click()
    stage.page.get_by_role("link", name="Leer y probar cada operación").first.wait_for()
    # Whatever is linked is there.
    links = stage.page.locator("main a")
    for address in {links.nth(i).get_attribute("href") for i in range(links.count())}:
        # That of an event stream has no end, and that of a standard is elsewhere.
        if address.startswith("/") and not address.endswith("/live"):
            answer = stage.context.request.get(stage.recado.base + address)
            assert answer.status == 200, f"{address} is answered with {answer.status}"
    stage.show("home")
    stage.page.locator(".tiles .posts a").click()
    stage.sees_title("Mensajes")


@story("first page", "keeps the chosen language and theme, also in the apps")
def the_choice(stage):
    other = stage.other(locale="en-GB")
    other.go("/")
    other.sees("The web services of this machine")
    other.press("Language and colours")
    other.follow("Español")
    other.sees("Los servicios web de esta máquina")
    assert other.path() == "/"
    other.press("Idioma y colores")
    other.follow("Oscuro")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    until(lambda: other.page.evaluate(ground) == "rgb(24, 20, 16)")
    other.go("/apps")
    assert other.page.locator("html").get_attribute("lang") == "es"
    assert other.page.locator("html").get_attribute("data-theme") == "dark"
    other.close()


@story("first page", "the name of an app as path redirects browsers to the app")
def short_addresses(stage):
    for name in ("videoclub", "weather", "posts", "playground"):
        stage.go(f"/{name}")
        assert stage.path() == f"/apps/{name}"
    icon = stage.context.request.get(stage.recado.base + "/favicon.ico")
    assert icon.status == 200 and icon.headers["content-type"] == "image/png"
    robots = stage.context.request.get(stage.recado.base + "/robots.txt")
    assert "Disallow: /apps/preferences" in robots.text()
    # Programs are told that there is nothing.
    answer = stage.context.request.get(stage.recado.base + "/videoclub", headers={"Accept": "application/json"})
    assert answer.status == 404


@story("first page", "shows the state of each app, or its purpose if the service is down")
def the_tiles(stage):
    stage.call("POST", "/api/posts", {"title": "Lo último", "body": ""})
    stage.call("POST", "/scores.json", {"name": "Heliodora", "total": 987654})
    free = len([film for film in stage.call("GET", "/videoclub/api/v1/catalog?limit=100") if not film["rented"]])
    for path in ("/", "/apps"):
        stage.go(path)
        told = lambda name: stage.page.locator(f".tiles .{name}").inner_text()
        assert f"{free}\n" in told("videoclub") and "libre" in told("videoclub")
        assert "°C" in told("weather") and "Alicante" in told("weather")
        assert "987654" in told("game") and "Heliodora" in told("game")
        assert "Lo último" in told("posts")
    for mode in ("down", "refusing", "slow"):
        stage.services.be(mode)
        stage.go("/")
        assert "Notas que todo el mundo lee." in told("posts"), mode
        assert "alquilar" in told("videoclub"), mode
    stage.services.be("up")
    score = [score["id"] for score in stage.call("GET", "/scores.json") if score["total"] == 987654]
    for number in score:
        stage.call("DELETE", f"/scores/{number}.json")
