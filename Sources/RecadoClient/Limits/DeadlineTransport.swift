// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport

/// A transport that enforces the ``Deadline`` of the calling task.
///
/// A client puts it above all middleware if the calling task has a deadline.
package struct DeadlineTransport: Transport {
    private let base: any Transport

    /// Creates a layer over a transport.
    ///
    /// - Parameter base: The transport that sends requests.
    package init(_ base: any Transport) {
        self.base = base
    }

    /// Sends a request within the remaining time.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits, which the deadline may shorten.
    /// - Returns: The answer.
    /// - Throws: An error of the kind `timedOut` that shows how the time was spent, or another
    ///   error.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        guard let deadline = Deadline.current else {
            return try await base.send(request, timeouts: timeouts)
        }
        let left = deadline.remaining
        guard left > .zero else {
            throw TransportError(.timedOut(.connecting), "the deadline's \(deadline.account)")
        }
        var timeouts = timeouts
        timeouts.total = timeouts.total.map { min($0, left) } ?? left
        do {
            return try await base.send(request, timeouts: timeouts)
        } catch {
            guard case .timedOut = error.kind, deadline.remaining == .zero else { throw error }
            let words = [error.detail, "the deadline's \(deadline.account)"]
            let detail = words.filter { !$0.isEmpty }.joined(separator: "; ")
            throw TransportError(error.kind, detail)
        }
    }
}
