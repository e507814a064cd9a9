# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The posts in a browser: row B1 of the documents, and what it says nothing of."""

from frame import led_to, story, until

HOME = "/apps/posts"
LIST = "/api/posts"


def write(stage, title, body="", author=None):
    return stage.call("POST", LIST, {"title": title, "body": body, "author": author})["_id"]


def clear(stage):
    for post in stage.call("GET", LIST + "?count=1000"):
        stage.call("DELETE", f"{LIST}/{post['_id']}")


def titles(stage):
    return stage.page.locator("#posts .title").all_inner_texts()


@story("B1", "posts are listed with the newest first and shown beside the list")
def the_list(stage):
    clear(stage)
    stage.go(HOME)
    stage.sees("Todavía no hay ningún mensaje.")
    stage.show("posts-empty")
    write(stage, "Primero", "Hola a todas y a todos.\n\nEste texto tiene dos párrafos.", 7)
    write(stage, "Segundo <b>en negrita</b>", "Una línea & otra. " * 40)
    stage.go(HOME)
    assert titles(stage) == ["Segundo <b>en negrita</b>", "Primero"]
    stage.show("posts-list")
    stage.page.get_by_role("link", name="Primero").click()
    stage.sees_title("Primero")
    stage.sees("Este texto tiene dos párrafos.")
    stage.sees("Autor 7")
    assert stage.page.locator("aside #posts").is_visible()
    stage.show("posts-post")


@story("B1", "a new post appears at once in every open list")
def the_new_post(stage):
    clear(stage)
    other = stage.other(locale="en-GB")
    other.go(HOME)
    other.sees("There is no post yet.")
    until(lambda: any("posts/live" in call for call in stage.services.calls))
    stage.go(HOME)
    stage.follow("Nuevo mensaje")
    stage.sees_title("Nuevo mensaje")
    stage.show("posts-new")
    stage.fill("Título", "¿Qué tal?")
    stage.fill("Texto", "Uno\n\nDos")
    stage.fill("Autor", "3")
    stage.press("Publicar")
    stage.sees("Publicado: ¿Qué tal?")
    assert titles(stage) == ["¿Qué tal?"]
    other.page.get_by_text("¿Qué tal?").wait_for()
    assert stage.call("GET", LIST)[0]["body"] == "Uno\n\nDos"
    stage.page.reload()
    assert len(stage.call("GET", LIST)) == 1
    other.close()


# BiDi gives Firefox no touch screen.
@story("B1", "pulling the list down reloads it", ("chromium",))
def the_pull(stage):
    clear(stage)
    phone = stage.other(has_touch=True, viewport={"width": 360, "height": 740})
    # Without news, so that pulling is what brings them.
    phone.page.route("**/apps/posts/live", lambda route: route.abort())
    phone.go(HOME)
    write(stage, "Tirado")
    phone.page.evaluate(
        """() => {
          const at = (y) => [new Touch({ identifier: 1, target: document.body, clientX: 100, clientY: y })];
          const say = (name, y) => document.body.dispatchEvent(
            new TouchEvent(name, { touches: y ? at(y) : [], changedTouches: at(y || 300), bubbles: true }));
          say("touchstart", 100); say("touchmove", 220); say("touchend", 0);
        }"""
    )
    phone.page.get_by_text("Tirado").wait_for()
    phone.faults.clear()
    phone.close()


@story("B1", "the refresh button reloads the list")
def the_refresh(stage):
    clear(stage)
    other = stage.other()
    other.page.route("**/apps/posts/live", lambda route: route.abort())
    other.go(HOME)
    write(stage, "Apretado")
    other.follow("Actualizar")
    other.page.get_by_text("Apretado").wait_for()
    # Firefox says that it has no news.
    other.page.close()
    other.faults.clear()
    other.close()
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME)
    write(stage, "Sin programa")
    plain.follow("Actualizar")
    until(lambda: titles(plain)[:1] == ["Sin programa"])
    plain.close()


@story("B1", "the list is not left dimmed by live updates during a reload")
def the_dimmed_list(stage):
    clear(stage)
    stage.go(HOME)
    until(lambda: any("posts/live" in call for call in stage.services.calls))
    held = []
    stage.page.route("**" + HOME, lambda route: held.append(route))
    stage.follow("Actualizar")
    until(lambda: pump(stage) and held and stage.page.locator("#posts[aria-busy]").count() == 1)
    before = len(held)
    write(stage, "Mientras tanto")
    until(lambda: pump(stage) and len(held) > before)
    for route in reversed(held):
        route.continue_()
    stage.sees("Mientras tanto")
    until(lambda: pump(stage) and stage.page.locator("#posts[aria-busy]").count() == 0)


def pump(stage):
    """Lets what the browser has to tell arrive."""
    stage.page.wait_for_timeout(20)
    return True


@story("B1", "live updates do not move the keyboard focus")
def the_focus(stage):
    clear(stage)
    write(stage, "Enfocado")
    stage.go(HOME)
    until(lambda: any("posts/live" in call for call in stage.services.calls))
    stage.page.get_by_role("link", name="Enfocado").focus()
    write(stage, "Noticia")
    stage.sees("Noticia")
    assert "Enfocado" in stage.page.evaluate("document.activeElement.innerText")
    clear(stage)
    stage.sees("Todavía no hay ningún mensaje.")
    assert stage.page.evaluate("document.activeElement.id") == "posts"


@story("B1", "posts above the page limit are on the next page")
def the_pages(stage):
    clear(stage)
    for number in range(23):
        write(stage, f"Nota {number}")
    stage.go(HOME)
    assert len(titles(stage)) == 20
    stage.sees("1 / 2")
    stage.follow("Más antiguos")
    stage.sees("2 / 2")
    assert titles(stage) == ["Nota 2", "Nota 1", "Nota 0"]
    clear(stage)


@story("B1", "posts are searched during typing, or by a button without JavaScript")
def the_search(stage):
    clear(stage)
    for number in range(23):
        write(stage, f"Ñandú {number}")
    write(stage, "Otro", "con un ÑANDÚ dentro", 4)
    write(stage, "Nada que ver")
    stage.go(HOME)
    stage.page.get_by_label("Buscar mensajes").fill("nandu")
    stage.sees("24 mensajes con «nandu»")
    assert titles(stage)[0] == "Otro" and len(titles(stage)) == 20
    led_to(stage, HOME + "?q=nandu")
    stage.show("posts-search")
    stage.follow("Más antiguos")
    until(lambda: titles(stage)[-1:] == ["Ñandú 0"])
    stage.page.get_by_role("link", name="Ñandú 0").click()
    stage.sees_title("Ñandú 0")
    assert stage.page.get_by_label("Buscar mensajes").input_value() == "nandu"
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME)
    plain.page.get_by_label("Buscar mensajes").fill("no está")
    plain.press("Buscar")
    plain.sees("0 mensajes con «no está»")
    plain.follow("Ver todos")
    until(lambda: len(titles(plain)) == 20)
    plain.close()
    clear(stage)


@story("B1", "HTTP URLs in a post become links, and other URLs do not")
def the_links(stage):
    clear(stage)
    body = "Lee https://example.org/a?b=1&c=2, o <b>javascript://alert(1)</b>.\n" + "https://example.org/" + "x" * 300
    number = write(stage, "Enlaces " + "y" * 150, body, 12)
    stage.go(f"{HOME}/{number}")
    links = stage.page.locator(".post .text a")
    assert links.count() == 2
    assert links.first.get_attribute("href") == "https://example.org/a?b=1&c=2"
    assert "noopener" in links.first.get_attribute("rel")
    stage.sees("ahora mismo")
    stage.sees("javascript://alert(1)")
    stage.show("posts-links")


@story("B1", "a draft is kept after a reload, a closed tab and an error, until it is published")
def the_draft(stage):
    clear(stage)
    stage.go(HOME + "/new")
    assert not stage.page.get_by_text("Se ha recuperado tu borrador.").is_visible()
    stage.fill("Título", "A medias")
    stage.fill("Texto", "Uno\n\nDos")
    stage.sees("Guardado como borrador en este navegador.")
    stage.page.reload(wait_until="domcontentloaded")
    stage.sees("Se ha recuperado tu borrador.")
    assert (stage.value("Título"), stage.value("Texto")) == ("A medias", "Uno\n\nDos")
    stage.show("posts-draft")
    stage.page.close()
    stage.page = stage.context.new_page()
    stage.go(HOME + "/new")
    stage.sees("Se ha recuperado tu borrador.")
    stage.fill("Autor", "5")
    stage.services.be("down")
    stage.press("Publicar")
    stage.sees("Sin conexión con el servicio")
    stage.services.be("up")
    stage.go(HOME + "/new")
    assert (stage.value("Título"), stage.value("Autor")) == ("A medias", "5")
    stage.press("Publicar")
    stage.sees("Publicado: A medias")
    stage.go(HOME + "/new")
    assert (stage.value("Título"), stage.value("Texto")) == ("", "")
    # The number under which somebody writes is theirs for good.
    assert stage.value("Autor") == "5"


@story("B1", "a draft can be discarded, and a draft of an older version is not restored")
def the_other_draft(stage):
    clear(stage)
    number = write(stage, "Antes", "Uno")
    stage.go(f"{HOME}/{number}/edit")
    stage.fill("Texto", "Lo mío")
    stage.sees("Guardado como borrador en este navegador.")
    stage.page.reload(wait_until="domcontentloaded")
    stage.sees("Se ha recuperado tu borrador.")
    stage.press("Descartarlo")
    assert stage.value("Texto") == "Uno"
    stage.page.reload(wait_until="domcontentloaded")
    assert stage.value("Texto") == "Uno"
    assert not stage.page.get_by_text("Se ha recuperado tu borrador.").is_visible()
    stage.fill("Texto", "Lo mío")
    stage.sees("Guardado como borrador en este navegador.")
    stage.call("PUT", f"{LIST}/{number}", {"body": "Lo suyo"})
    stage.page.reload(wait_until="domcontentloaded")
    assert stage.value("Texto") == "Lo suyo"


@story("B1", "an invalid post is not sent, and the form keeps its input")
def the_wrong_post(stage):
    stage.go(HOME + "/new")
    stage.fill("Texto", "Sin título")
    stage.fill("Autor", "Ana")
    stage.press("Publicar")
    stage.sees("Escribe un título.")
    stage.sees("El autor es un número")
    assert stage.value("Texto") == "Sin título"
    stage.show("posts-wrong")
    stage.fill("Título", "Ya")
    stage.fill("Autor", "")
    stage.services.be("down")
    stage.press("Publicar")
    stage.sees("Sin conexión con el servicio")
    assert stage.value("Texto") == "Sin título"
    stage.services.be("up")
    stage.press("Publicar")
    stage.sees("Publicado: Ya")


@story("B1", "a post sent again after a timeout is stored once")
def the_late_post(stage):
    clear(stage)
    stage.go(HOME + "/new")
    stage.fill("Título", "Una vez")
    stage.services.be("late")
    stage.press("Publicar")
    stage.sees("El servicio tarda demasiado")
    assert stage.value("Título") == "Una vez"
    stage.services.be("up")
    stage.press("Publicar")
    stage.sees("Publicado: Una vez")
    assert len(stage.call("GET", LIST)) == 1


@story("B1", "an edit changes the post only when saved, and can be cancelled")
def the_edit(stage):
    clear(stage)
    number = write(stage, "Antes", "Uno\n\nDos", 7)
    stage.go(f"{HOME}/{number}")
    stage.follow("Editar")
    stage.sees_title("Editar mensaje")
    assert stage.value("Texto") == "Uno\n\nDos"
    stage.show("posts-edit")
    stage.fill("Título", "Otra cosa")
    stage.follow("Cancelar")
    stage.sees_title("Antes")
    assert stage.call("GET", f"{LIST}/{number}")["title"] == "Antes"
    stage.follow("Editar")
    stage.sees_title("Editar mensaje")
    stage.fill("Título", "Después")
    stage.services.be("down")
    stage.press("Guardar")
    stage.sees("Sin conexión con el servicio")
    assert stage.value("Título") == "Después"
    stage.services.be("up")
    stage.press("Guardar")
    stage.sees("Los cambios se han guardado.")
    stage.sees_title("Después")
    post = stage.call("GET", f"{LIST}/{number}")
    assert (post["body"], post["author"]) == ("Uno\n\nDos", 7), post


@story("B1", "a conflicting edit of a post shows both versions and keeps the input")
def the_conflict(stage):
    clear(stage)
    number = write(stage, "Antes", "Uno")
    stage.go(f"{HOME}/{number}/edit")
    stage.fill("Texto", "Lo mío")
    stage.call("PUT", f"{LIST}/{number}", {"title": "Suyo", "body": "Lo suyo"})
    stage.press("Guardar")
    stage.sees("Alguien ha cambiado el mensaje")
    assert stage.page.locator(".theirs .text").inner_text() == "Lo suyo"
    assert stage.value("Texto") == "Lo mío"
    stage.show("posts-conflict")
    stage.press("Guardar lo mío")
    stage.sees_title("Antes")
    assert stage.call("GET", f"{LIST}/{number}")["body"] == "Lo mío"
    stage.go(f"{HOME}/{number}/edit")
    stage.fill("Título", "Sigue")
    stage.call("DELETE", f"{LIST}/{number}")
    stage.press("Guardar")
    stage.sees("Alguien ha borrado el mensaje.")
    stage.show("posts-gone")
    stage.press("Publicarlo como nuevo")
    stage.sees("Publicado: Sigue")
    assert titles(stage) == ["Sigue"]


@story("B1", "deleting a post asks for confirmation, with and without JavaScript")
def the_deletion(stage):
    clear(stage)
    number = write(stage, "Se va")
    write(stage, "Se queda")
    stage.go(f"{HOME}/{number}")
    stage.follow("Borrar")
    stage.page.wait_for_selector("dialog[open]")
    assert stage.page.evaluate("document.activeElement.innerText") == "Cancelar"
    stage.show("posts-delete", settled="dialog[open]")
    stage.page.locator("dialog").get_by_role("button", name="Cancelar").click()
    assert len(stage.call("GET", LIST)) == 2
    stage.follow("Borrar")
    stage.page.locator("dialog").get_by_role("button", name="Borrar").click()
    stage.sees("“Se va” se ha borrado.")
    assert titles(stage) == ["Se queda"]
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME)
    plain.page.get_by_role("link", name="Se queda").click()
    plain.follow("Borrar")
    plain.sees_title("¿Borrar “Se queda”?")
    plain.press("Borrar")
    plain.sees("“Se queda” se ha borrado.")
    plain.close()
    assert stage.call("GET", LIST) == []


@story("B1", "a change of a post appears at once in its open page")
def the_live_post(stage):
    clear(stage)
    number = write(stage, "Antes")
    stage.services.calls.clear()
    stage.go(f"{HOME}/{number}")
    until(lambda: any("posts/live" in call for call in stage.services.calls))
    stage.call("PUT", f"{LIST}/{number}", {"title": "Después"})
    stage.sees_title("Después")


@story("B1", "a tab shown again is updated, even with more tabs than connections")
def the_tabs(stage):
    clear(stage)
    first = write(stage, "Antes")
    # Both have six connections to a host; each tab of Firefox costs it a second.
    count = 12 if stage.is_firefox else 50
    pages = [stage.page] + [stage.context.new_page() for _ in range(count - 1)]
    for page in pages:
        page.goto(stage.recado.base + HOME, wait_until="domcontentloaded")
        page.get_by_text("Antes").wait_for()
        stage.turn_away(page)
    stage.call("PUT", f"{LIST}/{first}", {"title": "Después"})
    stage.turn_away(stage.page, False)
    stage.sees("Después")
    assert pages[1].get_by_text("Antes").is_visible()


@story("B1", "an outage of the posts service shows its kind and offers a retry")
def the_outages(stage):
    # With a script the page would not wait for anybody to try again.
    plain = stage.other(java_script_enabled=False)
    for mode, title in [
        ("down", "Sin conexión con el servicio"),
        ("refusing", "El servicio está ocupado"),
    ]:
        stage.services.be(mode)
        assert plain.go(HOME).status >= 502
        plain.sees(title)
    stage.services.be("up")
    plain.follow("Volver a intentarlo")
    until(lambda: plain.page.locator(".trouble").count() == 0)
    plain.close()


@story("B1", "an error page reloads itself when the service is back")
def the_recovery(stage):
    stage.services.be("down")
    assert stage.go(HOME).status >= 502
    stage.sees("Sin conexión con el servicio")
    stage.show("posts-down")
    stage.services.be("up")
    until(lambda: stage.page.locator(".trouble").count() == 0, 15)


@story("B1", "a missing post gets a page with status 404")
def the_missing_post(stage):
    assert stage.go(HOME + "/0123456789abcdef01234567").status == 404
    stage.sees("No se encuentra")
    assert stage.go(HOME + "/%3Cscript%3E").status == 404
