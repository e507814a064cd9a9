// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CityTable {
    /// The greatest number of cities that are suggested for one text.
    static let suggestionLimit = 10
    /// The number of characters of a typed text that are used: more than any name has, but few
    /// enough that comparing them with all names is fast.
    private static let longestText = 64

    /// Returns the cities that match an incomplete or misspelled text.
    ///
    /// Cities whose name begins with the text come first, then cities with a later word that begins
    /// with it. If there are none, cities whose name differs by one or two typing errors are
    /// returned.
    func suggestions(for text: String) -> [City] {
        let part = text.prefix { $0 != "," }.prefix(Self.longestText)
        let key = Self.key(part)
        guard !key.isEmpty else { return [] }
        let slips = key.count < 5 ? 1 : 2
        var begun: Set<Int> = []
        var within: Set<Int> = []
        var near: Set<Int> = []
        for (name, indexes) in indexesByName {
            if name.hasPrefix(key) {
                begun.formUnion(indexes)
            } else if name.contains(" " + key) {
                within.formUnion(indexes)
            } else if Slips.count(from: key, to: name, upTo: slips) <= slips {
                near.formUnion(indexes)
            }
        }
        let found = begun.sorted() + within.subtracting(begun).sorted()
        let indexes = found.isEmpty ? near.sorted() : found
        return indexes.prefix(Self.suggestionLimit).map { all[$0] }
    }
}

/// The number of typing errors between two texts.
enum Slips {
    /// Returns the number of letters that are left out, inserted, replaced, or swapped with the
    /// next letter.
    ///
    /// - Parameters:
    ///   - source: The text that was typed.
    ///   - target: The text that may have been meant.
    ///   - limit: The greatest number that matters.
    /// - Returns: The number, or any number greater than `limit` if there are more errors.
    static func count(from source: String, to target: String, upTo limit: Int) -> Int {
        let (source, target) = (Array(source), Array(target))
        guard abs(source.count - target.count) <= limit else { return limit + 1 }
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        for (row, letter) in source.enumerated() {
            var current = [row + 1]
            for (column, other) in target.enumerated() {
                var least = min(last[column + 1], current[column]) + 1
                least = min(least, last[column] + (letter == other ? 0 : 1))
                let isSwap =
                    row > 0 && column > 0 && letter == target[column - 1]
                    && source[row - 1] == other
                if isSwap { least = min(least, beforeLast[column - 1] + 1) }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last.last ?? 0
    }
}
