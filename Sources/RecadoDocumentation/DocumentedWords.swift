// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A translation of the texts about a service, for documentation pages.
public struct DocumentedWords: Sendable {
    /// The translated texts about one endpoint.
    public struct Endpoint: Sendable, Hashable {
        /// The purpose of the endpoint, in a sentence.
        public var summary: String
        /// Further information for callers, shown instead of the detail in the declaration; empty
        /// for none.
        public var detail: String

        /// Creates a translation of the texts about an endpoint.
        ///
        /// - Parameters:
        ///   - summary: The purpose of the endpoint, in a sentence.
        ///   - detail: Further information for callers; none by default.
        public init(_ summary: String, detail: String = "") {
            self.summary = summary
            self.detail = detail
        }
    }

    /// The service's title, as pages show it.
    public var title: String
    /// The description of the service.
    public var about: String
    /// The translated texts about endpoints, keyed by the endpoints' names; other endpoints keep
    /// the texts of their declarations.
    public var endpoints: [String: Endpoint]

    /// Creates a translation of the texts about a service.
    ///
    /// - Parameters:
    ///   - title: The service's title, as pages show it.
    ///   - about: The description of the service.
    ///   - endpoints: The translated texts about endpoints, keyed by the endpoints' names.
    public init(title: String, about: String, endpoints: [String: Endpoint]) {
        self.title = title
        self.about = about
        self.endpoints = endpoints
    }
}
