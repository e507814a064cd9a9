# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The weather in a browser: row W1 of the documents, and what it says nothing of."""

from frame import story, until

HOME = "/apps/weather"


def measure(stage, name):
    """The value beside a name, such as `Humedad`."""
    row = stage.page.locator(".measures > div", has=stage.page.get_by_text(name, exact=True))
    return row.locator("dd").inner_text()


def wire(stage):
    stage.page.get_by_text("Lo que pasó por la red").click()
    return stage.page.locator(".wire pre").all_inner_texts()


@story("W1", "a city's weather is told with its icon, and the day to come is drawn")
def the_weather(stage):
    stage.go(HOME)
    stage.sees_title("¿Qué tiempo hace?")
    stage.show("weather-start")
    stage.page.get_by_label("Ciudad", exact=True).fill("alicante")
    stage.press("Buscar")
    stage.sees_title("Alicante")
    assert "°C" in stage.page.locator(".temperature").inner_text()
    assert measure(stage, "Humedad").endswith("%")
    assert "m/s" in measure(stage, "Viento")
    assert measure(stage, "País") == "ES"
    assert stage.page.locator(".words").inner_text().strip()
    icon = "document.querySelector('.now img').naturalWidth"
    until(lambda: stage.page.evaluate(icon) == 100)
    points = stage.page.locator(".curve circle").count()
    assert points in (8, 9), points
    stage.page.get_by_text("En una tabla").click()
    assert stage.page.locator(".day tbody tr").count() == points
    stage.page.get_by_text("En una tabla").click()
    stage.show("weather-found")


@story("W1", "JSON or XML is chosen, and what came can be looked at")
def the_form(stage):
    stage.go(HOME + "?q=Madrid")
    request, answer = wire(stage)
    assert request.startswith("GET /data/2.5/weather?q=Madrid&units=metric&lang=es&mode=json"), request
    assert "appid=…" in request
    assert '{"coord":{' in answer
    stage.show("weather-wire")
    stage.follow("XML")
    stage.sees_title("Madrid")
    request, answer = wire(stage)
    assert "mode=xml" in request
    assert '<country>ES</country>' in answer
    assert measure(stage, "País") == "ES"


@story("W1", "units and the language are chosen, and stay when another city is looked for")
def the_units(stage):
    stage.go(HOME + "?q=Oslo")
    stage.follow("°F")
    stage.sees("°F")
    assert "mph" in measure(stage, "Viento")
    stage.page.get_by_label("Ciudad", exact=True).fill("Lima")
    stage.press("Buscar")
    stage.sees_title("Lima")
    assert "°F" in stage.page.locator(".temperature").inner_text()
    english = stage.other(locale="en-GB")
    english.go(HOME + "?q=Lima")
    english.sees("Humidity")
    assert english.page.locator("html").get_attribute("lang") == "en"
    english.show("weather-english")
    english.close()


@story("W1", "a city that is not there leads to those that may have been meant")
def the_slip(stage):
    answer = stage.go(HOME + "?q=Alciante")
    assert answer.status == 404
    stage.sees_title("No se encuentra «Alciante»")
    stage.show("weather-unknown")
    stage.page.get_by_role("link", name="Alicante").click()
    stage.sees_title("Alicante")
    answer = stage.go(HOME + "?q=%3Cscript%3Ealert(1)%3C/script%3E")
    assert answer.status == 404
    stage.sees("No se encuentra «<script>alert(1)</script>»")


@story("W1", "all of it works without a script, and cities are suggested")
def without_script(stage):
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME)
    assert plain.page.locator("#cities option").count() > 250
    plain.page.get_by_label("Ciudad", exact=True).fill("Bogotá")
    plain.press("Buscar")
    plain.sees_title("Bogotá")
    plain.follow("XML")
    plain.sees_title("Bogotá")
    plain.close()


@story("W1", "a service that is down, refuses or is slow is shown for what it is, and can be tried again")
def the_outages(stage):
    for mode, title in [
        ("down", "Sin conexión con el servicio"),
        ("refusing", "El servicio está ocupado"),
        ("slow", "El servicio tarda demasiado"),
    ]:
        stage.services.be(mode)
        answer = stage.go(HOME + "?q=Madrid&units=imperial")
        assert answer.status >= 502, answer.status
        stage.sees(title)
        assert stage.page.get_by_label("Ciudad", exact=True).input_value() == "Madrid"
        if mode == "down":
            stage.show("weather-down")
    stage.services.be("up")
    stage.follow("Volver a intentarlo")
    stage.sees_title("Madrid")
    assert "°F" in stage.page.locator(".temperature").inner_text()
