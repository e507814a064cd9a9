// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The films that a list is to show, and their order; every film by number unless something is set.
///
/// ```swift
/// var selection: FilmSelection = "padrino"
/// selection.isRented = false
/// ```
public struct FilmSelection: Sendable, Hashable, ExpressibleByStringLiteral {
    /// A text in the title, the director or the synopsis; blanks around it do not
    /// count, and empty is everything.
    public var words = ""
    /// The year of the release; empty for every year.
    public var year = ""
    /// Whether the films must be rented, or must not be; `nil` for both.
    public var isRented: Bool?
    /// Whether only films of the member's own are shown, which needs a login.
    public var isOwn = false
    /// The order.
    public var order = ListFilms.Order.id

    /// Creates the selection of every film with some words.
    ///
    /// - Parameter words: The words; none by default.
    public init(words: String = "") {
        self.words = words
    }

    /// Creates the selection of every film with the words of a literal.
    public init(stringLiteral words: String) {
        self.init(words: words)
    }

    /// The errors of what was typed; none for a selection that the service could take.
    public var errors: [FieldError] {
        let year = year.trimmed
        return year.isEmpty || Year.isAllowed(year) ? [] : [FieldError("year", .notAYear)]
    }

    /// Whether every film is shown, in whatever order.
    public var isEverything: Bool {
        words.isEmpty && year.isEmpty && isRented == nil && !isOwn
    }

    /// The same without blanks around what was typed.
    var trimmed: FilmSelection {
        var selection = self
        selection.words = words.trimmed
        selection.year = year.trimmed
        return selection
    }
}
