// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The JSON:API format, version 1.1: how its documents are read and how they are written.
///
/// A value of this type is a set of choices; it holds no state and may be shared and reused.
///
/// ```swift
/// let articles = try JSONAPI().decode([Article].self, from: body)
/// ```
///
/// A decoder reads the document in place; it is parsed once and never rewritten. A key of a model
/// is the identity of the resource, else an attribute, else a relationship, else another member of
/// the resource object. The target of a relationship is read from `included` when the model asks
/// for it; a resource that is already being read gives its identifier alone, so that cycles end.
public struct JSONAPI: CodingFormat {
    /// The sizes beyond which a document is refused.
    public var limits = Limits()

    /// The relationships that are resolved, all by default; other relationships keep their
    /// identifiers.
    public var include: IncludePaths?

    /// True if documents must keep every rule for names and members; `false` by default.
    ///
    /// Many servers break one rule or another without harm. A server should be strict about
    /// documents from clients.
    public var isStrict = false

    /// True if each resource in `included` must be linked to from the primary data; `false` by
    /// default.
    ///
    /// The specification demands it, except for links that sparse fieldsets leave out; a document
    /// does not show if there are any.
    public var checksFullLinkage = false

    /// True if output is broken into lines and indented by two spaces; `false` by default.
    public var isPretty = false

    /// The strategies for writing and reading values where JSON leaves a choice.
    public var strategies = CodingStrategies()

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates the default choices: every relationship resolved, lenient about names, compact
    /// output.
    public init() {}

    /// The sizes beyond which a document is refused.
    public struct Limits: Sendable, Hashable {
        /// The limits of the text itself.
        public var json = JSON.Limits()

        /// The resources of a document; 100,000 by default, which is
        /// more than any page should hold.
        public var resources = 100_000

        /// The depth of resources within one another that a model reads; 64 by default.
        ///
        /// This is deeper than any include path that a server grants, and shallow enough for the
        /// stack of a thread.
        public var depth = 64

        /// Creates the default limits.
        public init() {}
    }

    /// The JSON format of the text, with the same choices.
    package var json: JSON {
        var json = JSON()
        json.limits = limits.json
        json.isPretty = isPretty
        json.strategies = strategies
        json.userInfo = userInfo
        return json
    }
}
