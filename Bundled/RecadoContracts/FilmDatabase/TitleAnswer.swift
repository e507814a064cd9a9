// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The database's answer: a title, a list, or the message that nothing was found.
public enum TitleAnswer: Sendable, Hashable {
    /// The title that was asked for.
    case title(TitleRecord)
    /// A page of the titles that contain the words.
    case list(TitleList)
    /// Nothing was found; the message is OMDb's: `Movie not found!`.
    case nothing(String)

    /// True if anything was found.
    public var isFound: Bool {
        if case .nothing = self { false } else { true }
    }
}

/// A page of titles.
public struct TitleList: Sendable, Hashable {
    /// The titles of the page, ten at most.
    public var results: [Entry]
    /// The number of titles on all pages together.
    public var total: Int

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - results: The titles of the page.
    ///   - total: The number of titles on all pages together.
    public init(results: [Entry], total: Int) {
        self.results = results
        self.total = total
    }

    /// A title in a list.
    public struct Entry: Codable, Sendable, Hashable {
        /// The title.
        public var title: String
        /// The year, or the years of a series.
        public var year: String
        /// The identifier at IMDb.
        public var imdbID: String
        /// The type: `movie`, `series` or `episode`.
        public var type: String
        /// The address of the poster.
        public var poster: String?

        /// The names of the members in JSON.
        public enum CodingKeys: String, CodingKey {
            /// The title.
            case title = "Title"
            /// The year.
            case year = "Year"
            /// The identifier at IMDb.
            case imdbID
            /// The type.
            case type = "Type"
            /// The poster.
            case poster = "Poster"
        }

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - title: The title.
        ///   - year: The year, or the years of a series.
        ///   - imdbID: The identifier at IMDb.
        ///   - type: The type: `movie`, `series` or `episode`.
        ///   - poster: The address of the poster.
        public init(title: String, year: String, imdbID: String, type: String, poster: String?) {
            self.title = title
            self.year = year
            self.imdbID = imdbID
            self.type = type
            self.poster = poster
        }
    }
}

// MARK: - Coding

extension TitleAnswer: Codable {
    private enum CodingKeys: String, CodingKey {
        case search = "Search"
        case totalResults
        case response = "Response"
        case error = "Error"
    }

    /// OMDb's XML, whose structure differs from that of OMDb's JSON.
    static let xml = {
        var xml = XML()
        xml.root = "root"
        if let key { xml.userInfo[key] = true }
        return xml
    }()

    /// The key in `userInfo` that is present if the format is XML.
    private static let key = CodingUserInfoKey(rawValue: "recado.films.xml")

    private static func isXML(_ userInfo: [CodingUserInfoKey: Any]) -> Bool {
        key.flatMap { userInfo[$0] } != nil
    }

    /// Reads OMDb's JSON, or OMDb's XML if the format is XML.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a member is missing or wrong.
    public init(from decoder: any Decoder) throws {
        if Self.isXML(decoder.userInfo) {
            self = try TitleDocument(from: decoder).answer
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let response = try container.decodeIfPresent(String.self, forKey: .response)
        if response?.lowercased() == "false" {
            let message = try container.decodeIfPresent(String.self, forKey: .error)
            self = .nothing(message ?? "")
        } else if let results = try container.decodeIfPresent(
            [TitleList.Entry].self,
            forKey: .search
        ) {
            let total = try container.decodeIfPresent(String.self, forKey: .totalResults)
            self = .list(
                TitleList(results: results, total: total.flatMap { Int($0) } ?? results.count)
            )
        } else {
            self = .title(try TitleRecord(from: decoder))
        }
    }

    /// Writes OMDb's JSON, or OMDb's XML if the format is XML.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if Self.isXML(encoder.userInfo) {
            try TitleDocument(self).encode(to: encoder)
            return
        }
        if case .title(let record) = self { try record.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .title: break
        case .list(let list):
            try container.encode(list.results, forKey: .search)
            try container.encode(String(list.total), forKey: .totalResults)
        case .nothing(let message):
            try container.encode("False", forKey: .response)
            try container.encode(message, forKey: .error)
            return
        }
        try container.encode("True", forKey: .response)
    }
}
