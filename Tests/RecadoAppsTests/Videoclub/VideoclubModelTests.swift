// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoInProcess
import RecadoSQLite
import RecadoServer
import RecadoServices
import RecadoTesting
import Testing

import struct RecadoScreens.FilmForm

@Suite(.timeLimit(.minutes(1)))
struct `The model of the videoclub` {
    private let network: FaultyTransport
    private let model: VideoclubModel
    private let member = VideoclubModel.Login(user: "test123", password: "test123")

    init() async throws {
        let store = try await SQLiteStore.inMemory()
        let club = try await VideoclubService.quick(store)
        let services = [club.service, FilmDatabaseService().service]
        network = FaultyTransport(InProcessTransport(try Application(services)))
        model = VideoclubModel(
            catalog: try Apps.Settings.client("http://localhost/videoclub", network),
            titles: try Apps.Settings.client("http://localhost/omdb", network),
            key: "demo"
        )
    }

    private var form: FilmForm {
        var form = FilmForm()
        form.title = "El sur"
        form.year = "1983"
        form.director = "Víctor Erice"
        return form
    }

    private func trouble(_ work: () async throws(Trouble) -> Void) async -> Trouble? {
        do throws(Trouble) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    @Test func `films are listed and searched for`() async throws {
        #expect(try await model.films(matching: "").total == 20)
        let found = try await model.films(matching: "padrino")
        #expect(found.films.map(\.title) == ["El padrino", "El padrino. Parte II"])
        #expect(!found.hasMore)
    }

    @Test func `what is too much for a page stands on the next one`() async throws {
        for number in 1...(VideoclubModel.pageLimit - 15) {
            _ = try await model.add(form, as: member, attempt: "\(number)")
        }
        let first = try await model.films(matching: "")
        #expect(first.films.count == VideoclubModel.pageLimit)
        #expect(first.hasMore)
        let second = try await model.films(matching: "", page: 2)
        #expect(second.films.count == 5)
        #expect(second.total == VideoclubModel.pageLimit + 5)
        #expect(!second.hasMore)
    }

    @Test func `a film is added, changed, rented, returned and removed by its member`() async throws
    {
        let id = try #require(try await model.add(form, as: member, attempt: "a"))
        var copy = FilmForm(try await model.film(id))
        #expect(copy == form)
        copy.synopsis = "Una niña."
        try await model.save(id, copy, as: member)
        #expect(try await model.film(id).synopsis == "Una niña.")
        try await model.setRented(id, true, as: member)
        #expect(try await model.film(id).rented)
        #expect(
            await trouble { () throws(Trouble) in try await model.setRented(id, true, as: member) }?
                .kind == .conflict
        )
        try await model.setRented(id, false, as: member)
        try await model.delete(id, as: member)
        #expect(
            await trouble { () throws(Trouble) in _ = try await model.film(id) }?.kind == .missing
        )
    }

    @Test func `an attempt whose answer was lost adds one film`() async throws {
        network.mode = .late
        let lost = await trouble { () throws(Trouble) in
            _ = try await model.add(form, as: member, attempt: "once")
        }
        #expect(lost?.kind == .slow)
        network.mode = .up
        _ = try await model.add(form, as: member, attempt: "once")
        #expect(try await model.films(matching: "El sur").films.count == 1)
        _ = try await model.add(form, as: member, attempt: "again")
        #expect(try await model.films(matching: "El sur").films.count == 2)
    }

    @Test func `films of others stay as they are`() async throws {
        let before = try await model.film(1)
        let tries = [
            await trouble { () throws(Trouble) in try await model.setRented(1, true, as: member) },
            await trouble { () throws(Trouble) in try await model.save(1, form, as: member) },
            await trouble { () throws(Trouble) in try await model.delete(1, as: member) },
        ]
        #expect(tries.map { $0?.kind } == [.notAllowed, .notAllowed, .notAllowed])
        #expect(try await model.film(1) == before)
    }

    @Test func `a wrong login is told apart from everything else`() async throws {
        let wrong = VideoclubModel.Login(user: "test123", password: "no")
        let strange = VideoclubModel.Login(user: "a:b", password: "no")
        #expect(
            await trouble { () throws(Trouble) in try await model.verify(wrong) }?.kind
                == .notSignedIn
        )
        #expect(
            await trouble { () throws(Trouble) in try await model.verify(strange) }?.kind
                == .notSignedIn
        )
        try await model.verify(member)
    }

    @Test func `a title is looked up, or there is none`() async throws {
        let found = try #require(try await model.lookUp("The Godfather"))
        #expect(found.title == "The Godfather")
        #expect(found.year == "1972")
        try found.check()
        #expect(try await model.lookUp("No hay tal película") == nil)
    }

    @Test(arguments: [
        ("Game of Thrones", "2011–19", "David Benioff, D.B. Weiss"),
        ("Los Simpson", "1989–", "Matt Groening"),
        ("Chernobyl", "2019", "Craig Mazin"), ("El padrino", "1972", "Francis Ford Coppola"),
        ("Aterriza como puedas", "1980", "Jim Abrahams, David Zucker, Jerry Zucker"),
    ])
    func `what is looked up can be added as it is`(
        title: String,
        year: String,
        director: String
    ) async throws {
        let found = try #require(try await model.lookUp(title))
        #expect(found.year == year)
        #expect(found.director == director)
        #expect(found.poster.hasPrefix("http://localhost/omdb/posters/tt"))
        #expect(!found.synopsis.isEmpty)
        let id = try #require(try await model.add(found, as: member, attempt: title))
        #expect(FilmForm(try await model.film(id)) == found)
    }

    @Test func `names and years that are too long are cut where they may be`() throws {
        var record = TitleRecord(title: "A", year: "1999–2007, 2012", imdbID: "tt1")
        record.director = (1...9).map { "Somebody Number \($0)" }.joined(separator: ", ")
        let form = FilmForm(record)
        #expect(form.year == "1999–200")
        #expect(form.director == "Somebody Number 1, Somebody Number 2, Somebody Number 3")
        record.director = String(repeating: "x", count: 100)
        #expect(FilmForm(record).director.count == 64)
        try FilmForm(record).check()
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var mode: FaultyTransport.Mode
        var kind: Trouble.Kind
        var testDescription: String { "\(kind)" }

        static let all = [
            Fault(mode: .down, kind: .unreachable), Fault(mode: .slow, kind: .slow),
            Fault(mode: .refusing(.serviceUnavailable), kind: .busy),
            Fault(mode: .refusing(.internalServerError), kind: .broken),
            Fault(mode: .refusing(.tooManyRequests), kind: .busy),
            Fault(mode: .garbled, kind: .unreadable),
        ]
    }

    @Test(arguments: Fault.all)
    func `what fails is told for what it is, once`(_ fault: Fault) async throws {
        network.mode = fault.mode
        let told = await trouble { () throws(Trouble) in _ = try await model.films(matching: "") }
        #expect(told?.kind == fault.kind)
        #expect(told?.isPassing == true)
        #expect(network.calls.count == 1)
    }

    @Test func `what a form lacks is said before anything is sent`() async throws {
        var empty = FilmForm()
        empty.year = "123456789"
        empty.poster = "cartel.png"
        let told = await trouble { () throws(Trouble) in
            _ = try await model.add(empty, as: member, attempt: "a")
        }
        #expect(told?.complaints.map(\.field) == ["title", "year", "director", "poster"])
        #expect(network.calls.isEmpty)
    }
}
