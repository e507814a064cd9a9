// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import Synchronization
import Testing

private enum Purpose: CallMetadata.Key {
    static let defaultValue = "interactive"
}

private enum Weight: CallMetadata.Key {
    static let defaultValue: Int? = nil
}

@Suite(.timeLimit(.minutes(1)))
struct `Call metadata in middleware` {
    /// The metadata that middleware above and below the retries have seen.
    private final class Seen: Sendable {
        let values = Mutex<[String]>([])

        func layer(_ name: String) -> ClientMiddleware.TransportWrapper {
            { base in
                InterceptingTransport(base) { request, next in
                    let metadata = CallTrace.current?.metadata
                    let weight = metadata?[Weight.self].map { " \($0)" } ?? ""
                    self.values.withLock {
                        $0.append("\(name) \(metadata?[Purpose.self] ?? "-")\(weight)")
                    }
                    return try await next(request)
                }
            }
        }
    }

    @Test
    func `metadata of a call reaches every middleware but not the server`() async throws {
        let seen = Seen()
        let stub = ScriptedTransport(.serviceUnavailable, .noContent)
        let middleware = ClientMiddleware.standard {
            $0.retry?.firstDelay = .zero
            $0.perCall.append(seen.layer("call"))
            $0.perAttempt.append(seen.layer("attempt"))
        }
        let client = try Client(
            base: "https://example.org",
            transport: stub,
            middleware: middleware
        )
        var options = CallOptions.metadata(Purpose.self, "prefetch")
        options.metadata[Weight.self] = 7
        try await client.delete("films/7", with: options)
        try await client.delete("films/8")
        #expect(
            seen.values.withLock(\.self) == [
                "call prefetch 7", "attempt prefetch 7", "attempt prefetch 7",
                "call interactive", "attempt interactive",
            ]
        )
        #expect(stub.requests.allSatisfy { !"\($0.fields)".contains("prefetch") })
        #expect("\(options.metadata)" == "2 values")
    }

    @Test
    func `metadata of a stream reaches the middleware, with one value per key`() async throws {
        let seen = Seen()
        let middleware = ClientMiddleware.standard { $0.perCall.append(seen.layer("call")) }
        let stub = ScriptedTransport(.ok)
        let client = try Client(
            base: "https://example.org",
            transport: stub,
            middleware: middleware
        )
        _ = try await client.stream("films", with: .metadata(Weight.self, 3))
        #expect(seen.values.withLock(\.self) == ["call interactive 3"])
    }
}
