// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Words about a service in another language than that of its declaration, for documentation pages.
public struct DocumentedWords: Sendable {
    /// Words about one endpoint.
    public struct Endpoint: Sendable, Hashable {
        /// The purpose of the endpoint, in a sentence.
        public var summary: String
        /// Further information for callers; empty if there is none, or the declaration has none.
        public var detail: String

        /// Creates words about an endpoint.
        ///
        /// - Parameters:
        ///   - summary: The purpose of the endpoint, in a sentence.
        ///   - detail: The other facts that callers should know; none by default.
        public init(_ summary: String, detail: String = "") {
            self.summary = summary
            self.detail = detail
        }
    }

    /// The name of the service for people.
    public var title: String
    /// The description of the service.
    public var about: String
    /// The words about endpoints, by their names; the others keep those of their declarations.
    public var endpoints: [String: Endpoint]

    /// Creates words about a service.
    ///
    /// - Parameters:
    ///   - title: The name of the service for people.
    ///   - about: The description of the service.
    ///   - endpoints: The words about endpoints, by their names.
    public init(title: String, about: String, endpoints: [String: Endpoint]) {
        self.title = title
        self.about = about
        self.endpoints = endpoints
    }
}
