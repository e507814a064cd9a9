// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The decisions about each turn of a stream of events; it neither waits nor sends.
///
///     connect ──answer──▶ 200, text/event-stream ──▶ read ──end, break──▶ again
///        ▲                 │ 204        │ other             ▲
///        └──── again ◀── 5xx, no answer └──▶ fail           │
///                          └──▶ stop                        │
///
/// 1. A response that is not a stream of events is a failure at once: a repetition would not change
/// it.
/// 2. `failures` counts the failures since the last event; an orderly end is not counted.
/// 3. No wait is shorter than the server asks for. Before a random time is added, only waits that
///    the server asks for may exceed the longest one of the options.
struct EventStreamMachine: Sendable {
    enum Verdict: Sendable, Hashable {
        case read
        case stop
        case again(after: Duration)
        case fail(ConnectionError)
    }

    enum ConnectionError: Sendable, Hashable {
        /// The failure itself is the reason.
        case failure
        /// This number of connections failed in a row.
        case exhausted(Int)
        case mediaType(String)
        case status(Status)
    }

    private let options: EventStreamOptions
    private(set) var failures = 0

    init(_ options: EventStreamOptions) {
        self.options = options
    }

    /// Resets the count of failures after an event.
    mutating func noteEvent() { failures = 0 }

    /// Decides about an answer with an accepted status.
    func verdict(on response: Response) -> Verdict {
        if response.status == .noContent { return .stop }
        guard response.status == .ok else { return .fail(.status(response.status)) }
        let value = response.fields[.contentType] ?? ""
        let essence = MediaType(value)?.essence
        return essence == "text/event-stream" ? .read : .fail(.mediaType(essence ?? "of no type"))
    }

    /// Decides about the end of the content.
    func verdictOnEnd(_ asked: Duration?, random: Double) -> Verdict {
        guard options.reconnects else { return .stop }
        return .again(after: spread(asked ?? options.retryDelay, random))
    }

    /// Decides about a failure.
    ///
    /// - Parameters:
    ///   - isPassing: True if another attempt may succeed.
    ///   - asked: The wait that the stream asked for.
    ///   - serverDelay: The wait that the refusal asked for.
    ///   - random: A random number, at least 0 and less than 1.
    /// - Returns: The decision: another connection after a wait, or the end with a reason.
    mutating func verdictOnFailure(
        isPassing: Bool,
        _ asked: Duration?,
        serverDelay: Duration?,
        random: Double
    ) -> Verdict {
        guard options.reconnects, isPassing else { return .fail(.failure) }
        failures += 1
        guard failures < options.failures else { return .fail(.exhausted(failures)) }
        var delay = asked ?? options.retryDelay
        for _ in 1..<min(failures, 32) where delay < options.longestDelay { delay = delay * 2 }
        delay = max(min(delay, options.longestDelay), asked ?? .zero, serverDelay ?? .zero)
        return .again(after: spread(delay, random))
    }

    /// A wait between the given one and half as much again, so that clients do not return together.
    private func spread(_ delay: Duration, _ random: Double) -> Duration {
        let least = max(delay, options.shortestDelay)
        return least + .seconds(least.inSeconds * min(max(random, 0), 1) / 2)
    }
}
