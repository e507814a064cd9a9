// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A set of unique names.
struct UniqueNames {
    private var taken: Set<String>
    /// The next number to try for each name that was requested more than once.
    private var next: [String: Int] = [:]

    init(_ taken: Set<String> = []) { self.taken = taken }

    func contains(_ name: String) -> Bool { taken.contains(name) }

    /// Reserves the first of several names that is not taken.
    ///
    /// - Parameters:
    ///   - names: The names, in order of preference.
    ///   - stem: The name that gets a number, from 2, if all names are taken; by default, the last
    ///     name.
    /// - Returns: The reserved name.
    mutating func take(_ names: String..., stem: String? = nil) -> String {
        for name in names where taken.insert(name).inserted { return name }
        let stem = stem ?? names.last ?? ""
        var number = next[stem] ?? 2
        // The search continues after the last number, because many equal names would otherwise take
        // quadratic time.
        defer { next[stem] = number }
        while true {
            let name = stem + String(number)
            number += 1
            if taken.insert(name).inserted { return name }
        }
    }
}
