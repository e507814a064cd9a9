// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TLSConfiguration {
    /// The rule that makes browsers use TLS for later requests to a host (RFC 6797).
    ///
    /// Every answer contains the rule in `Strict-Transport-Security`, unless the server's first
    /// certificate is self-signed or the request was for `localhost` or a numeric address. In these
    /// cases, the rule would lock developers out of servers that they are only trying out.
    public struct StrictTransport: Sendable, Hashable {
        /// The time for which browsers follow the rule; by default a year, which the preload lists
        /// of browsers require.
        ///
        /// It counts from the last answer. A server that is to stop using TLS must first send 0 for
        /// as long as this time.
        public var maxAge: Duration
        /// True if the rule also applies to all subdomains; false by default, because they may
        /// belong to others.
        public var includesSubdomains: Bool

        /// Creates the rule.
        ///
        /// - Parameters:
        ///   - maxAge: The time for which browsers follow the rule; by default a year.
        ///   - includesSubdomains: True if the rule also applies to all subdomains; false by
        ///     default.
        public init(maxAge: Duration = .seconds(31_536_000), includesSubdomains: Bool = false) {
            self.maxAge = maxAge
            self.includesSubdomains = includesSubdomains
        }

        /// The value of the field `Strict-Transport-Security`.
        var fieldValue: String {
            "max-age=\(max(0, maxAge.components.seconds))"
                + (includesSubdomains ? "; includeSubDomains" : "")
        }
    }
}
