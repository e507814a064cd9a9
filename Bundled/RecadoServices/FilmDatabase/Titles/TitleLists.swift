// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Lists of titles by a word or another text that they contain, sorted by that text.
struct TitleLists: Sendable {
    private let texts: [String]
    private let lists: [[Int32]]

    /// Creates lists.
    ///
    /// - Parameter lists: The positions of titles, by text.
    init(_ lists: [String: [Int32]]) {
        texts = lists.keys.sorted()
        self.lists = texts.map { lists[$0] ?? [] }
    }

    /// The titles of a text.
    subscript(text: String) -> [Int32] {
        let place = texts.firstPlace { $0 >= text }
        return place < texts.count && texts[place] == text ? lists[place] : []
    }

    /// The lists of all texts that begin with a text.
    func beginning(with text: String) -> ArraySlice<[Int32]> {
        let first = texts.firstPlace { $0 >= text }
        let others = texts[first...]
        let end = others.firstPlace { !$0.utf8.starts(with: text.utf8) }
        return lists[first..<end]
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first position of a sorted list at which a condition holds; it must hold for all later
    /// ones.
    func firstPlace(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
