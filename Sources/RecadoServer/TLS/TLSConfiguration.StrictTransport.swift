// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TLSConfiguration {
    /// The rule that browsers must not come back without TLS (RFC 6797).
    ///
    /// Every answer states it in `Strict-Transport-Security`, unless the server's first certificate
    /// is self-signed or the request was for `localhost` or a numeric address: there it would lock
    /// developers out of servers that they only try.
    public struct StrictTransport: Sendable, Hashable {
        /// The time for which browsers follow the rule; by default a year, as the preload lists of
        /// browsers demand.
        ///
        /// It counts from the last answer. To give up TLS again, a server first has to send 0 for
        /// as long.
        public var maxAge: Duration
        /// True if the rule also applies to all hosts below this one; false by default, for they
        /// may belong to others.
        public var includesSubdomains: Bool

        /// Creates the rule.
        ///
        /// - Parameters:
        ///   - maxAge: The time for which browsers follow the rule; by default a year.
        ///   - includesSubdomains: True if the rule also applies to all hosts below; false by
        ///     default.
        public init(maxAge: Duration = .seconds(31_536_000), includesSubdomains: Bool = false) {
            self.maxAge = maxAge
            self.includesSubdomains = includesSubdomains
        }

        /// The value of the field.
        var fieldValue: String {
            "max-age=\(max(0, maxAge.components.seconds))"
                + (includesSubdomains ? "; includeSubDomains" : "")
        }
    }
}
