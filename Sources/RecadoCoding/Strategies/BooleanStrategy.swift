// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The values that count as booleans, and the form in which booleans are written.
public struct BooleanStrategy: Sendable, Hashable {
    /// Whether 0, 1 and words are booleans too.
    let isLenient: Bool
    /// Whether booleans are written as 1 and 0.
    let writesNumbers: Bool

    /// The booleans of the format; where it has none, the words `true` and `false`.
    public static let strict = BooleanStrategy(isLenient: false, writesNumbers: false)

    /// Also 1 and 0, and the texts `1`, `0`, `true`, `false`, `on`, `off`, `yes` and `no`.
    ///
    /// Words are read in lower case, upper case or with a capital. Booleans are written as such.
    public static let lenient = BooleanStrategy(isLenient: true, writesNumbers: false)

    /// Reads what lenient reads and writes 1 and 0, as older services and databases do.
    public static let numbers = BooleanStrategy(isLenient: true, writesNumbers: true)

    /// The boolean that a text stands for, or `nil`.
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
