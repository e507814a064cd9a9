// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// Titles in memory, found by number, title and words.
///
/// Each word has the sorted list of the titles that hold it. Several words are looked for in the
/// shortest of their lists, and in the others by halving.
struct TitleIndex: Sendable {
    private let records: [TitleRecord]
    /// The titles as they are compared.
    private let keys: [String]
    /// The titles in the order of their keys.
    private let indexesInOrder: [Int32]
    private let indexByID: [String: Int]
    private let indexesByKey: [String: [Int32]]
    private let indexesByWord: [String: [Int32]]
    /// Every word, in order.
    private let vocabulary: [String]

    init(_ records: [TitleRecord]) {
        self.records = records
        keys = records.map { TitleWords.key(of: $0.title) }
        var ids: [String: Int] = [:]
        var byKey: [String: [Int32]] = [:]
        var byWord: [String: [Int32]] = [:]
        for (index, record) in records.enumerated() {
            if let id = record.imdbID, id != "N/A" { ids[id] = index }
            byKey[keys[index], default: []].append(Int32(clamping: index))
            for word in TitleWords.indexWords(of: record.title) {
                byWord[word, default: []].append(Int32(clamping: index))
            }
        }
        let keys = keys
        indexesInOrder = keys.indices.sorted { keys[$0] < keys[$1] }.map { Int32(clamping: $0) }
        indexByID = ids
        indexesByKey = byKey
        indexesByWord = byWord
        vocabulary = byWord.keys.sorted()
    }

    /// What narrows down what is looked for.
    struct Filter: Sendable {
        /// `movie`, `series` or `episode`; `nil` for all.
        var type: String?
        /// The year of the release, or of a series' beginning.
        var year: String?

        var isEmpty: Bool { type == nil && year == nil }

        func accepts(_ record: TitleRecord) -> Bool {
            if let type, record.type != type { return false }
            if let year, record.year?.hasPrefix(year) != true { return false }
            return true
        }
    }

    /// The title of a number.
    func record(_ id: String) -> TitleRecord? {
        indexByID[id].map { records[$0] }
    }

    /// The title that a text means: one of that name, else the first that has its words.
    func record(named title: String, _ filter: Filter) -> TitleRecord? {
        let exact = indexesByKey[TitleWords.key(of: title)] ?? []
        if let found = exact.first(where: { filter.accepts(records[Int($0)]) }) {
            return records[Int(found)]
        }
        return search(title, filter, limit: 1, offset: 0).records.first
    }

    /// A page of the titles that have the words of a text, those first that are called so, then those
    /// that begin so.
    func search(
        _ text: String,
        _ filter: Filter,
        limit: Int,
        offset: Int
    ) -> (records: [TitleRecord], total: Int) {
        var matches = matches(text)
        if !filter.isEmpty { matches = matches.filter { filter.accepts(records[Int($0)]) } }
        let key = TitleWords.key(of: text)
        let exact = (indexesByKey[key] ?? []).filter { Self.holds(matches, $0) }
        // Lists of the commonest words are long: no more of them is looked at than the page needs.
        let beginning = titles(beginningWith: key).filter {
            Self.holds(matches, $0) && !Self.holds(exact, $0)
        }
        let others = matches.lazy.filter { !Self.holds(beginning, $0) && !Self.holds(exact, $0) }
        var page = Array((exact + beginning).dropFirst(offset).prefix(limit))
        let skipped = max(0, offset - exact.count - beginning.count)
        page += others.dropFirst(skipped).prefix(limit - page.count)
        return (page.map { records[Int($0)] }, matches.count)
    }

    /// The titles whose keys begin in a certain way, in order of their places.
    private func titles(beginningWith key: String) -> [Int32] {
        let first = Self.partition(indexesInOrder) { keys[Int($0)] >= key }
        return indexesInOrder[first...].prefix { keys[Int($0)].utf8.starts(with: key.utf8) }
            .sorted()
    }

    // MARK: - Words

    private func matches(_ text: String) -> [Int32] {
        // More words than any title has find nothing, and are not looked for.
        let chunks = text.split(separator: " ").prefix(33)
        guard chunks.count < 33 else { return [] }
        var lists: [[Int32]] = []
        let all = chunks.flatMap { chunk in
            let isBeginning = chunk.last == "*"
            return TitleWords.words(of: String(chunk)).map { (word: $0, isBeginning) }
        }
        let telling = all.filter { !TitleWords.isArticle($0.word) }
        for (word, isBeginning) in telling.isEmpty ? all : telling {
            let list = isBeginning ? titles(withWordsFrom: word) : indexesByWord[word] ?? []
            guard !list.isEmpty else { return [] }
            lists.append(list)
        }
        lists.sort { $0.count < $1.count }
        guard let shortest = lists.first else { return [] }
        return shortest.filter { index in
            lists.dropFirst().allSatisfy { Self.holds($0, index) }
        }
    }

    /// The titles with a word that begins in a certain way.
    private func titles(withWordsFrom beginning: String) -> [Int32] {
        let first = Self.partition(vocabulary) { $0 >= beginning }
        let words = vocabulary[first...].prefix { $0.utf8.starts(with: beginning.utf8) }
        return Set(words.flatMap { indexesByWord[$0] ?? [] }).sorted()
    }

    private static func holds(_ list: [Int32], _ index: Int32) -> Bool {
        let place = partition(list) { $0 >= index }
        return place < list.count && list[place] == index
    }

    /// The first place of a sorted list from which on a condition holds.
    private static func partition<Element>(
        _ list: [Element],
        where holds: (Element) -> Bool
    ) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if holds(list[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
