// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// A rule that converts the keys of models to the names in a document.
///
/// Keys are always converted to names, on reading too: with ``snakeCase``, a model that declares
/// `userID` reads `user_id`, whereas a conversion of names to keys would look for `userId`. The
/// names are cached for each key type, unless more than sixteen rules are used with the type.
/// Dictionary keys are data and are never converted.
public struct KeyNaming: Sendable {
    private let convert: (@Sendable (String) -> String)?
    /// The number that identifies the rule in the cache of names; 0 for ``asDeclared``.
    let identity: UInt32

    private static let count = Atomic<UInt32>(0)

    private init(convert: (@Sendable (String) -> String)?) {
        self.convert = convert
        let number = convert == nil ? 0 : Self.count.wrappingAdd(1, ordering: .relaxed).newValue
        identity = number
    }

    /// Uses the keys as the model declares them.
    public static let asDeclared = KeyNaming(convert: nil)

    /// `createdAt` becomes `created_at`, `pageURL` becomes `page_url`.
    public static let snakeCase = KeyNaming { KeyWords.lowercased($0).joined(separator: "_") }

    /// `createdAt` becomes `created-at`, as Rails names XML elements.
    public static let kebabCase = KeyNaming { KeyWords.lowercased($0).joined(separator: "-") }

    /// `created_at` becomes `created-at`: only the underscores between words change.
    static let dasherized = KeyNaming { key in
        var name = Array(key.utf8)
        RailsNames.dasherize(&name[...])
        return String(decoding: name, as: UTF8.self)
    }

    /// `createdAt` becomes `CREATED_AT`.
    public static let upperSnakeCase = KeyNaming {
        KeyWords.lowercased($0).joined(separator: "_").uppercased()
    }

    /// `createdAt` becomes `CreatedAt`: only the first letter changes.
    public static let pascalCase = KeyNaming { $0.prefix(1).uppercased() + $0.dropFirst() }

    /// Creates a custom rule.
    ///
    /// - Parameter convert: Converts a key to a name; it is called once for each key of a type, and
    ///   must always return the same name for a key. For an enum case with a payload, the name must
    ///   have the same words as the case, because the case is found by splitting the name into
    ///   words.
    /// - Returns: The rule.
    public static func custom(_ convert: @escaping @Sendable (String) -> String) -> KeyNaming {
        KeyNaming(convert: convert)
    }

    /// True if the rule leaves keys unchanged.
    var isIdentity: Bool { convert == nil }

    /// Returns the name of a key.
    func name(for key: String) -> String { convert.map { $0(key) } ?? key }

    /// Returns the key that has a name, or `nil` if the type has no such key.
    ///
    /// A rule converts keys to names, not names to keys. The name itself is tried as a key first.
    /// Then the words of the name are tried in camel case, with acronyms in either style; such a
    /// key is accepted if the rule converts it to the name.
    func key<Key: CodingKey>(named name: String) -> Key? {
        if let key = Key(stringValue: name) { return key }
        guard convert != nil else { return nil }
        for candidate in KeyWords.keys(from: name) {
            if let key = Key(stringValue: candidate),
                self.name(for: candidate).hasSameBytes(as: name)
            {
                return key
            }
        }
        return nil
    }
}

/// Splits names in camel case into words, and joins words to such names.
enum KeyWords {
    /// Returns the words of a key in lower case.
    ///
    /// A word begins at a capital after any other character, and at the last of several capitals if
    /// a lower-case letter follows: `pageURLOfUser2` is `page`, `url`, `of`, `user2`. Underscores
    /// and hyphens separate words, except at the start and the end, where they are kept.
    static func lowercased(_ key: String) -> [String] {
        let characters = Array(key)
        let isEdge: (Character) -> Bool = { $0 == "_" || $0 == "-" }
        guard let first = characters.firstIndex(where: { !isEdge($0) }),
            let last = characters.lastIndex(where: { !isEdge($0) })
        else { return [key] }
        var words: [String] = []
        var word = String(characters[..<first])
        for index in first...last {
            let character = characters[index]
            if isEdge(character) {
                words.append(word)
                word = ""
                continue
            }
            if index > first, startsWord(characters, at: index, last: last), !word.isEmpty {
                words.append(word)
                word = ""
            }
            word += character.lowercased()
        }
        words.append(word + String(characters[(last + 1)...]))
        return words.filter { !$0.isEmpty }
    }

    /// Returns the keys in camel case that may have a name: `pageUrl` and `pageURL` for `page_url`.
    static func keys(from name: String) -> [String] {
        let words = lowercased(name)
        guard let first = words.first else { return [] }
        var keys = [first]
        for (index, word) in words.dropFirst().enumerated() {
            let capitalized = word.prefix(1).uppercased() + word.dropFirst()
            let isCommon = index >= acronyms || word == word.uppercased()
            keys = keys.flatMap {
                isCommon ? [$0 + capitalized] : [$0 + capitalized, $0 + word.uppercased()]
            }
        }
        return keys
    }

    /// The maximum number of words after the first that are tried as acronyms, which limits the
    /// tried keys to 32.
    private static let acronyms = 5

    private static func startsWord(_ characters: [Character], at index: Int, last: Int) -> Bool {
        guard characters[index].isUppercase else { return false }
        if !characters[index - 1].isUppercase { return true }
        return index < last && characters[index + 1].isLowercase
    }
}
