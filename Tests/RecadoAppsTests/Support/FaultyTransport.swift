// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoInProcess
import RecadoTesting
import Synchronization

/// Calls services in the same process, or fails as a network does.
final class FaultyTransport: Transport {
    enum Mode: Sendable {
        /// Calls arrive.
        case up
        /// Nobody listens.
        case down
        /// Nobody answers in time.
        case slow
        /// The service answers with a status.
        case refusing(Status)
        /// The service does what it is told, and the answer gets lost.
        case late
        /// Somebody else answers.
        case garbled
    }

    private let base: InProcessTransport
    private let state = Mutex((mode: Mode.up, calls: [String]()))

    init(_ base: InProcessTransport) {
        self.base = base
    }

    var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// The methods and targets of the calls so far.
    var calls: [String] { state.withLock { $0.calls } }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        state.withLock { $0.calls.append("\(request.method) \(request.target)") }
        switch mode {
        case .up: return try await base.send(request, timeouts: timeouts)
        case .down: throw TransportError(.cannotConnect, "nobody listens")
        case .slow: throw TransportError(.timedOut(.waiting), "nobody answers")
        case .refusing(let status): return Response(status: status)
        case .late:
            _ = try await base.send(request, timeouts: timeouts)
            throw TransportError(.timedOut(.waiting), "the answer is lost")
        case .garbled:
            return Response(
                status: .ok,
                fields: [.contentType: "text/html"],
                content: Content("<p>Log in to the network")
            )
        }
    }
}
