// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Names of which none is given twice.
struct UniqueNames {
    private var taken: Set<String>
    /// The number that comes next behind each name that was wanted again.
    private var next: [String: Int] = [:]

    init(_ taken: Set<String> = []) { self.taken = taken }

    func contains(_ name: String) -> Bool { taken.contains(name) }

    /// Takes the first of some names that is free.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - stem: The name that gets a number from 2 where none of them is free; the last of them by
    ///     default.
    /// - Returns: The name.
    mutating func take(_ names: String..., stem: String? = nil) -> String {
        for name in names where taken.insert(name).inserted { return name }
        let stem = stem ?? names.last ?? ""
        var number = next[stem] ?? 2
        // What was tried before is not tried again, or many equal names would
        // take the square of their number.
        defer { next[stem] = number }
        while true {
            let name = stem + String(number)
            number += 1
            if taken.insert(name).inserted { return name }
        }
    }
}
