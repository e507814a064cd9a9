// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Cross-origin requests` {
    private func answer(
        _ policy: Service.CrossOriginPolicy,
        _ method: Method = .get,
        origin: String? = "https://app.example.org",
        _ fields: Fields = [:]
    ) async throws -> Response {
        var service = Shop.service()
        service.crossOrigin = policy
        var request = Request(method: method, target: "/shop/books", fields: fields)
        if let origin { request.fields[.origin] = origin }
        return try await Application([service]).respond(to: request)
    }

    private static let preflight: Fields = [
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type, idempotency-key, b\u{1}d",
    ]

    @Test func `no other origin is allowed by default`() async throws {
        let answer = try await answer(.none)
        #expect(answer.status == .ok)
        #expect(answer.fields["Access-Control-Allow-Origin"] == nil)
        #expect(answer.fields[.vary] == nil)
        let preflight = try await self.answer(.none, .options, Self.preflight)
        #expect(preflight.status == .noContent)
        #expect(preflight.fields["Access-Control-Allow-Origin"] == nil)
        #expect(preflight.fields["Access-Control-Allow-Methods"] == nil)
    }

    @Test func `any origin can be allowed, but without credentials`() async throws {
        var policy = Service.CrossOriginPolicy.any
        policy.allowsCredentials = true
        let answer = try await answer(policy)
        #expect(answer.fields["Access-Control-Allow-Origin"] == "*")
        #expect(answer.fields["Access-Control-Allow-Credentials"] == nil)
        #expect(answer.fields["Access-Control-Expose-Headers"]?.contains("ETag") == true)
        // A response without an `Origin` in the request has the field too, as a cache may reuse it.
        let other = try await self.answer(policy, origin: nil)
        #expect(other.fields["Access-Control-Allow-Origin"] == "*")
    }

    @Test func `named origins are allowed, and responses vary by Origin`() async throws {
        var policy = Service.CrossOriginPolicy.origins(["https://app.example.org"])
        policy.allowsCredentials = true
        let allowed = try await answer(policy)
        #expect(allowed.fields["Access-Control-Allow-Origin"] == "https://app.example.org")
        #expect(allowed.fields["Access-Control-Allow-Credentials"] == "true")
        for origin in ["https://app.example.org.evil.org", "http://app.example.org", "null", nil] {
            let refused = try await answer(policy, origin: origin)
            #expect(refused.fields["Access-Control-Allow-Origin"] == nil)
            #expect(refused.fields[.vary] == "Origin")
        }
    }

    @Test func `a preflight is answered with the allowed methods and fields`() async throws {
        let policy = Service.CrossOriginPolicy.origins(["https://app.example.org"])
        let answer = try await answer(policy, .options, Self.preflight)
        #expect(answer.status == .noContent)
        #expect(answer.fields["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS, POST")
        #expect(answer.fields["Access-Control-Allow-Headers"] == "content-type, idempotency-key")
        #expect(answer.fields["Access-Control-Max-Age"] == "600")
        #expect(answer.fields[values: .vary].joined(separator: ", ").contains("Origin"))
    }

    @Test func `problem responses have the CORS fields, too`() async throws {
        let answer = try await answer(.any, .patch)
        #expect(answer.status == .methodNotAllowed)
        #expect(answer.fields["Access-Control-Allow-Origin"] == "*")
    }
}

@Suite struct `Request identifiers` {
    private func id(_ own: String?) async throws -> String? {
        var request = Shop.request(.get, "/shop/books")
        if let own { request.fields[.requestID] = own }
        return try await Shop.application().respond(to: request).fields[.requestID]
    }

    @Test func `each response has a unique identifier`() async throws {
        var names: Set<String> = []
        for _ in 0..<100 { names.insert(try #require(try await id(nil))) }
        #expect(names.count == 100)
        #expect(names.allSatisfy { $0.utf8.count == 12 })
    }

    @Test(arguments: ["abc", "7f1e-4_a.B", String(repeating: "a", count: 64)])
    func `a valid identifier of the request is kept`(name: String) async throws {
        #expect(try await id(name) == name)
    }

    @Test(arguments: ["", "a b", "a\tb", "é", "<script>", String(repeating: "a", count: 65)])
    func `an invalid identifier is replaced`(name: String) async throws {
        #expect(try await id(name) != name)
    }

    @Test func `a problem response has an identifier, too`() async throws {
        #expect(try await Shop.answer(.get, "/nothing").response.fields[.requestID] != nil)
    }
}
