// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// One redirect on the way to an answer.
public struct RedirectHop: Sendable, Hashable, CustomStringConvertible {
    /// The status of the redirect response: 301, 302, 303, 307 or 308.
    public let status: Status
    /// The address whose answer was the redirect.
    public let source: URI
    /// The absolute address that the answer redirects to; a target without a fragment inherits that
    /// of the source (RFC 9110 §10.2.2).
    public let target: URI
    /// The time from the request to the header section of the redirect response.
    public let duration: Duration

    /// Creates a hop.
    ///
    /// - Parameters:
    ///   - status: The status of the redirect response.
    ///   - source: The address whose answer was the redirect.
    ///   - target: The absolute address that the answer redirects to.
    ///   - duration: The time from the request to the header section of the redirect response.
    public init(status: Status, source: URI, target: URI, duration: Duration) {
        self.status = status
        self.source = source
        self.target = target
        self.duration = duration
    }

    /// True if the origins of the target and the source differ.
    public var crossesOrigins: Bool { source.origin != target.origin }

    /// The status and both addresses, without the values of their queries.
    public var description: String { "\(status.code) \(source.redacted) → \(target.redacted)" }
}
