# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The documentation of a service in a browser: what is told can be tried, streams among it."""

from frame import led_to, story, until
from posts_stories import clear, write

DOCS = "/posts/docs"


class Trial:
    """An endpoint in the page, and the form that tries it."""

    def __init__(self, stage, name):
        self.part = stage.page.locator(f"section#{name}")
        self.part.locator("details.try > summary").click()
        self.state = self.part.locator(".status")
        self.log = self.part.get_by_role("log")

    def button(self, name):
        return self.part.get_by_role("button", name=name, exact=True)

    def press(self, name):
        self.button(name).click()

    def tells(self, text):
        self.state.get_by_text(text).wait_for()

    def shows(self, text):
        self.part.locator(".result").get_by_text(text).first.wait_for()


@story("docs", "a tried endpoint shows the response with its request")
def the_answer(stage):
    clear(stage)
    write(stage, "Probado <b>aquí</b>")
    stage.go(DOCS)
    trial = Trial(stage, "list")
    trial.part.get_by_label("count").fill("1")
    trial.press("Enviar")
    trial.tells("200 OK")
    trial.shows("/api/posts?count=1")
    trial.shows('"title": "Probado <b>aquí</b>"')
    until(lambda: not trial.button("Detener").is_visible())
    assert trial.log.count() == 0
    missing = Trial(stage, "show")
    missing.part.get_by_label("id", exact=True).fill("0123456789abcdef01234567")
    missing.press("Enviar")
    missing.tells("404 Not Found")
    missing.shows('"status": 404')
    stage.show("docs-answer")


@story("docs", "events of a stream are shown as they arrive, until Stop is pressed")
def the_stream(stage):
    clear(stage)
    stage.go(DOCS)
    trial = Trial(stage, "watch")
    assert not trial.button("Detener").is_visible()
    trial.press("Enviar")
    trial.tells("recibiendo")
    trial.log.get_by_text('"total":0').wait_for()
    write(stage, "Suceso")
    trial.log.get_by_text('"total":1').wait_for()
    assert trial.button("Enviar").is_disabled()
    stage.show("docs-stream")
    trial.press("Detener")
    trial.tells("detenida")
    until(lambda: trial.button("Enviar").is_enabled())
    until(lambda: not trial.button("Detener").is_visible())
    assert "200 OK" in trial.state.inner_text()
    # What was seen stays, and it can be begun anew.
    assert '"total":1' in trial.log.inner_text()
    trial.press("Enviar")
    trial.tells("recibiendo")
    trial.log.get_by_text('"total":1').wait_for()
    assert '"total":0' not in trial.log.inner_text()


@story("docs", "examples come from the documented service and get status 200")
def the_examples(stage):
    stage.go("/films/docs")
    text = stage.page.content()
    assert "godfather" in text and "The Godfather" in text
    for other in ("Alicante", "El sur", "Erice"):
        assert other not in text, other
    stage.go("/weather/docs")
    assert "El sur" not in stage.page.content()
    trial = Trial(stage, "current")
    trial.part.get_by_label("q", exact=True).fill("Alicante")
    trial.press("Enviar")
    trial.tells("200 OK")
    stage.follow("Todos los servicios")
    stage.sees_title("Recado")


@story("docs", "credentials are entered once per page, and the password is never shown")
def the_credentials(stage):
    stage.go("/videoclub/docs")
    assert stage.page.locator("details.try [data-secret]").count() == 0
    assert stage.page.locator("[type=password]").count() == 1
    trial = Trial(stage, "identify-member")
    trial.press("Enviar")
    trial.tells("401")
    stage.fill("Usuario", "test123")
    stage.fill("Contraseña", "test123")
    trial.press("Enviar")
    trial.tells("200 OK")
    other = Trial(stage, "rent-film")
    other.part.get_by_label("id", exact=True).fill("999999")
    other.press("Enviar")
    other.tells("404")
    assert "-u test123 " in other.part.locator(".result").inner_text()
    assert "test123:test123" not in other.part.locator(".result").inner_text()
    # What anybody may call is called without them.
    plain = Trial(stage, "list-films")
    plain.press("Enviar")
    plain.tells("200 OK")
    assert "-u" not in plain.part.locator(".result").inner_text().split("Contenido")[0]
    stage.show("docs-credentials")


@story("docs", "a search finds endpoints by keyword, regardless of accents")
def the_search(stage):
    stage.go("/videoclub/docs")
    section = lambda name: stage.page.locator(f"section#{name}")
    stage.page.keyboard.press("Control+k")
    stage.page.keyboard.type("alquíla")
    stage.page.locator(".found").get_by_text("Encontradas:").wait_for()
    until(lambda: section("rent-film").is_visible() and not section("delete-film").is_visible())
    assert not stage.page.locator('nav a[href="#delete-film"]').is_visible()
    stage.fill("Buscar operaciones", "xyzzy")
    stage.page.locator(".found").get_by_text("Encontradas: 0").wait_for()
    stage.fill("Buscar operaciones", "")
    until(lambda: section("delete-film").is_visible())


@story("docs", "the table of contents marks the endpoint scrolled into view")
def the_contents(stage):
    stage.go("/videoclub/docs")
    current = stage.page.locator("nav a[aria-current]")
    stage.page.locator("section#delete-film").evaluate("(each) => each.scrollIntoView()")
    until(lambda: current.count() == 1 and current.get_attribute("href") == "#delete-film")
    stage.page.locator('nav a[href="#show-film"]').click()
    until(lambda: current.get_attribute("href") == "#show-film")
    led_to(stage, "/videoclub/docs#show-film")


@story("docs", "code samples keep the chosen language, can be copied and fit into their boxes")
def the_samples(stage):
    stage.go("/videoclub/docs")
    sample = lambda name, language: stage.page.locator(f'#{name} [data-samples="{language}"]')
    assert sample("rent-film", "swift").is_visible() and not sample("rent-film", "curl").is_visible()
    assert 'client.put("videoclub/api/v1/catalog/8/rent")' in sample("rent-film", "swift").inner_text()
    for title, language, line in [
        ("curl", "curl", f"{stage.recado.base}/videoclub/api/v1/catalog/8/rent"),
        ("recado", "command", "recado videoclub rent --id 8 --user test123:test123"),
        ("Python", "python", "requests.put("),
    ]:
        stage.page.get_by_role("radio", name=title).check()
        assert sample("rent-film", language).is_visible() and not sample("rent-film", "swift").is_visible()
        assert line in sample("rent-film", language).inner_text()
        assert sample("create-film", language).locator("pre").is_visible()
    stage.go("/posts/docs")
    assert sample("new", "python").is_visible(), "the choice is kept"
    copied = stage.page.evaluate(
        """() => new Promise((resolve) => {
          document.addEventListener("copy", () => resolve(getSelection().toString() || document.activeElement.value));
          Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => resolve(text) } });
          document.querySelector('#new [data-samples="python"] button.copy').click();
        })"""
    )
    assert copied.startswith("import requests") and "Pan y leche" in copied
    stage.page.get_by_text("Copiado").first.wait_for()
    for width in (320, 1280):
        stage.page.set_viewport_size({"width": width, "height": 640})
        for path in ("/videoclub/docs", "/scores/docs", "/routes/docs"):
            stage.go(path)
            wide = stage.page.evaluate(
                "[...document.querySelectorAll('pre')].filter((each) => each.scrollWidth > each.clientWidth).length"
            )
            assert wide == 0, f"{wide} lines leave their boxes in {path} at {width}"


@story("docs", "a copied link opens the endpoint's form with the same values")
def the_links(stage):
    stage.go("/posts/docs#delete")
    stage.page.locator("section#delete:target").wait_for()
    assert stage.page.get_by_role("link", name="Enlace a delete").get_attribute("href") == "#delete"
    stage.go("/posts/docs")
    trial = Trial(stage, "list")
    trial.part.get_by_label("count").fill("7")
    address = stage.page.evaluate(
        """() => new Promise((resolve) => {
          Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => resolve(text) } });
          document.querySelector("#list [data-link]").click();
        })"""
    )
    assert address == stage.recado.base + "/posts/docs#list?list-query-count=7", address
    other = stage.other()
    other.page.goto(address, wait_until="domcontentloaded")
    other.page.locator("#list details.try[open]").wait_for()
    assert other.page.locator("#list-query-count").input_value() == "7"
    other.close()


# BiDi cannot have Firefox know that no script runs.
@story("docs", "without JavaScript the page is complete and hides controls that need it", ("chromium",))
def the_page_alone(stage):
    plain = stage.other(java_script_enabled=False, locale="en-GB")
    plain.go(DOCS)
    # What looks for texts passes `noscript` over.
    assert "Trying needs a script" in plain.page.locator("noscript").inner_text()
    plain.sees("stream of")
    assert not plain.page.locator("details.try").first.is_visible()
    assert not plain.page.get_by_label("Search endpoints").is_visible()
    assert not plain.page.locator("button").first.is_visible()
    # Samples are chosen without one, too.
    assert plain.page.locator('#list [data-samples="swift"]').is_visible()
    plain.page.get_by_role("radio", name="curl").check()
    assert plain.page.locator('#list [data-samples="curl"]').is_visible()
    assert not plain.page.locator('#list [data-samples="swift"]').is_visible()
    plain.follow("Español")
    plain.sees("flujo de")
    plain.close()
