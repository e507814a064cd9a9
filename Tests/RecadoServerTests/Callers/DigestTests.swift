// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Digest authentication` {
    struct Librarian: Caller {
        typealias Credentials = DigestCredentials
        static var realm: String { "Library" }
        let name: String
    }

    struct ShowShelf: Endpoint {
        static let route: Route = "GET /shelf"
        typealias Caller = Librarian
        typealias Output = String
    }

    /// A client that proves by a digest that it knows a password.
    struct Prover {
        var user = "robin"
        var password = "Sésamo"
        var algorithm = DigestVerifier.Algorithm.sha256
        var realm = Librarian.realm
        var target = "/d/shelf"
        var changed: [String: String?] = [:]

        func authorization(_ nonce: String, count: Int) throws -> String {
            let secret = DigestSecret(user: user, realm: realm, password: password)
            let isMD5 = algorithm == .md5 || algorithm == .md5Session
            let digits = String(count, radix: 16)
            let number = String(repeating: "0", count: 8 - digits.count) + digits
            let proof = DigestProof(
                algorithm,
                nonce: nonce,
                count: number,
                clientNonce: "c",
                for: (.get, target)
            )
            let key = try #require(isMD5 ? secret.md5 : secret.sha256)
            let response: String = try #require(proof.response(key))
            var parameters: [(String, String?)] = [
                ("username", user), ("realm", realm), ("nonce", nonce), ("uri", target),
                ("algorithm", algorithm.rawValue), ("qop", "auth"), ("nc", number),
                ("cnonce", "c"), ("response", response),
            ]
            for (name, value) in changed {
                parameters.removeAll { $0.0 == name }
                parameters.append((name, value))
            }
            let texts = parameters.compactMap { name, value in value.map { "\(name)=\"\($0)\"" } }
            return "Digest " + texts.joined(separator: ", ")
        }
    }

    private let time = TestTime()

    private func verifier(_ options: DigestVerifier.Options = .init()) -> DigestVerifier {
        DigestVerifier(realm: Librarian.realm, options: options) { [time] in time.now }
    }

    private func application(_ digest: DigestVerifier) throws -> Application {
        let api = API(name: "d", title: "D", version: "1", endpoints: [ShowShelf.self])
        var service = Service(api)
        let secret = DigestSecret(user: "robin", realm: Librarian.realm, password: "Sésamo")
        let hash = digest.userHash(of: "robin")
        service.loginAttempts = nil
        service.authenticate(Librarian.self, challenging: digest.challenges(after:)) {
            credentials,
            _ throws(ProblemDetails) in
            let name =
                credentials.isUserHashed && credentials.user == hash ? "robin" : credentials.user
            let known = name == "robin" ? secret : nil
            return try digest.verify(credentials, against: known) ? Librarian(name: name) : nil
        }
        service.serve { (_: ShowShelf, librarian: Librarian) in librarian.name }
        return try Application([service])
    }

    private func call(_ application: Application, _ authorization: String?) async -> Response {
        var request = Request(method: .get, authority: "d.example", target: "/d/shelf")
        // The connection is not encrypted: a digest does not reveal the password.
        request.peer = Peer(address: "192.0.2.1", isLocal: false, isSecure: false)
        request.fields[.authorization] = authorization
        return await application.respond(to: request)
    }

    private func challenges(_ response: Response) -> [Challenge] {
        Challenge.list(in: response.fields[values: .wwwAuthenticate])
    }

    private func nonce(_ application: Application) async throws -> String {
        try #require(challenges(await call(application, nil)).first?.parameters["nonce"])
    }

    // MARK: - RFC 7616

    @Test(arguments: [
        (
            DigestVerifier.Algorithm.sha256,
            "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
        ),
        (DigestVerifier.Algorithm.md5, "8ca523f5e9506fed4657c9700eebdbec"),
    ])
    func `the examples of RFC 7616 give the expected responses`(
        algorithm: DigestVerifier.Algorithm,
        response: String
    ) throws {
        let secret = DigestSecret(
            user: "Mufasa",
            realm: "http-auth@example.org",
            password: "Circle of Life"
        )
        let proof = DigestProof(
            algorithm,
            nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
            count: "00000001",
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
            for: (.get, "/dir/index.html")
        )
        let key = try #require(algorithm == .md5 ? secret.md5 : secret.sha256)
        #expect(proof.response(key) == response)
    }

    @Test func `each hash function has its own challenge, the strongest first`() async throws {
        var options = DigestVerifier.Options()
        options.algorithms = [.sha256, .md5]
        options.hashesUsers = true
        let response = await call(try application(verifier(options)), nil)
        #expect(response.status == .unauthorized)
        let found = challenges(response)
        #expect(found.map { $0.parameters["algorithm"] } == ["SHA-256", "MD5"])
        for challenge in found {
            #expect(challenge.isScheme("Digest"))
            #expect(challenge.realm == "Library")
            #expect(challenge.parameters["qop"] == "auth")
            #expect(challenge.parameters["userhash"] == "true")
            #expect(challenge.parameters["stale"] == nil)
        }
    }

    @Test(arguments: DigestVerifier.Algorithm.allCases)
    func `correct Digest credentials are accepted`(
        algorithm: DigestVerifier.Algorithm
    ) async throws {
        var options = DigestVerifier.Options()
        options.algorithms = [algorithm]
        let application = try application(verifier(options))
        let nonce = try await nonce(application)
        let prover = Prover(algorithm: algorithm)
        for count in 1...3 {
            let answer = await call(application, try prover.authorization(nonce, count: count))
            #expect(answer.status == .ok)
        }
    }

    @Test func `user names may be hashed or written as username*`() async throws {
        var options = DigestVerifier.Options()
        options.hashesUsers = true
        let digest = verifier(options)
        let application = try application(digest)
        let nonce = try await nonce(application)
        let hash = try #require(digest.userHash(of: "robin"))
        let hashed = Prover(changed: ["username": hash, "userhash": "true"])
        #expect(
            await call(application, try hashed.authorization(nonce, count: 1)).status == .ok
        )
        let extended = Prover(changed: ["username": nil, "username*": "UTF-8''rob%69n"])
        let written = try extended.authorization(nonce, count: 2)
            .replacing("\"UTF-8''rob%69n\"", with: "UTF-8''rob%69n")
        #expect(await call(application, written).status == .ok)
    }

    @Test func `a hashed user name is refused unless the server offers userhash`() async throws {
        let digest = verifier()
        let application = try application(digest)
        let nonce = try await nonce(application)
        let hash = try #require(digest.userHash(of: "robin"))
        let hashed = Prover(changed: ["username": hash, "userhash": "true"])
        let answer = await call(application, try hashed.authorization(nonce, count: 1))
        #expect(answer.status == .unauthorized)
        let plain = Prover(changed: ["userhash": "false"])
        #expect(await call(application, try plain.authorization(nonce, count: 2)).status == .ok)
    }

    @Test(arguments: [
        ", x", " x", ", x y", ", Basic YTpi", ", =", ", x=", ";", "\"", ", realm=\"Library\"",
    ])
    func `text after the Digest parameters is refused`(junk: String) async throws {
        let application = try application(verifier())
        let nonce = try await nonce(application)
        let proof = try Prover().authorization(nonce, count: 1)
        #expect(await call(application, proof + junk).status == .unauthorized)
        #expect(await call(application, proof + " , ").status == .ok)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var prover = Prover()

        static let all = [
            Fault(testDescription: "password", prover: Prover(password: "sésamo")),
            Fault(testDescription: "unknown user", prover: Prover(user: "marta")),
            Fault(testDescription: "realm", prover: Prover(realm: "Archive")),
            Fault(testDescription: "hash function", prover: Prover(algorithm: .md5)),
            Fault(testDescription: "target", prover: Prover(target: "/d/other")),
            Fault(testDescription: "quality", prover: Prover(changed: ["qop": "auth-int"])),
            Fault(testDescription: "no quality", prover: Prover(changed: ["qop": nil])),
            Fault(testDescription: "no nonce", prover: Prover(changed: ["nonce": nil])),
            Fault(testDescription: "another nonce", prover: Prover(changed: ["nonce": "abc"])),
            Fault(testDescription: "short count", prover: Prover(changed: ["nc": "1"])),
            Fault(testDescription: "hash or not", prover: Prover(changed: ["userhash": "yes"])),
            Fault(testDescription: "no user", prover: Prover(changed: ["username": nil])),
            Fault(testDescription: "two users", prover: Prover(changed: ["username*": "UTF-8''a"])),
            Fault(testDescription: "empty proof", prover: Prover(changed: ["response": ""])),
        ]
    }

    @Test(arguments: Fault.all)
    func `wrong credentials are refused, but the nonce is not stale`(fault: Fault) async throws {
        let application = try application(verifier())
        let nonce = try await nonce(application)
        let answer = await call(application, try fault.prover.authorization(nonce, count: 1))
        #expect(answer.status == .unauthorized)
        #expect(!challenges(answer).isEmpty)
        #expect(challenges(answer).allSatisfy { $0.parameters["stale"] == nil })
    }

    // MARK: - Nonces

    @Test func `each nonce count is accepted once, in any order`() async throws {
        let application = try application(verifier())
        let nonce = try await nonce(application)
        for (count, status) in [
            (5, 200), (5, 401), (3, 200), (3, 401), (4, 200), (200, 200), (136, 401), (137, 200),
            (137, 401), (0, 401),
        ] {
            let answer = await call(application, try Prover().authorization(nonce, count: count))
            #expect(answer.status.code == status, "\(count)")
            guard status == 401 else { continue }
            #expect(challenges(answer).first?.parameters["stale"] == "true")
        }
    }

    @Test func `an expired nonce is stale, and the new one of the challenge works`() async throws {
        let application = try application(verifier())
        let nonce = try await nonce(application)
        time.pass(.seconds(299))
        #expect(
            await call(application, try Prover().authorization(nonce, count: 1)).status == .ok
        )
        time.pass(.seconds(1))
        let stale = await call(application, try Prover().authorization(nonce, count: 2))
        #expect(stale.status == .unauthorized)
        let challenge = try #require(challenges(stale).first)
        #expect(challenge.parameters["stale"] == "true")
        let next = try #require(challenge.parameters["nonce"])
        #expect(await call(application, try Prover().authorization(next, count: 1)).status == .ok)
        // A client with a wrong password is not told that its nonce is stale.
        let wrong = try Prover(password: "?").authorization(nonce, count: 3)
        #expect(challenges(await call(application, wrong)).first?.parameters["stale"] == nil)
    }

    @Test func `a nonce from another server process is stale`() async throws {
        let other = try await nonce(try application(verifier()))
        let answer = await call(
            try application(verifier()),
            try Prover().authorization(other, count: 1)
        )
        #expect(challenges(answer).first?.parameters["stale"] == "true")
    }

    @Test func `no credentials are accepted twice, even if the nonce store is full`() async throws {
        var options = DigestVerifier.Options()
        options.capacity = 4
        let digest = verifier(options)
        let application = try application(digest)
        var proofs: [String] = []
        for _ in 0..<20 {
            time.pass(.milliseconds(10))
            let proof = try Prover().authorization(try await nonce(application), count: 1)
            #expect(await call(application, proof).status == .ok)
            #expect(digest.count <= 4)
            proofs.append(proof)
        }
        for proof in proofs { #expect(await call(application, proof).status == .unauthorized) }
    }
}
