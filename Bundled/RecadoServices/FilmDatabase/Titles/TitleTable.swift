// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// The built-in titles.
enum TitleTable {
    /// Every title, the films first.
    static var records: [TitleRecord] {
        let details = TitleDetails.all
        let all =
            films.split(separator: "\n").compactMap(film)
            + series.split(separator: "\n").compactMap(show)
        return all.map { record in
            var record = record
            TitleSummary.of(record)?.apply(to: &record)
            if let more = record.imdbID.flatMap({ details[$0] }) { more.apply(to: &record) }
            return record
        }
    }

    private static func film(_ line: Substring) -> TitleRecord? {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard fields.count >= 8 else { return nil }
        var record = blank(title: fields[1], year: fields[2], id: fields[0], type: "movie")
        record.runtime = fields[3] + " min"
        record.genre = fields[4]
        record.director = fields[5]
        record.actors = fields[6]
        place(of: fields[7], language: fields.count > 8 ? fields[8] : nil, in: &record)
        record.dvd = "N/A"
        record.boxOffice = "N/A"
        record.production = "N/A"
        record.website = "N/A"
        return record
    }

    private static func show(_ line: Substring) -> TitleRecord? {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 10 else { return nil }
        var record = blank(title: fields[1], year: fields[2], id: fields[0], type: "series")
        record.runtime = fields[3] == "N/A" ? "N/A" : fields[3] + " min"
        record.genre = fields[4]
        record.director = fields[5]
        record.actors = fields[6]
        place(of: fields[7], language: fields[8], in: &record)
        record.totalSeasons = fields[9]
        return record
    }

    /// Creates a record with the given values; members that the table lacks, such as the plot, are
    /// `N/A`.
    private static func blank(
        title: String,
        year: String,
        id: String,
        type: String
    ) -> TitleRecord {
        var record = TitleRecord(
            title: title,
            year: year,
            imdbID: id == "-" ? "N/A" : "tt" + id,
            type: type
        )
        for path in unknown { record[keyPath: path] = "N/A" }
        record.ratings = []
        return record
    }

    private static var unknown: [WritableKeyPath<TitleRecord, String?>] {
        [
            \.rated, \.released, \.writer, \.plot, \.awards, \.poster, \.metascore, \.imdbRating,
            \.imdbVotes,
        ]
    }

    private static func place(
        of countries: String,
        language: String?,
        in record: inout TitleRecord
    ) {
        let codes = countries.split(separator: ",").map(String.init)
        record.country = codes.compactMap { Self.countries[$0]?.name }.joined(separator: ", ")
        let spoken = language.flatMap { languages[$0] }
        record.language = spoken ?? codes.first.flatMap { Self.countries[$0]?.language } ?? "N/A"
    }

    private static let languages = ["en": "English", "es": "Spanish", "fr": "French"]

    private static let countries: [String: (name: String, language: String)] = [
        "AR": ("Argentina", "Spanish"), "AT": ("Austria", "German"),
        "AU": ("Australia", "English"), "BR": ("Brazil", "Portuguese"),
        "CA": ("Canada", "English"), "CN": ("China", "Mandarin"),
        "DE": ("Germany", "German"), "DZ": ("Algeria", "Arabic"), "ES": ("Spain", "Spanish"),
        "FR": ("France", "French"), "GB": ("United Kingdom", "English"),
        "HK": ("Hong Kong", "Cantonese"), "IE": ("Ireland", "English"),
        "IN": ("India", "Bengali"), "IR": ("Iran", "Persian"), "IT": ("Italy", "Italian"),
        "JP": ("Japan", "Japanese"), "KR": ("South Korea", "Korean"),
        "MX": ("Mexico", "Spanish"), "NZ": ("New Zealand", "English"),
        "PL": ("Poland", "Polish"), "PT": ("Portugal", "Portuguese"),
        "RU": ("Soviet Union", "Russian"), "SE": ("Sweden", "Swedish"),
        "TW": ("Taiwan", "Mandarin"), "US": ("United States", "English"),
        "ZA": ("South Africa", "English"),
    ]
}
