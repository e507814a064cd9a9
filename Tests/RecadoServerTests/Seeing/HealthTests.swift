// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import Synchronization
import Testing

@testable import RecadoServer

@Suite(.timeLimit(.minutes(1))) struct `The health of a process` {
    private struct Broken: Error, CustomStringConvertible {
        var description: String { "password hunter2 at db.internal" }
    }

    private static func application(_ health: Health?) throws -> Application {
        var options = Application.Options()
        options.health = health
        return try Application([Shop.service()], options: options)
    }

    private static func answer(_ path: String, _ health: Health?) async throws -> Answer {
        try await Answer(application(health).respond(to: Request(method: .get, target: path)))
    }

    @Test(arguments: ["live", "ready"])
    func `is good by default and sent with no-store`(_ question: String) async throws {
        let path = "/health/\(question)"
        let response = try await Shop.application().respond(to: Request(method: .get, target: path))
        let answer = try await Answer(response)
        #expect(answer.status == .ok)
        #expect(answer.text.contains(#""status":"\#(question)""#))
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func `has no endpoints if it is switched off`() async throws {
        #expect(try await Self.answer("/health/live", nil).status == .notFound)
    }

    @Test func `names failed checks without their error texts`() async throws {
        let health = Health([
            Health.Check("disk") {},
            Health.Check("database") { throw Broken() },
            Health.Check("queue", timeout: .milliseconds(10)) {
                try await Task.sleep(for: .seconds(3_600))
            },
        ])
        let answer = try await Self.answer("/health/ready", health)
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.response.fields[.contentType] == "application/problem+json")
        #expect(answer.response.fields[.retryAfter] == "1")
        #expect(answer.problem?.detail == "Not well: database, queue.")
        let checks = answer.problem?.extensions["checks"]
        #expect(
            checks == [
                ["name": "disk", "status": "passed"], ["name": "database", "status": "failed"],
                ["name": "queue", "status": "timedOut"],
            ]
        )
        #expect(!answer.text.contains("hunter2"))
        #expect(try await Self.answer("/health/live", health).status == .ok)
    }

    @Test func `is not ready during shutdown`() async throws {
        let health = Health()
        #expect(try await Self.answer("/health/ready", health).status == .ok)
        health.beginShutdown()
        let answer = try await Self.answer("/health/ready", health)
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.problem?.detail == "The server is shutting down.")
        #expect(try await Self.answer("/health/live", health).status == .ok)
    }

    @Test func `is not ready while its server announces the shutdown`() async throws {
        let application = try Self.application(Health())
        let server = Server(.testing(), handler: application)
        let port = try await server.start()[0].port ?? 0
        func status(_ path: String) throws -> Int {
            let client = try TestClient(port: port)
            try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return try client.answer().status
        }
        #expect(try status("/health/ready") == 200)
        let end = Task { await server.shutdown(grace: .zero, announcing: .seconds(2)) }
        while try status("/health/ready") == 200 { await Task.yield() }
        #expect(try status("/health/live") == 200)
        await end.value
        #expect(throws: TestClient.Failure.self) { try status("/health/live") }
    }

    @Test func `a second shutdown call ends the announcement early`() async throws {
        let ready = Request(method: .get, target: "/health/ready")
        for isAnnounced in [true, false] {
            let application = try Self.application(Health())
            let server = Server(.testing(), handler: application)
            _ = try await server.start()
            let announced = Task {
                if !isAnnounced { await server.shutdown(grace: .zero) }
                await server.shutdown(grace: .seconds(3_600), announcing: .seconds(3_600))
            }
            while await application.respond(to: ready).status == .ok { await Task.yield() }
            await server.shutdown(grace: .zero)
            await announced.value
        }
    }

    private final class Wrapper: Handler, ServerObserver {
        let application: Application
        let ends = Counter()

        init(_ application: Application) { self.application = application }

        var base: (any ServerObserver)? { application }

        func handle(_ request: Request) -> PendingResponse { application.handle(request) }

        func serverWillShutDown() { ends.add(1) }
    }

    @Test func `a wrapping handler forwards observer calls to its application`() async throws {
        var options = Application.Options()
        options.trustedProxies = .loopback
        let wrapper = Wrapper(try Application([], options: options))
        #expect(wrapper.bypassesLoadShedding(Request(method: .get, target: "/health/live")))
        #expect(wrapper.trusts(Peer(address: "127.0.0.1", isLocal: false, isSecure: false)))
        let refused = RefusedRequest(.tooManyConnections, from: nil)
        let type = "/problems/service-unavailable"
        let content = wrapper.response(to: refused).content.bytes ?? []
        #expect(String(decoding: content, as: UTF8.self).contains(type))
        let server = Server(.testing(), handler: wrapper)
        try await server.start()
        await server.shutdown(grace: .zero)
        await server.shutdown(grace: .zero)
        #expect(wrapper.ends.value == 1)
    }

    @Test func `runs a check once for simultaneous requests`() async throws {
        let count = CheckCount()
        let health = Health(
            [Health.Check("slow") { count.increase() }],
            lifetime: .seconds(3_600)
        )
        let application = try Self.application(health)
        await withTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    await application.respond(to: Request(method: .get, target: "/health/ready"))
                        .status
                }
            }
            for await status in group { #expect(status == .ok) }
        }
        #expect(count.value == 1)
    }

    @Test func `does not keep the result of a cancelled check`() async throws {
        let check = WaitingCheck()
        let request = Request(method: .get, target: "/health/ready")
        let application = try Self.application(Health([check.check]))
        let task = Task { await application.respond(to: request).status }
        await check.arrival()
        task.cancel()
        _ = await task.value
        check.isWell.store(true, ordering: .releasing)
        #expect(await application.respond(to: request).status == .ok)
    }
}

private final class CheckCount: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func increase() { count.add(1, ordering: .relaxed) }
}

/// A check that waits until it is cancelled, unless `isWell` is set.
private final class WaitingCheck: Sendable {
    let isWell = Atomic(false)
    private let hasArrived = Atomic(false)

    var check: Health.Check {
        Health.Check("waits", timeout: .seconds(3_600)) { [self] in
            hasArrived.store(true, ordering: .releasing)
            if !isWell.load(ordering: .acquiring) { try await Task.sleep(for: .seconds(3_600)) }
        }
    }

    func arrival() async {
        while !hasArrived.load(ordering: .acquiring) { await Task.yield() }
    }
}
