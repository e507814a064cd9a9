// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSONAPI {
    /// A whole document: its data or its errors, with links, metadata and version.
    public struct TopLevel<Primary> {
        /// The primary data; `nil` if the member `data` is null or missing.
        public var data: Primary?
        /// The errors, if the document has errors instead of data.
        public var errors: [ErrorObject]
        /// The links of the document: `self`, `related`, and those to other pages.
        public var links: Links
        /// Further information about the document.
        public var meta: Value.Object?
        /// The version of JSON:API that the server uses, if the document names it.
        public var version: String?

        /// Creates a document.
        ///
        /// - Parameters:
        ///   - data: The primary data; if it is `nil`, the document is written without the member
        ///     `data`.
        ///   - links: The links of the document.
        ///   - meta: Further information about the document.
        public init(_ data: Primary?, links: Links = Links(), meta: Value.Object? = nil) {
            self.data = data
            self.links = links
            self.meta = meta
            errors = []
        }
    }
}

extension JSONAPI.TopLevel: WholeDocument, Decodable where Primary: Decodable {
    private enum CodingKeys: String, CodingKey { case data, errors, links, meta, jsonapi }

    /// Reads a whole document.
    ///
    /// - Parameter decoder: The decoder of the document.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        data = try container.decodeIfPresent(Primary.self, forKey: .data)
        errors = try container.decodeIfPresent([JSONAPI.ErrorObject].self, forKey: .errors) ?? []
        links = try container.decodeIfPresent(JSONAPI.Links.self, forKey: .links) ?? JSONAPI.Links()
        meta = try container.decodeIfPresent(Value.self, forKey: .meta)?.objectValue
        version = try container.decodeIfPresent(Value.self, forKey: .jsonapi)?["version"]?
            .stringValue
    }
}

/// A model of a whole document, including the members around the primary data.
package protocol WholeDocument {}

extension JSONAPI.TopLevel: Sendable where Primary: Sendable {}
