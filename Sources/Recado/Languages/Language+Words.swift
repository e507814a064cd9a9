// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Language {
    /// Chooses between words in English and in Spanish, which the framework's own words are in: Spanish where the
    /// service speaks it and the request prefers it.
    ///
    /// - Parameters:
    ///   - english: The words in English.
    ///   - spanish: The words in Spanish.
    /// - Returns: One of them.
    public static func words(
        _ english: @autoclosure () -> String,
        es spanish: @autoclosure () -> String
    ) -> String {
        guard let current, current.tag.lowercased().prefix(2) == "es",
            current.tag.utf8.count == 2 || current.tag.utf8.dropFirst(2).first == UInt8(ascii: "-")
        else { return english() }
        return spanish()
    }
}
