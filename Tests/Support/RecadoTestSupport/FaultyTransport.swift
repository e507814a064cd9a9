// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport
import Synchronization

/// A network between a client and services that fails, delays calls or loses responses on demand.
package final class FaultyTransport: Transport {
    /// The present behavior of the network.
    package enum Mode: Sendable {
        /// Calls succeed.
        case up
        /// Calls wait until the test releases them, and then follow the mode of that time.
        case held
        /// No server listens.
        case down
        /// Calls time out.
        case slow
        /// The service answers with a status.
        case refusing(Status)
        /// The service carries out the call, but the response is lost.
        case losing
        /// Another server answers, with content that the client cannot read.
        case garbled
    }

    private struct State {
        var mode = Mode.up
        var calls: [String] = []
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var next: UInt64 = 0
    }

    private let base: any Transport
    private let state = Mutex(State())

    /// Creates a network that passes calls on to another transport.
    package init(_ base: any Transport) {
        self.base = base
    }

    /// The mode for calls from now on.
    package var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// The methods and targets of the calls so far.
    package var calls: [String] { state.withLock { $0.calls } }

    /// The number of calls that are held.
    package var heldCount: Int { state.withLock { $0.waiting.count } }

    /// Releases the held calls, or only the latest `count` of them.
    package func release(_ count: Int = .max) {
        let held = state.withLock { state in
            let numbers = state.waiting.keys.sorted().suffix(count)
            return numbers.compactMap { state.waiting.removeValue(forKey: $0) }
        }
        for call in held { call.resume() }
    }

    /// Sends a request, or fails as the mode requires.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        state.withLock { $0.calls.append("\(request.method) \(request.target)") }
        switch mode {
        case .up: break
        case .held: await hold()
        case .down: throw TransportError(.cannotConnect, "nobody listens")
        case .slow: throw TransportError(.timedOut(.waiting), "nobody answers")
        case .refusing(let status): return Response(status: status)
        case .losing:
            _ = try await base.send(request, timeouts: timeouts)
            throw TransportError(.timedOut(.waiting), "the answer is lost")
        case .garbled:
            return Response(
                status: .ok,
                fields: [.contentType: "text/html"],
                content: Content("<p>Log in to the network")
            )
        }
        if Task.isCancelled { throw TransportError(.cancelled) }
        return try await base.send(request, timeouts: timeouts)
    }

    private func hold() async {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.waiting[number] = continuation }
                if Task.isCancelled { letGo(number) }
            }
        } onCancel: {
            letGo(number)
        }
    }

    private func letGo(_ number: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
}
