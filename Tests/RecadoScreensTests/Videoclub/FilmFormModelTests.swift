// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import RecadoTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `The film form` {
    private let stage: Stage
    private let club: VideoclubModel

    init() async throws {
        stage = try await Stage()
        club = VideoclubModel(stage.films)
        await club.list.load()
    }

    private var form: FilmForm {
        var form = FilmForm()
        form.title = "El sur"
        form.year = "1983"
        form.director = "Víctor Erice"
        return form
    }

    private var titles: [String] { club.list.state.films.value?.films.map(\.title) ?? [] }

    private func logIn() async {
        let login = Task { await club.session.logIn() }
        await club.session.enter()
        await login.value
    }

    @Test func `adds a film to the service and to the list`() async {
        let model = club.adding(form)
        async let entered: Void = club.session.enter()
        await model.save()
        await entered
        #expect(model.state.isDone)
        #expect(titles.last == "El sur")
        #expect(club.list.state.films.value?.total == 21)
        await club.list.load()
        #expect(titles.last == "El sur")
    }

    @Test func `invalid fields are named before a login is requested`() async {
        let model = club.adding()
        model.form.title = ""
        model.form.year = "123456789"
        model.form.director = "x"
        model.form.poster = "javascript:alert(1)"
        let calls = stage.network.calls.count
        await model.save()
        #expect(model.state.fieldError(of: "title")?.kind == .missing)
        #expect(model.state.fieldError(of: "year")?.kind == .tooLong(count: 9, limit: 8))
        #expect(model.state.fieldError(of: "director") == nil)
        #expect(model.state.fieldError(of: "poster")?.kind == .notAnAddress)
        #expect(club.session.state.purpose == nil)
        #expect(stage.network.calls.count == calls)
    }

    @Test func `a retry after a lost response adds one film`() async {
        await logIn()
        let model = club.adding(form)
        stage.network.mode = .losing
        await model.save()
        #expect(model.state.submission.error?.kind == .slow)
        #expect(model.form == form)
        stage.network.mode = .up
        await model.save()
        #expect(model.state.isDone)
        await club.list.load()
        #expect(titles.filter { $0 == "El sur" }.count == 1)
    }

    @Test func `a completed form is not sent again`() async {
        await logIn()
        let model = club.adding(form)
        await model.save()
        let calls = stage.network.calls.count
        await model.save()
        #expect(stage.network.calls.count == calls)
    }

    @Test func `an edit changes the film only when saved`() async throws {
        await logIn()
        let film = club.film(7)
        let model = try #require(await club.editing(film))
        let before = film.state.film.value
        model.form.title = "Otro título"
        #expect(film.state.film.value == before)
        await model.save()
        #expect(film.state.film.value?.title == "Otro título")
        #expect(titles.contains("Otro título"))
    }

    @Test func `a conflicting edit shows the other version beside the form`() async throws {
        await logIn()
        let film = club.film(7)
        let mine = try #require(await club.editing(film))
        let theirs = try #require(await club.editing(film))
        theirs.form.title = "Suyo"
        await theirs.save()
        mine.form.title = "Mío"
        await mine.save()
        #expect(!mine.state.isDone)
        #expect(mine.state.submission.error?.kind == .conflict)
        #expect(mine.state.theirs?.title == "Suyo")
        #expect(mine.form.title == "Mío")
        #expect(film.state.film.value?.title == "Suyo")
        await mine.save()
        #expect(mine.state.isDone && mine.state.theirs == nil)
        #expect(film.state.film.value?.title == "Mío")
    }

    @Test func `retrying an edit after a lost response is no conflict`() async throws {
        await logIn()
        let model = try #require(await club.editing(club.film(7)))
        model.form.synopsis = "Una niña."
        stage.network.mode = .losing
        await model.save()
        #expect(model.state.submission.error?.kind == .slow)
        stage.network.mode = .up
        await model.save()
        #expect(model.state.isDone)
    }

    @Test func `a missing film cannot be edited`() async {
        let film = club.film(999)
        #expect(await club.editing(film) == nil)
        #expect(film.state.film.error?.reason == .noSuchFilm)
    }

    @Test func `an empty field removes the stored value`() async throws {
        await logIn()
        let film = club.film(7)
        let model = try #require(await club.editing(film))
        model.form.poster = ""
        model.form.synopsis = ""
        await model.save()
        #expect(film.state.film.value?.synopsis == nil)
        let read = try await stage.films.film(7).film
        #expect(read.synopsis == nil && read.poster == nil)
    }

    @Test func `the ID of a new film is read from the Location field`() async throws {
        let stub = StubTransport()
        stub.on(
            "POST /api/v1/catalog",
            .status(
                .ok,
                [.contentType: "application/json", .location: "/api/v1/catalog/21"],
                Content(#"{"error": false, "msg": "Creada"}"#)
            )
        )
        let client = try ServiceClients.client("http://course.example", stub)
        let calls = VideoclubCalls(catalog: client, titles: client)
        let member = try BasicCredentials(user: "a", password: "b")
        let film = try await calls.add(form, as: member, key: "k")
        #expect(film?.id == 21 && film?.title == "El sur")
        #expect(stub.requests.first?.request.fields[.idempotencyKey] == "\"k\"")
    }
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `The title look-up` {
    private let stage: Stage
    private let model: LookUpModel

    init() async throws {
        stage = try await Stage()
        model = LookUpModel(stage.films)
    }

    @Test func `fills in the form`() async {
        model.title = " The Godfather "
        let form = await model.search()
        #expect(form?.title == "The Godfather")
        #expect(form?.director == "Francis Ford Coppola")
        #expect(form?.errors.isEmpty == true)
    }

    @Test func `an unknown title is no error`() async {
        model.title = "¿Ñandú volador & co?"
        #expect(await model.search() == nil)
        #expect(model.state.search.value == .notFound)
        #expect(model.state.search.error == nil)
    }

    @Test func `an empty title is not looked up`() async {
        model.title = "  "
        #expect(await model.search() == nil)
        #expect(model.state.search.error?.fieldError(of: "title")?.kind == .missing)
        #expect(stage.network.calls.isEmpty)
    }

    @Test func `a refused API key is reported`() async {
        stage.network.mode = .refusing(.unauthorized)
        model.title = "Alien"
        #expect(await model.search() == nil)
        #expect(model.state.search.error?.reason == .wrongKey)
        stage.network.mode = .up
        #expect(await model.search() != nil)
    }

    @Test func `can be cancelled`() async {
        stage.network.mode = .held
        model.title = "Alien"
        let search = Task { await model.search() }
        await until { stage.network.heldCount == 1 }
        model.cancel()
        #expect(await search.value == nil)
        #expect(!model.state.search.isLoading && model.state.search.error == nil)
    }

    @Test func `long text is cut, and a long or unsafe poster URL is left out`() {
        let title = String(repeating: "é", count: 300)
        var record = TitleRecord(title: title, year: "2011–2019", imdbID: "tt1")
        record.director = "N/A"
        record.poster = "https://example.org/" + String(repeating: "x", count: 300)
        let form = FilmForm(record)
        #expect(form.title.unicodeScalars.count == 255)
        #expect(form.year == "2011–19")
        #expect(form.director.isEmpty && form.poster.isEmpty)
        record.poster = "javascript:alert(1)"
        #expect(FilmForm(record).poster.isEmpty)
    }
}
