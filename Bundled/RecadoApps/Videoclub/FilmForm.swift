// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// A film as somebody fills it in: a copy, which changes nothing until it is saved.
public struct FilmForm: Sendable, Hashable {
    /// The title.
    public var title = ""
    /// The year of its release.
    public var year = ""
    /// Who directed it.
    public var director = ""
    /// The address of its poster; empty for none.
    public var poster = ""
    /// What it is about; empty for nothing.
    public var synopsis = ""

    /// The greatest numbers of characters, by field.
    public enum Limit: Sendable {
        /// Those of a title.
        public static let title = 255
        /// Those of a year.
        public static let year = 8
        /// Those of a director's name.
        public static let director = 64
        /// Those of a poster's address.
        public static let poster = 255
        /// Those of a synopsis.
        public static let synopsis = 10_000
    }

    /// Creates an empty form.
    public init() {}

    /// Copies a film.
    ///
    /// - Parameter film: The film.
    public init(_ film: Film) {
        title = film.title
        year = film.year
        director = film.director
        poster = film.poster ?? ""
        synopsis = film.synopsis ?? ""
    }

    /// Copies what a database knows of a title, as far as the catalog has room for it.
    ///
    /// - Parameter record: What is known; `N/A` is left out. The years of a series are shortened to `2011–19`, and
    ///   where nobody is known to have directed it, those who wrote it stand for them.
    public init(_ record: TitleRecord) {
        title = Self.known(record.title, Limit.title)
        year = Self.known(Self.shortened(record.year), Limit.year)
        let makers = [record.director, record.writer].map { Self.names($0, Limit.director) }
        director = makers.first { !$0.isEmpty } ?? ""
        let address = Self.known(record.poster, .max)
        poster = address.unicodeScalars.count <= Limit.poster ? address : ""
        synopsis = Self.known(record.plot, Limit.synopsis)
    }

    /// The years of a series with two digits for the last one, `2011–19`; other texts as they are.
    private static func shortened(_ years: String?) -> String? {
        let parts = years?.split(separator: "–") ?? []
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 }) else { return years }
        return "\(parts[0])–\(parts[1].suffix(2))"
    }

    /// The first names of a list, as many as there is room for.
    private static func names(_ list: String?, _ limit: Int) -> String {
        var names = known(list, .max)
        while names.unicodeScalars.count > limit, let comma = names.lastIndex(of: ",") {
            names = String(names[..<comma])
        }
        return known(names, limit)
    }

    private static func known(_ text: String?, _ limit: Int) -> String {
        guard let text, text != "N/A" else { return "" }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    }

    // MARK: - Checking

    /// Finds out whether the service could take it.
    ///
    /// - Throws: What is wrong, field by field.
    public func check() throws(Trouble) {
        let complaints = [
            Self.complaint("title", title, Limit.title, isRequired: true),
            Self.complaint("year", year, Limit.year, isRequired: true),
            Self.complaint("director", director, Limit.director, isRequired: true),
            Self.complaint("poster", poster, Limit.poster) ?? posterComplaint,
            Self.complaint("synopsis", synopsis, Limit.synopsis),
        ].compactMap { $0 }
        guard !complaints.isEmpty else { return }
        throw Trouble(
            .invalid,
            Phrase(
                "Falta algo o algo no cabe. No se ha guardado nada todavía.",
                en: "Something is missing or too long. Nothing has been saved yet."
            ),
            complaints: complaints
        )
    }

    private static func complaint(
        _ field: String,
        _ text: String,
        _ limit: Int,
        isRequired: Bool = false
    ) -> Trouble.Complaint? {
        let count = text.unicodeScalars.count
        if isRequired, count == 0 {
            return .init(field, Phrase("Hace falta rellenarlo.", en: "This is needed."))
        }
        guard count > limit else { return nil }
        return .init(
            field,
            Phrase(
                "Caben \(limit) caracteres y hay \(count).",
                en: "There is room for \(limit) characters, and there are \(count)."
            )
        )
    }

    private var posterComplaint: Trouble.Complaint? {
        let isAddress = poster.hasPrefix("https://") || poster.hasPrefix("http://")
        guard !poster.isEmpty, !isAddress else { return nil }
        return .init(
            "poster",
            Phrase(
                "Una dirección empieza por https:// o http://.",
                en: "An address begins with https:// or http://."
            )
        )
    }

    // MARK: - Sending

    /// The film to add.
    var draft: FilmDraft {
        FilmDraft(
            title: title,
            year: Year(year),
            director: director,
            poster: poster.isEmpty ? nil : poster,
            synopsis: synopsis.isEmpty ? nil : synopsis
        )
    }

    /// What a film is to become; an empty text removes what was there.
    var changes: FilmChanges {
        FilmChanges(
            title: title,
            year: Year(year),
            director: director,
            poster: poster,
            synopsis: synopsis
        )
    }
}
