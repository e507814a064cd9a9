// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import Synchronization

/// Adds one to a number, and returns the result.
struct AddOne: Endpoint {
    static let route: Route = "POST /counts/{name}"
    typealias Output = Count

    @Path var name: String
}

/// Returns a number.
struct ReadCount: Endpoint {
    static let route: Route = "GET /counts/{name}"
    typealias Output = Count

    @Path var name: String
}

struct Count: Codable, Sendable, Hashable {
    var count: Int
}

/// The numbers that a server keeps in memory.
final class Counter: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    var total: Int { counts.withLock { $0.values.reduce(0, +) } }

    /// Returns a service that counts; each call takes the given time of the simulated clock.
    func application(taking time: Duration? = nil) throws -> Application {
        var service = Service(
            API(
                name: "counts",
                title: "Counts",
                version: "1",
                endpoints: [AddOne.self, ReadCount.self]
            )
        )
        service.serve { [self] (call: AddOne) async -> Count in
            if let time { try? await Task.sleep(for: time) }
            return counts.withLock { counts in
                counts[call.name, default: 0] += 1
                return Count(count: counts[call.name] ?? 0)
            }
        }
        service.serve { [self] (call: ReadCount) async -> Count in
            counts.withLock { Count(count: $0[call.name] ?? 0) }
        }
        return try Application([service])
    }
}
