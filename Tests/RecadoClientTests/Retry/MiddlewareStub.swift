// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

/// A transport that gives prepared outcomes one after another, and repeats the last one.
final class ScriptedTransport: Transport {
    typealias Outcome = Result<Response, TransportError>

    private let outcomes: [Outcome]
    private let noted = Mutex<[(Request, Timeouts)]>([])

    init(_ outcomes: [Outcome]) {
        self.outcomes = outcomes
    }

    convenience init(_ statuses: Status...) {
        self.init(statuses.map { .success(Response(status: $0)) })
    }

    var requests: [Request] { noted.withLock { $0.map(\.0) } }
    var timeouts: [Timeouts] { noted.withLock { $0.map(\.1) } }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let number = noted.withLock { noted in
            noted.append((request, timeouts))
            return noted.count
        }
        return try outcomes[min(number, outcomes.count) - 1].get()
    }
}

extension Request {
    /// Returns a request for a film, with the videoclub's target unless another is given.
    static func film(
        _ method: RecadoHTTP.Method = .get,
        _ target: String = "/films/7",
        host: String = "example.org",
        fields: Fields = [:],
        content: Content = .empty
    ) -> Request {
        Request(
            method: method,
            scheme: "https",
            authority: host,
            target: target,
            fields: fields,
            content: content
        )
    }
}

/// A source of one piece that can be read once.
final class OnceSource: ContentSource {
    private let pieces: Mutex<[[UInt8]]>
    var length: Int? { nil }

    init(_ pieces: [UInt8]...) {
        self.pieces = Mutex(pieces)
    }

    func next() async throws -> [UInt8]? {
        pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

/// Returns the error that a transport throws, or `nil` if it throws none.
func transportError(
    _ operation: () async throws(TransportError) -> Response
) async -> TransportError? {
    do throws(TransportError) {
        _ = try await operation()
        return nil
    } catch {
        return error
    }
}

/// Lets other tasks run until a condition is true.
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}
