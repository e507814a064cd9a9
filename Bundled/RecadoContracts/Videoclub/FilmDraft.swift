// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints

/// The content of a film to add to the catalog.
public struct FilmDraft: Resource, Hashable {
    /// The same as in ``Film``.
    public static let resourceType = Film.resourceType

    /// Always `nil`: the catalog assigns the number.
    public var id: Int? { nil }
    /// The title.
    @FilmText<1, 255> public var title: String
    /// The year of the release.
    public var year: Year
    /// The director.
    @FilmText<1, 64> public var director: String
    /// The address of the poster, with `http` or `https`, or a path on this server; an empty text
    /// means no poster.
    @OptionalPoster public var poster: String?
    /// The synopsis.
    @OptionalFilmText<0, 10_000> public var synopsis: String?

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - year: The year of the release.
    ///   - director: The director.
    ///   - poster: The address of the poster.
    ///   - synopsis: The synopsis.
    public init(
        title: String,
        year: Year,
        director: String,
        poster: String? = nil,
        synopsis: String? = nil
    ) {
        self.title = title
        self.year = year
        self.director = director
        self.poster = poster
        self.synopsis = synopsis
    }
}

/// Changes to a film; a member that is `nil` changes nothing.
public struct FilmChanges: Resource, Hashable {
    /// The same as in ``Film``.
    public static let resourceType = Film.resourceType

    /// Always `nil`: the address of the film contains the number.
    public var id: Int? { nil }
    /// The new title.
    @OptionalFilmText<1, 255> public var title: String?
    /// The new year.
    public var year: Year?
    /// The new director.
    @OptionalFilmText<1, 64> public var director: String?
    /// The new address of the poster, with `http` or `https`, or a path on this server; an empty
    /// text removes the poster.
    @OptionalPoster public var poster: String?
    /// The new synopsis; an empty text removes the synopsis.
    @OptionalFilmText<0, 10_000> public var synopsis: String?

    /// Creates changes; a member that is left out changes nothing.
    ///
    /// - Parameters:
    ///   - title: The new title.
    ///   - year: The new year.
    ///   - director: The new director.
    ///   - poster: The new address of the poster.
    ///   - synopsis: The new synopsis.
    public init(
        title: String? = nil,
        year: Year? = nil,
        director: String? = nil,
        poster: String? = nil,
        synopsis: String? = nil
    ) {
        self.title = title
        self.year = year
        self.director = director
        self.poster = poster
        self.synopsis = synopsis
    }
}

/// The year of a film's release: a text of 1 to 8 digits and dashes, since a series has a year such
/// as `2011–19`.
///
/// A number is read as well, since some clients send `1972` and others `"1972"`.
public struct Year: Codable, Sendable, Hashable, SchemaProviding, ExpressibleByStringLiteral {
    /// The year as text.
    public var text: String

    /// Creates a year from its text.
    public init(_ text: String) {
        self.text = text
    }

    /// Creates a year from a literal.
    public init(stringLiteral text: String) {
        self.text = text
    }

    /// Reads a text or a number.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when the value is neither a text nor a number, is a text that is
    ///   not a year, or is a number below 0 or of more than eight digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try? container.decode(Int.self)
        if let number, (0...99_999_999).contains(number) {
            text = "\(number)"
            return
        }
        // A number from an HTML form can also be read as a text, which is checked below.
        if number != nil, (try? container.decode(String.self)) == nil {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected a number from 0 to 99999999"
            )
        }
        text = try container.decode(String.self)
        let count = text.unicodeScalars.count
        guard (1...8).contains(count) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected a text of 1 to 8 characters, found \(count)"
            )
        }
        guard Self.isAllowed(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: Self.expectation
            )
        }
    }

    /// The error message for a text that is not a year.
    public static let expectation = "expected a year, such as 1972 or 2011–19"

    /// Tells whether a text may be a year.
    ///
    /// - Parameter text: The text.
    /// - Returns: True if the text has 1 to 8 digits, hyphens and en dashes, and begins with a
    ///   digit.
    public static func isAllowed(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard (1...8).contains(scalars.count), let first = scalars.first else { return false }
        return ("0"..."9").contains(first)
            && scalars.allSatisfy { ("0"..."9").contains($0) || $0 == "-" || $0 == "–" }
    }

    /// Writes the text.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// A text of 1 to 8 digits and dashes, or a whole number of at most 8 digits.
    public static var schema: Schema {
        Schema(.oneOf([.string(1...8).matching(pattern), .integer(0...99_999_999)]))
    }

    /// The pattern that ``isAllowed(_:)`` checks.
    private static let pattern = Schema.Pattern(
        #"^[0-9][0-9\u2013-]*$"#,
        expecting: "a year, such as 1972 or 2011–19"
    )

    /// An example: the year 1972.
    public static var example: Year { "1972" }
}
