// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// One redirect on the way to an answer.
public struct RedirectHop: Sendable, Hashable, CustomStringConvertible {
    /// The status of the answer that redirected: 301, 302, 303, 307 or 308.
    public let status: Status
    /// The address that redirected.
    public let source: URI
    /// The absolute address that the answer redirects to, with the fragment that it inherits from
    /// the source (RFC 9110 §10.2.2).
    public let target: URI
    /// The time from the request to the header section of the answer that redirected.
    public let duration: Duration

    /// Creates a hop.
    ///
    /// - Parameters:
    ///   - status: The status of the answer that redirected.
    ///   - source: The address that redirected.
    ///   - target: The absolute address that the answer redirects to.
    ///   - duration: The time from the request to the answer.
    public init(status: Status, source: URI, target: URI, duration: Duration) {
        self.status = status
        self.source = source
        self.target = target
        self.duration = duration
    }

    /// True if the origins of the target and the source differ.
    public var crossesOrigins: Bool { source.origin != target.origin }

    /// Both addresses and the status, without the values of queries.
    public var description: String { "\(status.code) \(source.redacted) → \(target.redacted)" }
}
