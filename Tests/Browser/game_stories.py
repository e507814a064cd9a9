# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The game in a browser: rows G2 to G4 of the documents, and what they say nothing of."""

from frame import led_to, story, until

HOME = "/apps/game"
SEND = HOME + "/send"


def score(stage, name, total):
    return stage.call("POST", "/scores.json", {"name": name, "total": total})["id"]


def clear(stage):
    for found in stage.call("GET", "/scores.json"):
        stage.call("DELETE", f"/scores/{found['id']}.json")


def names(stage):
    return stage.page.locator(".podium .name").all_inner_texts()


def wire(stage, opens=True):
    if opens:
        stage.page.get_by_text("Lo que pasó por la red").click()
    return stage.page.locator(".wire pre").all_inner_texts()


@story("G2", "the three best scores are read as JSON, as XML and by SOAP")
def the_best_three(stage):
    clear(stage)
    stage.go(HOME)
    stage.sees("Nadie ha jugado todavía.")
    stage.show("game-empty")
    for name, total in [("Nuria", 2), ("Gabriel", 4), ("Jara", 4), ("Otro", 1)]:
        score(stage, name, total)
    stage.go(HOME + "?manner=blocking")
    stage.sees_title("Top 3")
    assert names(stage) == ["Gabriel", "Jara", "Nuria"]
    request, answer = wire(stage)
    assert request.startswith("GET /scores/top3 HTTP/1.1"), request
    assert '"name":"Gabriel"' in answer, answer
    stage.follow("XML")
    led_to(stage, HOME + "?by=xml&manner=blocking")
    assert names(stage) == ["Gabriel", "Jara", "Nuria"]
    assert '<scores type="array">' in wire(stage)[1]
    stage.follow("SOAP")
    led_to(stage, HOME + "?by=soap&manner=blocking")
    assert names(stage) == ["Gabriel", "Jara", "Nuria"]
    request, answer = wire(stage)
    assert "Top3AsXml" in request
    assert "<Top3AsXmlResult>" in answer
    stage.show("game-soap")


@story("G2", "the refresh button reloads the scores, with JavaScript in the same page")
def the_refresh(stage):
    clear(stage)
    score(stage, "Ana", 5)
    stage.go(HOME + "?manner=blocking")
    assert names(stage) == ["Ana"]
    score(stage, "Berta", 9)
    stage.page.evaluate("window.isOld = true")
    stage.follow("Actualizar")
    stage.page.locator(".podium .name", has_text="Berta").wait_for()
    assert names(stage) == ["Berta", "Ana"]
    assert stage.page.evaluate("window.isOld")
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME + "?manner=blocking")
    score(stage, "Carla", 12)
    plain.follow("Actualizar")
    until(lambda: names(plain) == ["Carla", "Berta", "Ana"])
    plain.close()


@story("G2", "without JavaScript the asynchronous page shows its progress and then the scores")
def the_asynchronous_page(stage):
    clear(stage)
    score(stage, "Ana", 5)
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME + "?manner=async")
    assert names_shown(plain) == ["Ana"]
    stage.services.be("slow")
    plain.page.goto(stage.recado.base + HOME + "?manner=async", wait_until="commit")
    # The page has more to come then.
    plain.page.get_by_role("heading", name="Descargando Top 3").wait_for()
    plain.picture("game-downloading")
    plain.page.get_by_role("heading", name="Error cargando Top 3").wait_for(timeout=9_000)
    plain.page.get_by_role("heading", name="Descargando Top 3").wait_for(state="hidden")
    # Those of before are still there.
    until(lambda: names_shown(plain) == ["Ana"])
    plain.close()


def names_shown(stage):
    return stage.page.locator(".arrived .podium .name").all_inner_texts()


@story("G2", "changes of the scores appear at once in every open page")
def live(stage):
    clear(stage)
    score(stage, "Ana", 5)
    stage.go(HOME)
    other = stage.other()
    other.go(HOME)
    assert names(stage) == names(other) == ["Ana"]
    until(lambda: sum("top3/live" in call for call in stage.services.calls) >= 2)
    score(stage, "Berta", 8)
    for page in (stage, other):
        page.page.locator(".podium .name", has_text="Berta").wait_for()
        assert names(page) == ["Berta", "Ana"]
    other.close()


@story("G2", "a note is shown while the live updates are interrupted")
def not_live(stage):
    stage.go(HOME)
    until(lambda: any("top3/live" in call for call in stage.services.calls))
    stage.recado.stop()
    stage.sees("Ahora no es en directo")
    stage.recado.start(stage.recado.port)
    until(lambda: stage.page.get_by_text("Ahora no es en directo").count() == 0, 15)
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME)
    assert "Sin script esto no es en directo" in plain.page.content()
    plain.close()


@story("G2", "a note is shown while only the service behind the apps is down")
def not_live_without_the_service(stage):
    stage.services.hang_up()
    stage.go(HOME)
    until(lambda: stage.services.streams)
    stage.services.be("down")
    stage.services.hang_up()
    stage.sees("Ahora no es en directo")
    score(stage, "Carla", 900)
    stage.services.be("up")
    stage.page.locator(".podium .name", has_text="Carla").wait_for(timeout=20_000)
    until(lambda: stage.page.get_by_text("Ahora no es en directo").count() == 0)


@story("G2", "an outage keeps the previous scores, shows its kind and offers a retry")
def the_outages(stage):
    clear(stage)
    score(stage, "Ana", 5)
    stage.go(HOME + "?manner=blocking")
    for mode, title in [("down", "Error cargando Top 3"), ("refusing", "Error cargando Top 3")]:
        stage.services.be(mode)
        stage.go(HOME + "?manner=blocking")
        stage.sees_title(title)
        assert names(stage) == ["Ana"]
        if mode == "down":
            stage.show("game-down")
    stage.services.be("odd")
    stage.go(HOME + "?manner=blocking")
    stage.sees_title("Top 3 desactualizado")
    assert names(stage) == ["Ana"]
    stage.show("game-outdated")
    stage.services.be("up")
    stage.follow("Volver a intentarlo")
    stage.sees_title("Top 3")
    clear(stage)
    stage.go(HOME + "?manner=blocking")
    stage.services.be("odd")
    stage.go(HOME + "?manner=blocking")
    stage.sees_title("Error datos incorrectos")


@story("G3", "a score is sent as JSON, XML, a form or SOAP, and the exchange is shown")
def the_sender(stage):
    clear(stage)
    stage.go(HOME)
    stage.follow("Enviar una puntuación")
    stage.show("game-send")
    bodies = {
        "JSON": '{"name":"Pedro & Cía","total":125}',
        "XML": "<name>Pedro &amp; Cía</name>",
        "Formulario": "score%5Bname%5D=Pedro",
        "SOAP": "<AddScore xmlns=",
    }
    for way, body in bodies.items():
        stage.go(SEND)
        stage.fill("Quién ha jugado", "Pedro & Cía")
        stage.fill("Puntos", "125")
        stage.page.get_by_label(way, exact=True).check()
        stage.press("Enviar")
        stage.sees("Guardada con el número")
        request, answer = wire(stage, opens=False)
        assert body in request, request
        assert "Pedro" in answer
        if way in ("JSON", "SOAP"):
            stage.show(f"game-sent-{way.lower()}")
    assert len(stage.call("GET", "/scores.json")) == len(bodies)


@story("G2", "the three best scores are arranged as a podium, even with long names")
def the_podium(stage):
    clear(stage)
    for name, total in [("Ana", 125), ("Un nombre muy largo " * 8, 99), ("x" * 200, 7)]:
        score(stage, name, total)
    stage.go(HOME + "?manner=blocking")
    stage.show("game-podium")
    # The second stands to the left of the first, and the third to the right.
    places = stage.page.evaluate(
        "[...document.querySelectorAll('.podium > li')].map((each) => each.getBoundingClientRect().left)"
    )
    assert places[1] < places[0] < places[2], places


@story("G3", "the scores sent from this browser are listed with the best one marked")
def the_history(stage):
    clear(stage)
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME)
    plain.follow("Tus puntuaciones")
    plain.sees("Aquí estarán las puntuaciones que envíes desde este navegador.")
    plain.show("game-history-empty")
    for total in (40, 125, 7):
        plain.go(SEND)
        plain.fill("Quién ha jugado", "Ana")
        plain.fill("Puntos", str(total))
        plain.press("Enviar")
        plain.sees("Guardada con el número")
    plain.follow("Tus puntuaciones")
    totals = plain.page.locator(".history .total")
    until(lambda: totals.all_inner_texts() == ["7", "125", "40"])
    assert plain.page.locator(".history > li", has_text="Tu mejor").locator(".total").inner_text() == "125"
    plain.show("game-history")
    plain.go(HOME + "?manner=blocking")
    assert plain.page.get_by_text("tuya", exact=True).count() == 3
    plain.close()
    stage.go(HOME + "/mine")
    stage.sees("Aquí estarán las puntuaciones")


@story("G3", "an invalid score is not sent, and the form keeps its input")
def the_wrong_score(stage):
    clear(stage)
    stage.go(SEND)
    stage.fill("Quién ha jugado", "Ana")
    stage.fill("Puntos", "muchos")
    stage.press("Enviar")
    stage.sees("Escribe un número entero")
    assert stage.value("Quién ha jugado") == "Ana"
    assert stage.value("Puntos") == "muchos"
    stage.show("game-wrong")
    stage.fill("Puntos", "9" * 30)
    stage.press("Enviar")
    stage.sees("El número es demasiado grande.")
    stage.services.be("down")
    stage.fill("Puntos", "7")
    stage.press("Enviar")
    stage.sees("Sin conexión con el servicio")
    assert stage.value("Puntos") == "7"
    stage.services.be("up")
    stage.press("Enviar")
    stage.sees("Guardada con el número")


# Firefox asks whether to send the form again, which BiDi does not wait for.
@story("G3", "a reload of the response page does not send the score again", ("chromium",))
def once(stage):
    clear(stage)
    stage.go(SEND)
    stage.fill("Quién ha jugado", "Ana")
    stage.fill("Puntos", "7")
    stage.press("Enviar")
    stage.sees("Guardada con el número")
    stage.page.reload()
    stage.sees("Guardada con el número")
    assert len(stage.call("GET", "/scores.json")) == 1
