# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The apps where the server is not reached, and what makes them installable."""

from frame import story, until

HOME = "/apps/videoclub"
POSTS = "/apps/posts"
# BiDi tells of a page that the worker made as of one that was not reached.
TOLD = ("chromium",)


def with_worker(stage, **options):
    """A browser in which the worker looks after the pages."""
    other = stage.other(service_workers="allow", **options)
    other.go(HOME)
    until(lambda: other.page.evaluate("navigator.serviceWorker.controller !== null"))
    return other


@story("offline", "an offline page is shown without the server, and its retry works later", TOLD)
def not_reached(stage):
    other = with_worker(stage)
    stage.recado.stop()
    assert other.go(POSTS).status == 503
    other.sees_title("Sin conexión")
    other.show("offline")
    assert other.path() == POSTS
    other.follow("Volver a intentarlo")
    other.sees_title("Sin conexión")
    stage.recado.start(stage.recado.port)
    other.follow("Volver a intentarlo")
    other.sees_title("Mensajes")
    other.close()


@story("offline", "the offline page is in the language chosen before", TOLD)
def the_language(stage):
    other = with_worker(stage)
    other.press("Idioma y colores")
    other.follow("English")
    other.sees_title("Films")
    # The worker keeps the language beside the page.
    kept = "caches.match('/apps/language').then((kept) => kept ? kept.text() : '')"
    until(lambda: other.page.evaluate(kept) == "en")
    stage.recado.stop()
    other.go(HOME)
    other.sees_title("No connection")
    stage.recado.start(stage.recado.port)
    other.close()


@story("offline", "a form submitted offline can be sent once the server is back", TOLD)
def the_form(stage):
    other = with_worker(stage)
    other.go(POSTS + "/new")
    other.fill("Título", "Sin <red> & \"compañía\"")
    stage.recado.stop()
    other.press("Publicar")
    other.sees_title("Sin conexión")
    other.sees("Lo que has escrito sigue aquí")
    other.show("offline-form")
    stage.recado.start(stage.recado.port)
    other.press("Volver a intentarlo")
    other.sees("Publicado: Sin <red> & \"compañía\"")
    found = [post["title"] for post in stage.call("GET", "/api/posts?count=1000")]
    assert found.count("Sin <red> & \"compañía\"") == 1
    other.close()


@story("offline", "the offline page does not keep a submitted password", TOLD)
def the_password(stage):
    other = with_worker(stage)
    other.go(HOME + "/login")
    other.fill("Usuario", "test123")
    other.fill("Contraseña", "test123")
    stage.recado.stop()
    other.press("Entrar")
    other.sees_title("Sin conexión")
    assert other.page.locator("[name=login-password]").count() == 0
    stage.recado.start(stage.recado.port)
    other.press("Volver a intentarlo")
    other.sees("Faltan el usuario y la contraseña.")
    other.log_in()
    other.sees("Hola, test123.")
    other.close()


@story("offline", "only assets are cached by the service worker, and pages are always current", TOLD)
def never_old(stage):
    other = with_worker(stage)
    stage.call("POST", "/api/posts", {"title": "Recién escrito", "body": ""})
    other.go(POSTS)
    other.sees("Recién escrito")
    kept = lambda: other.page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            for (const request of await (await caches.open(name)).keys()) {
              found.push(new URL(request.url).pathname);
            }
          }
          return found;
        }"""
    )
    # The language is kept beside the page.
    until(lambda: "/apps/language" in kept())
    found = kept()
    assert all("/assets/" in path or path == "/apps/language" for path in found), found
    assert len(found) == 6, found
    other.close()


@story("offline", "each app shows the offline page without the server and works again later", TOLD)
def each_app(stage):
    other = with_worker(stage)
    names = ("videoclub", "weather", "game", "posts", "playground")
    for name in names:
        other.go(f"/apps/{name}")
        assert other.page.locator("link[rel=manifest]").count() == 1
        assert other.page.evaluate("navigator.serviceWorker.controller !== null"), name
    stage.recado.stop()
    for name in names:
        assert other.go(f"/apps/{name}").status == 503
        other.sees_title("Sin conexión")
    stage.recado.start(stage.recado.port)
    for name in names:
        assert other.go(f"/apps/{name}").status == 200
    other.close()


@story("quality", "the apps have a manifest with icons and can be installed")
def installable(stage):
    stage.go("/apps")
    stage.sees_title("Recado")
    stage.show("shelf")
    manifest = stage.page.locator("link[rel=manifest]").get_attribute("href")
    text = stage.page.evaluate("(a) => fetch(a).then((r) => r.json())", manifest)
    assert text["start_url"] == "/apps"
    shortcuts = [shortcut["url"] for shortcut in text["shortcuts"]]
    assert len(shortcuts) == 5
    for address in shortcuts:
        stage.go(address)
        assert stage.page.locator("link[rel=manifest]").get_attribute("href") == manifest
    stage.go("/apps")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in text["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in text["icons"])
    for icon in text["icons"]:
        answer = stage.context.request.get(stage.recado.base + icon["src"])
        assert answer.headers["content-type"] == icon["type"]
    if stage.is_firefox:
        return
    # What the browser itself has to say against it.
    session = stage.context.new_cdp_session(stage.page)
    assert session.send("Page.getAppManifest")["errors"] == []
