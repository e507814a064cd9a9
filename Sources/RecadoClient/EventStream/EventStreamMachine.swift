// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// A state machine that decides what an event stream does next, without I/O.
///
///     connect ──answer──▶ 200, text/event-stream ──▶ read ──end, break──▶ again
///        ▲                 │ 204        │ other             ▲
///        └──── again ◀── 5xx, no answer └──▶ fail           │
///                          └──▶ stop                        │
///
/// 1. A response that is not an event stream ends the stream at once, because another request would
///    not help.
/// 2. `failures` counts the failures since the last event; a connection that ends normally does not
///    count.
/// 3. No wait is shorter than the server asks for. After a failure, a wait exceeds the longest
///    delay in the options only if the server asks for a longer wait, apart from the random time
///    that is added to every wait.
struct EventStreamMachine: Sendable {
    enum Verdict: Sendable, Hashable {
        case read
        case stop
        case again(after: Duration)
        case fail(ConnectionError)
    }

    enum ConnectionError: Sendable, Hashable {
        /// The stream ends with the error of the failed call.
        case failure
        /// The stream ends because the given number of connections failed in a row.
        case exhausted(Int)
        case mediaType(String)
        case status(Status)
    }

    private let options: EventStreamOptions
    private(set) var failures = 0

    init(_ options: EventStreamOptions) {
        self.options = options
    }

    /// Resets the number of failures after an event.
    mutating func noteEvent() { failures = 0 }

    /// Decides what follows an answer with an accepted status.
    func verdict(on response: Response) -> Verdict {
        if response.status == .noContent { return .stop }
        guard response.status == .ok else { return .fail(.status(response.status)) }
        let value = response.fields[.contentType] ?? ""
        let essence = MediaType(value)?.essence
        return essence == "text/event-stream" ? .read : .fail(.mediaType(essence ?? "of no type"))
    }

    /// Decides what follows the end of a connection.
    func verdictOnEnd(_ asked: Duration?, random: Double) -> Verdict {
        guard options.reconnects else { return .stop }
        return .again(after: spread(asked ?? options.retryDelay, random))
    }

    /// Decides what follows a failure.
    ///
    /// - Parameters:
    ///   - isTemporary: True if another attempt may succeed.
    ///   - asked: The wait that the event stream asked for, with its `retry` field.
    ///   - serverDelay: The wait that the failed response asked for, with Retry-After.
    ///   - random: A random number, at least 0 and less than 1.
    /// - Returns: Another connection after a wait, or the end of the stream with a reason.
    mutating func verdictOnFailure(
        isTemporary: Bool,
        _ asked: Duration?,
        serverDelay: Duration?,
        random: Double
    ) -> Verdict {
        guard options.reconnects, isTemporary else { return .fail(.failure) }
        failures += 1
        guard failures < options.failures else { return .fail(.exhausted(failures)) }
        var delay = asked ?? options.retryDelay
        for _ in 1..<min(failures, 32) where delay < options.longestDelay { delay = delay * 2 }
        delay = max(min(delay, options.longestDelay), asked ?? .zero, serverDelay ?? .zero)
        return .again(after: spread(delay, random))
    }

    /// Lengthens a wait at random, by up to half of it, so that clients do not reconnect at the
    /// same time.
    private func spread(_ delay: Duration, _ random: Double) -> Duration {
        let least = max(delay, options.shortestDelay)
        return least + .seconds(least.inSeconds * min(max(random, 0), 1) / 2)
    }
}
