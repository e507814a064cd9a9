// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Recado
public import RecadoContracts
import RecadoHTTP
import RecadoServer

/// A database of films behind its declaration: it stands in for OMDb, without a network and a key.
///
/// ```swift
/// let films = FilmDatabaseService()
/// let application = try Application([films.service])
/// ```
public struct FilmDatabaseService: Sendable {
    private let titles: TitleCatalog
    private var index: TitleIndex { titles.index }
    /// The keys that are taken; `nil` for any that is not empty.
    private let keys: Set<String>?

    /// Creates the service; some hundred films and series are known to it.
    ///
    /// - Parameters:
    ///   - titles: Further titles, found behind those that it knows by itself. They are kept in memory.
    ///   - keys: The keys that callers may have; any that is not empty by default.
    public init(adding titles: [TitleRecord] = [], keys: Set<String>? = nil) {
        self.titles = TitleCatalog(adding: titles)
        self.keys = keys
    }

    /// The endpoint with what answers it.
    public var service: Service {
        var service = Service(FilmDatabase.api)
        service.conventions = OMDbConventions()
        service.crossOrigin = .any
        service.serve(answer)
        return service
    }

    /// Answers a question.
    func answer(_ call: SearchTitles) async throws(TitleFailure) -> TitleAnswer {
        guard let key = call.apikey, !key.isEmpty else { throw .noKey }
        guard keys?.contains(key) ?? true else { throw .invalidKey }
        let answer = found(by: call)
        guard call.plot == "full", case .title(var record) = answer else { return answer }
        if let plot = TitleDetails.fullPlot(of: record) { record.plot = plot }
        return .title(record)
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
        return .list(TitleList(results: found.records.map(Self.entry), total: found.total))
    }

    private static func isID(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst(2)
        return text.hasPrefix("tt") && (7...10).contains(digits.count)
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func entry(_ record: TitleRecord) -> TitleList.Entry {
        TitleList.Entry(
            title: record.title,
            year: record.year ?? "N/A",
            imdbID: record.imdbID ?? "N/A",
            type: record.type ?? "movie",
            poster: record.poster ?? "N/A"
        )
    }
}
