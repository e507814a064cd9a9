// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import RecadoCredentials
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite struct `Declarations of foreign services` {
    private struct Find: Endpoint {
        static let route: Route = "GET /things/{thing-ids}"
        static let parameterStyles: [String: ParameterStyle] = [
            "thingIDs": ParameterStyle("thing-ids", lists: .commas), "pageSize": "pageSize",
            "ids": ParameterStyle(lists: .commas), "words": ParameterStyle(lists: .spaces),
            "marks": ParameterStyle("marks[x]", lists: .pipes),
            "tags": ParameterStyle(lists: .brackets), "fields": ParameterStyle(lists: .commas),
        ]
        typealias Output = [String]
        @Path var thingIDs: [Int]
        @Query var pageSize: Int? = nil
        @Query var ids: [Int]? = nil
        @Query var words: [String]? = nil
        @Query var marks: [String]? = nil
        @Query var tags: [String]? = nil
        @Query var plain: [String]? = nil
        @Query var filter: Filter? = nil
        @Header<Fields, [Int]?> var fields: [Int]? = nil

        struct Filter: Codable, Sendable { var name: String }
        enum Fields: HeaderName { static var fieldName: FieldName { "X-Fields" } }
    }

    private func client(_ stub: StubTransport) throws -> Client {
        try Client(base: "https://things.example/v1", transport: stub)
    }

    @Test func `parameter names and lists are sent and received as declared`() async throws {
        let stub = StubTransport()
        stub.on(Find.self) { call in
            [
                "\(call.thingIDs)", "\(call.ids ?? [])", "\(call.words ?? [])",
                "\(call.marks ?? [])", "\(call.tags ?? [])", "\(call.plain ?? [])",
                "\(call.filter?.name ?? "")", "\(call.fields ?? [])", "\(call.pageSize ?? 0)",
            ]
        }
        var call = Find(thingIDs: [1, 2])
        call.pageSize = 5
        call.ids = [7, 8]
        call.words = ["a", "b", "ñ"]
        call.marks = ["x,y", "z"]
        call.tags = ["t"]
        call.plain = ["p", "q&r"]
        call.filter = Find.Filter(name: "n")
        call.fields = [3, 4]
        let output = try await client(stub).send(call)
        #expect(
            output == [
                "[1, 2]", "[7, 8]", #"["a", "b", "ñ"]"#, #"["x,y", "z"]"#, #"["t"]"#,
                #"["p", "q&r"]"#, "n", "[3, 4]", "5",
            ]
        )
        let request = try #require(stub.requests.first)
        #expect(
            request.request.target
                == "/v1/things/1,2?pageSize=5&ids=7,8&words=a%20b%20%C3%B1&"
                + "marks%5Bx%5D=x%2Cy%7Cz&tags%5B%5D=t&plain=p&plain=q%26r&filter%5Bname%5D=n"
        )
        #expect(request.request.fields["X-Fields"] == "3,4")
    }

    @Test func `a list element that contains the separator is refused`() async throws {
        let client = try client(StubTransport())
        var spaces = Find(thingIDs: [1])
        spaces.words = ["a b", "c"]
        var pipes = Find(thingIDs: [1])
        pipes.marks = ["a|b", "c"]
        for call in [spaces, pipes] {
            await #expect(throws: (any Error).self) { _ = try await client.send(call) }
        }
    }

    private enum Nested: SchemaUnion {
        case and(And)
        case or(Or)

        struct And: Codable, Sendable {
            var args: [Nested]
            var and: String
        }

        struct Or: Codable, Sendable {
            var args: [Nested]
            var or: String
        }

        static let choices: [SchemaChoice<Nested>] = [
            SchemaChoice(Nested.and), SchemaChoice(Nested.or),
        ]
        var value: any Codable & Sendable {
            switch self {
            case .and(let value): value
            case .or(let value): value
            }
        }
    }

    @Test func `decoding nested unions fails after too many attempts`() throws {
        func text(_ depth: Int) -> String {
            String(repeating: #"{"args":["#, count: depth)
                + String(repeating: #"],"or":"x"}"#, count: depth)
        }
        _ = try JSON().decode(Nested.self, from: text(8))
        let error = #expect(throws: (any Error).self) {
            try JSON().decode(Nested.self, from: text(60))
        }
        #expect("\(String(describing: error))".contains("too many trials"))
    }

    @Test func `an API key in a cookie is sent together with an Origin field`() throws {
        enum Cookie: APIKeyPlace { static var place: APIKeyLocation { .cookie("sid") } }
        enum Field: APIKeyPlace { static var place: APIKeyLocation { .field("X-Key") } }
        let key = try #require(APIKeyCredentials<Cookie>(key: "k"))
        #expect(key.isAmbient)
        #expect(APIKeyCredentials<Field>(key: "k")?.isAmbient == false)
        var request = Request(method: .post, authority: "h:1", target: "/")
        key.write(to: &request)
        #expect(request.fields[.cookie] == "sid=k" && request.fields["Origin"] == "http://h:1")
    }

    @Test func `OpenAPI documents contain the names and list styles of parameters`() throws {
        let api = API(name: "things", title: "Things", version: "1", endpoints: [Find.self])
        #expect(api.check().isEmpty, "\(api.check())")
        let document = try OpenAPI(api).value
        let parameters = document["paths"]?["/things/{thing-ids}"]?["get"]?["parameters"]
        let found = (parameters?.arrayValue ?? []).map { parameter in
            let style = parameter["style"]?.stringValue ?? "-"
            return "\(parameter["name"]?.stringValue ?? "") \(style)"
        }
        #expect(
            found == [
                "thing-ids -", "pageSize -", "ids form", "words spaceDelimited",
                "marks[x] pipeDelimited", "tags deepObject", "plain -", "filter -", "X-Fields -",
            ]
        )
    }

    // MARK: - Models

    struct Pet: SchemaModel, Equatable {
        static var schemaName: String? { "pet-item" }
        var name: String
        var tag: String?
        @Nullable var owner: String? = nil
        @OrNull var sold: Int?
        @Indirect var mother: Pet? = nil
        var place: Place?

        struct Place: InlineModel, Equatable { var street: String? }
    }

    indirect enum Animal: SchemaUnion, Equatable {
        case pet(Pet)
        case number(Int)

        static let choices: [SchemaChoice<Animal>] = [
            SchemaChoice(Animal.pet), SchemaChoice(Animal.number, named: "Number"),
        ]
        var value: any Codable & Sendable {
            switch self {
            case .pet(let value): value
            case .number(let value): value
            }
        }
    }

    private struct ShowPet: Endpoint {
        static let route: Route = "GET /pets"
        typealias Output = [Animal]
    }

    @Test func `OpenAPI documents contain required, nullable and named schemas`() throws {
        let api = API(name: "pets", title: "Pets", version: "1", endpoints: [ShowPet.self])
        let schemas = try OpenAPI(api).value["components"]?["schemas"]
        #expect(schemas?["pet-item"]?["required"] == ["name", "sold"])
        let members = schemas?["pet-item"]?["properties"]
        #expect(members?["tag"] == ["type": "string"])
        #expect(members?["owner"] == ["type": ["string", "null"]])
        #expect(members?["sold"]?["type"] == ["integer", "null"])
        #expect(members?["mother"] == ["$ref": "#/components/schemas/pet-item"])
        #expect(members?["place"]?["properties"]?["street"] == ["type": "string"])
        #expect(schemas?["Place"] == nil)
        let choices: Value = [
            ["$ref": "#/components/schemas/pet-item"], ["$ref": "#/components/schemas/Number"],
        ]
        #expect(schemas?["Animal"]?["oneOf"] == choices)
        #expect(schemas?["Number"]?["type"] == "integer")
    }

    @Test func `null is encoded only for required members`() throws {
        let pet = Pet(name: "Rex", sold: nil, mother: Pet(name: "Ada", owner: "Bo", sold: 1))
        var json = JSON()
        json.sortsKeys = true
        let text = try json.encodeToString(pet)
        let mother = #"{"name":"Ada","owner":"Bo","sold":1}"#
        #expect(text == #"{"mother":\#(mother),"name":"Rex","sold":null}"#)
        #expect(try json.decode(Pet.self, from: text) == pet)
        let other = try json.decode(Pet.self, from: #"{"name":"A","owner":null,"sold":null}"#)
        #expect(other.owner == nil)
        #expect(throws: CodingError.self) { try json.decode(Pet.self, from: #"{"name":"A"}"#) }
    }

    @Test func `a union is decoded as the first matching choice`() throws {
        let text = #"[{"name":"Rex","sold":2},7]"#
        let animals = try JSON().decode([Animal].self, from: text)
        #expect(animals == [.pet(Pet(name: "Rex", sold: 2)), .number(7)])
        #expect(try JSON().encodeToString(animals) == text)
        #expect(throws: CodingError.self) { try JSON().decode(Animal.self, from: #""x""#) }
    }

    // MARK: - Failures

    struct Trouble: Codable, Sendable, Equatable { var message: String }

    struct Ask: Endpoint {
        static let route: Route = "GET /ask"
        static let responseFormats: [Format] = [.text]
        typealias Output = String
        enum Failure: ForeignProblem, Equatable {
            case notFound(Trouble?)
            case conflict
            case clientError(Status)
            case other(Status, String?)

            static let responses: [ForeignResponse<Failure>] = [
                ForeignResponse("default", "Other", Failure.other),
                ForeignResponse("4XX", "Wrong", Failure.clientError),
                ForeignResponse(404, "None", Failure.notFound),
                ForeignResponse(409, "Taken", Failure.conflict),
            ]
        }
    }

    @Test(
        arguments: [
            (.json(Trouble(message: "no"), .notFound), .notFound(Trouble(message: "no"))),
            (.json(["x"], .notFound), .notFound(nil)), (.status(.notFound), .notFound(nil)),
            (.status(.conflict), .conflict), (.status(.gone), .clientError(.gone)),
            (.text("down", .badGateway), .other(.badGateway, "down")),
        ] as [(StubResponse, Ask.Failure)]
    )
    func `failures are selected by status and contain the decoded content`(
        _ answer: StubResponse,
        _ expected: Ask.Failure
    ) async throws {
        let stub = StubTransport()
        stub.on("GET /v1/ask", answer)
        let client = try client(stub)
        do throws(CallError<Ask.Failure>) {
            _ = try await client.send(Ask())
            Issue.record("the call succeeded")
        } catch {
            #expect(error.failure == expected)
        }
    }

    @Test func `failures have the declared status and title`() {
        #expect(Ask.Failure.conflict.status == .conflict)
        #expect(Ask.Failure.notFound(nil).title == "None")
        #expect(Ask.Failure.other(.badGateway, nil).status == .badGateway)
        #expect(Ask.Failure.clientError(.gone).status == .gone)
    }

    // MARK: - Content

    private struct Picture: Endpoint {
        static let route: Route = "PUT /picture"
        static let formats: [Format] = [.bytes(as: "image/*")]
        static let responseFormats: [Format] = [.bytes(as: "image/png")]
        typealias Output = Data
        @Body var picture: ByteUpload? = nil
    }

    @Test func `text and bytes are sent and received unchanged`() async throws {
        let stub = StubTransport()
        stub.on(Ask.self, answer: "¡hola!")
        stub.on(Picture.self) { call in
            var bytes: [UInt8] = []
            if let picture = call.picture {
                do { for try await piece in picture { bytes += piece } } catch { return Data() }
            }
            return Data(bytes.isEmpty ? [7] : bytes)
        }
        let client = try client(stub)
        #expect(try await client.send(Ask()) == "¡hola!")
        let picture = ByteUpload(Content([0, 255, 10]), mediaType: .png)
        #expect(try await client.send(Picture(picture: picture)) == Data([0, 255, 10]))
        #expect(try await client.send(Picture()) == Data([7]))
        #expect(stub.requests[0].request.fields[.accept] == "text/plain")
    }

    // MARK: - Credentials

    private enum Place: APIKeyPlace { static var place: APIKeyLocation { .cookie("key") } }
    private enum Tokens: TokenIssuer {
        static var securityScheme: SecurityScheme {
            .oauth2([.init(.clientCredentials, tokenURL: "/t")])
        }
    }
    private struct Owner: Caller {
        typealias Credentials = EitherCredentials<
            BothCredentials<APIKeyCredentials<Place>, TokenCredentials<Tokens>>, BasicCredentials
        >
        static var realm: String { "Things" }
    }
    private struct Owned: Endpoint {
        static let route: Route = "DELETE /owned"
        typealias Output = String
        typealias Caller = Owner
        @Body var reason: String
    }

    @Test func `combined credentials are sent together`() async throws {
        let stub = StubTransport()
        stub.on(Owned.self) { $0.reason }
        let key = try #require(APIKeyCredentials<Place>(key: "k"))
        let token = try #require(TokenCredentials<Tokens>(token: "t"))
        let client = try Client(base: "https://things.example/v1", transport: stub) {
            $0.credentials = Owner.Credentials.first(BothCredentials(key, token))
        }
        #expect(try await client.send(Owned(reason: "why")) == "why")
        let request = try #require(stub.requests.first).request
        #expect(request.fields[.cookie] == "key=k")
        #expect(request.fields[.authorization] == "Bearer t")
        #expect(!"\(token)\(String(reflecting: token))".contains("t\""))
        let api = API(name: "things", title: "Things", version: "1", endpoints: [Owned.self])
        let security = try OpenAPI(api).value["paths"]?["/owned"]?["delete"]?["security"]
        #expect(security?.arrayValue?.map { $0.objectValue?.count } == [2, 1])
    }
}
