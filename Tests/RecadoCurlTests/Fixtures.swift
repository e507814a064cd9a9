// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCurl
import RecadoHTTP
import Synchronization

extension ScriptedServer {
    /// A server that answers every request of every connection with the same bytes.
    convenience init(answering answer: String) throws {
        try self.init { connection in
            while connection.receive() != nil { connection.send(answer) }
        }
    }

    /// A request to the server.
    func request(
        _ method: Method = .get,
        _ target: String = "/",
        fields: Fields = [:],
        content: Content = .empty
    ) -> Request {
        Request(
            method: method,
            authority: "127.0.0.1:\(port)",
            target: target,
            fields: fields,
            content: content
        )
    }
}

extension Transport {
    /// Sends a request and reads the whole answer.
    func fetch(
        _ request: Request,
        timeouts: Timeouts = Timeouts()
    ) async throws -> (Response, String) {
        let response = try await send(request, timeouts: timeouts)
        let bytes = try await response.content.collect(upTo: 1 << 30)
        return (response, String(decoding: bytes, as: UTF8.self))
    }
}

/// The error that an operation throws, if it is one of a transport.
func transportError(_ operation: () async throws -> Void) async -> TransportError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? TransportError
    }
}

/// Something that happens once, and can be waited for.
final class Event: Sendable {
    private struct State {
        var hasHappened = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func happen() {
        let waiters = state.withLock { state in
            state.hasHappened = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    var hasHappened: Bool { state.withLock { $0.hasHappened } }

    func wait() async {
        await withCheckedContinuation { continuation in
            let hasHappened = state.withLock { state in
                if !state.hasHappened { state.waiters.append(continuation) }
                return state.hasHappened
            }
            if hasHappened { continuation.resume() }
        }
    }
}

/// Values that threads note and tests read.
final class Notes<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    func add(_ value: Value) {
        values.withLock { $0.append(value) }
    }

    var all: [Value] { values.withLock { $0 } }
}

/// A source of given pieces, with or without a length told beforehand.
final class PieceSource: ContentSource {
    let length: Int?
    private let pieces: Mutex<[[UInt8]]>
    private let failure: (any Error)?

    init(_ pieces: [[UInt8]], length: Int? = nil, failure: (any Error)? = nil) {
        self.pieces = Mutex(pieces.reversed())
        self.length = length
        self.failure = failure
    }

    func next() async throws -> [UInt8]? {
        await Task.yield()
        if let piece = pieces.withLock({ $0.popLast() }) { return piece }
        if let failure { throw failure }
        return nil
    }
}
