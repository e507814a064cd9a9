// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoSockets
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The videoclub by SOAP, with envelopes in the form that other programs write.
@Suite(.timeLimit(.minutes(3)))
struct `The videoclub by SOAP` {
    /// The response to an operation.
    private struct Answer {
        var status: Int
        var text: String

        /// Returns the texts of all elements with a name, at any depth.
        func texts(_ name: String) throws -> [String] {
            let element = try Regex("<\(name)>([^<]*)</", as: (Substring, Substring).self)
            return text.matches(of: element).map { String($0.output.1) }
        }
    }

    /// Calls an operation in the given version of SOAP.
    private static func call(
        _ caller: ClubCaller,
        _ operation: String,
        _ inputs: String = "",
        is12: Bool,
        as user: User? = .guest
    ) async throws -> Answer {
        let version =
            is12
            ? "http://www.w3.org/2003/05/soap-envelope"
            : "http://schemas.xmlsoap.org/soap/envelope/"
        let type = is12 ? "application/soap+xml; charset=utf-8" : "text/xml; charset=utf-8"
        let answer = try await caller.send(
            .post,
            "/videoclub/soap",
            content: """
                <?xml version="1.0"?>
                <e:Envelope xmlns:e="\(version)"><e:Body>
                <v:\(operation) xmlns:v="urn:recado:videoclub">\(inputs)</v:\(operation)>
                </e:Body></e:Envelope>
                """,
            type: type,
            accept: nil,
            as: user
        )
        let expected = is12 ? "application/soap+xml" : "text/xml"
        #expect(answer.type?.hasPrefix(expected) == true, "\(answer.text)")
        #expect(XMLParser(data: Data(answer.text.utf8)).parse(), "\(answer.text)")
        return Answer(status: answer.status, text: answer.text)
    }

    @Test(arguments: Videoclub.Manner.allCases, [false, true])
    func `films are listed, shown, added, edited and removed`(
        manner: Videoclub.Manner,
        is12: Bool
    ) async throws {
        try await ClubCaller.serve(in: manner) { caller in
            func call(_ operation: String, _ inputs: String = "") async throws -> Answer {
                try await Self.call(caller, operation, inputs, is12: is12)
            }
            let list = try await call("ListFilms")
            #expect(list.status == 200)
            #expect(try list.texts("title").count == 20)
            let draft = """
                <v:film><v:title>Ñu &lt;&amp;&gt;</v:title><v:year>1983</v:year>\
                <v:director>Él</v:director></v:film>
                """
            let made = try await call("CreateFilm", draft)
            #expect(made.status == 200)
            #expect(try made.texts("msg") == ["La película se ha creado"])
            #expect(try made.texts("id") == ["21"])
            let id = "<v:id>21</v:id>"
            let shown = try await call("ShowFilm", id)
            #expect(try shown.texts("title") == ["Ñu &lt;&amp;&gt;"])
            let changes =
                "<v:changes><v:poster>/p.png</v:poster><v:synopsis>S</v:synopsis></v:changes>"
            let edited = try await call("EditFilm", id + changes)
            #expect(try edited.texts("synopsis") == ["S"])
            // An empty element removes the value; a missing element leaves it unchanged.
            let emptied = try await call("EditFilm", id + "<v:changes><v:poster/></v:changes>")
            #expect(!emptied.text.contains("p.png"))
            #expect(try emptied.texts("synopsis") == ["S"])
            let deleted = try await call("DeleteFilm", id)
            #expect(try deleted.texts("msg") == ["La película se ha eliminado"])
            #expect(try await call("ShowFilm", id).text.contains("Recurso no encontrado"))
            #expect(try await caller.club.list().total == "20")
        }
    }

    @Test(arguments: Videoclub.Manner.allCases, [false, true])
    func `films are rented and returned`(manner: Videoclub.Manner, is12: Bool) async throws {
        try await ClubCaller.serve(in: manner) { caller in
            func call(_ operation: String) async throws -> Answer {
                try await Self.call(caller, operation, "<v:id>8</v:id>", is12: is12)
            }
            let rented = try await call("RentFilm")
            #expect(try rented.texts("rented") == (manner == .course ? ["1"] : ["true"]))
            let again = try await call("RentFilm")
            #expect((again.status == 200) == (manner == .course))
            let returned = try await call("ReturnFilm")
            #expect(try returned.texts("rented") == (manner == .course ? ["0"] : ["false"]))
        }
    }

    @Test(arguments: Videoclub.Manner.allCases, [false, true])
    func `a refused request gets a SOAP fault with the reason`(
        manner: Videoclub.Manner,
        is12: Bool
    ) async throws {
        try await ClubCaller.serve(in: manner) { caller in
            let before = try await caller.club.snapshot()
            let id = "<v:id>1</v:id>"
            let others = try await Self.call(caller, "DeleteFilm", id, is12: is12)
            #expect(others.status == (is12 ? 400 : 500))
            #expect(others.text.contains("Fault>") && others.text.contains("No tienes permisos"))
            let stranger = try await Self.call(caller, "RentFilm", id, is12: is12, as: nil)
            #expect(stranger.status == 401)
            let wrong = "<v:film><v:title/><v:year>123456789</v:year></v:film>"
            let refused = try await Self.call(caller, "CreateFilm", wrong, is12: is12)
            for place in ["/film/title", "/film/year", "/film/director"] {
                #expect(refused.text.contains(">\(place)</"), "\(refused.text)")
            }
            #expect(try await caller.club.snapshot() == before)
        }
    }

    @Test(arguments: Videoclub.Manner.allCases)
    func `the WSDL names every operation, and a client adds, rents and lists films`(
        manner: Videoclub.Manner
    ) async throws {
        try await ClubCaller.serve(in: manner) { caller in
            let described = try await caller.send(.get, "/videoclub/soap?wsdl", accept: nil)
            #expect(described.status == 200 && described.type == "text/xml; charset=utf-8")
            for operation in [
                "ListFilms", "ShowFilm", "CreateFilm", "EditFilm", "RentFilm", "ReturnFilm",
                "DeleteFilm",
            ] { #expect(described.text.contains(#"operation name="\#(operation)""#)) }
            let soap = caller.client.soap(Videoclub.soap)
            let draft = FilmDraft(title: "Él", year: "1953", director: "Luis Buñuel")
            let film = try await soap.send(CreateFilm(film: draft)).film
            #expect(film.poster == nil && film.synopsis == nil)
            #expect(try await soap.send(RentFilm(id: film.id)).film.rented)
            let found = try await soap.send(ListFilms(q: "buñuel"))
            #expect(found.elements.last?.id == film.id)
        }
    }
}
