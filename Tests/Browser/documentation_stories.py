# Part of Recado. See LICENSE.
# SPDX-License-Identifier: Apache-2.0
"""The documentation of a service in a browser: what is told can be tried, streams among it."""

from frame import story, until
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


@story("docs", "an endpoint is tried, and its answer is shown with its request")
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
    assert not trial.button("Detener").is_visible()
    assert trial.log.count() == 0
    missing = Trial(stage, "show")
    missing.part.get_by_label("id", exact=True).fill("0123456789abcdef01234567")
    missing.press("Enviar")
    missing.tells("404 Not Found")
    missing.shows('"status": 404')
    stage.show("docs-answer")


@story("docs", "events are shown as they come, until somebody has seen enough of them")
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
    assert trial.button("Enviar").is_enabled()
    until(lambda: not trial.button("Detener").is_visible())
    assert "200 OK" in trial.state.inner_text()
    # What was seen stays, and it can be begun anew.
    assert '"total":1' in trial.log.inner_text()
    trial.press("Enviar")
    trial.tells("recibiendo")
    trial.log.get_by_text('"total":1').wait_for()
    assert '"total":0' not in trial.log.inner_text()


# BiDi cannot have Firefox know that no script runs.
@story("docs", "everything is told without a script, and nothing is there that needs one", ("chromium",))
def the_page_alone(stage):
    plain = stage.other(java_script_enabled=False, locale="en-GB")
    plain.go(DOCS)
    # What looks for texts passes `noscript` over.
    assert "Trying needs a script" in plain.page.locator("noscript").inner_text()
    plain.sees("stream of")
    assert not plain.page.locator("details.try").first.is_visible()
    plain.follow("Español")
    plain.sees("flujo de")
    plain.close()
