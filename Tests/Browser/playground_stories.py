# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The playground in a browser: row S9 of the documents."""

import subprocess

from frame import story

HOME = "/apps/playground"


def choose(stage, label, title):
    stage.page.get_by_label(label, exact=True).select_option(label=title)


@story("S9", "a simulated response is decoded as the typed value with an explanation")
def the_value(stage):
    stage.go(HOME)
    stage.show("playground-start")
    stage.fill("Se busca el valor en", "user")
    stage.press("Probar")
    stage.sees_title("El valor, con su tipo")
    stage.sees("Carla Costa")
    stage.sees("en «user» está el valor")
    stage.show("playground-value")
    choose(stage, "Contenido", "Tres usuarios")
    choose(stage, "Tipo del valor", "Una lista")
    choose(stage, "Formato", "XML")
    stage.fill("Se busca el valor en", "")
    stage.press("Probar")
    stage.sees_title("Los valores, con su tipo")
    assert stage.page.locator(".card").count() == 3
    assert "<codigo>" in stage.page.locator(".wire pre").nth(1).inner_text()


@story("S9", "an error is recognized by its status, or by its envelope with status 200")
def the_error(stage):
    stage.go(HOME)
    stage.fill("Estado", "400")
    stage.fill("Se busca el error en", "errors")
    stage.press("Probar")
    stage.sees_title("El error, con su tipo")
    stage.sees("Algo ha ido mal")
    stage.sees("El estado 400 no se acepta")
    stage.fill("Estado", "")
    choose(stage, "Contenido", "Un sobre de error y respuesta")
    stage.fill("Código del error", "7")
    stage.fill("Se busca el error en", "")
    choose(stage, "Es un error", "Según el sobre")
    stage.press("Probar")
    stage.sees_title("El error, con su tipo")
    stage.sees("el estado 200 no cuenta")
    stage.show("playground-error")
    stage.fill("Código del error", "0")
    stage.press("Probar")
    stage.sees_title("El valor, con su tipo")


@story("S9", "an unreadable response and an invalid field are reported")
def the_rest(stage):
    stage.go(HOME)
    choose(stage, "Defecto", "Está cortado")
    stage.press("Probar")
    stage.sees("La respuesta no se entiende")
    stage.show("playground-malformed")
    choose(stage, "Defecto", "Ninguno")
    stage.fill("Estado", "204")
    stage.press("Probar")
    stage.sees_title("Nada, y no es un error")
    stage.fill("Estado", "999")
    stage.press("Probar")
    stage.sees("Un estado va de 200 a 599.")
    stage.show("playground-wrong")


@story("S9", "a preset is run by one link, and its URL opens the same settings")
def the_presets(stage):
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME)
    plain.follow("Sobre con error y 200")
    plain.sees_title("El error, con su tipo")
    assert plain.page.locator(".presets [aria-current]").inner_text() == "Sobre con error y 200"
    address = plain.page.locator("#address").inner_text()
    assert address == stage.recado.base + HOME + "?try=1&shape=envelope&code=7&manner=envelope", address
    plain.close()
    stage.page.goto(address)
    stage.sees_title("El error, con su tipo")
    assert stage.value("Código del error") == "7"
    stage.show("playground-preset")
    stage.page.get_by_text("Las 16 combinaciones de la aplicación de ejemplo").click()
    stage.page.get_by_role("row").last.get_by_role("link", name="400").click()
    stage.sees_title("El error, con su tipo")
    stage.sees("en «errors» hay un error")


@story("S9", "the button is visible without scrolling on phones and desktops")
def the_button(stage):
    for width, height in ((1280, 800), (360, 740), (320, 640)):
        stage.page.set_viewport_size({"width": width, "height": height})
        stage.go(HOME)
        box = stage.page.get_by_role("button", name="Probar").bounding_box()
        assert box["y"] + box["height"] <= height, (width, box)


# Other browsers keep what is copied to themselves.
@story("S9", "the call can be copied as a curl or recado command that works", ("chromium",))
def the_code(stage):
    other = stage.other(permissions=["clipboard-read", "clipboard-write"])
    other.go(HOME)
    other.follow("Con ruta body.data")
    other.sees("let playground = try Client(base:")
    other.press("Copiar curl")
    other.sees("Copiado")
    copied = other.page.evaluate("navigator.clipboard.readText()")
    assert copied == other.page.locator("#curl").inner_text()
    assert "Alicia Abad" in shell(copied, stage)
    command = other.page.locator("#recado").inner_text()
    assert "Alicia Abad" in shell(command, stage)
    other.close()
    plain = stage.other(java_script_enabled=False)
    plain.go(HOME + "?try=1&shape=user")
    plain.page.get_by_role("button", name="Copiar curl").wait_for(state="hidden")
    plain.close()


def shell(command, stage):
    """What a command prints, with the program under test for `recado`."""
    command = command.replace("recado ", f"'{stage.recado.program}' ", 1) if command.startswith("recado") else command
    return subprocess.run(command, shell=True, capture_output=True, text=True, timeout=20).stdout
