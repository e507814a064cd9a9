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


@story("W1", "the weather of a city is shown with an icon, a curve and five days")
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
    assert stage.page.locator(".country").inner_text() == "España"
    assert "actualizado a las" in stage.page.locator(".updated").inner_text()
    assert stage.page.locator(".words").inner_text().strip()
    icon = "document.querySelector('.now img').naturalWidth"
    until(lambda: stage.page.evaluate(icon) == 100)
    points = stage.page.locator(".curve circle").count()
    assert points in (8, 9), points
    assert stage.page.locator(".curve .hour").first.text_content() == "Ahora"
    assert stage.page.locator(".curve image").count() == points
    days = stage.page.locator(".days > li")
    assert days.count() == 5
    assert days.first.locator(".when").inner_text() in ("Hoy", "Mañana")
    stage.page.get_by_text("En una tabla").click()
    assert stage.page.locator(".day tbody tr").count() == points
    stage.page.get_by_text("En una tabla").click()
    stage.show("weather-found")


@story("W1", "rain is shown as bars in millimetres")
def the_rain(stage):
    # It rains somewhere.
    for city in ("Bergen", "London", "Bilbao", "Singapore", "Manaus", "Bogotá", "Seattle", "Reykjavik", "Panamá", "Quito"):
        stage.go(HOME + "?q=" + city)
        if bars := stage.page.locator(".curve .rain").count():
            break
    assert bars, "it rains nowhere"
    assert stage.page.locator(".curve .wet").count() == bars
    stage.sees("Barras: lluvia o nieve en tres horas, en milímetros.")
    stage.show("weather-rain")


@story("W1", "favourites and recent cities are listed as links, also without JavaScript")
def the_cities(stage):
    plain = stage.other(java_script_enabled=False)
    for city in ("Madrid", "Oslo"):
        plain.go(HOME + "?q=" + city)
    plain.press("Añadir a favoritas")
    plain.sees("Oslo,NO está entre tus favoritas.")
    plain.go(HOME)
    links = plain.page.get_by_role("navigation", name="Tus ciudades").get_by_role("link")
    names = [" ".join(text.split()) for text in links.all_inner_texts()]
    assert names == ["Favorita: Oslo", "Madrid"], names
    plain.show("weather-cities")
    links.last.click()
    plain.sees_title("Madrid")
    plain.go(HOME + "?q=Oslo")
    plain.press("Quitar de favoritas")
    plain.sees("ya no es favorita")
    plain.close()


# BiDi gives Firefox no place to be.
@story("W1", "the browser's position is sent rounded to two decimals", ("chromium",))
def the_position(stage):
    here = {"latitude": 38.34517, "longitude": -0.48149}
    there = stage.other(geolocation=here, permissions=["geolocation"])
    there.go(HOME + "?q=Oslo&units=imperial")
    there.press("Usar mi posición")
    there.sees_title("Alicante")
    assert "lat=38.35" in there.path() and "lon=-0.48" in there.path(), there.path()
    assert "°F" in there.page.locator(".temperature").inner_text()
    there.close()
    secret = stage.other()
    secret.go(HOME)
    secret.press("Usar mi posición")
    secret.sees("El navegador no ha dicho dónde estás.")
    secret.close()
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME)
    # The style sheet, which hides it, may come after the page.
    plain.page.get_by_text("Usar mi posición").wait_for(state="hidden")
    plain.close()


@story("W1", "the weather is read as JSON or XML, and the exchange is shown")
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
    assert stage.page.locator(".country").inner_text() == "España"


@story("W1", "the chosen units are kept in the search for another city")
def the_units(stage):
    stage.go(HOME + "?q=Oslo")
    stage.follow("°F")
    # The link to it says so, too.
    until(lambda: "°F" in stage.page.locator(".temperature").inner_text())
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


@story("W1", "an unknown city gets status 404 and suggestions")
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


@story("W1", "search, suggestions and XML work without JavaScript")
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


@story("W1", "an outage of the weather service shows its kind and offers a retry")
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
