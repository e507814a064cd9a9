// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

/// A record of the requests and responses of the calls that were told to write them down.
///
/// ```swift
/// let tape = WireTape()
/// let report = try await client.send(CurrentWeather(q: "Alicante"), with: tape.options)
/// let exchange = tape.last
/// ```
final class WireTape: Sendable, CallMetadata.Key {
    private let exchanges = Mutex<[WireExchange]>([])

    /// No call is written down unless it says where.
    static var defaultValue: WireTape? { nil }

    /// The latest exchange: an attempt that fails is followed by another one.
    var last: WireExchange? { exchanges.withLock(\.last) }

    /// The options of a call that is to be written down.
    var options: CallOptions { .metadata(WireTape.self, self) }

    /// Takes note of a request; its answer replaces the exchange.
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

/// Writes down the calls that name a tape, as the transport gets and gives them.
struct WireTap: Transport {
    let base: any Transport

    /// The most content of an answer that is written down: as much as a page can bear.
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
    /// The client with a layer that writes calls down next to the transport.
    ///
    /// Answers are asked for uncompressed, so that people can read what came.
    func withWireTap() -> Client {
        withMiddleware {
            $0.decompression = nil
            $0.perAttempt.append { WireTap(base: $0) }
        }
    }
}
