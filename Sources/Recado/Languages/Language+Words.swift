// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Language {
    /// Chooses among the languages that the framework's own words are in: English, and Spanish where a
    /// service speaks that and the request likes it best.
    ///
    /// - Parameters:
    ///   - english: The words in English.
    ///   - spanish: The words in Spanish.
    /// - Returns: One of them.
    package static func words(
        _ english: @autoclosure () -> String,
        es spanish: @autoclosure () -> String
    ) -> String {
        guard let current, current.tag.lowercased().prefix(2) == "es",
            current.tag.utf8.count == 2 || current.tag.utf8.dropFirst(2).first == UInt8(ascii: "-")
        else { return english() }
        return spanish()
    }
}
