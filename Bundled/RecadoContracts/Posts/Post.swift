// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// A blog post.
public struct Post: Codable, Sendable, Hashable, Identifiable {
    /// The identifier, of 24 hexadecimal digits.
    public var id: String
    /// The title.
    public var title: String
    /// The text.
    public var body: String
    /// The number of the author, if the post names one.
    public var author: Int?
    /// The number of times that the post has been changed.
    public var version: Int

    /// The names on the wire.
    public enum CodingKeys: String, CodingKey {
        /// The identifier.
        case id = "_id"
        /// The title.
        case title
        /// The text.
        case body
        /// The number of the author.
        case author
        /// The number of times that the post has been changed.
        case version = "__v"
    }

    /// Creates a post.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - title: The title.
    ///   - body: The text.
    ///   - author: The number of the author.
    ///   - version: The number of times that the post has been changed.
    public init(id: String, title: String, body: String, author: Int?, version: Int = 0) {
        self.id = id
        self.title = title
        self.body = body
        self.author = author
        self.version = version
    }

    /// Reads a post; servers that do not count changes leave the version out.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a member is missing or wrong.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        body = try container.decode(String.self, forKey: .body)
        author = try container.decodeIfPresent(Int.self, forKey: .author)
        version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 0
    }
}

/// The content of a post to add.
public struct PostDraft: Codable, Sendable, Hashable {
    /// The title.
    @Length<1, 200> public var title: String
    /// The text; a missing text is the same as an empty text.
    @OptionalLength<0, 20_000> public var body: String?
    /// The number of the author.
    public var author: Int?

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - body: The text.
    ///   - author: The number of the author.
    public init(title: String, body: String? = nil, author: Int? = nil) {
        self.title = title
        self.body = body
        self.author = author
    }
}

/// Changes to a post; a member that is `nil` changes nothing.
public struct PostChanges: Codable, Sendable, Hashable {
    /// The new title.
    @OptionalLength<1, 200> public var title: String?
    /// The new text.
    @OptionalLength<0, 20_000> public var body: String?
    /// The number of the new author.
    public var author: Int?
    /// The version that the changes apply to; `nil` for any version.
    public var version: Int?

    /// The names on the wire.
    public enum CodingKeys: String, CodingKey {
        /// The title.
        case title
        /// The text.
        case body
        /// The number of the author.
        case author
        /// The version that the changes apply to.
        case version = "__v"
    }

    /// Creates changes; a member that is left out changes nothing.
    ///
    /// - Parameters:
    ///   - title: The new title.
    ///   - body: The new text.
    ///   - author: The number of the new author.
    ///   - version: The version that the changes apply to.
    public init(
        title: String? = nil,
        body: String? = nil,
        author: Int? = nil,
        version: Int? = nil
    ) {
        self.title = title
        self.body = body
        self.author = author
        self.version = version
    }
}
