# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The playground in a browser: row S9 of the documents."""

from frame import story

HOME = "/apps/playground"


def choose(stage, label, title):
    stage.page.get_by_label(label, exact=True).select_option(label=title)


@story("S9", "a simulated answer gives the typed value, and says why")
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


@story("S9", "an error is told by its status, or by its envelope under 200")
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


@story("S9", "what cannot be read says where, and what is not right says so")
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
