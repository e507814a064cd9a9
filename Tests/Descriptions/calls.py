"""The calls of each service, by the names of the operations in its document."""

import json


def refused(problem, status, member=None):
    """Problem details, and the member that they are about."""
    assert problem.status == status, problem
    if member:
        assert [e.pointer or e.parameter for e in problem.errors] == [member], problem.errors


def films(made):
    client = made.client()
    film = made.call("search", client, "SearchFound", t="seven", apikey="k")
    assert (film.title, film.year, film.imdb_id) == ("Se7en", "1995", "tt0114369")
    found = made.call("search", client, "SearchTitleList", s="godfather", apikey="k")
    assert "The Godfather" in [one.title for one in found.search]
    none = made.call("search", client, "SearchNothing", t="no such film", apikey="k")
    assert none.error == "Movie not found!"
    refusal = made.call("search", client, "SearchResponse401", expecting=401, t="seven")
    assert refusal.error == "No API key provided."


def videoclub(made):
    models = made.models
    anyone = made.client()
    member = made.client({"Authorization": "Basic dGVzdDEyMzp0ZXN0MTIz"})
    films = made.list("list_films", anyone, "Film", limit=3, sort=models.ListFilmsSort("-id"))
    assert len(films) == 3 and films[0].id > films[1].id and films[0].rented in (True, False)
    assert made.list("list_films", anyone, "Film", q="no film is called this") == []
    refused(made.call("list_films", anyone, "Problem", expecting=422, limit=101), 422, "limit")
    assert made.call("show_film", anyone, "Film", id=films[0].id).title == films[0].title
    refused(made.call("show_film", anyone, "Problem", expecting=404, id=0), 404)

    assert not models.FilmNews.from_dict(made.first_event("watch_films")).film

    profile = made.call("identify_member", member, "MemberProfile")
    assert profile.name == "test123", profile
    refused(made.call("identify_member", anyone, "Problem", expecting=401), 401)
    draft = models.FilmDraft(title="Ñu <&> 🎬", year="2011–19", director="Él", poster="/p.svg")
    film = made.call("create_film", member, "FilmCreated", expecting=201, body=draft)
    assert (film.title, film.year, film.error) == (draft.title, draft.year, False)
    draft.poster = "javascript:alert(1)"
    problem = made.call("create_film", member, "Problem", expecting=422, body=draft)
    refused(problem, 422, "/poster")
    changes = models.FilmChanges(year=1999, synopsis="")
    edited = made.call("edit_film", member, "Confirmation", id=film.id, body=changes)
    assert (edited.year, edited.title) == ("1999", draft.title)
    refused(made.call("edit_film", member, "Problem", expecting=403, id=1, body=changes), 403)
    own = made.list("list_own_films", member, "Film", id=film.id)
    assert [one.title for one in own] == [draft.title], own
    assert made.list("list_own_films", member, "Film", id=1) == []
    refused(made.call("list_own_films", anyone, "Problem", expecting=401), 401)
    assert made.call("rent_film", member, "Confirmation", id=film.id).rented is True
    refused(made.call("rent_film", member, "Problem", expecting=409, id=film.id), 409)
    assert made.call("return_film", member, "Confirmation", id=film.id).rented is False
    farewell = made.call("delete_film", member, "Farewell", id=film.id)
    assert farewell.error is False and farewell.msg == "La película se ha eliminado"
    refused(made.call("delete_film", member, "Problem", expecting=404, id=film.id), 404)


def scores(made):
    models = made.models
    client = made.client()
    draft = models.ScoreDraft(name="Ñu <&> 🎬", total=7)
    added = [
        made.call("create_score", client, "Score", expecting=201, body=draft),
        made.call("add_score", client, "Score", expecting=201, body=models.ScoreDraft(total=9)),
    ]
    assert (added[0].name, added[0].total, added[1].total) == (draft.name, 7, 9) and not added[1].name
    assert [one.id for one in made.list("list_scores", client, "Score")] == [one.id for one in added]
    assert [one.total for one in made.list("top_scores", client, "Score")] == [9, 7]
    assert made.call("show_score", client, "Score", id=added[0].id) == added[0]
    changed = made.call("update_score", client, "Score", id=added[0].id, body=models.ScoreDraft(total=8))
    assert (changed.name, changed.total) == (draft.name, 8)
    # Errors are those of Rails.
    nothing = models.ScoreDraft()
    refusal = made.call("create_score", client, "CreateScoreResponse400", expecting=400, body=nothing)
    assert (refusal.status, refusal.error) == (400, "Bad Request")
    long = models.ScoreDraft(name="x" * 256)
    refusal = made.call("update_score", client, "UpdateScoreResponse422", expecting=422, id=added[0].id, body=long)
    assert refusal.name == ["is too long (maximum is 255 characters)"]
    refusal = made.call("show_score", client, "ShowScoreResponse404", expecting=404, id=99)
    assert (refusal.status, refusal.error) == (404, "Not Found")
    event = made.first_event("watch_top_scores")
    assert [models.Score.from_dict(one).total for one in event] == [9, 8]
    # The generator leaves out what is answered in XML alone.
    options = made.modules["top3_as_xml"]._get_kwargs()
    text = made.client({"Accept": "*/*"}).get_httpx_client().request(**options).text
    assert "<scores type=\"array\">" in text and draft.name.replace("<&>", "&lt;&amp;&gt;") in text, text
    made.called.add("top3_as_xml")
    refused(made.call("play_game", client, "Problem", expecting=426), 426)
    made.answer("delete_score", client, expecting=204, id=added[0].id)
    made.call("delete_score", client, "DeleteScoreResponse404", expecting=404, id=added[0].id)
    # Whoever asks for nothing in particular gets pages.
    page = made.client({"Accept": "*/*"}).get_httpx_client().get("/scores")
    assert page.headers["content-type"].startswith("text/html")


def posts(made):
    models = made.models
    client = made.client()
    draft = models.PostDraft(title="Ñu <&> 🎬", body="¡Hola!\n", author=3)
    post = made.call("new", client, "PostCreated", expecting=201, body=draft)
    listed = made.list("list", client, "Post")
    assert [(one.title, one.body) for one in listed if one.field_id == post.field_id] == [(draft.title, draft.body)]
    assert made.call("show", client, "Post", id=post.field_id).author == 3
    edited = made.call("edit", client, "Post", id=post.field_id, body=models.PostChanges(title="Otro"))
    assert (edited.title, edited.body) == ("Otro", draft.body)
    refused(made.call("new", client, "Problem", expecting=422, body=models.PostDraft(title="")), 422, "/title")
    refused(made.call("show", client, "Problem", expecting=404, id="0" * 24), 404)
    news = models.PostsNews.from_dict(made.first_event("watch"))
    assert (news.total, news.newest) == (len(listed), post.field_id), news
    made.answer("delete", client, expecting=204, id=post.field_id)
    refused(made.call("delete", client, "Problem", expecting=404, id=post.field_id), 404)


def weather(made):
    client = made.client()
    report = made.call("current", client, "WeatherReport", q="Alicante,ES", units="metric", appid="k")
    assert report.name == "Alicante" and -30 < report.main.temp < 50 and report.sys.country == "ES"
    assert report.weather[0].icon and report.wind.speed >= 0
    near = made.call("current", client, "WeatherReport", lat=38.35, lon=-0.48, lang="es", appid="k")
    assert near.name == "Alicante", near
    forecast = made.call("forecast", client, "WeatherForecast", q="Alicante", cnt="2", appid="k")
    assert forecast.city.name == "Alicante" and len(forecast.list_) == 2
    assert forecast.list_[1].dt - forecast.list_[0].dt == 3 * 60 * 60
    cities = made.list("cities", client, "ListedCity", q="Ali")
    assert "Alicante" in [city.name for city in cities]
    for name in ("current", "forecast"):
        # Codes are texts or numbers, as those of OpenWeatherMap are.
        type = name.capitalize() + "Response"
        refusal = made.call(name, client, type + "400", expecting=400, appid="k")
        assert (refusal.cod, refusal.message) == ("400", "Nothing to geocode")
        refusal = made.call(name, client, type + "401", expecting=401, q="Alicante")
        assert refusal.cod == 401
        refusal = made.call(name, client, type + "404", expecting=404, q="no such city", appid="k")
        assert refusal.cod == "404"


def playground(made):
    models = made.models
    client = made.client()

    def user(answer, *path):
        content = json.loads(answer.content)
        for name in path:
            content = content[name]
        return models.SimulatedUser.from_dict(content)

    assert user(made.answer("show", client)).nombre == "Alicia Abad"
    shape = models.ShowShape("user")
    nested = made.answer("show", client, shape=shape, root="body.data")
    assert user(nested, "body", "data").fechas.nacimiento == "18/10/1981"
    fault = models.ShowFault("malformed")
    assert b"Alicia" in made.answer("show", client, fault=fault).content
    refusal = made.answer("show", client, expecting=422, root="a..b")
    refused(models.Problem.from_dict(json.loads(refusal.content)), 422, "root")
    for status in (204, 304, 404, 503):
        made.answer("show", client, expecting=status, status=status)
    body = models.NewUser(id=3, name="Ñu", surname="<&>")
    added = user(made.answer("add", client, body=body), "user")
    assert (added.codigo, added.nombre) == ("3", "Ñu <&>"), added
    failed = made.answer("add", client, expecting=409, body=body, status=409)
    assert json.loads(failed.content)["error"]["codError"] != 0, failed
