// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Synchronization

extension ScriptedServer {
    /// A server that answers every request of every connection with the same bytes.
    convenience init(answering answer: String) throws {
        try self.init { connection in
            while connection.receive() != nil { connection.send(answer) }
        }
    }

    /// Returns a request to the server.
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
    /// Sends a request, and reads the whole response.
    func fetch(
        _ request: Request,
        timeouts: Timeouts = Timeouts()
    ) async throws -> (Response, String) {
        let response = try await send(request, timeouts: timeouts)
        let bytes = try await response.content.collect(upTo: 1 << 30)
        return (response, String(decoding: bytes, as: UTF8.self))
    }
}

/// Returns the transport error that an operation throws, or `nil`.
func transportError(_ operation: () async throws -> Void) async -> TransportError? {
    do {
        try await operation()
        return nil
    } catch {
        return error as? TransportError
    }
}

/// A source of given pieces, whose length may be announced.
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
