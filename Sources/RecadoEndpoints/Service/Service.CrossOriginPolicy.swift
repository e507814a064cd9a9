// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Service {
    /// The pages of other origins that may call a service from a browser (WHATWG Fetch §3.2).
    ///
    /// ```swift
    /// service.crossOrigin = .origins(["https://app.example.org"])
    /// ```
    ///
    /// Only browsers observe the policy; it does not restrict other clients. The answer to a
    /// preflight request allows the methods of the path and the fields that the request names.
    public struct CrossOriginPolicy: Sendable, Hashable {
        /// The origins, such as `https://app.example.org`; `nil` for all origins.
        package let origins: Set<String>?

        /// True if browsers send cookies and other credentials along; `false` by default.
        ///
        /// It has no effect if every origin may call, because any page could then send requests
        /// with the credentials of the people who read it.
        public var allowsCredentials = false

        /// The header fields of answers that pages may read in addition to those that browsers
        /// always show them; by default fields for paging, entity tags, locations and delays.
        public var exposedFields = ["ETag", "Link", "Location", "Retry-After", "X-Total-Count"]

        /// The time for which a browser keeps the answer to a preflight request; 10 minutes by
        /// default.
        ///
        /// No browser accepts more than two hours.
        public var maximumAge: Duration = .seconds(600)

        private init(origins: Set<String>?) {
            self.origins = origins
        }

        /// No pages of other origins; the default.
        public static let none = CrossOriginPolicy(origins: [])

        /// The pages of all origins, without credentials.
        public static let any = CrossOriginPolicy(origins: nil)

        /// Returns a policy for the pages of some origins.
        ///
        /// - Parameter origins: The origins as browsers write them: a scheme, a host in lower case,
        ///   and a port unless it is the default of the scheme.
        /// - Returns: The policy.
        public static func origins(_ origins: Set<String>) -> CrossOriginPolicy {
            CrossOriginPolicy(origins: origins)
        }

        /// True if pages of an origin may call.
        package func allows(_ origin: String) -> Bool { origins?.contains(origin) ?? true }
    }
}
