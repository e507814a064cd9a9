// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

/// A recording of the calls that name this tape in their options.
///
/// ```swift
/// let tape = WireTape()
/// let report = try await client.send(CurrentWeather(q: "Alicante"), with: tape.options)
/// let exchange = tape.last
/// ```
final class WireTape: Sendable, CallMetadata.Key {
    private let exchanges = Mutex<[WireExchange]>([])

    /// By default, calls are not recorded.
    static var defaultValue: WireTape? { nil }

    /// The latest exchange; if a call was retried, the exchange of the last attempt.
    var last: WireExchange? { exchanges.withLock(\.last) }

    /// The options with which a call is recorded on this tape.
    var options: CallOptions { .metadata(WireTape.self, self) }

    /// Records a request; its response completes the exchange later.
    fileprivate func begin(_ request: WireMessage) {
        exchanges.withLock { $0.append(WireExchange(request: request, answer: nil)) }
    }

    fileprivate func end(_ answer: WireMessage) {
        exchanges.withLock { exchanges in
            guard let last = exchanges.popLast() else { return }
            exchanges.append(WireExchange(request: last.request, answer: answer))
        }
    }
}

/// A transport that records the requests and responses of calls that name a tape.
struct WireTap: Transport {
    let base: any Transport

    /// The greatest size of a recorded response's content, in bytes; with more, the call fails.
    private static let limit = 1 << 20

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        guard let tape = CallTrace.current?.metadata[WireTape.self] else {
            return try await base.send(request, timeouts: timeouts)
        }
        tape.begin(WireMessage(request, content: request.content.bytes ?? []))
        var response = try await base.send(request, timeouts: timeouts)
        let content: [UInt8]
        do {
            content = try await response.content.collect(upTo: Self.limit)
        } catch let error as TransportError {
            throw error
        } catch is ContentTooLarge {
            throw TransportError(.tooLarge, "the answer has more than \(Self.limit) bytes")
        } catch {
            throw TransportError(.cancelled)
        }
        tape.end(WireMessage(response, content: content))
        response.content = Content(content)
        return response
    }
}

extension Client {
    /// Returns a client that records calls in a layer directly above its transport.
    ///
    /// Responses are requested uncompressed, so that the recording is readable.
    func withWireTap() -> Client {
        withMiddleware {
            $0.decompression = nil
            $0.perAttempt.append { WireTap(base: $0) }
        }
    }
}
