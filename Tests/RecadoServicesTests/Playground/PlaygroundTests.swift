// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import RecadoTesting
import Testing

/// The playground answers as the request asks, and clients read the responses as expected.
@Suite(.timeLimit(.minutes(3)))
struct `The playground service` {
    private static let stand = Result { try Stand([PlaygroundService().service]) }

    private func ask(
        _ query: String,
        method: RecadoHTTP.Method = .get,
        json: String? = nil
    ) async throws -> Reply {
        try await Self.stand.get().send(method, "/playground/user" + query, json: json)
    }

    @Test func `limits the number of calls in a minute`() async throws {
        let stand = try Stand([PlaygroundService().service])
        var answered = 0
        // The limit is 600 calls a minute, plus ten for each second that the test takes.
        while answered < 2_000,
            try await stand.send(.get, "/playground/user?shape=user").status == 200
        {
            answered += 1
        }
        #expect((600..<2_000).contains(answered))
    }

    // MARK: - Content

    struct Written: Sendable, CustomTestStringConvertible {
        let query: String
        let content: String
        var testDescription: String { query }
    }

    private static let alicia =
        #"{"codigo":"A-1","nombre":"Alicia Abad","fechas":{"nacimiento":"18/10/1981","inscripcion":"29/10/2016 10:20:12"}}"#

    @Test(arguments: [
        Written(query: "?shape=user", content: alicia),
        Written(query: "?shape=user&root=body.data", content: #"{"body":{"data":\#(alicia)}}"#),
        Written(query: "?shape=error", content: #"{"codError":1,"descripcion":"Algo ha ido mal"}"#),
        Written(
            query: "?shape=error&error-root=fallo&code=7",
            content: #"{"fallo":{"codError":7,"descripcion":"Algo ha ido mal"}}"#
        ),
        Written(
            query: "?shape=envelope",
            content:
                #"{"error":{"codError":0,"descripcion":"OK"},"respuesta":\#(alicia)}"#
        ),
        Written(
            query: "?shape=envelope&code=-3&root=data&error-root=status.error",
            content:
                #"{"status":{"error":{"codError":-3,"descripcion":"Algo ha ido mal"}},"data":null}"#
        ),
        // If value and error have the same place, the value replaces the error.
        Written(query: "?shape=envelope&root=a&error-root=a", content: #"{"a":\#(alicia)}"#),
        Written(
            query: "?shape=envelope&code=1&root=a.b&error-root=a",
            content:
                #"{"a":{"codError":1,"descripcion":"Algo ha ido mal","b":null}}"#
        ),
        Written(
            query: "?shape=error&format=xml",
            content: """
                <?xml version="1.0" encoding="UTF-8"?>
                <answer><codError>1</codError><descripcion>Algo ha ido mal</descripcion></answer>
                """
        ),
    ])
    func `responses have the requested structure`(_ example: Written) async throws {
        let reply = try await ask(example.query)
        #expect(reply.status == 200)
        #expect(
            reply.text.replacing("\n<", with: "<") == example.content.replacing("\n<", with: "<")
        )
        #expect(reply.fields[.cacheControl] == "no-store")
    }

    @Test func `a root path of the maximum depth works in JSON and XML`() async throws {
        let path = Array(repeating: "a", count: 50).joined(separator: ".")
        for format in ["json", "xml"] {
            let reply = try await ask("?shape=user&root=\(path)&format=\(format)")
            #expect(reply.status == 200)
            #expect(reply.text.contains("Alicia Abad"))
        }
    }

    // MARK: - Statuses

    struct Status: Sendable, CustomTestStringConvertible {
        let code: Int
        var field: FieldName?
        var isEmpty = false
        var testDescription: String { "\(code)" }
    }

    @Test(arguments: [
        Status(code: 200), Status(code: 201), Status(code: 204, isEmpty: true),
        Status(code: 205, isEmpty: true), Status(code: 301), Status(code: 304, isEmpty: true),
        Status(code: 400), Status(code: 401, field: .wwwAuthenticate), Status(code: 404),
        Status(code: 405, field: .allow), Status(code: 407, field: "Proxy-Authenticate"),
        Status(code: 418), Status(code: 500), Status(code: 503), Status(code: 599),
    ])
    func `responses have the requested status`(_ status: Status) async throws {
        let reply = try await ask("?shape=error&status=\(status.code)")
        #expect(reply.status == status.code)
        #expect(reply.text.isEmpty == status.isEmpty)
        #expect(reply.fields.contains(.contentType) == !status.isEmpty)
        if let field = status.field { #expect(reply.fields.contains(field)) }
        let sent = #"{"id":1,"name":"A","surname":"B"}"#
        let posted = try await ask("?status=\(status.code)", method: .post, json: sent)
        #expect(posted.status == status.code)
    }

    @Test(arguments: [
        "status=199", "status=600", "status=ok", "shape=round", "root=", "root=a..b", "root=1a",
        "root=a%3Cb", "root=a%20b", "root=\(String(repeating: "a", count: 101))", "root=%C3%B1",
        "error-root=.", "code=one", "code=99999999999999999999", "fault=none", "delay=-1",
        "delay=10001",
    ])
    func `an invalid parameter is refused and named in the error`(query: String) async throws {
        let reply = try await ask("?\(query)")
        #expect(reply.status == 422)
        let name = query.prefix { $0 != "=" }
        #expect(reply.value[path: "errors.0.parameter"]?.stringValue == String(name))
    }

    // MARK: - Faults

    struct Spoiled: Sendable {
        let fault: Playground.Fault
        let shape: Playground.Shape
        var rules = ResponseRules()
    }

    private static let envelope = ResponseRules.envelope(Playground.ServiceError.self)

    private static var readingText: ResponseRules {
        var rules = ResponseRules()
        rules.mediaTypes = MediaRange("text/plain").map { [$0] }
        return rules
    }

    private static let spoiled = [
        Spoiled(fault: .malformed, shape: .user),
        Spoiled(fault: .empty, shape: .user),
        Spoiled(fault: .mistyped, shape: .user),
        Spoiled(fault: .text, shape: .user),
        Spoiled(fault: .page, shape: .user),
        Spoiled(fault: .mislabelled, shape: .user),
        Spoiled(fault: .malformed, shape: .envelope, rules: envelope),
        Spoiled(fault: .empty, shape: .envelope, rules: envelope),
        Spoiled(fault: .mistyped, shape: .envelope, rules: envelope),
        Spoiled(fault: .text, shape: .envelope, rules: envelope),
    ]

    @Test(arguments: [Playground.Writing.json, .xml])
    func `a requested fault makes the response unreadable`(format: Playground.Writing) async throws
    {
        try await Self.stand.get().serve("/playground") { client in
            for spoiled in Self.spoiled {
                var call = SimulateUser(spoiled.shape, fault: spoiled.fault)
                call.format = format
                let outcome = await Outcome(call, spoiled.rules, on: client)
                #expect(outcome == .unreadable, "\(spoiled.shape), \(spoiled.fault)")
            }
        }
    }

    @Test(arguments: ["", "&status=401", "&status=500"])
    func `an HTML page instead of JSON has a strict Content-Security-Policy`(
        more: String
    ) async throws {
        let reply = try await ask("?fault=page" + more)
        #expect(reply.fields[.contentType] == "text/html; charset=utf-8")
        let policy = reply.fields[.contentSecurityPolicy] ?? ""
        for directive in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
            #expect(policy.contains(directive))
        }
        #expect(reply.fields[.contentTypeOptions] == "nosniff")
    }

    @Test func `JSON with the type text/plain is decoded if the client expects JSON`() async throws
    {
        try await Self.stand.get().serve("/playground") { client in
            let call = SimulateUser(.user, fault: .mislabelled)
            #expect(await Outcome(call, Self.readingText, on: client) == .user("Alicia Abad"))
        }
    }

    @Test func `an empty response is nil if the type and the response rules allow it`() async throws
    {
        try await Self.stand.get().serve("/playground") { client in
            let none = try await client.get(
                "user",
                as: Playground.User?.self,
                query: ["fault": "empty"]
            )
            #expect(none == nil)
            var rules = ResponseRules(empty: ResponseRules.EmptyResponses())
            do throws(CallError<Never>) {
                let options = CallOptions(responseRules: rules)
                let query: QueryItems = ["fault": "empty"]
                _ = try await client.get(
                    "user",
                    as: Playground.User?.self,
                    query: query,
                    with: options
                )
                Issue.record("nothing was read from 200")
            } catch {
                #expect(error.kind == .unreadable)
            }
            let noContent = try await client.get(
                "user",
                as: Playground.User?.self,
                query: ["status": "204"],
                with: CallOptions(responseRules: rules)
            )
            #expect(noContent == nil)
            rules.empty = ResponseRules.EmptyResponses(statuses: [200])
            let allowed = try await client.get(
                "user",
                as: Playground.User?.self,
                query: ["fault": "empty"],
                with: CallOptions(responseRules: rules)
            )
            #expect(allowed == nil)
        }
    }

    // MARK: - The document's own calls

    @Test func `a client decodes lists, nested lists and responses to JSON content`() async throws {
        try await Self.stand.get().serve("/playground") { client in
            let users = try await client.get(
                "user",
                as: [Playground.User].self,
                failing: Playground.ServiceError.self,
                query: ["shape": "list"]
            )
            #expect(users.map(\.code) == ["A-1", "B-2", "C-3"])
            let inside = try await client.get(
                "user",
                as: [Playground.User].self,
                query: ["shape": "list", "root": "body.data"],
                with: CallOptions(responseRules: .root("body.data"))
            )
            #expect(inside == users)

            let alberto = Playground.NewUser(id: 1242, name: "Alberto", surname: "Alfaro")
            let model = ErrorModel(Playground.ServiceError.self, at: "error")
            let options = CallOptions(responseRules: ResponseRules(root: "user", errors: [model]))
            let added = try await client.send(SimulateNewUser(alberto), with: options).user
            #expect(added == Playground.User(code: "1242", name: "Alberto Alfaro"))
            do throws(CallError<Playground.ServiceError>) {
                let call = SimulateNewUser(alberto, status: 409)
                try await client.send(call, failing: Playground.ServiceError.self, with: options)
                Issue.record("409 was taken for success")
            } catch {
                #expect(error.failure?.code == 1)
                #expect(error.decoded(as: Playground.ServiceError.self)?.words == "Algo ha ido mal")
                #expect(error.status == .conflict)
            }
        }
    }

    // MARK: - Time

    @Test func `responses are sent after the requested delay`() async throws {
        let clock = VirtualClock()
        let stand = try Stand([PlaygroundService(clock: clock).service])
        async let reply = stand.send(.get, "/playground/user?shape=user&delay=10000")
        await clock.sleepers(1)
        #expect(clock.sleeps == [.seconds(10)])
        clock.advance(by: .seconds(10))
        #expect(try await reply.status == 200)
    }

    @Test func `releasing the owner of a call cancels the call`() async throws {
        let clock = VirtualClock()
        try await Stand([PlaygroundService(clock: clock).service]).serve("/playground") { client in
            var owner: CallScope? = CallScope("users")
            let call = owner?.start {
                () async throws(CallError<Never>) -> Playground.User in
                try await client.get("user", query: ["shape": "user", "delay": "5000"])
            }
            await clock.sleepers(1)
            owner = nil
            guard case .failure(let error)? = await call?.result else {
                Issue.record("the call outlived its owner")
                return
            }
            #expect(error.kind == .cancelled)
            #expect(error.cancellation == .ownerReleased("users"))
            clock.advance(by: .seconds(5))
        }
    }
}
