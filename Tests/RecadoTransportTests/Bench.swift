// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Testing

/// A transport under test, and what is at its other end.
struct Bench: Sendable {
    let transport: any Transport
    let authority: String
    /// The peer; on a replay it has nothing to tell.
    let peer: Peer

    func request(
        _ method: Method = .get,
        _ target: String = "/echo",
        fields: Fields = [:],
        content: Content = .empty
    ) -> Request {
        Request(
            method: method,
            authority: authority,
            target: target,
            fields: fields,
            content: content
        )
    }

    /// Sends a request and reads the whole answer.
    func fetch(
        _ request: Request,
        timeouts: Timeouts = Timeouts(total: .seconds(30))
    ) async throws -> (answer: Response, text: String) {
        let answer = try await transport.send(request, timeouts: timeouts)
        let bytes = try await answer.content.collect(upTo: 1 << 30)
        return (answer, String(decoding: bytes, as: UTF8.self))
    }

    /// The error of a request, or `nil` when there is none.
    func error(
        of request: Request,
        timeouts: Timeouts = Timeouts(total: .seconds(30))
    ) async -> (any Error)? {
        do {
            _ = try await fetch(request, timeouts: timeouts)
            return nil
        } catch {
            return error
        }
    }

    /// The kind of the error of a request.
    func kind(
        of request: Request,
        timeouts: Timeouts = Timeouts(total: .seconds(30))
    ) async -> TransportError.Kind? {
        (await error(of: request, timeouts: timeouts) as? TransportError)?.kind
    }
}

/// Something that every transport promises.
struct Promise: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether a recording can tell whether it is kept.
    var isReplayable = true
    let check: @Sendable (Bench) async throws -> Void

    init(
        _ name: String,
        isReplayable: Bool = true,
        check: @escaping @Sendable (Bench) async throws -> Void
    ) {
        self.name = name
        self.isReplayable = isReplayable
        self.check = check
    }

    var testDescription: String { name }
}
