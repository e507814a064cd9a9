// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The films that a list shows, and their order; by default every film, by number.
///
/// ```swift
/// var selection: FilmSelection = "padrino"
/// selection.isRented = false
/// ```
public struct FilmSelection: Sendable, Hashable, ExpressibleByStringLiteral {
    /// A text to find in the title, the director or the synopsis; surrounding blanks are ignored,
    /// and an empty text selects every film.
    public var words = ""
    /// The year of the release; empty to select every year.
    public var year = ""
    /// True for rented films only, false for films that are not rented; `nil` for both.
    public var isRented: Bool?
    /// True if only the member's own films are shown, which requires a login.
    public var isOwn = false
    /// The order; by number by default.
    public var order = ListFilms.Order.id

    /// Creates the selection of every film that contains the words.
    ///
    /// - Parameter words: The words; none by default.
    public init(words: String = "") {
        self.words = words
    }

    /// Creates the selection of every film that contains the words of a string literal.
    public init(stringLiteral words: String) {
        self.init(words: words)
    }

    /// The errors of the typed values; empty if the service could accept the selection.
    public var errors: [FieldError] {
        let year = year.trimmed
        return year.isEmpty || Year.isAllowed(year) ? [] : [FieldError("year", .notAYear)]
    }

    /// True if every film is shown, in any order.
    public var isEverything: Bool {
        words.isEmpty && year.isEmpty && isRented == nil && !isOwn
    }

    /// The same selection without blanks around the typed texts.
    var trimmed: FilmSelection {
        var selection = self
        selection.words = words.trimmed
        selection.year = year.trimmed
        return selection
    }
}
