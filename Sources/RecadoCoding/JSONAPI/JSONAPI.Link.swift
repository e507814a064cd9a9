// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension JSONAPI {
    /// A link: a URL, or an object with a URL and further members.
    public struct Link: Sendable, Hashable {
        /// The URL, absolute or relative to the URL of the document.
        public var href: String
        /// The relation type of the link (RFC 8288 §2.1).
        public var rel: String?
        /// The URL of a document that describes the link's target, such as a schema.
        public var describedBy: String?
        /// The text of the link that people read.
        public var title: String?
        /// The media type of the link's target.
        public var type: String?
        /// The languages of the link's target (RFC 5646).
        public var languages: [String]
        /// Further information about the link.
        public var meta: Value.Object?

        /// Creates a link.
        ///
        /// - Parameters:
        ///   - href: The URL.
        ///   - title: The text of the link that people read.
        ///   - meta: Further information about the link.
        public init(_ href: String, title: String? = nil, meta: Value.Object? = nil) {
            self.href = href
            self.title = title
            self.meta = meta
            languages = []
        }
    }

    /// The links of a document, a resource, a relationship or an error, by name and in order.
    ///
    /// A null link means that there is no link: the subscript returns `nil`, as for a missing link,
    /// but the name is kept and written with `null`.
    public struct Links: Sendable, Hashable {
        fileprivate var members: [Member] = []

        fileprivate struct Member: Sendable, Hashable {
            let name: String
            var link: Link?
        }

        /// Creates an empty set of links.
        public init() {}

        /// The link with a name: `self`, `related`, `first`, `last`, `prev`, `next`, or another.
        ///
        /// - Parameter name: The name.
        public subscript(name: String) -> Link? {
            get { members.first { $0.name.hasSameBytes(as: name) }?.link }
            set {
                if let place = members.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
                    members[place].link = newValue
                } else {
                    members.append(Member(name: name, link: newValue))
                }
            }
        }

        /// The link to the next page.
        public var next: Link? { self["next"] }

        /// The link to the previous page.
        public var previous: Link? { self["prev"] }

        /// True if there are no links and no null members.
        public var isEmpty: Bool { members.isEmpty }

        /// The names of the links, including null links, in order.
        public var names: [String] { members.map(\.name) }
    }
}

extension JSONAPI.Link: Codable {
    private enum CodingKeys: String, CodingKey {
        case href, rel
        case describedBy = "describedby"
        case title, type, hreflang, meta
    }

    /// Reads a URL, or an object with a URL.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        if let href = try? decoder.singleValueContainer().decode(String.self) {
            self.init(href)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode(String.self, forKey: .href))
        rel = try container.decodeIfPresent(String.self, forKey: .rel)
        describedBy = try container.decodeIfPresent(Self.self, forKey: .describedBy)?.href
        title = try container.decodeIfPresent(String.self, forKey: .title)
        type = try container.decodeIfPresent(String.self, forKey: .type)
        if let one = try? container.decodeIfPresent(String.self, forKey: .hreflang) {
            languages = [one]
        } else {
            languages = try container.decodeIfPresent([String].self, forKey: .hreflang) ?? []
        }
        meta = try container.decodeIfPresent(Value.self, forKey: .meta)?.objectValue
    }

    /// Writes the URL alone, unless the link has further members.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if self == Self(href) {
            var container = encoder.singleValueContainer()
            return try container.encode(href)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(href, forKey: .href)
        try container.encodeIfPresent(rel, forKey: .rel)
        try container.encodeIfPresent(describedBy, forKey: .describedBy)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(type, forKey: .type)
        if !languages.isEmpty { try container.encode(languages, forKey: .hreflang) }
        try container.encodeIfPresent(meta.map(Value.object), forKey: .meta)
    }
}

extension JSONAPI.Links: Codable {
    /// Reads an object of links.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        for name in container.allKeys {
            // The names in an object are distinct; comparing them all would take quadratic time.
            let link = try container.decodeIfPresent(JSONAPI.Link.self, forKey: name)
            members.append(Member(name: name.stringValue, link: link))
        }
    }

    /// Writes an object of links.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        for member in members {
            try container.encode(member.link, forKey: AnyCodingKey(stringValue: member.name))
        }
    }
}
