// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import Testing

/// The videoclub in XML, over a socket.
@Suite(.timeLimit(.minutes(3)))
struct `The videoclub in XML` {
    private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"#
    private static let film = """
        <?xml version="1.0"?>
        <film>
          <title>¡Átame! &lt;&amp;&gt; <![CDATA[<b>]]></title>
          <year>1989</year>
          <director>Pedro Almodóvar</director>
        </film>
        """

    /// Sends a request in XML, and expects a response in XML.
    private func send(
        _ caller: ClubCaller,
        _ method: RecadoHTTP.Method = .get,
        _ target: String = "",
        _ content: String? = nil,
        as user: User? = .guest
    ) async throws -> ClubCaller.Answer {
        let answer = try await caller.send(
            method,
            target,
            content: content,
            type: "application/xml",
            accept: "application/xml",
            as: user
        )
        let isProblem = answer.status >= 400
        #expect(answer.type == (isProblem ? "application/problem+xml" : "application/xml"))
        #expect(answer.text.hasPrefix(Self.declaration), "\(answer.text)")
        return answer
    }

    // MARK: - Reading

    @Test func `films are listed in an element named films`() async throws {
        try await ClubCaller.serve { caller in
            let list = try await send(caller, .get, "?limit=2&sort=id")
            #expect(list.status == 200)
            let start = """
                \(Self.declaration)<films><film><id>1</id><title>El padrino</title>\
                <year>1972</year><director>Francis Ford Coppola</director><poster>
                """
            #expect(list.text.hasPrefix(start), "\(list.text)")
            #expect(list.text.hasSuffix("</film></films>"))
            #expect(list.text.matches(of: /<film>/).count == 2)
            #expect(list.text.matches(of: /<rented>false<\/rented>/).count == 2)
            #expect(list.fields["X-Total-Count"] == "20")
            #expect(list.fields[.link]?.contains("page=10>; rel=\"last\"") == true)
            #expect(list.fields[.vary]?.contains("Accept") == true)
            let none = try await send(caller, .get, "?q=nothing%20of%20the%20kind")
            #expect(none.text == Self.declaration + "<films/>")
        }
    }

    struct Choice: Sendable, CustomTestStringConvertible {
        var target = "/7"
        var accept: String?
        var type: String
        var testDescription: String { "\(target) for \(accept ?? "anything")" }
    }

    private static let browser =
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"

    @Test(arguments: [
        Choice(type: "application/json"), Choice(accept: "*/*", type: "application/json"),
        Choice(accept: browser, type: "application/json"),
        Choice(target: "/7.xml", accept: browser, type: "application/xml"),
        Choice(target: "/7.xml", accept: "application/json", type: "application/xml"),
        Choice(accept: "text/xml", type: "text/xml"),
        Choice(accept: "text/xml;q=0.9, application/json;q=0.8", type: "text/xml"),
        Choice(accept: "text/xml, application/xml", type: "application/xml"),
        Choice(accept: "application/xml;q=0.5, application/json", type: "application/json"),
        Choice(accept: "application/xml, */*;q=0.1", type: "application/xml"),
        Choice(target: "/99", accept: browser, type: "application/problem+json"),
        Choice(target: "/99", accept: "text/xml", type: "application/problem+xml"),
        Choice(target: "/99.xml", type: "application/problem+xml"),
    ])
    func `requests that prefer XML get XML, and browsers get JSON`(choice: Choice) async throws {
        try await ClubCaller.serve { caller in
            let answer = try await caller.send(.get, choice.target, accept: choice.accept)
            #expect(answer.type == choice.type)
            #expect(answer.text.hasPrefix("<") == choice.type.hasSuffix("xml"))
        }
    }

    @Test func `a film with an unchanged ETag gets status 304 until it is edited`() async throws {
        try await ClubCaller.serve { caller in
            let tag = try #require(try await send(caller, .get, "/7").fields[.eTag])
            let inJSON = try await caller.send(.get, "/7", accept: "application/json")
            #expect(inJSON.fields[.eTag] != tag)
            let options = CallOptions(fields: [.ifNoneMatch: tag], format: .xml)
            await #expect(throws: CallError<FilmMissing>.self) {
                try await caller.client.send(ShowFilm(id: 7), with: options)
            }
            let edited = try await send(caller, .put, "/7", "<film><year>1999</year></film>")
            #expect(edited.status == 200)
            #expect(try await caller.client.send(ShowFilm(id: 7), with: options).year == "1999")
        }
    }

    // MARK: - Changing

    @Test func `a film is added, changed, rented, returned and removed`() async throws {
        try await ClubCaller.serve { caller in
            let made = try await send(caller, .post, ".xml", Self.film)
            #expect(made.status == 201)
            #expect(made.fields[.location] == Club.catalog + "/21")
            let start = """
                \(Self.declaration)<film><id>21</id><title>¡Átame! &lt;&amp;&gt; &lt;b&gt;</title>\
                <year>1989</year><director>Pedro Almodóvar</director><poster/>\
                <rented>false</rented><synopsis/><created_at>
                """
            #expect(made.text.hasPrefix(start), "\(made.text)")
            let end = "<error>false</error><msg>La película se ha creado</msg></film>"
            #expect(made.text.hasSuffix(end))

            let change =
                "<film><poster>https://a.example/p.png</poster><synopsis>S</synopsis></film>"
            let edited = try await send(caller, .put, "/21", change)
            #expect(edited.text.contains("<year>1989</year>"))
            #expect(edited.text.contains("<poster>https://a.example/p.png</poster>"))
            // An empty element removes the value; a missing element leaves it unchanged.
            let emptied = try await send(caller, .put, "/21", "<film><poster/></film>")
            #expect(emptied.text.contains("<poster/>"))
            #expect(emptied.text.contains("<synopsis>S</synopsis>"))

            let rented = try await send(caller, .put, "/21/rent")
            #expect(rented.text.contains("<rented>true</rented>"))
            #expect(rented.text.contains("<msg>La película se ha marcado como alquilada</msg>"))
            let again = try await send(caller, .put, "/21/rent")
            #expect(again.status == 409)
            let returned = try await send(caller, .put, "/21/return")
            #expect(returned.text.contains("<rented>false</rented>"))
            let deleted = try await send(caller, .delete, "/21")
            let farewell = """
                <confirmation><error>false</error><msg>La película se ha eliminado</msg></confirmation>
                """
            #expect(deleted.text == Self.declaration + farewell)
            #expect(try await send(caller, .get, "/21").status == 404)
        }
    }

    @Test(arguments: Videoclub.Manner.allCases)
    func `declared endpoints add, edit, rent and remove films in XML`(
        manner: Videoclub.Manner
    ) async throws {
        try await ClubCaller.serve(in: manner) { caller in
            let (client, options) = (caller.client, CallOptions(format: .xml))
            let draft = FilmDraft(title: "Él <&>", year: "1953", director: "Luis Buñuel")
            let film = try await client.send(CreateFilm(film: draft), with: options).film
            #expect(film.title == "Él <&>" && film.poster == nil && film.synopsis == nil)
            #expect(try await client.send(RentFilm(id: film.id), with: options).film.rented)
            let rented = try await client.send(ListFilms(q: "él <&>"), with: options)
            #expect(rented.elements.map(\.rented) == [true] && rented.total == 1)
            let changes = FilmChanges(synopsis: "Celos.")
            let edit = EditFilm(id: film.id, changes: changes)
            #expect(try await client.send(edit, with: options).film.synopsis == "Celos.")
            #expect(try await !client.send(ReturnFilm(id: film.id), with: options).film.rented)
            #expect(try await !client.send(DeleteFilm(id: film.id), with: options).error)
            do throws(CallError<FilmMissing>) {
                _ = try await client.send(ShowFilm(id: film.id), with: options)
                Issue.record("the film is still there")
            } catch {
                #expect(error.failure == .noSuchFilm)
            }
        }
    }

    @Test func `the element rented is a number with --course`() async throws {
        try await ClubCaller.serve(in: .course) { caller in
            let list = try await send(caller, .get, "?limit=3")
            #expect(list.text.matches(of: /<rented>0<\/rented>/).count == 3)
            let made = try await send(caller, .post, "", Self.film)
            #expect(made.status == 200)
            let rented = try await send(caller, .put, "/21/rent")
            #expect(rented.text.contains("<rented>1</rented>"))
        }
    }
}
