// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// The posters of the titles that have no poster address; each is drawn on request.
struct TitlePosters: Handler {
    let catalog: TitleCatalog

    /// The folder of the posters, below the server's root.
    static let folder = FilmDatabase.api.prefix + "/posters/"
    private static let ending = ".svg"

    /// Returns the path of a title's poster: `/omdb/posters/tt0068646.svg`, or
    /// `/omdb/posters/el-sur-1983.svg` for a title whose identifier at IMDb is unknown.
    static func path(of record: TitleRecord) -> String { folder + name(of: record) + ending }

    /// True if a path has the form of a poster's path.
    static func isPath(_ path: String) -> Bool {
        guard path.utf8.starts(with: folder.utf8), path.hasSuffix(ending) else { return false }
        let name = path.utf8.dropFirst(folder.utf8.count).dropLast(ending.utf8.count)
        return !name.isEmpty && !name.contains { "/?#%.".utf8.contains($0) }
    }

    private static func name(of record: TitleRecord) -> String {
        if let id = record.imdbID, FilmDatabaseService.isID(id) { return id }
        let years = (record.year ?? "").split { !($0.isASCII && $0.isNumber) }
        var slug = poster(of: record).slug
        if slug.isEmpty {
            // The title has no letter or digit that an address may contain, so a hash replaces it.
            var numbers = HashedNumbers(record.title)
            slug = "title-" + String(numbers.next(), radix: 16)
        }
        return ([slug] + years.map(String.init)).joined(separator: "-")
    }

    /// Returns the poster of a title.
    ///
    /// If the initial catalog of the videoclub contains the film, the poster has the same
    /// composition as the poster there.
    static func poster(of record: TitleRecord) -> Poster {
        let year = record.year ?? ""
        let spanish = TitleSummary.of(record)?.spanishTitle ?? record.title
        let seed = FilmSeeds.all.first { $0.title == spanish && $0.year == year }
        var numbers = HashedNumbers(record.title + year)
        let motifs = Motif.allCases
        let motif = motifs[Int(numbers.next() % UInt64(motifs.count))]
        return Poster(
            title: record.title,
            year: year,
            director: makers(of: record, room: makersRoom - year.count),
            motif: seed?.motif ?? motif
        )
    }

    /// The number of characters that fit into the last line of a poster.
    private static let makersRoom = 32

    /// Returns the names of the directors, or of the writers if no directors are known: as many
    /// names as fit into `room` characters.
    private static func makers(of record: TitleRecord, room: Int) -> String {
        let known = [record.director, record.writer].compactMap(\.self).first { $0 != "N/A" } ?? ""
        var text = ""
        for name in known.split(separator: ", ") {
            let longer = text.isEmpty ? String(name) : "\(text), \(name)"
            guard longer.count <= room else { break }
            text = longer
        }
        return text.isEmpty && !known.isEmpty ? known.prefix(max(0, room - 1)) + "…" : text
    }

    func handle(_ request: Request) -> PendingResponse {
        let path = request.path
        guard path.utf8.starts(with: Self.folder.utf8), path.hasSuffix(Self.ending) else {
            return .now(Self.nothing)
        }
        let name = path.dropFirst(Self.folder.count).dropLast(Self.ending.count)
        let record =
            catalog.index.record(String(name))
            ?? catalog.index.unnumbered.first { Self.name(of: $0) == name }
        return .now(record.map { Self.poster(of: $0).response } ?? Self.nothing)
    }

    private static var nothing: Response { Response(ProblemDetails(status: .notFound)) }
}
