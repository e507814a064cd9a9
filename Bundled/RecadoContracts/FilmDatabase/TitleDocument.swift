// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// An answer in OMDb's XML, in which the members of records are attributes.
struct TitleDocument: Codable {
    @XML.Attribute var totalResults: String?
    @XML.Attribute var response: String
    var movie: Movie?
    var result: [Result]?
    var error: String?

    struct Movie: Codable {
        @XML.Attribute var title: String?
        @XML.Attribute var year: String?
        @XML.Attribute var rated: String?
        @XML.Attribute var released: String?
        @XML.Attribute var runtime: String?
        @XML.Attribute var genre: String?
        @XML.Attribute var director: String?
        @XML.Attribute var writer: String?
        @XML.Attribute var actors: String?
        @XML.Attribute var plot: String?
        @XML.Attribute var language: String?
        @XML.Attribute var country: String?
        @XML.Attribute var awards: String?
        @XML.Attribute var poster: String?
        @XML.Attribute var metascore: String?
        @XML.Attribute var imdbRating: String?
        @XML.Attribute var imdbVotes: String?
        @XML.Attribute var imdbID: String?
        @XML.Attribute var type: String?
        @XML.Attribute var totalSeasons: String?

        init(_ record: TitleRecord) {
            title = record.title
            year = record.year
            rated = record.rated
            released = record.released
            runtime = record.runtime
            genre = record.genre
            director = record.director
            writer = record.writer
            actors = record.actors
            plot = record.plot
            language = record.language
            country = record.country
            awards = record.awards
            poster = record.poster
            metascore = record.metascore
            imdbRating = record.imdbRating
            imdbVotes = record.imdbVotes
            imdbID = record.imdbID
            type = record.type
            totalSeasons = record.totalSeasons
        }

        var record: TitleRecord {
            var record = TitleRecord(
                title: title ?? "",
                year: year ?? "N/A",
                imdbID: imdbID ?? "N/A",
                type: type ?? "movie"
            )
            record.rated = rated
            record.released = released
            record.runtime = runtime
            record.genre = genre
            record.director = director
            record.writer = writer
            record.actors = actors
            record.plot = plot
            record.language = language
            record.country = country
            record.awards = awards
            record.poster = poster
            record.metascore = metascore
            record.imdbRating = imdbRating
            record.imdbVotes = imdbVotes
            record.totalSeasons = totalSeasons
            return record
        }
    }

    struct Result: Codable {
        @XML.Attribute var title: String
        @XML.Attribute var year: String
        @XML.Attribute var imdbID: String
        @XML.Attribute var type: String
        @XML.Attribute var poster: String?
    }

    init(_ answer: TitleAnswer) {
        totalResults = nil
        response = answer.isFound ? "True" : "False"
        switch answer {
        case .title(let record): movie = Movie(record)
        case .list(let list):
            totalResults = String(list.total)
            result = list.results.map {
                Result(
                    title: $0.title,
                    year: $0.year,
                    imdbID: $0.imdbID,
                    type: $0.type,
                    poster: $0.poster
                )
            }
        case .nothing(let message): error = message
        }
    }

    var answer: TitleAnswer {
        if let movie { return .title(movie.record) }
        guard let result, !result.isEmpty else { return .nothing(error ?? "") }
        let results = result.map {
            TitleList.Entry(
                title: $0.title,
                year: $0.year,
                imdbID: $0.imdbID,
                type: $0.type,
                poster: $0.poster
            )
        }
        let total = totalResults.flatMap { Int($0) } ?? results.count
        return .list(TitleList(results: results, total: total))
    }
}
