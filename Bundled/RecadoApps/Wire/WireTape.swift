// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

/// A record of the requests and responses of the calls that have this tape in their options.
///
/// ```swift
/// let tape = WireTape()
/// let report = try await client.send(CurrentWeather(q: "Alicante"), with: tape.options)
/// let exchange = tape.last
/// ```
final class WireTape: Sendable, CallMetadata.Key {
    private let exchanges = Mutex<[WireExchange]>([])

    /// No call is recorded unless its options name a tape.
    static var defaultValue: WireTape? { nil }

    /// The latest exchange; after a failed attempt, that of the next attempt.
    var last: WireExchange? { exchanges.withLock(\.last) }

    /// The options of a call to record.
    var options: CallOptions { .metadata(WireTape.self, self) }

    /// Records a request; its answer later completes the exchange.
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

/// Records the calls that name a tape, as the transport receives and returns them.
struct WireTap: Transport {
    let base: any Transport

    /// The greatest size of content that is recorded from an answer: as much as a page can show.
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
    /// The client with a layer directly above the transport that records calls.
    ///
    /// Answers are requested uncompressed, so that people can read them.
    func withWireTap() -> Client {
        withMiddleware {
            $0.decompression = nil
            $0.perAttempt.append { WireTap(base: $0) }
        }
    }
}
