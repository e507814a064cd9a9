// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import RecadoSimulation
import Synchronization

struct Done: Codable, Sendable, Hashable {
    var number: Int
    var text: String
}

/// An endpoint whose handler takes a given time and must not run twice for a call.
struct Work: Endpoint {
    static let route: Route = "POST /tasks/{number}"
    typealias Output = Done

    @Path var number: Int
    @Query var milliseconds: Int
    @Body var text: NewNote
}

/// An endpoint whose handler takes a given time and may run again for the same call.
struct Look: Endpoint {
    static let route: Route = "GET /tasks/{number}"
    typealias Output = Done

    @Path var number: Int
    @Query var milliseconds: Int
}

/// An endpoint that answers with a stream.
struct Follow: Endpoint {
    static let route: Route = "GET /lines"
    typealias Output = ElementFeed<Done>

    @Query var count: Int
}

/// A service whose handlers take time; it records which handlers have begun, and how many run.
final class Works: Sendable {
    static let path = "/works"

    /// The numbers of the requests whose handlers were called: ``Work`` here, ``Look`` below.
    let begun = Executions<Int>()
    let repeated = Executions<Int>()
    /// The number of handlers that are running now, and the maximum of this number at the moments
    /// when a ``Look`` began.
    ///
    /// The maximum is not updated when a ``Work`` begins: its request waits for its content after
    /// it was admitted, and then runs even if many others have begun in the meantime.
    private let running = Mutex((now: 0, most: 0))

    var mostTogether: Int { running.withLock(\.most) }

    private func take(_ milliseconds: Int, isLook: Bool) async {
        running.withLock { $0 = ($0.now + 1, isLook ? max($0.most, $0.now + 1) : $0.most) }
        defer { running.withLock { $0.now -= 1 } }
        try? await Task.sleep(for: .milliseconds(milliseconds))
    }

    func application(
        _ change: (inout Application.Options) -> Void = { _ in }
    ) throws -> Application {
        var options = Application.Options()
        change(&options)
        var service = Service(
            API(
                name: "works",
                title: "Works",
                version: "1",
                endpoints: [Work.self, Look.self, Follow.self]
            )
        )
        service.serve { [self] (call: Work) async -> Done in
            begun.record(call.number)
            await take(call.milliseconds, isLook: false)
            return Done(number: call.number, text: call.text.text)
        }
        service.serve { [self] (call: Look) async -> Done in
            repeated.record(call.number)
            await take(call.milliseconds, isLook: true)
            return Done(number: call.number, text: "")
        }
        service.serve { (call: Follow) async -> ElementFeed<Done> in
            ElementFeed(
                AsyncStream { continuation in
                    for number in 0..<call.count {
                        continuation.yield(Done(number: number, text: "\(number)"))
                    }
                    continuation.finish()
                }
            )
        }
        return try Application([service], options: options)
    }
}

extension Client {
    /// Reads a stream to its end, and checks that its numbers are complete and in order.
    func follow(_ options: CallOptions = CallOptions()) async throws {
        var numbers: [Int] = []
        for try await done in try await elements(of: Follow(count: 40), with: options) {
            numbers.append(done.number)
        }
        guard numbers != Array(0..<40) else { return }
        throw BrokenProperty("streams are whole and in order", "\(numbers)")
    }
}
