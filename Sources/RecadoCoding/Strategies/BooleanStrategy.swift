// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The values that are accepted as Booleans, and the form in which Booleans are written.
public struct BooleanStrategy: Sendable, Hashable {
    /// True if 0, 1 and words such as `yes` are accepted as Booleans.
    let isLenient: Bool
    /// True if booleans are written as 1 and 0.
    let writesNumbers: Bool

    /// Accepts only the Booleans of the format, or the words `true` and `false` if the format has
    /// none.
    public static let strict = BooleanStrategy(isLenient: false, writesNumbers: false)

    /// Also accepts 1 and 0, and the texts `1`, `0`, `true`, `false`, `on`, `off`, `yes` and `no`.
    ///
    /// Words are accepted in lower case, in upper case or with an initial capital. Booleans are
    /// written as with ``strict``.
    public static let lenient = BooleanStrategy(isLenient: true, writesNumbers: false)

    /// Reads the same values as ``lenient`` and writes 1 and 0, as older services and databases do.
    public static let numbers = BooleanStrategy(isLenient: true, writesNumbers: true)

    /// Returns the Boolean that a text denotes, or `nil` for any other text.
    func value(_ text: String) -> Bool? {
        guard text.utf8.count <= 5 else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default: break
        }
        guard isLenient else { return nil }
        let word = text.lowercased()
        guard text == word || text == text.uppercased() || text == Self.capitalized(word) else {
            return nil
        }
        switch word {
        case "1", "on", "yes", "true": return true
        case "0", "off", "no", "false": return false
        default: return nil
        }
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}
