// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension TLSConfiguration {
    /// The rule that browsers must not come back without TLS (RFC 6797).
    ///
    /// Every answer says so in `Strict-Transport-Security`, unless the server's first certificate
    /// is self-signed or the request was for `localhost` or a numeric address: there it would lock
    /// developers out of servers that they only try.
    public struct StrictTransport: Sendable, Hashable {
        /// The time for which browsers keep to it; by default a year, which lists of such hosts ask
        /// for.
        ///
        /// It counts from the last answer. To give TLS up again, a server has to answer with 0 for
        /// as long before.
        public var maxAge: Duration
        /// Whether it counts for all hosts below this one too; by default not, for they may be
        /// others' affair.
        public var includesSubdomains: Bool

        /// Creates the rule.
        ///
        /// - Parameters:
        ///   - maxAge: The time for which browsers keep to it; by default a year.
        ///   - includesSubdomains: Whether it counts for all hosts below; by default not.
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
