// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoHTTP
import RecadoInProcess
import RecadoSQLite
import RecadoScreens
import RecadoServer
import RecadoServices
import RecadoTestSupport
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Service calls of the videoclub app` {
    private let network: FaultyTransport
    private let calls: VideoclubCalls
    private let member: BasicCredentials

    init() async throws {
        let store = try await SQLiteStore.inMemory()
        let club = try await VideoclubService.quick(store)
        let services = [club.service, FilmDatabaseService().service]
        network = FaultyTransport(InProcessTransport(try Application(services)))
        member = try BasicCredentials(user: "test123", password: "test123")
        calls = VideoclubCalls(
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

    private func error(_ work: () async throws(ScreenError) -> Void) async -> ScreenError? {
        do throws(ScreenError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    @Test func `films are listed and searched for`() async throws {
        #expect(try await calls.films(matching: "").total == 20)
        let found = try await calls.films(matching: "padrino")
        #expect(found.films.map(\.title) == ["El padrino", "El padrino. Parte II"])
        #expect(!found.hasMore)
    }

    @Test func `films are filtered by state, year, owner and words, and sorted`() async throws {
        var selection = FilmSelection()
        selection.order = .yearDescending
        let years = try await calls.films(matching: selection).films.map(\.year)
        #expect(years == years.sorted(by: >) && years.count == 20)
        try await calls.setRented(8, true, as: member)
        selection.isRented = true
        let rented = try await calls.films(matching: selection).films
        #expect(rented.allSatisfy { $0.rented } && rented.contains { $0.id == 8 })
        selection.isRented = false
        let free = try await calls.films(matching: selection).films
        #expect(free.count + rented.count == 20 && !free.contains { $0.rented })
        selection.year = "1972"
        #expect(try await calls.films(matching: selection).films.allSatisfy { $0.year == "1972" })
        selection = FilmSelection()
        selection.isOwn = true
        let own = try await calls.films(matching: selection, as: member)
        #expect(own.films.map(\.id) == Array(7...20) && own.total == 14)
        selection.words = "padrino"
        #expect(try await calls.films(matching: selection, as: member).films.isEmpty)
        #expect(try await calls.owns(8, as: member) == true)
        #expect(try await calls.owns(1, as: member) == false)
        #expect(try await calls.owns(999, as: member) == false)
        let stranger = await error { () throws(ScreenError) in
            _ = try await calls.films(matching: selection)
        }
        #expect(stranger?.reason == .wrongLogin)
        selection.year = "abcd"
        let wrong = await error { () throws(ScreenError) in
            _ = try await calls.films(matching: selection, as: member)
        }
        #expect(wrong?.fieldErrors == [FieldError("year", .notAYear)])
    }

    @Test func `a page beyond the last has no films and the total`() async throws {
        let page = try await calls.films(matching: "", page: 500)
        #expect(page.films.isEmpty && !page.hasMore)
        #expect(page.total == 20 && page.pageCount == 1)
    }

    @Test func `films beyond the limit of a page are on the next page`() async throws {
        for number in 1...(VideoclubCalls.pageLimit - 15) {
            _ = try await calls.add(form, as: member, key: "\(number)")
        }
        let first = try await calls.films(matching: "")
        #expect(first.films.count == VideoclubCalls.pageLimit)
        #expect(first.hasMore)
        let second = try await calls.films(matching: "", page: 2)
        #expect(second.films.count == 5)
        #expect(second.total == VideoclubCalls.pageLimit + 5)
        #expect(!second.hasMore)
    }

    @Test func `a film is added, changed, rented, returned and removed by its owner`() async throws
    {
        let id = try #require(try await calls.add(form, as: member, key: "a")?.id)
        var copy = FilmForm(try await calls.film(id).film)
        #expect(copy == form)
        copy.synopsis = "Una niña."
        try await calls.save(try await calls.film(id), copy, as: member)
        #expect(try await calls.film(id).film.synopsis == "Una niña.")
        try await calls.setRented(id, true, as: member)
        #expect(try await calls.film(id).film.rented)
        #expect(
            await error { () throws(ScreenError) in try await calls.setRented(id, true, as: member)
            }?
            .kind == .conflict
        )
        try await calls.setRented(id, false, as: member)
        try await calls.delete(id, as: member)
        #expect(
            await error { () throws(ScreenError) in _ = try await calls.film(id) }?.kind == .missing
        )
    }

    @Test func `a call repeated after a lost response adds one film`() async throws {
        network.mode = .losing
        let lost = await error { () throws(ScreenError) in
            _ = try await calls.add(form, as: member, key: "once")
        }
        #expect(lost?.kind == .slow)
        network.mode = .up
        _ = try await calls.add(form, as: member, key: "once")
        #expect(try await calls.films(matching: "El sur").films.count == 1)
        _ = try await calls.add(form, as: member, key: "again")
        #expect(try await calls.films(matching: "El sur").films.count == 2)
    }

    @Test func `films of other members cannot be changed`() async throws {
        let before = try await calls.film(1)
        let untagged = VideoclubCalls.TaggedFilm(before.film, tag: nil)
        let tries = [
            await error { () throws(ScreenError) in try await calls.setRented(1, true, as: member)
            },
            await error { () throws(ScreenError) in try await calls.save(untagged, form, as: member)
            },
            await error { () throws(ScreenError) in try await calls.delete(1, as: member) },
        ]
        #expect(tries.map { $0?.kind } == [.notAllowed, .notAllowed, .notAllowed])
        #expect(try await calls.film(1) == before)
    }

    @Test func `a wrong password is reported as a wrong login`() async throws {
        let wrong = try BasicCredentials(user: "test123", password: "no")
        let told = await error { () throws(ScreenError) in try await calls.check(wrong) }
        #expect(told?.kind == .notSignedIn && told?.reason == .wrongLogin)
        try await calls.check(member)
    }

    @Test func `the look-up returns the film of a known title, and nil otherwise`() async throws {
        let found = try #require(try await calls.lookUp("The Godfather"))
        #expect(found.title == "The Godfather")
        #expect(found.year == "1972")
        #expect(found.errors.isEmpty)
        #expect(try await calls.lookUp("No hay tal película") == nil)
    }

    @Test(arguments: [
        ("Game of Thrones", "2011–19", "David Benioff, D.B. Weiss"),
        ("Los Simpson", "1989–", "Matt Groening"),
        ("Chernobyl", "2019", "Craig Mazin"), ("El padrino", "1972", "Francis Ford Coppola"),
        ("Aterriza como puedas", "1980", "Jim Abrahams, David Zucker, Jerry Zucker"),
    ])
    func `a film from the look-up can be added unchanged`(
        title: String,
        year: String,
        director: String
    ) async throws {
        let found = try #require(try await calls.lookUp(title))
        #expect(found.year == year)
        #expect(found.director == director)
        #expect(found.poster.hasPrefix("http://localhost/omdb/posters/tt"))
        #expect(!found.synopsis.isEmpty)
        let id = try #require(try await calls.add(found, as: member, key: title)?.id)
        #expect(FilmForm(try await calls.film(id).film) == found)
    }

    @Test func `directors and years that are too long are shortened`() throws {
        var record = TitleRecord(title: "A", year: "1999–2007, 2012", imdbID: "tt1")
        record.director = (1...9).map { "Somebody Number \($0)" }.joined(separator: ", ")
        let form = FilmForm(record)
        #expect(form.year == "1999–200")
        #expect(form.director == "Somebody Number 1, Somebody Number 2, Somebody Number 3")
        record.director = String(repeating: "x", count: 100)
        #expect(FilmForm(record).director.count == 64)
        #expect(FilmForm(record).errors.isEmpty)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var mode: FaultyTransport.Mode
        var kind: ScreenError.Kind
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
    func `a failed call reports its kind of failure and is not repeated`(
        _ fault: Fault
    ) async throws {
        network.mode = fault.mode
        let told = await error { () throws(ScreenError) in _ = try await calls.films(matching: "") }
        #expect(told?.kind == fault.kind)
        #expect(told?.isTemporary == true)
        #expect(network.calls.count == 1)
    }

    @Test func `invalid form fields are reported without a call`() async throws {
        var empty = FilmForm()
        empty.year = "123456789"
        empty.poster = "cartel.png"
        let told = await error { () throws(ScreenError) in
            _ = try await calls.add(empty, as: member, key: "a")
        }
        #expect(told?.fieldErrors.map(\.field) == ["title", "year", "director", "poster"])
        #expect(network.calls.isEmpty)
    }
}
