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
/// Reading is a lens over the document, which is parsed once and never rewritten: a key of a model
/// is the identity of the resource, else an attribute, else a relationship, else another member of
/// the resource object. What a relationship points to is read from `included` when the model asks
/// for it; a resource that is being read already gives its identifier alone, so that circles end.
public struct JSONAPI: CodingFormat {
    /// The sizes beyond which a document is refused.
    public var limits: Limits

    /// The relationships that are resolved, all by default; the others keep their identifiers.
    public var include: IncludePaths?

    /// Whether documents must keep every rule for names and members; `false` by default.
    ///
    /// Many servers break one or the other rule without harm. What a server reads
    /// from a client should be strict.
    public var isStrict: Bool

    /// Whether each resource in `included` must be linked to from the
    /// primary data; `false` by default.
    ///
    /// The specification demands it, except where sparse fieldsets hide the link, which
    /// nothing in the document tells.
    public var checksFullLinkage: Bool

    /// Whether output is broken into lines and indented by two spaces; `false` by default.
    public var isPretty: Bool

    /// The strategies for writing and reading values where JSON leaves a choice.
    public var strategies: CodingStrategies

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Creates the default choices: everything resolved, forgiving of names, compact output.
    public init() {
        limits = Limits()
        isStrict = false
        checksFullLinkage = false
        isPretty = false
        strategies = CodingStrategies()
        userInfo = [:]
    }

    /// The sizes beyond which a document is refused.
    public struct Limits: Sendable, Hashable {
        /// The limits of the text itself.
        public var json: JSON.Limits

        /// The resources of a document; 100,000 by default, which is
        /// more than any page should hold.
        public var resources: Int

        /// The resources inside one another that a model reads; 64 by default.
        ///
        /// Deeper than any include path that a server grants, and shallow
        /// enough for the stack of a thread.
        public var depth: Int

        /// Creates the default limits.
        public init() {
            json = JSON.Limits()
            resources = 100_000
            depth = 64
        }
    }

    /// The JSON under it, with the same choices.
    package var json: JSON {
        var json = JSON()
        json.limits = limits.json
        json.isPretty = isPretty
        json.strategies = strategies
        json.userInfo = userInfo
        return json
    }
}
