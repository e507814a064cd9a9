// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Signing requests` {
    @Test
    func `each attempt gets its own signature`() async throws {
        let base = ScriptedTransport(.serviceUnavailable, .ok)
        let count = Mutex(0)
        let signing = SigningTransport(base) { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            request.fields["X-Signature"] = "\(number) \(request.fields["X-Added"] ?? "")"
        }
        let layer = RetryTransport(signing, clock: VirtualClock(jumps: true))
        _ = try await layer.send(.film(fields: ["X-Added": "a"]))
        #expect(base.requests.map { $0.fields["X-Signature"] } == ["1 a", "2 a"])
    }

    @Test
    func `replayable content is read for signing up to a limit, a stream is not`() async throws {
        let base = ScriptedTransport(.ok)
        let seen = Mutex<[Int?]>([])
        let layer = SigningTransport(base, contentLimit: 3) { request in
            seen.withLock { $0.append(request.content.bytes?.count) }
        }
        let file = Content(length: nil) { OnceSource([1, 2], [3]) }
        _ = try await layer.send(.film(.put, content: file))
        _ = try await layer.send(.film(.put, content: Content(reading: OnceSource([1]))))
        #expect(seen.withLock { $0 } == [3, nil])
        let long = Content(length: nil) { OnceSource([1, 2], [3, 4]) }
        let error = await transportError { () throws(TransportError) in
            try await layer.send(.film(.put, content: long))
        }
        #expect(error?.kind == .invalidRequest)
        #expect(base.requests.count == 2)
    }

    @Test
    func `the error of a failed signature contains no secrets`() async throws {
        struct NoKey: Error, CustomStringConvertible { var description: String { "hunter2" } }
        let base = ScriptedTransport(.ok)
        let layer = SigningTransport(base) { _ in throw NoKey() }
        let error = await transportError { () throws(TransportError) in
            try await layer.send(.film())
        }
        #expect(
            error?.description == "not authenticated: the request could not be signed: NoKey"
        )
        #expect(base.requests.isEmpty)
    }
}
