# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The list of the videoclub in a browser: its pages, filters and order, its posters, and going back to it."""

import contextlib
from concurrent.futures import ThreadPoolExecutor

from frame import led_to, story, until
from videoclub_stories import CATALOG, HOME, a_film, sign_in, titles


def current(stage):
    """The titles of the films that the list marks as the one that is shown."""
    return stage.page.locator(".films [aria-current] .title").all_inner_texts()


@contextlib.contextmanager
def films(stage, word, count):
    """So many films whose titles begin with a word; they are removed afterwards."""
    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(lambda n: a_film(stage, f"{word} {n:03}"), range(count)))
        yield sorted(numbers)
        list(pool.map(lambda n: stage.call("DELETE", f"{CATALOG}/{n}"), numbers))


@story("V1", "list pages can be chosen by number, and a number beyond the last leads to the last")
def page_numbers(stage):
    with films(stage, "Tanda", 260):
        stage.go(HOME + "?q=Tanda")
        stage.sees("260 películas")
        stage.show("videoclub-pages")
        stage.press("Página 6", role="link")
        led_to(stage, HOME + "?q=Tanda&page=6")
        until(lambda: len(titles(stage)) == 10)
        assert stage.page.locator(".numbers [aria-current]").inner_text() == "6"
        stage.fill("Página", "3")
        stage.press("Ir")
        led_to(stage, HOME + "?q=Tanda&page=3")
        for number in ("500", "99999999999999999999"):
            stage.go(f"{HOME}?q=Tanda&page={number}")
            assert stage.path() == HOME + "?q=Tanda&page=6"
            assert len(titles(stage)) == 10


@story("V1", "the list beside a film shows the film and keeps the search")
def the_side_list(stage):
    with films(stage, "Lateral", 60) as numbers:
        stage.go(HOME + "?q=Lateral&page=2")
        name = titles(stage)[3]
        stage.page.locator(".films a", has_text=name).click()
        stage.sees_title(name)
        assert current(stage) == [name]
        assert stage.page.get_by_role("searchbox").input_value() == "Lateral"
        stage.show("videoclub-side")
        stage.follow("Anteriores")
        led_to(stage, f"{HOME}/{numbers[53]}?q=Lateral")
        stage.sees_title(name)
        assert current(stage) == [name] and len(titles(stage)) == 51
        stage.page.set_viewport_size({"width": 390, "height": 800})
        stage.follow("Películas")
        led_to(stage, HOME + "?q=Lateral")
        # A link that somebody was sent tells of no list.
        stage.go(f"{HOME}/{numbers[-1]}")
        assert len(current(stage)) == 1


@story("V7", "films are filtered by state, year and owner, and sorted")
def filters(stage):
    with films(stage, "Filtrada", 4) as numbers:
        stage.call("PUT", f"{CATALOG}/{numbers[0]}/rent")
        stage.call("PUT", f"{CATALOG}/{numbers[1]}", {"year": "1950"})
        stage.go(HOME + "?q=Filtrada")
        stage.page.get_by_text("Filtrar y ordenar").click()
        stage.show("videoclub-filters")
        stage.page.get_by_label("Estado").select_option("Alquiladas")
        until(lambda: len(titles(stage)) == 1)
        led_to(stage, HOME + "?q=Filtrada&state=rented")
        stage.page.get_by_label("Estado").select_option("Libres")
        until(lambda: len(titles(stage)) == 3)
        stage.page.get_by_label("Orden").select_option("Año, las antiguas antes")
        until(lambda: titles(stage)[0] == stage.call("GET", f"{CATALOG}/{numbers[1]}")["title"])
        stage.fill("Año", "1950")
        stage.page.get_by_label("Año").press("Tab")
        until(lambda: len(titles(stage)) == 1)
        stage.fill("Año", "abcd")
        stage.page.get_by_label("Año").press("Tab")
        stage.sees("Escribe un año, como 1972")
        # Who looks without a script asks with a button.
        plain = stage.other(java_script_enabled=False)
        plain.go(HOME + "?q=Filtrada")
        plain.page.get_by_text("Filtrar y ordenar").click()
        plain.page.get_by_label("Estado").select_option("Alquiladas")
        plain.press("Aplicar")
        until(lambda: len(titles(plain)) == 1)
        plain.close()
        # One's own are those of whoever logs in.
        stage.go(HOME)
        stage.page.get_by_text("Filtrar y ordenar").click()
        stage.page.get_by_label("Solo las mías").check()
        stage.press("Aplicar")
        stage.log_in()
        stage.sees("Hola, test123.")
        assert "mine=yes" in stage.path()
        assert "El padrino" not in titles(stage) and len(titles(stage)) >= 4


@story("quality", "another member's film has no edit links, and its edit form asks for a login first")
def not_offered(stage):
    number = a_film(stage, "De test123")
    # Whoever is not known yet is asked before the form.
    stage.go(HOME + "/1/edit")
    stage.sees("Para guardar los cambios hace falta una cuenta")
    stage.log_in()
    stage.sees("No tienes permiso: la película es de otro socio.")
    stage.sees_title("El padrino")
    for name in ("Editar", "Borrar"):
        assert stage.page.get_by_role("link", name=name).count() == 0
    stage.sees("Es de otro socio")
    assert stage.page.get_by_role("button", name="Libre").count() == 0
    stage.show("videoclub-others")
    stage.go(f"{HOME}/{number}")
    stage.page.get_by_role("link", name="Editar").wait_for()
    stage.page.get_by_role("link", name="Borrar").wait_for()


@story("quality", "a login and a language change lead back to the same page and search")
def lead_back(stage):
    stage.go(HOME + "/2?q=padri")
    stage.follow("Entrar")
    stage.follow("Cancelar")
    led_to(stage, HOME + "/2?q=padri")
    stage.follow("Entrar")
    stage.log_in("test123", "no es")
    stage.sees("El usuario o la contraseña no son correctos.")
    stage.log_in()
    stage.sees("Hola, test123.")
    assert stage.path() == HOME + "/2?q=padri"
    stage.go(HOME)
    stage.page.get_by_role("searchbox").press_sequentially("padri", delay=20)
    led_to(stage, HOME + "?q=padri")
    stage.press("Idioma y colores")
    stage.follow("English")
    stage.sees_title("Films")
    assert stage.path() == HOME + "?q=padri"
    assert stage.page.get_by_role("searchbox").input_value() == "padri"
    # Nobody is led elsewhere.
    for address in ("//example.org", "https://example.org", "/apps/videoclub\\@example.org"):
        stage.go(f"{HOME}/login?to={address}")
        stage.page.get_by_label("Name", exact=True).fill("test123")
        stage.page.get_by_label("Password", exact=True).fill("test123")
        stage.press("Log in")
        stage.sees("Hello, test123.")
        assert stage.path() == HOME


@story("quality", "a film with a missing or broken poster shows its title as the poster")
def posters_of_letters(stage):
    bare = a_film(stage, "Sin cartel")
    broken = a_film(stage, "Cartel roto")
    stage.call("PUT", f"{CATALOG}/{broken}", {"poster": "/no-hay.png"})
    for path in (f"{HOME}/{bare}", f"{HOME}/{broken}", HOME + "?q=cartel"):
        stage.go(path)
        until(lambda: stage.page.locator("main .poster img[src$='no-hay.png']").count() == 0)
        poster = stage.page.locator("main .poster").first
        assert "artel" in poster.get_attribute("data-title")
        shown = "(e) => getComputedStyle(e, '::before').content"
        assert poster.evaluate(shown) not in ("none", "normal")
    stage.show("videoclub-letters")


@story("faults", "a search reports an unreachable server and continues when it is back")
def search_without_a_server(stage):
    stage.go(HOME)
    stage.recado.stop()
    box = stage.page.get_by_role("searchbox")
    box.press_sequentially("padri", delay=20)
    # The page says so of its live changes, too, in a note of its own.
    note = stage.page.get_by_role("alert").filter(has_text="No se llega al servidor")
    note.wait_for(state="visible")
    assert len(titles(stage)) > 5
    stage.show("videoclub-stale")
    stage.recado.start(stage.recado.port)
    box.fill("padrino")
    until(lambda: titles(stage) and len(titles(stage)) < 5)
    until(lambda: note.count() == 0)


@story("quality", "selected elements are highlighted with forced colors", ("chromium",))
def forced_colours(stage):
    stage.page.emulate_media(forced_colors="active")
    highlight = """(selector) => {
      const probe = document.createElement("p");
      probe.style.cssText = "background: Highlight; color: HighlightText; forced-color-adjust: none";
      document.body.append(probe);
      const look = (e) => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color].join();
      const wanted = look(probe);
      probe.remove();
      return [look(document.querySelector(selector)), wanted];
    }"""
    post = stage.call("POST", "/api/posts", {"title": "Elegido", "body": ""})["_id"]
    for path, selector in [
        (HOME + "/8", ".films [aria-current]"), (HOME + "/8", ".films [aria-current] .title"),
        (f"/apps/posts/{post}", ".rows [aria-current]"), ("/apps/game", ".switch [aria-current]"),
    ]:
        stage.go(path)
        found, wanted = stage.page.evaluate(highlight, selector)
        # What stands in it has the colour of its text, and no ground of its own.
        if selector.endswith(".title"):
            found, wanted = found.rsplit("rgb", 1)[1], wanted.rsplit("rgb", 1)[1]
        assert found == wanted, f"{selector} on {path} is {found}, not {wanted}"
    stage.call("DELETE", f"/api/posts/{post}")


@story("quality", "going back in the browser shows the current list")
def go_back(stage):
    gone, renamed = a_film(stage, "Se irá"), a_film(stage, "Se llamaba")
    stage.go(HOME + "?q=se")
    assert "Se irá" in titles(stage)
    stage.page.locator(".films a", has_text="Se llamaba").click()
    stage.sees_title("Se llamaba")
    stage.call("DELETE", f"{CATALOG}/{gone}")
    stage.call("PUT", f"{CATALOG}/{renamed}", {"title": "Se llama"})
    stage.page.go_back(wait_until="commit")
    # The page may be made anew meanwhile.
    stage.page.locator(".films").get_by_text("Se llama", exact=True).first.wait_for()
    assert "Se irá" not in titles(stage) and "Se llamaba" not in titles(stage)
    stage.call("DELETE", f"{CATALOG}/{renamed}")


@story("quality", "posters load from the host name that the browser used")
def posters_by_any_name(stage):
    origin = f"http://127.0.0.1:{stage.recado.port}"
    for path in ("/1", ""):
        stage.page.goto(origin + HOME + path, wait_until="domcontentloaded")
        image = stage.page.locator("main .poster img").first
        assert image.evaluate("(i) => i.src").startswith(origin + "/videoclub/posters/")
        until(lambda: image.evaluate("(i) => i.naturalWidth > 0"))


@story("V6", "too many wrong passwords show the time to wait, and the form is kept")
def too_many_attempts(stage):
    number = a_film(stage, "Con prisa")
    stage.go(f"{HOME}/{number}")
    stage.press("Libre")
    stage.log_in("nadie", "no es")
    stage.sees_title("No has entrado")
    wait = stage.page.locator("[data-seconds]")

    def seconds():
        return int(wait.get_attribute("data-seconds")) if wait.count() else 0

    # Five may be wrong for nothing; from then on the time to wait doubles with each that is looked at.
    for _ in range(16):
        if seconds() >= 4:
            break
        until(lambda: wait.count() == 0 or "Ya puedes" in wait.inner_text(), 9)
        stage.fill("Contraseña", "no es")
        with stage.page.expect_response(lambda answer: "/rental" in answer.url) as answer:
            stage.press("Entrar")
        stage.page.wait_for_load_state("domcontentloaded")
    assert seconds() >= 4 and answer.value.status == 429
    stage.sees_title("Demasiados intentos")
    assert "://" not in stage.page.locator("main").inner_text()
    first = wait.inner_text()
    assert first.startswith("Demasiados intentos; prueba dentro de")
    assert stage.value("Usuario") == "nadie"
    until(lambda: stage.page.evaluate("document.activeElement.type") == "password")
    stage.show("videoclub-attempts")
    until(lambda: wait.inner_text() != first)
    until(lambda: wait.inner_text() == "Ya puedes probar otra vez.", 9)
    stage.log_in()
    stage.sees("Alquilada.")


@story("quality", "keyboard shortcuts search, add and move in the list, and can be turned off")
def single_keys(stage):
    stage.go(HOME)
    stage.page.keyboard.press("/")
    assert stage.page.evaluate("document.activeElement.id") == "search"
    stage.page.keyboard.type("/n")
    assert stage.page.get_by_role("searchbox").input_value() == "/n"
    stage.go(HOME)
    links = stage.page.locator(".films a")
    links.first.focus()
    stage.page.keyboard.press("ArrowDown")
    assert links.nth(1).evaluate("(e) => e === document.activeElement")
    stage.page.keyboard.press("ArrowUp")
    assert links.first.evaluate("(e) => e === document.activeElement")
    stage.page.keyboard.press("n")
    stage.sees_title("Añadir película")
    stage.go("/apps/preferences?keys=off&to=" + HOME)
    stage.page.keyboard.press("n")
    stage.page.keyboard.press("/")
    assert stage.path() == HOME and stage.page.evaluate("document.activeElement.id") == ""


@story("V1", "changes of films by other clients appear at once in lists and film pages")
def live(stage):
    number = a_film(stage, "Viva")
    other = stage.other(locale="en-GB")
    other.go(HOME + "?q=viva")
    assert titles(other) == ["Viva"]
    stage.go(f"{HOME}/{number}")
    stage.page.get_by_role("button", name="Libre").focus()
    until(lambda: sum("v1/live" in call for call in stage.services.calls) >= 2)
    stage.call("PUT", f"{CATALOG}/{number}/rent")
    stage.page.get_by_role("button", name="Alquilada").wait_for()
    # Whoever was about to press it is still there.
    assert stage.page.evaluate("document.activeElement.classList.contains('stamp')")
    other.page.locator(".films .state", has_text="Rented").wait_for()
    stage.call("PUT", f"{CATALOG}/{number}", {"title": "Viva y cambiada"})
    stage.sees_title("Viva y cambiada")
    until(lambda: titles(other) == ["Viva y cambiada"])
    stage.call("DELETE", f"{CATALOG}/{number}")
    stage.sees("Esta película no está en el videoclub, o ya no está.")
    other.sees("No film has “viva”.")
    other.close()


@story("faults", "a failed live update keeps the list and shows a note")
def live_without_a_service(stage):
    lost = stage.page.get_by_role("status").filter(has_text="Ahora no es en directo")
    stage.services.hang_up()
    stage.go(HOME + "?q=padrino")
    before = titles(stage)
    until(lambda: stage.services.streams)
    stage.services.be("refusing")
    number = a_film(stage, "El padrino cuarto")
    lost.wait_for()
    assert before and titles(stage) == before
    stage.services.be("up")
    stage.call("PUT", f"{CATALOG}/{number}/rent")
    until(lambda: "El padrino cuarto" in titles(stage))
    until(lambda: lost.count() == 0)
    stage.call("DELETE", f"{CATALOG}/{number}")


@story("V1", "a live update does not change the search words during typing")
def live_while_typing(stage):
    with films(stage, "Tecleada", 3) as numbers:
        stage.go(HOME)
        until(lambda: any("v1/live" in call for call in stage.services.calls))
        stage.page.get_by_role("searchbox").press_sequentially("teclea", delay=20)
        stage.call("PUT", f"{CATALOG}/{numbers[0]}/rent")
        until(lambda: stage.page.locator(".films .state").count() == 1 and len(titles(stage)) == 3)
        led_to(stage, HOME + "?q=teclea")
        stage.call("PUT", f"{CATALOG}/{numbers[1]}/rent")
        until(lambda: stage.page.locator(".films .state").count() == 2)
        assert stage.page.get_by_role("searchbox").input_value() == "teclea"


@story("quality", "a film is rented with three clicks from the page of the apps")
def the_shortest_way(stage):
    free = stage.call("GET", "/videoclub/api/v1/member/films?rented=false&limit=1")[0]
    sign_in(stage)
    stage.go("/apps")
    stage.page.locator(".shelf a.videoclub, .shelf li.videoclub a").first.click()
    stage.page.locator(".films a", has_text=free["title"]).first.click()
    stage.press("Libre")
    stage.sees("Alquilada.")
    stage.call("PUT", f"{CATALOG}/{free['id']}/return")


@story("quality", "a film is found and rented by keyboard, with at most twelve tab stops per step")
def by_keys_alone(stage):
    a_film(stage, "Cercana")
    sign_in(stage)
    stage.go("/apps")
    reach(stage, "e => e.matches('.shelf a') && e.closest('.videoclub') !== null")
    stage.page.keyboard.press("Enter")
    stage.sees_title("Películas")
    stage.page.keyboard.press("/")
    stage.page.keyboard.type("cercana")
    led_to(stage, HOME + "?q=cercana")
    until(lambda: titles(stage) == ["Cercana"])
    reach(stage, "e => e.matches('.films a')")
    stage.page.keyboard.press("Enter")
    stage.sees_title("Cercana")
    reach(stage, "e => e.classList.contains('stamp')")
    stage.page.keyboard.press("Enter")
    stage.sees("Alquilada.")
    # What was done has the focus, so that it is read out.
    until(lambda: stage.page.evaluate("document.activeElement.className") == "toast done")
    stage.page.get_by_role("link", name="Más de Víctor Erice").click()
    until(lambda: "Cercana" in titles(stage))


def reach(stage, test):
    """Goes on by the tabulator to the first element that passes a test."""
    for _ in range(12):
        stage.page.keyboard.press("Tab")
        if stage.page.evaluate(f"({test})(document.activeElement)"):
            return
    raise AssertionError("it is not among the first twelve stops")


@story("V4", "a film deleted during its edit can be saved as a new film")
def save_as_new(stage):
    number = a_film(stage, "Fugaz")
    sign_in(stage)
    stage.go(f"{HOME}/{number}/edit")
    stage.fill("Sinopsis", "Lo escrito")
    stage.call("DELETE", f"{CATALOG}/{number}")
    stage.press("Guardar")
    stage.sees("Alguien la ha borrado")
    assert stage.value("Sinopsis") == "Lo escrito"
    stage.show("videoclub-gone")
    stage.press("Guardar como nueva")
    stage.sees("“Fugaz” se ha añadido.")
    stage.sees("Lo escrito")


# BiDi closes such questions by itself.
@story("quality", "leaving a form with unsaved input asks for confirmation, and cancelling does not", ("chromium",))
def unsaved(stage):
    asked = []
    stage.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    stage.go(HOME + "/new")
    stage.page.get_by_label("Título").press_sequentially("A medias")
    with stage.page.expect_event("dialog"):
        stage.page.locator(".bar .name").click(no_wait_after=True)
    assert asked == ["beforeunload"], asked
    assert stage.value("Título") == "A medias"
    stage.page.locator("main").get_by_role("link", name="Cancelar").click()
    stage.sees_title("Películas")
    assert len(asked) == 1
