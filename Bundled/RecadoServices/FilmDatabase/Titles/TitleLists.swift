// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Lists of titles that share a text, such as a word of the title; the lists are sorted by this
/// text.
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

    /// The positions of the titles for a text.
    subscript(text: String) -> [Int32] {
        let place = texts.firstPlace { $0 >= text }
        return place < texts.count && texts[place] == text ? lists[place] : []
    }

    /// Returns the lists of all texts that begin with a prefix.
    func beginning(with text: String) -> ArraySlice<[Int32]> {
        let first = texts.firstPlace { $0 >= text }
        let others = texts[first...]
        let end = others.firstPlace { !$0.utf8.starts(with: text.utf8) }
        return lists[first..<end]
    }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the first position of a sorted list at which a condition holds.
    ///
    /// The condition must hold at all later positions.
    func firstPlace(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
