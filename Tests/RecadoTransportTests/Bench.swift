// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Testing

/// A transport under test, with the peer that answers its requests.
struct Bench: Sendable {
    let transport: any Transport
    let authority: String
    /// The peer that answers; with a recording it is not involved.
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

    /// Sends a request, and reads the whole response.
    func fetch(
        _ request: Request,
        timeouts: Timeouts = Timeouts(total: .seconds(30))
    ) async throws -> (answer: Response, text: String) {
        let answer = try await transport.send(request, timeouts: timeouts)
        let bytes = try await answer.content.collect(upTo: 1 << 30)
        return (answer, String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the error of a request, or `nil` if there is none.
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

    /// Returns the kind of a request's transport error, or `nil` if there is none.
    func kind(
        of request: Request,
        timeouts: Timeouts = Timeouts(total: .seconds(30))
    ) async -> TransportError.Kind? {
        (await error(of: request, timeouts: timeouts) as? TransportError)?.kind
    }
}

/// A promise that every transport must keep, with a check of it.
struct Promise: Sendable, CustomTestStringConvertible {
    let name: String
    /// True if a recording can show whether the promise is kept.
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
