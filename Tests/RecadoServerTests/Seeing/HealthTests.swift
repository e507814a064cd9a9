// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

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
    func `is good by default, and never stored`(_ question: String) async throws {
        let path = "/health/\(question)"
        let response = try await Shop.application().respond(to: Request(method: .get, target: path))
        let answer = try await Answer(response)
        #expect(answer.status == .ok)
        #expect(answer.text.contains(#""status":"\#(question)""#))
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func `is not asked for where services have the paths`() async throws {
        #expect(try await Self.answer("/health/live", nil).status == .notFound)
    }

    @Test func `names what has failed, and nothing else of it`() async throws {
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

    @Test func `is not ready while it shuts down`() async throws {
        let health = Health()
        #expect(try await Self.answer("/health/ready", health).status == .ok)
        health.beginShutdown()
        let answer = try await Self.answer("/health/ready", health)
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.problem?.detail == "The server is shutting down.")
        #expect(try await Self.answer("/health/live", health).status == .ok)
    }

    @Test func `asks its checks once for all who ask meanwhile`() async throws {
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

    @Test func `that nobody waited for is no verdict`() async throws {
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

/// A check that waits until it is cancelled, unless all is well.
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
