// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// A film as entered in a form.
///
/// It is a copy: the film itself changes only when the form is saved.
public struct FilmForm: Sendable, Hashable {
    /// The title.
    public var title = ""
    /// The year of the release.
    public var year = ""
    /// The name of the director.
    public var director = ""
    /// The address of the poster; empty if there is none.
    public var poster = ""
    /// The synopsis; empty if there is none.
    public var synopsis = ""

    /// The limits of the fields, as `CreateFilm` declares them.
    public static let limits = FieldLimits(of: CreateFilm.self)

    /// Creates an empty form.
    public init() {}

    /// Creates a form with a copy of a film.
    ///
    /// - Parameter film: The film.
    public init(_ film: Film) {
        title = film.title
        year = film.year
        director = film.director
        poster = film.poster ?? ""
        synopsis = film.synopsis ?? ""
    }

    /// Creates a form with the data of a title from the film database, as far as the limits of the
    /// catalog allow.
    ///
    /// - Parameter record: The record. Values of `N/A` and an address that is too long are left
    ///   out. The years of a series are shortened, such as to `2011–19`; if no director is known,
    ///   the writers are used.
    public init(_ record: TitleRecord) {
        title = Self.known(record.title, "title")
        year = Self.known(Self.shortened(record.year), "year")
        director =
            [record.director, record.writer].lazy.map { Self.names($0, "director") }
            .first { !$0.isEmpty } ?? ""
        synopsis = Self.known(record.plot, "synopsis")
        if let address = record.poster, address != "N/A", OptionalPoster.isAllowed(address),
            Self.limits.error(of: address, in: "poster") == nil
        {
            poster = address
        }
    }

    /// Shortens the last year of a series to two digits, as in `2011–19`; returns other texts
    /// unchanged.
    private static func shortened(_ years: String?) -> String? {
        let parts = years?.split(separator: "–") ?? []
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 }) else { return years }
        return "\(parts[0])–\(parts[1].suffix(2))"
    }

    /// Returns as many names from the beginning of a list as fit into the field.
    private static func names(_ list: String?, _ field: String) -> String {
        guard var names = list, names != "N/A" else { return "" }
        while limits.error(of: names, in: field) != nil, let comma = names.lastIndex(of: ",") {
            names = String(names[..<comma])
        }
        return known(names, field)
    }

    private static func known(_ text: String?, _ field: String) -> String {
        guard let text, text != "N/A" else { return "" }
        return limits.beginning(of: text, in: field)
    }

    /// The errors of the fields, in the order of the fields; empty if the service could accept the
    /// form.
    public var errors: [FieldError] {
        let limits = Self.limits
        let isAddress = poster.isEmpty || OptionalPoster.isAllowed(poster)
        return [
            limits.error(of: title, in: "title"),
            limits.error(of: year, in: "year")
                ?? (year.isEmpty || Year.isAllowed(year) ? nil : FieldError("year", .notAYear)),
            limits.error(of: director, in: "director"),
            limits.error(of: poster, in: "poster")
                ?? (isAddress ? nil : FieldError("poster", .notAnAddress)),
            limits.error(of: synopsis, in: "synopsis"),
        ].compactMap(\.self)
    }

    // MARK: - Sending

    /// The film to add.
    public var draft: FilmDraft {
        FilmDraft(
            title: title,
            year: Year(year),
            director: director,
            poster: poster.isEmpty ? nil : poster,
            synopsis: synopsis.isEmpty ? nil : synopsis
        )
    }

    /// The changes that make a film match the form; an empty text removes the poster or the
    /// synopsis.
    public var changes: FilmChanges {
        FilmChanges(
            title: title,
            year: Year(year),
            director: director,
            poster: poster,
            synopsis: synopsis
        )
    }

    /// Returns a film with the form's data, for servers that do not return the film.
    func film(_ id: Int) -> Film {
        var film = Film(id: id, title: title, year: year, director: director, createdAt: "")
        apply(to: &film)
        return film
    }

    /// Copies the form's data into a film.
    func apply(to film: inout Film) {
        film.title = title
        film.year = year
        film.director = director
        film.poster = poster.isEmpty ? nil : poster
        film.synopsis = synopsis.isEmpty ? nil : synopsis
    }
}
