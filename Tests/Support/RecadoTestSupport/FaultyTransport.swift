// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport
import Synchronization

/// A network between a client and services that fails, waits and loses answers as a test says.
package final class FaultyTransport: Transport {
    /// The fate of calls.
    package enum Mode: Sendable {
        /// Calls arrive.
        case up
        /// Calls arrive once the test lets them, one mode later.
        case held
        /// Nobody listens.
        case down
        /// Nobody answers in time.
        case slow
        /// The service answers with a status.
        case refusing(Status)
        /// The service does what it is told, and the answer gets lost.
        case losing
        /// Somebody else answers.
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

    /// Creates a network that calls arrive by.
    package init(_ base: any Transport) {
        self.base = base
    }

    /// The fate of the calls from now on.
    package var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// The methods and targets of the calls so far.
    package var calls: [String] { state.withLock { $0.calls } }

    /// The number of calls that are held.
    package var heldCount: Int { state.withLock { $0.waiting.count } }

    /// Lets every held call go on, or the latest ones alone.
    package func release(_ count: Int = .max) {
        let held = state.withLock { state in
            let numbers = state.waiting.keys.sorted().suffix(count)
            return numbers.compactMap { state.waiting.removeValue(forKey: $0) }
        }
        for call in held { call.resume() }
    }

    /// Sends a request, or fails as the mode says.
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
