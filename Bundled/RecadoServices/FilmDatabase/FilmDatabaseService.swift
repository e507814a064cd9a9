// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts
public import RecadoEndpoints
import RecadoHTTP
public import RecadoServer

/// The implementation of the film database, which replaces OMDb and needs no network or registered
/// key.
///
/// ```swift
/// let films = FilmDatabaseService()
/// let application = try Application([films.service], pages: films.pages)
/// ```
///
/// A title is found by its English or its Spanish name. Each title has a plot, and a poster that
/// this service draws.
public struct FilmDatabaseService: Sendable {
    private let titles: TitleCatalog
    private var index: TitleIndex { titles.index }
    /// The accepted API keys; `nil` to accept any key that is not empty.
    private let keys: Set<String>?
    /// The base of the posters' addresses; `nil` to use the host that each request names.
    private let posters: PosterAddress?
    /// True if poster addresses may contain the host that a request names.
    private let namesRequests: Bool

    /// Creates the service, which knows several hundred films and series.
    ///
    /// - Parameters:
    ///   - titles: Further titles, found after the built-in ones. They are kept in memory.
    ///   - keys: The API keys to accept; by default any key that is not empty.
    ///   - publicBase: The text before the paths of posters, such as `http://127.0.0.1:8080`; by
    ///     default the scheme and the host that each request names.
    ///   - followsProxies: True to replace the base with the scheme and the host that a trusted
    ///     proxy reports for its client; false by default.
    ///   - followsRequests: True to replace the base with the scheme and the host that each request
    ///     names, unless `followsProxies` is true and a trusted proxy reports those of its client;
    ///     false by default.
    public init(
        adding titles: [TitleRecord] = [],
        keys: Set<String>? = nil,
        publicBase: String? = nil,
        followsProxies: Bool = false,
        followsRequests: Bool = false
    ) {
        self.titles = TitleCatalog(adding: titles)
        self.keys = keys
        posters = publicBase.map {
            PosterAddress(
                publicBase: $0,
                followsProxies: followsProxies,
                followsRequests: followsRequests
            )
        }
        namesRequests = publicBase == nil || followsRequests
    }

    /// The endpoint with its handler.
    public var service: Service {
        var service = Service(FilmDatabase.api)
        service.compatibility = OMDbCompatibility()
        service.crossOrigin = .any
        if namesRequests { service.use(RequestOrigin()) }
        service.serve(answer)
        return service
    }

    /// The posters of the titles, by path: pass them to `Application` as pages.
    public var pages: [String: any Handler] {
        [TitlePosters.folder + "{name}": TitlePosters(catalog: titles)]
    }

    /// Returns the title that a call names, or a page of the titles that it searches for.
    func answer(_ call: SearchTitles) async throws(TitleFailure) -> TitleAnswer {
        guard let key = call.apikey, !key.isEmpty else { throw .noKey }
        guard keys?.contains(key) ?? true else { throw .invalidKey }
        switch found(by: call) {
        case .title(var record):
            if call.plot == "full", let plot = TitleDetails.fullPlot(of: record) {
                record.plot = plot
            }
            record.poster = poster(of: record)
            return .title(record)
        case let other: return other
        }
    }

    /// Returns the address of a title's poster: the address in the record, or else the address of
    /// the drawn poster.
    private func poster(of record: TitleRecord) -> String {
        if let own = record.poster, own != "N/A" { return own }
        let path = TitlePosters.path(of: record)
        return posters?.forPresentClient.whole(path) ?? RequestOrigin.current + path
    }

    private func found(by call: SearchTitles) -> TitleAnswer {
        let missing = call.type == "series" ? "Series not found!" : "Movie not found!"
        let filter = TitleIndex.Filter(
            type: call.type.flatMap { $0.isEmpty ? nil : $0 },
            year: call.y.flatMap { $0.isEmpty ? nil : $0 }
        )
        if let i = call.i, !i.isEmpty {
            guard Self.isID(i) else { return .nothing("Incorrect IMDb ID.") }
            return index.record(i).map { .title($0) } ?? .nothing("Error getting data.")
        }
        if let t = call.t, !t.isEmpty {
            return index.record(named: t, filter).map { .title($0) } ?? .nothing(missing)
        }
        guard let s = call.s, !s.isEmpty else { return .nothing("Incorrect IMDb ID.") }
        guard s.unicodeScalars.count > 2 else { return .nothing("Too many results.") }
        let page = max(1, call.page.flatMap { Int($0) } ?? 1)
        guard page <= 100 else { return .nothing(missing) }
        let found = index.search(s, filter, limit: 10, offset: (page - 1) * 10)
        guard !found.records.isEmpty else { return .nothing(missing) }
        return .list(TitleList(results: found.records.map(entry), total: found.total))
    }

    /// True if a text is an identifier at IMDb, such as `tt0068646`.
    static func isID(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst(2)
        return text.hasPrefix("tt") && (7...10).contains(digits.count)
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    private func entry(_ record: TitleRecord) -> TitleList.Entry {
        TitleList.Entry(
            title: record.title,
            year: record.year ?? "N/A",
            imdbID: record.imdbID ?? "N/A",
            type: record.type ?? "movie",
            poster: poster(of: record)
        )
    }
}
