// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Words about a service in another language than that of its declaration, for documentation pages.
public struct DocumentedWords: Sendable {
    /// The name of the service for people.
    public var title: String
    /// What the service is about.
    public var about: String
    /// The summaries of endpoints, by their names; the others keep those of their declarations.
    public var summaries: [String: String]

    /// Creates words about a service.
    ///
    /// - Parameters:
    ///   - title: The name of the service for people.
    ///   - about: What the service is about.
    ///   - summaries: The summaries of endpoints, by their names.
    public init(title: String, about: String, summaries: [String: String]) {
        self.title = title
        self.about = about
        self.summaries = summaries
    }
}
