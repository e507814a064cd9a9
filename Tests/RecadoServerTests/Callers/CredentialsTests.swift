// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Credentials of several kinds` {
    enum HeaderKey: APIKeyPlace { static var place: APIKeyLocation { .field("X-Api-Key") } }
    enum QueryKey: APIKeyPlace { static var place: APIKeyLocation { .query("api key") } }

    struct Robot: Caller {
        typealias Credentials = BearerCredentials
        static var realm: String { "Robots" }
    }
    struct Shop: Caller {
        typealias Credentials = APIKeyCredentials<HeaderKey>
        static var realm: String { "Shops" }
    }
    struct OldShop: Caller {
        typealias Credentials = APIKeyCredentials<QueryKey>
        static var realm: String { "Shops" }
    }
    struct Member: Caller {
        typealias Credentials = EitherCredentials<
            BearerCredentials, EitherCredentials<SessionCredentials, BasicCredentials>
        >
        static var realm: String { "Members" }
    }

    struct AskRobot: Endpoint {
        static let route: Route = "POST /robot"
        typealias Caller = Robot
        typealias Output = NoContent
    }
    struct AskShop: Endpoint {
        static let route: Route = "POST /shop"
        typealias Caller = Shop
        typealias Output = NoContent
    }
    struct AskOldShop: Endpoint {
        static let route: Route = "POST /old-shop"
        typealias Caller = OldShop
        typealias Output = NoContent
        @Query var api: String?
    }
    struct AskMember: Endpoint {
        static let route: Route = "POST /member"
        typealias Caller = Member
        typealias Output = NoContent
    }

    private static let api = API(
        name: "k",
        title: "K",
        version: "1",
        endpoints: [AskRobot.self, AskShop.self, AskOldShop.self, AskMember.self]
    )

    private static let identifier = String(repeating: "A", count: 43)

    private func application() throws -> Application {
        var service = Service(Self.api)
        service.authenticate(Robot.self) { credentials, _ throws(ProblemDetails) in
            guard credentials.token != "narrow" else {
                var problem = ProblemDetails(status: .forbidden)
                problem.challenges = [.bearer(realm: "wider")]
                throw problem
            }
            return credentials.token == "right" ? Robot() : nil
        }
        service.authenticate(Shop.self) { credentials, _ throws(ProblemDetails) in
            credentials.key == "right" ? Shop() : nil
        }
        service.authenticate(OldShop.self) { credentials, _ throws(ProblemDetails) in
            credentials.key == "a+b" ? OldShop() : nil
        }
        service.authenticate(Member.self) { credentials, _ throws(ProblemDetails) in
            let isRight =
                switch credentials {
                case .first(let bearer): bearer.token == "right"
                case .second(.first(let session)): session.identifier == Self.identifier
                case .second(.second(let basic)): basic.password == "right"
                }
            return isRight ? Member() : nil
        }
        service.serve { (_: AskRobot, _: Robot) in NoContent() }
        service.serve { (_: AskShop, _: Shop) in NoContent() }
        service.serve { (_: AskOldShop, _: OldShop) in NoContent() }
        service.serve { (_: AskMember, _: Member) in NoContent() }
        return try Application([service])
    }

    private func call(
        _ target: String,
        _ fields: Fields = [:],
        isSecure: Bool = true
    ) async throws -> Response {
        let peer = Peer(address: "192.0.2.1", isLocal: false, isSecure: isSecure)
        let request = Request(
            method: .post,
            scheme: "https",
            authority: "k.example",
            target: target,
            fields: fields,
            peer: peer
        )
        return await (try application()).respond(to: request)
    }

    // MARK: - Several kinds

    @Test func `valid Basic credentials are accepted beside an ended session's cookie`()
        async throws
    {
        let basic = try BasicCredentials(user: "robin", password: "right").authorization
        let old = String(repeating: "B", count: 43)
        let cookie = "__Host-session=\(old)"
        let response = try await call(
            "/k/member",
            [.cookie: cookie, .authorization: basic, "Sec-Fetch-Site": "same-origin"]
        )
        #expect(response.status == .noContent)
    }

    // MARK: - Bearer

    @Test func `a missing token gets no error code, a wrong token invalid_token`() async throws {
        let missing = try await call("/k/robot")
        #expect(missing.status == .unauthorized)
        #expect(missing.fields[.wwwAuthenticate] == "Bearer realm=\"Robots\"")
        let wrong = try await call("/k/robot", [.authorization: "Bearer wrong"])
        #expect(wrong.status == .unauthorized)
        let challenge = try #require(
            Challenge.list(in: wrong.fields[values: .wwwAuthenticate]).first
        )
        #expect(challenge.parameters["error"] == "invalid_token")
        #expect(try await call("/k/robot", [.authorization: "bEARER  right "]).status == .noContent)
    }

    @Test(arguments: [
        "Bearer", "Bearer ", "Bearer =", "Bearer a b", "Bearer a=b", "Bearer \"a\"", "Basic right",
        "Bearer é", "right",
    ])
    func `malformed bearer tokens are refused`(value: String) async throws {
        #expect(BearerCredentials(authorization: value) == nil)
        let response = try await call("/k/robot", [.authorization: value])
        #expect(response.status == .unauthorized)
    }

    @Test func `a service can answer 403 with a Bearer challenge of its own`() async throws {
        let response = try await call("/k/robot", [.authorization: "Bearer narrow"])
        #expect(response.status == .forbidden)
        #expect(response.fields[.wwwAuthenticate] == "Bearer realm=\"wider\"")
    }

    @Test func `wrong API keys count as failed attempts, wrong bearer tokens do not`() async throws
    {
        let application = try application()
        func status(_ target: String, _ fields: Fields) async -> Status {
            let peer = Peer(address: "192.0.2.1", isLocal: false, isSecure: true)
            let request = Request(method: .post, target: target, fields: fields, peer: peer)
            return await application.respond(to: request).status
        }
        for _ in 0..<80 {
            #expect(await status("/k/robot", [.authorization: "Bearer wrong"]) == .unauthorized)
        }
        for _ in 0..<51 {
            #expect(await status("/k/shop", ["X-Api-Key": "wrong"]) == .unauthorized)
        }
        #expect(await status("/k/shop", ["X-Api-Key": "right"]) == .tooManyRequests)
    }

    // MARK: - Keys

    @Test func `an API key is read only from its header field`() async throws {
        #expect(try await call("/k/shop", ["x-api-key": "right"]).status == .noContent)
        let challenge = "ApiKey realm=\"Shops\", in=\"header\", name=\"X-Api-Key\""
        for fields: Fields in [
            [:], ["X-Api-Key": "wrong"], ["X-Api-Key": ""], ["X-Api-Key": "a b"],
            ["X-Api-Key": "right", "x-api-key": "right"], [.authorization: "ApiKey right"],
        ] {
            let response = try await call("/k/shop", fields)
            #expect(response.status == .unauthorized)
            #expect(response.fields[.wwwAuthenticate] == challenge)
        }
    }

    @Test(arguments: [
        ("api%20key=a%2Bb", 204), ("api+key=a%2Bb", 204), ("x=1&api%20key=a%2Bb&y", 204),
        ("api%20key=a+b", 401), ("api%20key=a%2Bb&api+key=a%2Bb", 401), ("api%20key", 401),
        ("", 401),
    ])
    func `an API key is read from the query`(query: String, status: Int) async throws {
        #expect(try await call("/k/old-shop?\(query)").status.code == status)
    }

    @Test func `API keys and tokens are refused over unencrypted connections`() async throws {
        let fields: Fields = ["X-Api-Key": "right", .authorization: "Bearer right"]
        for target in ["/k/robot", "/k/shop", "/k/member"] {
            let response = try await call(target, fields, isSecure: false)
            #expect(response.status == .forbidden)
            #expect(response.fields[.wwwAuthenticate] == nil)
        }
    }

    @Test func `credentials are read back from a request, and descriptions hide them`() throws {
        func written(_ credentials: any CallerCredentials, _ target: String = "/a") -> Request {
            var request = Request(
                method: .post,
                scheme: "https",
                authority: "k.example",
                target: target
            )
            credentials.write(to: &request)
            return request
        }
        let bearer = try #require(BearerCredentials(token: "a.b-c=="))
        #expect(BearerCredentials(request: written(bearer))?.token == "a.b-c==")
        let key = try #require(APIKeyCredentials<HeaderKey>(key: "a&b=c+d"))
        #expect(APIKeyCredentials<HeaderKey>(request: written(key))?.key == "a&b=c+d")
        let query = try #require(APIKeyCredentials<QueryKey>(key: "a&b=c+d"))
        for target in ["/a", "/a?b=c"] {
            #expect(APIKeyCredentials<QueryKey>(request: written(query, target))?.key == "a&b=c+d")
        }
        let session = try #require(SessionCredentials(identifier: Self.identifier))
        let request = written(session)
        #expect(SessionCredentials(request: request)?.identifier == Self.identifier)
        #expect(request.fields[.origin] == "https://k.example")
        for value: any CallerCredentials in [bearer, key, query, session] {
            var dumped = ""
            dump(value, to: &dumped)
            let text = "\(value) \(String(reflecting: value)) \(dumped)"
            #expect(!text.contains("a.b-c") && !text.contains("a&b") && !text.contains("AAAA"))
        }
    }

    // MARK: - Several

    @Test func `one kind of credentials suffices, and the challenges name all kinds`() async throws
    {
        let refused = try await call("/k/member")
        let found = Challenge.list(in: refused.fields[values: .wwwAuthenticate])
        #expect(found.map(\.scheme) == ["Bearer", "Cookie", "Basic"])
        #expect(found.allSatisfy { $0.realm == "Members" })
        let basic = try BasicCredentials(user: "robin", password: "right").authorization
        let cookie = "__Host-session=\(Self.identifier)"
        for fields: Fields in [
            [.authorization: "Bearer right"], [.authorization: basic],
            [.cookie: cookie, "Sec-Fetch-Site": "same-origin"],
            // With a token the cookie is not used, so a request from another site is allowed.
            [.authorization: "Bearer right", "Sec-Fetch-Site": "cross-site", .cookie: cookie],
        ] {
            #expect(try await call("/k/member", fields).status == .noContent)
        }
        let forged: Fields = [.cookie: cookie, "Sec-Fetch-Site": "cross-site"]
        #expect(try await call("/k/member", forged).status == .forbidden)
    }

    @Test func `the OpenAPI document describes every kind`() throws {
        let document = try OpenAPI(Self.api).value
        let schemes = try #require(document["components"]?["securitySchemes"])
        #expect(schemes["robot"] == ["type": "http", "scheme": "bearer"])
        #expect(schemes["shop"] == ["type": "apiKey", "in": "header", "name": "X-Api-Key"])
        #expect(schemes["old-shop"] == ["type": "apiKey", "in": "query", "name": "api key"])
        let cookie: Value = ["type": "apiKey", "in": "cookie", "name": "__Host-session"]
        #expect(schemes["member-session"] == cookie)
        #expect(schemes["member-basic"] == ["type": "http", "scheme": "basic"])
        let security = document["paths"]?["/member"]?["post"]?["security"]
        #expect(
            security == [["member-bearer": []], ["member-session": []], ["member-basic": []]]
        )
    }
}
