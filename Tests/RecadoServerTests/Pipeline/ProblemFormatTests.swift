// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The format of problems` {
    private struct Both: Endpoint {
        static let route: Route = "GET /both/{id}"
        static let formats: [Format] = [.json, .xml]
        typealias Output = Book
        enum Failure: Problem, CaseIterable {
            case noSuchBook
            var status: Status { .notFound }
            var title: String { "No such <book>" }
        }
        @Path var id: Int
        @Query var days: Within<1, 30>? = nil
    }

    private struct InXML: Endpoint {
        static let route: Route = "GET /xml"
        static let formats: [Format] = [.xml]
        typealias Output = Book
        @Query var days: Int
    }

    private struct InJSON: Endpoint {
        static let route: Route = "GET /json"
        typealias Output = Book
        @Query var days: Int
    }

    private func answer(
        _ target: String,
        _ accept: String?,
        method: Method = .get,
        members: Value.Object = ["error": true, "tags": ["a", ["b", "c"]]]
    ) async throws -> Answer {
        let api = API(
            name: "mixed",
            title: "Mixed",
            version: "1",
            endpoints: [Both.self, InXML.self, InJSON.self]
        )
        var service = Service(api)
        service.problemMembers = { _ in members }
        service.serve { (_: Both) async throws(HandlerError<Both.Failure>) -> Book in
            throw .failed(.noSuchBook)
        }
        service.serve { (_: InXML) in Book(title: "x") }
        service.serve { (_: InJSON) in Book(title: "j") }
        var request = Request(method: method, target: target)
        request.fields[.accept] = accept
        return try await Answer(Application([service]).respond(to: request))
    }

    /// The `Accept` field that browsers send when they open a page.
    private static let browser =
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
    private let json = "application/problem+json"
    private let xml = "application/problem+xml"

    @Test func `a client that prefers XML gets problems in XML`() async throws {
        let answer = try await answer("/mixed/both/7", "application/xml")
        #expect(answer.status == .notFound)
        #expect(answer.response.fields[.contentType] == xml)
        #expect(
            answer.text == """
                <?xml version="1.0" encoding="UTF-8"?><problem xmlns="urn:ietf:rfc:7807">\
                <type>/mixed/problems/no-such-book</type><title>No such &lt;book&gt;</title>\
                <status>404</status>\
                <error>true</error><tags><i>a</i><i><i>b</i><i>c</i></i></tags></problem>
                """
        )
    }

    @Test func `each invalid input is written as an element i in XML`() async throws {
        let answer = try await answer("/mixed/both/x?days=31", "application/xml")
        #expect(answer.status == .unprocessableContent)
        #expect(
            answer.text.contains("<errors><i><parameter>id</parameter><code>type</code><detail>")
        )
        #expect(answer.text.contains("</i><i><parameter>days</parameter><code>maximum</code>"))
    }

    @Test(arguments: [
        ("/mixed/both/7", nil, false), ("/mixed/both/7", "*/*", false),
        ("/mixed/both/7", "text/html", false), ("/mixed/both/7", "text/xml", true),
        ("/mixed/both/7", "application/xml;q=0.5, application/json", false),
        ("/mixed/both/7", "application/xml, */*;q=0.1", true),
        ("/mixed/both/7", "application/json, application/problem+xml", false),
        ("/mixed/both/7.xml", "application/json", true),
        ("/mixed/both/7.json", "application/xml", false),
        ("/mixed/xml", nil, true), ("/mixed/xml", "application/json", false),
        ("/mixed/json", "application/xml", false),
        // If no endpoint is found, all formats of the service's endpoints are possible.
        ("/mixed/nothing", "application/xml", true), ("/mixed/nothing", nil, false),
        ("/nowhere", "application/xml", false),
        ("/mixed/both/7", browser, false), ("/mixed/xml", browser, true),
    ])
    func `the format depends on the Accept field and the endpoint's formats`(
        target: String,
        accept: String?,
        isXML: Bool
    ) async throws {
        let answer = try await answer(target, accept)
        #expect(answer.response.fields[.contentType] == (isXML ? xml : json))
        #expect((answer.problem != nil) == !isXML)
    }

    @Test func `an unsupported method is refused in XML, too`() async throws {
        let answer = try await answer("/mixed/xml", "application/xml", method: .delete)
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.response.fields[.contentType] == xml)
    }

    @Test(arguments: [["a b": 1], ["text": "\u{1}"]] as [Value.Object])
    func `problems that XML cannot express are written in JSON`(
        _ members: Value.Object
    ) async throws {
        let answer = try await answer("/mixed/both/7", "application/xml", members: members)
        #expect(answer.status == .notFound)
        #expect(answer.response.fields[.contentType] == json)
        #expect(answer.problem?.extensions == members)
    }
}
