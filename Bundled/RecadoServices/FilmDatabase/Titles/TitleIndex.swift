// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// An index of titles in memory, to find them by identifier, title and words.
///
/// Each word has a list of the titles that contain it. A search combines sets of titles
/// (``TitleSet``) in which each title is a single bit. It is therefore fast even for a word that
/// every fifth title contains, or for a prefix with which a third of all words begin.
struct TitleIndex: Sendable {
    private let records: [TitleRecord]
    /// The sorted keys of the titles, each with the title's position; a record with two titles has
    /// two keys.
    private let keysInOrder: [(key: String, place: Int32)]
    private let placeByID: [String: Int]
    private let placesByKey: [String: [Int32]]
    private let words: TitleLists
    private let types: TitleLists
    private let years: TitleLists

    init(_ records: [TitleRecord]) {
        self.records = records
        var ids: [String: Int] = [:]
        var keys: [(key: String, place: Int32)] = []
        var byKey: [String: [Int32]] = [:]
        var byWord: [String: [Int32]] = [:]
        var byType: [String: [Int32]] = [:]
        var byYear: [String: [Int32]] = [:]
        for (index, record) in records.enumerated() {
            let place = Int32(clamping: index)
            if let id = record.imdbID, id != "N/A" { ids[id] = index }
            let titles = Self.titles(of: record)
            for key in Set(titles.map({ TitleWords.key(of: $0) })) {
                keys.append((key, place))
                byKey[key, default: []].append(place)
            }
            for word in Set(titles.flatMap({ TitleWords.indexWords(of: $0) })) {
                byWord[word, default: []].append(place)
            }
            if let type = record.type { byType[type, default: []].append(place) }
            if let year = record.year { byYear[year, default: []].append(place) }
        }
        keysInOrder = keys.sorted { $0.key < $1.key }
        placeByID = ids
        placesByKey = byKey
        words = TitleLists(byWord)
        types = TitleLists(byType)
        years = TitleLists(byYear)
    }

    /// Returns the title of a record, and the title in Spain if it differs.
    private static func titles(of record: TitleRecord) -> [String] {
        [record.title] + [TitleSummary.of(record)?.spanishTitle].compactMap(\.self)
    }

    /// A filter that narrows down a search.
    struct Filter: Sendable {
        /// `movie`, `series` or `episode`; `nil` for all.
        var type: String?
        /// The year of the release, or of the beginning of a series.
        var year: String?

        func accepts(_ record: TitleRecord) -> Bool {
            if let type, record.type != type { return false }
            if let year, record.year?.hasPrefix(year) != true { return false }
            return true
        }
    }

    /// The titles whose identifiers at IMDb are unknown or invalid.
    var unnumbered: some Sequence<TitleRecord> {
        records.lazy.filter { $0.imdbID.map(FilmDatabaseService.isID) != true }
    }

    /// Returns the title with an identifier.
    func record(_ id: String) -> TitleRecord? {
        placeByID[id].map { records[$0] }
    }

    /// Finds the title with a name, or else the first title that contains the words of the name.
    func record(named title: String, _ filter: Filter) -> TitleRecord? {
        let exact = placesByKey[TitleWords.key(of: title)] ?? []
        if let found = exact.first(where: { filter.accepts(records[Int($0)]) }) {
            return records[Int(found)]
        }
        return search(title, filter, limit: 1, offset: 0).records.first
    }

    /// Returns a page of the titles that contain the words of a text: first the titles that equal
    /// the text, then those that begin with the text, then the others.
    func search(
        _ text: String,
        _ filter: Filter,
        limit: Int,
        offset: Int
    ) -> (records: [TitleRecord], total: Int) {
        guard var others = matches(text) else { return ([], 0) }
        if let type = filter.type { others.formIntersection(set(types[type][...])) }
        if let year = filter.year {
            others.formIntersection(set(joining: years.beginning(with: year)))
        }
        let total = others.count
        let key = TitleWords.key(of: text)
        var exact = set((placesByKey[key] ?? [])[...])
        exact.formIntersection(others)
        others.subtract(exact)
        var beginning = set(titles(beginningWith: key)[...])
        beginning.formIntersection(others)
        others.subtract(beginning)
        var page: [Int32] = []
        var skipped = offset
        for group in [exact, beginning, others] where page.count < limit {
            page += group.places(limit: limit - page.count, offset: skipped)
            skipped = max(0, skipped - group.count)
        }
        return (page.map { records[Int($0)] }, total)
    }

    /// Returns the titles whose keys begin with a prefix.
    private func titles(beginningWith key: String) -> [Int32] {
        let first = keysInOrder.firstPlace { $0.key >= key }
        let others = keysInOrder[first...]
        return others[..<others.firstPlace { !$0.key.utf8.starts(with: key.utf8) }].map(\.place)
    }

    // MARK: - Words

    /// A word to search for.
    private struct Term: Hashable {
        let word: String
        /// True if the term matches all words that begin with `word`.
        let isBeginning: Bool
    }

    /// Returns the titles that contain all words of a text; `nil` if the text has no words or too
    /// many.
    private func matches(_ text: String) -> TitleSet? {
        let all = text.split(separator: " ").flatMap { chunk in
            let isBeginning = chunk.last == "*"
            return TitleWords.words(of: String(chunk)).map {
                Term(word: $0, isBeginning: isBeginning)
            }
        }
        // No title has more than 32 words, so a search for more would find nothing.
        guard all.count <= 32 else { return nil }
        let telling = all.filter { !TitleWords.isArticle($0.word) }
        var matches: TitleSet?
        for term in Set(telling.isEmpty ? all : telling) {
            let titles =
                term.isBeginning
                ? set(joining: words.beginning(with: term.word)) : set(words[term.word][...])
            matches?.formIntersection(titles)
            matches = matches ?? titles
        }
        return matches
    }

    private func set(_ places: ArraySlice<Int32>) -> TitleSet {
        TitleSet(places, of: records.count)
    }

    private func set(joining lists: ArraySlice<[Int32]>) -> TitleSet {
        TitleSet(joining: lists, of: records.count)
    }
}
