// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport

/// A transport that refuses requests without encryption, except to the hosts of a policy.
package struct CleartextTransport: Transport {
    private let base: any Transport
    private let policy: CleartextPolicy

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends requests.
    ///   - policy: The hosts that may be called by `http`.
    package init(_ base: any Transport, policy: CleartextPolicy = .loopback) {
        self.base = base
        self.policy = policy
    }

    /// Sends a request if it uses `https`, or if the policy allows its host.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits.
    /// - Returns: The answer.
    /// - Throws: An error of the kind `TransportError.Kind.cleartext`, or an error of the base
    ///   transport.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        if request.scheme != "https", !policy.allows(request.authority) {
            throw TransportError(
                .cleartext,
                "\(request.authority) by http; expected https, or the host among the exceptions"
            )
        }
        return try await base.send(request, timeouts: timeouts)
    }
}
