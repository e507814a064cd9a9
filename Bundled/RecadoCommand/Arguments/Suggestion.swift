// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Suggestions for mistyped names.
enum Suggestion {
    /// The longest word that is compared, in characters; the names of all commands and options are
    /// shorter.
    private static let limit = 64

    /// Returns the most similar name; `nil` if no name is similar enough.
    ///
    /// One typing error is allowed for every three letters, and three at most.
    ///
    /// - Parameters:
    ///   - word: The word that was typed.
    ///   - names: The valid names.
    /// - Returns: One of the names; the first one, if several are equally similar.
    static func nearest(to word: String, among names: [String]) -> String? {
        let typed = Array(word.lowercased())
        guard !typed.isEmpty, typed.count <= limit else { return nil }
        var best: (name: String, slips: Int)?
        for name in names {
            let letters = Array(name.lowercased())
            guard letters.count <= limit else { continue }
            let allowed = min(3, max(1, max(typed.count, letters.count) / 3))
            let slips = slips(between: typed, letters)
            if slips <= allowed, slips < best?.slips ?? .max { best = (name, slips) }
        }
        return best?.name
    }

    /// Returns the number of typing errors: letters to remove, insert, replace or swap with the
    /// next letter (optimal string alignment).
    private static func slips(between first: [Character], _ second: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var line = [row + 1]
            for (column, other) in second.enumerated() {
                var cost = min(last[column + 1], line[column]) + 1
                cost = min(cost, last[column] + (letter == other ? 0 : 1))
                let isSwap =
                    row > 0 && column > 0 && letter == second[column - 1]
                    && first[row - 1] == other
                if isSwap { cost = min(cost, beforeLast[column - 1] + 1) }
                line.append(cost)
            }
            (beforeLast, last) = (last, line)
        }
        return last[second.count]
    }
}
