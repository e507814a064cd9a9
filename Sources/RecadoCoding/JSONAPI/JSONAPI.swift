// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The JSON:API format, version 1.1: how its documents are read and how they are written.
///
/// A value of this type holds only settings, no state, and can be shared and reused.
///
/// ```swift
/// let articles = try JSONAPI().decode([Article].self, from: body)
/// ```
///
/// A document is parsed once and decoded in place. A coding key is looked up as the identity of the
/// resource, then as an attribute, a relationship or another member of the resource object. The
/// target of a relationship is read from `included` when the model decodes it; if the target is
/// already being read, only its identifier is read, so that cycles end.
public struct JSONAPI: CodingFormat {
    /// The sizes beyond which a document is refused.
    public var limits = Limits()

    /// The relationships whose target resources are read or written; all by default.
    ///
    /// For other relationships, only the identifiers of the targets are kept.
    public var include: IncludePaths?

    /// True if documents must follow every rule for names and members; `false` by default.
    ///
    /// Many servers break some rule without harm. A server should be strict about documents from
    /// clients.
    public var isStrict = false

    /// True if each resource in `included` must be linked to from the primary data; `false` by
    /// default.
    ///
    /// The specification requires this unless the client requested sparse fieldsets, which may
    /// leave out the links; a document does not show whether it did.
    public var checksFullLinkage = false

    /// True if output is broken into lines and indented by two spaces; `false` by default.
    public var isPretty = false

    /// The strategies for writing and reading values that JSON can represent in more than one way.
    public var strategies = CodingStrategies()

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a format with the default settings: every relationship resolved, lenient about
    /// names, compact output.
    public init() {}

    /// The sizes beyond which a document is refused.
    public struct Limits: Sendable, Hashable {
        /// The limits of the text itself.
        public var json = JSON.Limits()

        /// The maximum number of resources in a document; 100,000 by default, more than any page
        /// should hold.
        public var resources = 100_000

        /// The maximum number of resources that are nested when linked resources are read within
        /// one another; 64 by default.
        ///
        /// This is deeper than any include path that a server accepts, and shallow enough for a
        /// thread's stack.
        public var depth = 64

        /// Creates the default limits.
        public init() {}
    }

    /// The JSON format of the text, with the same settings.
    package var json: JSON {
        var json = JSON()
        json.limits = limits.json
        json.isPretty = isPretty
        json.strategies = strategies
        json.userInfo = userInfo
        return json
    }
}
