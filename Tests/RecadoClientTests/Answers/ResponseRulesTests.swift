// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Response rules` {
    static let user = #"{"user":{"codigo":"C","nombre":"Carlos"},"list":[{"id":1,"title":"Up"}]}"#

    private func get<Output: Decodable>(
        _ stub: StubTransport,
        _ rules: ResponseRules,
        as type: Output.Type = Output.self
    ) async throws(CallError<Never>) -> Output {
        guard let client = try? Client(stub) else { throw .invalid }
        return try await client.get("user", with: CallOptions(responseRules: rules))
    }

    private func error<Output: Decodable>(
        _ stub: StubTransport,
        _ rules: ResponseRules,
        as type: Output.Type
    ) async -> CallError<Never>? {
        await callError { () throws(CallError<Never>) in
            _ = try await get(stub, rules, as: type)
        }
    }

    // MARK: - Roots

    @Test
    func `a value is decoded at the given root path`() async throws {
        let stub = StubTransport(json: Self.user)
        let user: User = try await get(stub, .root("user"))
        #expect(user == User(code: "C", name: "Carlos"))
        #expect(try await get(stub, .root("list.0.title"), as: String.self) == "Up")
        #expect(try await get(stub, .root("list.*.title"), as: [String].self) == ["Up"])
        let name = try await get(stub, .root("user.nombre"), as: Value.self)
        #expect(name.stringValue == "Carlos")
    }

    @Test
    func `a root path in XML starts inside the document element`() async throws {
        let xml = "<answer><user><codigo>C</codigo><nombre>Carlos</nombre></user></answer>"
        let stub = StubTransport(.ok, [.contentType: "application/xml"], xml)
        let options = CallOptions(format: .xml, responseRules: .root("user"))
        let user: User = try await Client(stub).get("user", with: options)
        #expect(user == User(code: "C", name: "Carlos"))
    }

    @Test(arguments: ["nobody", "user.codigo.x", "list.7"])
    func `a root path that matches no value is a decoding error`(path: String) async throws {
        let error = await error(
            StubTransport(json: Self.user),
            .root(CodingPath(path)),
            as: User.self
        )
        #expect(error?.kind == .unreadable)
        #expect(error?.codingFailure != nil)
        #expect(error?.description.contains("unreadable answer: ") == true)
    }

    @Test(arguments: [#"{"user":null}"#, "{}", #"{"user":{"data":null}}"#])
    func `a null or missing root is decoded as nil or empty if the type allows it`(
        json: String
    ) async throws {
        let rules = ResponseRules.root("user.data")
        let stub = StubTransport(json: json)
        #expect(try await get(stub, rules, as: User?.self) == nil)
        #expect(try await get(stub, rules, as: NoContent.self) == NoContent())
        #expect(try await get(stub, rules, as: Value.self).isNull)
        #expect(await error(stub, rules, as: User.self)?.kind == .unreadable)
    }

    // MARK: - Nothing

    struct Basket: Decodable, Sendable, Hashable, EmptyResponse {
        static var emptyResponse: Basket { Basket(films: []) }
        var films: [Film]
    }

    @Test(arguments: [nil, "user"] as [CodingPath?], [Status.ok, .noContent, .resetContent])
    func `an empty response is decoded as nil or empty, with and without a root`(
        root: CodingPath?,
        status: Status
    ) async throws {
        let rules = ResponseRules(root: root)
        #expect(try await get(StubTransport(status), rules, as: User?.self) == nil)
        #expect(try await get(StubTransport(status), rules, as: Value.self).isNull)
        #expect(try await get(StubTransport(status), rules, as: NoContent.self) == NoContent())
        #expect(try await get(StubTransport(status), rules, as: Basket.self).films.isEmpty)
        let error = await error(StubTransport(status), rules, as: User.self)
        #expect(error?.kind == .unreadable)
        let words =
            "the answer has no content (\(status)); expected User, or a type that may be empty"
        #expect(error?.description.contains(words) == true)
    }

    @Test
    func `the rules decide which statuses and methods allow empty responses`() async throws {
        let strict = ResponseRules(empty: ResponseRules.EmptyResponses())
        #expect(try await get(StubTransport(.noContent), strict, as: User?.self) == nil)
        let error = await error(StubTransport(.ok), strict, as: User?.self)
        let words = "the answer has no content, and none with 200 OK may be empty"
        #expect(error?.description.contains(words) == true)
        let client = try Client(StubTransport(.ok)) { $0.responseRules = strict }
        #expect(try await client.call(.head, "user").isNull)
        let options = CallOptions(responseRules: ResponseRules(empty: .any))
        #expect(try await client.get("user", as: User?.self, with: options) == nil)
    }

    @Test
    func `a 304 response that the rules accept is decoded as nil`() async throws {
        let rules = ResponseRules(accepted: [.success, 304], empty: ResponseRules.EmptyResponses())
        #expect(try await get(StubTransport(.notModified), rules, as: User?.self) == nil)
    }

    // MARK: - Statuses

    @Test
    func `the rules can accept more or fewer statuses`() async throws {
        let stub = StubTransport(json: "7", .multipleChoices)
        #expect(try await get(stub, ResponseRules(accepted: [.success, 300]), as: Int.self) == 7)
        #expect(await error(stub, ResponseRules(), as: Int.self)?.kind == .refused)
        let created = await error(
            StubTransport(json: "7", .created),
            ResponseRules(accepted: 200),
            as: Int.self
        )
        #expect(created?.kind == .refused)
        #expect(created?.status == .created)
    }

    @Test
    func `a status that the rules list as absent is decoded as nil`() async throws {
        let rules = ResponseRules(absent: [404, 410])
        let stub = StubTransport(.notFound, [.contentType: "text/html"], "<p>Not here")
        #expect(try await get(stub, rules, as: User?.self) == nil)
        #expect(await error(stub, rules, as: User.self)?.kind == .refused)
        #expect(await error(stub, ResponseRules(), as: User?.self)?.kind == .refused)
    }

    // MARK: - Content

    @Test
    func `preprocessors change the content before it is decoded`() async throws {
        let stub = StubTransport(json: ")]}',\n{\"user\":7}")
        var rules = ResponseRules.root("user")
        #expect(await error(stub, rules, as: Int.self)?.kind == .unreadable)
        rules.preprocessors = [.scriptGuard, .removing(prefix: "x")]
        #expect(try await get(stub, rules, as: Int.self) == 7)
        struct Unsigned: Error {}
        rules.preprocessors = [ResponseRules.Preprocessor { _ in throw Unsigned() }]
        let error = await error(stub, rules, as: Int.self)
        #expect(error?.kind == .unreadable)
        #expect(error?.underlying is Unsigned)
    }

    @Test
    func `further media types are decoded if the rules list them`() async throws {
        let stub = StubTransport(.ok, [.contentType: "text/html; charset=utf-8"], "7")
        let text = try #require(MediaRange("text/*"))
        var rules = ResponseRules()
        #expect(await error(stub, rules, as: Int.self)?.kind == .unreadable)
        rules.mediaTypes = [text]
        #expect(try await get(stub, rules, as: Int.self) == 7)
        #expect(stub.sent.last?.fields[.accept] == "application/json")
    }

    @Test(
        arguments: [
            ("application/json; charset=iso-8859-1", nil), ("application/json", "iso-8859-1"),
            ("application/json; charset=windows-1252", "utf-8"),
        ] as [(String, String?)]
    )
    func `JSON in another encoding is decoded by its charset`(
        type: String,
        charset: String?
    ) async throws {
        let stub = StubTransport { _ throws(TransportError) in
            let latin: [UInt8] = [0x22, 0x45, 0x73, 0x70, 0x61, 0xF1, 0x61, 0x22]
            return Response(status: .ok, fields: [.contentType: type], content: Content(latin))
        }
        var rules = ResponseRules()
        rules.charset = charset
        #expect(try await get(stub, rules, as: String.self) == "España")
    }

    @Test
    func `UTF-8 content with a wrong charset is decoded as UTF-8`() async throws {
        let type = "application/json; charset=iso-8859-1"
        let stub = StubTransport(.ok, [.contentType: type], #""España""#)
        #expect(try await get(stub, ResponseRules(), as: String.self) == "España")
    }

    // MARK: - Composition

    struct ShowUser: ForeignEndpoint {
        static let route: Route = "GET /user/{id}"
        static let responseRules = ResponseRules(accepted: [.success, 300], root: "user")
        struct Output: Codable, Sendable, Hashable { var nombre: String }
        @Path var id: Int
    }

    @Test
    func `call rules override endpoint rules, which override client rules`() async throws {
        let json = #"{"user":{"nombre":"C"},"data":{"user":{"nombre":"D"}}}"#
        let client = try Client(StubTransport(json: json, .multipleChoices)) {
            $0.responseRules = ResponseRules(accepted: 200, root: "data.user")
        }
        #expect(try await client.send(ShowUser(id: 1)).nombre == "C")
        let options = CallOptions(responseRules: .root("data.user"))
        #expect(try await client.send(ShowUser(id: 1), with: options).nombre == "D")
        #expect(try await client.response(to: ShowUser(id: 1)).status == .multipleChoices)
        let error = await callError { () throws(CallError<Never>) in try await client.get("user") }
        #expect(error?.kind == .refused)
    }
}
